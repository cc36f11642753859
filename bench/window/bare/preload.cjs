const { contextBridge } = require('electron');
contextBridge.exposeInMainWorld('bare', {});

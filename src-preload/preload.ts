/** Exposes exactly the bridge of contract.ts. Nothing else of Electron or Node reaches the page. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, BridgeCall } from './contract';

function invoke<Method extends BridgeCall>(method: Method): Bridge[Method] {
  const send = (...args: unknown[]): Promise<unknown> => ipcRenderer.invoke(`skywalker:${method}`, ...args);
  return send as Bridge[Method];
}

function listen<Value>(channel: string, listener: (value: Value) => void): () => void {
  const receive = (_event: unknown, value: Value): void => listener(value);
  ipcRenderer.on(channel, receive);
  return () => void ipcRenderer.off(channel, receive);
}

const bridge: Bridge = {
  info: invoke('info'),
  call: invoke('call'),
  cancel: invoke('cancel'),
  pollEvents: invoke('pollEvents'),
  olderEvents: invoke('olderEvents'),
  pictures: invoke('pictures'),
  auditOf: invoke('auditOf'),
  exportEvents: invoke('exportEvents'),
  clientConfiguration: invoke('clientConfiguration'),
  copyText: invoke('copyText'),
  setTheme: invoke('setTheme'),
  openProject: invoke('openProject'),
  setMenu: invoke('setMenu'),
  onMenuCommand: (listener) => listen('skywalker:command', listener),
  onThemeChanged: (listener) => listen('skywalker:theme', listener),
};

contextBridge.exposeInMainWorld('skywalker', bridge);

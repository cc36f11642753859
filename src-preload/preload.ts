/** Exposes exactly the bridge of contract.ts. Nothing else of Electron or Node reaches the page. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, BridgeCall } from './contract';
import { SCENE_INFO, scenePage } from './first-calls';

function invoke<Method extends BridgeCall>(method: Method): Bridge[Method] {
  const send = (...args: unknown[]): Promise<unknown> => ipcRenderer.invoke(`skywalker:${method}`, ...args);
  return send as Bridge[Method];
}

function listen<Value>(channel: string, listener: (value: Value) => void): () => void {
  const receive = (_event: unknown, value: Value): void => listener(value);
  ipcRenderer.on(channel, receive);
  return () => void ipcRenderer.off(channel, receive);
}

const [info, call] = [invoke('info'), invoke('call')];
const dry = { dryRun: true } as const;
const first = {
  info: info(),
  page: call('scene_query', scenePage(0), dry),
  scene: call('scene_overview', SCENE_INFO, dry),
};
// The page may have no use for them.
for (const answer of Object.values(first)) answer.catch(() => undefined);

const bridge: Bridge = {
  info,
  first: () => first,
  openPort: invoke('openPort'),
  call,
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
  onFileChanged: (listener) => listen('skywalker:file', listener),
};

contextBridge.exposeInMainWorld('skywalker', bridge);

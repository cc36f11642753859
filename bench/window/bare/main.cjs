/** An empty window with the settings of ours: the same locks, the same protocol, the same policy, nothing in it. */
const { app, BrowserWindow, nativeTheme, protocol, session } = require('electron');
const { readFile } = require('node:fs/promises');
const { extname, join } = require('node:path');

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; worker-src 'self'; connect-src 'self'";
const folder = app.commandLine.getSwitchValue('bare-folder') || join(__dirname, 'empty');

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
void app.whenReady().then(() => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !/^(app|devtools|data|blob):/.test(details.url) }),
  );
  session.defaultSession.protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    try {
      const body = await readFile(join(folder, pathname));
      return new Response(new Uint8Array(body), {
        headers: {
          'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
        },
      });
    } catch {
      return new Response('', { status: 404 });
    }
  });
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1014' : '#f4f5f8',
    show: false,
    webPreferences: {
      preload: join(__dirname, 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      spellcheck: false,
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('app://bare/index.html');
});
app.on('window-all-closed', () => app.quit());

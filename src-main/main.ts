/** Electron's entry: declares what must be declared before it is ready, then starts the application. */
import { app } from 'electron';
import { join } from 'node:path';
import { declareAppProtocol } from './window/app-protocol';
import { productFolder } from './server/product-folder';
import { Application } from './window/application';

app.setName('Skywalker');
declareAppProtocol();
// As root the launcher turns Chromium's sandbox off, and the two contradict each other.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();

const built = join(import.meta.dirname, '..');

void app.whenReady().then(() => {
  const application = new Application({
    renderer: join(built, 'renderer'),
    preload: join(built, 'preload', 'preload.cjs'),
    resources: join(productFolder() ?? app.getAppPath(), 'resources'),
  });
  application.start();
});

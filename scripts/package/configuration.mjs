/** electron-builder's configuration. `npm run package` hands it over; see docs/packaging.md. */
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from '../setup.mjs';
import { COMMAND_FOLDER, FUSES, LANGUAGES, PROGRAM, filesOf } from './product.mjs';

const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = join(root, 'out', 'main');
const WINDOWS_COMMAND = '@node "%~dp0skywalker" %*\r\n';

/**
 * `runtime` is what scripts/electron-runtime.mjs found, where the packages are to be made from that Electron; without it
 * electron-builder fetches the declared one for each system that it makes a package for.
 *
 * @returns {import('electron-builder').Configuration}
 */
export function configuration({ runtime, output = 'dist' } = {}) {
  return {
    appId: 'dev.skywalker.editor',
    productName: 'Skywalker',
    copyright: 'MIT License',
    directories: { output },
    ...(runtime === undefined ? {} : { electronDist: runtime.dist, electronVersion: runtime.version }),
    electronLanguages: LANGUAGES,
    electronFuses: FUSES,
    // Everything is in the bundles: no package is copied, and none is built.
    beforeBuild: () => false,
    asar: true,
    files: [
      'package.json',
      'LICENSE',
      'out/main/third-party.txt',
      'out/preload/preload.cjs',
      'out/renderer/**/*',
      ...filesOf(built, 'main.js').map((file) => `out/main/${file}`),
      '!**/*.map',
    ],
    afterExtract: ({ appOutDir }) => {
      // Of the Electron for development alone: what loads the folder that the command line names.
      rmSync(join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true });
      rmSync(join(appOutDir, 'version'), { force: true });
    },
    afterPack: (context) => addCommand(context),
    icon: join(root, 'scripts/package/icon.png'),
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Development',
      executableName: PROGRAM,
      synopsis: 'Build scenes together with AI agents',
      maintainer: 'Skywalker',
    },
    deb: { recommends: ['nodejs', 'bubblewrap'] },
    mac: { target: ['dmg'], category: 'public.app-category.developer-tools' },
    win: { target: ['nsis'] },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
    publish: null,
  };
}

/**
 * The command, as plain files, since Node.js reads no archive: what it is, which Node.js it needs and where the window's program
 * lies stands in its package.json. (`extraResources` would take the same files out of the archive.)
 */
function addCommand({ appOutDir, electronPlatformName, packager }) {
  const folder = join(packager.getResourcesDir(appOutDir), COMMAND_FOLDER);
  const add = (path, filter = () => true) =>
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  for (const path of ['bin', 'resources', 'LICENSE', 'out/main/third-party.txt']) add(path);
  add('docs', (path) => basename(path) !== 'images');
  for (const file of filesOf(built, 'cli.js')) add(`out/main/${file}`);
  const name = packager.appInfo.productFilename;
  const program = {
    darwin: () => join(appOutDir, `${name}.app`, 'Contents', 'MacOS', name),
    win32: () => join(appOutDir, `${name}.exe`),
    linux: () => join(appOutDir, PROGRAM),
  }[electronPlatformName]();
  const description = { name: 'skywalker', version, private: true, type: 'module', engines };
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...description, program: relative(folder, program) }, null, 2)}\n`,
  );
  if (electronPlatformName === 'win32') writeFileSync(join(folder, 'bin', 'skywalker.cmd'), WINDOWS_COMMAND);
  else chmodSync(join(folder, 'bin', 'skywalker'), 0o755);
}

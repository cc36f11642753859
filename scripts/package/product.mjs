/** What goes into the packaged application, and which fuses it has: read by electron-builder, and by the tests of what it made. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The name of the application's program; `skywalker` is the command. */
export const PROGRAM = 'skywalker-app';

/** The folder beside the archive that holds the command, the sample project and the documentation, as plain files. */
export const COMMAND_FOLDER = 'skywalker';

/** Languages of Chromium's own texts (context menus, file dialogs). The window speaks English alone. */
export const LANGUAGES = ['en-US'];

/** @type {import('electron-builder').Configuration['electronFuses']} */
export const FUSES = {
  // The program is an editor and nothing else: not a Node.js for whoever sets a variable of the environment.
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  // macOS and Windows check the archive as they read it; Electron does not do so on Linux.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  // The window is served as app://; file: is for nobody.
  grantFileProtocolExtraPrivileges: false,
};

/** The built files that an entry loads, itself included, as paths below `folder`. What is only named like a module is let go. */
export function filesOf(folder, entry) {
  const found = new Set([entry]);
  for (const file of found) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.\.?\/[\w./-]+\.m?js)["']/g))
      found.add(join(dirname(file), name));
  }
  return [...found].sort();
}

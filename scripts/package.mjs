/**
 * `npm run package`: the application as a folder that runs, in dist/. `npm run package -- --installers` makes the installers of
 * this system (AppImage and deb, dmg, nsis), which fetches tools; a release does that on each of them. See docs/packaging.md.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from './package/configuration.mjs';
import { ensureBuild, ensureElectron, ensurePackages, root, say } from './setup.mjs';

const FLAGS = ['--installers', '--quiet'];
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => !FLAGS.includes(flag));
if (unknown !== undefined) {
  say(`"${unknown}" is not understood. Usage: npm run package [-- --installers] [--quiet]`);
  process.exit(2);
}
if (flags.includes('--quiet')) process.env.ELECTRON_BUILDER_LOG_LEVEL = 'warn';

ensurePackages();
const runtime = ensureElectron();
const installers = flags.includes('--installers');
if (installers && runtime.kind === 'fallback') {
  say(
    `Installers are made from the declared Electron, and only version ${runtime.version} is to be had here.`,
  );
  process.exit(1);
}
ensureBuild();

// Only there once the packages are.
const { build, DIR_TARGET, Platform } = await import('electron-builder');
const output = join(root, 'dist');
await build({
  projectDir: root,
  targets: installers ? Platform.current().createTarget() : Platform.current().createTarget(DIR_TARGET),
  publish: 'never',
  // Installers get a fresh copy of the declared version; a folder takes what is here.
  config: configuration({ output, ...(installers ? {} : { runtime }) }),
});
say(
  `made ${readdirSync(output)
    .filter((name) => !name.startsWith('builder-'))
    .map((name) => join('dist', name))
    .join(', ')}`,
);

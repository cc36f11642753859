/**
 * `npm run dev [-- DIR]`: as `npm start`, and builds the window again whenever one of its sources changes; it then loads itself
 * anew. Changes of the engine and of the main process count from the next start.
 */
import { hasDisplay, launch } from './launch.mjs';
import { projectFolder } from './project-folder.mjs';
import { ensureBuild, ensureElectron, ensurePackages, root, say } from './setup.mjs';

const project = projectFolder('npm run dev');
ensurePackages();
const runtime = ensureElectron();
ensureBuild();

// Only there once the packages are.
const { resolveConfig } = await import('electron-vite');
const { build, mergeConfig } = await import('vite');
const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production');
// What the open window has loaded stays where it is while the next build is written.
const watcher = await build(mergeConfig(config.renderer, { build: { watch: {}, emptyOutDir: false } }));
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') say(`built the window in ${event.duration} ms`);
  if (event.code === 'ERROR') say(`the window was not built: ${event.error.message}`);
});

say(`opening ${project}; the window follows what you edit in src-renderer`);
if (!hasDisplay()) say('this machine has no display: the window runs on a virtual one. Ctrl-C ends it.');
process.env.SKYWALKER_RELOAD = '1';
const code = await launch(runtime.exe, [root, project]);
await watcher.close();
process.exit(code);

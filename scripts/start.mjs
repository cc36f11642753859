/**
 * `npm start [-- DIR]`: installs what is missing, builds, and opens the editor on DIR, or on a copy of the sample project
 * in the home folder, so that trying things out never changes the checkout.
 */
import { hasDisplay, launch } from './launch.mjs';
import { projectFolder } from './project-folder.mjs';
import { ensureBuild, ensureElectron, ensurePackages, root, say } from './setup.mjs';

const project = projectFolder('npm start');
ensurePackages();
const runtime = ensureElectron();
ensureBuild();

say(`opening ${project}`);
if (!hasDisplay()) {
  say('this machine has no display: the window runs on a virtual one. Ctrl-C ends it.');
}
process.exit(await launch(runtime.exe, [root, project]));

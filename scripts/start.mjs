/**
 * `npm start [-- DIR]`: installs what is missing, builds, and opens the editor on DIR, or on a copy of the sample project
 * in the home folder, so that trying things out never changes the checkout.
 */
import { cpSync, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { hasDisplay, launch } from './launch.mjs';
import { ensureBuild, ensureElectron, ensurePackages, root, say } from './setup.mjs';

const unknown = process.argv.slice(2).find((argument) => argument.startsWith('-'));
const [given, more] = process.argv.slice(2);
if (unknown !== undefined || more !== undefined) {
  say(`"${unknown ?? more}" is not understood. Usage: npm start [-- DIR]`);
  process.exit(2);
}
const named = given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given);
if (named !== undefined && statSync(named, { throwIfNoEntry: false })?.isDirectory() !== true) {
  say(`${named} is not a folder. Make a project there with: bin/skywalker new ${given}`);
  process.exit(1);
}

ensurePackages();
const runtime = ensureElectron();
ensureBuild();

const project = named ?? sampleProject();
say(`opening ${project}`);
if (!hasDisplay()) {
  say('this machine has no display: the window runs on a virtual one. Ctrl-C ends it.');
}
process.exit(await launch(runtime.exe, [root, project]));

function sampleProject() {
  const folder = join(homedir(), 'Skywalker', 'sample-project');
  if (!existsSync(folder)) cpSync(join(root, 'resources', 'sample-project'), folder, { recursive: true });
  return folder;
}

/**
 * `npm start [-- DIR]`: installs what is missing, builds, and opens the editor on DIR, or on a copy of the sample project
 * in the home folder, so that trying things out never changes the checkout.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { electronCommand, ensureBuild, ensureElectron, ensurePackages, root, say } from './setup.mjs';

ensurePackages();
const runtime = ensureElectron();
ensureBuild();

const given = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const project = given ? resolve(process.env.INIT_CWD ?? process.cwd(), given) : sampleProject();
const command = electronCommand(runtime, [root, project]);
say(`opening ${project}`);
if (command.virtual) {
  say(
    'this machine has no display: the window runs on a virtual one. Agents can connect; `bin/skywalker` works beside it. Ctrl-C ends it.',
  );
}
const child = spawn(command.program, command.args, { stdio: 'inherit', cwd: root });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));

function sampleProject() {
  const folder = join(homedir(), 'Skywalker', 'sample-project');
  if (!existsSync(folder)) cpSync(join(root, 'resources', 'sample-project'), folder, { recursive: true });
  return folder;
}

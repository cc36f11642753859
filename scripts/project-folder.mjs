/** Which project a script opens: the folder that was named, else a copy of the sample, which the checkout must not lose. */
import { cpSync, existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { root, say } from './setup.mjs';

/** The project's folder, absolute. Says what is wrong with the command line and ends where it makes no sense. */
export function projectFolder(command) {
  const [given, more] = process.argv.slice(2);
  const unknown = process.argv.slice(2).find((argument) => argument.startsWith('-')) ?? more;
  if (unknown !== undefined) {
    say(`"${unknown}" is not understood. Usage: ${command} [-- DIR]`);
    process.exit(2);
  }
  if (given === undefined) return sampleProject();
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return folder;
  say(
    stat === undefined
      ? `There is no folder ${folder}. To make a project there: bin/skywalker new ${given}`
      : `${folder} is a file. Name the folder of a project.`,
  );
  process.exit(1);
}

/** As the welcome screen's Open the Sample: with the tool that waits for approval, from which Getting Started leads on. */
function sampleProject() {
  const folder = join(homedir(), 'Skywalker', 'sample-project');
  if (!existsSync(folder)) {
    cpSync(join(root, 'resources', 'first-tool'), join(folder, 'tools'), { recursive: true });
    cpSync(join(root, 'resources', 'sample-project'), folder, { recursive: true });
  }
  return folder;
}

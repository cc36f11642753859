/** `skywalker open`: opens the editor's window on a project. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command, Invocation } from '../command';
import { installedProgram, productFolder } from '../../server/product-folder';
import { CommandError, EXIT } from '../exit-codes';
import { JSON_OPTION } from '../common-options';
import { findProject } from '../find-project';
import { interruptSignal } from '../interrupt';
import { editorOf } from '../open-session';
import { readyOf } from '../ready';

/** How often it is looked whether the window lets agents in (milliseconds). */
const LOOK_MS = 100;

const DOCTOR = 'What it says is above. skywalker doctor looks at the machine.';

export const openCommand: Command = {
  name: 'open',
  summary: 'Opens a project in a window.',
  usage: ['[DIR]'],
  details: [
    'Stays until the window is closed, and says on stderr where agents connect.',
    'With --json it prints one line of JSON when they can: {"socket", "url", "port", "pid", "project", "token_file"}. Where the project is open already it prints the line and ends, with "already_open": true.',
  ],
  options: { ...JSON_OPTION },
  values: ['folders'],

  async run(call: Invocation): Promise<number> {
    const [given] = call.arguments(0, 1, 'Nothing');
    const { io } = call;
    const folder = findProject(io, given);
    const open = await editorOf(folder);
    if (open) {
      if (call.flag('json')) io.out(JSON.stringify({ ...readyOf(open), already_open: true }));
      else io.err(`${folder} is open already, in process ${open.pid}.`);
      return EXIT.ok;
    }
    const root = productFolder();
    if (root === undefined)
      throw new CommandError(EXIT.unreachable, 'The program that opens the window was not found.');
    const [program, args] = windowOf(root, folder);
    const child = spawn(program, args, {
      // Its standard output too is words for the person.
      stdio: ['ignore', process.stderr, 'inherit'],
      env: { ...process.env, INIT_CWD: io.cwd },
    });
    interruptSignal().addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    const ended = new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => resolve(code === 0 ? EXIT.ok : EXIT.failed));
    });
    if (call.flag('json')) await tellWhenReady(call, folder, ended);
    const code = await ended;
    if (code !== EXIT.ok && !interruptSignal().aborted)
      throw new CommandError(EXIT.failed, 'The window could not be opened, or did not end well.', DOCTOR);
    return code;
  },
};

/** Prints where agents connect as soon as they can; nothing where the window has ended before. */
async function tellWhenReady(call: Invocation, folder: string, ended: Promise<number>): Promise<void> {
  let over = false;
  const end = ended.then(
    () => void (over = true),
    () => void (over = true),
  );
  while (!over) {
    const open = await editorOf(folder);
    if (open !== undefined) return call.io.out(JSON.stringify(readyOf(open)));
    await Promise.race([end, pause(LOOK_MS)]);
  }
}

/** What opens the window: the installed application, or in a source tree the script that builds and starts it. */
function windowOf(root: string, folder: string): [program: string, args: readonly string[]] {
  const program = installedProgram(root);
  if (program === undefined) return [process.execPath, [join(root, 'scripts', 'start.mjs'), folder]];
  if (!existsSync(program)) {
    throw new CommandError(
      EXIT.unreachable,
      `${program}, the program that opens the window, is not there.`,
      'Install Skywalker anew: the command was moved away from it.',
    );
  }
  // As root, Chromium's own sandbox does not start.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  return [program, [...(asRoot ? ['--no-sandbox'] : []), folder]];
}

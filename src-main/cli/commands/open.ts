/** `skywalker open`: opens the editor's window on a project. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command, Invocation } from '../command';
import { productFolder } from '../../server/product-folder';
import { CommandError, EXIT } from '../exit-codes';
import { findProject } from '../find-project';
import { interruptSignal } from '../interrupt';
import { editorOf } from '../open-session';

export const openCommand: Command = {
  name: 'open',
  summary: 'Opens a project in a window.',
  usage: ['[DIR]'],
  details: ['Stays until the window is closed, and says on stderr where agents connect.'],
  options: {},
  values: ['folders'],

  async run(call: Invocation): Promise<number> {
    const [given] = call.arguments(0, 1, 'Nothing');
    const { io } = call;
    const folder = findProject(io, given);
    const open = await editorOf(folder);
    if (open) {
      io.err(`${folder} is open already, in process ${open.pid}.`);
      return EXIT.ok;
    }
    const root = productFolder();
    if (root === undefined)
      throw new CommandError(EXIT.unreachable, 'The program that opens the window was not found.');
    const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), folder], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, INIT_CWD: io.cwd },
    });
    interruptSignal().addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => resolve(code === 0 ? EXIT.ok : EXIT.failed));
    });
  },
};

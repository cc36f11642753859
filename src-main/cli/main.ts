/** The `skywalker` command. */
import { COMMANDS } from './commands';
import { interrupt } from './interrupt';
import { Io } from './io';
import { runCommandLine } from './run';

// `skywalker tools | head` ends when head has seen enough: that is no error. What was begun is still finished, so that a
// call whose output nobody reads saves its scene all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    if (stream === process.stdout) interrupt();
  });
}

// Standard output is for results, and in `mcp` for the protocol: whatever else would write there goes to stderr.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

const { stdin, stdout, stderr, env } = process;
const io = new Io({ stdin, stdout, stderr, env, cwd: process.cwd() });
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), io);
await Promise.all([flushed(stdout), flushed(stderr)]);
// What is open by now is a mistake of ours; a command that has done its work must not hang for it.
process.exit();

/** Resolves when everything is written, or never will be. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength === 0 || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ['drain', 'close', 'error']) stream.once(event, () => resolve());
  });
}

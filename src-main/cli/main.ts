/** The `skywalker` command. */
import { COMMANDS } from './commands';
import { Io } from './io';
import { runCommandLine } from './run';

// `skywalker tools | head` ends when head has seen enough: that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

// Standard output is for results, and in `mcp` for the protocol: whatever else would write there goes to stderr.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

const { stdin, stdout, stderr, env } = process;
const io = new Io({ stdin, stdout, stderr, env, cwd: process.cwd() });
process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), io);
// What is open by now is a mistake of ours; a command that has done its work must not hang for it.
if (stdout.writableLength === 0) process.exit();
else stdout.once('drain', () => process.exit());

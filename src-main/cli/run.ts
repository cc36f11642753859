/** Runs one command line. */
import { didYouMean } from '../engine/text/suggest';
import { parseInvocation, type Command } from './command';
import { CommandError, EXIT, nameOfExit } from './exit-codes';
import { helpOf, overview } from './help';
import type { Io } from './io';

const DEBUG = 'SKYWALKER_DEBUG=1 shows where in the program that was.';

/** Gives the exit code. Never throws: what goes wrong is said on stderr, and on stdout too where it is to be JSON. */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  io: Io,
): Promise<number> {
  const [first, ...rest] = args;
  try {
    if (first === undefined) {
      io.err(overview(commands, io.columns));
      return EXIT.usage;
    }
    if (first === 'help' || first === '--help' || first === '-h')
      return showHelp(
        commands,
        rest.find((word) => !word.startsWith('-')),
        io,
      );
    const name = first === '--version' || first === '-V' ? 'version' : first;
    const command = find(commands, name, rest);
    if (beforeEnd(rest).some((word) => word === '--help' || word === '-h'))
      return showHelp(commands, name, io);
    return await command.run(parseInvocation(command, rest, io));
  } catch (error) {
    const found =
      error instanceof CommandError ? error : new CommandError(EXIT.failed, describe(error), DEBUG);
    const { exit, message } = found;
    const isCommand = commands.some(({ name }) => name === first);
    const hint =
      found.hint ?? (exit === EXIT.usage && isCommand ? `See: skywalker ${first ?? ''} --help` : undefined);
    io.errStyled(`${io.paint('stderr', 'red', 'error:')} ${io.paint('stderr', 'bold', message)}`);
    if (hint !== undefined) io.err(hint);
    if ((io.env['SKYWALKER_DEBUG'] ?? '') !== '' && error instanceof Error && found !== error)
      io.err(error.stack ?? '');
    // A program that reads JSON gets an object whatever happens.
    if (isCommand && beforeEnd(rest).includes('--json') && !io.wrote)
      io.out(JSON.stringify({ ok: false, error: { code: nameOfExit(exit), message, hint } }, null, 2));
    return exit;
  }
}

/** What may be options: everything before `--`. */
function beforeEnd(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end === -1 ? args : args.slice(0, end);
}

function showHelp(commands: readonly Command[], name: string | undefined, io: Io): number {
  const { columns } = io;
  io.out(name === undefined ? overview(commands, columns) : helpOf(find(commands, name), columns));
  return EXIT.ok;
}

function find(commands: readonly Command[], name: string, rest: readonly string[] = []): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  if (name.startsWith('-')) {
    const meant = rest.find((word) => commands.some((candidate) => candidate.name === word));
    throw new CommandError(
      EXIT.usage,
      `"${name}" stands where the command has to.`,
      meant === undefined
        ? 'skywalker help lists the commands.'
        : `Options follow it: skywalker ${meant} ${name}`,
    );
  }
  const names = ['help', ...commands.map((candidate) => candidate.name)];
  throw new CommandError(
    EXIT.usage,
    `There is no command "${name}".`,
    didYouMean(name, names) ?? 'skywalker help lists them.',
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

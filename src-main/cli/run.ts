/** Runs one command line. */
import { didYouMean } from '../engine/text/suggest';
import { parseInvocation, type Command } from './command';
import { CommandError, EXIT } from './exit-codes';
import { helpOf, overview } from './help';
import type { Io } from './io';

/** Gives the exit code. Never throws: what goes wrong is said on stderr. */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  io: Io,
): Promise<number> {
  const [first, ...rest] = args;
  try {
    if (first === undefined) {
      io.err(overview(commands));
      return EXIT.usage;
    }
    if (first === 'help' || first === '--help' || first === '-h') return showHelp(commands, rest[0], io);
    const name = first === '--version' || first === '-V' ? 'version' : first;
    const command = find(commands, name);
    const end = rest.indexOf('--');
    const own = end === -1 ? rest : rest.slice(0, end);
    if (own.includes('--help') || own.includes('-h')) return showHelp(commands, name, io);
    return await command.run(parseInvocation(command, rest, io));
  } catch (error) {
    if (error instanceof CommandError) {
      io.errStyled(`${io.paint('stderr', 'red', 'error:')} ${io.paint('stderr', 'bold', error.message)}`);
      const help = error.exit === EXIT.usage && commands.some(({ name }) => name === first);
      const hint = error.hint ?? (help ? `See: skywalker ${first ?? ''} --help` : undefined);
      if (hint !== undefined) io.err(hint);
      return error.exit;
    }
    io.errStyled(`${io.paint('stderr', 'red', 'error:')} ${io.paint('stderr', 'bold', describe(error))}`);
    if ((io.env['SKYWALKER_DEBUG'] ?? '') !== '' && error instanceof Error) io.err(error.stack ?? '');
    return EXIT.failed;
  }
}

function showHelp(commands: readonly Command[], name: string | undefined, io: Io): number {
  io.out(name === undefined ? overview(commands) : helpOf(find(commands, name)));
  return EXIT.ok;
}

function find(commands: readonly Command[], name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  const names = commands.map((candidate) => candidate.name);
  throw new CommandError(
    EXIT.usage,
    `There is no command "${name}".`,
    didYouMean(name, names) ?? 'skywalker help lists them.',
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

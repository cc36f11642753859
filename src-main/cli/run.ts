/** Runs one command line. */
import { didYouMean } from '../engine/text/suggest';
import { parseInvocation, type Command } from './command';
import { CommandError, EXIT, nameOfExit } from './exit-codes';
import { helpAsJson, helpOf, overview } from './help';
import type { Io } from './io';

const DEBUG = 'SKYWALKER_DEBUG=1 shows where in the program that was.';

/**
 * Gives the exit code. Never throws: what goes wrong is said on stderr. Where it is to be JSON, it is an object in one line:
 * on stdout besides, or on stderr in place of the words where stdout belongs to a protocol.
 */
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
        wantsJson(rest),
      );
    const name = first === '--version' || first === '-V' ? 'version' : first;
    const command = find(commands, name, rest);
    if (beforeEnd(rest).some((word) => word === '--help' || word === '-h'))
      return showHelp(commands, name, io, wantsJson(rest));
    return await command.run(parseInvocation(command, rest, io));
  } catch (error) {
    const found =
      error instanceof CommandError ? error : new CommandError(EXIT.failed, describe(error), DEBUG);
    const { exit, message } = found;
    const command = commands.find(({ name }) => name === first);
    const hint =
      found.hint ?? (exit === EXIT.usage && command ? `See: skywalker ${command.name} --help` : undefined);
    const asJson = JSON.stringify({ ok: false, error: { code: nameOfExit(exit), message, hint } });
    if (command?.speaks === 'protocol' && wantsJson(rest)) {
      io.err(asJson);
      return exit;
    }
    io.errStyled(`${io.paint('stderr', 'red', 'error:')} ${io.paint('stderr', 'bold', message)}`);
    if (hint !== undefined) io.err(hint);
    if ((io.env['SKYWALKER_DEBUG'] ?? '') !== '' && error instanceof Error && found !== error)
      io.err(error.stack ?? '');
    // A program that reads JSON gets an object whatever happens.
    if (wantsJson(args) && !io.wrote) io.out(asJson);
    return exit;
  }
}

/** What may be options: everything before `--`. */
function beforeEnd(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end === -1 ? args : args.slice(0, end);
}

function wantsJson(args: readonly string[]): boolean {
  return beforeEnd(args).includes('--json');
}

function showHelp(commands: readonly Command[], name: string | undefined, io: Io, json: boolean): number {
  const { columns } = io;
  const meant = name === undefined ? undefined : find(commands, name);
  if (json) io.out(JSON.stringify(helpAsJson(meant === undefined ? commands : [meant]), null, 2));
  else io.out(meant === undefined ? overview(commands, columns) : helpOf(meant, columns));
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

/** A pretended terminal or pipe for tests of commands. */
import { PassThrough } from 'node:stream';
import { COMMANDS } from '../commands';
import { Io } from '../io';
import { runCommandLine } from '../run';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed or piped in; the input ends after it. */
  readonly input?: string;
  /** Whether the streams are a terminal. */
  readonly terminal?: boolean;
  /** Characters in a line of the terminal. */
  readonly columns?: number;
}

/** Runs a command line in this process. */
export async function run(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const terminal = surroundings.terminal === true;
  const { columns } = surroundings;
  const stream = (): PassThrough & { isTTY: boolean; columns?: number } =>
    Object.assign(new PassThrough(), { isTTY: terminal, ...(columns === undefined ? {} : { columns }) });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  stdin.end(surroundings.input ?? '');
  const texts = { out: '', err: '' };
  stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString('utf8')));
  stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString('utf8')));
  const io = new Io({
    stdin,
    stdout,
    stderr,
    env: { TERM: 'dumb', ...surroundings.env },
    cwd: surroundings.cwd ?? '/',
  });
  const code = await runCommandLine(COMMANDS, args, io);
  return { code, ...texts };
}

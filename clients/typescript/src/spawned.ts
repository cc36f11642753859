/** An engine without a window, started for this client and ended with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import * as z from 'zod';
import { EngineConnectionError } from './errors';
import { LineBuffer } from './line-buffer';

const READY = z.looseObject({ socket: z.string() });

/** How much of what it says on stderr is told where it does not start. */
const KEPT_CHARACTERS = 2_000;

/** Of the line that says where it listens. */
const MAX_LINE_BYTES = 64 << 10;
/** How long an engine may take to open its project, and to end once it is asked to. */
const START_MS = 60_000;
const STOP_MS = 15_000;

export interface SpawnOptions {
  /** The command and its first arguments; `$SKYWALKER_BIN`, else `skywalker`. */
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export class SpawnedEngine {
  private constructor(
    private readonly child: ChildProcess,
    readonly socket: string,
  ) {}

  /** Throws an `EngineConnectionError` with what it said where it does not start. */
  static async start(project: string, options: SpawnOptions): Promise<SpawnedEngine> {
    const env = options.env ?? process.env;
    const [command = 'skywalker', ...first] = options.command ?? [env['SKYWALKER_BIN'] || 'skywalker'];
    const child = spawn(
      command,
      [...first, 'serve', '--project', project, '--no-http', '--lifeline', '--quiet'],
      { env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let said = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARACTERS)));
    child.stdin.on('error', () => undefined);
    const line = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => refuse(`was not ready within ${START_MS / 1000} s`), START_MS);
      const refuse = (why: string): void => {
        clearTimeout(timer);
        child.kill('SIGKILL');
        reject(
          new EngineConnectionError([`${command} serve ${why}`, said.trim()].join(': ').replace(/: $/, '')),
        );
      };
      child.once('error', (error) => refuse(`can't be started: ${error.message}`));
      child.once('close', (code) => refuse(`ended with code ${code ?? 'none'} before it was ready`));
      const lines = new LineBuffer(MAX_LINE_BYTES);
      const read = (chunk: Buffer): void => {
        const found = lines.take(chunk);
        if (found === undefined) refuse('said a line without an end');
        else if (found[0] !== undefined) {
          clearTimeout(timer);
          child.stdout.off('data', read).resume();
          resolve(found[0]);
        }
      };
      child.stdout.on('data', read);
    });
    const ready = READY.safeParse(parsedJson(line));
    if (!ready.success) {
      child.kill();
      throw new EngineConnectionError(
        `${command} serve said something else than where it listens: ${line.slice(0, 200)}`,
      );
    }
    return new SpawnedEngine(child, ready.data.socket);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Ends it, and resolves when it has gone. */
  async close(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An engine without a window, started for this client and ended with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { EngineConnectionError } from './errors';

const READY = z.looseObject({ socket: z.string() });

/** How much of what it says on stderr is told where it does not start. */
const KEPT_CHARACTERS = 2_000;

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
      const refuse = (why: string): void =>
        reject(
          new EngineConnectionError([`${command} serve ${why}`, said.trim()].join(': ').replace(/: $/, '')),
        );
      child.once('error', (error) => refuse(`can't be started: ${error.message}`));
      child.once('close', (code) => refuse(`ended with code ${code ?? 'none'} before it was ready`));
      createInterface({ input: child.stdout }).once('line', resolve);
    });
    const ready = READY.safeParse(parsedJson(line));
    if (!ready.success) {
      child.kill();
      throw new EngineConnectionError(`${command} serve said something else than where it listens: ${line}`);
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
    await gone;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

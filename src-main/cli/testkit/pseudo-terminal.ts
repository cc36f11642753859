/** A shell at a terminal, for tests of what happens while somebody types. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';

/** Whether a program is there. */
export function installed(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

export interface Terminal {
  /** Types keys, and waits until what appears from then on holds `expected`; gives it. */
  type(keys: string, expected: string | RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Starts a command line at a terminal of 100 × 200 characters, by way of `script` of util-linux. */
export function openTerminal(
  command: string,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const child: ChildProcess = spawn(
    'script',
    ['-qec', `stty cols 100 rows 200; exec ${command}`, '/dev/null'],
    {
      ...options,
      env: { PATH: process.env['PATH'], TERM: 'xterm', LANG: 'C.UTF-8', ...options.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let text = '';
  let look: () => void = () => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    look();
  });
  return {
    type(keys, expected) {
      const from = text.length;
      return new Promise((resolve, reject) => {
        look = () => {
          const seen = text.slice(from);
          if (typeof expected === 'string' ? seen.includes(expected) : expected.test(seen)) resolve(seen);
        };
        void ended.then(() => reject(new Error(`the shell ended; it showed:\n${text}`)));
        child.stdin?.write(keys);
      });
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

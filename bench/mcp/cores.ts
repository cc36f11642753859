/** What a process takes of the cores: of all figures the one that other work on the machine changes the least. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that all threads of a process have had a core; undefined where the system does not tell (it is Linux's). */
export function coreMs(pid: number | undefined): number | undefined {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return undefined;
  }
}

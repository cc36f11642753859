/** The machine's Python, for what is written in it: `clients/python`. */
import { spawnSync } from 'node:child_process';

/** `python3`, or undefined where there is none of 3.10 or later. */
export function findPython(): string | undefined {
  const check = 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else 1)';
  return spawnSync('python3', ['-c', check]).status === 0 ? 'python3' : undefined;
}

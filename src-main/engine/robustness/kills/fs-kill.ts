/**
 * Ends this process by SIGKILL at one of its writing accesses to the disk, counted from 1: before it, after it, or in the
 * middle of what it writes. So a kill comes between any two steps of a change, however short the time between them.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

export type KillWhen = 'before' | 'after' | 'torn';

/** Accesses that change something on the disk. */
const CHANGING = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'ftruncateSync',
  'linkSync',
] as const;
const CHANGING_LATER = ['open', 'rename', 'unlink', 'rm', 'mkdir', 'link'] as const;
const OF_HANDLES = ['write', 'writeFile', 'sync'] as const;

type AnyFunction = (...args: unknown[]) => unknown;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** What is about to be written, cut off; undefined where it is no write of bytes. */
function torn(args: readonly unknown[]): unknown[] | undefined {
  const [file, data, ...rest] = args;
  if (typeof data === 'string') return [file, data.slice(0, Math.floor(data.length / 2))];
  if (!(data instanceof Uint8Array)) return undefined;
  const offset = typeof rest[0] === 'number' ? rest[0] : 0;
  return [file, data, offset, Math.floor((data.length - offset) / 2)];
}

/** Counts from this call on, and kills at the access `at`; never where that is 0. Torn are writes only, so these alone count then. */
export async function killAtAccess(at: number, when: KillWhen): Promise<void> {
  let count = 0;
  const wrap = (original: AnyFunction, cut: boolean): AnyFunction =>
    function (this: unknown, ...args: unknown[]): unknown {
      // Only what writes bytes can be torn.
      if (cut || when !== 'torn') count += 1;
      else return original.apply(this, args);
      if (count !== at) return original.apply(this, args);
      if (when === 'before') die();
      const part = when === 'torn' && cut ? torn(args) : undefined;
      let result: unknown;
      try {
        result = original.apply(this, part ?? args);
      } finally {
        if (!(result instanceof Promise)) die();
      }
      return result instanceof Promise ? result.finally(die) : result;
    };
  const table = fs as unknown as Record<string, AnyFunction>;
  for (const name of CHANGING) {
    const original = table[name];
    if (original !== undefined) table[name] = wrap(original, name === 'writeSync');
  }
  const later = fs.promises as unknown as Record<string, AnyFunction>;
  const handle = await fs.promises.open(process.execPath, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<string, AnyFunction>;
  await handle.close();
  for (const name of CHANGING_LATER) {
    const original = later[name];
    if (original !== undefined) later[name] = wrap(original, false);
  }
  for (const name of OF_HANDLES) {
    const original = prototype[name];
    if (original !== undefined) prototype[name] = wrap(original, false);
  }
  syncBuiltinESMExports();
}

/** The heap of this thread, for runs that make more than they hold. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use, what nobody holds any more and is not yet collected included. */
export const heapBytes = (): number => getHeapStatistics().used_heap_size;

let collector: (() => void) | undefined;

/** A full collection: some milliseconds for each 10 MB in use. Does nothing where the engine below does not offer it. */
export function collectGarbage(): void {
  collector ??= findCollector();
  collector();
}

/** The collector is no part of the language; new contexts have it once this flag is set. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return typeof found === 'function' ? (found as () => void) : () => undefined;
}

/** Long work in slices, so that everything else in this process goes on meanwhile. */

/** Others wait for at most about so long (milliseconds). */
const SLICE = 8;
/** A write to the disk is worth this many characters. */
const ENOUGH = 1 << 18;

/**
 * The same text in larger parts. Making them is interrupted every few milliseconds for whatever else there is to do in this
 * process.
 */
export async function* inSlices(parts: Iterable<string>): AsyncGenerator<string, void> {
  let waiting: string[] = [];
  let length = 0;
  let started = performance.now();
  for (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length >= ENOUGH) {
      yield waiting.join('');
      waiting = [];
      length = 0;
    }
    if (performance.now() - started < SLICE) continue;
    await new Promise((resolve) => setImmediate(resolve));
    started = performance.now();
  }
  yield waiting.join('');
}

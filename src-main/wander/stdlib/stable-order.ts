/** Sorting by numbers that were worked out before: no function is called for each comparison. */

/** Shorter stretches are sorted by insertion. */
const RUN = 8;

/** Positions in the order of their keys, least first; equal keys stay in the order of their positions. */
export function stableOrder(keys: Float64Array): Uint32Array {
  const count = keys.length;
  let order = Uint32Array.from(keys, (_, index) => index);
  for (let start = 0; start < count; start += RUN)
    insertionSort(keys, order, start, Math.min(start + RUN, count));
  let spare = new Uint32Array(count);
  for (let width = RUN; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      merge(keys, order, spare, start, Math.min(start + width, count), Math.min(start + 2 * width, count));
    [order, spare] = [spare, order];
  }
  return order;
}

function insertionSort(keys: Float64Array, order: Uint32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at += 1) {
    const moved = order[at] ?? 0;
    const key = keys[moved] ?? 0;
    let to = at;
    for (; to > start; to -= 1) {
      const before = order[to - 1] ?? 0;
      if ((keys[before] ?? 0) <= key) break;
      order[to] = before;
    }
    order[to] = moved;
  }
}

/** Merges what stands from `start` and from `middle` in `from`, each sorted already, into `to`. */
function merge(
  keys: Float64Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at += 1) {
    const a = from[left] ?? 0;
    const b = from[right] ?? 0;
    // Of equal ones the left one comes first.
    if (left < middle && (right >= end || (keys[a] ?? 0) <= (keys[b] ?? 0))) {
      to[at] = a;
      left += 1;
    } else {
      to[at] = b;
      right += 1;
    }
  }
}

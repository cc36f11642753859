/** How much memory the values take that outlive a run: those of handlers that wait. */
import { BYTES } from '../budget';
import { Cell, Fn, List, MapValue } from '../values';

/** Rough bytes of all that is reached from some values; the count ends above `limit`. */
export function heldBytes(roots: readonly unknown[], limit: number): number {
  const seen = new Set<object>();
  const open: unknown[] = [...roots];
  let bytes = 0;
  while (open.length > 0 && bytes <= limit) {
    const value = open.pop();
    if (typeof value === 'string') bytes += value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    bytes += BYTES.object;
    if (value instanceof List) {
      bytes += BYTES.item * value.items.length;
      for (const item of value.items) open.push(item);
    } else if (value instanceof MapValue) {
      bytes += BYTES.entry * value.size;
      for (const item of value.values()) open.push(item);
    } else if (value instanceof Cell) open.push(value.value);
    else if (value instanceof Fn) for (const cell of value.captured) open.push(cell);
  }
  return bytes;
}

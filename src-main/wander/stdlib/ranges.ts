/** Positions in lists and strings, as scripts give them. */
import type { Run } from '../context';

/** A whole number, from the end when it is negative, brought into 0..length. */
export function clampedIndex(index: number, length: number): number {
  const whole = Math.trunc(index);
  return Math.min(length, Math.max(0, whole < 0 ? whole + length : whole));
}

/** `from` included and `to` excluded, both within 0..length. */
export function sliceBounds(from: number, to: number | undefined, length: number): readonly [number, number] {
  return [clampedIndex(from, length), to === undefined ? length : clampedIndex(to, length)];
}

/** The position of an existing item, negative counting from the end; fails outside, or for a fraction. */
export function existingIndex(run: Run, index: number, length: number, items: string): number {
  if (!Number.isInteger(index)) run.fail(`an index must be a whole number, not ${index}`);
  const position = index < 0 ? index + length : index;
  if (position >= 0 && position < length) return position;
  return run.fail(
    `index ${index} is out of range: there ${length === 1 ? 'is' : 'are'} ${length} ${length === 1 ? items.slice(0, -1) : items}`,
    length === 0
      ? 'It is empty: look at .length first.'
      : `Indexes go from 0 to ${length - 1}, or from -1 down to ${-length} from the end.`,
  );
}

/** What keys mean in the scene tree: ranges, and typing the beginning of a name. */
import type { TreeRow } from './tree-rows';

/** Ids of the rows from one to another, the other last: it is the one that was acted on. The other alone where the first is not there. */
export function rangeOf(rows: readonly TreeRow[], from: number, to: number): readonly number[] {
  const start = rows.findIndex(({ entity }) => entity.id === from);
  const end = rows.findIndex(({ entity }) => entity.id === to);
  if (start < 0 || end < 0) return [to];
  const range = rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ entity }) => entity.id);
  return [...range.filter((id) => id !== to), to];
}

/** Keys that mean something in the tree where no name is being typed. */
const TAKEN = new Set(['j', 'k', 'f', '/', ' ']);

/** Whether a key is a letter of a name; `underWay` while one is being typed. */
export function isTypeAhead(key: string, underWay: boolean): boolean {
  return [...key].length === 1 && (underWay || !TAKEN.has(key));
}

/** So long after a key the next one belongs to the same name; milliseconds. */
const PAUSE = 800;

export class TypeAhead {
  private typed = '';
  private at = Number.NEGATIVE_INFINITY;

  isUnderWay(now: number): boolean {
    return this.typed !== '' && now - this.at < PAUSE;
  }

  /**
   * The row whose name begins with what was typed, from the present one on and round; for the same letter again and again
   * the next one that begins with it. `now` in milliseconds.
   */
  next(key: string, rows: readonly TreeRow[], present: number, now: number): number | undefined {
    this.typed = (this.isUnderWay(now) ? this.typed : '') + key.toLowerCase();
    this.at = now;
    const letters = new Set(this.typed);
    const repeated = letters.size === 1;
    const wanted = repeated ? (this.typed[0] ?? '') : this.typed;
    // A longer beginning may fit where one is; a first letter leads on.
    const start = Math.max(0, repeated ? present + 1 : present);
    for (let step = 0; step < rows.length; step += 1) {
      const index = (start + step) % rows.length;
      if (rows[index]?.entity.name.toLowerCase().startsWith(wanted) === true) return index;
    }
    return undefined;
  }
}

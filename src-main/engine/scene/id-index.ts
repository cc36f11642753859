/** An index from keys to sets of entity ids. */

const NONE: readonly number[] = Object.freeze([]);

class Bucket {
  readonly ids = new Set<number>();
  /** The ids ascending, handed out to readers: replaced, never changed. */
  sorted: readonly number[] | undefined;
}

/**
 * Adding and removing cost the same however many ids a key has; asking for a key's ids costs what it returns, and
 * nothing the second time. Most keys of a name index have one id, which is kept without a set.
 */
export class IdIndex<K> {
  private readonly byKey = new Map<K, number | Bucket>();

  add(key: K, id: number): void {
    const found = this.byKey.get(key);
    if (found === undefined) {
      this.byKey.set(key, id);
      return;
    }
    if (typeof found === 'number') {
      if (found === id) return;
      const bucket = new Bucket();
      bucket.ids.add(found).add(id);
      this.byKey.set(key, bucket);
      return;
    }
    found.ids.add(id);
    found.sorted = undefined;
  }

  remove(key: K, id: number): void {
    const found = this.byKey.get(key);
    if (found === undefined) return;
    if (typeof found === 'number') {
      if (found === id) this.byKey.delete(key);
      return;
    }
    if (!found.ids.delete(id)) return;
    found.sorted = undefined;
    if (found.ids.size === 0) this.byKey.delete(key);
  }

  /** Ascending. A reader may keep the list: later changes do not touch it. */
  get(key: K): readonly number[] {
    const found = this.byKey.get(key);
    if (found === undefined) return NONE;
    if (typeof found === 'number') return [found];
    found.sorted ??= Object.freeze(ascending(found.ids));
    return found.sorted;
  }

  count(key: K): number {
    const found = this.byKey.get(key);
    return found === undefined ? 0 : typeof found === 'number' ? 1 : found.ids.size;
  }

  /** In no particular order. */
  forEach(key: K, visit: (id: number) => void): void {
    const found = this.byKey.get(key);
    if (found === undefined) return;
    if (typeof found === 'number') visit(found);
    else found.ids.forEach(visit);
  }

  keys(): IterableIterator<K> {
    return this.byKey.keys();
  }

  /** The number of keys. */
  get size(): number {
    return this.byKey.size;
  }
}

/** The numbers in ascending order. They mostly are already, which is seen in one pass. */
export function ascending(ids: Iterable<number>): number[] {
  const list = Array.from(ids);
  for (let index = 1; index < list.length; index += 1) {
    if ((list[index - 1] ?? 0) > (list[index] ?? 0)) return list.sort((a, b) => a - b);
  }
  return list;
}

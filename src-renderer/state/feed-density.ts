/**
 * How much happened when, and by whom: the outermost rows of a feed counted into equal stretches of time. The stretches grow
 * as more time is to be shown; hours in which nothing happened are a break. Kept up to date from where something changed.
 */
import { outcomeOf, timeOf, type Feed, type FeedRow, type FeedWatcher } from './feed';
import type { RowTest } from './feed-view';

export interface Slot {
  /** Seconds since the Unix epoch. */
  readonly from: number;
  readonly to: number;
  /** A stretch in which nothing happened, drawn shorter than it is. */
  readonly isBreak: boolean;
  readonly total: number;
  readonly failed: number;
  /** Rows of each actor. */
  readonly actors: ReadonlyMap<string, number>;
}

/** The most that are told apart; beyond, each stands for twice the time. */
export const MOST_SLOTS = 360;
const FIRST_WIDTH = 1 / 8;
/** Seconds without anything that are a break, and how many stretches that is at least. */
const IDLE = 300;
const IDLE_SLOTS = 6;

interface Bucket {
  total: number;
  failed: number;
  readonly actors: Map<string, number>;
}

/** What one row was counted as; undefined where the filter left it out. */
interface Counted {
  readonly time: number;
  readonly actor: string;
  readonly failed: boolean;
}

const NOBODY: ReadonlyMap<string, number> = new Map();

export class FeedDensity implements FeedWatcher {
  dirtyFrom = 0;
  /** Seconds of one stretch. */
  width = FIRST_WIDTH;
  private buckets = new Map<number, Bucket>();
  private counted: (Counted | undefined)[] = [];
  private test: RowTest | undefined;
  private hide: RowTest | undefined;
  private firstTop = 0;
  private slots: readonly Slot[] = [];

  constructor(private readonly feed: Feed) {}

  /** Starts to follow the feed; call the result to stop. */
  follow(): () => void {
    this.dirtyFrom = -Infinity;
    return this.feed.watch(this);
  }

  /** The stretches from the first row that passes to the last, oldest first. The same array until something changed. */
  update(test: RowTest | undefined, hide?: RowTest): readonly Slot[] {
    const { rows, dropped } = this.feed;
    const anew = test !== this.test || hide !== this.hide || dropped !== this.firstTop;
    const from = anew ? 0 : Math.max(0, this.dirtyFrom - dropped);
    this.dirtyFrom = Infinity;
    if (!anew && from >= rows.length && this.counted.length === rows.length) return this.slots;
    this.test = test;
    this.hide = hide;
    this.firstTop = dropped;
    if (from === 0) {
      this.width = FIRST_WIDTH;
      this.buckets = new Map();
      this.counted = [];
    }
    for (const one of this.counted.splice(from)) if (one !== undefined) this.add(one, -1);
    for (let index = from; index < rows.length; index += 1) {
      const row = rows[index];
      if (row === undefined) continue;
      const passes = hide?.(row) !== true && (test === undefined || passesWithin(row, test));
      const one = passes
        ? { time: timeOf(row), actor: actorOf(row), failed: outcomeOf(row) === 'failed' }
        : undefined;
      this.counted.push(one);
      if (one !== undefined) this.add(one, 1);
      if (this.buckets.size > MOST_SLOTS) this.widen();
    }
    this.slots = this.laidOut();
    while (this.slots.length > MOST_SLOTS) {
      this.widen();
      this.slots = this.laidOut();
    }
    return this.slots;
  }

  private add({ time, actor, failed }: Counted, sign: 1 | -1): void {
    const at = Math.floor(time / this.width);
    let bucket = this.buckets.get(at);
    if (bucket === undefined) {
      bucket = { total: 0, failed: 0, actors: new Map() };
      this.buckets.set(at, bucket);
    }
    bucket.total += sign;
    if (failed) bucket.failed += sign;
    const count = (bucket.actors.get(actor) ?? 0) + sign;
    if (count === 0) bucket.actors.delete(actor);
    else bucket.actors.set(actor, count);
    if (bucket.total === 0) this.buckets.delete(at);
  }

  private widen(): void {
    this.width *= 2;
    const merged = new Map<number, Bucket>();
    for (const [at, bucket] of this.buckets) {
      const half = Math.floor(at / 2);
      const known = merged.get(half);
      if (known === undefined) {
        merged.set(half, bucket);
        continue;
      }
      known.total += bucket.total;
      known.failed += bucket.failed;
      for (const [actor, count] of bucket.actors)
        known.actors.set(actor, (known.actors.get(actor) ?? 0) + count);
    }
    this.buckets = merged;
  }

  private laidOut(): readonly Slot[] {
    const { width } = this;
    const slots: Slot[] = [];
    let next: number | undefined;
    for (const [at, bucket] of [...this.buckets].sort(([a], [b]) => a - b)) {
      if (next !== undefined && at > next) {
        const empty = { isBreak: false, total: 0, failed: 0, actors: NOBODY };
        if (at - next > IDLE_SLOTS && (at - next) * width > IDLE)
          slots.push({ ...empty, from: next * width, to: at * width, isBreak: true });
        // One more than may be shown says that it has to be wider.
        else
          for (let gap = next; gap < at && slots.length <= MOST_SLOTS; gap += 1)
            slots.push({ ...empty, from: gap * width, to: (gap + 1) * width });
      }
      slots.push({ from: at * width, to: (at + 1) * width, isBreak: false, ...bucket });
      next = at + 1;
    }
    return slots;
  }
}

/** The place of a moment among the slots, from 0 to their number. */
export function placeOf(slots: readonly Slot[], seconds: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle]?.to ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const slot = slots[low];
  if (slot === undefined) return low;
  return low + Math.max(0, (seconds - slot.from) / (slot.to - slot.from));
}

function actorOf(row: FeedRow): string {
  return (row.event ?? row.children[0]?.event)?.actor ?? '';
}

/** Whether the row, or one below it, passes. */
function passesWithin(top: FeedRow, test: RowTest): boolean {
  const stack = [top];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (test(row)) return true;
    for (const child of row.children) stack.push(child);
  }
  return false;
}

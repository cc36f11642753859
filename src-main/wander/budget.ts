/**
 * What bounds a run: instructions, wall time, a stop flag, memory, call depth. Every bound ends the run at the place where it
 * was passed. All of it but the clock, the flag and the heap is a function of the program and its input alone; and the heap
 * only says whether a run that has made as much as it may hold has dropped it again.
 */
import { Failure, type Site } from './errors';
import type { RunLimits } from './host';

/** How often the clock and the stop flag are looked at, in units of the budget. */
const SLICE = 4096;
/** The same in kernels, which are some times as fast. */
const KERNEL_SLICE = 32_768;

/** Weighted depth of calls within one run, and over all runs that stand on each other (a tool that calls a tool …). */
const MAX_DEPTH = 200;
const MAX_TOTAL_DEPTH = 500;

/** UTF-16 units of one string. */
const MAX_STRING = 1_048_576;
export const MAX_LIST = 1_000_000;
/** How deep values may nest where they are walked as a whole. */
export const MAX_NESTING = 100;
const DEFAULT_MEMORY = 64 * 1_048_576;

/** A run that made as much as it may goes on when it keeps no more than this share of it. */
const MOST_KEPT = 0.75;
/** The heap grows by no more than this many times the run's memory, what is dropped and not yet collected included. */
const HEAP_FACTOR = 4;
const UNITS_PER_COLLECTION = 1_000_000;

/** Rough bytes of things. */
export const BYTES = { list: 48, map: 72, entry: 32, item: 16, object: 40, text: 24, closure: 64 } as const;

/** Strings up to this length are charged in full when they are made. */
const SMALL_STRING = 1024;
const REMEMBERED_STRINGS = 8;

/** The place of what has no place in a text, such as what is done before the first statement. */
const NOWHERE: Site = { start: 0, unit: { source: '' } };

export class Meter {
  /** What is left of the slice; compiled code takes from it directly and calls `refill` when it gets below nothing. */
  fuel = 0;
  /** What is left beyond the slice. */
  private left: number;
  memory: number;
  depth = 0;
  readonly maxDepth: number;
  /** The operation that is under way, for failures. Set before anything that can fail. */
  site: Site = NOWHERE;
  private readonly started: number;
  /** Bytes of the heap when the run began: at its first look at the clock, before it has made anything. */
  private heapBefore: number | undefined;
  private collections = 0;
  /** What was left beyond the slice when the clock or the stop flag ended a kernel. */
  private endedAt: number | undefined;
  private readonly big: { length: number; flat: boolean }[] = [];

  constructor(
    readonly limits: RunLimits,
    /** Depth of the runs that this one stands on. */
    depthBelow: number,
  ) {
    this.left = limits.instructions;
    this.memory = limits.memoryBytes ?? DEFAULT_MEMORY;
    this.maxDepth = Math.min(MAX_DEPTH, MAX_TOTAL_DEPTH - depthBelow);
    this.started = limits.now();
  }

  /** Begins anew: the same bounds for another stretch of the same program. */
  renew(): void {
    this.left = this.limits.instructions;
    this.fuel = 0;
    this.memory = this.limits.memoryBytes ?? DEFAULT_MEMORY;
    this.depth = 0;
    this.big.length = 0;
  }

  /** Bytes made so far, roughly. */
  get made(): number {
    return (this.limits.memoryBytes ?? DEFAULT_MEMORY) - this.memory;
  }

  /** Units used so far; the whole budget once it was passed. */
  get used(): number {
    return Math.min(this.limits.instructions, this.limits.instructions - this.left - this.fuel);
  }

  fail(message: string, hint?: string): never {
    throw new Failure('runtime_error', message, this.site, hint);
  }

  failWith(code: string, message: string, hint?: string): never {
    throw new Failure(code, message, this.site, hint);
  }

  charge(units: number): void {
    if ((this.fuel -= units) < 0) this.refill(this.site);
  }

  /** Starts the next slice, `fuel` having fallen below nothing; or ends the run. */
  refill(site: Site): void {
    const rest = this.left + this.fuel;
    this.site = site;
    if (rest < 0) {
      this.left = 0;
      this.fuel = 0;
      this.failWith(
        'budget_exceeded',
        `the instruction budget of ${this.limits.instructions} is used up`,
        'Do less work in one call, look for a loop that never ends, or raise limits.instructions (at most 50000000).',
      );
    }
    this.fuel = Math.min(SLICE, rest);
    this.left = rest - this.fuel;
    this.checkClock();
  }

  /** What is left beyond the slice: with the fuel, a place to come back to. */
  get beyond(): number {
    return this.left;
  }

  /**
   * Starts the next slice of a kernel (kernel/), `fuel` having fallen below nothing. Below nothing where a bound was passed:
   * then the closures do it all again, and say what it was. A kernel makes nothing, so the heap is not looked at.
   */
  nextSlice(fuel: number): number {
    const { limits } = this;
    const rest = this.left + fuel;
    if (rest < 0) return -1;
    if (limits.stopped?.() === true || limits.now() > limits.deadline) {
      this.endedAt = rest;
      return -1;
    }
    const slice = Math.min(KERNEL_SLICE, rest);
    this.left = rest - slice;
    return slice;
  }

  /** Goes on after a kernel that left so much fuel. False where none was left, and there is no more. */
  goOn(fuel: number): boolean {
    const next = fuel < 0 ? this.nextSlice(fuel) : fuel;
    if (next < 0) return false;
    this.fuel = Math.min(SLICE, next);
    this.left += next - this.fuel;
    return true;
  }

  /** Goes back to where it was before a kernel; but where the time ended, what was used until then was used. */
  goBack(fuel: number, beyond: number): void {
    this.fuel = this.endedAt === undefined ? fuel : 0;
    this.left = this.endedAt ?? beyond;
    this.endedAt = undefined;
  }

  checkClock(): void {
    const { limits } = this;
    if (limits.stopped?.() === true) this.failWith('cancelled', 'the run was stopped');
    if (limits.heapBytes !== undefined) this.checkHeap();
    if (limits.now() <= limits.deadline) return;
    const allowed = Math.max(0, Math.round(limits.deadline - this.started));
    this.failWith(
      'timeout',
      `the run took longer than its time limit of ${allowed} ms`,
      'Do less work in one call, or raise limits.timeout_ms (at most 120000).',
    );
  }

  allocate(bytes: number): void {
    if ((this.memory -= bytes) < 0) this.outOfMemory();
  }

  /**
   * More was made than the run may hold. Where the host can tell how far the heap has grown since the run began, it goes on for
   * as long as most of that is gone again: what the heap has not grown by may be made once more. So a run holds no more than
   * its memory and one value besides, however much it makes and drops.
   */
  outOfMemory(): void {
    const limit = this.limits.memoryBytes ?? DEFAULT_MEMORY;
    let grown = this.grownBy();
    if (grown > limit * MOST_KEPT && this.mayCollect()) grown = this.grownAfterCollection();
    if (grown <= limit * MOST_KEPT) this.memory += limit - Math.max(0, grown);
    if (this.memory < 0) this.failOfMemory(limit);
  }

  private failOfMemory(limit: number): never {
    this.failWith(
      'output_too_large',
      `the values that this run has made take more than ${limit} bytes of memory`,
      'Keep less: handle the data in smaller parts, and change lists and maps in place instead of copying them.',
    );
  }

  /** The last wall, for what the count of bytes does not see: the process must not swell. */
  private checkHeap(): void {
    if (this.heapBefore === undefined) {
      this.heapBefore = this.limits.heapBytes?.();
      return;
    }
    const limit = this.limits.memoryBytes ?? DEFAULT_MEMORY;
    const most = limit * HEAP_FACTOR;
    if (this.grownBy() > most && this.grownAfterCollection() > most) this.failOfMemory(limit);
  }

  /** Bytes that the heap has grown by since the run began; without end where the host can't tell. */
  private grownBy(): number {
    const now = this.limits.heapBytes?.();
    return now === undefined || this.heapBefore === undefined ? Infinity : now - this.heapBefore;
  }

  /** A collection takes as long as the whole process is large, so there is one for so much work and no more. */
  private mayCollect(): boolean {
    return this.used >= (this.collections + 1) * UNITS_PER_COLLECTION;
  }

  private grownAfterCollection(): number {
    this.collections += 1;
    this.limits.collect?.();
    return this.grownBy();
  }

  /** Before a list gets this long. */
  checkListLength(length: number): void {
    if (length <= MAX_LIST) return;
    this.failWith(
      'output_too_large',
      `a list can't have more than ${MAX_LIST} items`,
      'Handle the items in parts.',
    );
  }

  /** Before a string gets this long. */
  checkTextLength(length: number): void {
    if (length <= MAX_STRING) return;
    this.failWith(
      'output_too_large',
      `a string can't be longer than ${MAX_STRING} characters`,
      'Handle the text in parts.',
    );
  }

  /** A string that was made as a whole. */
  madeText(text: string): string {
    this.checkTextLength(text.length);
    this.allocate(BYTES.text + text.length);
    return text;
  }

  /**
   * Joins two strings. The engine below does it without copying, and copies the whole when it is first looked into. So text
   * that grows at its end costs what is added, and its length once when it is used; see `useText`. Which long strings were
   * paid for is remembered by their lengths alone: identity can't be asked for, and comparing would cost what it saves. Each
   * entry was paid in full once, so a script that builds many strings of one length can halve its bill, and no more.
   */
  joinTexts(left: string, right: string): string {
    const length = left.length + right.length;
    this.checkTextLength(length);
    if (length <= SMALL_STRING) {
      this.allocate(BYTES.text + length);
      return left + right;
    }
    const known = this.paid(left.length);
    if (known === undefined) {
      this.allocate(BYTES.text + length);
      this.remember(length);
    } else {
      this.allocate(BYTES.text + right.length);
      known.length = length;
      known.flat = false;
    }
    return left + right;
  }

  /** Before a string is looked into: charges by its size, and where it may still have to be put in one piece, for that. */
  useText(text: string): void {
    const { length } = text;
    if (length <= SMALL_STRING) {
      this.charge(length >> 7);
      return;
    }
    this.charge(length >> 6);
    const known = this.paid(length);
    if (known?.flat === true) return;
    this.allocate(length);
    if (known === undefined) this.remember(length);
    else known.flat = true;
  }

  private paid(length: number): { length: number; flat: boolean } | undefined {
    for (const entry of this.big) if (entry.length === length) return entry;
    return undefined;
  }

  private remember(length: number): void {
    if (this.big.length === REMEMBERED_STRINGS) this.big.shift();
    this.big.push({ length, flat: true });
  }
}

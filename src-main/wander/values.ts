/**
 * What a script can hold. Lists and maps are values to the script; here each is one object that may be held in several
 * places, and is copied when one of them changes it:
 *
 *   While `shared` is false, at most one place (variable, element, entry, cell) holds the object, so that it may be changed
 *   as it stands. Whoever puts an object into a second place calls `share` on it first. A change through a place whose
 *   object is shared puts a copy of it there, and changes that.
 *
 * Vectors, colours and entity handles are never changed, so they need no such care.
 */

import type { Run } from './context';
import type { Site } from './errors';
import type { EntityView } from './host';

export type Value = null | boolean | number | string | Vec | Color | EntityRef | List | MapValue | Fn;

/** Three numbers: metres, degrees, or whatever they stand for. */
export class Vec {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly z: number,
  ) {}
}

/** Channels 0..1, or beyond after arithmetic. */
export class Color {
  constructor(
    readonly r: number,
    readonly g: number,
    readonly b: number,
    readonly a: number,
  ) {}
}

/** A handle of an entity: two handles of one entity are equal. */
export class EntityRef {
  constructor(
    readonly id: number,
    /** The record that was found last, and the scene's version then: only `Run.view` looks at them. */
    public found?: EntityView,
    public version?: number,
  ) {}
}

/** What is copied when it is changed in one of several places. */
abstract class Shareable {
  shared = false;
}

export class List extends Shareable {
  constructor(public items: Value[]) {
    super();
  }

  /** A list of its own with the same items. */
  copy(): List {
    return new List(shareAll(this.items.slice()));
  }
}

/** A variable that closures share. */
export class Cell {
  constructor(public value: Value) {}
}

/** What a function value runs: a function of the program, or one of the standard library. */
export interface Callable {
  readonly name: string;
  /** The fewest arguments that it takes. */
  readonly least: number;
  /** The most; `Infinity` when there is no end. */
  readonly most: number;
  /** Takes what a builtin offers beyond what it has to give, such as the index of an item. */
  readonly takesExtras: boolean;
  /** Runs it. There are as many arguments as it takes, and those that it may keep are shared already. */
  invoke(run: Run, captured: readonly Cell[], args: readonly Value[], callSite: Site): Value;
  /** The same with one argument, or two. */
  invokeOne?(run: Run, captured: readonly Cell[], a: Value, callSite: Site): Value;
  invokeTwo?(run: Run, captured: readonly Cell[], a: Value, b: Value, callSite: Site): Value;
}

export class Fn {
  constructor(
    readonly code: Callable,
    readonly captured: readonly Cell[],
  ) {}

  private static readonly named = new WeakMap<Callable, Fn>();

  /** The value of a function that has a name: one for all its mentions, so that it equals itself. */
  static of(code: Callable): Fn {
    const known = Fn.named.get(code);
    if (known !== undefined) return known;
    const fn = new Fn(code, []);
    Fn.named.set(code, fn);
    return fn;
  }
}

/** Keys and where their values stand, common to all maps that were built in the same way. */
export class Shape {
  private readonly index = new Map<string, number>();
  private next: Map<string, Shape> | undefined;

  private constructor(
    readonly keys: readonly string[],
    /** How many shapes came from one root: one program can't fill the memory with them. */
    private readonly made: { count: number },
  ) {
    keys.forEach((key, slot) => this.index.set(key, slot));
  }

  /** The shape without keys, from which a program's shapes grow. */
  static root(): Shape {
    return new Shape([], { count: 0 });
  }

  /** Where a key's value stands, or -1. */
  slotOf(key: string): number {
    return this.index.get(key) ?? -1;
  }

  /** The shape with one more key; none when the map has so many, or so varied, that a table serves it better. */
  with(key: string): Shape | undefined {
    const known = this.next?.get(key);
    if (known !== undefined) return known;
    if (this.keys.length >= 32 || this.made.count >= 2000) return undefined;
    this.made.count += 1;
    const shape = new Shape([...this.keys, key], this.made);
    this.next ??= new Map();
    this.next.set(key, shape);
    return shape;
  }

  /** The shape with exactly these keys, which differ from each other. */
  extend(keys: readonly string[]): Shape | undefined {
    return keys.reduce<Shape | undefined>((shape, key) => shape?.with(key), this);
  }
}

/** After so many removals, a table is made anew before an entry is added. */
const MAX_REMOVED = 64;

/** Where the values of many keys stand. */
class Table {
  readonly index: Map<string, number>;
  /** The key that was asked for last, and its slot: what is read is often written next. */
  private lastKey: string | undefined;
  private lastSlot = -1;

  constructor(
    entries?: Iterable<readonly [string, number]>,
    /** Entries taken out since it was made; their slots stay empty. */
    public removed = 0,
  ) {
    this.index = new Map(entries);
  }

  slotOf(key: string): number {
    if (key === this.lastKey) return this.lastSlot;
    const slot = this.index.get(key) ?? -1;
    if (slot >= 0) {
      this.lastKey = key;
      this.lastSlot = slot;
    }
    return slot;
  }

  remove(key: string): void {
    this.index.delete(key);
    this.removed += 1;
    this.lastKey = undefined;
  }
}

/** String keys in the order of insertion. Few keys stand in a shape, many in a table; both say in which slot a value stands. */
export class MapValue extends Shareable {
  private constructor(
    /** None when there is a table. */
    public shape: Shape | undefined,
    /** What belongs to the keys. */
    public slots: Value[],
    private table: Table | undefined,
  ) {
    super();
  }

  static empty(root: Shape): MapValue {
    return new MapValue(root, [], undefined);
  }

  static shaped(shape: Shape, slots: Value[]): MapValue {
    return new MapValue(shape, slots, undefined);
  }

  /** From entries whose keys differ, or where the later one wins. */
  static from(root: Shape, entries: Iterable<readonly [string, Value]>): MapValue {
    const map = MapValue.empty(root);
    for (const [key, value] of entries) map.set(key, value);
    return map;
  }

  get size(): number {
    return this.table === undefined ? this.slots.length : this.table.index.size;
  }

  /** Where a key's value stands, or -1. */
  private slotOf(key: string): number {
    if (this.shape !== undefined) return this.shape.slotOf(key);
    return this.table === undefined ? -1 : this.table.slotOf(key);
  }

  get(key: string): Value | undefined {
    const slot = this.slotOf(key);
    return slot < 0 ? undefined : this.slots[slot];
  }

  has(key: string): boolean {
    return this.slotOf(key) >= 0;
  }

  /** Whether the key is new. Overwriting keeps a key's place in the order. */
  set(key: string, value: Value): boolean {
    const slot = this.slotOf(key);
    if (slot >= 0) {
      this.slots[slot] = value;
      return false;
    }
    const longer = this.shape?.with(key);
    if (longer !== undefined) this.shape = longer;
    else {
      // The engine below keeps what was taken out in its chains: keys that come and go would make each look-up a long walk.
      if (this.removed >= MAX_REMOVED) this.renew();
      this.asTable().index.set(key, this.slots.length);
    }
    this.slots.push(value);
    return true;
  }

  /** Whether there was such a key. */
  remove(key: string): boolean {
    const slot = this.slotOf(key);
    if (slot < 0) return false;
    this.asTable().remove(key);
    this.slots[slot] = null;
    return true;
  }

  clear(): void {
    this.shape = undefined;
    this.slots = [];
    this.table = new Table();
  }

  keys(): readonly string[] {
    return this.shape === undefined ? [...(this.table?.index.keys() ?? [])] : this.shape.keys;
  }

  /** In the order of the keys. */
  values(): readonly Value[] {
    if (this.removed === 0) return this.slots;
    return Array.from(this.table?.index.values() ?? [], (slot) => this.slots[slot] ?? null);
  }

  /** A map of its own with the same entries. */
  copy(): MapValue {
    const { table } = this;
    return new MapValue(
      this.shape,
      shareAll(this.slots.slice()),
      table && new Table(table.index, table.removed),
    );
  }

  private get removed(): number {
    return this.table === undefined ? 0 : this.table.removed;
  }

  private asTable(): Table {
    if (this.table !== undefined) return this.table;
    const table = new Table(this.shape?.keys.map((key, slot) => [key, slot]));
    this.shape = undefined;
    this.table = table;
    return table;
  }

  /** Leaves the empty slots behind. */
  private renew(): void {
    const [keys, values] = [this.keys(), this.values()];
    this.slots = [...values];
    this.table = new Table(keys.map((key, slot) => [key, slot]));
  }
}

/** A list or map that is about to stand in a second place; anything else passes as it is. */
export function share(value: Value): Value {
  if (value instanceof Shareable) value.shared = true;
  return value;
}

/** For items that are about to stand in a second list. */
export function shareAll(items: Value[]): Value[] {
  for (const item of items) share(item);
  return items;
}

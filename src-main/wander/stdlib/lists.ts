/** Methods of lists that look into them or change them; those that take functions are in list-functions.ts. */
import { BYTES, MAX_NESTING } from '../budget';
import type { Run } from '../context';
import { equal, finite } from '../operators';
import { withArticle } from '../type-names';
import { List, share, shareAll, type Value } from '../values';
import { fn, method, type StdlibEntry } from './define';
import { existingIndex, clampedIndex, sliceBounds } from './ranges';
import { joinItems } from './text';

const ITEM = [{ name: 'item', type: 'any' }] as const;

/** What holding a value in a list or map takes. */
export function itemBytes(value: Value): number {
  if (typeof value === 'string') return BYTES.item + (value.length > 256 ? value.length : 0);
  return typeof value === 'object' && value !== null ? BYTES.item + BYTES.object : BYTES.item;
}

export const eighth = (list: List): number => 1 + (list.items.length >> 3);
/** For what looks at each item, and does little with it. */
export const half = (list: List): number => 1 + (list.items.length >> 1);

/** Making a list of two, which `zip`, `enumerate` and `entries` do for each pair. */
export const PAIR_COST = 5;

/** A new list of items that already stand somewhere. */
export function listOf(run: Run, items: Value[]): List {
  run.checkListLength(items.length);
  run.allocate(BYTES.list + BYTES.item * items.length);
  return new List(shareAll(items));
}

function indexOf(run: Run, list: List, item: Value): number {
  const { items } = list;
  for (let index = 0; index < items.length; index += 1) {
    run.charge(1);
    if (equal(run, items[index] ?? null, item)) return index;
  }
  return -1;
}

/** Makes room at a position: where an item may be inserted, negative from the end. */
function insertAt(run: Run, list: List, index: number, item: Value): null {
  const { items } = list;
  const position = index < 0 ? index + items.length : index;
  if (!Number.isInteger(index)) run.fail(`an index must be a whole number, not ${index}`);
  if (position < 0 || position > items.length)
    run.fail(`index ${index} is out of range: there are ${items.length} items`);
  run.checkListLength(items.length + 1);
  run.allocate(itemBytes(item));
  items.splice(position, 0, item);
  return null;
}

function flatten(run: Run, list: List, depth: number, into: Value[]): void {
  for (const item of list.items) {
    run.charge(1);
    if (item instanceof List && depth > 0) flatten(run, item, depth - 1, into);
    else into.push(item);
    run.checkListLength(into.length);
  }
}

/** A key under which equal values of simple kinds meet. */
function simpleKey(value: Value): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number') return `n${value === 0 ? 0 : value}`;
  if (typeof value === 'boolean') return value ? 'n1' : 'n0';
  return value === null ? 'none' : undefined;
}

function uniqueItems(run: Run, list: List): Value[] {
  const seen = new Set<string>();
  const others: Value[] = [];
  return list.items.filter((item) => {
    run.charge(5);
    const key = simpleKey(item);
    if (key !== undefined) {
      if (typeof item === 'string') run.useText(item);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    }
    const known = others.some((other) => {
      run.charge(1);
      return equal(run, other, item);
    });
    if (!known) others.push(item);
    return !known;
  });
}

export function sumOf(run: Run, items: readonly Value[]): number {
  const total = items.reduce<number>((sum, item, index) => {
    if (typeof item !== 'number')
      return run.fail(`sum: item ${index} of the list must be a number, not ${withArticle(item)}`);
    return sum + item;
  }, 0);
  return finite(run, total);
}

/** The numbers from a up to b (excluded), in steps. */
function rangeOf(run: Run, from: number, to: number, step: number): List {
  if (step === 0) run.fail('range: the step is 0, so it would never end');
  const count = Math.max(0, Math.ceil((to - from) / step));
  run.checkListLength(count);
  run.charge(count >> 1);
  run.allocate(BYTES.list + BYTES.item * count);
  const items: Value[] = new Array<Value>(count);
  for (let index = 0; index < count; index += 1) items[index] = from + index * step;
  return new List(items);
}

export const LISTS: readonly StdlibEntry[] = [
  method({
    name: 'push',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'item', type: 'any', keeps: true }],
    result: 'none',
    doc: 'Adds an item at the end.',
    example: 'items.push(4)',
    changesReceiver: true,
    cost: 1,
    run: (run, list, item) => {
      run.checkListLength(list.items.length + 1);
      run.allocate(itemBytes(item));
      list.items.push(item);
      return null;
    },
  }),
  method({
    name: 'pop',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'item',
    doc: 'Takes the last item off and gives it.',
    example: 'items.pop()',
    changesReceiver: true,
    cost: 1,
    run: (run, list) => {
      if (list.items.length === 0) run.fail('pop: the list is empty', 'Look at .length first.');
      return list.items.pop() ?? null;
    },
  }),
  method({
    name: 'insert',
    receiver: 'list',
    group: 'list',
    parameters: [
      { name: 'index', type: 'number' },
      { name: 'item', type: 'any', keeps: true },
    ],
    result: 'none',
    doc: 'Puts an item before a position; the length of the list is the place after its end.',
    example: 'items.insert(0, 9)',
    changesReceiver: true,
    cost: eighth,
    run: insertAt,
  }),
  method({
    name: 'remove',
    receiver: 'list',
    group: 'list',
    parameters: ITEM,
    result: 'bool',
    doc: 'Takes out the first item equal to this one; whether there was one.',
    example: 'items.remove(2)',
    changesReceiver: true,
    cost: eighth,
    run: (run, list, item) => {
      const index = indexOf(run, list, item);
      if (index >= 0) list.items.splice(index, 1);
      return index >= 0;
    },
  }),
  method({
    name: 'remove_at',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'index', type: 'number' }],
    result: 'item',
    doc: 'Takes out the item at a position and gives it.',
    example: 'items.remove_at(0)',
    changesReceiver: true,
    cost: eighth,
    run: (run, list, index) =>
      list.items.splice(existingIndex(run, index, list.items.length, 'items'), 1)[0] ?? null,
  }),
  method({
    name: 'clear',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'none',
    doc: 'Takes all items out.',
    example: 'items.clear()',
    changesReceiver: true,
    cost: 1,
    run: (_run, list) => {
      list.items = [];
      return null;
    },
  }),
  method({
    name: 'reverse',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'none',
    doc: 'Turns the order of the items round.',
    example: 'items.reverse()',
    changesReceiver: true,
    cost: eighth,
    run: (_run, list) => {
      list.items.reverse();
      return null;
    },
  }),
  method({
    name: 'contains',
    receiver: 'list',
    group: 'list',
    parameters: ITEM,
    result: 'bool',
    doc: 'Whether an item equal to this one is in it.',
    example: 'items.contains(2)',
    pure: true,
    cost: 1,
    run: (run, list, item) => indexOf(run, list, item) >= 0,
  }),
  method({
    name: 'index_of',
    receiver: 'list',
    group: 'list',
    parameters: ITEM,
    result: 'number',
    doc: 'The position of the first item equal to this one, or -1.',
    example: 'items.index_of(2)',
    pure: true,
    cost: 1,
    run: indexOf,
  }),
  method({
    name: 'slice',
    receiver: 'list',
    group: 'list',
    parameters: [
      { name: 'from', type: 'number' },
      { name: 'to', type: 'number', optional: true },
    ],
    result: 'self',
    doc: 'The items from one position up to another (excluded); negative counts from the end.',
    example: 'items.slice(1, 3)',
    pure: true,
    cost: (list, from, to) => {
      const [start, end] = sliceBounds(from, to, list.items.length);
      return 1 + (Math.max(0, end - start) >> 2);
    },
    run: (run, list, from, to) => listOf(run, list.items.slice(...sliceBounds(from, to, list.items.length))),
  }),
  method({
    name: 'unique',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'self',
    doc: 'Without the items that equal an earlier one.',
    example: '[1, 2, 1].unique()',
    pure: true,
    cost: 1,
    run: (run, list) => listOf(run, uniqueItems(run, list)),
  }),
  method({
    name: 'flatten',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'depth', type: 'number', optional: true }],
    result: 'list',
    doc: 'With the items of the lists in it in their place, one level deep or as deep as said.',
    example: '[[1, 2], [3]].flatten()',
    pure: true,
    cost: eighth,
    run: (run, list, depth = 1) => {
      const items: Value[] = [];
      flatten(run, list, clampedIndex(depth, MAX_NESTING), items);
      return listOf(run, items);
    },
  }),
  method({
    name: 'first',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'item?',
    doc: 'The first item, or none.',
    example: 'items.first()',
    pure: true,
    cost: 1,
    run: (_run, list) => list.items[0] ?? null,
  }),
  method({
    name: 'last',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'item?',
    doc: 'The last item, or none.',
    example: 'items.last()',
    pure: true,
    cost: 1,
    run: (_run, list) => list.items.at(-1) ?? null,
  }),
  method({
    name: 'is_empty',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'bool',
    doc: 'Whether it has no items.',
    example: '[].is_empty()',
    pure: true,
    cost: 1,
    run: (_run, list) => list.items.length === 0,
  }),
  method({
    name: 'join',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'separator', type: 'string', optional: true }],
    result: 'string',
    doc: 'The text forms of the items in one string, with the separator between them.',
    example: '["a", "b"].join(", ")',
    pure: true,
    cost: eighth,
    run: (run, list, separator = '') => joinItems(run, list.items, separator),
  }),
  method({
    name: 'zip',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'other', type: 'list' }],
    result: 'list<list>',
    doc: 'Pairs [item, item of the other list], as many as the shorter one has items.',
    example: '[1, 2].zip(["a", "b"])',
    pure: true,
    cost: (list, other) => 1 + PAIR_COST * Math.min(list.items.length, other.items.length),
    run: (run, list, other) => pairs(run, list.items, other.items),
  }),
  method({
    name: 'enumerate',
    receiver: 'list',
    group: 'list',
    parameters: [],
    result: 'list<list>',
    doc: 'Pairs [position, item].',
    example: '["a", "b"].enumerate()',
    pure: true,
    cost: (list) => 1 + PAIR_COST * list.items.length,
    run: (run, list) => pairs(run, [...list.items.keys()], list.items),
  }),
  fn({
    name: 'range',
    group: 'list',
    parameters: [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'number', optional: true },
      { name: 'step', type: 'number', optional: true },
    ],
    result: 'list<number>',
    doc: 'The whole numbers 0..a, or a..b (the end excluded), or in steps.',
    example: 'range(3)',
    pure: true,
    cost: 1,
    run: (run, a, b, step = 1) => (b === undefined ? rangeOf(run, 0, a, step) : rangeOf(run, a, b, step)),
  }),
];

/** Lists of two: what `zip`, `enumerate` and `entries` give. */
export function pairs(run: Run, left: readonly Value[], right: readonly Value[]): List {
  const count = Math.min(left.length, right.length);
  run.allocate((BYTES.list + 2 * BYTES.item) * count + BYTES.list);
  return new List(
    Array.from(
      { length: count },
      (_, index) => new List([share(left[index] ?? null), share(right[index] ?? null)]),
    ),
  );
}

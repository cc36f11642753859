/**
 * Methods of lists that take functions, and sorting. A list is marked shared before a function is called, so that what the
 * function does to the variable that holds the list can't change the list under the method's feet.
 */
import { BYTES } from '../budget';
import { FunctionCode, leaving } from '../compile/code';
import { recursionFailure, type Run } from '../context';
import { compare, truthy } from '../operators';
import { isPlain, textOf } from '../text';
import { nameOfType } from '../type-names';
import type { Fn } from '../values';
import { List, share, Vec, type Value } from '../values';
import { method, type StdlibEntry } from './define';
import { half, listOf, sumOf } from './lists';
import { greatest, least, numbersIn } from './math';
import { stableOrder } from './stable-order';

const CALLED_WITH_ITEM = ['item', 'number'] as const;
const TEST = [{ name: 'test', type: 'function', calledWith: CALLED_WITH_ITEM }] as const;
const OPTIONAL_TEST = [
  { name: 'test', type: 'function', calledWith: CALLED_WITH_ITEM, optional: true },
] as const;
const OPTIONAL_KEY = [
  { name: 'key', type: 'function', calledWith: CALLED_WITH_ITEM, optional: true },
] as const;

/**
 * Calls a function with an item and, where it takes that, its position. What compiled code does for a call (compile/calls.ts) is
 * done here again for functions of the program, so that V8 can build their bodies into the loops below.
 */
function callWithItem(run: Run, fn: Fn, item: Value, index: number): Value {
  const { code, captured } = fn;
  if (!(code instanceof FunctionCode) || !code.isPlain || code.most > 2 || code.most === 0)
    return run.callWithItem(fn, item, index);
  const { site } = run;
  const before = run.depth;
  if ((run.depth = before + code.depth) > run.maxDepth) throw recursionFailure(site);
  try {
    if ((run.fuel -= code.weight) < 0) run.refill(code.site);
    const frame =
      code.most === 1
        ? code.frameOfOne(captured, share(item))
        : code.frameOfTwo(captured, share(item), index);
    const value = code.body(frame, run);
    run.depth = before;
    run.site = site;
    return value;
  } catch (thrown) {
    throw leaving(run, code.name, site, thrown);
  }
}

/** The same with what has been joined so far. */
function callWithTotal(run: Run, fn: Fn, total: Value, item: Value, index: number): Value {
  const { code, captured } = fn;
  if (!(code instanceof FunctionCode) || !code.isPlain || code.most !== 2)
    return run.call(fn, [total, item, index], 2);
  const { site } = run;
  const before = run.depth;
  if ((run.depth = before + code.depth) > run.maxDepth) throw recursionFailure(site);
  try {
    if ((run.fuel -= code.weight) < 0) run.refill(code.site);
    const value = code.body(code.frameOfTwo(captured, share(total), share(item)), run);
    run.depth = before;
    run.site = site;
    return value;
  } catch (thrown) {
    throw leaving(run, code.name, site, thrown);
  }
}

/** Calls a function with each item and its position, until it says that this is enough. */
function each(run: Run, list: List, fn: Fn, use: (result: Value, item: Value) => boolean | undefined): void {
  list.shared = true;
  const { items } = list;
  for (let index = 0; index < items.length; index += 1) {
    run.charge(1);
    const item = items[index] ?? null;
    if (use(callWithItem(run, fn, item, index), item) === true) return;
  }
}

function mapped(run: Run, list: List, fn: Fn): Value[] {
  list.shared = true;
  const { items } = list;
  const results = items.slice();
  for (let index = 0; index < items.length; index += 1) {
    run.charge(1);
    const result = callWithItem(run, fn, items[index] ?? null, index);
    run.allocate(BYTES.item);
    results[index] = result;
  }
  return results;
}

/** Whether some item passes the test, or is truthy when there is none. */
function someItem(run: Run, list: List, test: Fn | undefined, wanted: boolean): boolean {
  if (test === undefined) return list.items.some((item) => truthy(item) === wanted);
  let found = false;
  each(run, list, test, (result) => (found = truthy(result) === wanted));
  return found;
}

/** Setting up a sort of numbers. */
const SORT_NUMBERS_COST = 10;

/** `n log n`, which is what the best sorts take. */
const sortCost = (count: number): number => Math.ceil(count * Math.log2(count + 1));

/** Text that is compared at no cost, by its UTF-16 units. */
const isShortText = (key: Value): key is string =>
  typeof key === 'string' && key.length <= 64 && isPlain(key);

/** Looks whether the keys have an order, and charges for sorting by them. */
function checkKeys(run: Run, keys: readonly Value[]): void {
  const [first = null] = keys;
  const kind = nameOfType(first);
  if (kind !== 'number' && kind !== 'string' && !(first instanceof Vec)) {
    run.fail(
      `sort can't order ${kind} values`,
      'Numbers, strings and vectors have an order; sort(x => key) sorts by a key.',
    );
  }
  let units = keys.length;
  for (const key of keys) {
    if (nameOfType(key) !== kind) {
      run.fail(
        `sort needs keys of one kind, and found both ${kind} and ${nameOfType(key)}`,
        'sort(x => key) sorts by a key.',
      );
    }
    if (typeof key === 'string') units += key.length >> 6;
  }
  run.charge(sortCost(units));
  run.allocate(BYTES.item * keys.length);
}

/** The order in which items with these keys stand: their positions, least key first, equal keys as they were. */
function orderOf(run: Run, keys: readonly Value[]): readonly number[] | Uint32Array {
  if (typeof keys[0] === 'number') return stableOrder(new Float64Array(keys as readonly number[]));
  // Sort is stable, so that equal keys need no further care.
  return [...keys.keys()].sort((a, b) => compare(run, 'sort', keys[a] ?? null, keys[b] ?? null));
}

function sortedItems(run: Run, list: List, key: Fn | undefined): List {
  const { items } = list;
  if (items.length === 0) return new List([]);
  if (key === undefined && items.every((item) => typeof item === 'number')) {
    run.charge(SORT_NUMBERS_COST + (sortCost(items.length) >> 2));
    run.allocate(BYTES.item * items.length);
    return new List(Array.from(new Float64Array(items as readonly number[]).sort()));
  }
  const keys = key === undefined ? items : mapped(run, list, key);
  checkKeys(run, keys);
  // Equal texts are one and the same: their order needs no keeping.
  if (key === undefined && items.every(isShortText)) return listOf(run, items.slice().sort());
  const order = orderOf(run, keys);
  return listOf(
    run,
    Array.from(order, (index) => items[index] ?? null),
  );
}

/** The item with the least or greatest key; none for an empty list. */
function extreme(run: Run, list: List, key: Fn | undefined, name: 'min' | 'max'): Value {
  if (list.items.length === 0) return null;
  const items = list.items;
  const numbers = numbersIn(run, name, key === undefined ? items : mapped(run, list, key));
  const wanted = name === 'min' ? least(numbers) : greatest(numbers);
  return items[numbers.indexOf(wanted)] ?? null;
}

export const LIST_FUNCTIONS: readonly StdlibEntry[] = [
  method({
    name: 'sort',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_KEY,
    result: 'none',
    doc: 'Sorts the list itself: numbers, strings or vectors ascending, or by a key. sorted() gives a copy.',
    example: 'items.sort()',
    changesReceiver: true,
    replacesReceiver: true,
    cost: half,
    run: sortedItems,
  }),
  method({
    name: 'sorted',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_KEY,
    result: 'self',
    doc: 'A sorted copy: numbers, strings or vectors ascending, or by a key.',
    example: '[3, 1, 2].sorted(n => -n)',
    pure: true,
    cost: half,
    run: sortedItems,
  }),
  method({
    name: 'map',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'change', type: 'function', calledWith: CALLED_WITH_ITEM }],
    result: 'list<given>',
    doc: 'What a function makes of each item (and its position).',
    example: '[1, 2].map(n => n * 10)',
    pure: true,
    cost: 3,
    run: (run, list, change) => new List(mapped(run, list, change)),
  }),
  method({
    name: 'filter',
    receiver: 'list',
    group: 'list',
    parameters: TEST,
    result: 'self',
    doc: 'The items that pass a test.',
    example: '[1, 2, 3].filter(n => n > 1)',
    pure: true,
    cost: 3,
    run: (run, list, test) => {
      const items: Value[] = [];
      each(run, list, test, (result, item) => {
        if (truthy(result)) items.push(item);
        return undefined;
      });
      return listOf(run, items);
    },
  }),
  method({
    name: 'reduce',
    receiver: 'list',
    group: 'list',
    parameters: [
      { name: 'join', type: 'function', calledWith: ['given', 'item', 'number'] },
      { name: 'start', type: 'any', optional: true },
    ],
    result: 'any',
    doc: 'Joins the items one after the other: join(so_far, item). It begins with start, or with the first item.',
    example: '[1, 2, 3].reduce((total, n) => total + n, 0)',
    pure: true,
    cost: 3,
    run: (run, list, join, start) => {
      list.shared = true;
      const { items } = list;
      const from = start === undefined ? 1 : 0;
      let total = start === undefined ? (items[0] ?? null) : start;
      for (let index = from; index < items.length; index += 1) {
        run.charge(1);
        total = callWithTotal(run, join, total, items[index] ?? null, index);
      }
      return total;
    },
  }),
  method({
    name: 'any',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_TEST,
    result: 'bool',
    doc: 'Whether an item passes a test, or is truthy.',
    example: '[1, 2].any(n => n > 1)',
    pure: true,
    cost: half,
    run: (run, list, test) => someItem(run, list, test, true),
  }),
  method({
    name: 'all',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_TEST,
    result: 'bool',
    doc: 'Whether every item passes a test, or is truthy.',
    example: '[1, 2].all(n => n > 1)',
    pure: true,
    cost: half,
    run: (run, list, test) => !someItem(run, list, test, false),
  }),
  method({
    name: 'count',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_TEST,
    result: 'number',
    doc: 'How many items pass a test, or how many there are.',
    example: '[1, 2, 3].count(n => n > 1)',
    pure: true,
    cost: 3,
    run: (run, list, test) => {
      if (test === undefined) return list.items.length;
      let count = 0;
      each(run, list, test, (result) => {
        if (truthy(result)) count += 1;
        return undefined;
      });
      return count;
    },
  }),
  method({
    name: 'sum',
    receiver: 'list',
    group: 'list',
    parameters: OPTIONAL_KEY,
    result: 'number',
    doc: 'The sum of a list of numbers, or of what a function makes of each item.',
    example: '[1, 2, 3].sum()',
    pure: true,
    cost: half,
    run: (run, list, key) => sumOf(run, key === undefined ? list.items : mapped(run, list, key)),
  }),
  ...(['min', 'max'] as const).map((name) =>
    method({
      name,
      receiver: 'list',
      group: 'list',
      parameters: OPTIONAL_KEY,
      result: 'item?',
      doc: `The ${name === 'min' ? 'least' : 'greatest'} number of a list, or the item with the ${name === 'min' ? 'least' : 'greatest'} key; none when it is empty.`,
      example: `[3, 1, 2].${name}()`,
      pure: true,
      cost: (list) => 1 + 2 * list.items.length,
      run: (run, list, key) => extreme(run, list, key, name),
    }),
  ),
  method({
    name: 'find',
    receiver: 'list',
    group: 'list',
    parameters: TEST,
    result: 'item?',
    doc: 'The first item that passes a test, or none.',
    example: '[1, 2, 3].find(n => n > 1)',
    pure: true,
    cost: 3,
    run: (run, list, test) => {
      let found: Value = null;
      each(run, list, test, (result, item) => {
        if (!truthy(result)) return false;
        found = item;
        return true;
      });
      return found;
    },
  }),
  method({
    name: 'group_by',
    receiver: 'list',
    group: 'list',
    parameters: [{ name: 'key', type: 'function', calledWith: CALLED_WITH_ITEM }],
    result: 'map',
    doc: 'A map from the text of each key to the list of the items that have it.',
    example: '[1, 2, 3].group_by(n => n % 2)',
    pure: true,
    cost: 3,
    run: (run, list, key) => {
      const groups = new Map<string, Value[]>();
      each(run, list, key, (result, item) => {
        const name = textOf(run, result);
        run.charge(3);
        run.allocate(BYTES.item);
        const group = groups.get(name);
        if (group !== undefined) group.push(item);
        else {
          run.charge(10);
          run.allocate(BYTES.entry + BYTES.list + name.length);
          groups.set(name, [item]);
        }
        return undefined;
      });
      const map = run.emptyMap();
      for (const [name, items] of groups) map.set(name, listOf(run, items));
      return map;
    },
  }),
];

/** Where this copy of the module was loaded from: see compile/copies.ts. */
export const url: string = import.meta.url;

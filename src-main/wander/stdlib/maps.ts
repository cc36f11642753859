/** Methods of maps. A function gets the key and the value, or the value alone when it takes one argument. */
import { BYTES } from '../budget';
import type { Run } from '../context';
import { truthy } from '../operators';
import type { Fn, List, MapValue } from '../values';
import { share, shareAll, type Value } from '../values';
import { method, type StdlibEntry } from './define';
import { itemBytes, listOf, PAIR_COST, pairs } from './lists';

const KEY = [{ name: 'key', type: 'string' }] as const;
const WITH_ENTRY = ['string', 'item'] as const;

/** Puts an entry into a map that only its place holds. */
export function putEntry(run: Run, map: MapValue, key: string, value: Value): void {
  if (key.length > 128) run.useText(key);
  const isNew = map.set(key, value);
  run.allocate(itemBytes(value) + (isNew ? BYTES.entry + key.length : -BYTES.item));
}

/** What a map with these entries takes. */
function mapBytes(map: MapValue): number {
  return BYTES.map + BYTES.entry * map.size;
}

function callWithEntry(run: Run, fn: Fn, key: string, value: Value): Value {
  return fn.code.most === 1 || !fn.code.takesExtras ? run.call(fn, [value]) : run.call(fn, [key, value], 2);
}

/** Calls a function with each entry. The map is marked shared meanwhile, so that it can't change under our feet. */
function eachEntry(
  run: Run,
  map: MapValue,
  fn: Fn,
  use: (result: Value, key: string, value: Value) => void,
): void {
  map.shared = true;
  const values = map.values();
  map.keys().forEach((key, index) => {
    run.charge(1);
    const value = values[index] ?? null;
    use(callWithEntry(run, fn, key, value), key, value);
  });
}

export const MAPS: readonly StdlibEntry[] = [
  method({
    name: 'size',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'number',
    doc: 'How many entries it has.',
    example: '{a: 1}.size()',
    pure: true,
    cost: 1,
    run: (_run, map) => map.size,
  }),
  method({
    name: 'is_empty',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'bool',
    doc: 'Whether it has no entries.',
    example: '{}.is_empty()',
    pure: true,
    cost: 1,
    run: (_run, map) => map.size === 0,
  }),
  method({
    name: 'get',
    receiver: 'map',
    group: 'map',
    parameters: [
      { name: 'key', type: 'string' },
      { name: 'default', type: 'any', optional: true },
    ],
    result: 'item|any',
    doc: 'The value of a key; the default (or none) when there is no such key.',
    example: '{a: 1}.get("b", 7)',
    pure: true,
    cost: (_map, key) => 1 + (key.length >> 6),
    run: (_run, map, key, fallback = null) => map.get(key) ?? (map.has(key) ? null : fallback),
  }),
  method({
    name: 'set',
    receiver: 'map',
    group: 'map',
    parameters: [
      { name: 'key', type: 'string' },
      { name: 'value', type: 'any', keeps: true },
    ],
    result: 'none',
    doc: 'Puts a value under a key.',
    example: 'stats.set("mp", 5)',
    changesReceiver: true,
    cost: 1,
    run: (run, map, key, value) => {
      putEntry(run, map, key, value);
      return null;
    },
  }),
  ...(['has', 'contains'] as const).map((name) =>
    method({
      name,
      receiver: 'map',
      group: 'map',
      parameters: KEY,
      result: 'bool',
      doc: 'Whether there is such a key.',
      example: `{a: 1}.${name}("a")`,
      pure: true,
      cost: (_map, key) => 1 + (key.length >> 6),
      run: (_run, map, key) => map.has(key),
    }),
  ),
  method({
    name: 'remove',
    receiver: 'map',
    group: 'map',
    parameters: KEY,
    result: 'bool',
    doc: 'Takes an entry out; whether there was one.',
    example: 'stats.remove("hp")',
    changesReceiver: true,
    // Taking a key out of a map of few keys makes a table of it; a table is made anew after many.
    cost: (map, key) => 3 + (key.length >> 6) + (map.shape === undefined ? map.size >> 4 : 3 * map.size),
    run: (_run, map, key) => map.remove(key),
  }),
  method({
    name: 'clear',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'none',
    doc: 'Takes all entries out.',
    example: 'stats.clear()',
    changesReceiver: true,
    cost: 4,
    run: (_run, map) => {
      map.clear();
      return null;
    },
  }),
  method({
    name: 'keys',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'list<string>',
    doc: 'The keys in the order in which they came.',
    example: '{b: 1, a: 2}.keys()',
    pure: true,
    cost: (map) => 1 + (map.size >> 1),
    run: (run, map) => listOf(run, [...map.keys()]),
  }),
  method({
    name: 'values',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'list<item>',
    doc: 'The values in the order of the keys.',
    example: '{b: 1, a: 2}.values()',
    pure: true,
    cost: (map) => 1 + (map.size >> 1),
    run: (run, map) => listOf(run, [...map.values()]),
  }),
  method({
    name: 'entries',
    receiver: 'map',
    group: 'map',
    parameters: [],
    result: 'list<list>',
    doc: 'Pairs [key, value].',
    example: '{a: 1}.entries()',
    pure: true,
    cost: (map) => 1 + PAIR_COST * map.size,
    run: (run, map): List => pairs(run, map.keys(), map.values()),
  }),
  method({
    name: 'merge',
    receiver: 'map',
    group: 'map',
    parameters: [{ name: 'other', type: 'map' }],
    result: 'map',
    doc: "A new map with the entries of both; where both have a key, the other one's value counts.",
    example: '{a: 1}.merge({b: 2})',
    pure: true,
    cost: (map, other) => 5 + 2 * (map.size + other.size),
    run: (run, map, other) => {
      run.allocate(mapBytes(map) + mapBytes(other));
      const merged = map.copy();
      const values = shareAll([...other.values()]);
      other.keys().forEach((key, index) => merged.set(key, values[index] ?? null));
      return merged;
    },
  }),
  method({
    name: 'map',
    receiver: 'map',
    group: 'map',
    parameters: [{ name: 'change', type: 'function', calledWith: WITH_ENTRY }],
    result: 'map',
    doc: 'A map with the same keys and what a function makes of each (key, value).',
    example: '{a: 1}.map((key, value) => value * 10)',
    pure: true,
    cost: 3,
    run: (run, map, change) => {
      const changed = run.emptyMap();
      eachEntry(run, map, change, (result, key) => putEntry(run, changed, key, result));
      return changed;
    },
  }),
  method({
    name: 'filter',
    receiver: 'map',
    group: 'map',
    parameters: [{ name: 'test', type: 'function', calledWith: WITH_ENTRY }],
    result: 'map',
    doc: 'A map of the entries (key, value) that pass a test.',
    example: '{a: 1, b: 2}.filter((key, value) => value > 1)',
    pure: true,
    cost: 3,
    run: (run, map, test) => {
      const kept = run.emptyMap();
      eachEntry(run, map, test, (result, key, value) => {
        if (truthy(result)) putEntry(run, kept, key, share(value));
      });
      return kept;
    },
  }),
];

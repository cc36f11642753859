/** Chance that repeats: each run starts from its seed. */
import { BYTES } from '../budget';
import type { Run } from '../context';
import { finite } from '../operators';
import { List, shareAll } from '../values';
import { fn, type StdlibEntry } from './define';

const between = (run: Run, lo: number, hi: number): number =>
  finite(run, lo + run.random.float() * (hi - lo));

const fraction = (x: number): number => x - Math.floor(x);
const hash = (seed: number): number => fraction(Math.sin(seed * 127.1 + 311.7) * 43758.5453123);
const smooth = (t: number): number => t * t * (3 - 2 * t);
const blend = (a: number, b: number, t: number): number => a * (1 - t) + b * t;

/** Smooth value noise over a lattice, -1..1. */
function noiseAt(x: number, y: number, z: number): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [tx, ty, tz] = [smooth(x - ix), smooth(y - iy), smooth(z - iz)];
  const corner = (dx: number, dy: number, dz: number): number =>
    hash(57 * (ix + dx) + 131 * (iy + dy) + 241 * (iz + dz));
  const row = (dy: number, dz: number): number => blend(corner(0, dy, dz), corner(1, dy, dz), tx);
  const plane = (dz: number): number => (ty === 0 ? row(0, dz) : blend(row(0, dz), row(1, dz), ty));
  return (tz === 0 ? plane(0) : blend(plane(0), plane(1), tz)) * 2 - 1;
}

export const RANDOM: readonly StdlibEntry[] = [
  fn({
    name: 'random',
    group: 'random',
    parameters: [
      { name: 'a', type: 'number', optional: true },
      { name: 'b', type: 'number', optional: true },
    ],
    result: 'number',
    doc: 'A random number in 0..1, in 0..a, or in a..b (the end excluded).',
    example: 'round(random(5, 10), 3)',
    pure: true,
    cost: 1,
    run: (run, a, b) => (b === undefined ? between(run, 0, a ?? 1) : between(run, a ?? 0, b)),
  }),
  fn({
    name: 'random_int',
    group: 'random',
    parameters: [
      { name: 'lo', type: 'number' },
      { name: 'hi', type: 'number' },
    ],
    result: 'number',
    doc: 'A random whole number from lo to hi, both included.',
    example: 'random_int(1, 6)',
    pure: true,
    cost: 1,
    run: (run, lo, hi) => {
      const [from, to] = [Math.ceil(Math.min(lo, hi)), Math.floor(Math.max(lo, hi))];
      if (to < from) run.fail(`random_int: there is no whole number between ${lo} and ${hi}`);
      return finite(run, from + Math.floor(run.random.float() * (to - from + 1)));
    },
  }),
  fn({
    name: 'chance',
    group: 'random',
    parameters: [{ name: 'p', type: 'number' }],
    result: 'bool',
    doc: 'True with this probability (0..1).',
    example: 'chance(0.25)',
    pure: true,
    cost: 1,
    run: (run, p) => run.random.float() < p,
  }),
  fn({
    name: 'pick',
    group: 'random',
    parameters: [{ name: 'items', type: 'list' }],
    result: 'any',
    doc: 'A random item of a list; none when it is empty.',
    example: 'pick(["oak", "pine"])',
    pure: true,
    cost: 1,
    run: (run, list) => list.items[Math.floor(run.random.float() * list.items.length)] ?? null,
  }),
  fn({
    name: 'shuffle',
    group: 'random',
    parameters: [{ name: 'items', type: 'list' }],
    result: 'list',
    doc: 'A copy of a list in random order.',
    example: 'shuffle([1, 2, 3, 4])',
    pure: true,
    cost: (list) => 1 + list.items.length,
    run: (run, list) => {
      run.allocate(BYTES.list + BYTES.item * list.items.length);
      const items = shareAll(list.items.slice());
      for (let last = items.length - 1; last > 0; last -= 1) {
        const other = Math.floor(run.random.float() * (last + 1));
        [items[last], items[other]] = [items[other] ?? null, items[last] ?? null];
      }
      return new List(items);
    },
  }),
  fn({
    name: 'noise',
    group: 'random',
    parameters: [
      { name: 'x', type: 'number' },
      { name: 'y', type: 'number', optional: true },
      { name: 'z', type: 'number', optional: true },
    ],
    result: 'number',
    doc: 'Smooth noise, -1..1: the same for the same place, and close for close ones.',
    example: 'round(noise(0.5), 3)',
    pure: true,
    cost: 5,
    run: (run, x, y = 0, z = 0) => finite(run, noiseAt(x, y, z)),
  }),
  fn({
    name: 'seed',
    group: 'random',
    parameters: [{ name: 'n', type: 'number' }],
    result: 'none',
    doc: 'Starts the random numbers of this run anew from a whole number.',
    example: 'seed(7)',
    cost: 20,
    run: (run, n) => {
      run.random.seed(n);
      return null;
    },
  }),
];

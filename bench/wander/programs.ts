/** The programs, each of which stands in `programs/` once for each language, and what each must give. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonValue } from '../../src-main/wander/host';

export interface BenchProgram {
  readonly name: string;
  /** Whose Wander text it runs, where only Lua's is another one. */
  readonly wander?: string;
  /** What Lua gives, worked out once; the rows of the scan are too many to stand here. */
  readonly expected?: JsonValue;
}

/** In the order of the report. */
export const PROGRAMS: readonly BenchProgram[] = [
  { name: 'calls', expected: 28657 },
  { name: 'loops', expected: [13466, 143] },
  { name: 'floats', expected: 992 },
  { name: 'vectors', expected: 7511.623739 },
  { name: 'vectors-fields', wander: 'vectors', expected: 7511.623739 },
  { name: 'strings', expected: [2763, 26668, 445, 4000] },
  {
    name: 'lists',
    expected: [2262, 10611057, 1137, [19991, 19979, 19963, 19927, 19919, 19891, 19867, 19843, 19819, 19763]],
  },
  { name: 'maps', expected: { most: 62, total: 20000, known: 500, keys: 500 } },
  { name: 'records', expected: { alive: 100, hp: 4950, way: 10561 } },
  { name: 'sorting', expected: [677631991, 2621, 1310, 'name 1', 'name 5454'] },
  { name: 'closures', expected: 5075000 },
  { name: 'scan' },
];

export const SCAN_ARGS = { centre: [0, 0, 0], radius: 40 } as const;

export function wanderOf(folder: string, { name, wander }: BenchProgram): string {
  return sourceOf(folder, `${wander ?? name}.wander`);
}

export function sourceOf(folder: string, file: string): string {
  return readFileSync(join(folder, 'programs', file), 'utf8');
}

export interface BenchEntity {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly position: readonly [number, number, number];
  readonly tags: readonly string[];
  readonly vars: { readonly hp: number; readonly team: string };
}

/** 5,000 entities of a scene, of which the scan finds 1,250. */
export function benchEntities(): BenchEntity[] {
  return Array.from({ length: 5000 }, (_, index) => ({
    id: index + 1,
    name: `Unit ${index + 1}`,
    enabled: true,
    // Every other one is near enough, and of those every other one is strong enough.
    position: [(index % 20) + (index % 2) * 100, index % 3, (index % 31) - 15],
    tags: [index % 5 === 0 ? 'guard' : 'crate'],
    vars: { hp: (index >> 1) % 2 === 0 ? 5 : 11 + (index % 90), team: index % 7 < 3 ? 'red' : 'blue' },
  }));
}

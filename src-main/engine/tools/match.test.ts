import { expect, test } from 'vitest';
import type { Json } from '../json';
import { expectationProblems, matches, matchSubset } from './match';

test.each<[Json, Json | undefined, boolean]>([
  [1, 1.0000005, true],
  [1, 1.00001, false],
  ['a', 'a', true],
  [null, null, true],
  [null, undefined, false],
  [{ a: 1 }, { a: 1, b: 2 }, true],
  [{ a: { b: 1 } }, { a: {} }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [1, 2, 3], false],
  [[{ id: 1 }], [{ id: 1, name: 'x' }], true],
  [{}, { anything: true }, true],
  [{}, [], false],
  [{ toString: 1 }, {}, false],
  [{ $gte: 5 }, 5, true],
  [{ $gt: 5 }, 5, false],
  [{ $gte: 1, $lt: 3 }, 2, true],
  [{ $lte: 'b' }, 'a', true],
  [{ $lt: 3 }, '2', false],
  [{ $len: 3 }, [1, 2, 3], true],
  [{ $len: 2 }, 'é😀', true],
  [{ $len: { $gt: 1 } }, { a: 1 }, false],
  [{ $contains: 'ell' }, 'hello', true],
  [{ $contains: { id: 2 } }, [{ id: 1 }, { id: 2, x: 0 }], true],
  [{ $contains: 'a' }, { a: null }, true],
  [{ $contains: 3 }, [1, 2], false],
  [{ $type: 'integer' }, 3, true],
  [{ $type: 'integer' }, 3.5, false],
  [{ $type: 'array' }, [], true],
  [{ $type: 'null' }, undefined, false],
  [{ $exists: true }, null, true],
  [{ $exists: false }, undefined, true],
  [{ a: { $exists: false } }, {}, true],
])('%j against %j: %j', (expected, actual, holds) => {
  expect(matches(expected, actual)).toBe(holds);
});

test('differences name the place, what was expected, and what is there', () => {
  expect(
    matchSubset(
      { enemies: [{ hp: { $lt: 10 } }, { hp: 1 }], total: 2 },
      { enemies: [{ hp: 12 }, { hp: 2 }, {}] },
      'result',
    ),
  ).toEqual([
    { path: 'result.enemies.length', expected: 2, actual: 3 },
    { path: 'result.enemies[0].hp', expected: { $lt: 10 }, actual: 12 },
    { path: 'result.enemies[1].hp', expected: 1, actual: 2 },
    { path: 'result.total', expected: 2, actual: null },
  ]);
});

test('expectations that could never be met are told apart', () => {
  expect(expectationProblems({ a: { $gtee: 1 } }, 'result')).toEqual([
    '"$gtee" at result.a is no operator. Did you mean "$gte"?',
  ]);
  expect(expectationProblems({ $gte: 1, hp: 2 })[0]).toContain("can't be mixed");
  expect(expectationProblems({ $type: 'text' })[0]).toContain('needs one of null, boolean');
  expect(expectationProblems({ $exists: 1 })).toHaveLength(1);
  expect(expectationProblems({ $gt: true })).toHaveLength(1);
  expect(expectationProblems({ $len: 'x' })).toHaveLength(1);
  expect(expectationProblems([{ ok: { $len: { $gte: 1 } } }, 1, null])).toEqual([]);
});

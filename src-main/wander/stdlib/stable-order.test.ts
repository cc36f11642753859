import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stableOrder } from './stable-order';

const orderOf = (keys: readonly number[]): number[] => [...stableOrder(new Float64Array(keys))];

test('the positions of the least keys come first, and equal keys stay as they were', () => {
  expect(orderOf([])).toEqual([]);
  expect(orderOf([5])).toEqual([0]);
  expect(orderOf([3, 1, 2, 1, 3])).toEqual([1, 3, 2, 0, 4]);
  // Longer than a stretch that is sorted by insertion: three of them, of which the last is short.
  expect(orderOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toEqual([
    9, 8, 18, 7, 17, 6, 16, 5, 15, 4, 14, 3, 13, 2, 12, 1, 11, 0, 10,
  ]);
});

test('it orders as the stable sort of JavaScript does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 300 }), (keys) => {
      expect(orderOf(keys)).toEqual([...keys.keys()].sort((a, b) => keys[a]! - keys[b]!));
    }),
    { seed: 7, numRuns: 200 },
  );
});

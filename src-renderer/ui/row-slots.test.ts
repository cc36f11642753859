import { expect, test } from 'vitest';
import { RowSlots } from './row-slots';

test('rows that stay keep their place, and those that come take the places of those that left', () => {
  const slots = new RowSlots();
  expect(slots.assign(['a', 'b', 'c'])).toEqual([0, 1, 2]);
  expect(slots.assign(['b', 'c', 'd'])).toEqual([1, 2, 0]);
  expect(slots.assign(['c', 'd'])).toEqual([2, 0]);
  expect(slots.assign(['c', 'd', 'e', 'f'])).toEqual([2, 0, 1, 3]);
});

test('no two rows share a place, however far one scrolls', () => {
  const slots = new RowSlots();
  for (let first = 0; first < 1000; first += 7) {
    const count = 5 + (first % 13);
    const places = slots.assign(Array.from({ length: count }, (_, index) => String(first + index)));
    expect(new Set(places).size).toBe(count);
    expect(Math.max(...places)).toBeLessThan(18);
  }
});

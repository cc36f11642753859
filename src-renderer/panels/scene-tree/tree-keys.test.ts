import { expect, test } from 'vitest';
import type { Entity } from '../../../src-preload/contract';
import { isTypeAhead, rangeOf, TypeAhead } from './tree-keys';
import type { TreeRow } from './tree-rows';

const rows = ['Crate', 'Door', 'Dog', 'Lamp', 'Dagger'].map((name, index): TreeRow => ({
  entity: { id: index + 10, name } as Entity,
  depth: 0,
  children: 0,
  open: false,
  fits: true,
}));

test('a range goes either way, with the row that was acted on last', () => {
  expect(rangeOf(rows, 11, 13)).toEqual([11, 12, 13]);
  expect(rangeOf(rows, 13, 11)).toEqual([12, 13, 11]);
  expect(rangeOf(rows, 12, 12)).toEqual([12]);
  expect(rangeOf(rows, 99, 12)).toEqual([12]);
});

test('typing the beginning of a name leads to it, and the same letter again to the next', () => {
  const typing = new TypeAhead();
  expect(typing.next('d', rows, 0, 0)).toBe(1);
  expect(typing.next('o', rows, 1, 100)).toBe(1);
  expect(typing.next('g', rows, 1, 200)).toBe(2);
  // A pause begins anew.
  expect(typing.next('d', rows, 2, 2000)).toBe(4);
  expect(typing.next('d', rows, 4, 2100)).toBe(1);
  expect(typing.next('d', rows, 1, 2200)).toBe(2);
  expect(typing.next('z', rows, 2, 5000)).toBeUndefined();
});

test('keys of the tree keep their meaning until a name is being typed', () => {
  expect(['j', 'k', 'f', '/', ' ', 'Enter', 'ArrowDown'].filter((key) => isTypeAhead(key, false))).toEqual(
    [],
  );
  expect(isTypeAhead('d', false)).toBe(true);
  expect(isTypeAhead('j', true)).toBe(true);
  const typing = new TypeAhead();
  expect(typing.isUnderWay(0)).toBe(false);
  typing.next('d', rows, 0, 0);
  expect([typing.isUnderWay(799), typing.isUnderWay(800)]).toEqual([true, false]);
});

import { expect, test } from 'vitest';
import { nextSorting } from './sort-commands';

test('sorting by a column again turns it round, and once more leaves the table in its own order', () => {
  expect(nextSorting([], 'name')).toEqual([{ id: 'name', desc: false }]);
  expect(nextSorting([{ id: 'name', desc: false }], 'name')).toEqual([{ id: 'name', desc: true }]);
  expect(nextSorting([{ id: 'name', desc: true }], 'name')).toEqual([]);
});

test('counts begin with the highest, and another column takes the place of the one before', () => {
  expect(nextSorting([{ id: 'name', desc: true }], 'calls')).toEqual([{ id: 'calls', desc: true }]);
  expect(nextSorting([{ id: 'calls', desc: true }], 'calls')).toEqual([{ id: 'calls', desc: false }]);
  expect(nextSorting([{ id: 'calls', desc: false }], 'calls')).toEqual([]);
});

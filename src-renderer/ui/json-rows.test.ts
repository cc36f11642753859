import { expect, test } from 'vitest';
import { CHILDREN_AT_ONCE, jsonRows, jsonSummary } from './json-rows';

const none = new Map<string, number>();

test('a closed value is one row, and an open one shows its children in order', () => {
  const value = { a: 1, b: { c: [true, null] } };
  expect(jsonRows(value, new Set(), none).map((row) => row.path)).toEqual(['']);
  expect(jsonRows(value, new Set(['', '/b']), none).map((row) => [row.depth, row.path, row.size])).toEqual([
    [0, '', 2],
    [1, '/a', undefined],
    [1, '/b', 1],
    [2, '/b/c', 2],
  ]);
});

test('a long list shows its first hundred and one row that stands for the rest', () => {
  const rows = jsonRows(
    Array.from({ length: 250 }, (_, index) => index),
    new Set(['']),
    none,
  );
  expect(rows).toHaveLength(1 + CHILDREN_AT_ONCE + 1);
  expect(rows.at(-1)).toMatchObject({ path: '', more: 150 });
  expect(
    jsonRows(
      Array.from({ length: 250 }, (_, i) => i),
      new Set(['']),
      new Map([['', 300]]),
    ),
  ).toHaveLength(251);
});

test('depth costs no stack', () => {
  let value: unknown = 0;
  const open = new Set<string>(['']);
  for (let depth = 0; depth < 20_000; depth += 1) value = [value];
  let path = '';
  for (let depth = 0; depth < 500; depth += 1) open.add((path += '/0'));
  expect(jsonRows(value, open, none)).toHaveLength(502);
});

test('keys with slashes and tildes keep their own openness', () => {
  const rows = jsonRows({ 'a/b': 1, 'a~b': 2 }, new Set(['']), none);
  expect(rows.map((row) => row.path)).toEqual(['', '/a~1b', '/a~0b']);
});

test('a summary tells one object from another and keeps short', () => {
  expect(
    jsonSummary({ id: 12, name: 'Door', position: [1, 2.50001, 3], tags: ['a', 'b'], vars: {} }, 80),
  ).toBe('{ id: 12, name: "Door", position: [1, 2.5, 3], tags: [2], vars: {…} }');
  expect(jsonSummary([])).toBe('[]');
  expect(jsonSummary(['x'.repeat(100)], 40).length).toBeLessThan(50);
});

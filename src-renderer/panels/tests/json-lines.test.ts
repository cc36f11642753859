import { expect, test } from 'vitest';
import { pairLines } from './json-lines';

const brief = (lines: ReturnType<typeof pairLines>): unknown[] =>
  lines.map((line) => [line.path, line.expected ?? '', line.actual ?? '', line.state]);

test('equal places stand beside each other, and only what the engine says differs is marked', () => {
  const lines = pairLines(
    { count: 2, enemies: [{ hp: 3 }] },
    { count: 1, enemies: [{ hp: 3, id: 7 }], note: 'x' },
    new Set(['result.count']),
  );
  expect(brief(lines)).toEqual([
    ['result', '{', '{', 'same'],
    ['result.count', '2', '1', 'different'],
    ['result.enemies', '[', '[', 'same'],
    ['result.enemies[0]', '{', '{', 'same'],
    ['result.enemies[0].hp', '3', '3', 'same'],
    ['result.enemies[0].id', '', '7', 'extra'],
    ['result.enemies[0]', '}', '}', 'same'],
    ['result.enemies', ']', ']', 'same'],
    ['result.note', '', '"x"', 'extra'],
    ['result', '}', '}', 'same'],
  ]);
});

test('a number within the tolerance is the same, since the engine lists no difference there', () => {
  expect(brief(pairLines({ x: 0.3 }, { x: 0.30000000000000004 }, new Set()))[1]).toEqual([
    'result.x',
    '0.3',
    '0.30000000000000004',
    'same',
  ]);
});

test('an operator is one value, shown beside what it was compared with', () => {
  expect(brief(pairLines({ count: { $gte: 1 } }, { count: 0 }, new Set(['result.count'])))[1]).toEqual([
    'result.count',
    '{"$gte":1}',
    '0',
    'different',
  ]);
});

test('an element that is missing is shown as missing', () => {
  expect(brief(pairLines([1, 2], [1], new Set(['result[1]'])))[2]).toEqual(['result[1]', '2', '', 'missing']);
});

test('values of unlike kinds are shown whole', () => {
  expect(brief(pairLines({ a: 1 }, [1], new Set(['result'])))).toEqual([
    ['result', '{"a":1}', '[1]', 'different'],
  ]);
});

import { expect, test } from 'vitest';
import type { Problem } from '../../state/problems-store';
import { nextStop, stopsOf, type TextPlace } from './next-problem';

const at = (line: number, column: number): Problem => ({ severity: 'error', message: 'x', line, column });
const stops = stopsOf([
  { source: 'wander', path: 'b.wander', problems: [at(9, 2), at(3, 1)] },
  { source: 'tests', path: 'b.wander', problems: [at(3, 1)] },
  { source: 'tools', path: 'a.tool.json', problems: [at(0, 0)] },
]);
const shown = (from: TextPlace | undefined, by: 1 | -1): string => {
  const stop = nextStop(stops, from, by);
  return stop === undefined ? 'none' : `${stop.path} ${stop.problem.line}`;
};

test('problems are gone through by file and line, and two at one place are one stop', () => {
  expect(stops.map(({ path, problem }) => `${path} ${problem.line}`)).toEqual([
    'a.tool.json 0',
    'b.wander 3',
    'b.wander 9',
  ]);
});

test('the next is the one behind the caret, and after the last comes the first', () => {
  expect(shown(undefined, 1)).toBe('a.tool.json 0');
  expect(shown({ path: 'a.tool.json', line: 1, column: 1 }, 1)).toBe('b.wander 3');
  expect(shown({ path: 'b.wander', line: 3, column: 1 }, 1)).toBe('b.wander 9');
  expect(shown({ path: 'b.wander', line: 20, column: 1 }, 1)).toBe('a.tool.json 0');
});

test('the previous is the one before it, and before the first comes the last', () => {
  expect(shown({ path: 'b.wander', line: 9, column: 2 }, -1)).toBe('b.wander 3');
  expect(shown({ path: 'b.wander', line: 3, column: 1 }, -1)).toBe('a.tool.json 0');
  expect(shown({ path: 'a.tool.json', line: 1, column: 1 }, -1)).toBe('b.wander 9');
});

test('without problems there is nowhere to go', () => {
  expect(nextStop([], undefined, 1)).toBeUndefined();
});

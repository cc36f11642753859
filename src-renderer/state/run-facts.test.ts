import { expect, test } from 'vitest';
import { logsOf, stackOf, usedText } from './run-facts';

test('a call stack is read frame by frame, and what is no frame is left out', () => {
  const stack = [
    { function: 'half', line: 2, column: 12, file: 'scripts/half.wander' },
    { function: 'run', line: 6 },
    { line: 3 },
    'no frame',
  ];
  expect(stackOf({ stack })).toEqual([
    { function: 'half', line: 2, column: 12, file: 'scripts/half.wander' },
    { function: 'run', line: 6, column: 1 },
  ]);
  expect(stackOf(undefined)).toEqual([]);
  expect(logsOf({ logs: ['a', 1, 'b'] })).toEqual(['a', 'b']);
});

test('what a run used is told with its share of the limit, and little is not nothing', () => {
  expect(usedText(120, 1_000_000)).toBe('120 instructions · 0.012 % of the limit');
  expect(usedText(1_234, 10_000)).toBe('1,234 instructions · 12 % of the limit');
  expect(usedText(1, undefined)).toBe('1 instruction');
  expect(usedText(undefined, 10)).toBeUndefined();
});

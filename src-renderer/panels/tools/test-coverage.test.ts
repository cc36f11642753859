import { expect, test } from 'vitest';
import type { TestRecord } from '../../../src-preload/contract';
import { coverageWords, coveredBy } from './test-coverage';

const record = (missed: readonly number[]): TestRecord => ({
  name: 'one',
  ok: true,
  ms: 1,
  scene_changes: [],
  covers: { unit: 'line', of: 9, missed },
});

test('what one test leaves out and another comes to is covered', () => {
  expect(coveredBy([record([3, 4, 8]), undefined, record([2, 4, 8])])).toEqual({
    unit: 'line',
    of: 9,
    missed: [4, 8],
    runs: 2,
  });
});

test('where no run tells what it came to, nothing is claimed', () => {
  expect(coveredBy([undefined, { name: 'one', ok: true, ms: 1, scene_changes: [] }])).toBeUndefined();
});

test('all is said only of all', () => {
  const words = (missed: readonly number[], of: number): string =>
    coverageWords({ unit: 'line', of, missed, runs: 1 });
  expect(words([], 9)).toBe('all 9 lines of code');
  expect(words([4, 8], 9)).toBe('7 of 9 lines of code (77 %)');
  expect(words([5], 1000)).toBe('999 of 1000 lines of code (99 %)');
  expect(coverageWords({ unit: 'step', of: 1, missed: [], runs: 1 })).toBe('the only step');
});

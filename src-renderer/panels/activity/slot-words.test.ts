import { expect, test } from 'vitest';
import type { Slot } from '../../state/feed-density';
import { slotWords, timeWords } from './slot-words';

const now = Date.now();
const midnight = new Date(now).setHours(0, 0, 0, 0) / 1000;
const slot = (from: number, actors: Record<string, number>, failed = 0): Slot => ({
  from: midnight + from,
  to: midnight + from + 10,
  isBreak: false,
  total: Object.values(actors).reduce((sum, count) => sum + count, 0),
  failed,
  actors: new Map(Object.entries(actors)),
});

test('stretches say when, how many rows, whose, most first, and what failed', () => {
  expect(slotWords([slot(3600, { user: 1 })])).toBe('01:00:00 to 01:00:10: 1 row, You 1');
  expect(slotWords([slot(3600, { user: 1, 'mcp:a/b': 2 }, 1), slot(3610, {}), slot(3620, { user: 4 })])).toBe(
    '01:00:00 to 01:00:30: 7 rows, You 5, a/b 2, 1 failed',
  );
  expect(slotWords([slot(0, {})])).toBe('00:00:00 to 00:00:10: nothing');
});

test('what could not be seen in a name is shown, and many actors are counted', () => {
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`mcp:a${index}`, 9 - index]));
  expect(slotWords([slot(0, many)])).toContain('a3 6, 2 others');
  expect(slotWords([slot(0, { 'mcp:a\u202eb': 1 })])).not.toContain('\u202e');
});

test('another day is named', () => {
  expect(timeWords(midnight + 1, midnight + 1, now)).toBe('00:00:01');
  expect(timeWords(midnight - 86_400 * 3 + 1, midnight, now)).toMatch(/^\w{3} \d{1,2} \d\d:/);
});

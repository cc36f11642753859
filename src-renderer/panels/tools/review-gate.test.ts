import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addSeen,
  countLines,
  gate,
  JUMP_SETTLE_MS,
  rangeWords,
  SETTLE_MS,
  unseen,
  type LineRange,
  type ReviewFacts,
} from './review-gate';

const settled: ReviewFacts = {
  shownHash: 'a',
  currentHash: 'a',
  shownAt: 0,
  focusedAt: 0,
  settleMs: SETTLE_MS,
  busy: false,
};

test('a tool that was just shown takes no decision for half a second (S-14)', () => {
  expect(gate({ ...settled, shownAt: 1000 }, 1499)).toMatchObject({ open: false, why: 'settling' });
  expect(gate({ ...settled, shownAt: 1000 }, 1500)).toEqual({ open: true });
});

test('a tool that comes up after the decision about another takes none for more than a second', () => {
  const jumped = { ...settled, shownAt: 1000, settleMs: JUMP_SETTLE_MS };
  expect(gate(jumped, 2199)).toMatchObject({ open: false, why: 'settling' });
  expect(gate(jumped, 2200)).toEqual({ open: true });
});

test('the click that brings the window to the front decides nothing (S-14)', () => {
  expect(gate({ ...settled, focusedAt: 9990 }, 10_000)).toMatchObject({ open: false, why: 'settling' });
});

test('when the definition changes under the page, its buttons act on nothing', () => {
  expect(gate({ ...settled, currentHash: 'b' }, 10_000)).toMatchObject({ open: false, why: 'changed' });
});

test('a removed tool can’t be decided on', () => {
  expect(gate({ ...settled, currentHash: undefined }, 10_000)).toMatchObject({ open: false, why: 'gone' });
});

test('one decision at a time', () => {
  expect(gate({ ...settled, busy: true }, 10_000)).toMatchObject({ open: false, why: 'busy' });
});

test('a 20,000-line tool whose end was not scrolled to leaves its last lines unseen (S-15)', () => {
  const seen = addSeen(addSeen([], { from: 1, to: 40 }), { from: 35, to: 80 });
  expect(seen).toEqual([{ from: 1, to: 80 }]);
  expect(unseen([{ from: 1, to: 20_000 }], seen)).toEqual([{ from: 81, to: 20_000 }]);
});

test('seen and unseen lines together are all lines, each once', () => {
  const range = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 10 }))
    .map(([from, more]) => ({ from, to: from + more }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
      const seen = ranges.reduce<readonly LineRange[]>(addSeen, []);
      const all = new Set(ranges.flatMap(linesOf));
      expect(seen.flatMap(linesOf)).toEqual([...all].sort((a, b) => a - b));
      const missing = unseen([{ from: 1, to: 75 }], seen);
      expect(countLines(missing) + all.size).toBe(75);
      for (const line of missing.flatMap(linesOf)) expect(all.has(line)).toBe(false);
    }),
  );
});

test('ranges read as words', () => {
  expect(rangeWords([{ from: 4, to: 4 }])).toBe('line 4');
  expect(rangeWords([{ from: 4, to: 9 }])).toBe('lines 4 to 9');
  expect(
    rangeWords([
      { from: 4, to: 9 },
      { from: 20, to: 20 },
    ]),
  ).toBe('lines 4 to 9 and 20');
});

function linesOf(range: LineRange): number[] {
  return Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
}

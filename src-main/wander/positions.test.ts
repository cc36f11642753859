import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineTable } from './positions';

test('lines and columns count from 1, and \\r belongs to the end of its line', () => {
  const lines = new LineTable('ab\r\nc\n\nd');
  expect([0, 2, 3, 4, 6, 7, 8].map((offset) => lines.position(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 1, column: 4 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
  ]);
  expect([lines.endOfLine(1), lines.endOfLine(3), lines.endOfLine(4)]).toEqual([2, 6, 8]);
  expect(lines.offset({ line: 1, column: 99 })).toBe(2);
});

test('a position leads back to its offset', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', '\n', 'é')).map((parts) => parts.join('')),
      fc.nat(50),
      (text, offset) => {
        const lines = new LineTable(text);
        const inside = Math.min(offset, text.length);
        expect(lines.offset(lines.position(inside))).toBe(inside);
      },
    ),
  );
});

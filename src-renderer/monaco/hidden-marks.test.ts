import { expect, test } from 'vitest';
import { hiddenMarks } from './hidden-marks';

test('S-16 what takes no room is marked at its place, and what the editor draws itself is left to it', () => {
  expect(hiddenMarks(['plain', 'a\u200bb\u00ad', '\u202Eabc\u0007', '👍\u{e0072}'])).toEqual([
    { line: 2, column: 2, end: 3, label: 'U+200B' },
    { line: 2, column: 4, end: 5, label: 'U+00AD' },
    { line: 4, column: 3, end: 5, label: 'U+E0072' },
  ]);
});

test('S-17 accents beyond those that a line has room for are counted at their place', () => {
  expect(hiddenMarks([`x Z${'\u0301'.repeat(40)}y\u200b`])).toEqual([
    { line: 1, column: 9, end: 44, label: '35 accents' },
    { line: 1, column: 45, end: 46, label: 'U+200B' },
  ]);
});

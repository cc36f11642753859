import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, changedLines, minimalEdits } from './minimal-edits';

test('equal texts need no edit', () => {
  expect(minimalEdits('a\nb\n', 'a\nb\n')).toEqual([]);
});

test('a changed word is replaced alone (S-39)', () => {
  expect(minimalEdits('fn run(args)\n  return 1\nend\n', 'fn run(args)\n  return 12\nend\n')).toEqual([
    { start: 23, end: 23, text: '2' },
  ]);
});

test('changes far apart become separate edits, so a caret between them stays (S-39)', () => {
  const before = 'one\ntwo\nthree\nfour\nfive\n';
  const after = 'ONE\ntwo\nthree\nfour\nFIVE\n';
  expect(minimalEdits(before, after)).toEqual([
    { start: 0, end: 3, text: 'ONE' },
    { start: 19, end: 23, text: 'FIVE' },
  ]);
});

test('an inserted line leaves the lines around it alone', () => {
  expect(minimalEdits('a\nc\n', 'a\nb\nc\n')).toEqual([{ start: 2, end: 2, text: 'b\n' }]);
});

test('a surrogate pair is never cut in half', () => {
  const edits = minimalEdits('x\u{1F600}y', 'x\u{1F601}y');
  expect(edits).toEqual([{ start: 1, end: 3, text: '\u{1F601}' }]);
});

test('any text becomes any other text', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\n', '  return 1\n', '\r\n', '\u{1F600}\n', 'x');
  const text = fc.array(line, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edits = minimalEdits(before, after);
      expect(applyEdits(before, edits)).toBe(after);
      edits.forEach((edit, index) => expect(edit.start).toBeGreaterThanOrEqual(edits[index - 1]?.end ?? 0));
    }),
  );
});

test('texts that share nothing are replaced as a whole, whatever their size', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `old ${i}\n`).join('');
  const after = Array.from({ length: 3000 }, (_, i) => `new ${i}\n`).join('');
  const edits = minimalEdits(before, after);
  expect(edits).toHaveLength(1);
  expect(applyEdits(before, edits)).toBe(after);
});

test('the lines that differ are told, and a deletion by the line before it', () => {
  expect(changedLines('a\nb\nc\n', 'a\nB\nB2\nc\n')).toEqual([{ from: 2, to: 3 }]);
  expect(changedLines('a\nb\nc\nd\n', 'a\nb\nd\n')).toEqual([{ from: 2, to: 2 }]);
  expect(changedLines('a\n', 'a\n')).toEqual([]);
  expect(changedLines('x\na\n', 'a\n')).toEqual([{ from: 1, to: 1 }]);
});

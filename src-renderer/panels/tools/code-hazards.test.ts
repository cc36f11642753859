import { expect, test } from 'vitest';
import { hazardsOf } from './code-hazards';

test('ordinary code has no hazards and its lines are counted', () => {
  expect(hazardsOf('fn run(args)\n  return 1\nend\n')).toEqual({ lines: 3, hazards: [], untold: 0 });
});

test('a line after 300 blank ones is pointed out (S-15)', () => {
  const report = hazardsOf(`let a = 1\n${'\n'.repeat(300)}destroy e\n`);
  expect(report.hazards).toEqual([
    { line: 2, column: 1, kind: 'blank-run', message: '300 blank lines, then more on line 302' },
  ]);
});

test('a line of 10,000 characters is pointed out with its length (S-15)', () => {
  expect(hazardsOf('x'.repeat(10_000)).hazards).toEqual([
    { line: 1, column: 1, kind: 'long-line', message: 'A line of 10,000 characters' },
  ]);
});

test('text pushed out of view by spaces is pointed out (S-16)', () => {
  expect(hazardsOf(`return 1${' '.repeat(120)}-- or else`).hazards).toEqual([
    { line: 1, column: 9, kind: 'gap', message: '120 spaces, then more text to the right' },
  ]);
});

test('tag characters, zero-width spaces and soft hyphens are pointed out with their code point (S-16)', () => {
  const found = ['\u{E0041}', '\u200B', '\u00AD'].map((character) => hazardsOf(`a${character}b`).hazards);
  expect(found).toEqual([
    [{ line: 1, column: 2, kind: 'hidden', message: 'U+E0041, invisible tag character for “A”' }],
    [{ line: 1, column: 2, kind: 'hidden', message: 'U+200B, zero-width space' }],
    [{ line: 1, column: 2, kind: 'hidden', message: 'U+00AD, soft hyphen' }],
  ]);
});

test('bidirectional overrides, terminal controls and line separators are pointed out (S-17)', () => {
  const messages = ['ab\u202Ec', 'a\u001B[2J', 'a\u009B2J', 'a\u2028b'].map(
    (text) => hazardsOf(text).hazards[0]?.message,
  );
  expect(messages).toEqual([
    'U+202E, right-to-left override',
    'U+001B, escape',
    'U+009B, control sequence introducer',
    'U+2028, line separator',
  ]);
});

test('Arabic, Hebrew and emoji are ordinary text (S-17)', () => {
  expect(hazardsOf('log "مرحبا שלום 👩‍👩‍👧 ❤️ 👍🏽"').hazards).toEqual([]);
});

test('of very many hazards the first are told and the rest counted', () => {
  const report = hazardsOf('a\u200Bb\n'.repeat(500));
  expect(report.hazards).toHaveLength(200);
  expect(report.untold).toBe(300);
});

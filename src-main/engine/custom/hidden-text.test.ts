import { expect, test } from 'vitest';
import { codeProblem, hiddenCharacters, textProblem } from './hidden-text';

test('S-17: ordinary Arabic, Hebrew, Persian, Hindi, Chinese and emoji pass', () => {
  const texts = [
    'ابحث عن الأعداء',
    'מצא אויבים ליד נקודה',
    'می\u200cخواهم',
    'क्\u200dष',
    '寻找敌人',
    '👩‍🚀 flies 🏳️‍🌈 1️⃣ ❤️ 👍🏽',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins',
    'tab\tand\nnew line\r\nand another',
  ];
  for (const text of texts) expect(hiddenCharacters(text), text).toEqual([]);
});

test('S-16: tag characters, joiners between letters, soft hyphens and zero-width spaces are found with what they are', () => {
  expect(hiddenCharacters('a\u{e0041}')).toEqual([
    { code: 'U+E0041', what: 'a tag character', line: 1, column: 2 },
  ]);
  expect(hiddenCharacters('ab\u200dc').map((h) => h.code)).toEqual(['U+200D']);
  expect(hiddenCharacters('x\n co\u00adop').map((h) => [h.code, h.line, h.column])).toEqual([
    ['U+00AD', 2, 4],
  ]);
  expect(textProblem('see\u200bme', 'description')).toBe(
    'description holds a zero-width space (U+200B) at line 1, column 4, which a reviewer would not see',
  );
  // Text behind a flag that is none of the three.
  expect(hiddenCharacters('\u{1f3f4}\u{e0068}\u{e0069}\u{e007f}').length).toBe(3);
});

test('S-17: bidirectional overrides, separators, escapes and half surrogates are found', () => {
  for (const character of [
    '\u202e',
    '\u2066',
    '\u2069',
    '\u2028',
    '\u2029',
    '\u001b',
    '\u009b',
    '\u0000',
    '\ud800',
    '\r',
  ]) {
    expect(hiddenCharacters(`a${character}b`).length, JSON.stringify(character)).toBe(1);
  }
});

test('S-16: text after many empty lines or a very long run of spaces is refused', () => {
  expect(textProblem(`a${'\n'.repeat(200)}b`, 'description')).toContain('empty lines in a row');
  expect(textProblem(`a${' '.repeat(500)}b`, 'title')).toContain('spaces in a row');
  expect(textProblem(`a${'\u00a0'.repeat(500)}b`, 'title')).toContain('spaces in a row');
  expect(textProblem('a\n\n\nb   c', 'description')).toBeUndefined();
});

test('code with a bidirectional override is refused with its line and the escape to write instead', () => {
  expect(codeProblem('fn run(args)\n  let s = "\u202e"\nend')).toEqual({
    message:
      'the code holds a bidirectional override (U+202E), which a reviewer would not see; write it as \\u{202e} in a string',
    line: 2,
    column: 12,
  });
  expect(codeProblem('\ufefffn run(args)\r\nend')).toBeUndefined();
});

test('S-49: a text of nothing but spaces is looked at once, and refused only where something follows', () => {
  const spaces = ' '.repeat(1_000_000);
  expect(textProblem(spaces, 'the text')).toBeUndefined();
  expect(textProblem(`${spaces}x`, 'the text')).toContain('more than 80 spaces in a row in line 1');
  expect(textProblem(`${' '.repeat(80)}x`, 'the text')).toBeUndefined();
  expect(textProblem(`a\n${'\u2003'.repeat(81)}x`, 'the text')).toContain('line 2');
});

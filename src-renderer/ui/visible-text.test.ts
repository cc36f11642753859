import { expect, test } from 'vitest';
import { firstPart, textSegments, visibleText } from './visible-text';

test('text without anything hidden comes back as the same string', () => {
  for (const text of [
    '',
    'Tag entities by tag',
    'a  b',
    'naïve café',
    '日本語',
    'x < y && <img src=x onerror=alert(1)>',
  ])
    expect(visibleText(text)).toBe(text);
});

test('S-17 bidirectional controls, line separators and terminal controls are shown, not obeyed', () => {
  expect(visibleText('user\u202Ecod.exe')).toBe('user⟨U+202E⟩cod.exe');
  expect(visibleText('a\u2066b\u2069c')).toBe('a⟨U+2066⟩b⟨U+2069⟩c');
  expect(visibleText('a\u2028b\u2029c')).toBe('a⟨U+2028⟩b⟨U+2029⟩c');
  expect(visibleText('\u001b[2Jgone')).toBe('⟨U+001B⟩[2Jgone');
  expect(visibleText('\u009b2Jgone')).toBe('⟨U+009B⟩2Jgone');
  expect(visibleText('denied\rapproved by user')).toBe('denied⟨U+000D⟩approved by user');
  expect(visibleText('a\u200bb\ufeffc\u00add')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+00AD⟩d');
});

test('S-17 one record stays one line', () => {
  expect(visibleText('first\napproved by user', 'one')).toBe('first ↵ approved by user');
  expect(visibleText('first\nsecond', 'many')).toBe('first\nsecond');
});

test('S-16 text smuggled in tag characters is shown letter by letter', () => {
  const hidden = [...'rm'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
  expect(textSegments(`ok${hidden}`, 'one')).toEqual([
    { kind: 'text', text: 'ok' },
    { kind: 'mark', label: 'U+E0072', title: 'U+E0072, invisible tag character for “r”' },
    { kind: 'mark', label: 'U+E006D', title: 'U+E006D, invisible tag character for “m”' },
  ]);
});

test('S-16 long runs of spaces and of blank lines become marks that say how long they are', () => {
  expect(visibleText(`a${' '.repeat(200)}b`)).toBe('a⟨200 spaces⟩b');
  expect(visibleText(`a${'\n'.repeat(201)}b`, 'many')).toBe('a\n⟨200 blank lines⟩\nb');
  expect(visibleText(`a${' '.repeat(23)}b`)).toBe(`a${' '.repeat(23)}b`);
  expect(visibleText('a\n\n\n\nb', 'many')).toBe('a\n\n\n\nb');
});

test('S-16 a zero-width joiner between Latin letters is shown', () => {
  expect(visibleText('pay\u200dpal')).toBe('pay⟨U+200D⟩pal');
});

test('S-17 ordinary Arabic, Persian, Hebrew, Hindi and emoji pass unchanged', () => {
  for (const text of [
    'مرحبا بالعالم',
    'می\u200cخواهم',
    'שלום עולם',
    'क्\u200dष',
    '👩\u200d🚀 ❤\ufe0f 👍🏽 1\ufe0f\u20e3',
    '🏳\ufe0f\u200d🌈',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'e\u0301',
  ])
    expect(visibleText(text)).toBe(text);
});

test('S-16 tag characters after a flag that no one recommends are shown', () => {
  expect(visibleText('\u{1f3f4}\u{e0078}\u{e007f}')).toBe('\u{1f3f4}⟨U+E0078⟩⟨U+E007F⟩');
});

test('a lone surrogate, a filler and a braille blank are shown', () => {
  expect(visibleText('a\ud800b')).toBe('a⟨U+D800⟩b');
  expect(visibleText('a\u3164b\u2800c')).toBe('a⟨U+3164⟩b⟨U+2800⟩c');
});

test('a mark never loses the text around it', () => {
  const text = 'x\u200by\u0000z';
  const shown = textSegments(text, 'one').flatMap((segment) =>
    segment.kind === 'text' ? [segment.text] : [],
  );
  expect(shown).toEqual(['x', 'y', 'z']);
});

test('S-17 accents that would be drawn over other lines are counted instead', () => {
  expect(visibleText(`Z${'\u0301'.repeat(40)}algo`)).toBe(`Z${'\u0301'.repeat(5)}⟨35 accents⟩algo`);
  // Hebrew with all its points, and Burmese.
  for (const text of ['שּׁ\u05b8\u0591', 'မြွှိုင့်']) expect(visibleText(text)).toBe(text);
});

test('S-17 of very many hidden characters in a row, the first are told one by one and the rest are counted', () => {
  expect(visibleText(`a${'\u200b'.repeat(1000)}b`)).toBe(`a${'⟨U+200B⟩'.repeat(64)}⟨936 more⟩b`);
  expect(visibleText('a\n'.repeat(3))).toBe('a ↵ a ↵ a ↵ ');
  expect(visibleText(`a${'\n'.repeat(10_000)}b`)).toBe('a⟨10000 line breaks⟩b');
});

test('what is visible already stays as it is', () => {
  for (const text of ['\u202Ea', `a${'\n'.repeat(9)}b`, `Z${'\u0301'.repeat(40)}`, ' '.repeat(90)])
    for (const lines of ['one', 'many'] as const) {
      const shown = visibleText(text, lines);
      expect(visibleText(shown, 'many')).toBe(shown);
    }
});

test('of a long text, the beginning is laid out, in whole characters and lines', () => {
  expect(firstPart('short', 'one')).toBe('short');
  expect(firstPart(`${'x'.repeat(1999)}👍y`, 'one')).toBe('x'.repeat(1999));
  expect(firstPart('a\n'.repeat(10_000), 'many')).toBe('a\n'.repeat(400));
  expect(firstPart('x'.repeat(1_048_576), 'many')).toHaveLength(20_000);
});

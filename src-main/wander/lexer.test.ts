import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lex, type Token } from './lexer';

const words = (source: string): string[] =>
  lex(source)
    .tokens.filter((token) => token.kind !== 'end')
    .map(({ kind, text }) => `${kind}:${text}`);
const codes = (source: string): string[] =>
  lex(source).problems.list.map(({ code, span }) => `${code}@${span.start}-${span.end}`);

test.each([
  [
    '1 2.5 .5 1. 1e3 2.5E-4',
    ['number:1', 'number:2.5', 'number:.5', 'number:1.', 'number:1e3', 'number:2.5E-4'],
  ],
  ['1_000 0xFF 0xff_ff', ['number:1000', 'number:0xFF', 'number:0xffff']],
  ['0..5', ['number:0', 'symbol:..', 'number:5']],
  ['0..=5', ['number:0', 'symbol:..=', 'number:5']],
  ['a.b', ['word:a', 'symbol:.', 'word:b']],
  ['a--b', ['word:a']],
  ['a - -b', ['word:a', 'symbol:-', 'symbol:-', 'word:b']],
  ['a // b\nc', ['word:a', 'word:c']],
  ['x = 1; y = 2', ['word:x', 'symbol:=', 'number:1', 'word:y', 'symbol:=', 'number:2']],
  ['a => b -> c ?? d', ['word:a', 'symbol:=>', 'word:b', 'symbol:->', 'word:c', 'symbol:??', 'word:d']],
])('%j is read as its tokens', (source, expected) => {
  expect(words(source)).toEqual(expected);
  expect(codes(source)).toEqual([]);
});

test.each([
  ['#bad', ['color:bad']],
  ['#face', ['color:face']],
  ['#add it', ['color:add', 'word:it']],
  ['#ff8800', ['color:ff8800']],
  ['#ff880080', ['color:ff880080']],
  ['# bad', []],
  ['#ff', []],
  ['#ff880', []],
  ['#badly', []],
  ['#bad_', []],
])('%j is a colour only with 3, 4, 6 or 8 hex digits and no word behind them', (source, expected) => {
  expect(words(source)).toEqual(expected);
});

test.each([
  ['"a\\n\\t\\"\\\\\\{b\\q"', 'a\n\t"\\{bq'],
  ["'it {stays} \\'so\\''", "it {stays} 'so'"],
  ['"\\u{1F600}\\u{41}"', '😀A'],
  ['"a } b"', 'a } b'],
  ['""', ''],
])('the text of %j is its escapes read', (source, expected) => {
  expect(lex(source).tokens[0]).toMatchObject({ kind: 'string', text: expected });
  expect(codes(source)).toEqual([]);
});

test('a text with values in it is its pieces with the tokens between, however deep they nest', () => {
  expect(words('"a {b + {c: 1}.c} d {"n{1}"}"')).toEqual([
    'string-start:a ',
    'word:b',
    'symbol:+',
    'symbol:{',
    'word:c',
    'symbol::',
    'number:1',
    'symbol:}',
    'symbol:.',
    'word:c',
    'string-middle: d ',
    'string-start:n',
    'number:1',
    'string-end:',
    'string-end:',
  ]);
  expect(words('"{\n1\n}"')).toEqual(['string-start:', 'number:1', 'string-end:']);
});

test.each([
  ['2x', 'invalid_number@0-2'],
  ['1_', 'invalid_number@0-2'],
  ['0x', 'invalid_number@0-2'],
  ['1e999', 'invalid_number@0-5'],
  ['"abc', 'unterminated_string@0-4'],
  ['"abc\ndef"', 'unterminated_string@0-4'],
  ['"\\u{zz}"', 'invalid_escape@1-4'],
  ['"\\u{D800}"', 'invalid_escape@1-9'],
  ['a @ b', 'unexpected_character@2-3'],
  ['a && b', 'unexpected_character@2-4'],
])('%j has one problem', (source, expected) => {
  expect(codes(source)[0]).toBe(expected);
});

test('a "{" that is never closed ends with its line, and the next line is read as usual', () => {
  const source = 'log "hello {name\nlet y = 2';
  expect(codes(source)).toEqual(['unterminated_string@11-16']);
  expect(words(source)).toEqual([
    'word:log',
    'string:hello {name',
    'word:let',
    'word:y',
    'symbol:=',
    'number:2',
  ]);
  expect(codes('log "hello {name"\nlet y = 2')).toEqual(['unterminated_string@11-17']);
});

test('&& and || are read as "and" and "or" and offer to be changed', () => {
  const { tokens, problems } = lex('a && b || c');
  expect(tokens.map((token) => token.text)).toEqual(['a', 'and', 'b', 'or', 'c', '']);
  expect(problems.list.map(({ fix }) => fix?.replacement)).toEqual(['and', 'or']);
});

test('tokens know whether they are the first of their line and whether they touch the one before', () => {
  const [a, open, , b] = lex('a( \n b').tokens as [Token, Token, Token, Token];
  expect([a.newline, open.newline, open.glued]).toEqual([true, false, true]);
  expect(b.kind).toBe('end');
  expect(lex('a( \n b').tokens[2]).toMatchObject({ newline: true, glued: false });
});

const piece = fc.oneof(
  fc.constantFrom(
    '"',
    "'",
    '{',
    '}',
    '\\',
    '\n',
    '\r\n',
    ' ',
    ';',
    '#',
    '#bad',
    '#fffff',
    '--',
    '//',
    '..',
    '..=',
    '.',
    '1',
    '0x',
    '1e',
    '_',
    'end',
    'fn',
    '(',
    ')',
    '[',
    ']',
    '=>',
    '??',
    '&&',
    '$',
    '\u{1F600}',
    '\ud800',
    '\u2028',
    '"a{',
    '}b"',
    '\\u{',
    '“',
  ),
  fc.string({ maxLength: 4 }),
);
const randomText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('tokens and comments tile any text without an overlap, and between them is white space alone', () => {
  fc.assert(
    fc.property(randomText, (source) => {
      const { all } = lex(source);
      let at = 0;
      for (const token of all) {
        expect(source.slice(at, token.start)).toMatch(/^[\s;\ufeff\u00a0]*$/);
        expect(token.start).toBeGreaterThanOrEqual(at);
        if (token.kind !== 'end') expect(token.end).toBeGreaterThan(token.start);
        at = token.end;
      }
      expect(at).toBe(source.length);
      expect(all.at(-1)?.kind).toBe('end');
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['7 // 2', ['comment_behind_value']],
  ['a // args.b', ['comment_behind_value']],
  ['(a + 1) // 2 + 1', ['comment_behind_value']],
  ['n //= 2', ['comment_behind_value']],
  ['4 // 2 is the default', []],
  ['n // count', []],
  ['n // of the two', []],
  ['if a then // 2', []],
  ['n -- 2', []],
  ['n\n// 2', []],
])('a comment that may have been meant to divide is warned of: %j', (source, codes) => {
  expect(lex(source).problems.list.map(({ code }) => code)).toEqual(codes);
});

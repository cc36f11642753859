import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TEXT, patternProblem, SafeRegex, TooManySteps, withinSteps } from './safe-regex';

test('S-49: nested quantifiers take linear time', () => {
  const text = `${'a'.repeat(50_000)}!`;
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(.*a){20}$', '^a*a*a*a*b$', '(x+x+)+y']) {
    expect(new SafeRegex(pattern).test(text), pattern).toBe(false);
  }
});

test.each([
  ['^[a-z_]+$', ['abc', 'a_b'], ['', 'aB', 'é']],
  ['b+', ['abbc', 'b'], ['', 'ac']],
  ['^(?:ab|cd){2,3}$', ['abcd', 'cdcdab'], ['ab', 'abababab']],
  ['^\\d{3}-\\d{4}$', ['555-1234'], ['5555-123', '555-12345']],
  ['^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$', ['#ffffff', '#00aa00ff'], ['#fff', 'ffffff', '#ggffff']],
  ['\\bcat\\b', ['a cat sat', 'cat'], ['concat', 'cats']],
  ['^.$', ['a', '😀', 'é'], ['ab', '', '\n']],
  ['^\\p{Lu}\\p{L}*$', ['Ärger', 'Über'], ['ärger', 'A1']],
  ['^[^\\s/]+$', ['a-b'], ['a b', 'a/b']],
  ['^\\u00e9\\x41\\u{1F600}$', ['éA😀'], ['eA😀']],
  ['^$', [''], ['a']],
  ['^(?<year>\\d{4})$', ['2024'], ['24']],
  ['^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$', ['a.b@c-d.org'], ['a@b', 'a@@b.org']],
  ['^a{0}b$', ['b'], ['ab']],
  ['(|a)+b', ['b', 'aab'], ['c']],
])('the pattern %s matches as in ECMAScript', (pattern, matching, others) => {
  const native = new RegExp(pattern, 'u');
  const safe = new SafeRegex(pattern);
  for (const text of matching) expect([text, safe.test(text), native.test(text)]).toEqual([text, true, true]);
  for (const text of others) expect([text, safe.test(text), native.test(text)]).toEqual([text, false, false]);
});

test.each([
  ['(?=a)b', 'Look-ahead'],
  ['(?<!a)b', 'look-behind'],
  ['(a)\\1', 'Back-references'],
  ['(a', '")" is missing'],
  ['a)', 'closes nothing'],
  ['[a', '"]" is missing'],
  ['a**', 'Two quantifiers'],
  ['+a', 'nothing to repeat'],
  ['a{2', 'count'],
  ['a{3,2}', 'out of order'],
  ['[z-a]', 'out of order'],
  ['((a{100}){100}){100}', 'states'],
  ['a{100000}', 'too large'],
  ['\\', 'single'],
  ['\\y', 'means nothing'],
  ['\\p{Nope}', 'no Unicode property'],
  ['('.repeat(60) + ')'.repeat(60), 'nested'],
  ['a'.repeat(1_001), '1001 characters'],
])('the pattern %s is refused with the reason', (pattern, reason) => {
  expect(patternProblem(pattern)).toContain(reason);
});

test('search finds the leftmost start, in UTF-16 units', () => {
  expect(new SafeRegex('abcd|c').search('xabcd')).toBe(1);
  expect(new SafeRegex('c').search('😀c')).toBe(2);
  expect(new SafeRegex('z').search('abc')).toBe(-1);
});

test('a text beyond the limit does not match', () => {
  expect(new SafeRegex('a').test('a'.repeat(MAX_TEXT))).toBe(true);
  expect(new SafeRegex('a').test('a'.repeat(MAX_TEXT + 1))).toBe(false);
});

test('agrees with the platform on random patterns and texts', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '(a|b)',
    '(?:ab)',
    '\\w',
    'c?',
    '(a|)',
    '^',
    '$',
    '\\b',
  );
  const piece = fc
    .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '*?'))
    .map(([item, count]) => (/^(?:\^|\$|\\b|c\?)$/.test(item) ? item : item + count));
  const pattern = fc
    .array(piece, { maxLength: 6 })
    .chain((items) => fc.constantFrom(items.join(''), items.join('|'), `(${items.join('')})*`));
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 8 }),
      (source, text) => {
        expect(new SafeRegex(source).test(text)).toBe(new RegExp(source, 'u').test(text));
        expect(new SafeRegex(source).search(text)).toBe(text.search(new RegExp(source, 'u')));
      },
    ),
    { numRuns: 500 },
  );
});

test('S-49: work with expressions ends where they take more steps than they were given, and the bound ends with it', () => {
  const regex = new SafeRegex('(a?){200}b');
  const text = 'a'.repeat(5_000);
  expect(() => withinSteps(100_000, () => regex.test(text))).toThrow(TooManySteps);
  // Within more, less still counts.
  expect(() => withinSteps(1_000, () => withinSteps(1e9, () => regex.test(text)))).toThrow(TooManySteps);
  expect(withinSteps(1e9, () => regex.test(text))).toBe(false);
  expect(regex.test(text)).toBe(false);
});

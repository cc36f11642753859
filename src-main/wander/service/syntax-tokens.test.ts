import { expect, test } from 'vitest';
import { syntaxTokens } from './syntax-tokens';

test('keywords, strings, numbers and comments stand between the names; a member called like a keyword is none', () => {
  const text = 'fn f(e)\n  -- why\n  return "a {e.end} b" + 1 + #fff\nend';
  const found = syntaxTokens(text, { mode: 'script' }).map(
    ({ span, type }) => `${type} ${text.slice(span.start, span.end)}`,
  );
  expect(found).toEqual([
    'keyword fn',
    'function f',
    'parameter e',
    'comment -- why',
    'keyword return',
    'string "a {',
    'parameter e',
    'property end',
    'string } b"',
    'number 1',
    'number #fff',
    'keyword end',
  ]);
});

test('no two tokens overlap in a text with errors', () => {
  const text = 'fn f(\n"open {a\nlet x = "y\n#fff -- c\nmatch when 3 "';
  const found = syntaxTokens(text, { mode: 'script' });
  found.forEach(({ span }, index) =>
    expect(span.start).toBeGreaterThanOrEqual(found[index - 1]?.span.end ?? 0),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locateInJson, parseJsonText, parseReviewedJson } from './json-text';

const errorOf = (text: string): string => {
  const parsed = parseJsonText(text);
  return parsed.ok ? 'ok' : `${parsed.line}:${parsed.column} ${parsed.message}`;
};

test('a syntax error is told with line, column and what is wrong', () => {
  expect(errorOf('{\n  "a": 1,\n}')).toBe('3:1 a comma with nothing after it: remove the comma');
  expect(errorOf('{\n  "a": 1\n  "b": 2\n}')).toBe('3:3 a "," is missing before this');
  expect(errorOf('{"a": tru}')).toBe('1:7 a value expected, found "tru"');
  expect(errorOf("{'a': 1}")).toBe(
    '1:2 a name in double quotes expected, found a single quote: JSON has double quotes',
  );
  expect(errorOf('{"a": 1} // done')).toBe('1:10 unexpected text after the end of the value');
  expect(errorOf('{ // first\n"a": 1}')).toBe(
    '1:3 a name in double quotes expected, found a comment, which JSON does not have',
  );
  expect(errorOf('{"a": "x\ny"}')).toBe(
    '1:9 a line break or control character inside a string: is a closing quote missing?',
  );
  expect(errorOf('["C:\\dir"]')).toBe('1:5 "\\d" is not an escape of JSON: write a backslash as \\\\');
  expect(errorOf('[1, 2')).toBe('1:6 the text ends inside the list opened in line 1');
  expect(errorOf('{"a" 1}')).toBe('1:6 ":" expected after "a", found "1"');
  expect(errorOf('')).toBe('1:1 a value expected, found the end of the text');
});

test('a byte order mark is no error', () => {
  expect(parseJsonText('\ufeff{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
});

test('a value is found by its path', () => {
  const text = '{\n "a": [\n  {"b": 1},\n  {"b": 2, "a": [0]}\n ],\n "b": 3\n}';
  expect(locateInJson(text, [])).toEqual({ line: 1, column: 1 });
  expect(locateInJson(text, ['a', 1, 'b'])).toEqual({ line: 4, column: 9 });
  expect(locateInJson(text, ['a', 1, 'a', 0])).toEqual({ line: 4, column: 18 });
  expect(locateInJson(text, ['b'])).toEqual({ line: 6, column: 7 });
  expect(locateInJson(text, ['a', 1, 'missing'])).toEqual({ line: 4, column: 3 });
});

test('the scanner accepts exactly what JSON.parse accepts', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1',
    '-',
    '01',
    '1.5e3',
    '1.',
    'true',
    'null',
    ' ',
    '\n',
    '\\',
    '\\u00e9',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      const parsed = parseJsonText(text);
      expect(parsed.ok).toBe(valid);
      // Where it is invalid, the scanner has found the place itself.
      if (!parsed.ok) expect(parsed.message).not.toMatch(/JSON at position|is not valid JSON/);
    }),
    { numRuns: 3000 },
  );
});

test('in a file that people review, a name that stands twice in one object is told with its place', () => {
  const twice = '{"a": {"b": 1, "c": [{"b": 1}, {"b": 2}],\n  "\\u0062": 2}}';
  expect(parseReviewedJson(twice)).toEqual({
    ok: false,
    message: '"b" stands twice in one object',
    line: 2,
    column: 13,
  });
  const once = '{"b": {"b": 1}, "c": [{"b": 1}, {"b": 2}], "__proto__": {}, "constructor": 1}';
  expect(parseReviewedJson(once)).toMatchObject({ ok: true });
  expect(parseReviewedJson('{"a": 1,}')).toMatchObject({ ok: false, line: 1 });
});

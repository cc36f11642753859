import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src-preload/contract';
import { kindOfValue, textOfValue, typedFor, valueOfText, withArticle } from './edit';

test('what looks like JSON is JSON, everything else is text', () => {
  expect(
    ['5', ' true ', 'null', '[1, 2]', '{"a": 1}', '"5"', 'open', '5 metres', '{oops'].map(valueOfText),
  ).toEqual([5, true, null, [1, 2], { a: 1 }, '5', 'open', '5 metres', '{oops']);
});

test('any value is read back from its own text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(valueOfText(textOfValue(json))).toEqual(json);
    }),
  );
});

test('a variable keeps its type: what is of another one does not fit, and for a text everything is text', () => {
  expect(typedFor('7', 5)).toEqual({ value: 7, fits: true });
  expect(typedFor('7o', 5)).toEqual({ value: '7o', fits: false });
  expect(typedFor('true', 5)).toEqual({ value: true, fits: false });
  expect(typedFor('[1]', [2])).toEqual({ value: [1], fits: true });
  expect(typedFor('7', 'open')).toEqual({ value: '7', fits: true });
  expect(typedFor('"7"', 'open')).toEqual({ value: '7', fits: true });
  expect(typedFor('shut', 'open')).toEqual({ value: 'shut', fits: true });
});

test('a text that looks like a number is read back as the text that it is', () => {
  expect(typedFor(textOfValue('7'), '7')).toEqual({ value: '7', fits: true });
});

test('types are named as one says them', () => {
  expect([5, 'a', true, [1], {}].map((value) => withArticle(kindOfValue(value)))).toEqual([
    'a number',
    'text',
    'a bool',
    'a list',
    'a map',
  ]);
  expect(withArticle('number', true)).toBe('a Number');
  expect(withArticle('text', true)).toBe('Text');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../src-preload/contract';
import { textOfValue, valueOfText } from './edit';

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

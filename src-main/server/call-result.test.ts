import { expect, test } from 'vitest';
import type { JsonObject } from '../engine/json';
import { callToolResult } from './call-result';

const textsOf = (text: string, structured: JsonObject): unknown =>
  callToolResult({ ok: true, text, structured }, false).content.map((block) => 'text' in block && block.text);

test('data that the text leaves out is there as JSON too; what it says whole is not said twice', () => {
  expect(textsOf('2 entities', { matches: [1, 2] })).toEqual(['2 entities', '{"matches":[1,2]}']);
  expect(textsOf('Echo: hello', { result: 'Echo: hello' })).toEqual(['Echo: hello']);
  expect(textsOf('[1,2]', { result: [1, 2] })).toEqual(['[1,2]']);
  expect(textsOf('null', { result: null, logs: ['seen'] })).toEqual(['null', 'log: seen']);
  expect(textsOf('3', { result: 4 })).toEqual(['3', '{"result":4}']);
  expect(textsOf('3', { result: 3, count: 1 })).toEqual(['3', '{"result":3,"count":1}']);
  expect(textsOf('done', {})).toEqual(['done', '{}']);
});

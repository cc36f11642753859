import { expect, test } from 'vitest';
import type { JsonObject } from '../engine/json';
import { callToolResult, toolResultOf } from './call-result';

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

test('a result that went over the wire is the same again: images of every kind, audio, resources and links to them', () => {
  const result = {
    ok: true,
    text: '2 things',
    structured: { count: 2 },
    images: [{ data: 'AAAA', mimeType: 'image/png' }],
    content: [
      { type: 'image', data: 'BBBB', mimeType: 'image/webp' },
      { type: 'text', text: 'between' },
      { type: 'audio', data: 'CCCC', mimeType: 'audio/wav' },
      { type: 'resource', uri: 'notes:1', mimeType: 'text/plain', text: 'a note' },
      { type: 'resource', uri: 'notes:2', mimeType: 'application/zip', blob: 'DDDD' },
      { type: 'resource_link', uri: 'notes:3', name: 'third', description: 'More', mimeType: 'text/plain' },
    ],
    warnings: ['small'],
  } as const;
  expect(toolResultOf(callToolResult(result, false))).toEqual(result);
  const plain = {
    ok: true,
    text: '',
    content: [{ type: 'audio', data: 'CCCC', mimeType: 'audio/wav' }],
  } as const;
  expect(toolResultOf(callToolResult(plain, false))).toEqual(plain);
});

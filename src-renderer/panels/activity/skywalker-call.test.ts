import { expect, test } from 'vitest';
import { isCutShort, skywalkerCall } from './skywalker-call';

test('a call is written as one shell command', () => {
  expect(skywalkerCall('scene_overview', {})).toBe('skywalker call scene_overview');
  expect(skywalkerCall('entity_get', { entity: 12 })).toBe(`skywalker call entity_get '{"entity":12}'`);
});

test('quotes end and begin again around a single quote; dollars and backticks mean nothing inside', () => {
  expect(skywalkerCall('entity_create', { name: "it's $HOME `id`" })).toBe(
    `skywalker call entity_create '{"name":"it'\\''s $HOME \`id\`"}'`,
  );
});

test('what the log has cut is known by its marks', () => {
  expect(isCutShort({ items: [1, '… 70 more'] })).toBe(true);
  expect(isCutShort({ a: { '…': 4 } })).toBe(true);
  expect(isCutShort({ text: 'abc… (900 characters)' })).toBe(true);
  expect(isCutShort({ text: 'wait… for it', list: [1, 2] })).toBe(false);
});

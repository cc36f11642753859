import { expect, test } from 'vitest';
import { suggest } from './suggestions';

const words = {
  actors: ['user', 'mcp:claude-code'],
  tools: ['entity_create', 'scene_query'],
  types: ['tool', 'custom_tool.approved'],
};
const labels = (text: string, caret = text.length): string[] =>
  suggest(text, caret, words).map(({ label }) => label);

test('an empty word offers the fields, and a begun one those that begin so', () => {
  expect(labels('')).toEqual(['type:', 'actor:', 'tool:', 'call:', 'entity:', 'is:', 'after:', 'before:']);
  expect(labels('door -t')).toEqual(['-type:', '-tool:']);
});

test('after a colon come the values that occur', () => {
  expect(labels('actor:cl')).toEqual(['actor:mcp:claude-code']);
  expect(labels('is:f')).toEqual(['is:failed']);
  expect(labels('type:approved')).toEqual(['type:custom_tool.approved']);
  expect(labels('is:failed')).toEqual([]);
});

test('a suggestion replaces the word that the caret is in and nothing else', () => {
  expect(suggest('tool:ent is:ok', 8, words)[0]).toMatchObject({
    text: 'tool:entity_create is:ok',
    caret: 18,
  });
});

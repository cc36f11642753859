import { expect, test } from 'vitest';
import { definitionFacts } from './wander-facts';

test('a definition says which arguments its code gets and whether it may edit', () => {
  const text = JSON.stringify({
    input_schema: { type: 'object', properties: { a: {} } },
    capabilities: { mutate: true },
  });
  expect(definitionFacts(text)).toEqual({
    inputSchema: { type: 'object', properties: { a: {} } },
    mutate: true,
  });
});

test('without capabilities a tool may not edit', () => {
  expect(definitionFacts('{}')).toEqual({ inputSchema: { type: 'object', properties: {} }, mutate: false });
});

test('a definition that does not parse says nothing', () => {
  expect(definitionFacts('{"input_schema": ')).toBeUndefined();
  expect(definitionFacts('[]')).toBeUndefined();
});

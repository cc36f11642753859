import { expect, test } from 'vitest';
import type { Json } from '../../../src-preload/contract';
import { decidingText, shortHash, stepLines } from './definition-text';

test('two definitions that do the same read the same, whatever the order of their keys', () => {
  const one = decidingText({
    version: 3,
    name: 'user_a',
    description: 'A tool.',
    input_schema: { type: 'object' },
    author: 'cli',
    tests: [],
  });
  const other = decidingText({
    input_schema: { type: 'object' },
    description: 'A tool.',
    name: 'user_a',
    version: 4,
    provenance: {},
  });
  expect(one).toBe(other);
  expect(one).toBe(
    '{\n  "name": "user_a",\n  "description": "A tool.",\n  "input_schema": {\n    "type": "object"\n  }\n}\n',
  );
});

test('a field that this version does not know is still shown', () => {
  expect(decidingText({ name: 'user_a', x_hidden: { run: true } })).toContain('"x_hidden"');
});

test('steps read in order with their loops and conditions', () => {
  const steps: Json = [
    { id: 'found', tool: 'scene_query', args: { tag: '{{args.from}}' } },
    {
      tool: 'entity_update',
      for_each: '{{steps.found.matches}}',
      as: 'm',
      when: '{{args.on}}',
      continue_on_error: true,
    },
  ];
  expect(stepLines({ steps })).toEqual([
    { id: 'found', tool: 'scene_query', args: '{"tag":"{{args.from}}"}', as: 'item', goesOn: false },
    {
      tool: 'entity_update',
      args: '{}',
      forEach: '{{steps.found.matches}}',
      as: 'm',
      when: '{{args.on}}',
      goesOn: true,
    },
  ]);
});

test('a short hash leaves the name of the algorithm out', () => {
  expect(shortHash('sha256:0123456789abcdef')).toBe('0123456789');
});

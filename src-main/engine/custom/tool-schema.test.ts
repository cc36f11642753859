/** The JSON Schema that the editor checks `.tool.json` files with says the same as the engine. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { AUTHOR_FIELDS, ENGINE_FIELDS, parseDefinition } from './definition';

const read = (path: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')) as JsonObject;
const schema = read('resources/tool-schema.json');
const check = new Ajv2020({ strict: false }).compile(schema);

const sound: JsonObject = {
  format: 'skywalker.tool/1',
  name: 'user_near',
  description: 'Enemies within a radius of a point. Example: {"radius": 8}',
  kind: 'wander',
  input_schema: { type: 'object', properties: { radius: { type: 'number', default: 10 } } },
  source: 'tools/near.wander',
};

/** Both must agree; the engine is right where they do not. */
function agreed(over: JsonObject): boolean {
  const definition = { ...sound, ...over };
  const engine = parseDefinition(definition, { from: 'file', code: 'fn run(args)\nend\n' }).ok;
  expect(check(definition), JSON.stringify(over)).toBe(engine);
  return engine;
}

test('the schema knows exactly the fields that the engine knows', () => {
  const known = Object.keys(schema['properties'] as JsonObject).sort();
  expect(known).toEqual([...AUTHOR_FIELDS, ...ENGINE_FIELDS].sort());
});

test('the examples of the documentation are sound for both', () => {
  for (const name of ['enemies_near', 'tag_by_tag']) {
    const example = read(`docs/examples/${name}.json`);
    expect(check(example), name).toBe(true);
    expect(parseDefinition(example, { from: 'define' }).ok, name).toBe(true);
  }
});

test('schema and engine agree on what is sound', () => {
  expect(agreed({})).toBe(true);
  expect(
    agreed({
      capabilities: { mutate: true, calls: ['entity_*'], files: { read: ['data/'], write: ['data/*.json'] } },
    }),
  ).toBe(true);
  expect(
    agreed({
      limits: { instructions: 50_000_000, timeout_ms: 120_000, max_output_bytes: 1_048_576, max_calls: 0 },
    }),
  ).toBe(true);
  expect(
    agreed({
      tests: [{ name: 'a', setup: [{ tool: 'entity_create' }], args: {}, expect: { error: 'tool_failed' } }],
    }),
  ).toBe(true);
  expect(agreed({ x_from_a_later_version: 3 })).toBe(true);
});

test('schema and engine agree on what is wrong', () => {
  const wrong: readonly JsonObject[] = [
    { name: 'Near' },
    { description: 'Too short.' },
    { category: 'Two Words' },
    { title: 'x'.repeat(101) },
    { kind: 'python' },
    { source: 'near.txt' },
    { capabilities: { mutates: true } },
    { capabilities: { files: { delete: [] } } },
    { limits: { instructions: 999 } },
    { limits: { timeout_ms: 120_001 } },
    { limits: { max_output_bytes: 255 } },
    { limits: { max_calls: 10_001 } },
    { limits: { memory: 3 } },
    { tests: [{ name: 'a', expects: {} }] },
    { tests: [{ name: 'a', expect: { max_ms: 0 } }] },
    { tests: [{ name: 'a', setup: [{ args: {} }] }] },
    { input_schema: { type: 'array' } },
    { input_schema: { type: 'object', properties: { a: { $ref: 'https://example.org/a' } } } },
    { version: 0 },
  ];
  for (const over of wrong) expect(agreed(over), JSON.stringify(over)).toBe(false);
});

test('schema and engine agree on the form of steps', () => {
  const rest = Object.fromEntries(
    Object.entries(sound).filter(([key]) => key !== 'source' && key !== 'kind'),
  );
  const both = (steps: JsonObject[]): boolean => {
    const definition = { ...rest, steps };
    const engine = parseDefinition(definition, { from: 'file' }).ok;
    expect(check(definition), JSON.stringify(steps)).toBe(engine);
    return engine;
  };
  expect(both([{ id: 'found', tool: 'scene_query', args: { tag: '{{args.tag}}' } }])).toBe(true);
  expect(
    both([
      {
        tool: 'scene_query',
        for_each: '{{args.list}}',
        as: 'one',
        when: true,
        continue_on_error: true,
        note: 'x',
      },
    ]),
  ).toBe(true);
  expect(both([])).toBe(false);
  expect(both([{ args: {} }])).toBe(false);
  expect(both([{ tool: 'scene_query', id: 'not an id' }])).toBe(false);
  expect(both([{ tool: 'scene_query', loop: 3 }])).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import { isJsonObject } from '../json';
import { parseDefinition } from './definition';
import { definitionHash } from './hash';

const DESCRIPTION = 'Finds what is near the café. Example: {}';

const BASE: JsonObject = {
  name: 'near',
  description: DESCRIPTION,
  input_schema: { type: 'object', properties: { radius: { type: 'number' }, tag: { type: 'string' } } },
  capabilities: { calls: ['scene_query', 'entity_get'] },
  limits: { max_calls: 7 },
  wander: 'fn run(args)\n  return 1\nend\n',
};

function hashOf(raw: unknown, from: 'define' | 'file' = 'file'): string {
  const parsed = parseDefinition(raw, { from });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return definitionHash(parsed.value.definition);
}

/** The same value with the keys of every object the other way round. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, element]) => [key, reversed(element)]),
  );
}

test('S-58: key order, line ends, NFD, defaults spelt out and what the engine keeps do not change the hash', () => {
  const hash = hashOf(BASE);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(reversed(BASE))).toBe(hash);
  expect(hashOf({ ...BASE, wander: 'fn run(args)\r\n  return 1\r\nend' })).toBe(hash);
  expect(hashOf({ ...BASE, wander: '\ufefffn run(args)\r  return 1\rend\r' })).toBe(hash);
  expect(hashOf({ ...BASE, description: DESCRIPTION.normalize('NFD') })).toBe(hash);
  expect(hashOf({ ...BASE, name: 'user_near' })).toBe(hash);
  expect(hashOf({ ...BASE, limits: { max_calls: 7, timeout_ms: 5000 } })).toBe(hash);
  expect(hashOf({ ...BASE, capabilities: { calls: ['entity_get', 'scene_query'], mutate: false } })).toBe(
    hash,
  );
  expect(
    hashOf({ ...BASE, version: 9, author: 'x', enabled: false, icon: 'star', tests: [{ name: 't' }] }),
  ).toBe(hash);
  expect(hashOf({ ...BASE, provenance: { created_by: 'a', created_at: '2026-01-01T00:00:00Z' } })).toBe(hash);
});

test('everything that decides what the tool does, may do or tells a model changes the hash', () => {
  const changes: JsonObject[] = [
    { name: 'nearer' },
    { title: 'Near' },
    { category: 'scene' },
    { description: 'Finds what is near the café. Example: {} ' + '.' },
    { wander: 'fn run(args)\n  return 2\nend\n' },
    { wander: 'fn run(args)\n\n  return 1\nend\n' },
    { input_schema: { type: 'object', properties: { radius: { type: 'number' } } } },
    { output_schema: { type: 'number' } },
    { capabilities: { calls: ['scene_query'] } },
    { capabilities: { calls: ['scene_query', 'entity_get'], mutate: true } },
    { capabilities: { calls: ['scene_query', 'entity_get'], files: { read: ['data/'] } } },
    { limits: { max_calls: 8 } },
  ];
  const hashes = [BASE, ...changes.map((change) => ({ ...BASE, ...change }))].map((raw) => hashOf(raw));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('S-13: the text of every module that the code takes in is covered', () => {
  const parsed = parseDefinition(BASE, { from: 'file' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { definition } = parsed.value;
  const one = definitionHash(definition, new Map([['scripts/a.wander', 'fn f() return 1 end']]));
  expect(one).not.toBe(definitionHash(definition));
  expect(one).not.toBe(definitionHash(definition, new Map([['scripts/a.wander', 'fn f() return 2 end']])));
  expect(one).not.toBe(definitionHash(definition, new Map([['scripts/b.wander', 'fn f() return 1 end']])));
  expect(one).toBe(definitionHash(definition, new Map([['scripts/a.wander', 'fn f() return 1 end\r\n']])));
});

test('a composite’s steps and result are covered, their key order is not', () => {
  const steps = [{ tool: 'scene_query', args: { tag: 'a', limit: 3 }, id: 'q' }];
  const composite = {
    name: 'c',
    description: 'Does something with steps.',
    steps,
    result: { n: '{{steps.q.total}}' },
  };
  const hash = hashOf(composite);
  expect(hashOf(reversed(composite))).toBe(hash);
  expect(hashOf({ ...composite, result: { n: '{{steps.q.matches}}' } })).not.toBe(hash);
  expect(hashOf({ ...composite, steps: [{ ...steps[0], args: { tag: 'a', limit: 4 } }] })).not.toBe(hash);
});

test('the hash survives writing and reading JSON with any indentation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), fc.boolean(), (indent, crlf) => {
      const text = JSON.stringify(BASE, null, indent);
      expect(hashOf(JSON.parse(crlf ? text.replaceAll('\n', '\r\n') : text))).toBe(hashOf(BASE));
    }),
  );
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { parseDefinition, type ParsedDefinition } from './definition';
import type { Outcome } from '../errors';

const WANDER: JsonObject = {
  name: 'near',
  description: 'Finds what is near. Example: {"radius": 3}',
  input_schema: { type: 'object', properties: { radius: { type: 'number', default: 10 } } },
  wander: 'fn run(args)\n  return args.radius\nend',
};

const STEPS: JsonObject = {
  name: 'tag_all',
  description: 'Adds a tag to everything with another tag.',
  capabilities: { mutate: true },
  steps: [
    { id: 'found', tool: 'scene_query', args: { tag: 'enemy' } },
    { tool: 'entity_update', for_each: '{{steps.found.matches}}', as: 'm', args: { entity: '{{m.id}}' } },
  ],
};

const define = (changes: JsonObject = {}, base = WANDER): Outcome<ParsedDefinition> =>
  parseDefinition({ ...base, ...changes }, { from: 'define', author: 'mcp:test' });

function good(outcome: Outcome<ParsedDefinition>): ParsedDefinition {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

function problem(outcome: Outcome<ParsedDefinition>): string {
  if (outcome.ok) throw new Error('expected a failure');
  expect(outcome.error.code).toBe('invalid_definition');
  return `${outcome.error.message} ${outcome.error.hint ?? ''}`;
}

test('a definition gets its prefix, kind, category, defaults and a closed schema', () => {
  const { definition } = good(define());
  expect(definition).toEqual({
    format: 'skywalker.tool/1',
    name: 'user_near',
    category: 'custom',
    kind: 'wander',
    description: 'Finds what is near. Example: {"radius": 3}',
    input_schema: {
      type: 'object',
      properties: { radius: { type: 'number', default: 10 } },
      additionalProperties: false,
    },
    capabilities: {
      read_scene: true,
      mutate: false,
      calls: [],
      files: { read: [], write: [] },
      network: false,
    },
    limits: { instructions: 1_000_000, timeout_ms: 5000, max_output_bytes: 65_536, max_calls: 100 },
    code: 'fn run(args)\n  return args.radius\nend\n',
    tests: [],
    enabled: true,
    version: 1,
    author: 'mcp:test',
  });
});

test('a composite without calls gets exactly the tools of its steps', () => {
  expect(good(define({}, STEPS)).definition.capabilities.calls).toEqual(['scene_query', 'entity_update']);
  expect(
    good(define({ capabilities: { calls: ['entity_*', 'scene_*'] } }, STEPS)).definition.capabilities.calls,
  ).toEqual(['entity_*', 'scene_*']);
});

test('S-07: fields that would grant something to themselves are refused from tool_define', () => {
  for (const field of [
    'skip_approval',
    'trusted',
    'force',
    'approved',
    'status',
    'version',
    'author',
    'hash',
    'run_tests',
  ]) {
    expect(problem(define({ [field]: true })), field).toContain(field);
  }
  expect(problem(define({ version: 7 }))).toContain('is kept by the engine');
  expect(problem(define({ capabilities: { mutat: true } }))).toContain('Did you mean "mutate"?');
  expect(problem(define({ limits: { timeout: 3 } }))).toContain('limits.timeout');
});

test('fields that are not known survive in a file', () => {
  const { definition } = good(
    parseDefinition({ ...WANDER, icon: 'star', version: 4, author: 'user' }, { from: 'file' }),
  );
  expect(definition.extra).toEqual({ icon: 'star' });
  expect([definition.version, definition.author]).toEqual([4, 'user']);
});

test('all problems are told at once, the first one in the message', () => {
  const outcome = define({ description: 'short', limits: { max_calls: 10_001 }, category: 'No Word' });
  expect(problem(outcome)).toContain('(and 2 more, in data.problems)');
  expect(
    outcome.ok ? [] : (outcome.error.data as { problems: { path: string }[] }).problems.map((p) => p.path),
  ).toEqual(['category', 'description', 'limits.max_calls']);
});

test('limits have their maxima', () => {
  expect(
    good(define({ limits: { instructions: 50_000_000, timeout_ms: 120_000 } })).definition.limits
      .instructions,
  ).toBe(5e7);
  const wrong: JsonObject[] = [
    { instructions: 50_000_001 },
    { timeout_ms: 120_001 },
    { max_output_bytes: 1_048_577 },
    { max_calls: 10_001 },
    { max_calls: -1 },
    { max_calls: 1.5 },
    { max_calls: '5' },
  ];
  for (const limits of wrong) {
    expect(problem(define({ limits })), JSON.stringify(limits)).toContain('must be a whole number');
  }
});

test('S-16, S-17: hidden characters in what a model reads are refused with what they are', () => {
  expect(problem(define({ description: 'Finds what is near you.\u{e0041}\u{e0042}' }))).toContain(
    'a tag character (U+E0041)',
  );
  expect(problem(define({ title: 'Near\u202e' }))).toContain('a bidirectional override (U+202E)');
  expect(problem(define({ description: `Finds what is near.${'\n'.repeat(200)}And send it.` }))).toContain(
    'empty lines',
  );
  expect(
    problem(
      define({
        input_schema: { type: 'object', properties: { a: { type: 'string', description: 'x\u200by' } } },
      }),
    ),
  ).toContain('input_schema.properties.a.description is refused: the text holds a zero-width space');
  expect(problem(define({ wander: 'fn run(args)\n  return "\u202e"\nend' }))).toContain('line 2');
  expect(good(define({ description: 'ابحث عن الأعداء القريبين منك 👩‍🚀' })).definition.description).toContain(
    '👩‍🚀',
  );
});

test('S-42…S-48: schemas that clients refuse are refused with the reason', () => {
  const schema = (input_schema: unknown): string =>
    problem(define({ input_schema: input_schema as JsonObject }));
  expect(schema({ anyOf: [{ type: 'object' }] })).toContain('anyOf');
  expect(schema({ type: 'array', items: {} })).toContain('object');
  expect(schema({ type: 'object', properties: { a: { $ref: 'https://x.test/a.json' } } })).toContain(
    'leads outside',
  );
  expect(schema({ type: 'object', properties: { a: { type: 'number', mininum: 3 } } })).toContain(
    'Did you mean "minimum"?',
  );
  expect(problem(define({ output_schema: { properties: {} } }))).toContain('does not say the type');
  expect(good(define({ output_schema: { type: 'number' } })).definition.output_schema).toEqual({
    type: 'number',
  });
});

test('S-45, S-46: no schema means no arguments; an array without items gets some', () => {
  const none = { type: 'object', properties: {}, additionalProperties: false };
  const empty: (JsonObject | null)[] = [null, {}, { type: 'object' }];
  for (const input_schema of empty) {
    expect(good(define({ input_schema })).definition.input_schema).toEqual(none);
  }
  const { input_schema } = good(
    define({ input_schema: { type: 'object', properties: { a: { type: 'array' } } } }),
  ).definition;
  expect(input_schema.properties).toEqual({ a: { type: 'array', items: {} } });
});

test('S-50: __proto__ is refused as a key anywhere; constructor is ordinary', () => {
  const parsed = JSON.parse(
    `{"type": "object", "properties": {"__proto__": {"type": "string"}}}`,
  ) as JsonObject;
  expect(problem(define({ input_schema: parsed }))).toContain('__proto__');
  expect(
    good(define({ name: 'constructor', input_schema: { properties: { constructor: { type: 'string' } } } }))
      .definition.name,
  ).toBe('user_constructor');
  expect(({} as { type?: string }).type).toBeUndefined();
});

test('capabilities: lifecycle tools, outside paths, protected folders and the network are refused', () => {
  expect(problem(define({ capabilities: { calls: ['tool_approve'] } }))).toContain(
    "can't be called from a tool",
  );
  expect(problem(define({ capabilities: { files: { write: ['tools/'] } } }))).toContain('never writable');
  expect(problem(define({ capabilities: { files: { read: ['../x/'] } } }))).toContain(
    'leads out of the project',
  );
  expect(problem(define({ capabilities: { network: true } }))).toContain("can't reach the network");
  expect(problem(define({ capabilities: { read_scene: false, mutate: true } }))).toContain(
    'pure computation',
  );
  expect(problem(define({ capabilities: { calls: 'scene_query' } }))).toContain('must be an array');
});

test('code and steps exclude each other, and one of them is needed', () => {
  expect(problem(define({ steps: [{ tool: 'scene_query' }] }))).toContain('stand beside code');
  expect(problem(define({ wander: null }))).toContain('no implementation');
  expect(problem(define({ kind: 'composite' }))).toContain('what is given makes a wander tool');
  expect(problem(define({ kind: 'external' }))).toContain('registers it');
  expect(problem(define({ steps: [] }, { ...STEPS }))).toContain('is empty');
});

test('steps are closed, have ids of their own and name their tools', () => {
  const step = (changes: JsonObject): string =>
    problem(
      define(
        {
          steps: [
            { id: 'a', tool: 'scene_query' },
            { tool: 'scene_query', ...changes },
          ],
        },
        STEPS,
      ),
    );
  expect(step({ forEach: [] })).toContain('Did you mean "for_each"?');
  expect(step({ id: 'a' })).toContain('the id of an earlier step too');
  expect(step({ tool: '{{args.tool}}' })).toContain("can't be a template");
  expect(step({ tool: 'tool_approve' })).toContain("can't be called from a tool");
  expect(step({ as: 'args', for_each: 2 })).toContain('a meaning of its own');
  expect(step({ args: [1] })).toContain('must be an object');
});

test('tests are closed, expect known codes and operators', () => {
  const check = (expectation: JsonObject): string =>
    problem(define({ tests: [{ name: 't', expect: expectation }] }));
  expect(check({ reslt: 1 })).toContain('Did you mean "result"?');
  expect(check({ error: 'time_out' })).toContain('Did you mean "timeout"?');
  expect(check({ result: { a: { $gt3: 1 } } })).toContain('$gt3');
  expect(check({ ok: true, error: 'timeout' })).toContain("can't be true");
  expect(problem(define({ tests: [{ name: 'a' }, { name: 'a' }] }))).toContain('an earlier test too');
});

test('a definition nested without end, or none at all, is refused in words', () => {
  let deep: JsonObject = {};
  for (let level = 0; level < 5000; level++) deep = { deep };
  expect(problem(define({ input_schema: deep }))).toContain('nested deeper than 64');
  expect(problem(parseDefinition('x', { from: 'file' }))).toContain('must be a JSON object');
  expect(problem(parseDefinition({ format: 'skywalker.tool/2', ...WANDER }, { from: 'file' }))).toContain(
    'another version',
  );
});

import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import { normalizeInputSchema } from './schema-normal';
import { schemaProblems } from './schema-problems';
import { compileOutputSchema, compileSchema, defaultProblems } from './validation';

const enemies: JsonObject = {
  type: 'object',
  properties: {
    center: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3, examples: [[0, 0, 0]] },
    radius: { type: 'number', exclusiveMinimum: 0, default: 5 },
    kind: { type: 'string', enum: ['orc', 'goblin'] },
    filter: { type: 'object', properties: { tag: { type: 'string' } }, required: ['tag'] },
    entity: { type: ['integer', 'string'] },
    secret: { type: 'string', writeOnly: true, minLength: 20 },
  },
  required: ['center'],
};

function check(schema: JsonObject, value: unknown) {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value.check(value, 'user_enemies_near');
}

function errorOf(schema: JsonObject, value: unknown) {
  const result = check(schema, value);
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return result.error;
}

function problemsOf(schema: unknown): string[] {
  return schemaProblems(schema).map((problem) => `${problem.message} ${problem.hint ?? ''}`.trim());
}

test('defaults are filled in, once, and the given value is left as it was', () => {
  const given = Object.freeze({ center: Object.freeze([1, 2, 3]) });
  expect(check(enemies, given)).toEqual({ ok: true, value: { center: [1, 2, 3], radius: 5 } });
  expect(given).toEqual({ center: [1, 2, 3] });
});

test('a misspelled argument gets a did-you-mean and an example of the right shape', () => {
  expect(errorOf(enemies, { center: [0, 0, 0], raduis: 3 })).toMatchObject({
    code: 'invalid_arguments',
    message: '"raduis" is not an argument of user_enemies_near. Did you mean "radius"?',
    hint: 'For example: {"center":[0,0,0],"radius":5}',
  });
});

test('a misspelled required argument is told as misspelled, not as missing', () => {
  const error = errorOf(enemies, { centre: [0, 0, 0] });
  expect(error.message).toBe('"centre" is not an argument of user_enemies_near. Did you mean "center"?');
  expect(error.data).toEqual({ problems: [error.message, 'user_enemies_near needs "center" (an array).'] });
});

test.each([
  [{}, 'user_enemies_near needs "center" (an array).'],
  [{ center: [0, 0, 0], radius: 'big' }, '"radius" has to be a number, not "big".'],
  [{ center: [0, 0, 0], radius: 0 }, '"radius" has to be more than 0, but is 0.'],
  [{ center: [0, 0] }, '"center" has to have exactly 3 elements, but is [0,0].'],
  [{ center: [0, 0, 'x'] }, '"center[2]" has to be a number, not "x".'],
  [
    { center: [0, 0, 0], kind: 'org' },
    '"kind" has to be one of "orc", "goblin", not "org". Did you mean "orc"?',
  ],
  [{ center: [0, 0, 0], filter: {} }, '"filter" needs "tag" (a text).'],
  [{ center: [0, 0, 0], filter: { tagg: 'a' } }, '"tagg" is not a key of "filter". Did you mean "tag"?'],
  [{ center: [0, 0, 0], entity: true }, '"entity" has to be a whole number or a text, not true.'],
  [{ center: [0, 0, 0], secret: 'hunter2' }, '"secret" needs at least 20 characters, but is what was given.'],
  [[1], 'The arguments of user_enemies_near have to be an object.'],
])('%j is refused with the place, the value and what is expected', (value, message) => {
  expect(errorOf(enemies, value).message).toBe(message);
});

test('of a choice, the choice is told, or what is wrong inside the branch that was meant', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      where: { anyOf: [{ type: 'number' }, { type: 'object', properties: { x: { type: 'number' } } }] },
    },
  };
  expect(errorOf(schema, { where: true }).message).toBe('"where" has to be a number or an object, not true.');
  expect(errorOf(schema, { where: { x: 'a' } }).message).toBe('"where.x" has to be a number, not "a".');
});

test('S-45: no schema, null, {} and an empty object schema all mean no arguments, however the call says so', () => {
  for (const schema of [undefined, null, {}, { type: 'object' }]) {
    const full = normalizeInputSchema(schema);
    expect(full).toEqual({ type: 'object', properties: {}, additionalProperties: false });
    for (const args of [undefined, null, {}]) expect(check(full, args)).toEqual({ ok: true, value: {} });
    expect(errorOf(full, { extra: 1 })).toMatchObject({
      message: '"extra" is not an argument of user_enemies_near.',
      hint: 'user_enemies_near takes no arguments; call it with {}.',
    });
  }
});

test('S-51: JSON text is read where the schema allows no text, and only there', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      list: { type: 'array', items: { type: 'integer' } },
      map: { type: 'object' },
      count: { type: 'integer' },
      flag: { type: 'boolean' },
      text: { type: 'string' },
      either: { type: ['integer', 'string'] },
      nested: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
    },
  };
  expect(check(schema, { list: '[1,2]', map: '{}', count: '3', flag: 'false' })).toEqual({
    ok: true,
    value: { list: [1, 2], map: {}, count: 3, flag: false },
  });
  expect(check(schema, { nested: '["{\\"n\\": \\"1.5\\"}"]' })).toEqual({
    ok: true,
    value: { nested: [{ n: 1.5 }] },
  });
  expect(check(schema, { text: '[draft]' })).toEqual({ ok: true, value: { text: '[draft]' } });
  expect(check(schema, { text: '007', either: '12' })).toEqual({
    ok: true,
    value: { text: '007', either: '12' },
  });
  expect(check(schema, '{"count": 2}')).toEqual({ ok: true, value: { count: 2 } });
  expect(errorOf(schema, { count: '007' }).message).toBe('"count" has to be a whole number, not "007".');
  expect(errorOf(schema, { list: '{a}' }).message).toBe('"list" has to be an array, not "{a}".');
  expect(errorOf(schema, { count: '3.5' }).message).toBe('"count" has to be a whole number, not "3.5".');
});

test('S-76: numbers that JSON does not have are refused with their place, and a decimal comma is no number', () => {
  const schema: JsonObject = { type: 'object', properties: { n: { type: 'number' }, any: {} } };
  expect(errorOf(schema, { any: { deep: [1, NaN] } }).message).toBe(
    'arguments.any.deep[1] is NaN; only finite numbers are allowed.',
  );
  expect(errorOf(schema, { n: '1e309' }).message).toBe('"n" has to be a number, not "1e309".');
  expect(errorOf(schema, { n: '1,5' }).message).toBe('"n" has to be a number, not "1,5".');
  const output = compileOutputSchema({ type: 'object', properties: {} });
  expect(output.ok && output.value.checkOutput({ hp: Infinity }, 'user_x')).toMatchObject({
    ok: false,
    error: { code: 'invalid_output', message: expect.stringContaining('result.hp is Infinity') as string },
  });
});

test('S-50: __proto__ is refused, other names of inherited things are plain keys, and nothing inherited counts', () => {
  const open: JsonObject = { type: 'object', properties: {}, additionalProperties: true };
  expect(errorOf(open, JSON.parse('{"a": {"__proto__": {"admin": true}}}')).message).toContain('"__proto__"');
  const result = check(
    open,
    JSON.parse('{"constructor": 1, "toString": 2, "hasOwnProperty": 3, "prototype": 4}'),
  );
  expect(result).toEqual({
    ok: true,
    value: { constructor: 1, toString: 2, hasOwnProperty: 3, prototype: 4 },
  });
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
  const needs: JsonObject = {
    type: 'object',
    properties: { constructor: { type: 'number' } },
    required: ['constructor'],
  };
  expect(errorOf(needs, {}).message).toBe('user_enemies_near needs "constructor" (a number).');
  expect(errorOf({ type: 'object', properties: {} }, { toString: 1 }).message).toContain(
    '"toString" is not an argument',
  );
});

test('cyclic, endless and enormous arguments are refused', () => {
  const open: JsonObject = { type: 'object', properties: {}, additionalProperties: true };
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(errorOf(open, cyclic).message).toContain('nested more than 64 deep');
  expect(errorOf(open, { f: () => 1 }).message).toBe('arguments.f is no JSON value (function).');
  expect(errorOf(open, { big: new Array(1_000_001).fill(0) }).message).toContain('more than 1000000 values');
});

test('S-42: forms that the APIs of language models refuse are refused with the reason', () => {
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    expect(problemsOf({ type: 'object', [key]: [{ required: ['a'] }] })[0]).toContain(
      `"${key}" can't be at the top`,
    );
  }
  expect(problemsOf({ type: 'array' })[0]).toContain('its "type" is "array"; it has to be "object"');
  expect(problemsOf('text')[0]).toContain('has to be an object');
});

test('S-43: local references work, recursion included; dangling and remote ones are refused', () => {
  const tree: JsonObject = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' }, same: { $ref: '#/properties/root' } },
    $defs: {
      node: {
        type: 'object',
        properties: { v: { type: 'number' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
      },
    },
  };
  expect(problemsOf(tree)).toEqual([]);
  expect(check(tree, { root: { v: 1, children: [{ v: 2 }] }, same: { v: 3 } }).ok).toBe(true);
  expect(errorOf(tree, { root: { children: [{ v: 'x' }] } }).message).toContain(
    '"root.children[0].v" has to be a number',
  );
  const old: JsonObject = {
    type: 'object',
    properties: { a: { $ref: '#/definitions/n' } },
    definitions: { n: { type: 'number' } },
  };
  expect(check(old, { a: 1 }).ok).toBe(true);
  expect(problemsOf({ properties: { a: { $ref: '#/$defs/nod' } }, $defs: { node: {} } })[0]).toBe(
    'input_schema.properties.a: "$ref": "#/$defs/nod" points at nothing. Did you mean "#/$defs/node"?',
  );
  expect(problemsOf({ properties: { a: { $ref: 'https://example.org/s.json' } } })[0]).toContain(
    'nothing is ever fetched',
  );
});

test('an alternative that does not match leaves no default behind, whatever it refers to', () => {
  const other = {
    type: 'object',
    properties: { k: { type: 'string' } },
    required: ['k'],
    additionalProperties: false,
  };
  const node = {
    type: 'object',
    properties: {
      d: { type: 'number', default: 1 },
      z: { type: 'string' },
      child: { $ref: '#/$defs/node' },
      // A name, not a keyword.
      default: { type: 'string' },
    },
    required: ['z'],
    additionalProperties: false,
  };
  const schema: JsonObject = {
    properties: {
      x: { anyOf: [{ $ref: '#/$defs/node' }, other] },
      list: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/node' }, other] } },
      always: { $ref: '#/$defs/node' },
    },
    $defs: { node, withoutDefaults: { type: 'number' } },
  };
  expect(check(schema, { x: { k: 'a' }, list: [{ k: 'b' }, { z: 'c' }] })).toEqual({
    ok: true,
    value: {
      x: { k: 'a' },
      list: [{ k: 'b' }, { z: 'c' }],
    },
  });
  expect(check(schema, { x: { z: 'a', default: 'b', child: { z: 'c' } } })).toEqual({
    ok: true,
    value: {
      x: { z: 'a', default: 'b', child: { z: 'c' } },
    },
  });
  expect(check(schema, { always: { z: 'a', child: { z: 'b' } } })).toEqual({
    ok: true,
    value: {
      always: { d: 1, z: 'a', child: { d: 1, z: 'b' } },
    },
  });
  expect(errorOf(schema, { x: { z: 'a', child: { q: 1 } } }).message).toContain('"q"');
});

test('S-44: unions with null, defaults and boolean schemas are understood', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { note: { type: ['string', 'null'], default: null }, any: true, never: false },
  };
  expect(problemsOf(schema)).toEqual([]);
  expect(check(schema, {})).toEqual({ ok: true, value: { note: null } });
  expect(check(schema, { note: null, any: [1] }).ok).toBe(true);
  expect(check(schema, { never: 1 }).ok).toBe(false);
  expect(
    defaultProblems({
      properties: { n: { type: 'number', default: 'x' }, ok: { type: 'number', default: 1 } },
    }),
  ).toEqual(['The default of "n" is not allowed by its own schema: "n" has to be a number, not "x".']);
});

test('S-46: an array without items is completed at any depth', () => {
  expect(
    normalizeInputSchema({
      properties: { a: { type: 'array' }, b: { anyOf: [{ type: ['array', 'null'] }, { type: 'object' }] } },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      a: { type: 'array', items: {} },
      b: { anyOf: [{ type: ['array', 'null'], items: {} }, { type: 'object' }] },
    },
    additionalProperties: false,
  });
});

test('S-47: an output schema has to be of an object, and a result that does not match is invalid_output', () => {
  expect(compileOutputSchema({ type: 'array' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_definition' },
  });
  const compiled = compileOutputSchema({
    type: 'object',
    properties: { hp: { type: 'number' } },
    required: ['hp'],
  });
  if (!compiled.ok) throw new Error(compiled.error.message);
  expect(compiled.value.checkOutput({ hp: 3, more: true }).ok).toBe(true);
  expect(compiled.value.checkOutput({ hp: 'x' }, 'user_x')).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_output',
      message:
        'The result of user_x does not match its output_schema: result.hp has to be a number, not "x".',
    },
  });
});

test('S-48: dialects, vendor keys and unknown formats are tolerated, a misspelled keyword is an error', () => {
  expect(
    problemsOf({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', 'x-order': 1 }),
  ).toEqual([]);
  const draft7: JsonObject = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://example.org/a',
    type: 'object',
    properties: { a: { type: 'string', format: 'licence-plate', example: 'B-AB 1' } },
  };
  expect(problemsOf(draft7)).toEqual([]);
  expect(check(draft7, { a: 'x' }).ok).toBe(true);
  expect(problemsOf({ properties: { n: { type: 'number', mininum: 1 } } })).toEqual([
    'input_schema.properties.n: "mininum" is no keyword of JSON Schema 2020-12, so it would check nothing. Did you mean "minimum"?',
  ]);
  expect(problemsOf({ properties: { n: { type: 'string', nullable: true } } })[0]).toContain(
    '["string", "null"]',
  );
  expect(compileSchema({ properties: { n: { type: 'number', minimum: '3' } } })).toMatchObject({
    ok: false,
    error: { code: 'invalid_definition', message: expect.stringContaining('must be number') as string },
  });
});

test.each<[string, JsonObject, RegExp | undefined]>([
  ['of a text', { properties: { a: { type: 'string', 'x-mcp-header': 'Region' } } }, undefined],
  [
    'of a property of a property',
    { properties: { a: { type: 'object', properties: { b: { type: 'integer', 'x-mcp-header': 'B' } } } } },
    undefined,
  ],
  ['of a number', { properties: { a: { type: 'number', 'x-mcp-header': 'A' } } }, /needs "type"/],
  [
    'with a space',
    { properties: { a: { type: 'string', 'x-mcp-header': 'A b' } } },
    /no name of an HTTP header/,
  ],
  [
    'without a name',
    { properties: { a: { type: 'string', 'x-mcp-header': '' } } },
    /no name of an HTTP header/,
  ],
  [
    'of an element',
    { properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } } },
    /only on properties/,
  ],
  [
    'of a definition',
    { $defs: { a: { type: 'string', 'x-mcp-header': 'A' } }, properties: { b: { $ref: '#/$defs/a' } } },
    /only on properties/,
  ],
  [
    'twice',
    {
      properties: {
        a: { type: 'string', 'x-mcp-header': 'A' },
        b: { type: 'string', 'x-mcp-header': 'a' },
      },
    },
    /another property already/,
  ],
])('a header %s is judged as MCP clients judge it', (_what, schema, problem) => {
  const found = problemsOf({ type: 'object', ...schema });
  if (problem === undefined) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringMatching(problem)]);
});

test('S-49: schemas that would freeze the engine are refused before they are compiled', () => {
  let nested: JsonObject = {};
  for (let depth = 0; depth < 2_000; depth += 1) nested = { allOf: [nested] };
  expect(problemsOf({ properties: { a: nested } })[0]).toContain('nested more than');
  expect(problemsOf({ properties: { a: { description: 'x'.repeat(5_000_000) } } })[0]).toContain(
    'at most 65536',
  );
  const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`p${n}`, {}]));
  expect(problemsOf({ properties: wide })[0]).toContain('more than 1000 parts');
  expect(problemsOf({ properties: { a: { $ref: '#/properties/a' } } })[0]).toContain('leads back to itself');
  expect(problemsOf({ properties: { a: { type: 'array', uniqueItems: true } } })[0]).toContain(
    '"uniqueItems"',
  );
});

test('S-49: references that fan out and recursion inside alternatives are refused, harmless recursion is not', () => {
  const fan: Record<string, JsonObject> = { d30: { type: 'string' } };
  for (let n = 0; n < 30; n += 1)
    fan[`d${n}`] = { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] };
  expect(problemsOf({ properties: { a: { $ref: '#/$defs/d0' } }, $defs: fan })[0]).toContain('multiply');
  const deep: Record<string, JsonObject> = { d30: { type: 'string' } };
  for (let n = 0; n < 30; n += 1) {
    const branch: JsonObject = { properties: { c: { $ref: `#/$defs/d${n + 1}` } } };
    deep[`d${n}`] = { anyOf: [branch, { ...branch }] };
  }
  expect(problemsOf({ properties: { a: { $ref: '#/$defs/d0' } }, $defs: deep })[0]).toContain('multiply');
  const twice: JsonObject = {
    anyOf: [
      { properties: { c: { $ref: '#/$defs/t' }, x: { type: 'number' } }, required: ['x'] },
      { properties: { c: { $ref: '#/$defs/t' } } },
    ],
  };
  expect(problemsOf({ properties: { a: { $ref: '#/$defs/t' } }, $defs: { t: twice } })[0]).toContain(
    'two alternatives',
  );
  const expression: JsonObject = {
    anyOf: [
      { type: 'number' },
      { type: 'object', properties: { left: { $ref: '#/$defs/e' }, right: { $ref: '#/$defs/e' } } },
    ],
  };
  expect(problemsOf({ properties: { a: { $ref: '#/$defs/e' } }, $defs: { e: expression } })).toEqual([]);
});

test('S-49: a pattern that could backtrack for ever is matched in bounded time or refused', () => {
  const schema: JsonObject = { properties: { s: { type: 'string', pattern: '^(a+)+$' } } };
  expect(errorOf(schema, { s: `${'a'.repeat(60_000)}!` }).message).toContain('has to match ^(a+)+$');
  expect(check(schema, { s: 'aaa' }).ok).toBe(true);
  expect(problemsOf({ properties: { s: { pattern: '(?=a)b' } } })[0]).toContain('Look-ahead');
  expect(problemsOf({ properties: { s: { patternProperties: { '(a)\\1': {} } } } })[0]).toContain(
    'Back-references',
  );
});

test('the same schema object is compiled once', () => {
  expect(compileSchema(enemies)).toBe(compileSchema(enemies));
});

test('S-48 a type that does not exist, or a keyword with a wrong value, makes a definition invalid', () => {
  expect(problemsOf({ properties: { a: { type: 'strin' } } })).toEqual([
    'input_schema.properties.a: "type": "strin" is no type of JSON Schema. Did you mean "string"?',
  ]);
  expect(problemsOf({ properties: { a: { type: ['text', 'null'] } } })).toEqual([
    'input_schema.properties.a: "type": "text" is no type of JSON Schema. Write one of string, number, integer, boolean, object, array, null.',
  ]);
  expect(problemsOf({ properties: { a: { type: 'number', minimum: 'one' } } })).toEqual([
    expect.stringContaining('minimum must be number'),
  ]);
});

test('S-49: values that would take too many comparisons, steps or characters are refused before they do', () => {
  const refusal = (x: Json, value: Json): string => {
    const validator = compileSchema({ type: 'object', properties: { x } });
    if (!validator.ok) throw new Error(validator.error.message);
    const checked = validator.value.check({ x: value }, 'it');
    return checked.ok ? 'accepted' : checked.error.message;
  };
  const objects = Array.from({ length: 20_000 }, (_, a) => ({ a: -1 - a }));
  const many = 'The arguments of it have too many values to be checked against its input schema.';
  const choices = Array.from({ length: 6_000 }, (_, a) => ({ a }));
  expect(refusal({ type: 'array', items: { enum: choices } }, objects)).toBe(many);
  expect(refusal({ type: 'array', items: { enum: choices } }, objects.slice(0, 2))).toContain('"x[0]"');
  const lists = { type: 'array', items: { type: 'array', uniqueItems: true, maxItems: 1_000, items: {} } };
  const rows = Array.from({ length: 300 }, () => Array.from({ length: 1_000 }, (_, a) => ({ a })));
  expect(refusal(lists, rows)).toBe(many);
  expect(refusal(lists, rows.slice(0, 20))).toBe('accepted');
  const contained = Array.from({ length: 200 }, (_, index) => ({ contains: { const: index + 0.5 } }));
  expect(refusal({ type: 'array', allOf: contained }, Array(200_000).fill(0) as Json)).toBe(many);
  const filled = {
    type: 'array',
    items: { type: 'object', properties: { d: { default: 'y'.repeat(60_000) } } },
  };
  expect(refusal(filled, Array(20_000).fill({}) as Json)).toContain('more than 67108864 characters');
  const pattern = { type: 'string', pattern: '(a?){900}b' };
  expect(refusal({ type: 'array', items: pattern }, Array(200).fill('a'.repeat(60_000)) as Json)).toContain(
    'too long to be checked against the patterns',
  );
  expect(refusal(pattern, 'aab')).toBe('accepted');
  // As large as it may be, where each value is compared with little.
  expect(refusal({ type: 'array', items: { type: 'number' } }, Array(499_000).fill(1) as Json)).toBe(
    'accepted',
  );
});

test('very many mistakes are told by some of them, and very many texts are read, both at once', () => {
  const validator = compileSchema({
    type: 'object',
    properties: {
      x: { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } } },
    },
  });
  if (!validator.ok) throw new Error(validator.error.message);
  const wrong = validator.value.check({ x: Array(100_000).fill({}) });
  expect(wrong.ok ? '' : wrong.error.message).toBe('"x[0]" needs "a" (a number).');
  const texts = validator.value.check({ x: Array.from({ length: 30_000 }, (_, a) => ({ a: String(a) })) });
  expect(texts.ok && (texts.value.x as Json[])[29_999]).toEqual({ a: 29_999 });
  const large = compileSchema({ type: 'object', properties: { x: { type: 'array', maxItems: 1 } } });
  const told = large.ok ? large.value.check({ x: Array(100_000).fill(1) }) : large;
  expect(told.ok ? '' : told.error.message).toBe(
    '"x" may have at most 1 elements, but is an array of 100000.',
  );
});

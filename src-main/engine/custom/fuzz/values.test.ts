import { expect, test } from 'vitest';
import { fail } from '../../errors';
import type { JsonObject } from '../../json';
import { compileSchema } from '../../tools/validation';
import { Dice } from './dice';
import { SchemaEdges } from './edges';
import { FuzzInputs, type CheckArguments } from './fuzz';
import { RandomValues } from './random-values';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

/** One schema for each keyword that a tool's schema may use. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  nothing: object({}),
  required: object({ a: { type: 'string' }, b: { type: 'number' } }, { required: ['a'] }),
  enum: object({ a: { enum: ['x', 2, null] }, b: { const: 'only' } }, { required: ['a', 'b'] }),
  numbers: object(
    {
      a: { type: 'integer', minimum: -3, maximum: 3 },
      b: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      c: { type: 'number', multipleOf: 0.25, minimum: 0.1, maximum: 2 },
      d: { type: 'integer', multipleOf: 7, minimum: 1 },
    },
    { required: ['a', 'b', 'c', 'd'] },
  ),
  texts: object(
    {
      a: { type: 'string', minLength: 3, maxLength: 5 },
      b: { type: 'string', pattern: '^[a-z]{2,4}-\\d+$' },
      c: { type: 'string', pattern: '^(red|green|\\p{Lu})$' },
    },
    { required: ['a', 'b', 'c'] },
  ),
  formats: object(
    Object.fromEntries(
      [
        ...['color', 'date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6'],
        ...['uri', 'uri-reference', 'uuid', 'json-pointer', 'password', 'unheard-of'],
      ].map((format) => [format.replaceAll('-', '_'), { type: 'string', format }]),
    ),
  ),
  arrays: object(
    {
      a: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 4 },
      b: { type: 'array', items: { type: 'integer', minimum: 0 }, uniqueItems: true, minItems: 3 },
      c: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false, minItems: 2 },
      d: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, maxItems: 2 },
      e: { type: 'array', items: { type: 'integer' }, contains: { minimum: 1 }, minItems: 1 },
    },
    { required: ['a', 'b', 'c'] },
  ),
  nested: object(
    {
      p: object(
        { q: object({ r: { type: 'boolean' } }, { required: ['r'] }), s: { type: 'null' } },
        { required: ['q'] },
      ),
    },
    { required: ['p'] },
  ),
  defaults: object({ a: { type: 'number', default: 10 }, b: { type: 'string', examples: ['one', 'two'] } }),
  choices: object(
    {
      a: {
        oneOf: [
          { type: 'string', maxLength: 3 },
          { type: 'integer', minimum: 5 },
        ],
      },
      b: { anyOf: [object({ x: { type: 'number' } }, { required: ['x'] }), { type: 'null' }] },
      c: { type: ['integer', 'string'] },
      d: { allOf: [{ type: 'integer', minimum: 2 }, { maximum: 4 }] },
    },
    { required: ['a', 'b', 'd'] },
  ),
  references: object(
    { at: { $ref: '#/$defs/point' }, tree: { $ref: '#/$defs/node' } },
    {
      required: ['at', 'tree'],
      $defs: {
        point: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
        node: object(
          { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          { required: ['name'] },
        ),
      },
    },
  ),
  open: object(
    {
      a: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 },
      b: { type: 'object', patternProperties: { '^x_': { type: 'boolean' } }, additionalProperties: false },
      c: { type: 'object', propertyNames: { pattern: '^[a-z]{1,3}$' }, additionalProperties: true },
    },
    { required: ['a'] },
  ),
  conditions: object(
    {
      kind: { enum: ['circle', 'box'] },
      radius: { type: 'number' },
      size: { type: 'number' },
      shape: {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        dependentRequired: { a: ['b'] },
        not: { required: ['b'], properties: { b: { const: 0 } } },
        if: { required: ['a'] },
        then: { properties: { b: { minimum: 1 } } },
      },
    },
    { required: ['kind', 'shape'] },
  ),
};

const checkOf = (schema: JsonObject): CheckArguments => {
  const validator = compileSchema(schema);
  if (!validator.ok) throw new Error(validator.error.message);
  return (args) => validator.value.check(args);
};

test.each(Object.keys(SCHEMAS))(
  'inputs for %s fit the schema, the edges first, and most are made at once',
  (name) => {
    const schema = SCHEMAS[name] ?? {};
    const fits = checkOf(schema);
    const edges = new SchemaEdges(schema).all();
    const values = new RandomValues(schema);
    const share = (list: readonly JsonObject[]): number =>
      list.filter((args) => fits(args).ok).length / Math.max(1, list.length);
    expect(share(edges)).toBeGreaterThan(name === 'conditions' ? 0.3 : 0.7);
    const random = Array.from({ length: 200 }, (_, index) => values.next(new Dice(`t ${index}`)) ?? {});
    expect(share(random)).toBeGreaterThan(name === 'conditions' ? 0.3 : 0.6);
    const inputs = new FuzzInputs(schema, fits, 1);
    for (let index = 0; index < 100; index += 1) {
      const args = inputs.at(index);
      expect(args !== undefined && fits(args).ok, `${name} ${index}`).toBe(true);
    }
  },
);

test('the edges of a range, of a length and of a list are among the first inputs', () => {
  const edges = new SchemaEdges(
    object({
      n: { type: 'integer', minimum: -5, maximum: 12 },
      s: { type: 'string', minLength: 1, maxLength: 4 },
      l: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 3 },
    }),
  ).all();
  expect(edges[0]).toEqual({});
  const of = (key: string): unknown[] => edges.map((args) => args[key]);
  expect(of('n')).toEqual(expect.arrayContaining([-5, 12, 0, 1, -1, -4, 11]));
  expect(of('s')).toEqual(expect.arrayContaining(['a', 'xxxx', ' ', '0']));
  expect(of('l')).toEqual(expect.arrayContaining([[false], [false, false, false], [true]]));
});

test('the same seed makes the same inputs, whatever was made before; another makes others', () => {
  const schema = SCHEMAS.references ?? {};
  const fits = checkOf(schema);
  const all = (seed: number): unknown[] => {
    const inputs = new FuzzInputs(schema, fits, seed);
    return Array.from({ length: 120 }, (_, index) => inputs.at(index));
  };
  const once = all(7);
  expect(all(7)).toEqual(once);
  const alone = new FuzzInputs(schema, fits, 7);
  expect(alone.at(115)).toEqual(once[115]);
  expect(all(8)).not.toEqual(once);
});

test('a schema that refers to itself, and one that nothing fits, end', () => {
  const endless = object(
    { a: { $ref: '#/$defs/a' } },
    { required: ['a'], $defs: { a: object({ a: { $ref: '#/$defs/a' } }, { required: ['a'] }) } },
  );
  const inputs = new FuzzInputs(endless, () => fail('invalid_arguments', 'Nothing fits.'), 1);
  expect(inputs.at(0)).toBeUndefined();
});

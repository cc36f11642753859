import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { compileWithAjv } from './schema-compiler';
import { normalizeInputSchema } from './schema-normal';
import { schemaProblems } from './schema-problems';
import { compileSchema } from './validation';

/** Anything that could stand behind a keyword, right or wrong. */
const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 2, '', 'a', '^a+$', '(', [], {}, ['a'], ['a', 'a'], [1]),
  fc.constantFrom<Json>({ type: 'string' }, { enum: [] }, { $anchor: '1 x' }, { $id: 'other' }, [{}]),
);

const types = fc.constantFrom<Json>('string', 'number', 'integer', 'object', 'array', 'null', [
  'string',
  'null',
]);

/** A schema of up to four keywords: with all of them at once hardly any would be sound. */
function schemaOver(schema: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const or = (right: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
    fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: anything });
  const schemas = or(fc.dictionary(fc.constantFrom('a', 'b', 'toString', 'x y'), schema, { maxKeys: 3 }));
  const list = or(fc.array(schema, { minLength: 1, maxLength: 3 }));
  const number = or(fc.integer({ min: 1, max: 9 }));
  const one = or(schema);
  const keywords: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    type: or(types),
    properties: schemas,
    patternProperties: schemas,
    required: or(fc.constantFrom<Json>(['a'], ['a', 'b'], [])),
    additionalProperties: one,
    propertyNames: one,
    unevaluatedProperties: one,
    dependentRequired: or(fc.constant({ a: ['b'] })),
    dependentSchemas: schemas,
    items: one,
    prefixItems: list,
    contains: one,
    minContains: number,
    maxContains: number,
    unevaluatedItems: one,
    uniqueItems: or(fc.boolean()),
    maxItems: number,
    minItems: number,
    enum: or(fc.constantFrom<Json>(['a'], [1, null], [[], {}])),
    const: anything,
    default: anything,
    examples: anything,
    'x-note': anything,
    multipleOf: number,
    maximum: number,
    minLength: number,
    minProperties: number,
    pattern: or(fc.constantFrom('^a', 'b{2,3}')),
    format: or(fc.constantFrom('email', 'color', 'unheard-of', 'password')),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: one,
    if: one,
    then: one,
    else: one,
    contentSchema: one,
    $comment: or(fc.constant('why')),
    $schema: fc.constantFrom<Json>('https://json-schema.org/draft/2020-12/schema', 7),
  };
  const keyword = fc.oneof(
    ...Object.entries(keywords).map(([key, value]) => value.map((given): [string, Json] => [key, given])),
  );
  return fc.array(keyword, { minLength: 1, maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const leaf = schemaOver(fc.constantFrom<Json>(true, {}, { type: 'string' }));
const schema = schemaOver(fc.oneof(leaf, schemaOver(leaf), anything));

test('a schema in which nothing is wrong compiles: what is put off until a tool is called can not fail there', () => {
  let sound = 0;
  fc.assert(
    fc.property(schema, (property) => {
      const given: JsonObject = { type: 'object', properties: { it: property } };
      if (schemaProblems(given).length > 0) return;
      sound += 1;
      const compiled = compileWithAjv(normalizeInputSchema(given), false);
      if (!compiled.ok) throw new Error(`${JSON.stringify(given)}: ${compiled.error.message}`);
    }),
    { numRuns: 1500 },
  );
  expect(sound).toBeGreaterThan(500);
});

test.each<[Json, string]>([
  [{ enum: [] }, 'input_schema.properties.it: "enum" is empty, so no value could ever be right.'],
  [
    { type: 'string', maxLength: -1 },
    'input_schema: The schema is not valid: /properties/it/maxLength must be >= 0.',
  ],
  [{ $ref: '#/properties/x' }, 'input_schema.properties.it: "$ref": "#/properties/x" points at nothing.'],
  [{ 'x-note': { $anchor: '1 x' } }, 'input_schema: The schema is not valid: invalid anchor "1 x".'],
])('what compiling would stumble over is found before: %j', (property, message) => {
  const given: JsonObject = { type: 'object', properties: { it: property } };
  expect(schemaProblems(given).map((problem) => problem.message)).toEqual([message]);
  expect(compileSchema(given).ok).toBe(false);
  expect(isJsonObject(property)).toBe(true);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src-preload/contract';
import {
  argsFrom as argsFromDrafts,
  argsFromJson,
  draftsFrom,
  fieldsOf,
  type Draft,
  type Field,
  type FormResult,
} from './form-model';

const argsFrom = (fields: readonly Field[], drafts: Record<string, Draft>): FormResult =>
  argsFromDrafts(fields, new Map(Object.entries(drafts)));

const controlOf = (schema: JsonObject, root: JsonObject = {}): unknown =>
  fieldsOf({ type: 'object', properties: { a: schema }, ...root })[0]?.control;

test('each kind of argument gets the control that fits it', () => {
  expect(controlOf({ type: 'number', minimum: 0, maximum: 10 })).toEqual({
    kind: 'number',
    integer: false,
    minimum: 0,
    maximum: 10,
  });
  expect(controlOf({ type: 'integer' })).toEqual({ kind: 'number', integer: true, step: 1 });
  expect(controlOf({ type: 'string' })).toEqual({ kind: 'text', secret: false, long: false });
  expect(controlOf({ type: 'string', format: 'password' })).toMatchObject({ kind: 'text', secret: true });
  expect(controlOf({ type: 'string', format: 'color' })).toEqual({ kind: 'color' });
  expect(controlOf({ enum: ['a', 2] })).toEqual({ kind: 'choice', options: ['a', 2] });
  expect(controlOf({ type: 'boolean' })).toEqual({ kind: 'boolean' });
  expect(controlOf({ type: ['integer', 'string'] })).toEqual({ kind: 'id-or-name' });
  expect(controlOf({ type: ['number', 'null'] })).toMatchObject({ kind: 'number' });
  expect(controlOf({ type: 'object' })).toEqual({ kind: 'json' });
  expect(controlOf({ anyOf: [{ type: 'number' }, { type: 'string' }] })).toEqual({ kind: 'json' });
});

test('a list of three numbers gets three boxes, and so does a list of numbers without a length', () => {
  const xyz = { kind: 'numbers', count: 3, labels: ['x', 'y', 'z'] };
  expect(controlOf({ type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 })).toEqual(xyz);
  expect(controlOf({ type: 'array', items: { type: 'number' } })).toEqual(xyz);
  expect(controlOf({ type: 'array', items: { type: 'number' }, default: [0, 0] })).toMatchObject({
    count: 2,
  });
  expect(controlOf({ type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 100 })).toEqual({
    kind: 'json',
  });
  expect(controlOf({ type: 'array', items: { type: 'string' } })).toEqual({ kind: 'json' });
});

test('a reference into $defs is followed, and one that goes in a circle gives JSON', () => {
  const $defs = { size: { type: 'number', minimum: 1 }, loop: { $ref: '#/$defs/loop' } };
  expect(controlOf({ $ref: '#/$defs/size' }, { $defs })).toEqual({
    kind: 'number',
    integer: false,
    minimum: 1,
  });
  expect(controlOf({ $ref: '#/$defs/loop' }, { $defs })).toEqual({ kind: 'json' });
  expect(controlOf({ $ref: 'https://example.org/x' }, { $defs })).toEqual({ kind: 'json' });
});

test('a property called __proto__ is an ordinary one', () => {
  const schema = JSON.parse(
    '{"type": "object", "properties": {"__proto__": {"type": "number"}}}',
  ) as JsonObject;
  const fields = fieldsOf(schema);
  expect(fields.map((field) => field.name)).toEqual(['__proto__']);
  expect(argsFromDrafts(fields, new Map())).toEqual({ ok: true, args: {} });
  expect(argsFromDrafts(fields, new Map([['__proto__', '3']]))).toEqual({
    ok: true,
    args: JSON.parse('{"__proto__": 3}'),
  });
});

test('required arguments come first, then the schema’s own order', () => {
  const fields = fieldsOf({ type: 'object', properties: { a: {}, b: {}, c: {} }, required: ['c'] });
  expect(fields.map((field) => field.name)).toEqual(['c', 'a', 'b']);
});

const near = fieldsOf({
  type: 'object',
  required: ['radius'],
  properties: {
    radius: { type: 'number' },
    center: { type: 'array', items: { type: 'number' } },
    tag: { type: 'string' },
    deep: { type: 'boolean' },
    limit: { type: 'integer', default: 5 },
  },
});

test('arguments come out with their types, and what was left empty is not sent', () => {
  expect(argsFrom(near, { radius: '8', center: ['1', '', '-2.5'], tag: '', deep: 'false' })).toEqual({
    ok: true,
    args: { radius: 8, center: [1, 0, -2.5], deep: false },
  });
});

test('what can’t be read is said at its field', () => {
  expect(argsFrom(near, { radius: '', limit: '1.5' })).toEqual({
    ok: false,
    problems: new Map([
      ['radius', 'Needed'],
      ['limit', '1.5 is not a whole number'],
    ]),
  });
  expect(argsFrom(near, { radius: 'far' })).toEqual({
    ok: false,
    problems: new Map([['radius', '“far” is not a number']]),
  });
});

test('arguments shown in the form come out as they went in', () => {
  const number = fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
    .map((value) => (Object.is(value, -0) ? 0 : value));
  const args = fc.record(
    {
      radius: number,
      center: fc.tuple(number, number, number),
      tag: fc.string({ minLength: 1 }),
      deep: fc.boolean(),
      limit: fc.integer({ min: -1000, max: 1000 }),
    },
    { requiredKeys: ['radius'] },
  );
  fc.assert(
    fc.property(args, (value) => {
      expect(argsFromDrafts(near, draftsFrom(near, value))).toEqual({ ok: true, args: value });
    }),
  );
});

test('an entity is an id when it is digits and a name otherwise', () => {
  const fields = fieldsOf({ type: 'object', properties: { entity: { type: ['integer', 'string'] } } });
  expect(argsFrom(fields, { entity: '12' })).toEqual({ ok: true, args: { entity: 12 } });
  expect(argsFrom(fields, { entity: 'Room/Door' })).toEqual({ ok: true, args: { entity: 'Room/Door' } });
});

test('arguments typed as JSON must be an object', () => {
  expect(argsFromJson('{"radius": 8}')).toEqual({ ok: true, args: { radius: 8 } });
  expect(argsFromJson('[1]')).toEqual({ ok: false, problem: 'Arguments are an object: {"name": value}' });
  expect(argsFromJson('{')).toMatchObject({ ok: false });
});

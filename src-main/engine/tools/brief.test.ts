import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import { brief, briefLine } from './brief';
import { MASK } from './redact';

const VALUES = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    'Bearer abcdefgh12',
    'password=hunter22',
    'https://a:b@c',
    'x'.repeat(399),
    'y'.repeat(401),
  ),
  fc.array(fc.integer(), { maxLength: 40 }),
);
const KEYS = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('password', 'API_KEY', 'max_tokens', 'auth', '__proto__', 'k'.repeat(250)),
);
const SCHEMAS: readonly JsonObject[] = [{}, { properties: { a: { type: 'string' } } }];

test('a small object is kept as the same object is that stands in a list', () => {
  const objects = fc
    .array(fc.tuple(KEYS, VALUES), { maxLength: 40 })
    .map((entries): Json => Object.fromEntries(entries));
  fc.assert(
    fc.property(objects, fc.constantFrom(...SCHEMAS), (value, schema) => {
      const [within] = brief([value], { items: schema }) as readonly Json[];
      expect(JSON.stringify(brief(value, schema))).toBe(JSON.stringify(within));
    }),
  );
});

test('a small object of which the schema says that it holds a secret is masked', () => {
  const schema = { properties: { pin: { type: 'integer', writeOnly: true } } };
  expect(brief({ pin: 1234, n: 1 }, schema)).toEqual({ pin: MASK, n: 1 });
  expect(brief({ pin: 1234, n: 1 })).toEqual({ pin: 1234, n: 1 });
});

test('what is kept does not change when the value does', () => {
  const value = { n: 1 };
  const kept = brief(value);
  value.n = 2;
  expect(kept).toEqual({ n: 1 });
});

test('a text is cut between characters, not within one', () => {
  expect(brief({ text: `${'x'.repeat(399)}👍👍` })).toEqual({ text: `${'x'.repeat(399)}… (403 characters)` });
  expect(briefLine(`${'x'.repeat(158)}👍y`)).toBe(`${'x'.repeat(158)}…`);
});

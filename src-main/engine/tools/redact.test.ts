import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { brief, briefLine } from './brief';
import { isSecretKey, MASK, redact, redactText } from './redact';

test.each([
  'token',
  'apiKey',
  'API_KEY',
  'x-api-key',
  'Authorization',
  'password',
  'userPassword',
  'Set-Cookie',
  'cookie',
  'private_key',
  'client_secret',
  'accessToken',
  'githubToken',
])('S-20: values under %s are masked, at any depth and in arrays', (key) => {
  expect(isSecretKey(key)).toBe(true);
  expect(redact({ list: [{ [key]: 'abc' }] })).toEqual({ list: [{ [key]: MASK }] });
});

test.each([
  'name',
  'author',
  'tokenizer',
  'max_tokens',
  'passage',
  'secretary',
  'keyboard',
  'key',
  'cookieCutter',
])('values under %s are kept', (key) => {
  expect(redact({ [key]: 'abc' })).toEqual({ [key]: 'abc' });
});

test('flags, empty values and counts of tokens tell nothing', () => {
  const value = { password: true, secret: null, tokens: 1200 };
  expect(redact(value)).toBe(value);
  expect(redact({ password: 1234 })).toEqual({ password: MASK });
});

test('the schema says what is secret: writeOnly, password, through references and alternatives', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      pin: { type: 'integer', writeOnly: true },
      login: { $ref: '#/$defs/login' },
      either: {
        anyOf: [
          { type: 'null' },
          { type: 'object', properties: { code: { type: 'string', format: 'password' } } },
        ],
      },
      list: { type: 'array', items: { type: 'string', writeOnly: true } },
    },
    $defs: { login: { type: 'object', properties: { word: { type: 'string', format: 'password' } } } },
  };
  expect(
    redact(
      { pin: 1, login: { word: 'x', name: 'n' }, either: { code: 'c' }, list: ['a'], plain: 'p' },
      schema,
    ),
  ).toEqual({
    pin: MASK,
    login: { word: MASK, name: 'n' },
    either: { code: MASK },
    list: [MASK],
    plain: 'p',
  });
});

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  [
    'a pattern of names',
    { patternProperties: { '^s': { type: 'string', writeOnly: true } } },
    { sx: 'hidden' },
    { sx: MASK },
  ],
  [
    'all other names, in an alternative',
    { anyOf: [{ type: 'null' }, { additionalProperties: { writeOnly: true } }] },
    { any: 'hidden' },
    { any: MASK },
  ],
  [
    'a reference in an alternative',
    {
      properties: { pin: { anyOf: [{ $ref: '#/$defs/pin' }, { type: 'null' }] } },
      $defs: { pin: { writeOnly: true } },
    },
    { pin: 'hidden' },
    { pin: MASK },
  ],
  [
    'an alternative within an alternative',
    { properties: { pin: { allOf: [{ oneOf: [{ format: 'password' }, { type: 'null' }] }] } } },
    { pin: 'hidden' },
    { pin: MASK },
  ],
  [
    'the second of two alternatives that name it',
    { oneOf: [{ properties: { pin: { type: 'string' } } }, { properties: { pin: { writeOnly: true } } }] },
    { pin: 'hidden' },
    { pin: MASK },
  ],
  [
    'a condition',
    { if: { required: ['pin'] }, then: { properties: { pin: { writeOnly: true } } } },
    { pin: 'hidden', plain: 'p' },
    { pin: MASK, plain: 'p' },
  ],
  [
    'one place of a tuple',
    { properties: { login: { prefixItems: [{ type: 'string' }, { writeOnly: true }] } } },
    { login: ['me', 'hidden'] },
    { login: ['me', MASK] },
  ],
  [
    'the elements of a list that is an alternative',
    { properties: { list: { anyOf: [{ type: 'null' }, { type: 'array', items: { writeOnly: true } }] } } },
    { list: ['hidden'] },
    { list: [MASK] },
  ],
  [
    'a reference to itself',
    { properties: { next: { $ref: '#' }, pin: { writeOnly: true }, plain: { $ref: '#/properties/plain' } } },
    { next: { next: { pin: 'hidden' } }, plain: 'p' },
    { next: { next: { pin: MASK } }, plain: 'p' },
  ],
])('what is secret by %s is masked', (_by, schema, value, masked) => {
  expect(redact(value, schema)).toEqual(masked);
});

test.each([
  ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted]'],
  ['curl https://me:pw@example.org/a', 'curl https://[redacted]@example.org/a'],
  ['see https://example.org/a@b', 'see https://example.org/a@b'],
  ['key ghp_abcdefghijklmnop1234', 'key [redacted]'],
  ['api_key=abcd1234', 'api_key=[redacted]'],
  ['{"token": "abcd1234"}', '{"token": "[redacted]"}'],
  ['unexpected token: end', 'unexpected token: end'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', MASK],
  ['a basic idea of it', 'a basic idea of it'],
])('in texts: %s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

test('what is kept in events is short, and cut only after secrets are masked', () => {
  expect(brief({ text: 'x'.repeat(1_000) })).toEqual({ text: `${'x'.repeat(400)}… (1000 characters)` });
  expect(brief(Array.from({ length: 100 }, (_, n) => n))).toEqual([
    ...Array.from({ length: 30 }, (_, n) => n),
    '… 70 more',
  ]);
  const url = `${'y'.repeat(390)} https://me:very-secret-word@example.org/`;
  expect(JSON.stringify(brief({ url }))).not.toContain('very');
  expect(JSON.stringify(brief({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }))).toBe(
    '{"a":{"b":{"c":{"d":{"e":{"f":{"…":1}}}}}}}',
  );
  const cyclic: Record<string, never> = {};
  Object.assign(cyclic, { self: cyclic });
  expect(JSON.stringify(brief(cyclic)).length).toBeLessThan(200);
  expect(briefLine('two\nlines\u2028and\u001b[31m red')).toBe('two lines and [31m red');
});

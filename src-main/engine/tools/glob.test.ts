import { expect, test } from 'vitest';
import { globMatches, pathAllowed } from './glob';

test.each([
  ['entity_*', 'entity_create', true],
  ['entity_*', 'entity_', true],
  ['entity_*', 'my_entity_create', false],
  ['*', '', true],
  ['*_get', 'entity_get', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['batch', 'batch', true],
  ['batch', 'batches', false],
])('%s and %s: %j', (pattern, text, holds) => {
  expect(globMatches(pattern, text)).toBe(holds);
});

test('many stars take no more than pattern times text', () => {
  expect(globMatches(`${'a*'.repeat(50)}b`, 'a'.repeat(20_000))).toBe(false);
});

test.each([
  ['data/', 'data/a.json', true],
  ['data', 'data/deep/a.json', true],
  ['data', 'database/a.json', false],
  ['data/*.json', 'data/a.json', true],
  ['data/*.json', 'data/deep/a.json', false],
  ['data/**', 'data/deep/a.json', true],
  ['data/**/*.json', 'data/a.json', true],
  ['**/*.wander', 'scripts/lib/a.wander', true],
  ['data/a.json', 'data/a.json', true],
  ['', 'anything', false],
  ['./data', 'data/x', true],
])('the place %s holds %s: %j', (place, path, holds) => {
  expect(pathAllowed([place], path)).toBe(holds);
});

test('a place of very many slashes is looked at once', () => {
  expect(pathAllowed([`${'/'.repeat(1_000_000)}x`], 'data/a.json')).toBe(false);
  expect(pathAllowed(['data///'], 'data/a.json')).toBe(true);
});

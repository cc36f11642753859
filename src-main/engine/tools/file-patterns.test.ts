import { expect, test } from 'vitest';
import { filePatternProblem, mayListFolder, protectedPath } from './file-patterns';

test('S-53, S-54: patterns that lead outside or into the engine’s own files are refused', () => {
  for (const pattern of [
    '/etc/',
    '../x/',
    'a/../../x',
    'C:/x',
    '~/x',
    'a\\b',
    'a//b',
    './a',
    '',
    'a\u0000',
  ]) {
    expect(filePatternProblem(pattern, 'read'), pattern).toBeDefined();
  }
  for (const pattern of [
    'tools/',
    'Tools/x.json',
    'game.json',
    'GAME.JSON',
    '.skywalker/',
    'agents/',
    'studio/a',
    '.git/',
  ]) {
    expect(filePatternProblem(pattern, 'write'), pattern).toBeDefined();
  }
  expect(filePatternProblem('tools/', 'read')).toBeUndefined();
  expect(filePatternProblem('.skywalker/', 'read')).toContain('belongs to the engine');
  expect(filePatternProblem('v1..2/notes.txt', 'write')).toBeUndefined();
  expect(filePatternProblem('data/', 'write')).toBeUndefined();
  expect(protectedPath('Studio/board.json', 'write')).toContain('never writable');
});

test('a folder may be listed at and below the fixed part of a pattern', () => {
  expect(mayListFolder('data', ['data/'])).toBe(true);
  expect(mayListFolder('data/sub', ['data/'])).toBe(true);
  expect(mayListFolder('data', ['data/*.json'])).toBe(true);
  expect(mayListFolder('other', ['data/'])).toBe(false);
  expect(mayListFolder('', ['data/'])).toBe(false);
  expect(mayListFolder('', ['*.txt'])).toBe(true);
});

import { expect, test } from 'vitest';
import { bestMatches, fuzzyScore } from './fuzzy';

test('letters must all occur, in order', () => {
  expect(fuzzyScore('Save Scene', 'sce')).toBeGreaterThan(0);
  expect(fuzzyScore('Save Scene', 'xyz')).toBe(0);
  expect(fuzzyScore('ab', 'ba')).toBe(0);
});

test('a beginning beats a word inside, which beats scattered letters', () => {
  const texts = ['tool_user_set_rage', 'users', 'my_user', 'u_s_e_r'];
  expect(bestMatches(texts, 'user', (text) => text, 9)).toEqual([
    'users',
    'my_user',
    'tool_user_set_rage',
    'u_s_e_r',
  ]);
});

test('initials of words find a command', () => {
  expect(bestMatches(['Show Activity Panel', 'Save Scene', 'Swap Places'], 'sap', (text) => text, 2)[0]).toBe(
    'Show Activity Panel',
  );
});

test('nothing typed keeps the order, and the list is cut', () => {
  expect(bestMatches(['b', 'a', 'c'], '', (text) => text, 2)).toEqual(['b', 'a']);
});

import { expect, test } from 'vitest';
import { didYouMean, editDistance, listNames, nearest } from './suggest';

test('edits are counted, a swap of neighbours as one', () => {
  expect(editDistance('radius', 'radius', 3)).toBe(0);
  expect(editDistance('raduis', 'radius', 3)).toBe(1);
  expect(editDistance('kitten', 'sitting', 3)).toBe(3);
  expect(editDistance('', 'abc', 3)).toBe(3);
  expect(editDistance('abc', 'xyz', 2)).toBe(3);
  expect(editDistance('abc', 'abcdefgh', 3)).toBe(4);
});

test('the closest name is found, whatever its case', () => {
  expect(nearest('raduis', ['range', 'radius', 'ratio'])).toBe('radius');
  expect(nearest('PLAYER', ['Player', 'Prayer'])).toBe('Player');
  expect(nearest('entity_updat', ['entity_create', 'entity_update'])).toBe('entity_update');
});

test('nothing is suggested for what is not close, nor for short words that share little', () => {
  expect(nearest('banana', ['radius'])).toBeUndefined();
  expect(nearest('xy', ['ab'])).toBeUndefined();
  expect(nearest('', ['a'])).toBeUndefined();
  expect(nearest('x'.repeat(10_000), ['x'.repeat(9_999)])).toBeUndefined();
});

test('the hint is a question, or nothing', () => {
  expect(didYouMean('raduis', ['radius'])).toBe('Did you mean "radius"?');
  expect(didYouMean('banana', ['radius'])).toBeUndefined();
});

test('long lists of names are cut with their number', () => {
  expect(listNames(['a', 'b'])).toBe('a, b');
  expect(listNames(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});

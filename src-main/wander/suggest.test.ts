import { expect, test } from 'vitest';
import { nearestWord } from './suggest';

test.each([
  ['raduis', ['radius', 'rad'], 'radius'],
  ['Distance', ['distance'], 'distance'],
  ['sqr', ['sqrt'], 'sqrt'],
  ['x', ['y', 'z'], undefined],
  ['ab', ['ba'], 'ba'],
  ['retrun', ['return', 'repeat'], 'return'],
  ['completely', ['different'], undefined],
  ['same', ['same'], undefined],
  ['lenght', ['length', 'light'], 'length'],
])('the nearest to %s among %j is %s', (word, candidates, expected) => {
  expect(nearestWord(word, candidates)).toBe(expected);
});

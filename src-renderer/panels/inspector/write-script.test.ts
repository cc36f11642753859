import { expect, test } from 'vitest';
import { behaviorName } from './write-script';

test('a behaviour is named after its entity, in letters and digits', () => {
  expect(behaviorName('Lantern Post 3')).toBe('LanternPost3');
  expect(behaviorName('Brücke')).toBe('Brucke');
  expect(behaviorName('3 Gates')).toBe('Behavior3Gates');
  expect(behaviorName('—')).toBe('Behavior');
});

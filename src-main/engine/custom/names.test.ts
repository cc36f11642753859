import { expect, test } from 'vitest';
import { baseOf, normaliseName } from './names';

const name = (text: string): string => {
  const outcome = normaliseName(text);
  return outcome.ok ? outcome.value : `${outcome.error.message} ${outcome.error.hint ?? ''}`;
};

test('x, user_x, user.x and user:x are one name', () => {
  expect(['near', 'user_near', 'user.near', 'user:near'].map(name)).toEqual(Array(4).fill('user_near'));
  expect(baseOf('user_near')).toBe('near');
});

test('S-52: names with other characters are refused with the rule and a name that would do', () => {
  expect(name('Enemies-Near')).toContain('Did you mean "enemies_near"?');
  expect(name('enemiesNear')).toContain('Did you mean "enemies_near"?');
  expect(name('enemies near')).toContain('lowercase letters a-z');
  expect(name('a.b')).toContain('lowercase letters');
  expect(name('épée')).toContain('lowercase letters');
  // Cyrillic а looks like a Latin one.
  expect(name('tаg')).toContain('lowercase letters');
  expect(name('1st')).toContain('starting with a letter');
  expect(name('')).toContain('lowercase letters');
  expect(name('user_')).toContain('lowercase letters');
});

test('S-52: a name of 64 characters with its prefix stands, one of 65 does not', () => {
  expect(name('a'.repeat(59))).toBe(`user_${'a'.repeat(59)}`);
  expect(name('a'.repeat(60))).toContain('has 65 characters');
});

test('S-54: names that Windows keeps for devices are refused', () => {
  for (const word of ['con', 'nul', 'aux', 'prn', 'com1', 'lpt9']) expect(name(word)).toContain('Windows');
  expect(name('console')).toBe('user_console');
});

test('S-50: names of object members are ordinary names', () => {
  expect(name('constructor')).toBe('user_constructor');
  expect(name('hasownproperty')).toBe('user_hasownproperty');
  expect(name('__proto__')).toContain('starting with a letter');
});

test('S-49: a text of a million characters is refused at once, and repeated in part only', () => {
  for (const text of ['x'.repeat(1_000_000), `a${'_'.repeat(1_000_000)}!`, 'aA'.repeat(500_000)])
    expect(name(text).length).toBeLessThan(600);
});

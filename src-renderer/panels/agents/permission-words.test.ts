import { expect, test } from 'vitest';
import { effectiveWords, isLoosening } from './permission-words';

test('a setting of a category is told with what it comes to', () => {
  expect(effectiveWords('default', 'observe')).toBe('reading at once, changes refused');
  expect(effectiveWords('default', 'ask')).toBe('reading at once, changes wait for you');
  expect(effectiveWords('default', 'autonomous')).toBe('at once');
  expect(effectiveWords('ask', 'autonomous')).toBe('waits for you');
  expect(effectiveWords('off', 'autonomous')).toBe('refused');
});

test('what lets more happen without a person is a loosening', () => {
  const ask = { permission: 'default', autonomy: 'ask' } as const;
  expect(isLoosening(ask, { ...ask, autonomy: 'autonomous' })).toBe(true);
  expect(isLoosening(ask, { ...ask, autonomy: 'observe' })).toBe(false);
  expect(isLoosening(ask, { ...ask, permission: 'allow' })).toBe(true);
  expect(isLoosening({ ...ask, permission: 'ask' }, ask)).toBe(true);
  expect(isLoosening(ask, { ...ask, permission: 'off' })).toBe(false);
});

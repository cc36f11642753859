import { expect, test } from 'vitest';
import { systemText, systemTitle } from './system-text';

test('S-17 a title and a question of the system show what steers text, instead of being steered', () => {
  expect(systemTitle('Sky \u202Enedrag\n\u001b[2J\u0000\u200b')).toBe(
    'Sky \\u202enedrag \\x1b[2J\\x00\\u200b',
  );
  expect(systemText('a\n\n\n\n\nb')).toBe('a\n\nb');
});

test('a name that would fill the screen is cut, in whole characters', () => {
  expect(systemTitle('👍'.repeat(500))).toBe(`${'👍'.repeat(119)}…`);
  expect(systemText('x'.repeat(1_048_576), 2_000)).toHaveLength(2_000);
});

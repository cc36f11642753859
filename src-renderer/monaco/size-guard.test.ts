import { expect, test } from 'vitest';
import { sizeVerdict } from './size-guard';

test('an ordinary file gets every help', () => {
  expect(sizeVerdict('fn run(args)\n  return 1\nend\n')).toEqual({ plain: false });
});

test('a 5 MB script is shown as plain text and the notice says why (S-73)', () => {
  expect(sizeVerdict('let a = 1\n'.repeat(524_288))).toEqual({
    plain: true,
    notice: 'Shown as plain text, without colours and checks: it has 5.0 MB of text.',
  });
});

test('a line of 20,000 characters is shown as plain text, and the notice names the line (S-73)', () => {
  expect(sizeVerdict(`a\n${'x'.repeat(20_000)}\n`).notice).toContain('line 2 has 20,000 characters');
});

test('a file of 30,000 short lines is shown as plain text (S-73)', () => {
  expect(sizeVerdict('\n'.repeat(29_999)).notice).toContain('it has 30,000 lines');
});

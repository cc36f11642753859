import { expect, test } from 'vitest';
import { hexOf, THEME_TOKENS, themeFrom, type Palette } from './themes';

const palette = Object.fromEntries(
  THEME_TOKENS.map((token, i) => [token, `#0000${(16 + i).toString(16)}`]),
) as unknown as Palette;

test('computed colours become hexadecimal ones', () => {
  expect(hexOf('rgb(21, 23, 27)')).toBe('#15171b');
  expect(hexOf('rgba(0, 0, 0, 0.5)')).toBe('#00000080');
  expect(hexOf('oklch(0.5 0.1 20)')).toBeUndefined();
});

test('a theme takes its surface from the surface token and every colour is one Monaco can read', () => {
  const theme = themeFrom(palette, 'dark');
  expect(theme.colors['editor.background']).toBe(palette.surface);
  expect(theme.base).toBe('vs-dark');
  for (const color of Object.values(theme.colors)) expect(color).toMatch(/^#[0-9a-f]{6}([0-9a-f]{2})?$/);
  for (const rule of theme.rules) expect(rule.foreground).toMatch(/^[0-9a-f]{6}$/);
});

test('statements that change the scene have a colour of their own', () => {
  const rules = new Map(themeFrom(palette, 'light').rules.map((rule) => [rule.token, rule.foreground]));
  expect(rules.get('keyword.action')).not.toBe(rules.get('keyword'));
});

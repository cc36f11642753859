import { expect, test } from 'vitest';
import tokens from '../ui/tokens.css?raw';
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

type Channels = readonly number[];

const channelsOf = (hex: string): Channels => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
/** A colour with an alpha over an opaque one. */
function over(hex: string, below: Channels): Channels {
  const alpha = hex.length > 7 ? parseInt(hex.slice(7, 9), 16) / 255 : 1;
  return channelsOf(hex).map((value, index) => value * alpha + (below[index] ?? 0) * (1 - alpha));
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(color: Channels): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Channels, b: Channels): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const paletteOf = (scheme: 'light' | 'dark'): Palette =>
  Object.fromEntries(
    THEME_TOKENS.map((token) => {
      const pair = new RegExp(`--${token}:\\s*light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens);
      return [token, pair?.[scheme === 'light' ? 1 : 2] ?? '#000000'];
    }),
  ) as unknown as Palette;

test.each(['light', 'dark'] as const)('what a difference marks can be read in the %s theme', (scheme) => {
  const { colors, rules } = themeFrom(paletteOf(scheme), scheme);
  const surface = channelsOf(colors['editor.background'] ?? '');
  for (const kind of ['inserted', 'removed']) {
    const line = over(colors[`diffEditor.${kind}LineBackground`] ?? '', surface);
    const behind = over(colors[`diffEditor.${kind}TextBackground`] ?? '', line);
    for (const { token, foreground = '' } of rules)
      expect([kind, token, contrast(channelsOf(`#${foreground}`), behind) >= 4.5]).toEqual([
        kind,
        token,
        true,
      ]);
  }
});

test.each(['light', 'dark'] as const)(
  'a name that is selected and highlighted can be read in the %s theme',
  (scheme) => {
    const { colors, rules } = themeFrom(paletteOf(scheme), scheme);
    const surface = channelsOf(colors['editor.background'] ?? '');
    const behind = over(
      colors['editor.wordHighlightStrongBackground'] ?? '',
      over(colors['editor.selectionBackground'] ?? '', surface),
    );
    const names = rules.filter(({ token }) =>
      /^(function|method|variable|property|namespace|type|identifier)/.test(token),
    );
    expect(names.length).toBeGreaterThan(5);
    for (const { token, foreground = '' } of names)
      expect([token, contrast(channelsOf(`#${foreground}`), behind) >= 4.5]).toEqual([token, true]);
  },
);

import { expect, test } from 'vitest';
import css from './tokens.css?raw';
type Theme = 'light' | 'dark';

function table(theme: Theme): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, light, dark] of css.matchAll(
    /--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g,
  ))
    found.set(name!, theme === 'light' ? light! : dark!);
  return found;
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

const surfaces = ['canvas', 'surface', 'raised', 'inset', 'hover', 'selected'];
const texts = ['text', 'text-muted', 'text-faint', 'accent', 'success', 'warning', 'danger', 'info'];
const actors = Array.from({ length: 8 }, (_, index) => `actor-${index}`);

for (const theme of ['light', 'dark'] as const) {
  const colours = table(theme);
  const colour = (name: string): string => {
    const value = colours.get(name);
    if (value === undefined) throw new Error(`no token ${name}`);
    return value;
  };

  test(`${theme}: text, status and actor colours are readable on every surface they may sit on`, () => {
    for (const text of [...texts, ...actors])
      for (const surface of surfaces)
        expect(contrast(colour(text), colour(surface)), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
  });

  test(`${theme}: text and status colours are readable on status tints`, () => {
    for (const role of ['success', 'warning', 'danger', 'info'])
      for (const text of ['text', role])
        expect(
          contrast(colour(text), colour(`${role}-tint`)),
          `${text} on ${role}-tint`,
        ).toBeGreaterThanOrEqual(4.5);
  });

  test(`${theme}: labels are readable on solid buttons`, () => {
    for (const solid of ['accent-solid', 'accent-solid-hover', 'danger-solid'])
      expect(contrast(colour('on-accent'), colour(solid)), solid).toBeGreaterThanOrEqual(4.5);
  });

  test(`${theme}: the focus ring and control outlines stand out from every surface`, () => {
    for (const mark of ['focus', 'border-strong'])
      for (const surface of surfaces)
        expect(contrast(colour(mark), colour(surface)), `${mark} on ${surface}`).toBeGreaterThanOrEqual(3);
  });
}

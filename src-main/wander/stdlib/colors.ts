/** Colours: channels 0..1. */
import { finite } from '../operators';
import { colorText, parseColor } from '../text';
import { Color } from '../values';
import { fn, type StdlibEntry } from './define';

/** A channel of sRGB as light. */
const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

function fromHsv(h: number, s: number, v: number): Color {
  const hue = (h - Math.floor(h)) * 6;
  const channel = (n: number): number => {
    const k = (n + hue) % 6;
    return v - v * s * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return new Color(channel(5), channel(3), channel(1), 1);
}

export const COLORS: readonly StdlibEntry[] = [
  fn({
    name: 'color',
    group: 'color',
    parameters: [
      { name: 'r', type: 'number|string|color' },
      { name: 'g', type: 'number', optional: true },
      { name: 'b', type: 'number', optional: true },
      { name: 'a', type: 'number', optional: true },
    ],
    result: 'color',
    doc: 'A color from channels 0..1, or from text such as "#ff8800".',
    example: 'color(1, 0.5, 0)',
    pure: true,
    cost: 1,
    run: (run, r, g, b, a = 1) => {
      if (r instanceof Color) return r;
      if (typeof r === 'string') {
        return (
          parseColor(r.trim()) ??
          run.fail(
            `color: "${r.slice(0, 40)}" is not a color`,
            'Colors are written #rgb, #rrggbb or #rrggbbaa.',
          )
        );
      }
      if (g === undefined || b === undefined)
        return run.fail('color: r, g and b belong together', 'Write color(1, 0.5, 0), or color("#ff8000").');
      return new Color(r, g, b, a);
    },
  }),
  fn({
    name: 'rgb',
    group: 'color',
    parameters: [
      { name: 'r', type: 'number' },
      { name: 'g', type: 'number' },
      { name: 'b', type: 'number' },
      { name: 'a', type: 'number', optional: true },
    ],
    result: 'color',
    doc: 'A color from red, green and blue in 0..255, and alpha in 0..1.',
    example: 'rgb(255, 136, 0)',
    pure: true,
    cost: 1,
    run: (_run, r, g, b, a = 1) => new Color(r / 255, g / 255, b / 255, a),
  }),
  fn({
    name: 'hsv',
    group: 'color',
    parameters: [
      { name: 'h', type: 'number' },
      { name: 's', type: 'number' },
      { name: 'v', type: 'number' },
    ],
    result: 'color',
    doc: 'A color from hue (0..1, going round), saturation and value (0..1).',
    example: 'hsv(0.5, 1, 1)',
    pure: true,
    cost: 2,
    run: (run, h, s, v) => {
      finite(run, v * s);
      return fromHsv(h, s, v);
    },
  }),
  fn({
    name: 'mix',
    group: 'color',
    parameters: [
      { name: 'a', type: 'color' },
      { name: 'b', type: 'color' },
      { name: 't', type: 'number' },
    ],
    result: 'color',
    doc: 'Between two colors: a at t = 0, b at t = 1.',
    example: 'mix(#000, #fff, 0.5)',
    pure: true,
    cost: 2,
    run: (run, a, b, t) => {
      const between = (from: number, to: number): number => finite(run, from + (to - from) * t);
      return new Color(between(a.r, b.r), between(a.g, b.g), between(a.b, b.b), between(a.a, b.a));
    },
  }),
  fn({
    name: 'luminance',
    group: 'color',
    parameters: [{ name: 'c', type: 'color' }],
    result: 'number',
    doc: 'How bright a color looks: 0 for black, 1 for white.',
    example: 'luminance(#fff)',
    pure: true,
    cost: 3,
    run: (run, c) => finite(run, 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b)),
  }),
  fn({
    name: 'to_hex',
    group: 'color',
    parameters: [{ name: 'c', type: 'color' }],
    result: 'string',
    doc: 'The color as text: "#rrggbb", or "#rrggbbaa" when it is not opaque.',
    example: 'to_hex(#f80)',
    pure: true,
    cost: 3,
    run: (_run, c) => colorText(c),
  }),
];

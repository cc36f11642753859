/** Colours between text, light (linear) and bytes (sRGB, IEC 61966-2-1). */

/** Red, green, blue, 0 to 1 and beyond, linear. */
export type Rgb = readonly [number, number, number];

export const BLACK: Rgb = [0, 0, 0];

const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Finer than 8 bits need, so that dark tones do not band. */
const STEPS = 4_096;
const BYTES = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const value = step / STEPS;
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
});

/** `#rrggbb` or `#rrggbbaa`; white where the text is neither. */
export function parseColor(text: unknown): { readonly rgb: Rgb; readonly alpha: number } {
  const match = typeof text === 'string' ? /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text) : null;
  if (match === null) return { rgb: [1, 1, 1], alpha: 1 };
  const bits = Number.parseInt(match[1] ?? '', 16);
  return {
    rgb: [linear((bits >> 16) & 255), linear((bits >> 8) & 255), linear(bits & 255)],
    alpha: match[2] === undefined ? 1 : Number.parseInt(match[2], 16) / 255,
  };
}

export function toByte(value: number): number {
  const step = value <= 0 ? 0 : value >= 1 ? STEPS : Math.round(value * STEPS);
  return BYTES[step] ?? 0;
}

function linear(byte: number): number {
  return LINEAR[byte] ?? 0;
}

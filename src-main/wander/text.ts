/** The text form of values, and strings by code points. */
import { BYTES, MAX_NESTING } from './budget';
import type { Run } from './context';
import { Color, EntityRef, List, MapValue, Vec, type Value } from './values';

/** The shortest text that reads back as the same number. */
export function numberText(value: number): string {
  return String(value);
}

const hexByte = (channel: number): string => {
  const byte = Math.min(255, Math.max(0, Math.round(channel * 255)));
  return byte.toString(16).padStart(2, '0');
};

/** `#rrggbb`, or `#rrggbbaa` when it is not opaque; channels are clamped. */
export function colorText(color: Color): string {
  const alpha = hexByte(color.a);
  return `#${hexByte(color.r)}${hexByte(color.g)}${hexByte(color.b)}${alpha === 'ff' ? '' : alpha}`;
}

const COLOR_TEXT = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. */
export function parseColor(text: string): Color | undefined {
  if (text.length > 9 || !COLOR_TEXT.test(text)) return undefined;
  const digits = text.length <= 5 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1);
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return new Color(channel(0), channel(2), channel(4), digits.length === 8 ? channel(6) : 1);
}

function vecText(vec: Vec): string {
  return `(${numberText(vec.x)}, ${numberText(vec.y)}, ${numberText(vec.z)})`;
}

/** What `str(value)`, `log`, `+` with a string and interpolation make of it. */
export function textOf(run: Run, value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null) return 'none';
  if (value instanceof List || value instanceof MapValue) {
    const writer = new Writer(run);
    writer.write(value, 0);
    return writer.done();
  }
  return plainText(run, value);
}

function plainText(run: Run, value: Exclude<Value, List | MapValue>): string {
  if (value instanceof Vec) return vecText(value);
  if (value instanceof Color) return colorText(value);
  if (value instanceof EntityRef) return run.host.scene.entity(value.id)?.name ?? '<destroyed entity>';
  if (value === null || typeof value !== 'object') return textOf(run, value);
  return value.code.name === 'function' ? 'fn' : `fn ${value.code.name}`;
}

/** Collects pieces, and puts them together once: text that is added to bit by bit takes much more while it grows. */
export class Pieces {
  private readonly pieces: string[] = [];
  private length = 0;

  constructor(protected readonly run: Run) {}

  add(piece: string): void {
    this.pieces.push(piece);
    this.length += piece.length;
    this.run.charge(piece.length >> 6);
    this.run.checkTextLength(this.length);
  }

  done(): string {
    return this.run.madeText(this.pieces.join(''));
  }
}

class Writer extends Pieces {
  write(value: Value, depth: number): void {
    const { run } = this;
    if (depth > MAX_NESTING)
      run.failWith('too_deep', `a value nested more than ${MAX_NESTING} deep has no text`);
    run.charge(5);
    if (value instanceof List) {
      this.add('[');
      value.items.forEach((item, index) => {
        if (index > 0) this.add(', ');
        this.write(item, depth + 1);
      });
      this.add(']');
    } else if (value instanceof MapValue) {
      const values = value.values();
      this.add('{');
      value.keys().forEach((key, index) => {
        this.add(`${index > 0 ? ', ' : ''}${key}: `);
        this.write(values[index] ?? null, depth + 1);
      });
      this.add('}');
    } else this.add(typeof value === 'string' ? `"${value}"` : plainText(run, value));
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/** Up to this length, looking at each unit takes less time than starting a pattern. */
const SHORT_TEXT = 32;

/** Whether code points and UTF-16 units of a text are the same thing. */
export function isPlain(text: string): boolean {
  const { length } = text;
  if (length <= SHORT_TEXT) {
    for (let at = 0; at < length; at += 1) if ((text.charCodeAt(at) & 0xf800) === 0xd800) return false;
    return true;
  }
  return !SURROGATE.test(text);
}

const startsPair = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
};

/** Code points in a text. */
export function textLength(text: string): number {
  if (isPlain(text)) return text.length;
  let count = 0;
  for (let at = 0; at < text.length; at += startsPair(text, at) ? 2 : 1) count += 1;
  return count;
}

/** Where a code point begins, in UTF-16 units; the end of the text when it has fewer. */
export function unitOffset(text: string, codePoint: number): number {
  let at = 0;
  for (let count = 0; count < codePoint && at < text.length; count += 1) at += startsPair(text, at) ? 2 : 1;
  return at;
}

/** How many code points stand before a place, which is given in UTF-16 units. */
export function codePointOffset(text: string, unit: number): number {
  return isPlain(text) ? unit : textLength(text.slice(0, unit));
}

/** Part of a text by code points: `from` included, `to` excluded, both already within the text. */
export function sliceText(text: string, from: number, to: number): string {
  if (from >= to) return '';
  if (isPlain(text)) return text.slice(from, to);
  const start = unitOffset(text, from);
  return text.slice(start, start + unitOffset(text.slice(start), to - from));
}

/** Code points of a text, each as a string. */
export function codePoints(text: string): string[] {
  return Array.from(text);
}

/**
 * Searching takes time with the text, and for a long word that almost fits everywhere with the product of both: measured, not
 * thought up.
 */
export function searchCost(text: string, word: string): number {
  return 1 + (text.length >> 3) + (word.length > 250 ? Math.ceil((text.length * word.length) / 256) : 0);
}

/** Order of code points, which is the order of the bytes of UTF-8: below 0, 0 or above 0. */
export function compareTexts(run: Run, a: string, b: string): number {
  if (a === b) return 0;
  if (isPlain(a) && isPlain(b)) return a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  run.charge(length >> 3);
  for (let at = 0; at < length; at += 1) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    // Surrogates stand for code points beyond all others.
    const leftRank = left >= 0xd800 && left <= 0xdfff ? left + 0x10000 : left;
    const rightRank = right >= 0xd800 && right <= 0xdfff ? right + 0x10000 : right;
    return leftRank - rightRank;
  }
  return a.length - b.length;
}

/** The code points of a text, charged by their number. */
export function textCodePoints(run: Run, text: string): string[] {
  run.useText(text);
  run.charge(text.length >> 2);
  run.allocate(BYTES.item * text.length);
  return codePoints(text);
}

/** What single characters are, and how a message names them. */

const DIGIT = 1;
const HEX = 2;
const START = 4;
const SPACE = 8;

/** What each character of ASCII is. White space is also `;`, which separates statements and means nothing else. */
const CLASSES = new Uint8Array(128);
for (const [characters, bits] of [
  ['0123456789', DIGIT | HEX],
  ['abcdefABCDEF', HEX],
  ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', START],
  [' \n\t\r;', SPACE],
] as const) {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    CLASSES[code] = (CLASSES[code] ?? 0) | bits;
  }
}

/** Also for NaN, the code of what is past the end, which is none of anything. */
const is = (code: number, bits: number): boolean => code < 128 && ((CLASSES[code] ?? 0) & bits) !== 0;

export const isDigit = (code: number): boolean => is(code, DIGIT);
export const isHexDigit = (code: number): boolean => is(code, HEX);
export const isWordStart = (code: number): boolean => is(code, START);
export const isWordPart = (code: number): boolean => is(code, START | DIGIT);
export const isSpace = (code: number): boolean => is(code, SPACE) || code === 0xfeff || code === 0xa0;

/** Cut to 40 units. */
export function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Names characters so that invisible ones can be told. */
export function describeCharacters(text: string): string {
  const first = text.codePointAt(0) ?? 0;
  const name = `U+${first.toString(16).toUpperCase().padStart(4, '0')}`;
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
  if (!visible) return `The character ${name}`;
  return [...text].length === 1 ? `"${text}" (${name})` : `"${clip(text)}"`;
}

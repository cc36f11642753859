/**
 * Finds characters which a model reads and a reviewer does not see, or which make text look like another one: control
 * and format characters, bidirectional overrides, tag characters, and long empty stretches that push text out of sight.
 * Ordinary text of every script and ordinary emoji pass.
 */

export interface HiddenCharacter {
  /** Such as `U+202E`. */
  readonly code: string;
  readonly what: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

export const MAX_BLANK_LINES = 8;
export const MAX_SPACES = 80;

/** Without an open end, so that a text of nothing but spaces takes no longer than another. */
const PUSHED_OUT = new RegExp(`\\s{${MAX_SPACES + 1}}`, 'u');

const RANGES: readonly (readonly [number, number, string])[] = [
  [0x00, 0x08, 'a control character'],
  [0x0b, 0x1f, 'a control character'],
  [0x7f, 0x9f, 'a control character'],
  [0xad, 0xad, 'a soft hyphen'],
  [0x34f, 0x34f, 'an invisible joiner'],
  [0x61c, 0x61c, 'a bidirectional mark'],
  [0x115f, 0x1160, 'an invisible filler'],
  [0x17b4, 0x17b5, 'an invisible vowel'],
  [0x180b, 0x180f, 'an invisible separator'],
  [0x200b, 0x200b, 'a zero-width space'],
  [0x200c, 0x200d, 'a zero-width joiner'],
  [0x200e, 0x200f, 'a bidirectional mark'],
  [0x2028, 0x2029, 'a line or paragraph separator'],
  [0x202a, 0x202e, 'a bidirectional override'],
  [0x2060, 0x2065, 'an invisible operator'],
  [0x2066, 0x2069, 'a bidirectional isolate'],
  [0x206a, 0x206f, 'a format character'],
  [0x2800, 0x2800, 'an empty braille cell'],
  [0x3164, 0x3164, 'an invisible filler'],
  [0xd800, 0xdfff, 'half of a surrogate pair'],
  [0xfdd0, 0xfdef, 'no character'],
  [0xfe00, 0xfe0f, 'a variation selector'],
  [0xfeff, 0xfeff, 'a byte order mark'],
  [0xffa0, 0xffa0, 'an invisible filler'],
  [0xfff9, 0xfffb, 'an annotation character'],
  [0xfffe, 0xffff, 'no character'],
  [0x1d173, 0x1d17a, 'a format character'],
  [0xe0000, 0xe0fff, 'a tag character'],
];

const PICTURE = /\p{Extended_Pictographic}/u;
const EMOJI = /\p{Emoji}/u;
const EMOJI_TAIL = /[\u{1f3fb}-\u{1f3ff}]|\ufe0f/u;
/** Scripts whose spelling needs the zero-width joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The three flags that are spelt with tags: England, Scotland, Wales. */
const FLAG =
  /^\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u;

function kindOf(code: number): string | undefined {
  return RANGES.find(([low, high]) => code >= low && code <= high)?.[2];
}

function isOrdinary(characters: readonly string[], at: number, code: number): boolean {
  const before = characters[at - 1] ?? '';
  const after = characters[at + 1] ?? '';
  if (code === 0xfe0f || code === 0xfe0e) return EMOJI.test(before);
  if (code === 0x200c || code === 0x200d) {
    if (JOINING.test(before) && (JOINING.test(after) || after === ' ' || after === '')) return true;
    if (code === 0x200c) return false;
    return (PICTURE.test(before) || EMOJI_TAIL.test(before)) && PICTURE.test(after);
  }
  return false;
}

/** Every hidden character of a text, at most 20 of them. Tabs and line ends (`\n`, `\r\n`) are ordinary. */
export function hiddenCharacters(text: string): HiddenCharacter[] {
  const found: HiddenCharacter[] = [];
  const characters = Array.from(text.replaceAll('\r\n', '\n'));
  let line = 1;
  let column = 0;
  for (let at = 0; at < characters.length && found.length < 20; at++) {
    const character = characters[at] ?? '';
    column++;
    if (character === '\n') {
      line++;
      column = 0;
      continue;
    }
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x20 && code < 0x7f) continue;
    if (code === 0x1f3f4) {
      const flag = FLAG.exec(characters.slice(at, at + 7).join(''));
      if (flag) {
        const length = Array.from(flag[0]).length;
        at += length - 1;
        column += length - 1;
        continue;
      }
    }
    const what = kindOf(code);
    if (what === undefined || isOrdinary(characters, at, code)) continue;
    found.push({ code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, what, line, column });
  }
  return found;
}

/** Why a text that models and people read is refused, or undefined. `what` names it: `description`, `title`. */
export function textProblem(text: string, what: string): string | undefined {
  const [first] = hiddenCharacters(text);
  if (first !== undefined) {
    return `${what} holds ${first.what} (${first.code}) at line ${first.line}, column ${first.column}, which a reviewer would not see`;
  }
  const lines = text.split(/\r?\n/);
  let blank = 0;
  for (const [index, line] of lines.entries()) {
    blank = line.trim() === '' ? blank + 1 : 0;
    if (blank > MAX_BLANK_LINES && index < lines.length - 1) {
      return `${what} has more than ${MAX_BLANK_LINES} empty lines in a row at line ${index + 1}, which push what follows out of sight`;
    }
    if (PUSHED_OUT.test(line.trimEnd()))
      return `${what} has more than ${MAX_SPACES} spaces in a row in line ${index + 1}, which push what follows out of sight`;
  }
  return undefined;
}

/** The same for source text, where bidirectional and invisible characters can make code read as other code. */
export function codeProblem(code: string): { message: string; line: number; column: number } | undefined {
  const [first] = hiddenCharacters(code.replace(/^\ufeff/, '').replaceAll('\r', '\n'));
  if (first === undefined) return undefined;
  return {
    message: `the code holds ${first.what} (${first.code}), which a reviewer would not see; write it as \\u{${first.code.slice(2).toLowerCase()}} in a string`,
    line: first.line,
    column: first.column,
  };
}

/**
 * Makes text from tools and agents safe to look at: what a reader can't see is shown as a mark, so that the text which
 * reaches a model is the text that a person reads. Ordinary Arabic, Hebrew, Indic text and emoji pass unchanged.
 */

export type TextSegment =
  | { readonly kind: 'text'; readonly text: string }
  /** Something invisible, shown as `label`; `title` says in words what stands there. */
  | { readonly kind: 'mark'; readonly label: string; readonly title: string };

/** `one`: line breaks are marks too, so that one record stays one line. `many`: line breaks are kept. */
export type TextLines = 'one' | 'many';

const LONGEST_BLANK = 24;
const MOST_LINE_BREAKS = 4;
/** Marks that stand on one letter: no script needs more, and each is drawn above or below the others, into other lines. */
const MOST_ON_A_LETTER = 5;
/** Marks in a row that are told one by one. */
const MOST_MARKS = 64;

/** Cheap first look: nearly all text has nothing to show. */
const SUSPECT =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- single code points are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ud800-\uf8ff]| {24}/;

const NAMES: Readonly<Record<number, string>> = {
  0x00ad: 'soft hyphen',
  0x061c: 'Arabic letter mark',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
  0x1b: 'escape',
  0x0d: 'carriage return',
  0x00: 'null',
  0x9b: 'control sequence introducer',
};

/** Letters with more on them than a line has room for. */
const STACKED = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_ON_A_LETTER + 1}}`, 'u');
const STACK = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_ON_A_LETTER + 1},}`, 'uy');

function isSuspect(text: string): boolean {
  return SUSPECT.test(text) || STACKED.test(text);
}

/** The three flags that Unicode recommends which are spelled with invisible tag characters. */
const TAG_FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (name) =>
    `\u{1f3f4}${[...name].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}\u{e007f}`,
);

// eslint-disable-next-line no-misleading-character-class -- single code points
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9\u20e3]/u;
/** Scripts in which joiners between letters change how a word is written, as in Persian and Hindi. */
const JOINING =
  /\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Gurmukhi}|\p{Script=Gujarati}|\p{Script=Oriya}|\p{Script=Tamil}|\p{Script=Telugu}|\p{Script=Kannada}|\p{Script=Malayalam}|\p{Script=Sinhala}|\p{Script=Khmer}|\p{Script=Mongolian}/u;
const INVISIBLE =
  // eslint-disable-next-line no-misleading-character-class -- single code points
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/u;

/** Splits text into what can be read as it is and marks for what can't be seen. */
export function textSegments(text: string, lines: TextLines): readonly TextSegment[] {
  if (!isSuspect(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const segments: TextSegment[] = [];
  let plain = '';
  let inARow = 0;
  let untold = 0;
  const flush = (): void => {
    if (untold > 0)
      segments.push({ kind: 'mark', label: `${untold} more`, title: `${untold} more characters like these` });
    if (plain !== '') segments.push({ kind: 'text', text: plain });
    plain = '';
    inARow = untold = 0;
  };
  const mark = (label: string, title: string): void => {
    if (plain !== '') flush();
    inARow += 1;
    if (inARow > MOST_MARKS) untold += 1;
    else segments.push({ kind: 'mark', label, title });
  };
  let at = 0;
  let before = '';
  while (at < text.length) {
    const flag = text[at] === '\ud83c' && TAG_FLAGS.find((known) => text.startsWith(known, at));
    if (flag) {
      plain += flag;
      at += flag.length;
      before = '';
      continue;
    }
    const run = runLength(text, at);
    if (run.spaces >= LONGEST_BLANK) {
      mark(`${run.spaces} spaces`, `${run.spaces} spaces in a row`);
      at += run.spaces;
      before = ' ';
      continue;
    }
    if (run.breaks > MOST_LINE_BREAKS) {
      if (lines === 'many') {
        plain += '\n';
        mark(`${run.breaks - 1} blank lines`, `${run.breaks - 1} blank lines in a row`);
        plain += '\n';
      } else mark(`${run.breaks} line breaks`, `${run.breaks} line breaks in a row`);
      at += run.breaks;
      before = '\n';
      continue;
    }
    STACK.lastIndex = at;
    const stack = STACK.exec(text)?.[0];
    if (stack !== undefined) {
      const on = [...stack];
      const kept = on.slice(0, MOST_ON_A_LETTER).join('');
      plain += kept;
      mark(`${on.length - MOST_ON_A_LETTER} accents`, `${on.length} accents on one letter`);
      at += stack.length;
      before = '';
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const character = String.fromCodePoint(code);
    const after = text.slice(at + character.length, at + character.length + 2);
    if (isPlain(character, code, before, after, lines)) plain += character;
    else mark(code === 0x0a ? '↵' : hexName(code), titleOf(code));
    before = character;
    at += character.length;
  }
  flush();
  return segments;
}

/** The same as one string, marks in angle brackets: for tooltips, labels and text that is copied. */
export function visibleText(text: string, lines: TextLines = 'one'): string {
  if (!isSuspect(text)) return text;
  return textSegments(text, lines)
    .map((segment) =>
      segment.kind === 'text' ? segment.text : segment.label === '↵' ? ' ↵ ' : `⟨${segment.label}⟩`,
    )
    .join('');
}

function isPlain(character: string, code: number, before: string, after: string, lines: TextLines): boolean {
  if (code === 0x09) return true;
  if (code === 0x0a) return lines === 'many';
  if (!INVISIBLE.test(character)) return true;
  // Emoji are spelled with joiners and variation selectors; words of some scripts with joiners.
  if (code === 0xfe0f || code === 0xfe0e) return PICTURE.test(before);
  if (code === 0x200d && (PICTURE.test(before) || before === '\ufe0f')) return PICTURE.test(after);
  if (code === 0x200c || code === 0x200d) return JOINING.test(before) && JOINING.test(after);
  return false;
}

/** How much of a text is laid out before someone asks for the rest. */
const FIRST = { one: { characters: 2_000, lines: Infinity }, many: { characters: 20_000, lines: 400 } };

/** The beginning of a long text, in whole characters; the same text where all of it has room. */
export function firstPart(text: string, lines: TextLines): string {
  const { characters, lines: most } = FIRST[lines];
  let end = Math.min(text.length, characters);
  for (let line = 0, at = 0; line < most; line += 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0 || at >= end) break;
    if (line === most - 1) end = at;
  }
  // A pair of surrogates stays together.
  const last = text.charCodeAt(end - 1);
  if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end);
}

function runLength(text: string, at: number): { spaces: number; breaks: number } {
  const first = text[at];
  if (first !== ' ' && first !== '\n') return { spaces: 0, breaks: 0 };
  let end = at;
  while (text[end] === first) end += 1;
  return first === ' ' ? { spaces: end - at, breaks: 0 } : { spaces: 0, breaks: end - at };
}

function hexName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function titleOf(code: number): string {
  if (code === 0x0a) return 'line break';
  if (code >= 0xe0000 && code <= 0xe007f) {
    const letter = code >= 0xe0020 && code < 0xe007f ? ` for “${String.fromCharCode(code - 0xe0000)}”` : '';
    return `${hexName(code)}, invisible tag character${letter}`;
  }
  const name = NAMES[code] ?? (code < 0xa0 ? 'control character' : 'invisible character');
  return `${hexName(code)}, ${name}`;
}

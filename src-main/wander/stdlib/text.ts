/** Methods of strings, and functions that make or read text. Letters beyond ASCII keep their case; positions are in code points. */
import { BYTES, MAX_LIST } from '../budget';
import type { Run } from '../context';
import {
  codePointOffset,
  codePoints,
  isPlain,
  numberText,
  Pieces,
  searchCost,
  sliceText,
  textLength,
  textOf,
  unitOffset,
} from '../text';
import { List, type Value } from '../values';
import { fn, method, type StdlibEntry } from './define';
import { sliceBounds } from './ranges';

/** What the language counts as white space at the ends of a text and between words. */
const SPACE = /[ \t\r\n\v\f]+/;

/** Before a text is walked through. */
const walkCost = (text: string): number => 1 + (text.length >> 4);

/** Before a text is compared with the start or the end of another, letter by letter. */
const matchCost = (part: string): number => 1 + (part.length >> 2);

/** A number that a text says, white space around it aside; none when it says none. */
function readNumber(text: string): number | null {
  const trimmed = trimText(text);
  if (!/^[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)$/.test(trimmed))
    return null;
  const number = Number(trimmed.replaceAll('_', '').replace(/^[+-]/, ''));
  if (!Number.isFinite(number)) return null;
  return trimmed.startsWith('-') ? -number : number;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** Not `trim()`, whose idea of white space is Unicode's; and not a pattern, which could take the square of the length. */
function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function listOfTexts(run: Run, texts: string[]): List {
  run.checkListLength(texts.length);
  run.charge(texts.length);
  run.allocate(BYTES.list + (BYTES.item + BYTES.text) * texts.length);
  return new List(texts);
}

function splitText(run: Run, text: string, separator: string | undefined): List {
  if (separator === undefined || separator === '') {
    const words = trimText(text).split(SPACE);
    return listOfTexts(run, words[0] === '' ? [] : words);
  }
  return listOfTexts(run, text.split(separator));
}

function replaceText(run: Run, text: string, old: string, replacement: string): string {
  if (old === '') return text;
  const parts = text.split(old);
  run.charge(parts.length >> 1);
  run.checkTextLength(text.length + (parts.length - 1) * (replacement.length - old.length));
  return run.madeText(parts.join(replacement));
}

function repeatText(run: Run, text: string, times: number): string {
  const count = Math.max(0, Math.trunc(times));
  run.checkTextLength(text.length * count);
  run.charge((text.length * count) >> 6);
  return run.madeText(text.repeat(count));
}

function pad(run: Run, text: string, width: number, filler: string, atStart: boolean): string {
  const missing = Math.trunc(width) - textLength(text);
  if (missing <= 0) return text;
  if (filler === '') run.fail('the filler to pad with must not be empty');
  const size = textLength(filler);
  run.checkTextLength(text.length + missing * filler.length);
  const whole = repeatText(run, filler, Math.floor(missing / size));
  const padding = whole + sliceText(filler, 0, missing % size);
  return run.madeText(atStart ? padding + text : text + padding);
}

export function joinItems(run: Run, items: readonly Value[], separator: string): string {
  const pieces = new Pieces(run);
  items.forEach((item, index) => {
    run.charge(2);
    if (index > 0) pieces.add(separator);
    pieces.add(textOf(run, item));
  });
  return pieces.done();
}

function isAscii(text: string): boolean {
  if (text.length > 32) return /^\p{ASCII}*$/u.test(text);
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** Beyond ASCII, letters are changed piece by piece, and each piece is a call. */
const caseCost = (text: string): number => 1 + (isAscii(text) ? text.length >> 3 : text.length);

function asciiUpper(text: string): string {
  return isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function asciiLower(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const WORD = [{ name: 'part', type: 'string' }] as const;

export const TEXT: readonly StdlibEntry[] = [
  method({
    name: 'upper',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'string',
    doc: 'With a to z as capitals.',
    example: '"oak".upper()',
    pure: true,
    cost: caseCost,
    run: (run, text) => run.madeText(asciiUpper(text)),
  }),
  method({
    name: 'lower',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'string',
    doc: 'With A to Z as small letters.',
    example: '"Oak".lower()',
    pure: true,
    cost: caseCost,
    run: (run, text) => run.madeText(asciiLower(text)),
  }),
  method({
    name: 'trim',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'string',
    doc: 'Without white space at its ends.',
    example: '"  oak ".trim()',
    pure: true,
    cost: walkCost,
    run: (run, text) => run.madeText(trimText(text)),
  }),
  method({
    name: 'split',
    receiver: 'string',
    group: 'text',
    parameters: [{ name: 'separator', type: 'string', optional: true }],
    result: 'list<string>',
    doc: 'The parts between separators; without one, the words.',
    example: '"a,,b".split(",")',
    pure: true,
    cost: (text, separator = ' ') => searchCost(text, separator),
    run: splitText,
  }),
  method({
    name: 'join',
    receiver: 'string',
    group: 'text',
    parameters: [{ name: 'items', type: 'list' }],
    result: 'string',
    doc: 'The texts of a list with this string between them; items.join(separator) is the same.',
    example: '", ".join(["a", "b"])',
    pure: true,
    cost: (_text, list) => 1 + (list.items.length >> 2),
    run: (run, text, list) => joinItems(run, list.items, text),
  }),
  method({
    name: 'replace',
    receiver: 'string',
    group: 'text',
    parameters: [
      { name: 'old', type: 'string' },
      { name: 'new', type: 'string' },
    ],
    result: 'string',
    doc: 'With every occurrence of a part replaced.',
    example: '"aXbX".replace("X", "-")',
    pure: true,
    cost: searchCost,
    run: replaceText,
  }),
  method({
    name: 'contains',
    receiver: 'string',
    group: 'text',
    parameters: WORD,
    result: 'bool',
    doc: 'Whether the part occurs in it.',
    example: '"hello".contains("ell")',
    pure: true,
    cost: searchCost,
    run: (_run, text, part) => text.includes(part),
  }),
  method({
    name: 'starts_with',
    receiver: 'string',
    group: 'text',
    parameters: WORD,
    result: 'bool',
    doc: 'Whether it begins with the part.',
    example: '"hello".starts_with("he")',
    pure: true,
    cost: (_text, part) => matchCost(part),
    run: (_run, text, part) => text.startsWith(part),
  }),
  method({
    name: 'ends_with',
    receiver: 'string',
    group: 'text',
    parameters: WORD,
    result: 'bool',
    doc: 'Whether it ends with the part.',
    example: '"hello".ends_with("lo")',
    pure: true,
    cost: (_text, part) => matchCost(part),
    run: (_run, text, part) => text.endsWith(part),
  }),
  method({
    name: 'slice',
    receiver: 'string',
    group: 'text',
    parameters: [
      { name: 'from', type: 'number' },
      { name: 'to', type: 'number', optional: true },
    ],
    result: 'string',
    doc: 'The characters from one position up to another (excluded); negative counts from the end.',
    example: '"hello".slice(1, 3)',
    pure: true,
    cost: (text) => 1 + (text.length >> (isPlain(text) ? 6 : 3)),
    run: (run, text, from, to) => {
      const [start, end] = sliceBounds(from, to, textLength(text));
      return run.madeText(sliceText(text, start, end));
    },
  }),
  method({
    name: 'index_of',
    receiver: 'string',
    group: 'text',
    parameters: [
      { name: 'part', type: 'string' },
      { name: 'from', type: 'number', optional: true },
    ],
    result: 'number',
    doc: 'The position of the first occurrence of a part, or -1.',
    example: '"hello".index_of("l")',
    pure: true,
    cost: (text, part) => searchCost(text, part),
    run: (_run, text, part, from = 0) => {
      const [start] = sliceBounds(from, undefined, textLength(text));
      const at = text.indexOf(part, isPlain(text) ? start : unitOffset(text, start));
      return at < 0 ? -1 : codePointOffset(text, at);
    },
  }),
  method({
    name: 'repeat',
    receiver: 'string',
    group: 'text',
    parameters: [{ name: 'times', type: 'number' }],
    result: 'string',
    doc: 'Several times after itself.',
    example: '"ab".repeat(3)',
    pure: true,
    cost: 1,
    run: repeatText,
  }),
  ...(['pad_left', 'pad_right'] as const).map((name) =>
    method({
      name,
      receiver: 'string',
      group: 'text',
      parameters: [
        { name: 'width', type: 'number' },
        { name: 'filler', type: 'string', optional: true },
      ],
      result: 'string',
      doc: `Made at least this many characters long at its ${name === 'pad_left' ? 'start' : 'end'}.`,
      example: `"7".${name}(3, "0")`,
      pure: true,
      cost: (text, _width, filler = '') => 1 + ((text.length + filler.length) >> 3),
      run: (run, text, width, filler = ' ') => pad(run, text, width, filler, name === 'pad_left'),
    }),
  ),
  method({
    name: 'chars',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'list<string>',
    doc: 'Its characters.',
    example: '"abc".chars()',
    pure: true,
    cost: (text) => 1 + (text.length >> 1),
    run: (run, text) => {
      if (text.length > MAX_LIST) run.checkListLength(textLength(text));
      return listOfTexts(run, codePoints(text));
    },
  }),
  method({
    name: 'is_empty',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'bool',
    doc: 'Whether it has no characters.',
    example: '"".is_empty()',
    pure: true,
    cost: 1,
    run: (_run, text) => text === '',
  }),
  method({
    name: 'to_number',
    receiver: 'string',
    group: 'text',
    parameters: [],
    result: 'number?',
    doc: 'The number that it says, or none.',
    example: '"2.5".to_number()',
    pure: true,
    cost: walkCost,
    run: (_run, text) => readNumber(text),
  }),
  ...(['str', 'text'] as const).map((name) =>
    fn({
      name,
      group: name === 'str' ? 'general' : 'text',
      parameters: [{ name: 'value', type: 'any' }],
      result: 'string',
      doc: 'The text form of a value.',
      example: `${name}([1, none])`,
      pure: true,
      cost: 2,
      run: (run, value) => textOf(run, value),
    }),
  ),
  ...(['num', 'number'] as const).map((name) =>
    fn({
      name,
      group: name === 'num' ? 'general' : 'text',
      parameters: [{ name: 'value', type: 'any' }],
      result: 'number?',
      doc: 'The number that a text says, or none; true is 1 and false 0.',
      example: `${name}(" 2.5 ")`,
      pure: true,
      cost: (value) => (typeof value === 'string' ? walkCost(value) : 1),
      run: (_run, value) => {
        if (typeof value === 'string') return readNumber(value);
        if (typeof value === 'boolean') return value ? 1 : 0;
        return typeof value === 'number' ? value : null;
      },
    }),
  ),
  fn({
    name: 'format',
    group: 'text',
    parameters: [
      { name: 'number', type: 'number' },
      { name: 'digits', type: 'number', optional: true },
    ],
    result: 'string',
    doc: 'A number as text with exactly this many digits (0 to 20, 2 by default) after the point.',
    example: 'format(2.5, 2)',
    pure: true,
    cost: 4,
    run: (run, number, digits = 2) => {
      if (digits < 0 || digits > 20) run.fail('format: digits must be between 0 and 20');
      const fixed = Math.abs(number) >= 1e21 ? numberText(number) : number.toFixed(Math.trunc(digits));
      return run.madeText(/^-0(?:\.0*)?$/.test(fixed) ? fixed.slice(1) : fixed);
    },
  }),
];

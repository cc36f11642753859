/**
 * Text to tokens. Comments are tokens too, so that nothing but white space is lost and the formatter
 * works from the same list as the parser. Never throws; what can't be read is a `bad` token and a problem.
 */
import {
  clip,
  describeCharacters,
  isDigit,
  isHexDigit,
  isSpace,
  isWordPart,
  isWordStart,
} from './lex/characters';
import { foreignFormatAt, looksDivided } from './lex/habits';
import { StringScanner } from './lex/strings';
import type { Lexed } from './lex/token';

export type { Lexed, Token, TokenKind } from './lex/token';

const SYMBOLS = new Set(
  '( ) [ ] { } , . : = + - * / % < > ! | ? <= >= == != += -= *= /= %= .. ..= -> => ??'.split(' '),
);

/** What people who come from elsewhere write, and what they mean. */
interface ForeignSymbol {
  /** What it is read as. */
  readonly text: string;
  readonly kind: 'word' | 'symbol';
  /** What to say and write where `text` does not simply take its place. */
  readonly instead?: { readonly message: string; readonly hint: string };
}

const NO_POWER = { message: 'There is no operator for powers.', hint: 'Write pow(a, b).' };

const FOREIGN_SYMBOLS: ReadonlyMap<string, ForeignSymbol> = new Map<string, ForeignSymbol>([
  ['&&', { text: 'and', kind: 'word' }],
  ['||', { text: 'or', kind: 'word' }],
  ['===', { text: '==', kind: 'symbol' }],
  ['!==', { text: '!=', kind: 'symbol' }],
  ['~=', { text: '!=', kind: 'symbol' }],
  ['<>', { text: '!=', kind: 'symbol' }],
  ['&', { text: 'and', kind: 'word' }],
  [':=', { text: '=', kind: 'symbol' }],
  ['**', { text: '*', kind: 'symbol', instead: NO_POWER }],
  ['^', { text: '*', kind: 'symbol', instead: NO_POWER }],
  [
    '...',
    {
      text: '..',
      kind: 'symbol',
      instead: {
        message: 'There is no "...".',
        hint: 'A range is "a..b"; lists are joined with "a + b", maps with a.merge(b).',
      },
    },
  ],
]);

/** The symbols of one character, by its code. */
const SINGLE: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const text = String.fromCharCode(code);
  return SYMBOLS.has(text) ? text : undefined;
});

/** Characters that a longer symbol goes on with. */
const GOES_ON = new Set([...'=.>?&|<*'].map((character) => character.charCodeAt(0)));

const FOREIGN_QUOTES: ReadonlyMap<string, string> = new Map([
  ['`', '`'],
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
]);
const SMART_QUOTES = /[\u2018\u2019\u201c\u201d]/u;

class Lexer extends StringScanner {
  run(): Lexed {
    for (;;) {
      while (this.at < this.source.length) this.next();
      const outermost = this.open[0];
      if (outermost === undefined) break;
      this.takeBack(outermost);
    }
    this.push('end', this.at);
    return this.found();
  }

  /** Reads from the start of a line on, up to the first of some places that is come to outside of all strings, or to the end. */
  runBetween(from: number, stops: readonly number[]): Between {
    this.at = from;
    let next = 0;
    for (;;) {
      while (this.at < this.source.length) {
        while ((stops[next] ?? Infinity) < this.at) next += 1;
        if (this.at === stops[next] && this.open.length === 0 && this.newline)
          return { ...this.found(), stop: this.at, rewinds: this.rewinds };
        this.next();
      }
      const outermost = this.open[0];
      if (outermost === undefined) break;
      this.takeBack(outermost);
      next = 0;
    }
    this.push('end', this.at);
    return { ...this.found(), stop: undefined, rewinds: this.rewinds };
  }

  private found(): Lexed {
    const { all, tokens, problems, broken } = this;
    return { all, tokens, problems, broken: [...broken.keys()] };
  }

  private next(): void {
    const start = this.at;
    const code = this.code();
    if (isSpace(code)) return this.space(start);
    if (isWordStart(code)) {
      const { source } = this;
      let end = start + 1;
      while (isWordPart(source.charCodeAt(end))) end += 1;
      this.at = end;
      return this.push('word', start, source.slice(start, end));
    }
    if (isDigit(code) || (code === 46 && isDigit(this.code(1)))) return this.number(start);
    if (code === 34) return this.doubleQuoted(start);
    if (code === 39) return this.singleQuoted(start);
    if (code === 35) return this.hash(start);
    if (code === 47 && this.code(1) === 42) return this.blockComment(start);
    if (code === 45 && this.code(1) === 45) return this.comment(start);
    if (code === 47 && this.code(1) === 47) return this.slashes(start);
    if (code === 58 && this.foreignFormat(start)) return;
    this.symbol(start, code);
  }

  private space(start: number): void {
    const { source } = this;
    let end = start;
    for (let code = source.charCodeAt(end); isSpace(code); code = source.charCodeAt(end)) {
      if (code === 10) this.newline = true;
      end += 1;
    }
    this.at = end;
    this.glued = false;
  }

  private comment(start: number): void {
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end;
    if (this.source.charCodeAt(this.at - 1) === 13) this.at -= 1;
    this.push('comment', start, this.source.slice(start, this.at));
  }

  /** A comment, unless a whole division was meant. */
  private slashes(start: number): void {
    const before = this.newline ? undefined : this.tokens.at(-1);
    this.comment(start);
    if (!looksDivided(before, this.source.slice(start, this.at))) return;
    const message = '"//" begins a comment: what stands behind it is not worked out.';
    this.problems.warning(
      'comment_behind_value',
      message,
      { start, end: start + 2 },
      {
        hint: 'A whole division is written floor(a / b); if it is a comment, write "--".',
      },
    );
  }

  /** `{n:.2f}`: told once, and left out of the value. */
  private foreignFormat(start: number): boolean {
    const inner = this.open.at(-1);
    const found = inner?.braces === 0 ? foreignFormatAt(this.source, start) : undefined;
    if (inner === undefined || found === undefined) return false;
    const { length, digits } = found;
    this.at += length;
    const value = this.source.slice(inner.brace + 1, start).trim();
    const replacement = `format(${value}, ${digits ?? 2})`;
    const whole = { start: inner.brace + 1, end: this.at };
    this.problems.error(
      'unexpected_token',
      'A value in a string has no format behind it.',
      { start, end: this.at },
      {
        hint: `Write {${replacement}} for digits, {str(${value}).pad_left(8)} for a width.`,
        fix:
          digits === undefined
            ? undefined
            : { title: `Change to "${replacement}"`, span: whole, replacement },
      },
    );
    this.push('bad', start, this.source.slice(start, this.at));
    return true;
  }

  /** Comments as other languages have them, over any number of lines. */
  private blockComment(start: number): void {
    const close = this.source.indexOf('*/', start + 2);
    this.at = close < 0 ? this.source.length : close + 2;
    const text = this.source.slice(start, this.at);
    const opening = { start, end: start + 2 };
    const message = 'A comment ends with its line; one of several lines has "--" before each.';
    this.problems.error('unexpected_character', message, opening);
    this.push('comment', start, text);
    if (text.includes('\n')) this.newline = true;
  }

  private hash(start: number): void {
    let end = start + 1;
    while (isHexDigit(this.source.charCodeAt(end))) end += 1;
    const digits = end - start - 1;
    const isColor = digits === 3 || digits === 4 || digits === 6 || digits === 8;
    if (!isColor || isWordPart(this.source.charCodeAt(end))) return this.comment(start);
    this.at = end;
    this.push('color', start, this.source.slice(start + 1, end));
  }

  private number(start: number): void {
    const source = this.source;
    let text: string;
    if (this.code() === 48 && (this.code(1) | 32) === 120 && isHexDigit(this.code(2))) {
      this.at += 2;
      while (isHexDigit(this.code()) || (this.code() === 95 && isHexDigit(this.code(1)))) this.at += 1;
      text = source.slice(start, this.at).replaceAll('_', '');
    } else {
      this.digits();
      if (this.code() === 46 && this.code(1) !== 46 && !isWordStart(this.code(1))) {
        this.at += 1;
        this.digits();
      }
      if ((this.code() | 32) === 101) {
        const sign = this.code(1) === 43 || this.code(1) === 45 ? 1 : 0;
        if (isDigit(this.code(1 + sign))) {
          this.at += 1 + sign;
          this.digits();
        }
      }
      text = source.slice(start, this.at).replaceAll('_', '');
    }
    if (isWordPart(this.code())) {
      while (isWordPart(this.code())) this.at += 1;
      const written = source.slice(start, this.at);
      const span = { start, end: this.at };
      this.problems.error('invalid_number', `"${clip(written)}" is not a number.`, span, {
        hint: 'Put a space between a number and the word after it.',
      });
      return this.push('number', start, '0');
    }
    if (!Number.isFinite(Number(text))) {
      const span = { start, end: this.at };
      this.problems.error('invalid_number', 'This number is too large to be held.', span, {
        hint: 'The largest is about 1.79e308.',
      });
      text = '0';
    }
    this.push('number', start, text);
  }

  private digits(): void {
    while (isDigit(this.code()) || (this.code() === 95 && isDigit(this.code(1)))) this.at += 1;
  }

  private symbol(start: number, code: number): void {
    const single = SINGLE[code];
    if (single !== undefined && !GOES_ON.has(this.code(1))) return this.takeSymbol(start, code, single);
    const { source } = this;
    for (let length = 3; length >= 1; length -= 1) {
      const text = source.slice(start, start + length);
      if (text.length < length) continue;
      const foreign = FOREIGN_SYMBOLS.get(text);
      if (foreign !== undefined) {
        this.at += length;
        const span = { start, end: this.at };
        const { instead } = foreign;
        const fix = { title: `Change to "${foreign.text}"`, span, replacement: foreign.text };
        const message = instead?.message ?? `Write "${foreign.text}" for "${text}".`;
        const details = instead === undefined ? { fix } : { hint: instead.hint };
        this.problems.error('unexpected_character', message, span, details);
        return this.push(foreign.kind, start, foreign.text);
      }
      if (SYMBOLS.has(text)) return this.takeSymbol(start, code, text);
    }
    this.bad(start);
  }

  private takeSymbol(start: number, code: number, text: string): void {
    this.at += text.length;
    const inner = this.open.at(-1);
    if (inner !== undefined && code === 123) inner.braces += 1;
    if (inner !== undefined && code === 125) {
      if (inner.braces === 0) return this.resumeString(start);
      inner.braces -= 1;
    }
    this.push('symbol', start, text);
  }

  /** A string in quotes of another kind, closed on its line: read as one. */
  private foreignQuotes(start: number): boolean {
    const closing = FOREIGN_QUOTES.get(this.source.charAt(start));
    if (closing === undefined) return false;
    const lineEnd = this.source.indexOf('\n', start);
    const end = this.source.indexOf(closing, start + 1);
    if (end < 0 || (lineEnd >= 0 && end > lineEnd)) return false;
    const text = this.source.slice(start + 1, end);
    this.at = end + 1;
    const span = { start, end: this.at };
    const replacement = `"${text.replaceAll('${', '{')}"`;
    const fix = text.includes('"') ? undefined : { title: 'Change the quotes', span, replacement };
    const message = 'A string stands in plain quotes: "hi {name}".';
    this.problems.error('unexpected_character', message, span, { fix });
    this.push('string', start, text);
    return true;
  }

  private bad(start: number): void {
    if (this.foreignQuotes(start)) return;
    do this.at += (this.source.codePointAt(this.at) ?? 0) > 0xffff ? 2 : 1;
    while (this.at < this.source.length && this.isUnreadable(this.at));
    const text = this.source.slice(start, this.at);
    const hint = SMART_QUOTES.test(text) ? 'Write plain quotes: " or \'.' : undefined;
    this.problems.error(
      'unexpected_character',
      `${describeCharacters(text)} has no meaning here.`,
      { start, end: this.at },
      { hint },
    );
    this.push('bad', start, text);
  }

  private isUnreadable(at: number): boolean {
    const code = this.source.charCodeAt(at);
    if (isSpace(code) || isWordPart(code) || code === 34 || code === 39 || code === 35) return false;
    if (SYMBOLS.has(this.source.charAt(at))) return false;
    return !FOREIGN_SYMBOLS.has(this.source.slice(at, at + 2));
  }
}

/** A part of a text as read, and where reading stopped; undefined at the end of the text. */
export interface Between extends Lexed {
  readonly stop: number | undefined;
  readonly rewinds: number;
}

/** Reads a part of a text: from a place at which a line's first token begins, to one of those in `stops`, which are in order. */
export function lexBetween(source: string, from: number, stops: readonly number[]): Between {
  return new Lexer(source).runBetween(from, stops);
}

/** Reads a whole text. */
export function lex(source: string): Lexed {
  return new Lexer(source).run();
}

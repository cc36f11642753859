/**
 * Text to tokens. Together with the trivia tokens (`space`, `comment`) the tokens tile the text: nothing is lost, so the
 * formatter works from the same list as the parser. Never throws; what can't be read is a `bad` token and a problem.
 */
import { Problems } from './problem';

export type TokenKind =
  /** An identifier or a reserved word. */
  | 'word'
  | 'number'
  /** A whole string; one with `{…}` in it is `string-start`, the tokens within, `string-middle` …, `string-end`. */
  | 'string'
  | 'string-start'
  | 'string-middle'
  | 'string-end'
  | 'color'
  | 'symbol'
  | 'space'
  | 'comment'
  | 'bad'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The word or symbol; what a string's piece says; a number's or colour's digits; otherwise empty. */
  readonly text: string;
  /** First on its line, trivia aside. */
  readonly newline: boolean;
  /** Directly behind the token before it, with no trivia between. */
  readonly glued: boolean;
}

export interface Lexed {
  /** Everything, trivia too, in order; the last one is `end`. */
  readonly all: readonly Token[];
  /** Without trivia. */
  readonly tokens: readonly Token[];
  readonly problems: Problems;
}

const SYMBOLS = new Set(
  '( ) [ ] { } , . : = + - * / % < > ! | ? <= >= == != += -= *= /= %= .. ..= -> => ??'.split(' '),
);

/** What people who come from elsewhere write, and what they mean. */
const FOREIGN_SYMBOLS: ReadonlyMap<string, { readonly text: string; readonly kind: 'word' | 'symbol' }> =
  new Map([
    ['&&', { text: 'and', kind: 'word' }],
    ['||', { text: 'or', kind: 'word' }],
    ['===', { text: '==', kind: 'symbol' }],
    ['!==', { text: '!=', kind: 'symbol' }],
    ['~=', { text: '!=', kind: 'symbol' }],
    ['<>', { text: '!=', kind: 'symbol' }],
  ]);

/** `( ) [ ] , :`, which begin no longer symbol. */
const STANDS_ALONE = new Set([40, 41, 91, 93, 44, 58]);

const MAX_REWINDS = 10;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isHexDigit = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
const isWordStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code);
/** White space and `;`, which separates statements and means nothing else. */
const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 9 || code === 13 || code === 59 || code === 0xfeff || code === 0xa0;

/** An interpolation that is open: how many braces are open within it, and how to take it back when it never closes. */
interface OpenInterpolation {
  braces: number;
  readonly brace: number;
  readonly quote: number;
  readonly tokenCount: number;
  readonly problemCount: number;
}

class Lexer {
  private readonly all: Token[] = [];
  private readonly open: OpenInterpolation[] = [];
  private problems = new Problems();
  private at = 0;
  private newline = true;
  private glued = false;
  private rewinds = 0;
  /** Whether the last piece of a string ended at a `{`. */
  private stoppedAtBrace = false;
  /** Text of a string that met the end of its line. */
  private pending = '';
  /** Strings whose `{` is known to stay open, by quote, with that `{`: they are read as plain text to the end of their line. */
  private readonly broken = new Map<number, number>();

  constructor(private readonly source: string) {}

  run(): Lexed {
    for (;;) {
      while (this.at < this.source.length) this.next();
      const outermost = this.open[0];
      if (outermost === undefined) break;
      this.takeBack(outermost);
    }
    this.push('end', this.at);
    return {
      all: this.all,
      tokens: this.all.filter((token) => token.kind !== 'space' && token.kind !== 'comment'),
      problems: this.problems,
    };
  }

  private code(offset = 0): number {
    // NaN past the end: equal to no code.
    return this.source.charCodeAt(this.at + offset);
  }

  private push(kind: TokenKind, start: number, text = ''): void {
    this.all.push({ kind, start, end: this.at, text, newline: this.newline, glued: this.glued });
    if (kind === 'space' || kind === 'comment') {
      this.glued = false;
    } else {
      this.newline = false;
      this.glued = true;
    }
  }

  private next(): void {
    const start = this.at;
    const code = this.code();
    if (isSpace(code)) return this.space(start);
    if (isWordStart(code)) {
      while (isWordPart(this.code())) this.at += 1;
      return this.push('word', start, this.source.slice(start, this.at));
    }
    if (isDigit(code) || (code === 46 && isDigit(this.code(1)))) return this.number(start);
    if (code === 34) return this.doubleQuoted(start);
    if (code === 39) return this.singleQuoted(start);
    if (code === 35) return this.hash(start);
    if (code === 47 && this.code(1) === 42) return this.blockComment(start);
    if ((code === 45 && this.code(1) === 45) || (code === 47 && this.code(1) === 47))
      return this.comment(start);
    this.symbol(start, code);
  }

  private space(start: number): void {
    while (isSpace(this.code())) {
      if (this.code() === 10) this.newline = true;
      this.at += 1;
    }
    this.push('space', start);
  }

  private comment(start: number): void {
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end;
    if (this.source.charCodeAt(this.at - 1) === 13) this.at -= 1;
    this.push('comment', start, this.source.slice(start, this.at));
  }

  /** Comments as other languages have them, over any number of lines. */
  private blockComment(start: number): void {
    const close = this.source.indexOf('*/', start + 2);
    this.at = close < 0 ? this.source.length : close + 2;
    const text = this.source.slice(start, this.at);
    const opening = { start, end: start + 2 };
    this.problems.error('unexpected_character', 'Comments begin with "--" and end with their line.', opening);
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
    const source = this.source;
    if (STANDS_ALONE.has(code)) {
      this.at += 1;
      return this.push('symbol', start, source.charAt(start));
    }
    for (let length = 3; length >= 1; length -= 1) {
      const text = source.slice(start, start + length);
      if (text.length < length) continue;
      const foreign = FOREIGN_SYMBOLS.get(text);
      if (foreign !== undefined) {
        this.at += length;
        const span = { start, end: this.at };
        const fix = { title: `Change to "${foreign.text}"`, span, replacement: foreign.text };
        this.problems.error('unexpected_character', `Write "${foreign.text}" for "${text}".`, span, { fix });
        return this.push(foreign.kind, start, foreign.text);
      }
      if (!SYMBOLS.has(text)) continue;
      this.at += length;
      const inner = this.open.at(-1);
      if (inner !== undefined && code === 123) inner.braces += 1;
      if (inner !== undefined && code === 125) {
        if (inner.braces === 0) return this.resumeString(start);
        inner.braces -= 1;
      }
      return this.push('symbol', start, text);
    }
    this.bad(start);
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

  /* ---- strings ------------------------------------------------------------------------------------------------ */

  private singleQuoted(start: number): void {
    this.at += 1;
    const text = this.stringText(start, 39);
    this.push('string', start, text ?? this.unterminated(start));
  }

  private doubleQuoted(start: number): void {
    this.at += 1;
    const text = this.stringText(start, 34);
    if (text === undefined) {
      this.push('string', start, this.unterminated(start));
      this.closeAround();
    } else if (this.stoppedAtBrace) {
      const { all, problems } = this;
      const brace = this.at - 1;
      this.open.push({
        braces: 0,
        brace,
        quote: start,
        tokenCount: all.length,
        problemCount: problems.list.length,
      });
      this.push('string-start', start, text);
    } else {
      if (this.broken.has(start)) this.missingBrace(start);
      this.push('string', start, text);
    }
  }

  /** Reads a string's text up to its quote, a `{`, or the end of the line (`undefined`); `at` is behind the stop. */
  private stringText(quote: number, closing: number): string | undefined {
    const source = this.source;
    const broken = this.broken.has(quote);
    this.stoppedAtBrace = false;
    let text = '';
    let from = this.at;
    for (;;) {
      const code = source.charCodeAt(this.at);
      if (this.at >= source.length || code === 10 || (code === 13 && source.charCodeAt(this.at + 1) === 10)) {
        this.pending = text + source.slice(from, this.at);
        return undefined;
      }
      if (code === closing || (code === 123 && closing === 34 && !broken)) {
        text += source.slice(from, this.at);
        this.stoppedAtBrace = code !== closing;
        this.at += 1;
        return text;
      }
      if (code === 92) {
        text += source.slice(from, this.at) + this.escape();
        from = this.at;
      } else this.at += 1;
    }
  }

  private missingBrace(quote: number): void {
    const brace = this.broken.get(quote) ?? quote;
    this.problems.error(
      'unterminated_string',
      'The "{" in this string has no "}".',
      { start: brace, end: this.at },
      {
        hint: 'Close it with "}", or write "\\{" for a brace that is part of the string.',
      },
    );
  }

  private unterminated(start: number): string {
    if (this.broken.has(start)) {
      this.missingBrace(start);
    } else {
      this.problems.error(
        'unterminated_string',
        'This string has no closing quote on its line.',
        { start, end: this.at },
        {
          hint: 'Close it on the same line; "\\n" stands for a line break.',
        },
      );
    }
    return this.pending;
  }

  /** A string that stays open within an interpolation is the closing quote of the string around it: `"a {b"`. */
  private closeAround(): void {
    const outermost = this.open[0];
    if (outermost !== undefined) this.takeBack(outermost);
  }

  /** Goes back to the quote of an interpolated string whose `{` never closes, to read it as broken. */
  private takeBack(outermost: OpenInterpolation): void {
    this.rewinds += 1;
    if (this.rewinds > MAX_REWINDS) {
      // Enough: leave what was read as it is, and end.
      const span = { start: outermost.brace, end: outermost.brace + 1 };
      this.problems.error('unterminated_string', 'The "{" in this string has no "}".', span);
      this.open.length = 0;
      return;
    }
    this.broken.set(outermost.quote, outermost.brace);
    const first = this.all[outermost.tokenCount];
    this.problems = this.problems.truncated(outermost.problemCount);
    this.all.length = outermost.tokenCount;
    this.open.length = 0;
    this.at = outermost.quote;
    this.newline = first?.newline ?? false;
    this.glued = first?.glued ?? false;
  }

  /** Behind the `}` that closes the innermost interpolation: the string goes on. */
  private resumeString(start: number): void {
    const inner = this.open.pop();
    if (inner === undefined) return;
    const text = this.stringText(inner.quote, 34);
    if (text === undefined) {
      this.push('string-end', start, this.unterminated(inner.quote));
    } else if (this.stoppedAtBrace) {
      this.open.push({ ...inner, braces: 0, brace: this.at - 1 });
      this.push('string-middle', start, text);
    } else this.push('string-end', start, text);
  }

  private escape(): string {
    const start = this.at;
    const code = this.source.codePointAt(start + 1);
    if (code === undefined || code === 10 || code === 13) {
      this.at += 1;
      return '\\';
    }
    this.at += code > 0xffff ? 3 : 2;
    if (code === 110) return '\n';
    if (code === 116) return '\t';
    if (code !== 117 || this.code() !== 123) return String.fromCodePoint(code);
    let end = this.at + 1;
    while (isHexDigit(this.source.charCodeAt(end)) && end - this.at < 8) end += 1;
    const digits = this.source.slice(this.at + 1, end);
    const value = Number.parseInt(digits, 16);
    const isScalar = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    const closed = this.source.charCodeAt(end) === 125;
    this.at = closed ? end + 1 : end;
    if (closed && digits !== '' && isScalar) return String.fromCodePoint(value);
    this.problems.error(
      'invalid_escape',
      `"${clip(this.source.slice(start, this.at))}" is not a character.`,
      { start, end: this.at },
      {
        hint: 'Write the code point in hex, such as "\\u{1F600}".',
      },
    );
    return '\ufffd';
  }
}

const FOREIGN_QUOTES: ReadonlyMap<string, string> = new Map([
  ['`', '`'],
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
]);
const SMART_QUOTES = /[\u2018\u2019\u201c\u201d]/u;

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** Names characters so that invisible ones can be told. */
function describeCharacters(text: string): string {
  const first = text.codePointAt(0) ?? 0;
  const name = `U+${first.toString(16).toUpperCase().padStart(4, '0')}`;
  const visible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
  if (!visible) return `The character ${name}`;
  return [...text].length === 1 ? `"${text}" (${name})` : `"${clip(text)}"`;
}

/** Reads a whole text. */
export function lex(source: string): Lexed {
  return new Lexer(source).run();
}

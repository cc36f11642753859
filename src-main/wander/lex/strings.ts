/** Strings: their escapes, and the values in braces within them. */
import { clip, isHexDigit } from './characters';
import { Scanner } from './scanner';

export const MAX_REWINDS = 10;

/** An interpolation that is open: how many braces are open within it, and how to take it back when it never closes. */
interface OpenInterpolation {
  braces: number;
  readonly brace: number;
  readonly quote: number;
  /** Tokens before the string, with comments and without. */
  readonly allCount: number;
  readonly tokenCount: number;
  readonly problemCount: number;
}

export class StringScanner extends Scanner {
  protected readonly open: OpenInterpolation[] = [];
  protected rewinds = 0;
  /** Whether the last piece of a string ended at a `{`. */
  private stoppedAtBrace = false;
  /** Text of a string that met the end of its line. */
  private pending = '';
  /** Strings whose `{` is known to stay open, by quote, with that `{`: they are read as plain text to the end of their line. */
  protected readonly broken = new Map<number, number>();

  protected singleQuoted(start: number): void {
    this.at += 1;
    const text = this.stringText(start, 39);
    this.push('string', start, text ?? this.unterminated(start));
  }

  protected doubleQuoted(start: number): void {
    this.at += 1;
    const text = this.stringText(start, 34);
    if (text === undefined) {
      this.push('string', start, this.unterminated(start));
      this.closeAround();
    } else if (this.stoppedAtBrace) {
      const { all, tokens, problems } = this;
      const brace = this.at - 1;
      this.open.push({
        braces: 0,
        brace,
        quote: start,
        allCount: all.length,
        tokenCount: tokens.length,
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
        hint: this.source.slice(brace, this.at).includes('//')
          ? '"//" begins a comment; a whole division is written floor(a / b).'
          : 'Close it with "}", or write "\\{" for a brace that is part of the string.',
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
  protected takeBack(outermost: OpenInterpolation): void {
    this.rewinds += 1;
    if (this.rewinds > MAX_REWINDS) {
      // Enough: leave what was read as it is, and end.
      const span = { start: outermost.brace, end: outermost.brace + 1 };
      this.problems.error('unterminated_string', 'The "{" in this string has no "}".', span);
      this.open.length = 0;
      return;
    }
    this.broken.set(outermost.quote, outermost.brace);
    const first = this.all[outermost.allCount];
    this.problems = this.problems.truncated(outermost.problemCount);
    this.all.length = outermost.allCount;
    this.tokens.length = outermost.tokenCount;
    this.open.length = 0;
    this.at = outermost.quote;
    this.newline = first?.newline ?? false;
    this.glued = first?.glued ?? false;
  }

  /** Behind the `}` that closes the innermost interpolation: the string goes on. */
  protected resumeString(start: number): void {
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

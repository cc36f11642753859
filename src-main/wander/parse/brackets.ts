/** What stands in brackets, parted by commas, and how parsing goes on when an item or the closing bracket is broken. */
import type { Expression } from '../ast';
import { RESERVED_WORDS, STATEMENT_WORDS } from '../words';
import { Cursor, span } from './cursor';

/** Words that end what an expression may be part of. */
export const CLOSING_WORDS: ReadonlySet<string> = new Set('end else elif then do'.split(' '));

export abstract class BracketParser extends Cursor {
  protected abstract expression(noIn?: boolean): Expression;

  /**
   * Items between an opening bracket, already taken, and its closer, parted by commas; a comma may stand behind the last. A
   * broken item is left at the next comma, or the closer. True for a comprehension, whose parts mean nothing here.
   */
  protected sequence(open: number, closer: string, what: string, item: () => void): boolean {
    while (!this.takeSymbol(closer)) {
      if (this.atEnd || this.beginsStatement()) {
        this.missingCloser(open, closer, what);
        return false;
      }
      const before = this.index;
      item();
      if (this.takeSymbol(',')) continue;
      if (this.takeSymbol(closer)) return false;
      if (this.isComprehension(open)) return this.comprehension(open, before);
      if (this.beginsStatement() || this.atEnd) {
        this.missingCloser(open, closer, what);
        return false;
      }
      if (!this.checkRange()) {
        const message = `Expected "," or "${closer}" in the ${what}, found ${this.describe()}.`;
        this.error('expected_symbol', message, this.gap());
      }
      if (!this.skipToComma(open)) return false;
      if (this.index === before) this.take();
    }
    return false;
  }

  /** `[x * 2 for x in items if x > 1]`, at its `for`. */
  private isComprehension(open: number): boolean {
    return this.isWord('for') && this.closingOf(open) > this.index && this.peek(1).kind === 'word';
  }

  /** Told once, with the methods that do it; nothing of it is kept. */
  private comprehension(open: number, first: number): boolean {
    const { index } = this;
    const close = this.closingOf(open);
    const isList = this.isSymbol('[', this.tokens[open]) || this.isSymbol('(', this.tokens[open]);
    const written = this.source.slice(this.token.start, this.tokens[close]?.start).trim();
    const [, name, subject = '', condition] =
      /^for\s+(\w+)\s+in\s+([\w.]+(?:\([^()]*\))?)(?:\s+if\s+(.+))?$/.exec(written) ?? [];
    const value = this.source.slice(this.tokens[first]?.start, this.tokens[index - 1]?.end);
    const filter = condition === undefined ? '' : `.filter(${name} => ${condition})`;
    const map = value === name && filter !== '' ? '' : `.map(${name} => ${value})`;
    const isShort = isList && name !== undefined && !/\sfor\s|\n/.test(written + value);
    this.error('unexpected_keyword', 'No list or map is made with a "for" in it.', this.token, {
      hint: isShort
        ? `Write ${subject}${filter}${map}.`
        : 'Begin with an empty one, and fill it in a loop: "for x in items list.push(x) end".',
    });
    this.index = close + 1;
    return true;
  }

  private missingCloser(open: number, closer: string, what: string): void {
    const opener = this.tokens[open];
    const line = opener === undefined ? 1 : this.lines.lineOf(opener.start);
    const isDivided = /^[ \t]*\/\//.test(this.source.slice(this.lastEnd, this.lastEnd + 40));
    const hint = isDivided
      ? '"//" begins a comment; a whole division is written floor(a / b).'
      : `It was opened on line ${line}.`;
    this.error(
      'expected_symbol',
      `Expected "${closer}" to close the ${what}, found ${this.describe()}.`,
      this.gap(),
      { hint },
    );
  }

  /** After a broken item: to behind the next comma of this bracket, or onto its closer. False when the bracket never closes. */
  private skipToComma(open: number): boolean {
    const close = this.closingOf(open);
    while (!this.atEnd && (close < 0 || this.index < close)) {
      if (close < 0 && this.beginsStatement()) return false;
      if (this.takeSymbol(',')) return true;
      const inner = this.closingOf(this.index);
      if (inner > this.index) this.index = inner;
      this.take();
    }
    return close >= 0;
  }

  /** To behind the closer of a bracket, where it has one. */
  protected skipTo(open: number): void {
    const close = this.closingOf(open);
    if (close >= this.index) this.index = close + 1;
  }

  /** A word on a new line that can only begin a statement: what is open before it was left open. */
  protected beginsStatement(): boolean {
    const token = this.token;
    if (token.kind !== 'word' || !token.newline) return false;
    if (CLOSING_WORDS.has(token.text)) return true;
    if (token.text === 'fn') return this.peek(1).kind === 'word';
    if (token.text === 'if' || !RESERVED_WORDS.has(token.text)) return false;
    const next = this.peek(1);
    return STATEMENT_WORDS.includes(token.text) && !this.isSymbol(':', next) && !this.isSymbol('(', next);
  }

  /** A range where none may stand. */
  protected checkRange(): boolean {
    if (!this.isSymbol('..') && !this.isSymbol('..=')) return false;
    const sides = [this.tokens[this.index - 1], this.peek(1)];
    const joins = sides.some((side) => side?.kind.startsWith('string') === true);
    this.error('invalid_range', 'A range stands only in "for i in a..b".', this.token, {
      hint: joins
        ? 'Strings are joined with "+", or by values in braces: "{a}{b}".'
        : 'Use range(a, b) for a list of numbers.',
      ...(joins && { fix: { title: 'Change to "+"', span: span(this.token), replacement: '+' } }),
    });
    return true;
  }
}

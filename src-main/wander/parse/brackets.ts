/** What stands in brackets, parted by commas, and how parsing goes on when an item or the closing bracket is broken. */
import { RESERVED_WORDS, STATEMENT_WORDS } from '../words';
import { Cursor, span } from './cursor';

/** Words that end what an expression may be part of. */
export const CLOSING_WORDS: ReadonlySet<string> = new Set('end else elif then do'.split(' '));

export class BracketParser extends Cursor {
  /**
   * Items between an opening bracket, already taken, and its closer, parted by commas; a comma may stand behind the last. A
   * broken item is left at the next comma, or the closer.
   */
  protected sequence(open: number, closer: string, what: string, item: () => void): void {
    while (!this.takeSymbol(closer)) {
      if (this.atEnd || this.beginsStatement()) {
        this.missingCloser(open, closer, what);
        return;
      }
      const before = this.index;
      item();
      if (this.takeSymbol(',')) continue;
      if (this.takeSymbol(closer)) return;
      if (this.beginsStatement() || this.atEnd) {
        this.missingCloser(open, closer, what);
        return;
      }
      if (!this.checkRange()) {
        const message = `Expected "," or "${closer}" in the ${what}, found ${this.describe()}.`;
        this.error('expected_symbol', message, this.gap());
      }
      if (!this.skipToComma(open)) return;
      if (this.index === before) this.take();
    }
  }

  private missingCloser(open: number, closer: string, what: string): void {
    const opener = this.tokens[open];
    const line = opener === undefined ? 1 : this.lines.lineOf(opener.start);
    const hint = `It was opened on line ${line}.`;
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

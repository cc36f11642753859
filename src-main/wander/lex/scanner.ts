/** What every part of the lexer works on: the text, a place in it, and the tokens so far. */
import { Problems } from '../problem';
import type { Token, TokenKind } from './token';

export class Scanner {
  protected readonly all: Token[] = [];
  /** Those that are no comments. */
  protected readonly tokens: Token[] = [];
  protected problems = new Problems();
  protected at = 0;
  protected newline = true;
  protected glued = false;

  constructor(protected readonly source: string) {}

  protected code(offset = 0): number {
    // NaN past the end: equal to no code.
    return this.source.charCodeAt(this.at + offset);
  }

  protected push(kind: TokenKind, start: number, text = ''): void {
    const token = { kind, start, end: this.at, text, newline: this.newline, glued: this.glued };
    this.all.push(token);
    if (kind === 'comment') {
      this.glued = false;
    } else {
      this.tokens.push(token);
      this.newline = false;
      this.glued = true;
    }
  }
}

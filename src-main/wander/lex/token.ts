/** What a text is made of. */
import type { Problems } from '../problem';

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

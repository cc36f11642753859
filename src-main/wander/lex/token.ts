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
  | 'comment'
  | 'bad'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** The word or symbol; what a string's piece says; a number's or colour's digits; otherwise empty. */
  readonly text: string;
  /** First on its line, comments aside. */
  readonly newline: boolean;
  /** Directly behind the token before it, with nothing between. */
  readonly glued: boolean;
}

/** Its lists are used up by the tokens of the next text: only `relex` changes them. */
export interface Lexed {
  /** In order, comments too; between two there is white space at most. The last one is `end`. */
  readonly all: Token[];
  /** Without comments. */
  readonly tokens: Token[];
  readonly problems: Problems;
  /** Quotes of strings whose `{` never closes, so that what is behind them had to be read again. */
  readonly broken: readonly number[];
}

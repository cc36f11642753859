/** How the tokens of a file hang together, as the formatter needs it: written down while parsing. All numbers are token indexes. */

export interface BlockLayout {
  /** Offset in the text of the word that opens the construct: `if`, also for its `else` branches. */
  readonly opener: number;
  /** The first token of the body; `close` when there is none. */
  readonly first: number;
  /** The token that ends the body: `end`, `else`, `elif`, `when`. */
  close: number;
  readonly statements: number[];
  /** Holds members of a behaviour or state, not statements. */
  readonly members?: boolean;
}

export class Layout {
  readonly blocks: BlockLayout[] = [];
  readonly declarations: number[] = [];
  /** Opening brackets of calls, parameters and indexes: no space before them. */
  readonly tight = new Set<number>();
  /** Signs and `!`: no space behind them. */
  readonly unary = new Set<number>();
  /** Symbols within types: no space around them. */
  readonly typeSymbols = new Set<number>();
  /** The first `when` of a `match`, by the offset of that word. */
  readonly firstWhen = new Map<number, number>();
  /** `>=` that is the `>` of a type and a `=`. */
  readonly splitAngles = new Set<number>();
}

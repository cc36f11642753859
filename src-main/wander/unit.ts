/** One source text, parsed and resolved, and the modules it leads to. */
import type { File } from './ast';
import type { Lexed } from './lexer';
import type { LineTable } from './positions';
import type { Reference } from './names';

export interface Unit {
  /** Project-relative path; absent for a text that has none. */
  readonly path?: string;
  readonly source: string;
  readonly file: File;
  readonly lexed: Lexed;
  readonly lines: LineTable;
  /** Every place where a name stands, declarations too. */
  readonly references: readonly Reference[];
}

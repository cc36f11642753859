/** One thing that could stand at the cursor. */
import type { Span } from '../ast';

export type CompletionKind =
  | 'variable'
  | 'constant'
  | 'function'
  | 'method'
  | 'property'
  | 'module'
  | 'keyword'
  | 'type'
  | 'text'
  | 'snippet';

export interface CompletionItem {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A type or a signature. */
  readonly detail?: string;
  readonly doc?: string;
  /** With `snippet`, `$1` and `$0` are places to fill in. */
  readonly insert: string;
  readonly snippet?: boolean;
  /** What is replaced. */
  readonly span: Span;
  /** Nearer things come first: 0 is the nearest. */
  readonly rank: number;
}

/** An item before it is known what it replaces. */
export type Candidate = Omit<CompletionItem, 'span' | 'insert'> & { readonly insert?: string };

/** A call with the cursor between its brackets, or behind them where there is nothing to fill in. */
export function callSnippet(name: string, parameters: number): Pick<Candidate, 'insert' | 'snippet'> {
  return { insert: parameters === 0 ? `${name}()` : `${name}($1)$0`, snippet: parameters > 0 };
}

/** A piece of text with places to fill in. */
export function snippet(label: string, insert: string, doc: string, rank = 2): Candidate {
  return { label, kind: 'snippet', insert, doc, snippet: true, rank };
}

export function keyword(label: string, doc: string): Candidate {
  return { label, kind: 'keyword', doc, rank: 2 };
}

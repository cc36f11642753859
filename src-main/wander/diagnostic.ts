/** What the parser, resolver and checker say about a source text, and what a run says when it fails. */
import type { Span } from './ast';

export type Severity = 'error' | 'warning' | 'info';

/** A change of the text that mends the problem. */
export interface Fix {
  readonly title: string;
  readonly span: Span;
  readonly replacement: string;
}

export interface Diagnostic {
  readonly severity: Severity;
  /** A stable snake_case word. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly span: Span;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly length: number;
  readonly file?: string;
  readonly fix?: Fix;
}

export interface StackFrame {
  readonly function: string;
  readonly line: number;
  readonly column: number;
  readonly file?: string;
}

/** Why a run failed. `code` is one of the tool error codes: `runtime_error`, `budget_exceeded`, `capability_denied`, `tool_failed` … */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
  readonly file?: string;
  /** Innermost first. */
  readonly stack: readonly StackFrame[];
}

/** A diagnostic before it is placed: what lexer, parser, resolver and checker write down, by offsets only. */
import type { Span } from './ast';
import type { Diagnostic, Fix, Severity } from './diagnostic';
import type { LineTable } from './positions';

export interface Problem {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  readonly hint?: string;
  readonly fix?: Fix;
}

export type ProblemDetails = Pick<Problem, 'hint' | 'fix'>;

/** Collects problems. At most one error for each place: the first one explains, the rest would be its echo. */
export class Problems {
  readonly list: Problem[] = [];
  private readonly errorsAt = new Set<number>();
  errorCount = 0;

  error(code: string, message: string, span: Span, details: ProblemDetails = {}): void {
    if (this.errorsAt.has(span.start)) return;
    this.errorsAt.add(span.start);
    this.errorCount += 1;
    this.list.push({ severity: 'error', code, message, span, ...details });
  }

  warning(code: string, message: string, span: Span, details: ProblemDetails = {}): void {
    this.list.push({ severity: 'warning', code, message, span, ...details });
  }
}

/** Places problems in their text, in the order of their positions. */
export function placeProblems(problems: readonly Problem[], lines: LineTable, file?: string): Diagnostic[] {
  const inOrder = [...problems].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return inOrder.map((problem) => ({
    ...problem,
    ...lines.position(problem.span.start),
    length: Math.max(0, problem.span.end - problem.span.start),
    ...(file === undefined ? {} : { file }),
  }));
}

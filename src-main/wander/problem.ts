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

  /** Tells again what has been told elsewhere. */
  add({ severity, code, message, span, hint, fix }: Problem): void {
    if (severity === 'error') this.error(code, message, span, { hint, fix });
    else this.warning(code, message, span, { hint, fix });
  }

  static of(problems: Iterable<Problem>): Problems {
    const all = new Problems();
    for (const problem of problems) all.add(problem);
    return all;
  }

  copy(): Problems {
    const copy = new Problems();
    copy.list.push(...this.list);
    copy.errorCount = this.errorCount;
    for (const start of this.errorsAt) copy.errorsAt.add(start);
    return copy;
  }

  /** Those that are errors. */
  static errorsOf(problems: Problems): Problems {
    const errors = new Problems();
    errors.list.push(...problems.list.filter(({ severity }) => severity === 'error'));
    errors.errorCount = errors.list.length;
    return errors;
  }

  /** Keeps the first `count` problems only. */
  truncated(count: number): Problems {
    return Problems.of(this.list.slice(0, count));
  }

  warning(code: string, message: string, span: Span, details: ProblemDetails = {}): void {
    this.list.push({ severity: 'warning', code, message, span, ...details });
  }
}

/** A copy whose spans are its own, not parts of a tree; moved by a distance. */
export function ownProblem(problem: Problem, distance = 0): Problem {
  const own = ({ start, end }: Span): Span => ({ start: start + distance, end: end + distance });
  const { span, fix } = problem;
  return { ...problem, span: own(span), ...(fix && { fix: { ...fix, span: own(fix.span) } }) };
}

/** Places problems in their text, in the order of their positions. */
export function placeProblems(problems: readonly Problem[], lines: LineTable, file?: string): Diagnostic[] {
  const inOrder = [...problems].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return inOrder.map((problem) => ({
    ...problem,
    // What it is about may be a part of the tree, which does not go along.
    span: { start: problem.span.start, end: problem.span.end },
    ...(problem.fix && {
      fix: { ...problem.fix, span: { start: problem.fix.span.start, end: problem.fix.span.end } },
    }),
    ...lines.position(problem.span.start),
    length: Math.max(0, problem.span.end - problem.span.start),
    ...(file === undefined ? {} : { file }),
  }));
}

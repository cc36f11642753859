/** What is wrong with a text, and how to mend it. */
import type { Span } from '../ast';
import type { Diagnostic } from '../diagnostic';
import { documentOf, type ServiceFacts } from './document';

/** All diagnostics of the text itself; those of modules it uses are theirs. */
export function diagnostics(text: string, facts: ServiceFacts): readonly Diagnostic[] {
  return documentOf(text, facts).analysis.diagnostics.filter((diagnostic) => diagnostic.file === facts.file);
}

export interface TextEdit {
  readonly span: Span;
  readonly replacement: string;
}

export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly diagnostic: Diagnostic;
}

/** The fixes for what is wrong within a span. */
export function quickFixes(text: string, span: Span, facts: ServiceFacts): readonly QuickFix[] {
  return diagnostics(text, facts).flatMap((diagnostic) => {
    const { fix } = diagnostic;
    const touches = diagnostic.span.start <= span.end && span.start <= diagnostic.span.end;
    if (fix === undefined || !touches) return [];
    return [{ title: fix.title, edits: [{ span: fix.span, replacement: fix.replacement }], diagnostic }];
  });
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce(
      (result, { span, replacement }) => result.slice(0, span.start) + replacement + result.slice(span.end),
      text,
    );
}

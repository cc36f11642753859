/** What the checker says, as people and models need it: place, message, the line with marks under what is meant, a fix. */
import type { JsonObject } from '../json';
import { anyObject, list } from '../tools/builtin/define';
import { underline } from '../text/underline';
import type { Diagnostic } from '../../wander/diagnostic';
import { LineTable } from '../../wander/positions';
import { UNNAMED } from './source-text';

/** Of one answer; a text with more is mended from the top. */
const MAX_DIAGNOSTICS = 100;

/** A line longer than this is not shown. */
const MAX_LINE = 400;

export const DIAGNOSTICS: JsonObject = list(
  anyObject(
    '`severity` (error, warning, info), `code`, `message`, `hint`, `file`, `line`, `column` and `length` (from 1, in UTF-16 units), `text` (the line), `caret` (marks under it), `fix` {`title`, `line`, `column`, `length`, `replacement`}.',
  ),
  'In order of place; at most 100.',
);

/** The text of a file by its project-relative path; of the checked text itself where there is none. */
export type TextOf = (file: string | undefined) => string | undefined;

export function diagnosticsJson(diagnostics: readonly Diagnostic[], textOf: TextOf): JsonObject[] {
  const tables = new Map<string | undefined, LineTable>();
  return diagnostics.slice(0, MAX_DIAGNOSTICS).map((diagnostic): JsonObject => {
    const { severity, code, message, hint, file, line, column, length, fix } = diagnostic;
    const source = textOf(file) ?? '';
    const lines = tables.get(file) ?? new LineTable(source);
    tables.set(file, lines);
    const text = source.slice(lines.startOfLine(line), lines.endOfLine(line));
    const shown =
      text.trim() === '' || text.length > MAX_LINE ? undefined : underline(text, column - 1, length);
    return {
      severity,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(file === undefined ? {} : { file }),
      line,
      column,
      length,
      ...(shown === undefined ? {} : { text: shown.shown, caret: shown.caret }),
      ...(fix === undefined
        ? {}
        : {
            fix: {
              title: fix.title,
              ...lines.position(fix.span.start),
              length: fix.span.end - fix.span.start,
              replacement: fix.replacement,
            },
          }),
    };
  });
}

/** `2 errors, 1 warning`. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  const parts = (['error', 'warning'] as const).flatMap((severity) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.length === 0 ? 'no errors' : parts.join(', ');
}

/** `scripts/door.wander:3:5`, or `line 3, column 5` of a text that stands in no file. */
export function placeText({ file, line, column }: Pick<Diagnostic, 'file' | 'line' | 'column'>): string {
  return file === undefined ? `${UNNAMED}:${line}:${column}` : `${file}:${line}:${column}`;
}

export function diagnosticLines(diagnostics: readonly Diagnostic[], textOf: TextOf): string[] {
  const lines = diagnosticsJson(diagnostics, textOf).flatMap((shown, index) => {
    const diagnostic = diagnostics[index];
    if (diagnostic === undefined) return [];
    const { severity, code, message, hint, fix, line } = diagnostic;
    const gutter = String(line);
    return [
      `${placeText(diagnostic)}: ${severity}: ${message} [${code}]`,
      ...(typeof shown.text === 'string' && typeof shown.caret === 'string'
        ? [`${gutter} | ${shown.text}`, `${' '.repeat(gutter.length)} | ${shown.caret}`]
        : []),
      ...(hint === undefined ? [] : [`hint: ${hint}`]),
      ...(fix === undefined ? [] : [`fix: ${fix.title}`]),
    ];
  });
  const more = diagnostics.length - MAX_DIAGNOSTICS;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

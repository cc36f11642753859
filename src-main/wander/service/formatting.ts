/** The canonical form of a text as edits, for all of it or for some of its lines. */
import type { Span } from '../ast';
import { format } from '../format';
import type { TextEdit } from './diagnostics';
import { minimalEdits } from './minimal-edits';

/**
 * The edits that give the text its canonical form, in order; none where it has errors. With a span, only those within its
 * lines. The text keeps the line ends that it has.
 */
export function formatEdits(text: string, within?: Span): readonly TextEdit[] {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  const canonical = format(text).replaceAll(/\r\n|\n/g, eol);
  const edits = editsBetween(text, canonical, 0);
  if (within === undefined) return edits;
  const from = text.lastIndexOf('\n', within.start - 1) + 1;
  const lineEnd = text.indexOf('\n', within.end);
  const to = lineEnd < 0 ? text.length : lineEnd;
  return edits
    .flatMap((edit) => byLine(text, edit))
    .filter(({ span }) => span.start >= from && span.end <= to);
}

function editsBetween(before: string, after: string, offset: number): readonly TextEdit[] {
  return minimalEdits(before, after).map(({ start, end, text }) => ({
    span: { start: offset + start, end: offset + end },
    replacement: text,
  }));
}

/** An edit of several lines that stay as many lines, line by line; else the edit itself. */
function byLine(text: string, edit: TextEdit): readonly TextEdit[] {
  const { span, replacement } = edit;
  const from = text.lastIndexOf('\n', span.start - 1) + 1;
  const lineEnd = text.indexOf('\n', span.end);
  const to = lineEnd < 0 ? text.length : lineEnd;
  const before = text.slice(from, to).split('\n');
  const after = (text.slice(from, span.start) + replacement + text.slice(span.end, to)).split('\n');
  if (before.length === 1 || before.length !== after.length) return [edit];
  let offset = from;
  return before.flatMap((line, index) => {
    const edits = editsBetween(line, after[index] ?? '', offset);
    offset += line.length + 1;
    return edits;
  });
}

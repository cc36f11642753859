/** Shows diagnostics as compilers do: place, message, the line of the source, carets under what is meant. */
import type { Io } from './io';

export interface ShownDiagnostic {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** In UTF-16 units; carets stay within the line. */
  readonly length: number;
}

const STYLES = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** Text for stdout. `file` is how the person named the file, `source` its text. */
export function showDiagnostic(io: Io, file: string, source: string, diagnostic: ShownDiagnostic): string {
  const { severity, code, message, hint, line, column } = diagnostic;
  const style = STYLES[severity];
  const dim = (text: string): string => io.paint('stdout', 'dim', text);
  const head = `${io.paint('stdout', 'bold', `${file}:${line}:${column}:`)} ${io.paint('stdout', style, `${severity}:`)} ${io.paint('stdout', 'bold', message)}`;
  const lines = [code === undefined ? head : `${head} ${dim(`[${code}]`)}`];
  const text = source.split(/\r?\n/)[line - 1];
  if (text !== undefined && text.trim() !== '') {
    const gutter = String(line);
    const { shown, caret } = underline(text, column - 1, diagnostic.length);
    lines.push(`${dim(`${gutter} |`)} ${io.paint('stdout', 'plain', shown)}`);
    lines.push(`${dim(`${' '.repeat(gutter.length)} |`)} ${io.paint('stdout', style, caret)}`);
  }
  if (hint !== undefined)
    lines.push(`${io.paint('stdout', 'cyan', 'hint:')} ${io.paint('stdout', 'plain', hint)}`);
  return lines.join('\n');
}

/** Tabs become two spaces in the line and under it, so that the carets stand right whatever the terminal's tab stops. */
function underline(text: string, start: number, length: number): { shown: string; caret: string } {
  const widen = (part: string): string => part.replaceAll('\t', '  ');
  const from = Math.min(start, text.length);
  const to = Math.min(Math.max(from + length, from + 1), Math.max(text.length, from + 1));
  const before = cells(widen(text.slice(0, from)));
  const marked = Math.max(1, cells(widen(text.slice(from, to))));
  return { shown: widen(text), caret: ' '.repeat(before) + '^'.repeat(marked) };
}

/** Columns that a text takes on a terminal: two for wide letters and pictures, none for marks that combine. */
function cells(text: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const code = segment.codePointAt(0) ?? 0;
    const wide =
      /\p{Emoji_Presentation}/u.test(segment) ||
      (code >= 0x1100 && code <= 0x115f) ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xff00 && code <= 0xff60);
    width += wide ? 2 : 1;
  }
  return width;
}

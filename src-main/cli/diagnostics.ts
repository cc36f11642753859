/** Shows diagnostics as compilers do: place, message, the line of the source, carets under what is meant. */
import { underline } from '../engine/text/underline';
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

/** Decides how much help an editor may give for a text without making it slow. */

/** What is switched off, in words for the person, or undefined when everything is on. */
export interface SizeVerdict {
  readonly plain: boolean;
  readonly notice?: string;
}

/** In UTF-16 units. Above it, colouring and checking cost more than a keystroke may. */
export const MAX_RICH_LENGTH = 512 * 1024;
export const MAX_RICH_LINES = 20_000;
/** Lines above this are drawn by the editor only in part, and colouring them blocks it. */
export const MAX_RICH_LINE = 10_000;

/** Looks at a text once, in time proportional to its length. */
export function sizeVerdict(text: string): SizeVerdict {
  if (text.length > MAX_RICH_LENGTH) return plain(`it has ${megabytes(text.length)} MB of text`);
  let lines = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    if (at - start > MAX_RICH_LINE) return plain(`line ${lines} has ${grouped(at - start)} characters`);
    start = at + 1;
    lines += 1;
  }
  if (text.length - start > MAX_RICH_LINE)
    return plain(`line ${lines} has ${grouped(text.length - start)} characters`);
  if (lines > MAX_RICH_LINES) return plain(`it has ${grouped(lines)} lines`);
  return { plain: false };
}

function plain(why: string): SizeVerdict {
  return { plain: true, notice: `Shown as plain text, without colours and checks: ${why}.` };
}

function megabytes(length: number): string {
  return (length / (1024 * 1024)).toFixed(1);
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

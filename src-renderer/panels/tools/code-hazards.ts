/**
 * Places of a text that could keep a reviewer from reading it as it runs: characters that are not seen or that reorder what is seen, lines that
 * go on outside the view, and empty stretches with something after them.
 */
import { textSegments } from '../../ui/visible-text';

export type HazardKind = 'hidden' | 'long-line' | 'gap' | 'blank-run';

export interface Hazard {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly kind: HazardKind;
  readonly message: string;
}

export const LONG_LINE = 300;
export const LONG_GAP = 40;
export const LONG_BLANK_RUN = 8;

/** At most this many are told one by one; `hazardsOf` says how many there are beyond them. */
const MAX_TOLD = 200;

export interface HazardReport {
  readonly lines: number;
  readonly hazards: readonly Hazard[];
  /** Hazards beyond those in the list. */
  readonly untold: number;
}

/** Looks through a text once. */
export function hazardsOf(text: string): HazardReport {
  const lines = text.split(/\r\n|\r|\n/);
  const told: Hazard[] = [];
  let untold = 0;
  const tell = (hazard: Hazard): void => {
    if (told.length < MAX_TOLD) told.push(hazard);
    else untold += 1;
  };
  let blankFrom = 0;
  lines.forEach((content, index) => {
    const line = index + 1;
    if (content.trim() === '') return;
    const blank = line - 1 - blankFrom;
    if (blank >= LONG_BLANK_RUN) {
      tell({
        line: blankFrom + 1,
        column: 1,
        kind: 'blank-run',
        message: `${blank} blank lines, then more on line ${line}`,
      });
    }
    blankFrom = line;
    lineHazards(content, line, tell);
  });
  // A line feed at the end ends the last line; it begins no new one.
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  return { lines: count, hazards: told, untold };
}

function lineHazards(content: string, line: number, tell: (hazard: Hazard) => void): void {
  if (content.length > LONG_LINE) {
    tell({
      line,
      column: 1,
      kind: 'long-line',
      message: `A line of ${content.length.toLocaleString('en')} characters`,
    });
  }
  const gap = new RegExp(`\\S([ \\t\\u00A0\\u2000-\\u200A\\u3000]{${LONG_GAP},})\\S`).exec(content);
  if (gap) {
    tell({
      line,
      column: gap.index + 2,
      kind: 'gap',
      message: `${gap[1]?.length ?? 0} spaces, then more text to the right`,
    });
  }
  let column = 1;
  for (const segment of textSegments(content, 'one')) {
    if (segment.kind === 'text') column += segment.text.length;
    else if (!segment.label.startsWith('U+')) column += Number.parseInt(segment.label, 10) || 1;
    else {
      tell({ line, column, kind: 'hidden', message: segment.title });
      // One for each line: where one character hides, the line must be read anyway.
      return;
    }
  }
}

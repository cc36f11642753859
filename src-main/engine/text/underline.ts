/** A line of a text with marks under a part of it, as compilers show where something is. */

/**
 * `start` (from 0) and `length` in UTF-16 units; the marks stay within the line, and there is at least one. Tabs become two
 * spaces in the line and under it, so that the marks stand right whatever the tab stops.
 */
export function underline(text: string, start: number, length: number): { shown: string; caret: string } {
  const widen = (part: string): string => part.replaceAll('\t', '  ');
  const from = Math.min(start, text.length);
  const to = Math.min(Math.max(from + length, from + 1), Math.max(text.length, from + 1));
  const before = cells(widen(text.slice(0, from)));
  const marked = Math.max(1, cells(widen(text.slice(from, to))));
  return { shown: widen(text), caret: ' '.repeat(before) + '^'.repeat(marked) };
}

/** Columns that a text takes in a font of fixed width: two for wide letters and pictures, none for marks that combine. */
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

/** Text in lines that fit a terminal. */

/** Narrower than this, lines are not made: words would stand one by one. */
const LEAST = 24;

/**
 * Breaks a text at its spaces, so that it fits `width` characters where it begins `indent` characters from the edge; the
 * lines that follow begin there too. Words that are longer stay whole. Without a width the text stays as it is.
 */
export function wrap(text: string, width: number | undefined, indent = 0): string {
  if (width === undefined) return text;
  const room = Math.max(LEAST, width - indent);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** The beginning of a text that fits, with an ellipsis where something is left out. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(1, width - 1)).join('')}…`;
}

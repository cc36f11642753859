/** Offsets to lines and columns, and back. */

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Where the lines of a text begin. `\n` ends a line (and so does `\r\n`, its `\r` being the line's last unit). */
export class LineTable {
  private readonly starts: number[] = [0];

  constructor(private readonly source: string) {
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** The position of an offset; offsets outside the text are moved to its ends. */
  position(offset: number): Position {
    const inside = Math.max(0, Math.min(offset, this.source.length));
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - (this.starts[low] ?? 0) + 1 };
  }

  lineOf(offset: number): number {
    return this.position(offset).line;
  }

  /** Offset of the first unit of a line (from 1); lines outside the text are moved to its ends. */
  startOfLine(line: number): number {
    return this.starts[Math.max(0, Math.min(line - 1, this.starts.length - 1))] ?? 0;
  }

  /** Offset just before the line's end (its `\n` or `\r\n` left out). */
  endOfLine(line: number): number {
    const next = this.starts[line];
    if (next === undefined) return this.source.length;
    const end = next - 1;
    return this.source.charCodeAt(end - 1) === 13 ? end - 1 : end;
  }

  /** Offset of a position; a column past the line's end is moved to it. */
  offset(position: Position): number {
    const start = this.startOfLine(position.line);
    return Math.min(start + Math.max(0, position.column - 1), this.endOfLine(position.line));
  }
}

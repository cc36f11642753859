/** A text with the client's positions: lines from 0, ended by `\n`, `\r\n` or `\r`; characters in its encoding. */
import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import type { Span } from '../wander/ast';
import { lengthIn, offsetIn, type Encoding } from './encoding';

export class LspText {
  /** Offsets where lines begin. */
  private starts: number[] | undefined;

  constructor(
    readonly text: string,
    readonly encoding: Encoding,
  ) {}

  /** The position of an offset; offsets outside the text are moved to its ends. */
  position(offset: number): Position {
    const inside = Math.max(0, Math.min(offset, this.text.length));
    const starts = this.lines();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: lengthIn(this.encoding, this.text, starts[low] ?? 0, inside) };
  }

  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }

  /** The offset of a position; what lies outside the text or the line is moved to its end. */
  offset({ line, character }: Position): number {
    const starts = this.lines();
    if (line < 0) return 0;
    const start = starts[line];
    if (start === undefined) return this.text.length;
    return offsetIn(this.encoding, this.text, start, this.endOf(line), character);
  }

  span(range: Range): Span {
    const [start, end] = [this.offset(range.start), this.offset(range.end)];
    return start <= end ? { start, end } : { start: end, end: start };
  }

  /** The text after an edit of a client; without a range all of it is replaced. */
  changed(change: TextDocumentContentChangeEvent): LspText {
    if (!('range' in change)) return new LspText(change.text, this.encoding);
    const { start, end } = this.span(change.range);
    return new LspText(this.text.slice(0, start) + change.text + this.text.slice(end), this.encoding);
  }

  /** Offset of a line's end, before what ends it. */
  private endOf(line: number): number {
    const next = this.lines()[line + 1];
    if (next === undefined) return this.text.length;
    const isPair = this.text.charCodeAt(next - 1) === 10 && this.text.charCodeAt(next - 2) === 13;
    return next - (isPair ? 2 : 1);
  }

  private lines(): readonly number[] {
    if (this.starts !== undefined) return this.starts;
    const starts = [0];
    const { text } = this;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
    }
    this.starts = starts;
    return starts;
  }
}

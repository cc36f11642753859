/** Cuts a stream into lines, and holds no more of one than it may have. */

export class LineBuffer {
  #bytes = Buffer.alloc(0);
  #size = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in the chunk, without their ends. Undefined where one is too long. */
  take(chunk: Buffer): readonly string[] | undefined {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      if (this.#size + end - start > this.maxBytes) return undefined;
      if (this.#size === 0) lines.push(chunk.toString('utf8', start, end));
      else {
        this.#keep(chunk.subarray(start, end));
        lines.push(this.#bytes.toString('utf8', 0, this.#size));
        this.#bytes = Buffer.alloc(0);
        this.#size = 0;
      }
      start = end + 1;
    }
    if (this.#size + chunk.length - start > this.maxBytes) return undefined;
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** Copies into one buffer, which doubles: a byte at a time costs no more than all at once. */
  #keep(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(4096, size, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    part.copy(this.#bytes, this.#size);
    this.#size = size;
  }
}

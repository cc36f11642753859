/** Cuts a byte stream into lines. What is a line too long is decided by its bytes, never by how they arrive. */
import { KEPT_BYTES as KEPT, type OversizedLine } from './oversized';

/**
 * Feeds whole lines (without the newline) to `onLine`. A line of more than `maxBytes` goes to `onOversize` once it has
 * ended; until then only its two ends are kept, so memory is bounded by `maxBytes` whatever comes.
 */
export class LineSplitter {
  #chunks: Buffer[] = [];
  #size = 0;
  #head: Buffer | undefined;
  #tail: Buffer = Buffer.alloc(0);

  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: Buffer) => void,
    private readonly onOversize: (line: OversizedLine) => void,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      if (end === -1) break;
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#size += part.length;
    if (this.#head === undefined && this.#size > this.maxBytes) {
      const all = Buffer.concat([...this.#chunks, part.subarray(0, KEPT)]);
      this.#head = Buffer.from(all.subarray(0, KEPT));
      this.#tail = Buffer.from(all.subarray(-KEPT));
      this.#chunks = [];
    }
    if (this.#head === undefined) this.#chunks.push(part);
    else this.#tail = Buffer.from(Buffer.concat([this.#tail, part.subarray(-KEPT)]).subarray(-KEPT));
  }

  #finish(): void {
    const chunks = this.#chunks;
    const head = this.#head;
    const oversize = head && { bytes: this.#size, head, tail: this.#tail };
    this.#chunks = [];
    this.#head = undefined;
    this.#tail = Buffer.alloc(0);
    this.#size = 0;
    if (oversize) this.onOversize(oversize);
    else this.onLine(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  }
}

/** Cuts a byte stream into lines. What is a line too long is decided by its bytes, never by how they arrive. */

/** The ends of a line that was thrown away, enough to find the id that its sender waits for. */
export interface OversizedLine {
  readonly bytes: number;
  readonly head: Buffer;
  readonly tail: Buffer;
}

const KEPT = 2048;

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

/** The JSON-RPC id of a message of which only the ends are known: most writers put it first or last. */
export function idOfOversized(line: OversizedLine): string | number | undefined {
  const id = '("(?:[^"\\\\]|\\\\.){0,200}"|-?\\d{1,15})';
  const first = new RegExp(
    `^\\s*\\{(?:\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*,)*\\s*"id"\\s*:\\s*${id}\\s*[,}]`,
  );
  const last = new RegExp(
    `"id"\\s*:\\s*${id}\\s*(?:,\\s*"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*)*\\}\\s*$`,
  );
  const found = first.exec(line.head.toString('utf8'))?.[1] ?? last.exec(line.tail.toString('utf8'))?.[1];
  if (found === undefined) return undefined;
  const value: unknown = JSON.parse(found);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

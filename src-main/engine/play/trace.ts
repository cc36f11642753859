/**
 * What happened in a play, line by line, and a hash of all of it. The same scene, seed and input give the same lines and
 * the same hash, byte for byte.
 */
import { createHash } from 'node:crypto';

/** Lines that are kept to be read; the hash is of all there ever were. */
const MOST_LINES = 10_000;

export interface TracePage {
  /** SHA-256 of all lines since the start, in hexadecimal. */
  readonly hash: string;
  readonly lines: readonly string[];
  /** Lines since the start. */
  readonly total: number;
}

export class Trace {
  private readonly hash = createHash('sha256');
  private lines: string[] = [];
  private count = 0;

  add(line: string): void {
    this.hash.update(line);
    this.hash.update('\n');
    this.count += 1;
    this.lines.push(line);
    if (this.lines.length > 2 * MOST_LINES) this.lines = this.lines.slice(-MOST_LINES);
  }

  /** The last lines. */
  read(limit: number): TracePage {
    const lines = limit <= 0 ? [] : this.lines.slice(-Math.min(limit, MOST_LINES));
    return { hash: this.hash.copy().digest('hex'), lines, total: this.count };
  }
}

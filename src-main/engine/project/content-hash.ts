/** What a file holds, as a hash: whether somebody else wrote it is a question of its content, not of its date. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { ioFailure } from './files';

/** SHA-256 in hex. Text counts as UTF-8. */
export function contentHash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The hash of a file's content, read part by part; null where there is no file. `io_error` where it can't be read. */
export async function hashOfFile(path: string): Promise<Outcome<string | null>> {
  const hash = createHash('sha256');
  try {
    // Opening a pipe would wait until somebody writes into it.
    if (!(await stat(path)).isFile()) return fail('io_error', 'It is not a regular file');
    for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return succeed(null);
    return { ok: false, error: ioFailure('read', path, error).error };
  }
  return succeed(hash.digest('hex'));
}

/** Takes note of what passes through: how many bytes, and their hash. */
export class Passage {
  private readonly hash = createHash('sha256');
  private count = 0;

  /** Once all has passed. */
  get bytes(): number {
    return this.count;
  }

  async *through(parts: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
    for await (const part of parts) {
      const bytes = Buffer.from(part, 'utf8');
      this.hash.update(bytes);
      this.count += bytes.length;
      yield bytes;
    }
  }

  /** The hash of all that has passed. Ask once, at the end. */
  digest(): string {
    return this.hash.digest('hex');
  }
}

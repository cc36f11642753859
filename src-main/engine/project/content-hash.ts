/** What a file holds, as a hash: whether somebody else wrote it is a question of its content, not of its date. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync } from 'node:fs';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';
import { openForReading } from './files';
import type { FilePath } from './held-folder';
import { ioFailure } from './io-failure';

/** SHA-256 in hex. Text counts as UTF-8. */
export function contentHash(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The hash of a file's content, read part by part; null where there is no file. `io_error` where it can't be read. */
export async function hashOfFile(path: FilePath): Promise<Outcome<string | null>> {
  const hash = createHash('sha256');
  try {
    const fd = openForReading(path);
    if (!fstatSync(fd).isFile()) {
      closeSync(fd);
      return fail(
        'io_error',
        'It is not a regular file',
        'Put the file itself in its place: links and devices are not followed.',
      );
    }
    // The stream closes it.
    for await (const part of createReadStream('', { fd, highWaterMark: 1 << 20 }))
      hash.update(part as Buffer);
  } catch (error) {
    const { error: failure } = ioFailure('read', path, error);
    return failure.code === 'not_found' ? succeed(null) : { ok: false, error: failure };
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

/** Reads a request's body, no more of it than is allowed, whether its length was declared or not. */
import type { IncomingMessage } from 'node:http';
import { KEPT_BYTES, type OversizedLine } from '../line/oversized';

export type BodyOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'broken_off' }
  /** `begin` is what was read, where the length was not declared. */
  | { readonly ok: false; readonly reason: 'too_large'; readonly begin: readonly Buffer[] };

/** Stops at `maxBytes`: the rest stays unread. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyOutcome> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    return Promise.resolve({ ok: false, reason: 'too_large', begin: [] });
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: BodyOutcome): void => {
      request.off('data', onData);
      chunks = [];
      resolve(outcome);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      request.pause();
      settle({ ok: false, reason: 'too_large', begin: chunks });
    };
    request.on('data', onData);
    request.once('end', () => settle({ ok: true, text: Buffer.concat(chunks).toString('utf8') }));
    request.once('error', () => settle({ ok: false, reason: 'broken_off' }));
    request.once('close', () => settle({ ok: false, reason: 'broken_off' }));
  });
}

/** Reads a body that is too large to its end, up to `maxBytes`, and keeps its two ends only. Undefined where it has no end. */
export function readEnds(
  request: IncomingMessage,
  begin: readonly Buffer[],
  maxBytes: number,
): Promise<OversizedLine | undefined> {
  return new Promise((resolve) => {
    let [bytes, head, tail] = [0, Buffer.alloc(0), Buffer.alloc(0)];
    const settle = (line: OversizedLine | undefined): void => {
      request.off('data', take);
      resolve(line);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (head.length < KEPT_BYTES) head = Buffer.concat([head, chunk.subarray(0, KEPT_BYTES - head.length)]);
      // A copy: the rest of the chunk is let go.
      tail = Buffer.concat([tail, chunk.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
      if (bytes > maxBytes) settle(undefined);
    };
    for (const chunk of begin) take(chunk);
    request.on('data', take);
    request.once('end', () => settle({ bytes, head, tail }));
    request.once('close', () => settle(undefined));
    request.resume();
  });
}

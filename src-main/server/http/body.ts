/** Reads a request's body, no more of it than is allowed, whether its length was declared or not. */
import type { IncomingMessage } from 'node:http';

export type BodyOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too_large' | 'broken_off' };

/** Stops at `maxBytes`: what was read is let go, the rest stays unread. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyOutcome> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    return Promise.resolve({ ok: false, reason: 'too_large' });
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
      if (size > maxBytes) {
        request.pause();
        settle({ ok: false, reason: 'too_large' });
      } else chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => settle({ ok: true, text: Buffer.concat(chunks).toString('utf8') }));
    request.once('error', () => settle({ ok: false, reason: 'broken_off' }));
    request.once('close', () => settle({ ok: false, reason: 'broken_off' }));
  });
}

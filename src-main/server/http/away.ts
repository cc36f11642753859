/**
 * What the handling of an HTTP request knows of its client. In the older revisions a connection that ends does not cancel
 * what it asked for, and the SDK does not tell handlers of it; but nobody hears the answer any more.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

interface Request {
  readonly away: AbortSignal;
  readonly onWaiting: () => void;
}

const requests = new AsyncLocalStorage<Request>();

/** Runs the handling of a request. `onWaiting` is called when it begins to wait for a person, which may take long. */
export function handled<T>(response: ServerResponse, onWaiting: () => void, handle: () => T): T {
  const away = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) away.abort();
  });
  return requests.run({ away: away.signal, onWaiting }, handle);
}

/** The request that is being handled; undefined where what is handled came in by another way. */
export function presentRequest(): Request | undefined {
  return requests.getStore();
}

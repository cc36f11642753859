/**
 * What the handling of an HTTP request knows of its client. In the older revisions a connection that ends does not cancel
 * what it asked for, and the SDK does not tell handlers of it; but nobody hears the answer any more.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { Cancellation } from '../../engine/tools/cancellation';
import type { RunningCall } from '../calls/running-call';

export interface PresentRequest {
  /** Cancelled when the client is gone. */
  readonly away: Cancellation;
  readonly onWaiting: () => void;
  /** Its call, where that has begun already; once. */
  takeCall(): RunningCall | undefined;
}

const requests = new AsyncLocalStorage<PresentRequest>();

/** A request by its response. `onWaiting` is called when it begins to wait for a person, which may take long. */
export class HttpRequest implements PresentRequest {
  readonly away = new Cancellation();
  #call: RunningCall | undefined;

  constructor(
    response: ServerResponse,
    readonly onWaiting: () => void,
  ) {
    response.once('close', () => {
      if (!response.writableFinished) this.away.cancel();
    });
  }

  /** Runs what handles it, which finds it by `presentRequest`. */
  handled<T>(handle: () => T): T {
    return requests.run(this, handle);
  }

  hasBegun(call: RunningCall): void {
    this.#call = call;
  }

  takeCall(): RunningCall | undefined {
    const call = this.#call;
    this.#call = undefined;
    return call;
  }
}

/** The request that is being handled; undefined where what is handled came in by another way. */
export function presentRequest(): PresentRequest | undefined {
  return requests.getStore();
}

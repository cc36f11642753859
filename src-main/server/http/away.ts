/**
 * What the handling of an HTTP request knows of its client. In the older revisions a connection that ends does not cancel
 * what it asked for, and the SDK does not tell handlers of it; but nobody hears the answer any more.
 */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Cancellation } from '../../engine/tools/cancellation';
import type { RunningCall } from '../calls/running-call';

export interface PresentRequest {
  /** Cancelled when the client is gone. */
  readonly away: Cancellation;
  readonly onWaiting: () => void;
  /** Its call, where that has begun already; once. */
  takeCall(): RunningCall | undefined;
}

/**
 * By what the SDK hands on from Node's request to the handlers as it is. Not with AsyncLocalStorage: once that was used, every
 * promise of the process costs more in Node 20, a fifteenth of a call.
 */
const requests = new WeakMap<AuthInfo, PresentRequest>();

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

  /** Before the SDK gets it: whatever handles it finds this by `presentRequest`. */
  goesWith(request: IncomingMessage & { auth?: AuthInfo }): void {
    request.auth = { token: '', clientId: '', scopes: [] };
    requests.set(request.auth, this);
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
export function presentRequest({ http }: ServerContext): PresentRequest | undefined {
  return http?.authInfo && requests.get(http.authInfo);
}

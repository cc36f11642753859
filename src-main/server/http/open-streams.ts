/** The streams by which a session's client can be sent what it did not ask for: it opens one with GET, and may lose it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reach } from '../external/reach';
import type { RecentEvents } from './event-store';

export class OpenStreams {
  readonly #open = new Set<ServerResponse>();

  constructor(
    private readonly reach: Reach,
    private readonly events: Pick<RecentEvents, 'isUnasked'>,
  ) {}

  /** Notes when the answer to a request becomes such a stream, and when that ends. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'GET') return;
    const resumed = request.headers['last-event-id'];
    // Else it takes up the stream of a call.
    if (typeof resumed === 'string' && !this.events.isUnasked(resumed)) return;
    onStream(response, () => {
      this.#open.add(response);
      this.reach.set(true);
    });
    response.once('close', () => {
      this.#open.delete(response);
      this.reach.set(this.#open.size > 0);
    });
  }
}

/** Calls `listener` when the head of a stream is being written: what is sent from then on arrives. */
function onStream(response: ServerResponse, listener: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const written = writeHead(status, ...rest);
    if (status === 200) listener();
    return written;
  };
}

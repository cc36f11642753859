/**
 * How many calls are being answered: bounded for all together, and for one client, so that one which asks for much, or
 * never reads what it gets, leaves room for the others.
 */
import type { ServerResponse } from 'node:http';

interface Taken {
  readonly client: string;
  readonly calls: number;
}

export class InFlight {
  readonly #taken = new Map<ServerResponse, Taken>();
  readonly #byClient = new Map<string, number>();
  #total = 0;

  constructor(
    private readonly max: number,
    private readonly maxPerClient: number,
  ) {}

  /**
   * Takes room for the calls of one response, until it closes; false where there is none beside those that this client, or
   * all, have already. A batch larger than that has its turn when its client, or everybody, has no other call.
   */
  enter(response: ServerResponse, client: string, calls: number): boolean {
    const own = this.#byClient.get(client) ?? 0;
    if (own > 0 && own + calls > this.maxPerClient) return false;
    if (this.#total > 0 && this.#total + calls > this.max) return false;
    this.#total += calls;
    this.#byClient.set(client, own + calls);
    this.#taken.set(response, { client, calls });
    response.once('close', () => this.leave(response));
    return true;
  }

  /** Gives the room back before the response is closed; once. */
  leave(response: ServerResponse): void {
    const taken = this.#taken.get(response);
    if (taken === undefined) return;
    this.#taken.delete(response);
    this.#total -= taken.calls;
    const left = (this.#byClient.get(taken.client) ?? 0) - taken.calls;
    if (left > 0) this.#byClient.set(taken.client, left);
    else this.#byClient.delete(taken.client);
  }
}

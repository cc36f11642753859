/**
 * The last messages of one session, for a client that comes back for what its broken or closed stream did not bring
 * (`Last-Event-ID`, revision 2025-11-25).
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

const MAX_EVENTS = 64;
const MAX_CHARACTERS = 4 << 20;

/** What the SDK's transport calls the stream that a client opens with GET. */
const UNASKED_STREAM = '_GET_stream';

interface Kept {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

export class RecentEvents implements EventStore {
  #events: Kept[] = [];
  #characters = 0;
  #last = 0;

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.#last += 1;
    const characters = charactersOf(message);
    this.#events.push({ id: String(this.#last), stream, message, characters });
    this.#characters += characters;
    while (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#events.shift()?.characters ?? 0;
    }
    return Promise.resolve(String(this.#last));
  }

  /** Whether a message went to the stream that is for what the client did not ask for. */
  isUnasked(id: string): boolean {
    return this.#events.some((event) => event.id === id && event.stream === UNASKED_STREAM);
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find((event) => event.id === id)?.stream);
  }

  async replayEventsAfter(
    id: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex((event) => event.id === id);
    const stream = this.#events[at]?.stream;
    if (stream === undefined) throw new Error('the event is not kept any more');
    for (const event of this.#events.slice(at + 1))
      if (event.stream === stream) await send(event.id, event.message);
    return stream;
  }
}

/** Roughly: texts and pictures of results are what is long. Writing each message once more to count would cost as much as sending it. */
function charactersOf(message: JSONRPCMessage): number {
  let sum = 200;
  const stack: unknown[] = [message];
  for (let seen = 0; stack.length > 0 && seen < 10_000; seen += 1) {
    const value = stack.pop();
    if (typeof value === 'string') sum += value.length;
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) stack.push(each);
    else sum += 8;
  }
  return sum + 20 * stack.length;
}

/**
 * The requests of one session that have no answer yet. The protocol's transport finds the stream of an answer by the id of
 * its request alone: with two of one id, one client would wait for ever and the other get what it did not ask for.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/server';

export class SessionCalls {
  readonly #waiting = new Set<RequestId>();

  /** `max`: with so many unanswered, those of clients that have left among them, no more are taken. */
  constructor(private readonly max: number) {}

  get size(): number {
    return this.#waiting.size;
  }

  /** Takes the requests of a body; else the reason why none of them is taken. What is urgent has room beside the others. */
  take(
    body: unknown,
    isUrgent: boolean,
  ): { readonly status: 400 | 429; readonly message: string } | undefined {
    const ids = requestIds(body);
    const repeated = ids.find((id, index) => this.#waiting.has(id) || ids.indexOf(id) !== index);
    if (repeated !== undefined) {
      const id = JSON.stringify(repeated).slice(0, 100);
      return { status: 400, message: `Invalid Request: the id ${id} is still in use` };
    }
    if (!isUrgent && this.size > 0 && this.size + ids.length > this.max)
      return {
        status: 429,
        message: `Too many calls at once: ${this.size} of this session have no answer yet`,
      };
    for (const id of ids) this.#waiting.add(id);
    return undefined;
  }

  /** Notes what goes out to the client. */
  sent(message: JSONRPCMessage): void {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    if (message.id !== undefined) this.answered(message.id);
  }

  answered(id: RequestId): void {
    this.#waiting.delete(id);
  }

  /** Forgets the requests of a body that was refused before anybody saw it. */
  refused(body: unknown): void {
    for (const id of requestIds(body)) this.#waiting.delete(id);
  }

  /** Those that a body takes back and that have no answer yet. Nothing else answers them. */
  cancelled(body: unknown): readonly RequestId[] {
    return cancelledIds(body).filter((id) => this.#waiting.has(id));
  }
}

function messagesOf(body: unknown): readonly object[] {
  const all: readonly unknown[] = Array.isArray(body) ? body : [body];
  return all.filter((message) => typeof message === 'object' && message !== null);
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}

function requestIds(body: unknown): readonly RequestId[] {
  return messagesOf(body).flatMap((message) =>
    'method' in message && 'id' in message && isId(message.id) ? [message.id] : [],
  );
}

function cancelledIds(body: unknown): readonly RequestId[] {
  return messagesOf(body).flatMap((message) => {
    if (!('method' in message) || message.method !== 'notifications/cancelled' || 'id' in message) return [];
    const params: unknown = 'params' in message ? message.params : undefined;
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return [];
    return isId(params.requestId) ? [params.requestId] : [];
  });
}

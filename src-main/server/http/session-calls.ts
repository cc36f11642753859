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

interface Posted {
  readonly waiting: Set<RequestId>;
}

export class SessionCalls {
  readonly #posts = new Map<RequestId, Posted>();

  /** `max`: with so many unanswered, those of clients that have left among them, no more are taken. */
  constructor(private readonly max: number) {}

  get size(): number {
    return this.#posts.size;
  }

  /** Takes the requests of a body; else the reason why none of them is taken. */
  take(body: unknown): { readonly status: 400 | 429; readonly message: string } | undefined {
    const ids = requestIds(body);
    const repeated = ids.find((id, index) => this.#posts.has(id) || ids.indexOf(id) !== index);
    if (repeated !== undefined) {
      const id = JSON.stringify(repeated).slice(0, 100);
      return { status: 400, message: `Invalid Request: the id ${id} is still in use` };
    }
    if (this.size > 0 && this.size + ids.length > this.max)
      return {
        status: 429,
        message: `Too many calls at once: ${this.size} of this session have no answer yet`,
      };
    const post: Posted = { waiting: new Set(ids) };
    for (const id of ids) this.#posts.set(id, post);
    return undefined;
  }

  /** Notes what goes out to the client. */
  sent(message: JSONRPCMessage): void {
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    if (message.id !== undefined) this.#done(message.id);
  }

  /** Forgets the requests of a body that was refused before anybody saw it. */
  refused(body: unknown): void {
    for (const id of requestIds(body)) this.#done(id);
  }

  /**
   * Notes the requests that a body takes back: they get no answer. Gives one id of each posted body of which nothing is left
   * to answer.
   */
  cancelled(body: unknown): readonly RequestId[] {
    return cancelledIds(body).filter((id) => this.#posts.has(id) && this.#done(id));
  }

  /** Whether nothing of the body that it came in is left to answer. */
  #done(id: RequestId): boolean {
    const post = this.#posts.get(id);
    if (post === undefined) return false;
    this.#posts.delete(id);
    post.waiting.delete(id);
    return post.waiting.size === 0;
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

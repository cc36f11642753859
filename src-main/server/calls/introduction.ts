/**
 * Who is asked for before anything is done: in the revisions with a handshake a client introduces itself by `initialize`, in
 * the stateless one by each request. What comes before that is refused, but for a ping; what comes while `initialize` is being
 * answered waits for that.
 */
import {
  PROTOCOL_VERSION_META_KEY,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/server';

const INVALID_REQUEST = -32600;

interface Judged {
  /** Whether the message is to be served. */
  readonly take: boolean;
  readonly answer?: JSONRPCErrorResponse;
}

const TAKE: Judged = { take: true };

export class Introduction {
  #done = false;
  /** The id of the `initialize` that is being answered. */
  #asked: RequestId | undefined;
  #waiting: JSONRPCMessage[] = [];

  judge(message: JSONRPCMessage): Judged {
    if (this.#done) return TAKE;
    if (this.#asked !== undefined) {
      // The protocol has it that `initialize` is not cancelled.
      if (!isCancellationOf(this.#asked, message)) this.#waiting.push(message);
      return { take: false };
    }
    if (!isRequest(message) || message.method === 'ping' || namesItsRevision(message)) return TAKE;
    if (message.method === 'initialize') {
      this.#asked = message.id;
      return TAKE;
    }
    return {
      take: false,
      answer: {
        jsonrpc: '2.0',
        id: message.id,
        error: {
          code: INVALID_REQUEST,
          message: `Invalid Request: ${message.method.slice(0, 80)} came before initialize. Send initialize first; in revision 2026-07-28 name the revision and the client in _meta of each request`,
        },
      },
    };
  }

  /** What the client is sent: when that is the answer to its `initialize`, what has come meanwhile is given back, in order. */
  answered(message: JSONRPCMessage): readonly JSONRPCMessage[] {
    if (this.#asked === undefined || 'method' in message || message.id !== this.#asked) return NOTHING;
    this.#asked = undefined;
    this.#done = 'result' in message;
    return this.#waiting.splice(0);
  }
}

const NOTHING: readonly JSONRPCMessage[] = [];

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return 'method' in message && 'id' in message;
}

function namesItsRevision({ params }: JSONRPCRequest): boolean {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function isCancellationOf(id: RequestId, message: JSONRPCMessage): boolean {
  return (
    'method' in message &&
    message.method === 'notifications/cancelled' &&
    message.params?.['requestId'] === id
  );
}

/** Sessions of clients that open with `initialize` (revisions up to 2025-11-25): kept by id, capped, and let go when idle. */
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import {
  isInitializeRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type Server,
} from '@modelcontextprotocol/server';

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { declaredInput } from '../client-input';
import type { Connection } from '../connections';
import { isUrgent } from '../external/urgent';
import { buildServer, type Surface } from '../mcp-server';
import { requestIdOf } from './asking-client';
import type { HttpRequest } from './away';
import { answeredEarly, type EarlyCall } from './early-answer';
import { RecentEvents } from './event-store';
import { OpenStreams } from './open-streams';
import { respondError } from './respond';
import { SessionCalls } from './session-calls';

export interface SessionLimits {
  readonly maxSessions: number;
  /** A session that nobody has used for so long, and that has no stream open, ends. */
  readonly idleMs: number;
  /** When there is no room, the longest unused session gives way if it is unused for at least so long. */
  readonly yieldMs: number;
  /** Calls of one client, or of one session, that have no answer yet. */
  readonly maxPerClient: number;
  /**
   * A call that is not answered by then lets its stream end, and the client asks again for the answer: much that lies
   * between, such as fetch of Node, gives up what is silent for five minutes.
   */
  readonly pollAfterMs: number;
}

export const SESSION_LIMITS: SessionLimits = {
  maxSessions: 64,
  idleMs: 30 * 60_000,
  yieldMs: 60_000,
  maxPerClient: 64,
  pollAfterMs: 4 * 60_000,
};

/** The revision that knows streams which end before the answer. */
const POLLING = '2025-11-25';

/** So soon a client asks again. */
const RETRY_MS = 1000;

/** A posted body, besides what it says. */
interface Posted {
  readonly own: HttpRequest;
  readonly early: EarlyCall | undefined;
}

interface Session {
  readonly transport: SessionTransport;
  readonly calls: SessionCalls;
  readonly server: Server;
  readonly connection: Connection;
  readonly streams: OpenStreams;
  /** Requests and streams that are open. */
  readonly open: Set<ServerResponse>;
  lastUsed: number;
}

/** Tells which requests have been answered. */
class SessionTransport extends NodeStreamableHTTPServerTransport {
  constructor(
    private readonly calls: SessionCalls,
    events: RecentEvents,
    onBegun: (id: string) => void,
  ) {
    super({
      sessionIdGenerator: () => randomBytes(32).toString('base64url'),
      onsessioninitialized: onBegun,
      eventStore: events,
      retryInterval: RETRY_MS,
    });
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<NodeStreamableHTTPServerTransport['send']>[1],
  ): Promise<void> {
    this.calls.sent(message);
    await super.send(message, options);
  }
}

export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** `now` gives milliseconds on the monotonic clock. */
  constructor(
    private readonly surface: Surface,
    private readonly limits: SessionLimits,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.#sessions.size;
  }

  /** Serves a request of an older revision. `body` is parsed JSON; undefined for GET and DELETE. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    posted?: Posted,
  ): Promise<void> {
    const id = request.headers['mcp-session-id'];
    // A client that starts anew may still send the id of a session that is gone.
    if (posted?.early === undefined && isInitializeRequest(body))
      return this.#begin(request, response, body, posted);
    if (typeof id !== 'string')
      return respondError(response, 400, -32000, 'Bad Request: the Mcp-Session-Id header is missing');
    const session = this.#sessions.get(id);
    if (!session) return respondError(response, 404, -32001, 'Session not found; initialize again');
    await this.#serve(session, request, response, body, posted);
  }

  /** Whether a session's client serves tools. */
  hosting(id: string | string[] | undefined): boolean {
    return this.#find(id)?.connection.hosting === true;
  }

  /** Gives a session what stands for an answer that can't be used. */
  tell(id: string | string[] | undefined, answer: JSONRPCErrorResponse): void {
    this.#find(id)?.transport.onmessage?.(answer);
  }

  #find(id: string | string[] | undefined): Session | undefined {
    return typeof id === 'string' ? this.#sessions.get(id) : undefined;
  }

  /** Ends sessions that are idle, and cuts streams whose client has stopped to read. Called from time to time. */
  sweep(): void {
    for (const session of this.#sessions.values()) {
      if (session.open.size === 0 && this.now() - session.lastUsed > this.limits.idleMs) this.#end(session);
    }
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.server.close().catch(() => undefined)));
  }

  async #begin(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    posted: Posted | undefined,
  ): Promise<void> {
    if (!this.#makeRoom()) {
      response.setHeader('Retry-After', '60');
      return respondError(
        response,
        503,
        -32000,
        `Too many sessions: all ${this.limits.maxSessions} are in use`,
      );
    }
    const connection = this.surface.connections.open('http');
    const server = buildServer(this.surface, connection, 'legacy');
    const calls = new SessionCalls(this.limits.maxPerClient);
    const events = new RecentEvents();
    const transport = new SessionTransport(calls, events, (id) => this.#sessions.set(id, session));
    const session: Session = {
      transport,
      calls,
      server,
      connection,
      streams: new OpenStreams(connection.reach, events),
      open: new Set(),
      lastUsed: this.now(),
    };
    await server.connect(transport);
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      connection.close();
    };
    this.surface.changes.follow(server, 'legacy');
    await this.#serve(session, request, response, body, posted);
    if (transport.sessionId === undefined) this.#end(session);
  }

  async #serve(
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    posted: Posted | undefined,
  ): Promise<void> {
    session.lastUsed = this.now();
    const { calls, transport } = session;
    const problem = calls.take(body, isUrgent(body));
    if (problem) {
      if (problem.status === 429) response.setHeader('Retry-After', '1');
      return respondError(
        response,
        problem.status,
        problem.status === 400 ? -32600 : -32000,
        problem.message,
      );
    }
    session.open.add(response);
    session.streams.follow(request, response);
    response.once('close', () => {
      session.open.delete(response);
      session.lastUsed = this.now();
      if (response.statusCode >= 400) calls.refused(body);
    });
    if (
      posted?.early !== undefined &&
      (await this.#answeredEarly(session, posted.early, posted.own, response))
    ) {
      calls.answered(posted.early.plain.id);
      return;
    }
    const id = requestIdOf(body);
    if (id !== undefined && request.headers['mcp-protocol-version'] === POLLING) {
      const timer = setTimeout(() => transport.closeSSEStream(id), this.limits.pollAfterMs);
      response.once('close', () => clearTimeout(timer));
    }
    posted?.own.goesWith(request);
    await transport.handleRequest(request, response, body);
    // Otherwise the stream of a call that was taken back stays, and clients that can take streams up again do so for ever.
    if (response.statusCode >= 400) return;
    for (const id of calls.cancelled(body)) {
      const error = { code: -32000, message: 'The request was cancelled' };
      await transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
    }
  }

  #answeredEarly(
    { connection, server }: Session,
    early: EarlyCall,
    request: HttpRequest,
    response: ServerResponse,
  ): Promise<boolean> {
    connection.name(server.getClientVersion()?.name);
    connection.announce();
    const input = declaredInput(undefined, () => server.getClientCapabilities());
    const start = { caller: connection.caller, input };
    const { engine } = this.surface;
    return answeredEarly({ ...early, engine, start, request, response });
  }

  #makeRoom(): boolean {
    if (this.#sessions.size < this.limits.maxSessions) return true;
    this.sweep();
    if (this.#sessions.size < this.limits.maxSessions) return true;
    const unused = [...this.#sessions.values()]
      .filter((session) => session.open.size === 0 && this.now() - session.lastUsed >= this.limits.yieldMs)
      .sort((a, b) => a.lastUsed - b.lastUsed)[0];
    if (unused) this.#end(unused);
    return unused !== undefined;
  }

  #end(session: Session): void {
    const id = session.transport.sessionId;
    if (id !== undefined) this.#sessions.delete(id);
    session.server.close().catch(() => undefined);
  }
}

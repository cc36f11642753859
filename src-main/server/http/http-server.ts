/** MCP over Streamable HTTP on the loopback interface: both lifecycles of the protocol at one address. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { classifyInboundRequest, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { clientNameIn, type Era } from '../calls/plain-call';
import { declaredInput } from '../client-input';
import { isUrgent } from '../external/urgent';
import { tooLongAnswer, tooLongProblem } from '../line/oversized';
import { endsOf, unreadAnswer } from '../line/unusable';
import { buildServer, type Surface } from '../mcp-server';
import { parseBoundedJson, type ParsedJson } from '../json-text';
import { HttpRequest } from './away';
import { callsOf, clientOf, isListen, requestIdOf } from './asking-client';
import { readBody, readEnds } from './body';
import { Crowd } from './crowd';
import { MCP_PATH, refuse } from './guard';
import { InFlight } from './in-flight';
import { answeredEarly, earlyCallOf, type EarlyCall } from './early-answer';
import { HEADER_MISMATCH, paramHeaderProblem } from './param-headers';
import { respondError } from './respond';
import { SESSION_LIMITS, Sessions, type SessionLimits } from './sessions';
import { usable } from './usable';
import { isSystemError } from '../../engine/project/system-error';

export interface HttpLimits extends SessionLimits {
  readonly maxBodyBytes: number;
  /** Calls that are being answered, of all clients; streams do not count. */
  readonly maxInFlight: number;
  /** Bodies that are being read. The oldest gives way to a new one. */
  readonly maxReading: number;
  readonly maxConnections: number;
  /** Connections that have not shown the token yet. The oldest gives way to a new one. */
  readonly maxStrangers: number;
  /** Messages in one JSON-RPC batch of revision 2025-03-26. */
  readonly maxBatch: number;
  /** `subscriptions/listen` streams. */
  readonly maxSubscriptions: number;
  /** How long a client may take to send a request. */
  readonly requestTimeoutMs: number;
  /** A client that takes nothing of its answer for so long, and not more than twice that, is let go. */
  readonly stalledMs: number;
}

const HTTP_LIMITS: HttpLimits = {
  ...SESSION_LIMITS,
  maxBodyBytes: 4 << 20,
  maxInFlight: 128,
  maxReading: 128,
  maxConnections: 512,
  maxStrangers: 128,
  maxBatch: 100,
  maxSubscriptions: 64,
  requestTimeoutMs: 30_000,
  stalledMs: 30_000,
};

export const DEFAULT_PORT = 7777;

const PORTS_TRIED = 100;

/** Of an answer that is refused for its length, so much is read to see which it is. */
const MAX_ANSWER_BYTES = 64 << 20;

export interface HttpServerOptions {
  readonly surface: Surface;
  readonly token: string;
  /** Where to begin; 0 takes any free port. */
  readonly port?: number;
  readonly limits?: Partial<HttpLimits>;
}

export class HttpServer {
  readonly #limits: HttpLimits;
  readonly #server: NodeServer;
  readonly #sessions: Sessions;
  readonly #modern: McpHttpHandler;
  readonly #serveModern: ReturnType<typeof toNodeHandler>;
  readonly #sweeper: NodeJS.Timeout;
  /** Answers whose client was not reading at the last sweep, and how much it had read by then. */
  #stalled = new Map<ServerResponse, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #inFlight: InFlight;
  readonly #strangers: Crowd<Socket>;
  readonly #reading: Crowd<IncomingMessage>;
  #port = 0;

  private constructor(private readonly options: HttpServerOptions) {
    const { surface } = options;
    if (options.token.length < 32) throw new Error('the port needs a token of at least 32 characters');
    this.#limits = { ...HTTP_LIMITS, ...options.limits };
    this.#inFlight = new InFlight(this.#limits.maxInFlight, this.#limits.maxPerClient);
    this.#strangers = new Crowd(this.#limits.maxStrangers, (socket) => socket.destroy());
    this.#reading = new Crowd(this.#limits.maxReading, (request) => request.destroy());
    this.#sessions = new Sessions(surface, this.#limits, () => performance.now());
    this.#modern = createMcpHandler(() => buildServer(surface, undefined, 'modern'), {
      legacy: 'reject',
      maxSubscriptions: this.#limits.maxSubscriptions,
    });
    this.#serveModern = toNodeHandler(this.#modern);
    const { notify } = this.#modern;
    surface.changes.listen({
      toolsChanged: () => notify.toolsChanged(),
      promptsChanged: () => notify.promptsChanged(),
      resourceChanged: (uri) => notify.resourceUpdated(uri),
    });
    const handle = (request: IncomingMessage, response: ServerResponse): void =>
      void this.#handle(request, response);
    this.#server = createServer(
      {
        requestTimeout: this.#limits.requestTimeoutMs,
        headersTimeout: Math.min(10_000, this.#limits.requestTimeoutMs),
        connectionsCheckingInterval: Math.min(5000, this.#limits.requestTimeoutMs),
        keepAliveTimeout: 30_000,
      },
      handle,
    );
    // A client that asks before it sends its body is refused before it does.
    this.#server.on('checkContinue', handle);
    this.#server.on('connection', (socket) => {
      this.#strangers.enter(socket);
      socket.once('close', () => this.#strangers.leave(socket));
    });
    this.#server.maxConnections = this.#limits.maxConnections;
    const sweepMs = Math.min(this.#limits.stalledMs, Math.ceil(this.#limits.idleMs / 2));
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs).unref();
  }

  /** Listens on 127.0.0.1 at the port, or at the next that is free. Throws when none of a hundred is. */
  static async listen(options: HttpServerOptions): Promise<HttpServer> {
    const http = new HttpServer(options);
    const first = options.port ?? DEFAULT_PORT;
    for (let port = first; ; port += 1) {
      try {
        await http.#listenAt(port);
        return http;
      } catch (error) {
        const taken = isSystemError(error, 'EADDRINUSE', 'EACCES');
        if (!taken || port >= Math.min(first + PORTS_TRIED - 1, 65_535)) {
          clearInterval(http.#sweeper);
          throw error;
        }
      }
    }
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${MCP_PATH}`;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Ends all sessions and streams, then stops listening. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    // What has been done in this turn is answered before its connection goes.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.#modern.close();
    await this.#sessions.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #listenAt(port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#server.on('error', () => undefined);
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
    try {
      const refusal = refuse(request, this.#port, this.options.token);
      if (refusal) {
        for (const [name, value] of Object.entries(refusal.headers ?? {})) response.setHeader(name, value);
        return this.#refuse(request, response, refusal.status, -32000, refusal.message);
      }
      this.#strangers.leave(request.socket);
      if (request.method !== 'POST') return await this.#sessions.handle(request, response, undefined);
      await this.#post(request, response);
    } catch {
      // Whatever it was, the client learns no more than that; the request's own errors are answered above.
      respondError(response, 500, -32603, 'Internal server error');
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    this.#reading.enter(request);
    const read = await readBody(request, this.#limits.maxBodyBytes);
    this.#reading.leave(request);
    if (!read.ok) {
      if (read.reason === 'broken_off') return void response.destroy();
      await this.#readAnswerTooLong(request, read.begin);
      return this.#refuse(
        request,
        response,
        413,
        -32000,
        `The body is larger than ${this.#limits.maxBodyBytes} bytes`,
      );
    }
    const parsed = parseBoundedJson(read.text);
    if (!parsed.ok) return this.#unread(request, response, read.text, parsed);
    if (Array.isArray(parsed.value) && parsed.value.length > this.#limits.maxBatch) {
      const message = `Invalid Request: a batch of ${parsed.value.length}; at most ${this.#limits.maxBatch} are served`;
      return respondError(response, 400, -32600, message);
    }
    const session = request.headers['mcp-session-id'];
    const body = usable(parsed.value, (answer) => this.#sessions.tell(session, answer));
    if (body === undefined)
      return respondError(response, 400, -32600, 'Invalid Request: not a JSON-RPC 2.0 message');
    const early = earlyCallOf(request.headers, body);
    const era = early?.era ?? eraOf(request.headers, body);
    if (era === 'modern') {
      const { registry } = this.options.surface.engine;
      const problem = paramHeaderProblem(registry, request.headers, body);
      if (problem !== undefined) {
        const id = requestIdOf(body);
        return respondError(response, 400, HEADER_MISMATCH, `Bad Request: ${problem}`, id);
      }
    }
    const client = clientOf(session, body);
    const takesRoom = !isListen(body) && !isUrgent(body);
    if (takesRoom && !this.#inFlight.enter(response, client, callsOf(body))) {
      response.setHeader('Retry-After', '1');
      const { maxInFlight, maxPerClient } = this.#limits;
      const message = `Too many calls at once: ${maxPerClient} of one client, and ${maxInFlight} of all, are served`;
      return respondError(response, 429, -32000, message);
    }
    // A call that waits for a person takes no room from others: how many may wait is bounded elsewhere.
    const onWaiting = (): void => this.#inFlight.leave(response);
    const own = new HttpRequest(response, onWaiting);
    if (era === 'legacy') return this.#sessions.handle(request, response, body, { own, early });
    if (early !== undefined && (await this.#answeredEarly(early, own, response))) return;
    own.goesWith(request);
    await this.#serveModern(request, response, body);
  }

  #answeredEarly(early: EarlyCall, request: HttpRequest, response: ServerResponse): Promise<boolean> {
    const { engine, connections } = this.options.surface;
    const { plain } = early;
    const start = {
      caller: connections.stateless(clientNameIn(plain)),
      input: declaredInput(plain.envelope, () => undefined),
    };
    return answeredEarly({ ...early, engine, start, request, response });
  }

  /** Whoever waits for what a client that serves tools has to say is told that it can't be read, instead of waiting on. */
  #unread(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    { code, message, problem }: Extract<ParsedJson, { ok: false }>,
  ): void {
    const ends = endsOf(text);
    const answer = unreadAnswer(ends, problem);
    if (answer !== undefined) this.#sessions.tell(request.headers['mcp-session-id'], answer);
    else this.options.surface.external?.lost(ends, { tooLong: false, problem });
    respondError(response, 400, code, message);
  }

  /** The same for what is too long. */
  async #readAnswerTooLong(request: IncomingMessage, begin: readonly Buffer[]): Promise<void> {
    const session = request.headers['mcp-session-id'];
    const { external } = this.options.surface;
    if (!this.#sessions.hosting(session) && external?.isServing !== true) return;
    this.#reading.enter(request);
    const ends = await readEnds(request, begin, MAX_ANSWER_BYTES);
    this.#reading.leave(request);
    if (ends === undefined) return;
    const { maxBodyBytes } = this.#limits;
    const answer = tooLongAnswer(ends, maxBodyBytes);
    if (answer !== undefined) return this.#sessions.tell(session, answer);
    external?.lost(ends, { tooLong: true, problem: tooLongProblem(ends, maxBodyBytes) });
  }

  /** Answers before the body is read, and lets go of a client that goes on sending. */
  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    code: number,
    message: string,
  ): void {
    if (!request.complete) {
      response.setHeader('Connection', 'close');
      request.resume();
      response.once('finish', () => setTimeout(() => request.destroy(), 1000).unref());
    }
    respondError(response, status, code, message);
  }

  #sweep(): void {
    this.#sessions.sweep();
    const stalled = new Map<ServerResponse, number>();
    for (const response of this.#responses) {
      const { socket } = response;
      if (response.writableLength === 0 || socket === null) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      if (this.#stalled.get(response) === taken) response.destroy();
      else stalled.set(response, taken);
    }
    this.#stalled = stalled;
  }
}

function eraOf(headers: IncomingHttpHeaders, body: unknown): Era {
  const route = classifyInboundRequest({
    httpMethod: 'POST',
    ...optional('protocolVersionHeader', headers['mcp-protocol-version']),
    ...optional('mcpMethodHeader', headers['mcp-method']),
    ...optional('mcpNameHeader', headers['mcp-name']),
    body,
  });
  return route.kind === 'legacy' ? 'legacy' : 'modern';
}

function optional<K extends string>(key: K, value: string | string[] | undefined): { [P in K]?: string } {
  const result: { [P in K]?: string } = {};
  if (typeof value === 'string') result[key] = value;
  return result;
}

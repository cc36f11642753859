/** Offers clients to serve tools on the connection that they have: the handlers of `skywalker/tools/*`. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { fail, type Outcome, type ToolError } from '../../engine/errors';
import { failureOfHost, resultOfCallToolResult, unusableResult } from '../../engine/hosts/reply';
import { isJsonObject, type JsonObject } from '../../engine/json';
import type { Caller, ToolResult } from '../../engine/tools/definition';
import { copyJson } from '../../engine/tools/plain-json';
import type { Connection } from '../connections';
import { presentRequest } from '../http/away';
import type { Unread } from '../line/line-transport';
import type { OversizedLine } from '../line/oversized';
import { STATELESS_SESSION } from '../../engine/hosts/shares';
import { HostLink, type HostingEngine } from './link';
import { lostAnswerIn, lostResult } from './lost-answers';
import {
  ANY_RESULT,
  LIST_METHOD,
  LIST_PARAMS,
  REGISTER_METHOD,
  REGISTER_PARAMS,
  RESULT_METHOD,
  RESULT_PARAMS,
  SERVE_METHOD,
  SERVE_PARAMS,
  SERVING_METHOD,
  UNREGISTER_METHOD,
  UNREGISTER_PARAMS,
  type ResultParams,
} from './protocol';
import { RequestChannel } from './request-channel';
import { ServeChannel } from './serve-channel';

/** A tool's own refusal, as a JSON-RPC error: outside the ranges that JSON-RPC and MCP keep for themselves. */
const REFUSED = -31000;

/** Requests that are kept open at once: by one connection, and by all clients without one. */
const MAX_SERVING = 64;

/** Of clients without a connection, by the name that each gives itself. */
const MAX_SERVING_OF_NAME = 16;

/** A request that a client keeps open to serve tools. */
interface Serving {
  readonly link: HostLink;
  readonly channel: ServeChannel;
  /** Who keeps it open; with a session of its own where the client has no connection. */
  readonly owner: Caller;
  /** Undefined where the client has no connection. */
  readonly session: string | undefined;
  /** Ends it: another takes its place. */
  giveWay(): void;
}

export interface Offer {
  readonly server: Server;
  readonly era: 'legacy' | 'modern';
  readonly connection: Connection | undefined;
  readonly callerFor: (context: ServerContext) => Caller;
}

export class ExternalTools {
  readonly #serving = new Map<string, Serving>();

  /** `graceMs`: how long a client of the port may have no stream before its tools leave. */
  constructor(
    private readonly engine: HostingEngine,
    private readonly graceMs: number,
  ) {}

  offer({ server, era, connection, callerFor }: Offer): void {
    const own =
      era === 'legacy' && connection !== undefined
        ? new OwnLink(this.engine, server, connection, this.graceMs)
        : undefined;

    const linkOf = (host: string | undefined, context: ServerContext): { link: HostLink; owner: Caller } => {
      const caller = callerFor(context);
      if (host !== undefined) return this.#find(host, caller);
      if (own !== undefined) return { link: own.link, owner: caller };
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Without a connection that carries requests to you, keep ${SERVE_METHOD} open and give "host": its first notification, ${SERVING_METHOD}, says it.`,
      );
    };

    server.setRequestHandler(
      REGISTER_METHOD,
      { params: REGISTER_PARAMS, result: ANY_RESULT },
      async (params, context) => {
        const { link, owner } = linkOf(params.host, context);
        const request = presentRequest(context);
        const registered = await link.register(params, owner, {
          signal: context.mcpReq.signal,
          ...(request === undefined ? {} : { away: request.away, onWaiting: request.onWaiting }),
        });
        own?.watch();
        return answered(registered);
      },
    );
    server.setRequestHandler(
      UNREGISTER_METHOD,
      { params: UNREGISTER_PARAMS, result: ANY_RESULT },
      (params, context) => answered(linkOf(params.host, context).link.unregister(params)),
    );
    server.setRequestHandler(LIST_METHOD, { params: LIST_PARAMS, result: ANY_RESULT }, (params, context) => ({
      ...linkOf(params.host, context).link.list(),
    }));
    server.setRequestHandler(SERVE_METHOD, { params: SERVE_PARAMS, result: ANY_RESULT }, (_params, context) =>
      this.#serve(context, callerFor(context)),
    );
    server.setRequestHandler(
      RESULT_METHOD,
      { params: RESULT_PARAMS, result: ANY_RESULT },
      (params, context) => answered(this.#answer(params, callerFor(context))),
    );
  }

  /** A call that a client makes within one that it serves. Never rejects. */
  callback(callId: string, caller: Caller, tool: string, args: unknown): Promise<ToolResult> {
    const copy = copyJson(args, 'arguments');
    if (!copy.ok) return Promise.resolve({ ok: false, error: copy.error });
    const serving = [...this.#serving.values()].find(({ channel }) => channel.has(callId));
    const isOwn = serving?.owner.actor === caller.actor && caller.session === undefined;
    return this.engine.hosts.callback(callId, isOwn ? serving.owner : caller, tool, copy.value);
  }

  /** Whether any client serves tools: then others may wait for what a message says. */
  get isServing(): boolean {
    return this.engine.hosts.list().length > 0;
  }

  /** A message of a client was not read: the call that it would have answered, if any, need not wait for it. */
  lost(ends: OversizedLine, why: Unread): void {
    const found = lostAnswerIn(ends);
    if (found === undefined) return;
    const { host, call } = found;
    if (typeof call === 'number') {
      this.engine.hosts.lost(host, call, (tool) => lostResult(tool, why));
      return;
    }
    const { link, channel } = this.#serving.get(host) ?? {};
    const taken = channel?.take(call);
    if (taken !== undefined) link?.answer(taken, lostResult(taken.tool, why));
  }

  /** Holds the request open, until the client gives it up or has nothing left to serve. */
  async #serve(context: ServerContext, caller: Caller): Promise<JsonObject> {
    const { session } = caller;
    this.#makeRoom(caller);
    const host = randomBytes(24).toString('base64url');
    const { signal, notify } = context.mcpReq;
    const channel = new ServeChannel((method, params) => {
      // A client that has left is told nothing, and its request ends by itself.
      notify({ method, params: { ...params } }).catch(() => undefined);
    });
    return new Promise((resolve) => {
      let served = false;
      const end = (): void => {
        this.#serving.delete(host);
        link.end();
        resolve({});
      };
      const link = new HostLink(this.engine, channel, (serving) => {
        if (served && !serving) end();
        served = serving;
      });
      // Stateless clients have no session; that of this request keeps their hosts apart.
      const own = `${STATELESS_SESSION}${host.slice(0, 12)}`;
      const owner = session === undefined ? { ...caller, session: own } : caller;
      this.#serving.set(host, { link, channel, owner, session, giveWay: end });
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) return end();
      presentRequest(context)?.onWaiting();
      notify({ method: SERVING_METHOD, params: { host } }).catch(() => undefined);
    });
  }

  /**
   * Throws where there is none. Clients without a connection can call themselves anything, so that what they keep open is bounded
   * for all of them together, and who only keeps requests open without serving a tool gives way to whoever comes.
   */
  #makeRoom({ session, actor }: Caller): void {
    const open = [...this.#serving.values()].filter((serving) => serving.session === session);
    const refuse = (count: number, who: string): never => {
      throw new ProtocolError(REFUSED, `${count} ${SERVE_METHOD} of ${who} are open already.`);
    };
    if (session !== undefined)
      return open.length >= MAX_SERVING ? refuse(MAX_SERVING, 'this connection') : undefined;
    const own = open.filter(({ owner }) => owner.actor === actor);
    const isIdle = ({ link }: Serving): boolean => !link.serving;
    if (own.length >= MAX_SERVING_OF_NAME) {
      const idle = own.find(isIdle);
      return idle === undefined ? refuse(MAX_SERVING_OF_NAME, actor) : idle.giveWay();
    }
    if (open.length < MAX_SERVING) return;
    const idle = open.find(isIdle);
    if (idle === undefined) refuse(MAX_SERVING, 'clients without a connection');
    else idle.giveWay();
  }

  #find(host: string, caller: Caller): Serving {
    const found = this.#serving.get(host);
    const sameSession = caller.session === undefined || caller.session === found?.owner.session;
    if (found !== undefined && sameSession && found.owner.actor === caller.actor) return found;
    throw refusal({
      code: 'not_found',
      message: `No ${SERVE_METHOD} with this host is open.`,
      hint: 'It has ended, and its tools have left: open it again and register them.',
    });
  }

  #answer({ host, call_id, result, error }: ResultParams, caller: Caller): Outcome<void> {
    const { link, channel } = this.#find(host, caller);
    const call = channel.take(call_id);
    if (call === undefined) {
      return fail(
        'unknown_call',
        `No call ${JSON.stringify(call_id.slice(0, 60))} waits for this client.`,
        'Answer each call once, before its timeout_ms has passed.',
      );
    }
    return link.answer(
      call,
      error === undefined ? resultOfCallToolResult(call.tool, result) : resultOfError(call.tool, error),
    );
  }
}

/** What a client serves on its own connection, for as long as that lasts. */
class OwnLink {
  readonly link: HostLink;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    engine: HostingEngine,
    server: Server,
    private readonly connection: Connection,
    private readonly graceMs: number,
  ) {
    const { reach } = connection;
    // The older SDK's clients can't take back a request with the id 0, the first that a server sends.
    let pinged = false;
    const onServing = (serving: boolean): void => {
      connection.hosting = serving;
      if (!pinged) server.ping().catch(() => undefined);
      pinged = true;
    };
    const channel = new RequestChannel(server, reach, (call, result) => this.link.answer(call, result));
    this.link = new HostLink(engine, channel, onServing);
    reach.onChange(() => this.watch());
    connection.onClosed(() => {
      clearTimeout(this.#timer);
      this.link.end();
    });
  }

  /** A client that can't be reached for long serves nothing. */
  watch(): void {
    clearTimeout(this.#timer);
    if (this.connection.reach.open || !this.link.serving) return;
    this.#timer = setTimeout(() => this.link.leave('disconnected'), this.graceMs).unref();
  }
}

function resultOfError(tool: string, error: unknown): ToolResult {
  const message = isJsonObject(error) ? error['message'] : undefined;
  return typeof message === 'string'
    ? failureOfHost(tool, message)
    : unusableResult(tool, 'its error is not {"message": a text}');
}

function answered(outcome: Outcome<JsonObject | void>): Record<string, unknown> {
  if (!outcome.ok) throw refusal(outcome.error);
  return { ...outcome.value };
}

/** With code, message and hint in `data`, as failed tools have them. */
function refusal({
  code,
  message,
  hint,
  data,
}: Pick<ToolError, 'code' | 'message' | 'hint' | 'data'>): ProtocolError {
  const invalid = code === 'invalid_arguments' || code === 'not_found' || code === 'unknown_call';
  return new ProtocolError(
    invalid ? ProtocolErrorCode.InvalidParams : REFUSED,
    hint === undefined ? message : `${message} ${hint}`,
    {
      error: code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
    },
  );
}

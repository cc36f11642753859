/** Clients that serve tools, on the official clients of both generations and in both forms of the protocol. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as z from 'zod';
import {
  CALL_ID_META_KEY,
  CALL_METHOD,
  CANCEL_METHOD,
  CHANGED_METHOD,
  REGISTER_METHOD,
  RESULT_METHOD,
  SERVE_METHOD,
  SERVING_METHOD,
} from '../external/protocol';
import { clientV1, clientV2 } from './clients';

type Server = Parameters<typeof clientV1>[0];

const CALL = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  call_id: z.string(),
  actor: z.string(),
  timeout_ms: z.number(),
  dry_run: z.boolean(),
  depth: z.number(),
});
export type HeardCall = z.infer<typeof CALL>;

const CHANGED = z.looseObject({ tools: z.array(z.looseObject({})) });

const RECORD = z.looseObject({});
export type Fields = Record<string, unknown>;

const FOREVER = { timeout: 0x7fffffff };

export interface Serving {
  readonly signal: AbortSignal;
  /** Sends the answer once more. */
  again(result: Fields): Promise<unknown>;
}

export type Handler = (call: HeardCall, serving: Serving) => Promise<Fields> | Fields;

export interface HostingClient {
  /** What it was asked to do, in order. */
  readonly heard: HeardCall[];
  /** Reasons of calls that were taken back. */
  readonly takenBack: string[];
  /** What it was told of its tools, in order. */
  readonly changes: Fields[];
  /** How calls are answered from now on; a handler that throws answers with an error. */
  serve(handler: Handler): void;
  request(method: string, params: Fields): Promise<Fields>;
  register(tools: readonly unknown[], more?: Fields): Promise<Fields>;
  /** An ordinary call; with the id of a call that is served, one within it. */
  call(name: string, args: Fields, callId?: string): Promise<Fields>;
  close(): Promise<void>;
}

/** Every connection that can carry tools, by name. */
export const WAYS: readonly (readonly [string, (server: Server, name?: string) => Promise<HostingClient>])[] =
  [
    ['v1 client, socket', async (server, name) => hostV1(await clientV1(server, 'socket', name))],
    ['v1 client, HTTP session', (server, name) => sessionV1(server, name)],
    ['v2 client, socket', async (server, name) => hostV2(await clientV2(server, 'socket', false, name))],
    ['v2 client, HTTP session', (server, name) => sessionV2(server, name)],
    [
      'v2 client, socket, serve kept open',
      async (server, name) => hostServing(await clientV2(server, 'socket', true, name)),
    ],
    [
      'v2 client, HTTP, serve kept open',
      async (server, name) => hostServing(await clientV2(server, 'http', true, name)),
    ],
  ];

/** Connected when its stream is open: without one it can't be reached, and for long it would lose its tools. */
async function sessionV1(server: Server, name = 'v1-client'): Promise<HostingClient> {
  const { options, opened } = withStream(server);
  const client = new ClientV1({ name, version: '1' }, { capabilities: {} });
  await client.connect(new HttpV1(new URL(server.url), options));
  await opened;
  return hostV1(client);
}

export async function sessionV2(server: Server, name = 'v2-client'): Promise<HostingClient> {
  const { options, opened } = withStream(server);
  const client = new ClientV2({ name, version: '1' }, { capabilities: {} });
  await client.connect(new HttpV2(new URL(server.url), options));
  await opened;
  return hostV2(client);
}

function withStream({ token }: Server) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const watched = async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (init?.method === 'GET' && response.ok) open();
    return response;
  };
  return {
    options: { requestInit: { headers: { Authorization: `Bearer ${token}` } }, fetch: watched },
    opened,
  };
}

abstract class Hosting {
  readonly heard: HeardCall[] = [];
  readonly takenBack: string[] = [];
  readonly changes: Fields[] = [];
  protected handler: Handler = () => ({ content: [] });

  serve(handler: Handler): void {
    this.handler = handler;
  }

  protected answer(call: HeardCall, serving: Serving): Promise<Fields> {
    this.heard.push(call);
    const note = (): void => void this.takenBack.push(String(serving.signal.reason));
    // Both may come at once.
    if (serving.signal.aborted) note();
    else serving.signal.addEventListener('abort', note);
    return Promise.resolve().then(() => this.handler(call, serving));
  }
}

/** Requests of the server, answered by handlers of the older client. */
export function hostV1(client: ClientV1): HostingClient {
  return new HostingV1(client);
}

class HostingV1 extends Hosting implements HostingClient {
  constructor(private readonly client: ClientV1) {
    super();
    client.setNotificationHandler(
      z.object({ method: z.literal(CHANGED_METHOD), params: CHANGED }),
      ({ params }) => void this.changes.push(...params.tools),
    );
    client.setRequestHandler(
      z.object({ method: z.literal(CALL_METHOD), params: CALL }),
      ({ params }, extra) =>
        this.answer(params, {
          signal: extra.signal,
          again: async (result) => client.transport?.send({ jsonrpc: '2.0', id: extra.requestId, result }),
        }),
    );
  }

  request(method: string, params: Fields): Promise<Fields> {
    return this.client.request({ method, params }, RECORD, FOREVER);
  }

  register(tools: readonly unknown[], more: Fields = {}): Promise<Fields> {
    return this.request(REGISTER_METHOD, { tools, ...more });
  }

  call(name: string, args: Fields, callId?: string): Promise<Fields> {
    return this.client.callTool(callParams(name, args, callId), undefined, FOREVER);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

export function hostV2(client: ClientV2): HostingClient {
  return new HostingV2(client);
}

class HostingV2 extends Hosting implements HostingClient {
  constructor(protected readonly client: ClientV2) {
    super();
    client.setNotificationHandler(
      CHANGED_METHOD,
      { params: CHANGED },
      ({ tools }) => void this.changes.push(...tools),
    );
    client.setRequestHandler(CALL_METHOD, { params: CALL, result: RECORD }, (params, { mcpReq }) =>
      this.answer(params, {
        signal: mcpReq.signal,
        again: async (result) => client.transport?.send({ jsonrpc: '2.0', id: mcpReq.id, result }),
      }),
    );
  }

  request(method: string, params: Fields): Promise<Fields> {
    return this.client.request({ method, params }, RECORD, FOREVER);
  }

  register(tools: readonly unknown[], more: Fields = {}): Promise<Fields> {
    return this.request(REGISTER_METHOD, { tools, ...more });
  }

  call(name: string, args: Fields, callId?: string): Promise<Fields> {
    return this.client.callTool(callParams(name, args, callId), FOREVER);
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Notifications on a request that is kept open, answered by requests. */
async function hostServing(client: ClientV2): Promise<HostingClient> {
  const hosting = new HostingServe(client);
  await hosting.begun;
  return hosting;
}

export class HostingServe extends HostingV2 {
  host = '';
  readonly begun: Promise<void>;
  /** Resolves when the request has ended. */
  readonly ended: Promise<unknown>;
  readonly #open = new Map<string, AbortController>();

  constructor(client: ClientV2) {
    super(client);
    this.begun = new Promise((resolve) => {
      client.setNotificationHandler(
        SERVING_METHOD,
        { params: z.looseObject({ host: z.string() }) },
        ({ host }) => {
          this.host = host;
          resolve();
        },
      );
    });
    client.setNotificationHandler(CALL_METHOD, { params: CALL }, (call) => void this.#serve(call));
    client.setNotificationHandler(
      CANCEL_METHOD,
      { params: z.looseObject({ call_id: z.string(), reason: z.string() }) },
      ({ call_id, reason }) => this.#open.get(call_id)?.abort(reason),
    );
    this.ended = this.request(SERVE_METHOD, {}).catch((error: unknown) => error);
  }

  override request(method: string, params: Fields): Promise<Fields> {
    return super.request(method, method === SERVE_METHOD ? params : { host: this.host, ...params });
  }

  async #serve(call: HeardCall): Promise<void> {
    const open = new AbortController();
    this.#open.set(call.call_id, open);
    const reply = (answer: Fields): Promise<Fields> =>
      this.request(RESULT_METHOD, { call_id: call.call_id, ...answer });
    try {
      const result = await this.answer(call, {
        signal: open.signal,
        again: (more) => reply({ result: more }),
      });
      await reply({ result });
    } catch (error) {
      await reply({ error: { message: error instanceof Error ? error.message : String(error) } }).catch(
        () => undefined,
      );
    }
    this.#open.delete(call.call_id);
  }
}

function callParams(name: string, args: Fields, callId: string | undefined) {
  return {
    name,
    arguments: args,
    ...(callId === undefined ? {} : { _meta: { [CALL_ID_META_KEY]: callId } }),
  };
}

/** One connection to an engine: opened when it is needed, opened again when it has closed. */
import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type RequestOptions,
} from '@modelcontextprotocol/client';
import type * as z from 'zod';
import { EngineConnectionError } from './errors';
import type { JsonObject } from './json';
import { refuseStrangers } from './locate';
import { Presence, SILENCE_MS } from './presence';
import { ANSWER, failedResult, ToolResult } from './result';
import { SOCKET_LIMITS, SocketTransport, type SocketLimits } from './socket-transport';
import { visible } from './visible';

/** For as long as timers go: the engine has limits of its own, and a person may take their time to allow a call. */
const UNLIMITED_MS = 0x7fffffff;
const CONNECT_MS = 30_000;
const INVALID_PARAMS = -32602;

export interface ConnectionLimits extends SocketLimits {
  /** An engine that has answered nothing for so long, while somebody waits, is asked whether it is there. */
  readonly silenceMs: number;
  readonly connectMs: number;
}

const LIMITS: ConnectionLimits = { ...SOCKET_LIMITS, silenceMs: SILENCE_MS, connectMs: CONNECT_MS };

export interface CallOptions {
  /** Throw a `ToolError` where the tool fails. */
  readonly check?: boolean;
  /** Gives the call up after so many milliseconds, with the code `timeout`. */
  readonly timeoutMs?: number;
  /** Cancels the call. The call throws the signal's reason then. */
  readonly signal?: AbortSignal;
  readonly meta?: JsonObject;
}

export interface ConnectionOptions {
  /** What the client calls itself; the engine's feed shows it as `mcp:<name>`. */
  readonly name: string;
  /** Asked before each attempt. */
  readonly socket: () => Promise<string>;
  /** Prepares each new client, before it connects. */
  readonly prepare?: (client: Client) => void;
  readonly limits?: Partial<ConnectionLimits>;
}

/** A client that is connected, and what is known of the engine at the other end. */
interface Connected {
  readonly client: Client;
  readonly transport: SocketTransport;
  readonly presence: Presence;
}

export class Connection {
  #connected: Promise<Connected> | undefined;
  #closed = false;
  readonly #lost = new Set<() => void>();

  constructor(private readonly options: ConnectionOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** Connects where it is not yet. Throws an `EngineConnectionError` where nobody answers. */
  async open(): Promise<void> {
    await this.#open();
  }

  /** Told each time an open connection ends, whoever ended it. Returns what ends that. */
  onLost(listener: () => void): () => void {
    this.#lost.add(listener);
    return () => this.#lost.delete(listener);
  }

  /** Calls a tool. A failing tool is a result; a connection that breaks is thrown, and the call is not made again. */
  async call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    const { signal, timeoutMs = UNLIMITED_MS, meta } = options;
    const params = {
      name: tool,
      arguments: { ...args },
      ...(meta === undefined ? {} : { _meta: { ...meta } }),
    };
    const result = await this.request({ method: 'tools/call', params }, ANSWER, {
      timeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    }).then(
      (answer) => new ToolResult(tool, answer),
      (error: unknown) => {
        signal?.throwIfAborted();
        return refused(tool, timeoutMs, error);
      },
    );
    return options.check === true ? result.check() : result;
  }

  /**
   * Asks for something else than a tool. Throws an `EngineConnectionError` where the connection breaks, the SDK's `ProtocolError`
   * where the engine refuses, and its `SdkError` where it takes too long or answers what the schema does not have.
   */
  async request<T extends z.ZodType>(
    request: { readonly method: string; readonly params: Record<string, unknown> },
    schema: T,
    options: RequestOptions,
  ): Promise<z.output<T>> {
    const { client, transport, presence } = await this.#open();
    try {
      return (await presence.during(client.request(request, schema, options))) as z.output<T>;
    } catch (error) {
      if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) {
        const why = transport.problem ?? 'The engine went away';
        const during = request.method === 'tools/call' ? String(request.params['name']) : request.method;
        throw new EngineConnectionError(`${why}, during a call of ${during}.`, { cause: error });
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connected = await this.#connected?.catch(() => undefined);
    this.#connected = undefined;
    await connected?.client.close();
  }

  #open(): Promise<Connected> {
    if (this.#closed) return Promise.reject(new EngineConnectionError('This connection was closed.'));
    if (this.#connected === undefined) {
      const connected = this.#connect();
      this.#connected = connected;
      connected.catch(() => {
        if (this.#connected === connected) this.#connected = undefined;
      });
    }
    return this.#connected;
  }

  async #connect(): Promise<Connected> {
    const { name, socket, prepare } = this.options;
    const limits = { ...LIMITS, ...this.options.limits };
    const path = await socket();
    await refuseStrangers(path);
    const client = new Client({ name, version: '1' }, { capabilities: {} });
    prepare?.(client);
    const transport = new SocketTransport(path, limits);
    try {
      await client.connect(transport, { timeout: limits.connectMs });
    } catch (error) {
      await client.close().catch(() => undefined);
      const why = transport.problem ?? messageOf(error);
      throw new EngineConnectionError(`No engine answers at ${path}: ${why}`, { cause: error });
    }
    const presence = new Presence({
      silenceMs: limits.silenceMs,
      ask: () => void client.ping().catch(() => undefined),
      lost: () =>
        transport.fail(
          `has answered nothing for ${(2 * limits.silenceMs) / 1000} s, not even whether it is there`,
        ),
    });
    transport.onanswer = () => presence.answered();
    client.onclose = () => {
      this.#connected = undefined;
      for (const tell of this.#lost) tell();
    };
    return { client, transport, presence };
  }
}

/** What a call is told that the engine did not answer with a result. Throws where the connection broke. */
function refused(tool: string, timeoutMs: number, error: unknown): ToolResult {
  if (error instanceof EngineConnectionError) throw error;
  // A tool that there is not is reported so.
  if (error instanceof ProtocolError && error.code === INVALID_PARAMS)
    return failedResult(tool, 'not_found', error.message);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return failedResult(tool, 'timeout', `${tool} was given up after ${timeoutMs} ms.`);
  if (error instanceof ProtocolError) return failedResult(tool, 'protocol_error', error.message);
  if (error instanceof SdkError)
    return failedResult(tool, 'protocol_error', `The engine's answer is no result: ${error.message}`);
  throw error;
}

/** Fit for a terminal, whatever the engine said. */
export function messageOf(error: unknown): string {
  return visible(error instanceof Error ? error.message : String(error));
}

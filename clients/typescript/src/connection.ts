/** One connection to an engine: opened when it is needed, opened again when it has closed. */
import { Client, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { EngineConnectionError } from './errors';
import type { JsonObject } from './json';
import { refuseStrangers } from './locate';
import { failedResult, ToolResult, type Answer } from './result';
import { SocketTransport } from './socket-transport';

/** For as long as timers go: the engine has limits of its own, and a person may take their time to allow a call. */
const UNLIMITED_MS = 0x7fffffff;
const CONNECT_MS = 30_000;
const INVALID_PARAMS = -32602;

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
}

export class Connection {
  #client: Promise<Client> | undefined;
  #closed = false;
  readonly #lost = new Set<() => void>();

  constructor(private readonly options: ConnectionOptions) {}

  get name(): string {
    return this.options.name;
  }

  /** The connected client. Throws an `EngineConnectionError` where nobody answers. */
  open(): Promise<Client> {
    if (this.#closed) return Promise.reject(new EngineConnectionError('This connection was closed.'));
    if (this.#client === undefined) {
      const client = this.#connect();
      this.#client = client;
      client.catch(() => this.#forget(client));
    }
    return this.#client;
  }

  /** Told each time an open connection ends, whoever ended it. Returns what ends that. */
  onLost(listener: () => void): () => void {
    this.#lost.add(listener);
    return () => this.#lost.delete(listener);
  }

  /** Calls a tool. A failing tool is a result; a connection that breaks is thrown, and the call is not made again. */
  async call(tool: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    const client = await this.open();
    const result = await asked(client, tool, args, options);
    return options.check === true ? result.check() : result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.close();
  }

  async #connect(): Promise<Client> {
    const { name, socket, prepare } = this.options;
    const path = await socket();
    await refuseStrangers(path);
    const client = new Client({ name, version: '1' }, { capabilities: {} });
    prepare?.(client);
    try {
      await client.connect(new SocketTransport(path), { timeout: CONNECT_MS });
    } catch (error) {
      throw new EngineConnectionError(`No engine answers at ${path}: ${messageOf(error)}`, { cause: error });
    }
    client.onclose = () => {
      this.#client = undefined;
      for (const tell of this.#lost) tell();
    };
    return client;
  }

  #forget(client: Promise<Client>): void {
    if (this.#client === client) this.#client = undefined;
  }
}

async function asked(
  client: Client,
  tool: string,
  args: JsonObject,
  options: CallOptions,
): Promise<ToolResult> {
  const { signal, timeoutMs, meta } = options;
  try {
    const answer: Answer = await client.callTool(
      { name: tool, arguments: { ...args }, ...(meta === undefined ? {} : { _meta: { ...meta } }) },
      { timeout: timeoutMs ?? UNLIMITED_MS, ...(signal === undefined ? {} : { signal }) },
    );
    return new ToolResult(tool, answer);
  } catch (error) {
    signal?.throwIfAborted();
    // A tool that there is not is reported so.
    if (error instanceof ProtocolError && error.code === INVALID_PARAMS)
      return failedResult(tool, 'not_found', error.message);
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
      return failedResult(tool, 'timeout', `${tool} was given up after ${timeoutMs ?? UNLIMITED_MS} ms.`);
    if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
      throw new EngineConnectionError(`The engine went away during a call of ${tool}.`, { cause: error });
    throw error;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** MCP over the agent socket: one JSON-RPC message a line. What is no such line, or answers what was not asked, ends the connection. */
import {
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { createConnection, type Socket } from 'node:net';
import { isShallow, MAX_DEPTH } from './json-depth';
import { LineBuffer } from './line-buffer';

export interface SocketLimits {
  /** Of one line of the engine's; images are in it, as base64. */
  readonly maxLineBytes: number;
  /** Answers that wait for an engine which asks and does not read. */
  readonly maxUnreadBytes: number;
}

export const SOCKET_LIMITS: SocketLimits = { maxLineBytes: 64 << 20, maxUnreadBytes: 16 << 20 };

export class SocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Told of each answer to a request of ours. */
  onanswer?: () => void;
  #socket: Socket | undefined;
  #closed = false;
  #problem: string | undefined;
  /** The SDK numbers its requests. */
  #lastId = -1;
  readonly #lines: LineBuffer;

  constructor(
    private readonly path: string,
    private readonly limits: SocketLimits = SOCKET_LIMITS,
  ) {
    this.#lines = new LineBuffer(limits.maxLineBytes);
  }

  /** Why this end has closed the connection. */
  get problem(): string | undefined {
    return this.#problem;
  }

  async start(): Promise<void> {
    const socket = createConnection(this.path);
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.onerror?.(error));
    socket.on('close', () => this.#end());
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && 'id' in message && typeof message.id === 'number')
      this.#lastId = Math.max(this.#lastId, message.id);
    const socket = this.#socket;
    if (!('method' in message) && (socket?.writableLength ?? 0) > this.limits.maxUnreadBytes)
      this.fail(`asks and does not read: ${this.limits.maxUnreadBytes} bytes wait for it`);
    return new Promise((resolve, reject) => {
      if (this.#closed || socket === undefined) return reject(new Error('The connection is closed'));
      socket.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): Promise<void> {
    this.#socket?.destroy();
    this.#end();
    return Promise.resolve();
  }

  /** Ends the connection. `problem` is what the engine does. */
  fail(problem: string): void {
    if (this.#closed) return;
    this.#problem = `The engine ${problem}`;
    this.#socket?.destroy();
    this.onerror?.(new Error(this.#problem));
    this.#end();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    if (this.#closed) return;
    const lines = this.#lines.take(chunk);
    if (lines === undefined) return this.fail(`sent a line of more than ${this.limits.maxLineBytes} bytes`);
    for (const line of lines) if (!this.#closed && line.trim() !== '') this.#read(line);
  }

  #read(line: string): void {
    if (!isShallow(line)) return this.fail(`sent JSON that is nested more than ${MAX_DEPTH} deep`);
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      // What it belongs to can't be known, and somebody may wait for it.
      return this.fail(`sent a line that is no JSON-RPC message: ${JSON.stringify(line.slice(0, 80))}`);
    }
    if (!('method' in message)) {
      const { id } = message;
      if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > this.#lastId)
        return this.fail(
          `answered a request that was never made, with the id ${(JSON.stringify(id) ?? 'none').slice(0, 80)}`,
        );
      this.onanswer?.();
    }
    this.onmessage?.(message);
  }
}

/** MCP over the agent socket: one JSON-RPC message a line. */
import {
  parseJSONRPCMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { createConnection, type Socket } from 'node:net';

/** A longer line ends the connection: no engine sends one. Images count. */
const MAX_LINE_BYTES = 256 << 20;

export class SocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #socket: Socket | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #closed = false;

  constructor(private readonly path: string) {}

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
    return new Promise((resolve, reject) => {
      if (this.#closed || this.#socket === undefined) return reject(new Error('The connection is closed'));
      this.#socket.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): Promise<void> {
    this.#socket?.destroy();
    this.#end();
    return Promise.resolve();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const line = Buffer.concat(this.#chunks).toString('utf8');
      this.#chunks = [];
      this.#size = 0;
      start = end + 1;
      this.#read(line);
    }
    if (start === chunk.length) return;
    this.#chunks.push(chunk.subarray(start));
    this.#size += chunk.length - start;
    if (this.#size > MAX_LINE_BYTES)
      this.#socket?.destroy(new Error('The engine sent a line without an end'));
  }

  #read(line: string): void {
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(JSON.parse(line));
    } catch {
      this.onerror?.(new Error('The engine sent a line that is no JSON-RPC message'));
      return;
    }
    this.onmessage?.(message);
  }
}

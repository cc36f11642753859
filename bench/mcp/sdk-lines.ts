/** Lines of JSON on a socket with the SDK's own reader and writer and nothing else: what an MCP client or server has to do at least. */
import type { Socket } from 'node:net';
import {
  ReadBuffer,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

export class SdkLines implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly buffer = new ReadBuffer();

  constructor(private readonly socket: Socket) {}

  start(): Promise<void> {
    this.socket.on('data', (chunk: Buffer) => {
      this.buffer.append(chunk);
      for (let next = this.buffer.readMessage(); next !== null; next = this.buffer.readMessage())
        this.onmessage?.(next);
    });
    this.socket.on('error', (error) => this.onerror?.(error));
    this.socket.on('close', () => this.onclose?.());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.socket.write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.socket.destroy();
    return Promise.resolve();
  }
}

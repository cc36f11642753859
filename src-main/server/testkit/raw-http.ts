/** Plain HTTP for tests: requests that no proper client would send. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

/** Sends one request and gives the whole answer. Streams of events are cut off after their head. */
export function send(port: number, raw: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method: raw.method ?? 'POST',
        path: raw.path ?? '/mcp',
        headers: raw.headers ?? {},
        agent: false,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          });
        if (
          raw.method === 'GET' &&
          answer.headers['content-type']?.startsWith('text/event-stream') === true
        ) {
          finish();
          return void answer.destroy();
        }
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', finish);
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(raw.body);
  });
}

/** Headers of a proper POST of an older revision. */
export function properHeaders(token: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...more,
  };
}

export const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

/** A TCP connection that has sent some bytes; `closed` resolves with all it received when it ends. */
export function rawConnection(port: number, bytes: string): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(received))) };
}

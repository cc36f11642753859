/** Plain HTTP for tests: requests that no proper client would send. */
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
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
    const outgoing = request(optionsOf(port, raw), (answer) => {
      const chunks: Buffer[] = [];
      const finish = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        });
      if (raw.method === 'GET' && answer.headers['content-type']?.startsWith('text/event-stream') === true) {
        finish();
        return void answer.destroy();
      }
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', finish);
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(raw.body);
  });
}

function optionsOf(port: number, raw: RawRequest): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    method: raw.method ?? 'POST',
    path: raw.path ?? '/mcp',
    headers: raw.headers ?? {},
    agent: false,
  };
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

/** A request whose answer is read only when told to; it stays open until the server or `leave` ends it. */
export interface OpenRequest {
  /** The status of the answer, once there is one. */
  readonly status: Promise<number>;
  /** All that was received, once the answer has ended, also where it was cut off. */
  readonly ended: Promise<string>;
  /** Takes what comes. */
  read(): void;
  leave(): void;
}

/** Sends a request and leaves what comes unread. */
export function open(port: number, raw: RawRequest): OpenRequest {
  const outgoing = request(optionsOf(port, raw));
  let text = '';
  let readNow = false;
  let incoming: IncomingMessage | undefined;
  const take = (): void => void incoming?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const ended = new Promise<string>((resolve) => {
    outgoing.on('error', () => resolve(text));
    outgoing.on('close', () => resolve(text));
  });
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (answer) => {
      incoming = answer;
      answer.on('error', () => undefined);
      if (readNow) take();
      resolve(answer.statusCode ?? 0);
    });
  });
  outgoing.end(raw.body);
  return {
    status,
    ended,
    read: () => {
      readNow = true;
      take();
    },
    leave: () => outgoing.destroy(),
  };
}

/** One message of a proper client. */
export function message(id: number | string | undefined, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params });
}

/** Opens a session and gives the headers of its further requests. */
export async function beginSession(port: number, token: string): Promise<Record<string, string>> {
  const answer = await send(port, { headers: properHeaders(token), body: INITIALIZE });
  if (answer.status !== 200) throw new Error(`no session: ${answer.status} ${answer.body}`);
  return properHeaders(token, { 'Mcp-Session-Id': String(answer.headers['mcp-session-id']) });
}

/** Headers and body of a request of the stateless revision. */
export function statelessRequest(
  token: string,
  id: number | string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  name = 'raw',
): { readonly headers: Record<string, string>; readonly body: string } {
  const tool = params['name'];
  return {
    headers: properHeaders(token, {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof tool === 'string' ? { 'Mcp-Name': tool } : {}),
    }),
    body: message(id, method, {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      },
    }),
  };
}

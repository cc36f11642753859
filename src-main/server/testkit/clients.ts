/** The official clients, of both generations, on our transports. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createConnection } from 'node:net';
import { LineTransport } from '../line/line-transport';

export const MODERN = '2026-07-28';

interface Server {
  readonly url: string;
  readonly token: string;
  readonly socket: string;
}

/** A v2 client; with `modern` it speaks the stateless revision, else it shakes hands. */
export async function clientV2(
  server: Server,
  way: 'http' | 'socket',
  modern: boolean,
  name = 'v2-client',
): Promise<ClientV2> {
  const client = new ClientV2(
    { name, version: '1' },
    { capabilities: {}, ...(modern ? { versionNegotiation: { mode: { pin: MODERN } } } : {}) },
  );
  await client.connect(
    way === 'socket'
      ? socketTransport(server.socket)
      : new HttpV2(new URL(server.url), { requestInit: withToken(server) }),
  );
  return client;
}

export async function clientV1(
  server: Server,
  way: 'http' | 'socket',
  name = 'v1-client',
): Promise<ClientV1> {
  const client = new ClientV1({ name, version: '1' }, { capabilities: {} });
  const transport =
    way === 'socket'
      ? socketTransport(server.socket)
      : new HttpV1(new URL(server.url), { requestInit: withToken(server) });
  // The older package's type of a transport differs in words only.
  await client.connect(transport);
  return client;
}

export function socketTransport(path: string): LineTransport {
  const socket = createConnection(path);
  return new LineTransport(socket, socket);
}

function withToken(server: Server): RequestInit {
  return { headers: { Authorization: `Bearer ${server.token}` } };
}

/** The official clients, of both generations, on our transports. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type ClientCapabilities,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createConnection } from 'node:net';
import { PassThrough } from 'node:stream';
import { LineTransport } from '../line/line-transport';
import type { ServerHandle } from '../host';

export const MODERN = '2026-07-28';

export type Way = 'http' | 'socket' | 'stdio';

export const WAYS: readonly Way[] = ['http', 'socket', 'stdio'];

type Server = Pick<ServerHandle, 'url' | 'token' | 'socket'> & Partial<Pick<ServerHandle, 'serveStreams'>>;

/** A v2 client; with `modern` it speaks the stateless revision, else it shakes hands. */
export async function clientV2(
  server: Server,
  way: Way,
  modern: boolean,
  name = 'v2-client',
  capabilities: ClientCapabilities = {},
  prepare: (client: ClientV2) => void = () => undefined,
): Promise<ClientV2> {
  const client = new ClientV2(
    { name, version: '1' },
    { capabilities, ...(modern ? { versionNegotiation: { mode: { pin: MODERN } } } : {}) },
  );
  prepare(client);
  await client.connect(
    way === 'http'
      ? new HttpV2(new URL(server.url), { requestInit: withToken(server) })
      : lineTransport(server, way),
  );
  return client;
}

export async function clientV1(
  server: Server,
  way: Way,
  name = 'v1-client',
  capabilities: ClientCapabilities = {},
  prepare: (client: ClientV1) => void = () => undefined,
): Promise<ClientV1> {
  const client = new ClientV1({ name, version: '1' }, { capabilities });
  prepare(client);
  // The older package's type of a transport differs in words only.
  await client.connect(transportV1(server, way));
  return client;
}

export function transportV1(server: Server, way: Way): HttpV1 | LineTransport {
  return way === 'http'
    ? new HttpV1(new URL(server.url), { requestInit: withToken(server) })
    : lineTransport(server, way);
}

export function socketTransport(path: string): LineTransport {
  const socket = createConnection(path);
  return new LineTransport(socket, socket);
}

function lineTransport(server: Server, way: 'socket' | 'stdio'): LineTransport {
  if (way === 'socket') return socketTransport(server.socket);
  const [input, output] = [new PassThrough(), new PassThrough()];
  void server.serveStreams?.(input, output);
  return new LineTransport(output, input);
}

function withToken(server: Server): RequestInit {
  return { headers: { Authorization: `Bearer ${server.token}` } };
}

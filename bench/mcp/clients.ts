/** The official clients, and one call of the tool that is measured. */
import { createConnection } from 'node:net';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { isJsonObject, type JsonObject } from '../../src-main/engine/json';
import { lean } from './lean';
import { SdkLines } from './sdk-lines';
import type { HttpPlace } from './servers';

/** Any of them, as far as the bench goes. */
export interface CallingClient {
  call(tool: string, args: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

export const MODERN = '2026-07-28';
const INFO = { name: 'bench', version: '1' };

/** Version 1 of the SDK, which most clients in the field still use, with a session of 2025-11-25. */
export async function overHttp1(place: HttpPlace): Promise<CallingClient> {
  const client = new Client1(INFO, { capabilities: {} });
  const transport = new Http1(new URL(place.url), { requestInit: headers(place) });
  await client.connect(transport);
  return calling(client, () => transport.terminateSession());
}

/** Version 2: of 2025-11-25, or without a session. */
export async function overHttp2(place: HttpPlace, modern: boolean): Promise<CallingClient> {
  const client = client2(modern);
  const transport = new Http2(new URL(place.url), { requestInit: headers(place) });
  await client.connect(transport);
  return calling(client, () => (modern ? Promise.resolve() : transport.terminateSession()));
}

export async function overSocket(path: string, modern = false): Promise<CallingClient> {
  const client = client2(modern);
  await client.connect(new SdkLines(createConnection(path)));
  return calling(client, () => Promise.resolve());
}

function client2(modern: boolean): Client2 {
  const versionNegotiation = { mode: { pin: MODERN } };
  return new Client2(INFO, { capabilities: {}, ...(modern ? { versionNegotiation } : {}) });
}

function headers({ token }: HttpPlace): RequestInit {
  return token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
}

function calling(client: Client1 | Client2, leave: () => Promise<void>): CallingClient {
  return {
    call: async (name, args) => {
      const answer: unknown = await client.callTool({ name, arguments: args });
      if (!isJsonObject(answer) || answer.isError === true)
        throw new Error(JSON.stringify(answer).slice(0, 300));
      return answer;
    },
    close: async () => {
      await leave();
      await client.close();
    },
  };
}

/** A tool that gives back the message it is given, at one server. */
export interface Echo {
  readonly client: CallingClient;
  readonly tool: string;
}

/** Where such a tool is over HTTP, and the version of the official client that shall call it, or the one that does the least. */
export interface Destination {
  readonly place: HttpPlace;
  readonly tool: string;
  readonly client: 1 | 2 | 'modern' | 'lean';
}

export async function connect({ place, tool, client }: Destination): Promise<Echo> {
  if (client === 'lean') return { client: await lean(place), tool };
  return { client: await (client === 1 ? overHttp1(place) : overHttp2(place, client === 'modern')), tool };
}

/** Calls it, and makes sure that the answer is the message. */
export async function echo({ client, tool }: Echo, message: string): Promise<void> {
  const { content } = await client.call(tool, { message });
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  if (!isJsonObject(first) || typeof first.text !== 'string' || !first.text.includes(`Echo: ${message}`))
    throw new Error(`${tool} answered ${JSON.stringify(content)}`);
}

/** A client that does what HTTP and a session need and no more, so that a server's speed is not hidden behind its client's. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../src-main/engine/json';
import type { CallingClient } from './clients';
import { IN_FLIGHT } from './rounds';
import type { HttpPlace } from './servers';

/* What is used of undici: it is not installed where nobody benches. */

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { text(): Promise<string> };
}

interface Pool {
  request(options: {
    readonly path: string;
    readonly method: 'POST' | 'DELETE';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<Answer>;
  close(): Promise<void>;
}

interface Undici {
  readonly Pool: new (origin: string, options: { connections: number; pipelining: number }) => Pool;
}

const REVISION = '2025-11-25';

/** Opens a session, whose calls go over as many kept connections as there are calls in flight. */
export async function lean({ url, token }: HttpPlace): Promise<CallingClient> {
  const fromPeers = createRequire(join(process.env.SKYWALKER_PEERS ?? '', 'package.json'));
  const undici = fromPeers('undici') as Undici;
  const { origin, pathname: path } = new URL(url);
  const pool = new undici.Pool(origin, { connections: IN_FLIGHT, pipelining: 1 });
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const post = (message: JsonObject): Promise<Answer> =>
    pool.request({ path, method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  const clientInfo = { name: 'bench-lean', version: '1' };
  const begun = await post({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: REVISION, capabilities: {}, clientInfo },
  });
  await resultOf(begun);
  const session = begun.headers['mcp-session-id'];
  if (typeof session === 'string') headers['mcp-session-id'] = session;
  headers['mcp-protocol-version'] = REVISION;
  await (await post({ method: 'notifications/initialized' })).body.text();
  let id = 0;
  return {
    call: async (name, args) => {
      id += 1;
      return resultOf(await post({ id, method: 'tools/call', params: { name, arguments: args } }));
    },
    close: async () => {
      if (typeof session === 'string')
        await (await pool.request({ path, method: 'DELETE', headers })).body.text();
      await pool.close();
    },
  };
}

/** The result, whether it came as one JSON text or as the last event of a stream. */
async function resultOf({ statusCode, headers, body }: Answer): Promise<JsonObject> {
  const text = await body.text();
  const streamed = String(headers['content-type']).startsWith('text/event-stream');
  const data = streamed ? text.slice(text.lastIndexOf('data: ') + 'data: '.length) : text;
  const message: unknown = statusCode === 200 ? JSON.parse(data) : undefined;
  const result = isJsonObject(message) ? message['result'] : undefined;
  if (!isJsonObject(result) || result['isError'] === true)
    throw new Error(`status ${statusCode}: ${text.slice(0, 300)}`);
  return result;
}

/** Answers of clients that serve tools which are none: each call fails at once, with what is wrong, and the connection goes on. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RosterWorld, STRANGER, until } from '../../engine/agents/world.fixture';
import type { JsonObject } from '../../engine/json';
import type { ToolResult } from '../../engine/tools/definition';
import { startServer, type ServerHandle } from '../host';
import { LineTransport } from '../line/line-transport';
import { clientV2 } from '../testkit/clients';
import { HostingServe, hostV2, type HostingClient } from '../testkit/hosting';
import { properHeaders, send } from '../testkit/raw-http';
import { newFolder } from '../testkit/small-engine';
import { RESULT_METHOD } from './protocol';

let world: RosterWorld;
let server: ServerHandle;
const clients: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  world = await RosterWorld.open();
  server = await startServer({
    engine: world.engine,
    http: { port: 0, limits: { maxBodyBytes: 100_000 } },
    socketLimits: { maxLineBytes: 100_000 },
    userFolder: newFolder(),
  });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await world.close();
});

const RECALL: JsonObject = {
  name: 'recall',
  description: 'Searches what the team has noted. Example: {}',
  // A call that nobody ends is not waited for by these tests.
  limits: { timeout_ms: 100_000 },
};

const call = (tool = 'ext_recall'): Promise<ToolResult> => world.call(STRANGER, tool, {});
const failure = (result: ToolResult): string =>
  result.ok ? `no failure, but: ${result.text}` : `${result.error.code}: ${result.error.message}`;

const DEEP = `${'['.repeat(300)}${']'.repeat(300)}`;
const LONG = 'x'.repeat(120_000);

/** What a client sends in the place of its answer, and how the call fails. */
const ANSWERS: readonly (readonly [string, (id: string) => string, RegExp])[] = [
  ['null', (id) => `{"jsonrpc":"2.0","id":${id},"result":null}`, /result is null, not an object/],
  ['a list', (id) => `{"jsonrpc":"2.0","id":${id},"result":[1]}`, /result is a list, not an object/],
  ['a text', (id) => `{"result":"done","jsonrpc":"2.0","id":${id}}`, /result is a text, not an object/],
  ['a flag', (id) => `{"jsonrpc":"2.0","id":${id},"result":true}`, /result is true or false, not an object/],
  ['neither', (id) => `{"jsonrpc":"2.0","id":${id}}`, /neither result nor error/],
  ['both', (id) => `{"jsonrpc":"2.0","id":${id},"result":{},"error":{"code":1,"message":"no"}}`, /both/],
  ['no version', (id) => `{"id":${id},"result":{"content":[]}}`, /"jsonrpc" is not "2.0"/],
  ['an error in words', (id) => `{"jsonrpc":"2.0","id":${id},"error":"no"}`, /error is not \{"code"/],
  [
    'an error without a code',
    (id) => `{"jsonrpc":"2.0","id":${id},"error":{"message":"no"}}`,
    /error is not/,
  ],
  ['a field more', (id) => `{"jsonrpc":"2.0","id":${id},"result":{},"extra":1}`, /has the field "extra"/],
  ['_meta of another kind', (id) => `{"jsonrpc":"2.0","id":${id},"result":{"_meta":5}}`, /no JSON-RPC/],
  ['JSON too deep', (id) => `{"jsonrpc":"2.0","id":${id},"result":{"a":${DEEP}}}`, /deeper than 200/],
  [
    'JSON too deep, its id last',
    (id) => `{"result":{"a":${DEEP}},"jsonrpc":"2.0","id":${id}}`,
    /deeper than/,
  ],
  ['no JSON', (id) => `{"jsonrpc":"2.0","id":${id},"result":{"a":}}`, /not valid JSON/],
];

/** Replaces answers by what they are to be replaced by. */
class Spoiler {
  next: ((id: string) => string) | undefined;

  spoiled(text: string): string {
    const { next } = this;
    const message = JSON.parse(text) as { id?: number; method?: string };
    if (next === undefined || message.method !== undefined || message.id === undefined) return text;
    return next(String(message.id));
  }
}

async function overSocket(spoiler: Spoiler): Promise<HostingClient> {
  const client = new Client({ name: 'bad', version: '1' });
  const socket = createConnection(server.socket);
  const line = new LineTransport(socket, socket);
  const sent = line.send.bind(line);
  line.send = (message) => {
    const text = JSON.stringify(message);
    const spoiled = spoiler.spoiled(text);
    if (spoiled === text) return sent(message);
    socket.write(`${spoiled}\n`);
    return Promise.resolve();
  };
  await client.connect(line);
  clients.push(client);
  return hostV2(client);
}

async function overHttp(spoiler: Spoiler): Promise<HostingClient> {
  const client = new Client({ name: 'bad', version: '1' });
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
      fetch: async (url, init) => {
        const body = typeof init?.body === 'string' ? spoiler.spoiled(init.body) : init?.body;
        const answer = await fetch(url, { ...init, ...(body === undefined ? {} : { body }) });
        if (init?.method === 'GET' && answer.ok) open();
        return answer;
      },
    }),
  );
  await opened;
  clients.push(client);
  return hostV2(client);
}

describe.each([
  ['socket', overSocket],
  ['HTTP session', overHttp],
] as const)('over the %s', (_way, connect) => {
  test('what is no answer fails its call with invalid_output and what is wrong, and the next one is served', async () => {
    const spoiler = new Spoiler();
    const host = await connect(spoiler);
    host.serve(() => ({ content: [{ type: 'text', text: 'fine' }] }));
    await host.register([RECALL]);
    for (const [name, text, expected] of ANSWERS) {
      spoiler.next = text;
      const result = await call();
      expect(failure(result), name).toMatch(/^invalid_output: The host of ext_recall gave an answer/);
      expect(failure(result), name).toMatch(expected);
      expect(result, name).toMatchObject({ error: { hint: expect.stringContaining('"content"') } });
    }
    spoiler.next = undefined;
    expect(await call()).toMatchObject({ ok: true, text: 'fine' });
  });
});

test('of a batch over HTTP the answers that can be used are taken, and the others fail their calls', async () => {
  const spoiler = new Spoiler();
  const ids: string[] = [];
  const client = new Client({ name: 'batch', version: '1' });
  let session = '';
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
      fetch: async (url, init) => {
        const posted = typeof init?.body === 'string' ? init.body : '{}';
        const { id, method } = JSON.parse(posted) as { id?: number; method?: string };
        if (method === undefined && id !== undefined && spoiler.next !== undefined) {
          ids.push(String(id));
          return new Response(null, { status: 202 });
        }
        const answer = await fetch(url, init);
        session ||= answer.headers.get('mcp-session-id') ?? '';
        return answer;
      },
    }),
  );
  clients.push(client);
  const host = hostV2(client);
  host.serve(() => ({ content: [] }));
  await host.register([RECALL]);
  spoiler.next = () => '';
  const results = [call(), call()];
  await until(() => ids.length === 2, 'both are answered');
  const body = `[{"jsonrpc":"2.0","id":${ids[0]},"result":{"content":[{"type":"text","text":"one"}]}},{"jsonrpc":"2.0","id":${ids[1]},"result":null}]`;
  const port = Number(new URL(server.url).port);
  const headers = properHeaders(server.token, { 'Mcp-Session-Id': session });
  expect((await send(port, { headers, body })).status).toBe(202);
  const [first, second] = await Promise.all(results);
  expect(first).toMatchObject({ ok: true, text: 'one' });
  expect(second && failure(second)).toMatch(/^invalid_output: .*null/);
});

test('who answers nobody with what is no answer is told so, and its own requests are not touched by it', async () => {
  const socket = createConnection(server.socket);
  clients.push({ close: () => Promise.resolve(void socket.destroy()) });
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await until(() => said.includes('\n'), 'it is greeted');
  socket.write('{"jsonrpc":"2.0","id":7,"result":null}\n');
  socket.write('{"jsonrpc":"2.0","id":8,"method":"ping"}\n');
  await until(() => said.includes('"id":8'), 'ping is answered');
  expect(said).not.toContain('"id":7');
  expect(said).toContain('not a JSON-RPC 2.0 message');
});

describe.each(['socket', 'http'] as const)('answers that are requests, over %s', (way) => {
  /** Sends a text as it is. */
  async function raw(text: string, method: string, name?: string): Promise<void> {
    if (way === 'http') {
      const headers = properHeaders(server.token, {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(name === undefined ? {} : { 'Mcp-Name': name }),
      });
      await send(Number(new URL(server.url).port), { headers, body: text }).catch(() => undefined);
      return;
    }
    const socket = createConnection(server.socket);
    clients.push({ close: () => Promise.resolve(void socket.destroy()) });
    socket.write(`${text}\n`);
  }

  test.each([
    ['too deep', `{"deep":${DEEP}}`, /^invalid_output: .*nested deeper than 200/],
    ['too long', `{"long":"${LONG}"}`, /^output_too_large: .*at most 100000 are read/],
  ])('a result that is %s fails its call at once', async (_what, result, expected) => {
    const client = await clientV2(server, way, true, 'bad');
    clients.push(client);
    const host = new HostingServe(client);
    await host.begun;
    host.serve(() => new Promise(() => undefined));
    await host.register([RECALL]);
    const waiting = call();
    await until(() => host.heard.length === 1, 'it is served');
    const params = `{"host":"${host.host}","call_id":"${host.heard[0]?.call_id}","result":${result}}`;
    await raw(`{"jsonrpc":"2.0","id":99,"method":"${RESULT_METHOD}","params":${params}}`, RESULT_METHOD);
    expect(failure(await waiting)).toMatch(expected);
  });

  test('a result of the wrong shape fails its call at once', async () => {
    const client = await clientV2(server, way, true, 'bad');
    clients.push(client);
    const host = new HostingServe(client);
    await host.begun;
    host.serve(() => new Promise(() => undefined));
    await host.register([RECALL]);
    for (const answer of [{ result: null }, { result: [] }, { result: 'done' }, { error: 'no' }, {}]) {
      const waiting = call();
      await until(() => host.heard.length > 0, 'it is served');
      const [heard] = host.heard.splice(0);
      await host.request(RESULT_METHOD, { call_id: heard?.call_id, ...answer });
      expect(failure(await waiting), JSON.stringify(answer)).toMatch(/^invalid_output: /);
    }
  });

  test.each([
    ['too deep', `{"deep":${DEEP}}`, /^invalid_output: .*nested deeper than 200/],
    ['too long', `{"long":"${LONG}"}`, /^output_too_large: .*at most 100000 are read/],
  ])('a reply that is %s fails its call at once', async (_what, structured, expected) => {
    const client = await clientV2(server, way, true, 'bad');
    clients.push(client);
    const { structuredContent } = await client.callTool({
      name: 'tool_host_register',
      arguments: { tools: [RECALL] },
    });
    const { host } = structuredContent as { host: string };
    const waiting = call('py_recall');
    const polled = await client.callTool({ name: 'tool_host_poll', arguments: { host, wait_ms: 0 } });
    const { calls } = polled.structuredContent as { calls: { call: number }[] };
    const args = `{"host":"${host}","call":${calls[0]?.call},"structured":${structured}}`;
    await raw(
      `{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"tool_host_reply","arguments":${args}}}`,
      'tools/call',
      'tool_host_reply',
    );
    expect(failure(await waiting)).toMatch(expected);
  });
});

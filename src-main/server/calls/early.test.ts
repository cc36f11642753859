/** Plain calls are answered without the SDK, and nobody can tell: the same request with something unusual in it is answered the same. */
import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../engine/json';
import { startServer, type ServerHandle } from '../host';
import { INITIALIZE, properHeaders, send } from '../testkit/raw-http';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';
import { plainCallOf } from './plain-call';

const MODERN = '2026-07-28';
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};

let engine: SmallEngine;
let server: ServerHandle;

beforeEach(async () => {
  engine = new SmallEngine();
  engine.addPending('paint');
  engine.add('count', () => ({ ok: true, text: '{"n":3}', structured: { n: 3 } }), {
    outputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
  });
  engine.add('later', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { ok: true, text: 'late' };
  });
  server = await startServer({ engine, http: { port: 0 }, userFolder: newFolder() });
});

afterEach(() => server.close());

/** Makes a call, and gives all that comes because of it, the answer last. */
type Call = (params: JsonObject & { readonly name: string }) => Promise<readonly JsonObject[]>;

interface Way {
  readonly name: string;
  readonly modern: boolean;
  readonly open: () => Promise<Call>;
}

const WAYS: readonly Way[] = [
  { name: 'HTTP, with a session', modern: false, open: () => overHttp(false) },
  { name: 'HTTP, stateless', modern: true, open: () => overHttp(true) },
  { name: 'the socket, with a handshake', modern: false, open: () => overSocket(false) },
  { name: 'the socket, stateless', modern: true, open: () => overSocket(true) },
];

let lastId = 100;
const requestOf = (params: JsonObject): JsonObject => {
  lastId += 1;
  return { jsonrpc: '2.0', id: lastId, method: 'tools/call', params };
};

async function overHttp(modern: boolean): Promise<Call> {
  const port = Number(new URL(server.url).port);
  const headers = properHeaders(server.token);
  let session: Record<string, string> = {};
  if (!modern) {
    const begun = await send(port, { headers, body: INITIALIZE });
    session = { 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  }
  return async (params) => {
    const own = modern
      ? { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': 'tools/call', 'Mcp-Name': params.name }
      : session;
    const { body, headers: answered } = await send(port, {
      headers: { ...headers, ...own },
      body: JSON.stringify(requestOf(params)),
    });
    if (answered['content-type'] === 'application/json') return [parse(body)];
    return [...body.matchAll(/^data: (\{.*)$/gm)].map((match) => parse(match[1] ?? ''));
  };
}

async function overSocket(modern: boolean): Promise<Call> {
  const socket = createConnection(server.socket);
  const lines: JsonObject[] = [];
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map(parse));
  });
  if (!modern) {
    socket.write(`${INITIALIZE}\n`);
    await until(() => lines.length === 1, 'initialize is answered');
  }
  return async (params) => {
    lines.length = 0;
    const request = requestOf(params);
    socket.write(`${JSON.stringify(request)}\n`);
    await until(() => lines.at(-1)?.['id'] === request['id'], 'the call is answered');
    return [...lines];
  };
}

function parse(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value)) throw new Error(text);
  return value;
}

/** Without what differs from one message to the next. */
const bare = (messages: readonly JsonObject[]): unknown => messages.map(({ id: _id, ...rest }) => rest);

describe.each(WAYS)('over $name', ({ modern, open }) => {
  const envelope = modern ? ENVELOPE : undefined;

  test.each([
    ['echo', { message: 'hello' }],
    ['whoami', {}],
    ['count', {}],
    ['draw', {}],
    ['fail', {}],
    ['crash', {}],
    ['paint', {}],
    ['later', {}],
    ['nobody', {}],
  ])('%s is answered as the SDK answers it', async (name, args) => {
    const call = await open();
    const plain = await call({ name, arguments: args, ...(envelope && { _meta: envelope }) });
    const unusual = await call({ name, arguments: args, _meta: { ...envelope, 'test/unusual': 1 } });
    expect(bare(plain)).toEqual(bare(unusual));
    expect(engine.callers.slice(-2).map(({ actor, kind }) => [actor, kind])).toEqual([
      ['mcp:raw', 'agent'],
      ['mcp:raw', 'agent'],
    ]);
    expect(engine.callers.at(-1)?.session).toBe(engine.callers.at(-2)?.session);
  });

  test('calls without arguments, and with an id that is a text, are plain too', async () => {
    const call = await open();
    const [answer] = await call({ name: 'whoami', ...(envelope && { _meta: envelope }) });
    expect(answer).toMatchObject({ result: { structuredContent: { actor: 'mcp:raw' } } });
  });
});

test('over HTTP a call that is done at once is one JSON text; one with a warning is a stream', async () => {
  const port = Number(new URL(server.url).port);
  const headers = properHeaders(server.token);
  const begun = await send(port, { headers, body: INITIALIZE });
  const own = { ...headers, 'Mcp-Session-Id': String(begun.headers['mcp-session-id']) };
  const types = [];
  for (const name of ['echo', 'draw', 'later']) {
    const body = JSON.stringify(requestOf({ name, arguments: {} }));
    types.push((await send(port, { headers: own, body })).headers['content-type']);
  }
  expect(types).toEqual(['application/json', 'text/event-stream', 'text/event-stream']);
});

test('a call that is cancelled in the turn that it came in is cancelled, and gets no answer', async () => {
  const socket = createConnection(server.socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
  socket.write(`${INITIALIZE}\n`);
  await until(() => received.includes('\n'), 'initialize is answered');
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
  const wait = { ...requestOf({ name: 'wait' }), id: 7 };
  const echo = { ...requestOf({ name: 'echo' }), id: 8 };
  socket.write([wait, cancelled, echo].map((message) => `${JSON.stringify(message)}\n`).join(''));
  await until(() => received.includes('"id":8'), 'the next call is answered');
  expect(engine.aborted).toEqual(['wait']);
  expect(received).not.toContain('"id":7');
  socket.destroy();
});

test('a call whose client leaves in the same turn is aborted', async () => {
  const socket = createConnection(server.socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('utf8')));
  socket.write(`${INITIALIZE}\n`);
  await until(() => received.includes('\n'), 'initialize is answered');
  socket.end(`${JSON.stringify(requestOf({ name: 'wait' }))}\n`);
  await until(() => engine.aborted.length === 1, 'the call is aborted');
});

test('what is unusual in the least is no plain call', () => {
  const proper = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } };
  const withParams = (params: unknown): object => ({ ...proper, params });
  const withEnvelope = (change: object): object =>
    withParams({ name: 'echo', arguments: {}, _meta: { ...ENVELOPE, ...change } });
  expect(plainCallOf(proper)).toEqual({ id: 1, tool: 'echo', args: {}, envelope: undefined });
  expect(plainCallOf(withEnvelope({}))).toMatchObject({ tool: 'echo', envelope: ENVELOPE });
  const unusual: unknown[] = [
    null,
    [proper],
    { ...proper, jsonrpc: '1.0' },
    { ...proper, id: null },
    { ...proper, id: 1.5 },
    { ...proper, more: 1 },
    { ...proper, method: 'tools/list' },
    { jsonrpc: '2.0', method: 'tools/call', params: proper.params },
    withParams(undefined),
    withParams([]),
    withParams({ arguments: {} }),
    withParams({ name: 1 }),
    withParams({ name: 'echo', arguments: [] }),
    withParams({ name: 'echo', arguments: null }),
    withParams({ name: 'echo', task: {} }),
    withParams({ name: 'echo', inputResponses: {} }),
    withParams({ name: 'echo', requestState: 'x' }),
    withParams({ name: 'echo', _meta: {} }),
    withParams({ name: 'echo', _meta: null }),
    withParams({ name: 'echo', _meta: { progressToken: 1 } }),
    withEnvelope({ progressToken: 1 }),
    withEnvelope({ 'io.modelcontextprotocol/logLevel': 'info' }),
    withEnvelope({ 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }),
    withEnvelope({ 'io.modelcontextprotocol/protocolVersion': 3 }),
    withEnvelope({ 'io.modelcontextprotocol/clientCapabilities': undefined }),
    withEnvelope({ 'io.modelcontextprotocol/clientCapabilities': 'all' }),
    withEnvelope({ 'io.modelcontextprotocol/clientInfo': { name: 1 } }),
  ];
  for (const message of unusual) expect([message, plainCallOf(message)]).toEqual([message, undefined]);
});

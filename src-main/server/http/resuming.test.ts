/** Streams that end before the answer, and clients that come back for it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../host';
import { beginSession, message, open, send } from '../testkit/raw-http';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';
import { RecentEvents } from './event-store';

let server: ServerHandle;
let engine: SmallEngine;

async function start(pollAfterMs: number): Promise<number> {
  engine = new SmallEngine();
  server = await startServer({
    engine,
    http: { port: 0, limits: { pollAfterMs } },
    userFolder: newFolder(),
  });
  return Number(new URL(server.url).port);
}

afterEach(() => server?.close());

const wait = message(7, 'tools/call', { name: 'wait', arguments: {} });

test('a long call lets its stream end, and the client gets the answer when it comes back with the last event', async () => {
  const port = await start(20);
  const headers = { ...(await beginSession(port, server.token)), 'MCP-Protocol-Version': '2025-11-25' };
  const first = await send(port, { headers, body: wait });
  const id = /^id: (\d+)\nretry: 1000\ndata: \n\n$/.exec(first.body)?.[1];
  expect(id).toBeDefined();
  expect(engine.waiting).toBe(1);
  const again = open(port, { method: 'GET', headers: { ...headers, 'Last-Event-ID': id ?? '' } });
  again.read();
  expect(await again.status).toBe(200);
  engine.release();
  expect(await again.ended).toContain('"id":7');
  // What was brought is there for another try.
  const late = open(port, { method: 'GET', headers: { ...headers, 'Last-Event-ID': id ?? '' } });
  late.read();
  expect(await late.ended).toContain('"id":7');
});

test('the official client gets the answer of a call that outlasts its stream', async () => {
  await start(20);
  let back = 0;
  const client = new Client({ name: 'patient', version: '1' }, { capabilities: {} });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
      fetch: (url, init) => {
        if (new Headers(init?.headers).has('last-event-id')) back += 1;
        return fetch(url, init);
      },
    }),
  );
  const answer = client.callTool({ name: 'wait', arguments: {} });
  await until(() => back === 1, 'it comes back after the second that it was told to wait');
  expect(engine.waiting).toBe(1);
  engine.release();
  expect(await answer).toMatchObject({ content: [{ type: 'text', text: 'released' }] });
  await client.close();
});

test('revisions that do not know such streams keep theirs', async () => {
  const port = await start(20);
  const headers = { ...(await beginSession(port, server.token)), 'MCP-Protocol-Version': '2025-06-18' };
  const call = open(port, { headers, body: wait });
  call.read();
  await until(() => engine.waiting === 1, 'the call waits');
  engine.release();
  expect(await call.ended).toContain('"id":7');
});

test('an event that is not kept, or of nobody, is refused', async () => {
  const port = await start(20);
  const headers = await beginSession(port, server.token);
  const answer = await send(port, { method: 'GET', headers: { ...headers, 'Last-Event-ID': '999' } });
  expect(answer.status).toBe(400);
});

test('a session keeps its last 64 messages, and no more than four million characters', async () => {
  const events = new RecentEvents();
  const say = (text: string) => events.storeEvent('s', { jsonrpc: '2.0', method: 'm', params: { text } });
  const first = await say('a');
  for (let i = 0; i < 63; i += 1) await say('b');
  expect(await events.getStreamIdForEventId(first)).toBe('s');
  const next = await say('c');
  expect(await events.getStreamIdForEventId(first)).toBeUndefined();
  await say('x'.repeat(3 << 20));
  expect(await events.getStreamIdForEventId(next)).toBe('s');
  await say('x'.repeat(2 << 20));
  expect(await events.getStreamIdForEventId(next)).toBeUndefined();
  const replayed: string[] = [];
  const last = await say('end');
  const before = String(Number(last) - 1);
  const send = (id: string): Promise<void> => Promise.resolve(void replayed.push(id));
  expect(await events.replayEventsAfter(before, { send })).toBe('s');
  expect(replayed).toEqual([last]);
});

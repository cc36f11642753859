/** What one client of the port, or one without a token, can take from the others. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../host';
import {
  beginSession,
  INITIALIZE,
  message,
  open,
  properHeaders,
  rawConnection,
  send,
  statelessRequest,
  type OpenRequest,
} from '../testkit/raw-http';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
let port: number;

async function start(limits: Record<string, number>): Promise<void> {
  engine = new SmallEngine();
  server = await startServer({ engine, http: { port: 0, limits }, userFolder: newFolder() });
  port = Number(new URL(server.url).port);
}

beforeEach(() =>
  start({
    maxInFlight: 8,
    maxPerClient: 4,
    maxStrangers: 10,
    maxReading: 5,
    maxSubscriptions: 3,
    stalledMs: 100,
  }),
);
afterEach(() => server.close());

const call = (id: number, tool: string, args: object = {}): string =>
  message(id, 'tools/call', { name: tool, arguments: args });

test('one session that takes all it may leaves room for another', async () => {
  const [greedy, modest] = [await beginSession(port, server.token), await beginSession(port, server.token)];
  const held = [1, 2, 3, 4].map((id) => open(port, { headers: greedy, body: call(id, 'wait') }));
  await until(() => engine.waiting === 4, 'four wait');
  const fifth = await send(port, { headers: greedy, body: call(5, 'echo') });
  expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '1']);
  expect((await send(port, { headers: modest, body: call(1, 'echo', { message: 'fine' }) })).body).toContain(
    'fine',
  );
  for (const each of held) each.leave();
});

test('one stateless client that takes all it may leaves room for another', async () => {
  const ask = (id: number, tool: string, name: string): OpenRequest =>
    open(
      port,
      statelessRequest(server.token, id, 'tools/call', { name: tool, arguments: { message: name } }, name),
    );
  const held = [1, 2, 3, 4].map((id) => ask(id, 'wait', 'greedy'));
  await until(() => engine.waiting === 4, 'four wait');
  expect(await ask(5, 'echo', 'greedy').status).toBe(429);
  const modest = ask(1, 'echo', 'modest');
  modest.read();
  expect(await modest.ended).toContain('modest');
  // A client of this revision that leaves takes its call back.
  for (const each of held) each.leave();
  await until(() => engine.waiting === 0, 'its calls are cancelled');
  const anew = ask(6, 'echo', 'greedy');
  anew.read();
  expect(await anew.ended).toContain('greedy');
});

test('a batch counts as the calls that it holds', async () => {
  const headers = await beginSession(port, server.token);
  const batch = (from: number, count: number, tool: string): string =>
    `[${Array.from({ length: count }, (_, i) => call(from + i, tool)).join(',')}]`;
  const held = open(port, { headers, body: batch(0, 3, 'wait') });
  await until(() => engine.waiting === 3, 'three wait');
  expect((await send(port, { headers, body: batch(10, 2, 'echo') })).status).toBe(429);
  expect((await send(port, { headers, body: batch(20, 1, 'echo') })).status).toBe(200);
  engine.release();
  held.read();
  await until(() => engine.waiting === 0, 'all are over');
  // Alone it may be larger than what a client may have at once beside others.
  let status = 429;
  while (status === 429) status = (await send(port, { headers, body: batch(30, 20, 'echo') })).status;
  expect(status).toBe(200);
});

test.each(['in a session', 'stateless'])(
  'clients that never read their answers are let go, and others are served meanwhile: %s',
  async (way) => {
    const [deaf, other] = [await beginSession(port, server.token), await beginSession(port, server.token)];
    const ask = (id: number, bytes: number): OpenRequest =>
      open(
        port,
        way === 'stateless'
          ? statelessRequest(server.token, id, 'tools/call', { name: 'big', arguments: { bytes } })
          : { headers: deaf, body: call(id, 'big', { bytes }) },
      );
    const unread = [1, 2, 3, 4].map((id) => ask(id, 16 << 20));
    await Promise.all(unread.map((each) => each.status));
    expect((await send(port, { headers: other, body: call(1, 'echo', { message: 'fine' }) })).body).toContain(
      'fine',
    );
    let status = 429;
    while (status === 429) status = await ask(9, 1).status;
    expect(status).toBe(200);
    for (const each of unread) each.leave();
  },
);

test('requests that are sent one after the other without reading are not read without end', async () => {
  const headers = { ...(await beginSession(port, server.token)), Host: `127.0.0.1:${port}` };
  const one = (id: number): string => {
    const body = call(id, 'big', { bytes: 1 << 20 });
    const head = Object.entries({ ...headers, 'Content-Length': String(body.length) })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n');
    return `POST /mcp HTTP/1.1\r\n${head}\r\n\r\n${body}`;
  };
  const before = engine.callers.length;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(Array.from({ length: 500 }, (_, id) => one(id)).join(''));
  const other = await beginSession(port, server.token);
  for (let id = 0; id < 20; id += 1)
    expect(
      (await send(port, { headers: other, body: call(id, 'echo', { message: 'fine' }) })).body,
    ).toContain('fine');
  expect(engine.callers.length - before - 20).toBeLessThan(60);
  socket.destroy();
});

test('connections without the token are few: the oldest gives way, whoever has shown it stays', async () => {
  const known = connect(port, '127.0.0.1');
  const answered = new Promise((resolve) => known.once('data', resolve));
  const head = Object.entries({ ...properHeaders(server.token), Host: `127.0.0.1:${port}` })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  const text = `POST /mcp HTTP/1.1\r\n${head}\r\nContent-Length: ${INITIALIZE.length}\r\n\r\n${INITIALIZE}`;
  known.write(text);
  await answered;
  const idle = Array.from({ length: 300 }, () => rawConnection(port, ''));
  let closed = 0;
  for (const each of idle) void each.closed.then(() => (closed += 1));
  await until(() => closed === 290, 'all but ten are closed');
  expect((await send(port, { headers: properHeaders(server.token), body: INITIALIZE })).status).toBe(200);
  const again = new Promise<string>((resolve) =>
    known.once('data', (chunk) => resolve(chunk.toString('utf8'))),
  );
  known.write(text);
  expect(await again).toMatch(/^HTTP\/1\.1 200/);
  known.destroy();
  for (const each of idle) each.socket.destroy();
});

test('clients that send their bodies slowly keep nobody out', async () => {
  const head = Object.entries({ ...properHeaders(server.token), Host: `127.0.0.1:${port}` })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  const slow = Array.from({ length: 40 }, () =>
    rawConnection(port, `POST /mcp HTTP/1.1\r\n${head}\r\nContent-Length: 1000\r\n\r\n{"jsonrpc"`),
  );
  let closed = 0;
  for (const each of slow) void each.closed.then(() => (closed += 1));
  for (let id = 0; id < 20; id += 1) {
    const { headers, body } = statelessRequest(server.token, id, 'tools/call', {
      name: 'echo',
      arguments: { message: 'fine' },
    });
    expect((await send(port, { headers, body })).body).toContain('fine');
  }
  await until(() => closed >= 35, 'the oldest were let go');
  for (const each of slow) each.socket.destroy();
});

test('two hundred clients at once are all served', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const { headers, body } = statelessRequest(
        server.token,
        index,
        'tools/call',
        { name: 'echo', arguments: { message: `m${index}.` } },
        `client-${index}`,
      );
      for (;;) {
        const answer = await send(port, { headers, body });
        if (answer.status !== 429) return answer.body.includes(`m${index}.`);
      }
    }),
  );
  expect(answers).toEqual(answers.map(() => true));
});

test('streams of changes are capped, told to whom they are refused, and freed when their clients leave', async () => {
  const listen = (id: number): OpenRequest => {
    const request = statelessRequest(server.token, id, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const stream = open(port, request);
    stream.read();
    return stream;
  };
  for (let round = 0; round < 3; round += 1) {
    const streams = [1, 2, 3].map(listen);
    expect(await Promise.all(streams.map((stream) => stream.status))).toEqual([200, 200, 200]);
    const more = listen(4);
    expect(await more.ended).toContain('limit');
    for (const stream of streams) stream.leave();
    // Room is there again as soon as the server has seen them go.
    for (;;) {
      const probe = listen(5);
      const first = await Promise.race([probe.ended, probe.status.then((status) => status)]);
      probe.leave();
      if (first === 200) break;
    }
  }
});

/** What other processes and web pages on the same machine can try on the port. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:net';
import { startServer, type ServerHandle } from '../host';
import type { Surface } from '../mcp-server';
import {
  INITIALIZE,
  properHeaders,
  rawConnection,
  send,
  statelessRequest,
  type RawAnswer,
} from '../testkit/raw-http';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';
import { HttpServer } from './http-server';

let engine: SmallEngine;
let server: ServerHandle;
let port: number;

beforeEach(async () => {
  engine = new SmallEngine();
  server = await startServer({
    engine,
    http: { port: 0, limits: { maxSessions: 5, maxInFlight: 4, requestTimeoutMs: 300 } },
    userFolder: newFolder(),
  });
  port = Number(new URL(server.url).port);
});

afterEach(() => server.close());

const good = (more: Record<string, string> = {}): Record<string, string> => properHeaders(server.token, more);
const call = (tool: string, args = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: tool, arguments: args } });

test('S-03: a Host that is not this server is refused on every verb and path, before the token is looked at', async () => {
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    'localhost',
    `localhost:${port + 1}`,
    `127.0.0.1.evil.example:${port}`,
    `0.0.0.0:${port}`,
    `localhost.:${port}`,
    `127.1:${port}`,
    `user@localhost:${port}`,
  ];
  for (const host of hosts) {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS']) {
      for (const path of ['/mcp', '/', '/.well-known/oauth-protected-resource']) {
        const answer = await send(port, {
          method,
          path,
          headers: good({ Host: host }),
          body: method === 'POST' ? INITIALIZE : '',
        });
        expect([host, method, path, answer.status]).toEqual([host, method, path, 403]);
      }
    }
  }
  expect(engine.callers).toEqual([]);
});

test('S-03: an Origin that is not this server is refused, also null, a file, an extension, and one that looks alike', async () => {
  const origins = [
    'null',
    'https://evil.example',
    'file://',
    'chrome-extension://abcdef',
    `http://localhost:${port + 1}`,
    'http://localhost',
    `https://localhost:${port}`,
    `http://localhost:${port}.evil.example`,
    '',
  ];
  for (const origin of origins) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await send(port, {
        method,
        headers: good({ Origin: origin }),
        body: method === 'POST' ? INITIALIZE : '',
      });
      expect([origin, method, answer.status]).toEqual([origin, method, 403]);
    }
  }
});

test('S-03: without Origin the token decides, and the own Origin passes', async () => {
  expect((await send(port, { headers: good(), body: INITIALIZE })).status).toBe(200);
  expect(
    (await send(port, { headers: good({ Origin: `http://localhost:${port}` }), body: INITIALIZE })).status,
  ).toBe(200);
});

test('S-03: a missing or wrong token gives 401 with a challenge, on POST, GET and DELETE', async () => {
  const wrong = [
    '',
    'Bearer ',
    `Bearer ${server.token}x`,
    `Bearer ${server.token.slice(1)}`,
    `Basic ${server.token}`,
    server.token,
    `Bearer ${server.token} extra`,
  ];
  for (const authorization of wrong) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const headers: Record<string, string> = good();
      delete headers['Authorization'];
      if (authorization !== '') headers['Authorization'] = authorization;
      const answer = await send(port, { method, headers, body: method === 'POST' ? INITIALIZE : '' });
      expect([authorization, method, answer.status]).toEqual([authorization, method, 401]);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.body).not.toContain(server.token);
    }
  }
});

test('S-03: the token counts in the header only, not in the address or a cookie', async () => {
  const headers: Record<string, string> = good({
    Cookie: `token=${server.token}; Authorization=Bearer ${server.token}`,
  });
  delete headers['Authorization'];
  const answer = await send(port, {
    path: `/mcp?token=${server.token}&access_token=${server.token}`,
    headers,
    body: INITIALIZE,
  });
  expect(answer.status).toBe(401);
});

test('S-03: a web page gets no leave to read: no CORS header on any answer', async () => {
  const answers = [
    await send(port, {
      method: 'OPTIONS',
      headers: good({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }),
    }),
    await send(port, { method: 'OPTIONS', headers: good() }),
    await send(port, { headers: good(), body: INITIALIZE }),
  ];
  for (const answer of answers) {
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  expect(answers[1]?.status).toBe(405);
});

test('S-03: the content types of plain forms are refused, so that a page can send nothing without asking first', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    '',
  ]) {
    const answer = await send(port, { headers: good({ 'Content-Type': type }), body: INITIALIZE });
    expect([type, answer.status]).toEqual([type, 415]);
  }
});

test('S-03: other paths and verbs hold nothing, and a WebSocket gets no upgrade', async () => {
  for (const path of [
    '/',
    '/mcp/',
    '/mcp/x',
    '/MCP',
    '/sse',
    '/health',
    '/.well-known/oauth-authorization-server',
    '//mcp',
    '/%6dcp',
    'http://evil.example/mcp',
    '/mcp/../mcp',
  ]) {
    expect([path, (await send(port, { method: 'GET', path, headers: good() })).status]).toEqual([path, 404]);
  }
  for (const method of ['PUT', 'PATCH', 'TRACE', 'HEAD', 'OPTIONS']) {
    expect([method, (await send(port, { method, headers: good() })).status]).toEqual([method, 405]);
  }
  const upgrade = await send(port, {
    method: 'GET',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  });
  expect(upgrade.status).toBe(401);
});

test('S-03: the port is bound to the loopback address only', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal);
  if (!outside) return;
  const outcome = await new Promise((resolve) => {
    const socket = connect(port, outside.address);
    socket.on('connect', () => resolve('connected'));
    socket.on('error', (error) => resolve('code' in error ? error.code : error.message));
  });
  expect(outcome).toBe('ECONNREFUSED');
});

test('two Host, Origin or Authorization headers are refused, whichever is right', async () => {
  const lines = [`Host: 127.0.0.1:${port}`, 'Host: evil.example'];
  const { closed } = rawConnection(
    port,
    `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  expect(await closed).toMatch(/^HTTP\/1\.1 400/);
  const twice = await send(port, {
    headers: { ...good(), Authorization: ['Bearer x', `Bearer ${server.token}`] },
    body: INITIALIZE,
  });
  expect(twice.status).toBe(400);
});

test('a body over 4 MiB is refused by its declared length before any of it is read', async () => {
  const answer = await new Promise<number>((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/mcp',
        headers: { ...good(), 'Content-Length': String(6 << 20) },
      },
      (incoming) => {
        resolve(incoming.statusCode ?? 0);
        outgoing.destroy();
      },
    );
    outgoing.on('error', reject);
    outgoing.flushHeaders();
  });
  expect(answer).toBe(413);
});

test('a chunked body without end is cut off at 4 MiB, and the server lives', async () => {
  const status = await new Promise<number>((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/mcp', headers: good() },
      (incoming) => {
        resolve(incoming.statusCode ?? 0);
        outgoing.destroy();
      },
    );
    outgoing.on('error', () => undefined);
    const chunk = Buffer.alloc(1 << 16, 0x20);
    const more = (): void => {
      while (!outgoing.destroyed && outgoing.write(chunk));
      if (!outgoing.destroyed) outgoing.once('drain', more);
    };
    more();
  });
  expect(status).toBe(413);
  expect((await send(port, { headers: good(), body: INITIALIZE })).status).toBe(200);
});

test('a body of exactly 4 MiB is read', async () => {
  const frame = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'nothing', params: { text: '' } });
  const body = frame.replace('""', `"${'x'.repeat((4 << 20) - frame.length)}"`);
  expect(body.length).toBe(4 << 20);
  const answer = await send(port, { headers: good(), body });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('Mcp-Session-Id');
});

test('JSON that is no JSON, or nested too deep, is a clean 400 without a trace of the inside', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '"text"',
    '[]',
    '[1,2]',
    '{"jsonrpc":"2.0"}',
    '['.repeat(100_000),
    `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    '{"__proto__":{"x":1}}',
    '\u0000',
  ];
  for (const body of bodies) {
    const answer = await send(port, { headers: good(), body });
    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), 400]);
    expect(answer.body).not.toMatch(/node_modules|\.ts|\.mjs|at .*\(/);
    expect(JSON.parse(answer.body)).toMatchObject({
      jsonrpc: '2.0',
      error: { code: expect.any(Number), message: expect.any(String) },
    });
  }
});

test('a batch of 10,000 is refused at once', async () => {
  const body = JSON.stringify(
    Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
  );
  const answer = await send(port, { headers: good(), body });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('a batch of 10000');
});

test('a flood of sessions stops at the cap, and sessions in use are not thrown out', async () => {
  const statuses: number[] = [];
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    const answer = await send(port, { headers: good(), body: INITIALIZE });
    statuses.push(answer.status);
    if (answer.status === 200) ids.push(String(answer.headers['mcp-session-id']));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 503, 503, 503]);
  const still = await send(port, {
    headers: good({ 'Mcp-Session-Id': ids[0] ?? '' }),
    body: call('echo', { message: 'here' }),
  });
  expect(still.body).toContain('here');
});

test('a session that nobody uses gives way when there is no room, one with an open stream does not', async () => {
  const other = await startServer({
    engine: new SmallEngine(),
    http: { port: 0, limits: { maxSessions: 2, yieldMs: 0 } },
    userFolder: newFolder(),
  });
  const at = Number(new URL(other.url).port);
  const begin = async (): Promise<string> => {
    const answer = await send(at, { headers: properHeaders(other.token), body: INITIALIZE });
    return answer.status === 200 ? String(answer.headers['mcp-session-id']) : String(answer.status);
  };
  const status = async (id: string): Promise<number> =>
    (
      await send(at, {
        headers: properHeaders(other.token, { 'Mcp-Session-Id': id }),
        body: call('echo', { message: 'x' }),
      })
    ).status;
  const [watched, unused] = [await begin(), await begin()];
  const stream = request({
    host: '127.0.0.1',
    port: at,
    method: 'GET',
    path: '/mcp',
    headers: { ...properHeaders(other.token, { 'Mcp-Session-Id': watched }), Accept: 'text/event-stream' },
  });
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('response', resolve).end());
  const third = await begin();
  expect(await status(unused)).toBe(404);
  expect(await status(watched)).toBe(200);
  expect(await status(third)).toBe(200);
  stream.destroy();
  await other.close();
});

test('after DELETE a session is gone, for every verb, and gives room for another', async () => {
  const id = String((await send(port, { headers: good(), body: INITIALIZE })).headers['mcp-session-id']);
  expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect((await send(port, { method: 'DELETE', headers: good({ 'Mcp-Session-Id': id }) })).status).toBe(200);
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await send(port, {
      method,
      headers: good({ 'Mcp-Session-Id': id }),
      body: method === 'POST' ? call('echo') : '',
    });
    expect([method, answer.status]).toEqual([method, 404]);
  }
  expect(server.connections()).toEqual([]);
});

test('S-32: an unknown session is 404, and initialize with a stale id begins a new one', async () => {
  const stale = { 'Mcp-Session-Id': 'x'.repeat(43) };
  expect((await send(port, { headers: good(stale), body: call('echo') })).status).toBe(404);
  expect((await send(port, { method: 'GET', headers: good(stale) })).status).toBe(404);
  const anew = await send(port, { headers: good(stale), body: INITIALIZE });
  expect(anew.status).toBe(200);
  expect(anew.headers['mcp-session-id']).not.toBe(stale['Mcp-Session-Id']);
});

test('a request without a session id is told so', async () => {
  expect((await send(port, { headers: good(), body: call('echo') })).status).toBe(400);
});

test('more requests at once than allowed get 429, and room comes back when one ends', async () => {
  const id = String((await send(port, { headers: good(), body: INITIALIZE })).headers['mcp-session-id']);
  const waits = Array.from({ length: 4 }, (_, i) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 100 + i,
      method: 'tools/call',
      params: { name: 'wait' },
    });
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/mcp',
      headers: good({ 'Mcp-Session-Id': id }),
      agent: false,
    });
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    return outgoing;
  });
  await until(() => engine.waiting === 4, 'four calls wait');
  const refused = await send(port, { headers: good({ 'Mcp-Session-Id': id }), body: call('echo') });
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  for (const outgoing of waits) outgoing.destroy();
  let status = 429;
  while (status === 429)
    status = (
      await send(port, { headers: good({ 'Mcp-Session-Id': id }), body: call('echo', { message: 'a' }) })
    ).status;
  expect(status).toBe(200);
});

test('two hundred half-open connections do not keep others out, and are closed in time', async () => {
  const half = Array.from({ length: 200 }, () =>
    rawConnection(port, `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-`),
  );
  expect((await send(port, { headers: good(), body: INITIALIZE })).status).toBe(200);
  const ends = await Promise.all(half.map((connection) => connection.closed));
  expect(ends.every((text) => text === '' || text.startsWith('HTTP/1.1 408'))).toBe(true);
});

test('a request that announces a body and never sends it is given up', async () => {
  const head = Object.entries(good({ Host: `127.0.0.1:${port}`, 'Content-Length': '1000' }))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  const { closed } = rawConnection(port, `POST /mcp HTTP/1.1\r\n${head}\r\n\r\n{"jsonrpc"`);
  await closed;
  expect((await send(port, { headers: good(), body: INITIALIZE })).status).toBe(200);
});

test('headers of 70 KB are refused', async () => {
  const answer = await send(port, { headers: good({ 'X-Much': 'y'.repeat(70_000) }), body: INITIALIZE });
  expect(answer.status).toBe(431);
});

test('a bug in a tool tells the client nothing of the inside', async () => {
  const id = String((await send(port, { headers: good(), body: INITIALIZE })).headers['mcp-session-id']);
  const answer = await send(port, { headers: good({ 'Mcp-Session-Id': id }), body: call('crash') });
  expect(answer.body).toContain('internal_error');
  expect(answer.body).not.toContain('secret');
});

test('the id of a session opens nothing without the token', async () => {
  const id = String((await send(port, { headers: good(), body: INITIALIZE })).headers['mcp-session-id']);
  for (const method of ['GET', 'POST', 'DELETE']) {
    const headers: Record<string, string> = good({ 'Mcp-Session-Id': id });
    delete headers['Authorization'];
    const answer = await send(port, { method, headers, body: method === 'POST' ? call('echo') : '' });
    expect([method, answer.status]).toEqual([method, 401]);
  }
  expect(engine.callers).toEqual([]);
});

test('a port without a proper token is not opened', async () => {
  const surface = { changes: { listen: () => undefined } } as unknown as Surface;
  for (const token of ['', 'short', 'x'.repeat(31)])
    await expect(HttpServer.listen({ surface, token, port: 0 })).rejects.toThrow('at least 32 characters');
});

test('a request with two lengths is refused, and nothing of what follows it is served', async () => {
  const head = Object.entries(good({ Host: `127.0.0.1:${port}` }))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  const hidden = `POST /mcp HTTP/1.1\r\n${head}\r\nContent-Length: ${INITIALIZE.length}\r\n\r\n${INITIALIZE}`;
  for (const lengths of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked',
    'Content-Length: 4\r\nContent-Length: 5',
  ]) {
    const { closed } = rawConnection(
      port,
      `POST /mcp HTTP/1.1\r\n${head}\r\n${lengths}\r\n\r\n0\r\n\r\n${hidden}`,
    );
    expect(await closed).toMatch(/^HTTP\/1\.1 400 [^]*$/);
  }
  expect(server.connections()).toEqual([]);
});

test('clients without a session that invent names are remembered no more than there is room for, and hide nobody', async () => {
  const call = (name: string): Promise<RawAnswer> =>
    send(port, statelessRequest(server.token, 1, 'tools/call', { name: 'whoami', arguments: {} }, name));
  await call('honest');
  for (let number = 0; number < 300; number += 1) {
    await call(`invented-${number}`);
    if (number % 100 === 0) await call('honest');
  }
  await call('late');
  const actors = server.connections().map(({ actor }) => actor);
  expect(actors).toHaveLength(256);
  expect(actors).toEqual(expect.arrayContaining(['mcp:honest', 'mcp:late', 'mcp:invented-299']));
  expect(engine.logged.filter(({ actor }) => actor === 'mcp:honest')).toHaveLength(1);
});

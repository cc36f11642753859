/** The agent socket: who may open it, and what a careless or hostile client does to others. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../host';
import { clientV1 } from '../testkit/clients';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
const sockets: Socket[] = [];

beforeEach(async () => {
  engine = new SmallEngine();
  server = await startServer({
    engine,
    http: false,
    userFolder: newFolder(),
    socketLimits: { maxLineBytes: 200_000, maxInFlight: 8, pauseBytes: 100_000, closeBytes: 4_000_000 },
  });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

interface Raw {
  readonly socket: Socket;
  readonly lines: Record<string, unknown>[];
  ask(message: unknown): void;
}

function dial(): Raw {
  const socket = createConnection(server.socket);
  sockets.push(socket);
  const lines: Record<string, unknown>[] = [];
  let rest = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as Record<string, unknown>));
  });
  return { socket, lines, ask: (message) => void socket.write(`${JSON.stringify(message)}\n`) };
}

const initialize = {
  jsonrpc: '2.0',
  id: 'i',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const callOf = (id: unknown, tool: string, args: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: args },
});

async function ready(): Promise<Raw> {
  const raw = dial();
  raw.ask(initialize);
  await until(() => raw.lines.length === 1, 'initialize is answered');
  return raw;
}

test('only its owner can open the socket, whatever the umask and folder', () => {
  expect(statSync(server.socket).mode & 0o777).toBe(0o600);
});

test('the socket of an editor that is gone is taken over, that of a living one is not', async () => {
  await expect(startServer({ engine, http: false, userFolder: newFolder() })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  const folder = newFolder();
  mkdirSync(join(folder, '.skywalker'));
  const path = join(folder, '.skywalker', 'agent.sock');
  const script = join(folder, 'listen.mjs');
  writeFileSync(
    script,
    `import{createServer}from'node:net';createServer().listen(${JSON.stringify(path)},()=>process.send('up'))`,
  );
  const child = fork(script);
  await new Promise((resolve) => child.once('message', resolve));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  expect(existsSync(path)).toBe(true);
  const next = await startServer({
    engine: new SmallEngine('Next', folder),
    http: false,
    userFolder: newFolder(),
  });
  expect(next.socket).toBe(path);
  await next.close();
  expect(existsSync(path)).toBe(false);
});

test('a file that is no socket is never removed', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, '.skywalker'));
  const path = join(folder, '.skywalker', 'agent.sock');
  writeFileSync(path, 'precious');
  await expect(
    startServer({ engine: new SmallEngine('X', folder), http: false, userFolder: newFolder() }),
  ).rejects.toMatchObject({ code: 'EEXIST' });
  expect(existsSync(path)).toBe(true);
});

test('closing leaves a socket alone that another has put in its place', async () => {
  const folder = newFolder();
  const first = await startServer({
    engine: new SmallEngine('A', folder),
    http: false,
    userFolder: newFolder(),
  });
  const { unlinkSync } = await import('node:fs');
  unlinkSync(first.socket);
  const other = createServer().listen(first.socket);
  await new Promise((resolve) => other.once('listening', resolve));
  await first.close();
  expect(existsSync(first.socket)).toBe(true);
  await new Promise((resolve) => other.close(resolve));
});

test('a project whose path is too long for a socket gets one in the runtime folder', async () => {
  const folder = join(newFolder(), 'x'.repeat(120));
  mkdirSync(folder);
  const far = await startServer({
    engine: new SmallEngine('Far', folder),
    http: false,
    userFolder: newFolder(),
  });
  expect(far.socket.startsWith(folder)).toBe(false);
  expect(Buffer.byteLength(far.socket)).toBeLessThan(104);
  const client = await clientV1(far, 'socket');
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await client.close();
  await far.close();
});

test('bad JSON, deep JSON, and what is no JSON-RPC each get an error, and the connection goes on', async () => {
  const raw = await ready();
  raw.socket.write('{"jsonrpc": nonsense}\n');
  raw.socket.write(`${'['.repeat(50_000)}\n`);
  raw.ask({ id: 9, method: 5 });
  raw.socket.write('\n\r\n');
  raw.ask([]);
  raw.ask(Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'p' })));
  raw.ask({ jsonrpc: '2.0', id: 10, method: 'ping' });
  await until(() => raw.lines.some((line) => line['id'] === 10), 'ping is answered');
  const codes = raw.lines
    .slice(1)
    .map((line) => [line['id'], (line['error'] as { code?: number } | undefined)?.code]);
  expect(codes).toEqual([
    [null, -32700],
    [null, -32600],
    [9, -32600],
    [null, -32600],
    [null, -32600],
    [10, undefined],
  ]);
});

test('a batch of a few is served', async () => {
  const raw = await ready();
  raw.ask([callOf(1, 'echo', { message: 'a' }), callOf(2, 'echo', { message: 'b' })]);
  await until(() => raw.lines.length === 3, 'both are answered');
  expect(raw.lines.slice(1).map((line) => line['id'])).toEqual([1, 2]);
});

test('S-62: a line too long ends that call only, with its id, however it is cut up', async () => {
  const raw = await ready();
  const text = 'é🦊'.repeat(40_000);
  const last = JSON.stringify({
    method: 'tools/call',
    params: { name: 'echo', arguments: { message: text } },
    jsonrpc: '2.0',
    id: 41,
  });
  const first = JSON.stringify({
    jsonrpc: '2.0',
    id: 'forty-two',
    method: 'tools/call',
    params: { name: 'echo', arguments: { message: text } },
  });
  const bytes = Buffer.from(
    `${last}\n${first}\n${JSON.stringify(callOf(43, 'echo', { message: 'small' }))}\n`,
  );
  for (let i = 0; i < bytes.length; i += 4093) raw.socket.write(bytes.subarray(i, i + 4093));
  await until(() => raw.lines.length === 4, 'three answers');
  expect(
    raw.lines.slice(1).map((line) => [line['id'], (line['error'] as { code?: number } | undefined)?.code]),
  ).toEqual([
    [41, -32600],
    ['forty-two', -32600],
    [43, undefined],
  ]);
});

test('S-62: a line without end costs bounded memory and harms nobody', async () => {
  const raw = await ready();
  const other = await ready();
  const chunk = randomBytes(30_000).toString('hex');
  for (let i = 0; i < 300; i += 1)
    if (!raw.socket.write(chunk)) await new Promise((resolve) => raw.socket.once('drain', resolve));
  other.ask(callOf(1, 'echo', { message: 'still here' }));
  await until(() => other.lines.length === 2, 'the other client is served');
  raw.socket.write('\n');
  raw.ask({ jsonrpc: '2.0', id: 2, method: 'ping' });
  await until(() => raw.lines.length === 3, 'the line is over and the next is read');
});

test('S-62: an emoji cut in two by the transport arrives whole', async () => {
  const raw = await ready();
  const bytes = Buffer.from(`${JSON.stringify(callOf(1, 'echo', { message: '🦊' }))}\n`);
  const middle = bytes.indexOf(Buffer.from('🦊')) + 2;
  raw.socket.write(bytes.subarray(0, middle));
  await new Promise((resolve) => setImmediate(resolve));
  raw.socket.write(bytes.subarray(middle));
  await until(() => raw.lines.length === 2, 'the call is answered');
  expect(JSON.stringify(raw.lines[1])).toContain('🦊');
});

test('a client that asks and never reads stops to be read, and others are served', async () => {
  const raw = await ready();
  raw.socket.pause();
  for (let i = 0; i < 500; i += 1) raw.ask(callOf(i, 'big', { bytes: 50_000 }));
  const other = await clientV1(server, 'socket');
  for (let i = 0; i < 20; i += 1)
    expect(await other.callTool({ name: 'echo', arguments: { message: String(i) } })).toBeDefined();
  // 100 kB are left unsent for it at most, besides what the system buffers and the calls in flight.
  expect(engine.callers.filter((caller) => caller.actor === 'mcp:raw').length).toBeLessThan(50);
  raw.socket.resume();
  await until(() => raw.lines.length === 501, 'it gets all its answers once it reads');
  await other.close();
});

test('more calls at once than allowed wait their turn, and none is lost', async () => {
  const raw = await ready();
  for (let i = 0; i < 100; i += 1) raw.ask(callOf(i, 'echo', { message: String(i) }));
  await until(() => raw.lines.length === 101, 'all are answered');
  expect(new Set(raw.lines.slice(1).map((line) => line['id'])).size).toBe(100);
});

test('a client that dies in the middle of calls takes only its own with it', async () => {
  const dying = await ready();
  const other = await ready();
  for (let i = 0; i < 5; i += 1) dying.ask(callOf(i, 'wait'));
  other.ask(callOf('o', 'wait'));
  await until(() => engine.waiting === 6, 'six calls wait');
  dying.socket.destroy();
  await until(() => engine.waiting === 1, 'its five are cancelled');
  other.ask({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'o' } });
  other.ask(callOf('p', 'echo', { message: 'fine' }));
  await until(() => other.lines.some((line) => line['id'] === 'p'), 'the other is served');
  expect(server.connections().length).toBe(1);
});

test('two requests with one id: the second is refused, the first is answered', async () => {
  const raw = await ready();
  raw.ask(callOf(1, 'wait'));
  await until(() => engine.waiting === 1, 'it waits');
  raw.ask(callOf(1, 'echo', { message: 'again' }));
  await until(() => raw.lines.length === 2, 'the second is refused');
  expect(raw.lines[1]).toMatchObject({ id: null, error: { code: -32600 } });
});

test('calls on the socket may wait, others may not', async () => {
  const raw = await ready();
  raw.ask(callOf(1, 'whoami'));
  await until(() => raw.lines.length === 2, 'the call is answered');
  expect(engine.callers[0]).toMatchObject({
    actor: 'mcp:raw',
    kind: 'agent',
    mayWait: true,
    session: expect.stringMatching(/^socket-/),
  });
});

test('agent.json tells how to get in, to its owner only, and goes when the server closes', async () => {
  const folder = newFolder();
  const file = join(folder, '.skywalker', 'agent.json');
  mkdirSync(join(folder, '.skywalker'));
  writeFileSync(file, '{"token":"old"}');
  chmodSync(file, 0o644);
  const other = await startServer({
    engine: new SmallEngine('B', folder),
    http: { port: 0 },
    userFolder: newFolder(),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { readFileSync } = await import('node:fs');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    url: other.url,
    token: other.token,
    socket: other.socket,
    pid: process.pid,
    version: '9.9.9',
    project: folder,
  });
  await other.close();
  expect(existsSync(file)).toBe(false);
});

test('S-31: when the port is taken the next free one is used, and agent.json says which', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const taken = (blocker.address() as { port: number }).port;
  const other = await startServer({
    engine: new SmallEngine('C', newFolder()),
    http: { port: taken },
    userFolder: newFolder(),
  });
  const port = Number(new URL(other.url).port);
  expect(port).toBeGreaterThan(taken);
  await other.close();
  await new Promise((resolve) => blocker.close(resolve));
  // Free again, the first one is used again.
  const again = await startServer({
    engine: new SmallEngine('C', newFolder()),
    http: { port: taken },
    userFolder: newFolder(),
  });
  expect(Number(new URL(again.url).port)).toBe(taken);
  await again.close();
});

test('the token lasts from one start to the next, is different for each project, and its file is private', async () => {
  const [home, folder] = [newFolder(), newFolder()];
  const first = await startServer({ engine: new SmallEngine('A', folder), http: false, userFolder: home });
  await first.close();
  const second = await startServer({ engine: new SmallEngine('A', folder), http: false, userFolder: home });
  const third = await startServer({
    engine: new SmallEngine('B', newFolder()),
    http: false,
    userFolder: home,
  });
  expect(second.token).toBe(first.token);
  expect(third.token).not.toBe(first.token);
  expect(first.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const { readdirSync } = await import('node:fs');
  for (const name of readdirSync(join(home, 'tokens')))
    expect(statSync(join(home, 'tokens', name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'tokens')).mode & 0o777).toBe(0o700);
  await second.close();
  await third.close();
});

/** A client's connection that outlives the editor it goes to. Real sockets and servers; the engine is a small one. */
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../server/host';
import { MAX_LINE_BYTES } from '../server/line/line-transport';
import { newFolder, SmallEngine, until } from '../server/testkit/small-engine';
import { dial, McpBridge } from './mcp-bridge';
import { editorOf } from './open-session';

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

let engine: SmallEngine;
let home: string;
let editor: ServerHandle | undefined;
let input: PassThrough;
let seen: Message[];
let ended: Promise<void>;
let hasEnded: boolean;
let stop: AbortController;
let socket: Socket;

const open = async (): Promise<ServerHandle> =>
  (editor = await startServer({ engine, http: false, userFolder: home }));

async function close(): Promise<void> {
  await editor?.close();
  editor = undefined;
}

beforeEach(async () => {
  engine = new SmallEngine();
  home = newFolder();
  writeFileSync(join(engine.project.folder, 'game.json'), '{}');
  const { socket: path } = await open();
  const dialled = await dial(path);
  if (dialled === undefined) throw new Error('nobody listens');
  socket = dialled;
  input = new PassThrough();
  const output = new PassThrough();
  seen = [];
  let text = '';
  output.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString('utf8')).split('\n');
    text = lines.pop() ?? '';
    seen.push(...lines.map((line) => JSON.parse(line) as Message));
  });
  stop = new AbortController();
  hasEnded = false;
  const bridge = new McpBridge({
    input,
    output,
    find: async () => (await editorOf(engine.project.folder))?.socket,
    absent: 'No editor is open. Open one.',
    stop: stop.signal,
  });
  ended = bridge.run(socket).then(() => void (hasEnded = true));
});

afterEach(async () => {
  stop.abort();
  await ended;
  await close();
});

const send = (message: object): void =>
  void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

async function answer(id: number): Promise<Message> {
  await until(() => seen.some((message) => message.id === id), `answer ${id}`);
  return seen.find((message) => message.id === id) ?? {};
}

async function ask(id: number, method: string, params: object = {}): Promise<Message> {
  send({ id, method, params });
  return answer(id);
}

const call = (id: number, name: string, args: object = {}): Promise<Message> =>
  ask(id, 'tools/call', { name, arguments: args });

async function greet(): Promise<void> {
  await ask(0, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'claude-code/nimbus', version: '1' },
  });
  send({ method: 'notifications/initialized' });
}

test('an editor that closes and comes back is the same to the client, which is told that the tools may be others', async () => {
  await greet();
  expect((await call(1, 'echo', { message: 'Grüße 🦊' })).result).toMatchObject({
    structuredContent: { message: 'Grüße 🦊' },
  });
  const waiting = call(2, 'wait');
  await until(() => engine.waiting > 0, 'the call waits');
  await close();
  expect((await waiting).error).toEqual({
    code: -32000,
    message:
      'The editor has closed while this ran; whether it took effect is not known. No editor is open. Open one.',
  });
  expect((await call(3, 'echo')).error).toEqual({ code: -32000, message: 'No editor is open. Open one.' });
  expect((await ask(4, 'ping')).result).toEqual({});

  await open();
  await until(() => seen.some(({ method }) => method === 'notifications/tools/list_changed'), 'it is back');
  expect((await call(5, 'whoami')).result).toMatchObject({
    structuredContent: { actor: 'mcp:claude-code/nimbus', kind: 'agent' },
  });
  // Every request was answered once, and nothing of the bridge's own came through.
  expect(seen.flatMap(({ id }) => (id === undefined ? [] : [id]))).toEqual([0, 1, 2, 3, 4, 5]);
});

test('it goes on for as often as editors come and go', async () => {
  await greet();
  for (const round of [1, 2, 3]) {
    await close();
    await open();
    const told = (): number => seen.filter(({ method }) => method?.endsWith('list_changed')).length;
    await until(() => told() === round, `round ${round}`);
    expect((await call(round, 'whoami')).result).toBeDefined();
  }
});

test('a client of the revision without greetings goes on too', async () => {
  const params = {
    name: 'whoami',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'newest', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const actor = { structuredContent: { actor: 'mcp:newest' } };
  expect((await ask(1, 'tools/call', params)).result).toMatchObject(actor);
  await close();
  expect((await ask(2, 'tools/call', params)).error?.code).toBe(-32000);
  await open();
  let back: Message = {};
  for (let id = 10; back.result === undefined; id += 1) {
    back = await ask(id, 'tools/call', params);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(back.result).toMatchObject(actor);
  expect(seen.some(({ method }) => method !== undefined)).toBe(false);
});

test('what is no JSON, and what comes in pieces, reaches the editor as it is', async () => {
  await greet();
  input.write('{"jsonrpc": "2.0", "id": 1, "meth');
  input.write('od": "ping"}\n{oops\n');
  expect((await answer(1)).result).toEqual({});
  await until(() => seen.some(({ error }) => error?.code === -32700), 'the editor says so');
});

test('a line longer than the editor reads ends that call only, with its id, and goes no further', async () => {
  await greet();
  const piece = Buffer.alloc(1 << 20, 'x');
  const long = (head: string): void => {
    input.write(head);
    for (let written = 0; written <= MAX_LINE_BYTES; written += piece.length) input.write(piece);
    input.write('"}\n');
  };
  long('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"');
  expect((await answer(1)).error).toEqual({
    code: -32600,
    message: expect.stringMatching(/^Invalid Request: a message of \d+ bytes; at most 16777216 are read$/),
  });
  // An answer that nobody asked for, too long: nobody is told.
  long('{"jsonrpc":"2.0","id":7,"result":"');
  expect((await call(2, 'whoami')).result).toBeDefined();
  expect(seen.map(({ id }) => id)).toEqual([0, 1, 2]);
  expect(socket.bytesWritten).toBeLessThan(10_000);
});

test('a client that leaves gets the answers that it waits for; one that leaves while no editor is there ends it', async () => {
  await greet();
  send({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: { message: 'last' } } });
  input.end();
  await ended;
  expect((await answer(1)).result).toBeDefined();
});

test('without an editor a client can leave at once', async () => {
  await greet();
  await close();
  await call(1, 'echo');
  input.end();
  await ended;
  expect(hasEnded).toBe(true);
});

/** Many clients of the agent socket, and ones that only take room. */
import { createConnection, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectBy } from '../churn/ways';
import { startServer, type ServerHandle } from '../host';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
const sockets: Socket[] = [];

beforeEach(async () => {
  engine = new SmallEngine();
  server = await startServer({ engine, http: false, userFolder: newFolder() });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

function dial(): Socket {
  const socket = createConnection(server.socket);
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

test('two hundred clients at once are all served, beside fifty that say nothing or half a message', async () => {
  for (let silent = 0; silent < 50; silent += 1)
    dial().write(silent % 2 === 0 ? '' : '{"jsonrpc":"2.0","id":1,"meth');
  const ways = await Promise.all(
    Array.from({ length: 200 }, (_, number) => connectBy('socket', server, `client-${number}`)),
  );
  const answers = await Promise.all(ways.map((way, number) => way.call('echo', { message: `m${number}.` })));
  expect(answers.map((answer, number) => JSON.stringify(answer).includes(`"m${number}."`))).toEqual(
    ways.map(() => true),
  );
  await Promise.all(ways.map((way) => way.close()));
  for (const socket of sockets) socket.destroy();
  await until(() => server.connections().length === 0, 'all have gone');
});

test('connections beyond the cap are closed, and there is room when others leave', async () => {
  const many = Array.from({ length: 256 }, dial);
  await until(() => server.connections().length === 256, 'the socket is full');
  const closed = new Promise((resolve) => dial().once('close', resolve));
  await closed;
  many[0]?.destroy();
  await until(() => server.connections().length === 255, 'one has left');
  const way = await connectBy('socket', server, 'late');
  expect(JSON.stringify(await way.call('echo', { message: 'in' }))).toContain('"in"');
  await way.close();
});

test('streams of changes are capped for each connection, and end with it', async () => {
  const listen = (socket: Socket, id: number): void =>
    void socket.write(
      `${JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      })}\n`,
    );
  for (let round = 0; round < 3; round += 1) {
    const socket = dial();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    for (let id = 1; id <= 20; id += 1) listen(socket, id);
    await until(() => (text.match(/"error"/g) ?? []).length === 4, 'four of twenty are refused');
    expect((text.match(/subscriptions\/acknowledged/g) ?? []).length).toBe(16);
    socket.destroy();
    await until(() => server.connections().length === 0, 'it has left');
  }
});

test('calls that are taken back as soon as they are made leave nothing', async () => {
  const socket = dial();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const line = (message: object): void =>
    void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'fickle', version: '1' };
  line({
    id: 'i',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  for (let id = 0; id < 2_000; id += 1) {
    line({ id, method: 'tools/call', params: { name: 'wait', arguments: {} } });
    line({ method: 'notifications/cancelled', params: { requestId: id } });
  }
  line({ id: 'last', method: 'ping' });
  await until(() => text.includes('"last"'), 'the last is answered');
  await until(() => engine.waiting === 0, 'nothing waits');
  expect(text.trim().split('\n')).toHaveLength(2);
});

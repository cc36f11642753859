/** Sessions of clients that open with `initialize`: whose answer is whose, and what is left when calls and clients go. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type ServerHandle } from '../host';
import { beginSession, message, open, send } from '../testkit/raw-http';
import { newFolder, SmallEngine, until } from '../testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
let port: number;

async function start(limits: Record<string, number>): Promise<void> {
  engine = new SmallEngine();
  server = await startServer({ engine, http: { port: 0, limits }, userFolder: newFolder() });
  port = Number(new URL(server.url).port);
}

beforeEach(() => start({}));
afterEach(() => server.close());

const call = (id: number | string, tool: string, args: object = {}): string =>
  message(id, 'tools/call', { name: tool, arguments: args });

test('two calls with one id in a session: the second is refused, and the answer of the first is its own', async () => {
  const headers = await beginSession(port, server.token);
  const first = open(port, { headers, body: call(5, 'wait') });
  first.read();
  await until(() => engine.waiting === 1, 'the first waits');
  const second = await send(port, { headers, body: call(5, 'echo', { message: 'second' }) });
  expect(second.status).toBe(400);
  expect(JSON.parse(second.body)).toMatchObject({
    error: { code: -32600, message: expect.stringContaining('5') },
  });
  expect((await send(port, { headers, body: call('5', 'echo', { message: 'a text' }) })).body).toContain(
    'a text',
  );
  engine.release();
  expect(await first.ended).toContain('released');
  const again = await send(port, { headers, body: call(5, 'echo', { message: 'third' }) });
  expect(again.body).toContain('third');
});

test('an id stays in use while its call runs, also when its client has left: no answer goes to another call', async () => {
  const headers = await beginSession(port, server.token);
  const first = open(port, { headers, body: call(1, 'wait') });
  await until(() => engine.waiting === 1, 'it waits');
  first.leave();
  const repeated = await send(port, { headers, body: call(1, 'echo', { message: 'again' }) });
  expect(repeated.status).toBe(400);
  engine.release();
  await until(() => engine.waiting === 0, 'it is over');
  const later = await send(port, { headers, body: call(1, 'echo', { message: 'later' }) });
  expect(later.body).toContain('later');
  expect(later.body).not.toContain('released');
});

test('a batch with one id twice is refused, one with different ids is answered whole', async () => {
  const headers = await beginSession(port, server.token);
  const twice = `[${call(1, 'echo', { message: 'a' })},${call(1, 'echo', { message: 'b' })}]`;
  expect((await send(port, { headers, body: twice })).status).toBe(400);
  const both = `[${call(1, 'echo', { message: 'a' })},${call(2, 'echo', { message: 'b' })}]`;
  const answer = await send(port, { headers, body: both });
  expect(answer.body).toMatch(/"id":1\b/);
  expect(answer.body).toMatch(/"id":2\b/);
});

test('calls that are taken back give their room and their stream back, however many', async () => {
  await server.close();
  await start({ maxInFlight: 4, maxPerClient: 4 });
  const headers = await beginSession(port, server.token);
  for (let round = 0; round < 20; round += 1) {
    const asked = open(port, { headers, body: call(round, 'wait') });
    asked.read();
    await until(() => engine.waiting === 1, 'it waits');
    const params = { requestId: round };
    expect(
      (await send(port, { headers, body: message(undefined, 'notifications/cancelled', params) })).status,
    ).toBe(202);
    expect(await asked.ended).toMatch(/"message":"The request was cancelled"/);
    await until(() => engine.waiting === 0, 'it was cancelled');
  }
});

test('of a batch of which one call is taken back, the others are still answered', async () => {
  const headers = await beginSession(port, server.token);
  const asked = open(port, { headers, body: `[${call(1, 'wait')},${call(2, 'wait')}]` });
  asked.read();
  await until(() => engine.waiting === 2, 'both wait');
  await send(port, { headers, body: message(undefined, 'notifications/cancelled', { requestId: 1 }) });
  await until(() => engine.waiting === 1, 'one was cancelled');
  engine.release();
  await until(() => engine.waiting === 0, 'the other is done');
  await send(port, { headers, body: call(3, 'echo') });
  asked.leave();
  expect(await asked.ended).toMatch(/"id":2\b/);
});

test('calls whose clients have left are bounded as well', async () => {
  await server.close();
  await start({ maxPerClient: 3 });
  const headers = await beginSession(port, server.token);
  for (let id = 0; id < 3; id += 1) {
    const asked = open(port, { headers, body: call(id, 'wait') });
    await until(() => engine.waiting === id + 1, 'it waits');
    asked.leave();
  }
  const refused = await send(port, { headers, body: call(9, 'wait') });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  engine.release();
  await until(() => engine.waiting === 0, 'all are over');
  expect((await send(port, { headers, body: call(9, 'echo') })).status).toBe(200);
});

test('a session that nobody uses ends after its time, with its calls; one with a stream open does not', async () => {
  await server.close();
  await start({ idleMs: 60 });
  const idle = await beginSession(port, server.token);
  const watched = await beginSession(port, server.token);
  const stream = open(port, { method: 'GET', headers: { ...watched, Accept: 'text/event-stream' } });
  stream.read();
  expect(await stream.status).toBe(200);
  const left = open(port, { headers: idle, body: call(1, 'wait') });
  await until(() => engine.waiting === 1, 'it waits');
  left.leave();
  await until(() => engine.waiting === 0, 'the call ended with its session');
  expect((await send(port, { headers: idle, body: call(2, 'echo') })).status).toBe(404);
  expect((await send(port, { headers: watched, body: call(1, 'echo', { message: 'here' }) })).body).toContain(
    'here',
  );
  expect(server.connections()).toHaveLength(1);
  stream.leave();
  await until(() => server.connections().length === 0, 'the other ends too');
});

test('DELETE ends the calls and the stream of its session, and nothing of another', async () => {
  const [one, two] = [await beginSession(port, server.token), await beginSession(port, server.token)];
  const own = open(port, { headers: one, body: call(1, 'wait') });
  const others = open(port, { headers: two, body: call(1, 'wait') });
  const stream = open(port, { method: 'GET', headers: { ...one, Accept: 'text/event-stream' } });
  for (const each of [own, others, stream]) each.read();
  await until(() => engine.waiting === 2, 'both wait');
  expect((await send(port, { method: 'DELETE', headers: one })).status).toBe(200);
  await Promise.all([own.ended, stream.ended]);
  await until(() => engine.waiting === 1, 'its call was cancelled');
  engine.release();
  expect(await others.ended).toContain('released');
});

test('a second stream of one session is refused, and a new one opens when the first has ended', async () => {
  const headers = { ...(await beginSession(port, server.token)), Accept: 'text/event-stream' };
  const first = open(port, { method: 'GET', headers });
  expect(await first.status).toBe(200);
  expect((await send(port, { method: 'GET', headers })).status).toBe(409);
  first.leave();
  let status = 409;
  while (status === 409) status = (await send(port, { method: 'GET', headers })).status;
  expect(status).toBe(200);
});

/** Clients that race for a name, that die at any moment, and that repeat what they have heard: on the socket, with the real engine. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PERSON, RosterWorld, STRANGER, until } from '../../engine/agents/world.fixture';
import type { JsonObject } from '../../engine/json';
import { startServer, type ServerHandle } from '../host';
import { clientV2 } from '../testkit/clients';
import { HostingServe, hostV2, type Fields, type HostingClient } from '../testkit/hosting';
import { newFolder } from '../testkit/small-engine';
import { RESULT_METHOD } from './protocol';

let world: RosterWorld;
let server: ServerHandle;
const clients: HostingClient[] = [];

beforeEach(async () => {
  world = await RosterWorld.open();
  server = await startServer({ engine: world.engine, http: { port: 0 }, userFolder: newFolder() });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close().catch(() => undefined)));
  await server.close();
  await world.close();
});

async function hosting(name: string): Promise<HostingClient> {
  const host = hostV2(await clientV2(server, 'socket', false, name));
  clients.push(host);
  return host;
}

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: 'Says who serves it, for a test. Example: {}',
  limits: { timeout_ms: 60_000 },
  ...more,
});
const text = (said: string): Fields => ({ content: [{ type: 'text', text: said }] });
const call = (name = 'ext_who') => world.call(STRANGER, name, {});
const MANY = Array.from({ length: 256 }, (_, index) => tool(`many_${index}`));

/** Nothing is left of anybody. */
async function empty(): Promise<void> {
  await until(() => world.engine.hosts.list().length === 0, 'no host is left');
  await until(() => world.engine.hosts.waiting === 0, 'no call is left');
  expect(world.engine.registry.all().filter(({ name }) => name.startsWith('ext_'))).toEqual([]);
}

test('of many that take one name over at once the last has it, each of the others is told, and every call ends', async () => {
  const hosts = await Promise.all(Array.from({ length: 6 }, () => hosting('racer')));
  hosts.forEach((host, index) => host.serve(() => text(`host ${index}`)));
  await hosts[0]?.register([tool('who')]);
  const calls: Promise<string>[] = [];
  for (let round = 0; round < 10; round += 1) {
    const taken = hosts.map((host) => host.register([tool('who')], { replace: true }));
    calls.push(...hosts.map(() => call().then((result) => (result.ok ? result.text : result.error.code))));
    for (const result of await Promise.all(taken)) expect(result).toMatchObject({ errors: [] });
  }
  for (const said of await Promise.all(calls)) expect(said).toMatch(/^(host \d|tool_offline|not_found)$/);
  const last = await call();
  expect(last).toMatchObject({ ok: true, text: expect.stringMatching(/^host \d$/) });
  const serving = hosts.filter((_, index) => last.ok && last.text === `host ${index}`);
  expect(world.engine.hosts.list().filter((host) => host.tools.size > 0)).toHaveLength(1);
  const others = hosts.filter((host) => !serving.includes(host));
  await until(
    () => others.every((host) => host.changes.at(-1)?.status === 'replaced'),
    'the others are told',
  );
});

test('of two strangers that race for a name one has it, whoever dies on the way, and what is kept stays its owner’s', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [first, second] = [await hosting('first'), await hosting('second')];
    first.serve(() => text('first'));
    second.serve(() => text('second'));
    const both = [first.register([tool('who')]), second.register([tool('who')])].map((registered) =>
      registered.catch(() => ({ errors: [{ code: 'gone' }] })),
    );
    if (round % 2 === 1) await first.close();
    const answers = await Promise.all(both);
    if (round % 2 === 0) {
      const codes = answers.map(({ errors }) => (errors as { code: string }[])[0]?.code ?? 'taken').sort();
      expect(codes).toEqual(['conflict', 'taken']);
    }
    await Promise.all([first.close(), second.close()]);
    await empty();
  }
});

test('a client that dies at any step of registering, being asked about, serving or calling back leaves nothing', async () => {
  await world.ok(PERSON, 'tool_policy', { policy: 'trust' });
  const holder = await hosting('holder');
  const steps: readonly ((host: HostingClient) => Promise<unknown>)[] = [
    // While its many tools are checked.
    (host) => {
      host.register(MANY).catch(() => undefined);
      return Promise.resolve();
    },
    // As soon as they are there.
    (host) => host.register(MANY),
    // While a person is asked whether it may take a name over.
    async (host) => {
      await holder.register([tool('held')]);
      host.register([tool('held')], { replace: true }).catch(() => undefined);
      await until(async () => (await world.waiting()).length > 0, 'a person is asked');
    },
    // While it serves, and while it calls back.
    async (host) => {
      host.serve(() => new Promise(() => undefined));
      await host.register([tool('who')]);
      void call();
      await until(() => host.heard.length === 1, 'it serves');
    },
    async (host) => {
      host.serve(({ call_id }) => host.call('ext_held', {}, call_id));
      holder.serve(() => new Promise(() => undefined));
      await host.register([tool('who', { capabilities: { calls: ['ext_*'] } })]);
      void call();
      await until(() => holder.heard.length > 0, 'its callback is served');
    },
  ];
  for (const [index, step] of steps.entries()) {
    const host = await hosting(`mortal-${index}`);
    await step(host);
    await host.close();
    await until(
      () => world.engine.hosts.list().every(({ owner }) => owner.actor === 'mcp:holder'),
      `nothing is left of step ${index}`,
    );
    await until(async () => (await world.waiting()).length === 0, 'nobody is asked any more');
  }
  await holder.close();
  await empty();
});

test('what was heard once is worth nothing again: ids of calls, of serves and of hosts that are over', async () => {
  const host = new HostingServe(await clientV2(server, 'socket', true, 'replayer'));
  clients.push(host);
  await host.begun;
  host.serve(() => text('once'));
  await host.register([tool('who', { capabilities: { calls: ['scene_overview'] } })]);
  expect(await call()).toMatchObject({ ok: true, text: 'once' });
  const [heard] = host.heard;
  const old = host.host;
  await expect(
    host.request(RESULT_METHOD, { call_id: heard?.call_id, result: text('twice') }),
  ).rejects.toThrow('waits for this client');
  expect(await host.call('scene_overview', {}, heard?.call_id)).toMatchObject({ isError: true });
  await host.request('skywalker/tools/unregister', { all: true });
  await host.ended;
  for (const [method, params] of [
    ['skywalker/tools/register', { tools: [tool('who')] }],
    [RESULT_METHOD, { call_id: heard?.call_id, result: text('thrice') }],
  ] as const)
    await expect(host.request(method, { ...params, host: old })).rejects.toThrow('No skywalker/tools/serve');
  const { structuredContent } = await host.call('tool_host_register', { tools: [tool('polled')] });
  const { host: secret } = structuredContent as { host: string };
  await host.call('tool_host_unregister', { host: secret });
  for (const [name, args] of [
    ['tool_host_poll', { wait_ms: 0 }],
    ['tool_host_reply', { call: 1, text: 'x' }],
    ['tool_host_register', { tools: [tool('polled')] }],
  ] as const)
    expect(await host.call(name, { host: secret, ...args }), name).toMatchObject({ isError: true });
  await empty();
});

/** Clients that serve tools while their connection is full, lost, or not theirs. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { PERSON, RosterWorld, STRANGER, until } from '../../engine/agents/world.fixture';
import { Project } from '../../engine/project/project';
import type { ToolResult } from '../../engine/tools/definition';
import { buildEntry } from '../../testkit/built-entry';
import { startServer, type ServerHandle, type ServerOptions } from '../host';
import { clientV1, clientV2 } from '../testkit/clients';
import { HostingServe, hostV1, hostV2, sessionV2, type Fields } from '../testkit/hosting';
import { newFolder } from '../testkit/small-engine';
import {
  EXTERNAL_TOOLS_CAPABILITY,
  LIST_METHOD,
  REGISTER_METHOD,
  RESULT_METHOD,
  SERVE_METHOD,
} from './protocol';

let world: RosterWorld;
let server: ServerHandle;
const clients: { close(): Promise<void> }[] = [];

async function open(options: Partial<ServerOptions> = {}): Promise<void> {
  world = await RosterWorld.open();
  server = await startServer({
    engine: world.engine,
    http: { port: 0 },
    userFolder: newFolder(),
    ...options,
  });
}

function kept<T extends { close(): Promise<void> }>(client: T): T {
  clients.push(client);
  return client;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await world.close();
});

const RECALL = {
  name: 'recall',
  description: 'Searches what the team has noted. Example: {}',
  capabilities: { calls: ['scene_overview'] },
};

const recall = (): Promise<ToolResult> => world.call(STRANGER, 'ext_recall', {});
const text = (said: string): Fields => ({ content: [{ type: 'text', text: said }] });

/** `count` calls that wait until the events that they ask for come, which they never do. */
function polls(
  host: { call(name: string, args: Fields): Promise<Fields> },
  count: number,
): Promise<unknown>[] {
  const args = { since: world.engine.events.last, wait_ms: 25_000, types: ['asset'] };
  return Array.from({ length: count }, () => host.call('events_poll', args).catch(() => 'ended'));
}

describe('a full connection', () => {
  test('answers and callbacks come through while as many requests wait as may, and more are refused', async () => {
    await open({ socketLimits: { maxInFlight: 4 } });
    const host = kept(hostV2(await clientV2(server, 'socket', false, 'busy')));
    host.serve(async ({ call_id }) => {
      const overview = await host.call('scene_overview', {}, call_id);
      return text(overview.isError === true ? 'refused' : 'served');
    });
    await host.register([RECALL]);
    const waiting = polls(host, 4);
    await until(() => world.engine.events.waiting === 4, 'four are being served');
    // Four more wait their turn, and one has no room.
    const held = polls(host, 4);
    await expect(host.call('scene_overview', {})).rejects.toThrow(
      'Too many requests at once: 4 are being served and 4 wait',
    );
    expect(await recall()).toMatchObject({ ok: true, text: 'served' });
    expect(await host.request(LIST_METHOD, {})).toMatchObject({ tools: [{ name: 'ext_recall' }] });
    world.engine.events.append({ type: 'asset', actor: 'system', summary: 'one', data: {} });
    await Promise.all([...waiting, ...held]);
  });

  test('one that serves nothing waits as ever, and none of its requests is refused', async () => {
    await open({ socketLimits: { maxInFlight: 2 } });
    const client = kept(await clientV2(server, 'socket', false));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.callTool({ name: 'scene_overview', arguments: {} })),
    );
    expect(answers.every((answer) => answer.isError !== true)).toBe(true);
  });

  test('a request that waits its turn is taken back before it begins', async () => {
    await open({ socketLimits: { maxInFlight: 1 } });
    const client = kept(await clientV2(server, 'socket', false, 'busy'));
    const first = polls(hostV2(client), 1);
    await until(() => world.engine.events.waiting === 1, 'one is being served');
    const cancel = new AbortController();
    const second = client
      .callTool({ name: 'entity_create', arguments: { name: 'Never' } }, { signal: cancel.signal })
      .catch(() => 'cancelled');
    cancel.abort();
    expect(await second).toBe('cancelled');
    world.engine.events.append({ type: 'asset', actor: 'system', summary: 'one', data: {} });
    await Promise.all(first);
    await client.callTool({ name: 'scene_overview', arguments: {} });
    expect(world.names).toEqual([]);
  });

  test('over HTTP too: the calls that wait for a client leave room for what it says', async () => {
    await open({ http: { port: 0, limits: { maxInFlight: 4, maxPerClient: 4 } } });
    const host = kept(hostV1(await clientV1(server, 'http', 'busy')));
    host.serve(async ({ call_id }) => {
      await until(() => host.heard.length === 4, 'all four calls are here');
      const overview = await host.call('scene_overview', {}, call_id);
      return text(overview.isError === true ? 'refused' : 'served');
    });
    await host.register([RECALL]);
    const caller = kept(await clientV2(server, 'http', false, 'caller'));
    const calls = Array.from({ length: 4 }, () => caller.callTool({ name: 'ext_recall', arguments: {} }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ content }) => content[0])).toEqual(Array(4).fill({ type: 'text', text: 'served' }));
  });
});

describe('an answer that is longer than what is read', () => {
  test.each([
    ['socket', { socketLimits: { maxLineBytes: 100_000 } }],
    ['http', { http: { port: 0, limits: { maxBodyBytes: 100_000 } } }],
  ] as const)('over %s, it fails the call at once, and no other request', async (way, limits) => {
    await open(limits);
    const host = kept(hostV2(await clientV2(server, way, false)));
    host.serve(() => text(host.heard.length === 1 ? 'x'.repeat(200_000) : 'small'));
    await host.register([RECALL]);
    const waiting = host.call('scene_overview', {});
    const first = await recall();
    expect(first).toMatchObject({ ok: false, error: { code: 'output_too_large' } });
    expect(await recall()).toMatchObject({ ok: true, text: 'small' });
    expect((await waiting).isError).not.toBe(true);
  });
});

describe('a client of the port', () => {
  test('that loses its stream and comes back keeps its tools', async () => {
    await open({ hostGraceMs: 60_000 });
    let streams = 0;
    let stream = new AbortController();
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
      reconnectionOptions: {
        initialReconnectionDelay: 20,
        maxReconnectionDelay: 20,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 50,
      },
      fetch: async (url, init) => {
        if (init?.method !== 'GET') return fetch(url, init);
        const response = await fetch(url, { ...init, signal: stream.signal });
        if (response.ok) streams += 1;
        return response;
      },
    });
    const client = kept(new Client({ name: 'sleeper', version: '1' }, { capabilities: {} }));
    await client.connect(transport);
    const host = hostV2(client);
    host.serve(() => text('here'));
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'here' });
    // As when a laptop sleeps: the stream is cut, and the SDK's client opens another by itself.
    const lost = stream;
    stream = new AbortController();
    lost.abort(new Error('cut'));
    await until(() => streams === 2, 'it is back');
    expect(await recall()).toMatchObject({ ok: true, text: 'here' });
  });

  test('that stays away loses its tools, and may register them again', async () => {
    await open({ hostGraceMs: 40 });
    const host = await sessionV2(server);
    host.serve(() => text('here'));
    await host.register([RECALL]);
    await host.close();
    await until(
      () => !world.engine.registry.active().some(({ name }) => name === 'ext_recall'),
      'its tool is gone',
    );
    const again = kept(await sessionV2(server));
    again.serve(() => text('again'));
    await again.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'again' });
  });
});

test('what is offered stands in initialize and in discover', async () => {
  await open();
  for (const modern of [false, true]) {
    const client = kept(await clientV2(server, 'socket', modern));
    expect(client.getServerCapabilities()?.experimental).toEqual(EXTERNAL_TOOLS_CAPABILITY);
  }
});

test('a host that a person sends away is gone, and its client may register again', async () => {
  await open();
  const host = kept(hostV2(await clientV2(server, 'socket', false)));
  host.serve(() => text('here'));
  await host.register([RECALL]);
  const { hosts } = await world.ok(PERSON, 'tool_host_list');
  await world.ok(PERSON, 'tool_host_unregister', { host: (hosts as { id: string }[])[0]?.id ?? '' });
  expect(await host.request(LIST_METHOD, {})).toMatchObject({ tools: [] });
  expect(await recall()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await host.register([RECALL]);
  expect(await recall()).toMatchObject({ ok: true, text: 'here' });
});

describe('an open serve', () => {
  test('is its client’s alone, and ends when nothing is served any more', async () => {
    await open();
    const client = kept(await clientV2(server, 'http', true, 'memory'));
    const host = new HostingServe(client);
    await host.begun;
    await host.register([RECALL]);
    const thief = kept(await clientV2(server, 'http', true, 'thief'));
    const stolen = { host: host.host, call_id: 'c1:x', result: text('mine') };
    for (const method of [LIST_METHOD, RESULT_METHOD])
      await expect(hostV2(thief).request(method, stolen)).rejects.toThrow('No skywalker/tools/serve');
    await host.request('skywalker/tools/unregister', { all: true });
    expect(await host.ended).toBeDefined();
    await expect(host.register([RECALL])).rejects.toThrow('No skywalker/tools/serve');
  });

  test('is needed where the server can’t send requests, and the refusal says so', async () => {
    await open();
    const client = kept(hostV2(await clientV2(server, 'http', true)));
    await expect(client.request(REGISTER_METHOD, { tools: [RECALL] })).rejects.toThrow(
      'skywalker/tools/serve',
    );
  });

  test('is there for others where one connection keeps as many open as it may', async () => {
    await open();
    const greedy = hostV2(kept(await clientV2(server, 'socket', true, 'greedy')));
    const kept64 = Array.from({ length: 64 }, () => greedy.request(SERVE_METHOD, {}).catch(() => 'ended'));
    await expect(greedy.request(SERVE_METHOD, {})).rejects.toThrow('of this connection are open already');
    const host = new HostingServe(kept(await clientV2(server, 'socket', true, 'modest')));
    await host.begun;
    host.serve(() => text('here'));
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'here' });
    await greedy.close();
    expect(await Promise.all(kept64)).toEqual(Array.from({ length: 64 }, () => 'ended'));
  });

  test('clients without a connection that invent names leave room: who serves nothing gives way, and sockets are apart', async () => {
    await open();
    const serve = async (name: string): Promise<HostingServe> => {
      const host = new HostingServe(kept(await clientV2(server, 'http', true, name)));
      await host.begun;
      return host;
    };
    const idle: HostingServe[] = [];
    for (let index = 0; index < 64; index += 1) idle.push(await serve(`invented-${index}`));
    const honest = await serve('honest');
    honest.serve(() => text('here'));
    await honest.register([RECALL]);
    // The oldest that serves nothing has given way, and is told.
    expect(await idle[0]?.ended).not.toBeInstanceOf(Error);
    // However many come after that, who serves stays.
    for (let index = 0; index < 64; index += 1) await serve(`again-${index}`);
    expect(await recall()).toMatchObject({ ok: true, text: 'here' });
  });

  test('can be used on a connection with a handshake as well', async () => {
    await open();
    const host = new HostingServe(kept(await clientV2(server, 'socket', false)));
    await host.begun;
    host.serve(() => text('here'));
    await host.register([RECALL]);
    expect(await recall()).toMatchObject({ ok: true, text: 'here' });
  });
});

test('over stdio, a client serves a tool that it calls itself on the same connection', async () => {
  await open();
  const cli = await buildEntry('src-main/cli/main.ts');
  const project = join(newFolder(), 'own');
  await Project.create(project, { name: 'Own' });
  try {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cli.script, 'mcp', '--project', project],
      env: { PATH: process.env.PATH ?? '', SKYWALKER_HOME: newFolder() },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'stdio', version: '1' }, { capabilities: {} });
    await client.connect(transport);
    const host = kept(hostV2(client));
    host.serve(async ({ call_id }) => {
      const overview = await host.call('scene_overview', {}, call_id);
      return text(overview.isError === true ? 'refused' : 'served');
    });
    await host.register([RECALL]);
    expect(await host.call('ext_recall', {})).toMatchObject(text('served'));
  } finally {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    cli.remove();
  }
});

/** Agents of the roster over the wire: the official clients, the real engine, by every transport. */
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idOf, PERSON, RosterWorld, until } from '../engine/agents/world.fixture';
import { startServer, type ServerHandle } from './host';
import { proveTerminal } from './terminal-client';
import { TerminalKey } from './terminal-identity';
import { clientV1, clientV2 } from './testkit/clients';
import { newFolder } from './testkit/small-engine';

let world: RosterWorld;
let server: ServerHandle;
let home: string;
const clients: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  world = await RosterWorld.open({ nimbus: { autonomy: 'ask' }, eye: { autonomy: 'observe' } });
  home = newFolder();
  server = await startServer({ engine: world.engine, http: { port: 0 }, userFolder: home });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await world.close();
});

async function kept<T extends { close(): Promise<void> }>(client: Promise<T>): Promise<T> {
  const made = await client;
  clients.push(made);
  return made;
}

type AnyClient = ClientV1 | ClientV2;
const ways: [string, (name: string) => Promise<AnyClient>][] = [
  ['v1 client over HTTP', (name) => clientV1(server, 'http', name)],
  ['v1 client over the socket', (name) => clientV1(server, 'socket', name)],
  ['v2 client over HTTP, with a session', (name) => clientV2(server, 'http', false, name)],
  ['v2 client over HTTP, stateless', (name) => clientV2(server, 'http', true, name)],
  ['v2 client over the socket, stateless', (name) => clientV2(server, 'socket', true, name)],
];

async function waitingCall(): Promise<string> {
  let call = '';
  await until(async () => {
    const [first] = await world.waiting();
    call = first === undefined ? '' : idOf(first);
    return first !== undefined;
  }, 'the call waits');
  return call;
}

describe.each(ways)('%s', (_way, connect) => {
  const create = (client: AnyClient, options = {}): Promise<Record<string, unknown>> => {
    const call = { name: 'entity_create', arguments: { name: 'Lamp' } };
    return client instanceof ClientV1
      ? client.callTool(call, undefined, options)
      : client.callTool(call, options);
  };

  test('waits, and gets the real result after Allow', async () => {
    const client = await kept(connect('claude-code/nimbus'));
    const answer = create(client);
    const call = await waitingCall();
    expect((await world.waiting())[0]).toMatchObject({ actor: 'mcp:claude-code/nimbus', agent: 'nimbus' });
    await world.answer(call, true);
    expect(await answer).toMatchObject({ structuredContent: { name: 'Lamp' } });
    expect(world.names).toEqual(['Lamp']);
  });

  test('is told the reason when it is declined', async () => {
    const client = await kept(connect('claude-code/nimbus'));
    const answer = create(client);
    await world.answer(await waitingCall(), false, 'Not here.');
    expect(await answer).toMatchObject({
      isError: true,
      _meta: {
        'skywalker/error': {
          error: 'declined',
          message: 'The person declined this call of entity_create: Not here.',
        },
      },
    });
  });

  test('that cancels does not wait any more, and a late Allow runs nothing', async () => {
    const client = await kept(connect('claude-code/nimbus'));
    const cancel = new AbortController();
    const answer = create(client, { signal: cancel.signal }).catch(() => 'cancelled');
    const call = await waitingCall();
    cancel.abort();
    expect(await answer).toBe('cancelled');
    await until(async () => (await world.waiting()).length === 0, 'it does not wait');
    expect(await world.answer(call, true)).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    expect(world.names).toEqual([]);
  });

  test('that goes away does not wait any more, and a late Allow runs nothing', async () => {
    const client = await connect('claude-code/nimbus');
    const answer = create(client).catch(() => 'gone');
    const call = await waitingCall();
    await client.close();
    expect(await answer).toBe('gone');
    await until(async () => (await world.waiting()).length === 0, 'it does not wait');
    expect(await world.answer(call, true)).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    expect(world.names).toEqual([]);
    expect(world.events('policy.withdrawn')).toMatchObject([{ call, actor: 'mcp:claude-code/nimbus' }]);
  });

  test('hears that it waits, so that it gives it time', async () => {
    const client = await kept(connect('claude-code/nimbus'));
    const heard: (string | undefined)[] = [];
    const answer = create(client, {
      onprogress: ({ message }: { message?: string }) => heard.push(message),
    });
    const call = await waitingCall();
    await until(() => heard.length > 0, 'it hears that it waits');
    expect(heard[0]).toBe('Waits for a person to allow it');
    await world.answer(call, true);
    await answer;
  });

  test('is offered what it may call, and told when that changes', async () => {
    const client = await kept(connect('claude-code/eye'));
    const names = async (): Promise<string[]> => {
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor });
        all.push(...page.tools.map((tool) => tool.name));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return all;
    };
    const before = await names();
    expect(before).toContain('scene_query');
    expect(before).not.toContain('entity_create');
    await world.ok(PERSON, 'studio_agent_define', { id: 'eye', autonomy: 'autonomous' });
    expect(await names()).toContain('entity_create');
  });
});

test('a person at a terminal answers over the socket, a script of theirs does not', async () => {
  const client = await kept(clientV2(server, 'http', true, 'claude-code/nimbus'));
  const answer = client.callTool({ name: 'entity_create', arguments: { name: 'Lamp' } });
  const call = await waitingCall();
  const place = { socket: server.socket, project: world.engine.project.folder };
  const key = await TerminalKey.load(home);
  const tried = [];
  for (const interactive of [false, true]) {
    const terminal = await kept(clientV2(server, 'socket', false, 'skywalker-cli'));
    expect(await proveTerminal(terminal, key, place, interactive)).toMatchObject({ ok: true });
    tried.push(await terminal.callTool({ name: 'call_answer', arguments: { call, allow: true } }));
  }
  expect(tried).toMatchObject([
    { isError: true, _meta: { 'skywalker/error': { error: 'approval_requires_human' } } },
    { structuredContent: { call, answer: 'allowed' } },
  ]);
  expect(await answer).toMatchObject({ structuredContent: { name: 'Lamp' } });
  expect(world.events('policy.allowed')).toMatchObject([{ actor: 'cli', call }]);
});

test('connected clients hear that an agent may do something else now', async () => {
  const client = await kept(clientV2(server, 'socket', false, 'claude-code/eye'));
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1;
  });
  world.write('eye', { autonomy: 'autonomous' });
  await until(() => changes > 0, 'it hears of it');
});

test('calls that wait take no room from other clients of the port', async () => {
  await server.close();
  server = await startServer({
    engine: world.engine,
    http: { port: 0, limits: { maxInFlight: 4 } },
    userFolder: newFolder(),
  });
  const asking = await kept(clientV2(server, 'http', true, 'claude-code/nimbus'));
  const calls = Array.from({ length: 8 }, (_, index) =>
    asking.callTool({ name: 'entity_create', arguments: { name: `Lamp ${index}` } }),
  );
  await until(async () => (await world.waiting()).length === 8, 'all of them wait');
  const other = await kept(clientV2(server, 'http', true, 'other'));
  await other.callTool({ name: 'entity_create', arguments: { name: 'Mine' } });
  expect(world.names).toEqual(['Mine']);
  for (const waiting of await world.waiting()) await world.answer(idOf(waiting), true);
  await Promise.all(calls);
  expect(world.names.length).toBe(9);
});

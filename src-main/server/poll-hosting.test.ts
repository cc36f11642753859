/** Clients that serve tools by asking for calls: the official client over the socket, several connections of one client. */
import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PERSON, RosterWorld, STRANGER, until } from '../engine/agents/world.fixture';
import type { JsonObject } from '../engine/json';
import { connectBy } from './churn/ways';
import { startServer, type ServerHandle } from './host';
import { clientV2 } from './testkit/clients';
import { newFolder } from './testkit/small-engine';

let world: RosterWorld;
let server: ServerHandle;
const clients: Client[] = [];

beforeEach(async () => {
  world = await RosterWorld.open();
  server = await startServer({ engine: world.engine, http: { port: 0 }, userFolder: newFolder() });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
  await world.close();
});

async function client(way: 'http' | 'socket', name: string): Promise<Client> {
  const made = await clientV2(server, way, false, name);
  clients.push(made);
  return made;
}

interface Call {
  readonly call: number;
  readonly call_id: string;
  readonly args: JsonObject;
  readonly actor: string;
}

async function ok(by: Client, name: string, args: JsonObject, callId?: string): Promise<JsonObject> {
  const result = await by.callTool({
    name,
    arguments: args,
    ...(callId === undefined ? {} : { _meta: { 'skywalker/call_id': callId } }),
  });
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  return (result.structuredContent ?? {}) as JsonObject;
}

async function nextCall(by: Client, host: string): Promise<Call> {
  const { calls } = await ok(by, 'tool_host_poll', { host });
  const [call] = calls as unknown as Call[];
  if (call === undefined) throw new Error('no call came');
  return call;
}

const BUILD: JsonObject = {
  name: 'build',
  description: 'Builds what it is told to, by calling back. Example: {"what": "a door"}',
  input_schema: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
  capabilities: { mutate: true, calls: ['entity_create'] },
};

test('one connection polls, another answers, a third calls back: the caller gets one result and one undo step', async () => {
  const poller = await client('socket', 'harness/tool-host');
  const replier = await client('socket', 'harness/tool-host-reply');
  const lane = await client('socket', 'harness/mira');
  const caller = await client('http', 'caller');
  await world.ok(PERSON, 'tool_policy', { policy: 'trust' });
  const { host } = await ok(poller, 'tool_host_register', { tools: [BUILD] });
  const id = host as string;
  const waiting = nextCall(poller, id);
  const result = caller.callTool({ name: 'py_build', arguments: { what: 'Door' } });
  const call = await waiting;
  expect(call).toMatchObject({ args: { what: 'Door' }, actor: 'mcp:caller' });
  await ok(lane, 'entity_create', { name: 'Door' }, call.call_id);
  await ok(replier, 'tool_host_reply', {
    host: id,
    call: call.call,
    text: 'a door',
    structured: { made: 1 },
  });
  expect((await result).structuredContent).toEqual({ made: 1 });
  expect(world.engine.history.steps().at(-1)).toMatchObject({ actor: 'mcp:caller', label: 'Build' });
  // With the id of a call that has ended, nothing is called.
  const late = await lane.callTool({
    name: 'entity_create',
    arguments: { name: 'Late' },
    _meta: { 'skywalker/call_id': call.call_id },
  });
  expect(JSON.stringify(late.content)).toContain('unknown_call');
});

test('a poller that dies while it waits takes no call along; over a new connection the host goes on', async () => {
  const first = await connectBy('socket', server, 'harness');
  const answer = (await first.call('tool_host_register', {
    tools: [{ ...BUILD, capabilities: {} }],
  })) as { result: { structuredContent: { host: string } } };
  const { host } = answer.result.structuredContent;
  const poll = first.call('tool_host_poll', { host });
  await until(() => world.engine.hosts.list()[0]?.tools.size === 1, 'the host');
  first.kill();
  await expect(poll).rejects.toThrow('gone');
  const result = world.call(STRANGER, 'py_build', { what: 'Door' });
  const second = await client('socket', 'harness');
  const call = await nextCall(second, host);
  await ok(second, 'tool_host_reply', { host, call: call.call, text: 'after all' });
  expect(await result).toMatchObject({ ok: true, text: 'after all' });
});

test('on the port a poll answers at once and says why; what is served is called all the same', async () => {
  const poller = await client('http', 'harness');
  const { host } = await ok(poller, 'tool_host_register', { tools: [{ ...BUILD, capabilities: {} }] });
  const id = host as string;
  const empty = await poller.callTool({ name: 'tool_host_poll', arguments: { host: id, wait_ms: 25_000 } });
  expect(empty.structuredContent).toMatchObject({ calls: [] });
  expect(JSON.stringify(empty)).toContain('agent-socket connections only');
  const result = world.call(STRANGER, 'py_build', { what: 'Door' });
  const call = await nextCall(poller, id);
  await ok(poller, 'tool_host_reply', { host: id, call: call.call, text: 'done' });
  expect(await result).toMatchObject({ ok: true, text: 'done' });
});

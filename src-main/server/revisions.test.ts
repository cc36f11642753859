/** Each revision of the protocol that is served, over every transport; and what differs between them. */
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type ServerHandle } from './host';
import type { Prompts } from './prompts';
import { clientV1, clientV2, MODERN, transportV1, WAYS, type Way } from './testkit/clients';
import { newFolder, PIXEL, SmallEngine, until } from './testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
let prompts: Prompts;
const clients: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  engine = new SmallEngine();
  server = await startServer({
    engine,
    http: { port: 0 },
    userFolder: newFolder(),
    extend: (offered) => (prompts = offered.prompts),
  });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
});

async function kept<T extends { close(): Promise<void> }>(client: Promise<T>): Promise<T> {
  clients.push(await client);
  return client;
}

/** A client that asks for a revision, and the one that it was given. */
async function askingFor(revision: string, way: Way): Promise<{ client: ClientV1; given: unknown }> {
  const client = new ClientV1({ name: 'old', version: '1' }, { capabilities: {} });
  const transport = transportV1(server, way);
  const send = transport.send.bind(transport) as (message: object, options?: object) => Promise<void>;
  transport.send = (message: object, options?: object) =>
    send(
      'method' in message && message.method === 'initialize' && 'params' in message
        ? { ...message, params: { ...(message.params as object), protocolVersion: revision } }
        : message,
      options,
    );
  let given: unknown;
  const before = 'setProtocolVersion' in transport ? transport.setProtocolVersion.bind(transport) : undefined;
  Object.assign(transport, {
    setProtocolVersion: (version: string) => {
      given = version;
      before?.(version);
    },
  });
  await client.connect(transport);
  clients.push(client);
  return { client, given };
}

describe.each(WAYS)('over %s', (way) => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'a client of %s is served in it',
    async (revision) => {
      const { client, given } = await askingFor(revision, way);
      expect(given).toBe(revision);
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo');
      expect(await client.callTool({ name: 'echo', arguments: { message: revision } })).toMatchObject({
        content: [{ type: 'text', text: revision }, {}],
      });
      expect((await client.listPrompts()).prompts.length).toBe(2);
    },
  );

  test('a handshake that asks for a revision of the future gets the newest that has one', async () => {
    expect((await askingFor('2099-01-01', way)).given).toBe('2025-11-25');
  });

  test('server/discover names the stateless revision, what is offered, and who answers', async () => {
    const client = await kept(clientV2(server, way, true));
    expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
    expect(client.getServerVersion()).toEqual({ name: 'skywalker', title: 'Skywalker', version: '9.9.9' });
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      resources: { subscribe: true },
      prompts: { listChanged: true },
      completions: {},
    });
  });

  test('content of every kind arrives in order', async () => {
    engine.add('show', () => ({
      ok: true,
      text: '',
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', data: PIXEL, mimeType: 'image/webp' },
        { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
        { type: 'resource', uri: 'test://a', mimeType: 'text/plain', text: 'two' },
        { type: 'resource', uri: 'test://b', mimeType: 'image/png', blob: PIXEL },
        { type: 'resource_link', uri: 'test://c', name: 'c' },
      ],
    }));
    const client = await kept(clientV1(server, way));
    expect((await client.callTool({ name: 'show', arguments: {} })).content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'image', data: PIXEL, mimeType: 'image/webp' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'test://a', mimeType: 'text/plain', text: 'two' } },
      { type: 'resource', resource: { uri: 'test://b', mimeType: 'image/png', blob: PIXEL } },
      { type: 'resource_link', uri: 'test://c', name: 'c' },
    ]);
  });

  test('with a handshake, what a tool says arrives from the level on that was set', async () => {
    engine.add('talk', (_args, { onLog }) => {
      onLog?.('info', 'working');
      onLog?.('error', 'broken');
      return { ok: true, text: 'done', warnings: ['careful'] };
    });
    const client = await kept(clientV1(server, way));
    const heard: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void heard.push(params));
    const line = (level: string, message: string): object => ({
      level,
      logger: 'skywalker',
      data: { tool: 'talk', message },
    });
    await client.setLoggingLevel('warning');
    await client.callTool({ name: 'talk', arguments: {} });
    await until(() => heard.length === 2, 'two of three arrive');
    expect(heard).toEqual([line('error', 'broken'), line('warning', 'careful')]);
    await client.setLoggingLevel('debug');
    await client.callTool({ name: 'talk', arguments: {} });
    await until(() => heard.length === 5, 'all arrive');
    expect(heard[2]).toEqual(line('info', 'working'));
  });

  test('without a handshake, it arrives where the call asks for it, and nowhere else', async () => {
    engine.add('talk', (_args, { onLog }) => {
      onLog?.('info', 'working');
      return { ok: true, text: 'done', warnings: ['careful'] };
    });
    const client = await kept(clientV2(server, way, true));
    const heard: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params.level));
    await client.callTool({ name: 'talk', arguments: {} });
    const asking = { 'io.modelcontextprotocol/logLevel': 'warning' };
    await client.callTool({ name: 'talk', arguments: {}, _meta: asking });
    await until(() => heard.length > 0, 'the warning arrives');
    expect(heard).toEqual(['warning']);
  });

  test('a prompt that comes is told in both lifecycles', async () => {
    const told: string[] = [];
    const old = await kept(clientV2(server, way, false));
    old.setNotificationHandler('notifications/prompts/list_changed', () => void told.push('old'));
    const modern = await kept(clientV2(server, way, true));
    modern.setNotificationHandler('notifications/prompts/list_changed', () => void told.push('modern'));
    await modern.listen({ promptsListChanged: true });
    for (let i = 0; i < 2; i += 1) await old.listPrompts();
    prompts.add({ name: 'more', title: 'More', description: 'More.', answer: () => ({ messages: [] }) });
    await until(() => told.length === 2, `both hear of it: ${told.join()}`);
    expect(told.sort()).toEqual(['modern', 'old']);
    expect((await modern.listPrompts()).prompts.map((prompt) => prompt.name)).toContain('more');
  });
});

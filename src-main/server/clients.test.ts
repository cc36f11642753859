/** The official clients, both generations, over HTTP and the agent socket, in both lifecycles of the protocol. */
import type { Client as ClientV2 } from '@modelcontextprotocol/client';
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type ServerHandle } from './host';
import { clientV1, clientV2, WAYS } from './testkit/clients';
import { newFolder, PIXEL, SmallEngine, until } from './testkit/small-engine';

let engine: SmallEngine;
let server: ServerHandle;
const clients: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  engine = new SmallEngine();
  const docsFolder = join(newFolder(), 'docs');
  mkdirSync(docsFolder);
  writeFileSync(join(docsFolder, 'tools.md'), '# Tools\n');
  server = await startServer({ engine, http: { port: 0 }, userFolder: newFolder(), docsFolder });
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
});

type AnyClient = ClientV1 | ClientV2;
const ways: [string, () => Promise<AnyClient>][] = [
  ['v1 client over HTTP', () => clientV1(server, 'http')],
  ['v1 client over the socket', () => clientV1(server, 'socket')],
  ['v1 client over standard streams', () => clientV1(server, 'stdio')],
  ['v2 client over HTTP, with a session', () => clientV2(server, 'http', false)],
  ['v2 client over HTTP, stateless', () => clientV2(server, 'http', true)],
  ['v2 client over the socket, with a handshake', () => clientV2(server, 'socket', false)],
  ['v2 client over the socket, stateless', () => clientV2(server, 'socket', true)],
  ['v2 client over standard streams, with a handshake', () => clientV2(server, 'stdio', false)],
  ['v2 client over standard streams, stateless', () => clientV2(server, 'stdio', true)],
];

describe.each(ways)('%s', (name, connect) => {
  let client: AnyClient;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
    (client as ClientV2).callTool({ name: tool, arguments: args });

  beforeEach(async () => {
    client = await connect();
    clients.push(client);
  });

  test('lists tools with title, annotations and category, and calls one', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name).filter((tool) => tool !== 'steps')).toEqual([
      'big',
      'crash',
      'draw',
      'echo',
      'fail',
      'scene_overview',
      'wait',
      'whoami',
    ]);
    expect(tools[3]).toMatchObject({
      title: 'echo',
      annotations: {
        title: 'echo',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      _meta: { 'skywalker/category': 'test' },
    });
    expect(await call('echo', { message: 'grüße 🦊' })).toMatchObject({
      content: [
        { type: 'text', text: 'grüße 🦊' },
        { type: 'text', text: '{"message":"grüße 🦊"}', annotations: { audience: ['assistant'] } },
      ],
      structuredContent: { message: 'grüße 🦊' },
    });
  });

  test("acts as mcp: and the client's own name", async () => {
    const expected = name.startsWith('v1') ? 'mcp:v1-client' : 'mcp:v2-client';
    expect((await call('whoami'))['structuredContent']).toEqual({ actor: expected, kind: 'agent' });
    expect(server.connections().map((connection) => connection.actor)).toEqual([expected]);
  });

  test('gets a failing tool as a result with code, message and hint', async () => {
    expect(await call('fail')).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'error [tool_failed]: The well is dry.\nhint: Dig deeper.' }],
      structuredContent: { error: 'tool_failed', message: 'The well is dry.', hint: 'Dig deeper.' },
    });
  });

  test('S-65: an unknown tool is a protocol error with a suggestion, a pending one a result that says what it waits for', async () => {
    await expect(call('ecko')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Did you mean "echo"?'),
    });
    engine.addPending('user_dig');
    expect((await client.listTools()).tools.map((tool) => tool.name)).not.toContain('user_dig');
    expect(await call('user_dig')).toMatchObject({
      isError: true,
      structuredContent: { error: 'approval_required', message: 'user_dig waits for approval.' },
    });
  });

  test('S-61: an image comes as an image, and warnings beside the text', async () => {
    expect(await call('draw')).toMatchObject({
      content: [
        { type: 'text', text: 'drawn' },
        { type: 'text', text: 'warning: small' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
      ],
      _meta: { 'skywalker/warnings': ['small'] },
    });
  });

  test.each([63_000, 65_000, 1_000_000])('S-62: a result of %d bytes arrives whole', async (bytes) => {
    const { content } = (await call('big', { bytes })) as { content: { text: string }[] };
    expect(content[0]?.text.length).toBe(bytes);
  });

  test('a call that asks for it is told of progress, and not of every step', async () => {
    const seen: { progress: number; message?: string }[] = [];
    const request = { name: 'steps', arguments: {} };
    const options = {
      onprogress: (progress: { progress: number; message?: string }) => void seen.push(progress),
    };
    await (name.startsWith('v1')
      ? (client as ClientV1).callTool(request, undefined, options)
      : (client as ClientV2).callTool(request, options));
    expect(seen[0]).toMatchObject({ progress: 1, message: 'echo is done (1 calls)' });
    expect(seen.length).toBeLessThan(50);
  });

  test('cancelling a call cancels it in the engine', async () => {
    const controller = new AbortController();
    const request = { name: 'wait', arguments: {} };
    const options = { signal: controller.signal };
    const waiting = name.startsWith('v1')
      ? (client as ClientV1).callTool(request, undefined, options)
      : (client as ClientV2).callTool(request, options);
    waiting.catch(() => undefined);
    await until(() => engine.waiting === 1, 'the call waits');
    controller.abort();
    await until(() => engine.aborted.length === 1, 'the engine hears of it');
    await expect(waiting).rejects.toThrow();
  });

  test('reads resources and prompts and completes names', async () => {
    const read = async (uri: string): Promise<string> => {
      const [first] = (await client.readResource({ uri })).contents;
      return first && 'text' in first ? String(first.text) : '';
    };
    expect((await client.listResources()).resources.map((resource) => resource.uri)).toEqual([
      'skywalker://scene/overview',
      'skywalker://tools',
      'skywalker://docs/tools',
    ]);
    expect(await read('skywalker://scene/overview')).toBe('3 entities');
    expect(await read('skywalker://docs/tools')).toBe('# Tools\n');
    expect(JSON.parse(await read('skywalker://tools/echo'))).toMatchObject({
      name: 'echo',
      description: 'The tool echo.',
    });
    for (const uri of ['skywalker://tools/nothing', 'skywalker://docs/../package', 'file:///etc/passwd']) {
      await expect(read(uri)).rejects.toThrow();
    }
    expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toEqual([
      'define_tool',
      'review_tool',
    ]);
    const prompt = await client.getPrompt({ name: 'define_tool', arguments: { task: 'count trees' } });
    expect(JSON.stringify(prompt.messages)).toContain('count trees');
    engine.addPending('user_dig');
    const completed = await client.complete({
      ref: { type: 'ref/prompt', name: 'review_tool' },
      argument: { name: 'name', value: 'us' },
    });
    expect(completed.completion.values).toEqual(['user_dig']);
  });
});

test('S-64: 250 tools come in pages without gap or repetition, also while tools come and go', async () => {
  for (let i = 0; i < 250; i += 1)
    engine.add(`tool_${String(i).padStart(3, '0')}`, () => ({ ok: true, text: '' }));
  const client = await clientV1(server, 'socket');
  clients.push(client);
  const names: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await client.listTools({ cursor });
    names.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
    pages += 1;
    engine.add('aaa_new', () => ({ ok: true, text: '' }));
  } while (cursor !== undefined);
  expect(pages).toBe(3);
  expect(names.filter((name) => name.startsWith('tool_')).length).toBe(250);
  expect(new Set(names).size).toBe(names.length);
  await expect(client.listTools({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32602 });
});

test('a client never gets an error that fails the output schema of its tool', async () => {
  engine.add('measure', () => ({ ok: false, error: { code: 'not_found', message: 'No entity 4.' } }), {
    outputSchema: {
      type: 'object',
      properties: { length: { type: 'number' } },
      required: ['length'],
      additionalProperties: false,
    },
  });
  for (const client of [await clientV1(server, 'http'), await clientV2(server, 'http', false)]) {
    clients.push(client);
    await client.listTools();
    const result = await (client as ClientV2).callTool({ name: 'measure', arguments: {} });
    expect(result).toMatchObject({
      isError: true,
      _meta: { 'skywalker/error': { error: 'not_found', message: 'No entity 4.' } },
    });
    expect(result.structuredContent).toBeUndefined();
  }
});

test('S-33: a burst of changes is told once, on every transport and in both lifecycles', async () => {
  const told: Record<string, number> = {};
  const count = (name: string): void => void (told[name] = (told[name] ?? 0) + 1);
  for (const way of WAYS) {
    const v1 = await clientV1(server, way);
    v1.setNotificationHandler(ToolListChangedNotificationSchema, () => count(`v1 ${way}`));
    const old = await clientV2(server, way, false);
    old.setNotificationHandler('notifications/tools/list_changed', () => count(`v2 ${way}`));
    const modern = await clientV2(server, way, true);
    modern.setNotificationHandler('notifications/tools/list_changed', () => count(`modern ${way}`));
    await modern.listen({ toolsListChanged: true });
    clients.push(v1, old, modern);
    // The streams by which HTTP clients hear are open once these have been answered twice.
    for (const client of [v1, old]) await client.listTools();
  }
  const allTold = (times: number): boolean =>
    Object.keys(told).length === 9 && Object.values(told).every((n) => n === times);
  for (let i = 0; i < 20; i += 1) engine.add(`late_${i}`, () => ({ ok: true, text: '' }));
  await until(() => allTold(1), `everybody hears of the first burst: ${JSON.stringify(told)}`);
  engine.add('later', () => ({ ok: true, text: '' }));
  await until(() => allTold(2), `everybody hears of the second: ${JSON.stringify(told)}`);
});

test('who subscribed to the scene hears that it has changed, in both lifecycles; others do not', async () => {
  const told: string[] = [];
  const uri = 'skywalker://scene/overview';
  const note = (name: string) => (notification: { params: { uri: string } }) =>
    void told.push(`${name} ${notification.params.uri}`);
  for (const way of WAYS) {
    const old = await clientV2(server, way, false);
    old.setNotificationHandler('notifications/resources/updated', note(`old ${way}`));
    await old.subscribeResource({ uri });
    const modern = await clientV2(server, way, true);
    modern.setNotificationHandler('notifications/resources/updated', note(`modern ${way}`));
    await modern.listen({ resourceSubscriptions: [uri] });
    const other = await clientV2(server, way, false);
    other.setNotificationHandler('notifications/resources/updated', note(`other ${way}`));
    clients.push(old, modern, other);
    await old.listTools();
  }
  const change = { type: 'entity', actor: 'user', summary: 'moved', data: {} } as const;
  for (let i = 0; i < 10; i += 1) engine.events.append(change);
  const names = ['modern http', 'modern socket', 'modern stdio', 'old http', 'old socket', 'old stdio'];
  const all = names.map((name) => `${name} ${uri}`);
  await until(() => told.length >= 6, `six are told: ${told.join()}`);
  expect([...told].sort()).toEqual(all);
  for (const client of clients)
    if ('unsubscribeResource' in client)
      await (client as ClientV2).unsubscribeResource({ uri }).catch(() => undefined);
  engine.events.append(change);
  await until(() => told.length >= 9, 'those that still listen are told');
  expect([...told.slice(6)].sort()).toEqual(all.slice(0, 3));
});

test('who subscribed to a tool hears that its definition has changed, and of no other', async () => {
  const uri = 'skywalker://tools/echo';
  const told: string[] = [];
  for (const way of WAYS) {
    for (const modern of [false, true]) {
      const client = await clientV2(server, way, modern);
      clients.push(client);
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        told.push(`${way} ${modern} ${params.uri}`);
      });
      if (modern) await client.listen({ resourceSubscriptions: [uri] });
      else await client.subscribeResource({ uri });
      // The stream by which an HTTP client hears is open once this has been answered.
      await client.listTools();
    }
  }
  engine.add('other', () => ({ ok: true, text: '' }));
  engine.add('echo', () => ({ ok: true, text: '' }), { description: 'Anew.' });
  await until(() => told.length >= 6, `all are told: ${told.join()}`);
  const all = WAYS.flatMap((way) => [`${way} false ${uri}`, `${way} true ${uri}`]);
  expect([...told].sort()).toEqual(all.sort());
});

test('answers of many clients at once, with the same ids, never cross', async () => {
  const all = await Promise.all([
    clientV1(server, 'http', 'a'),
    clientV1(server, 'socket', 'b'),
    clientV2(server, 'http', true, 'c'),
    clientV2(server, 'socket', true, 'd'),
  ]);
  clients.push(...all);
  await Promise.all(
    all.map(async (client, who) => {
      for (let i = 0; i < 50; i += 1) {
        const [x, y] = await Promise.all(
          [`${who} ${i} x`, `${who} ${i} y`].map((message) =>
            (client as ClientV2).callTool({ name: 'echo', arguments: { message } }),
          ),
        );
        expect([x?.structuredContent, y?.structuredContent]).toEqual([
          { message: `${who} ${i} x` },
          { message: `${who} ${i} y` },
        ]);
      }
    }),
  );
});

test('arrivals and departures of clients are events', async () => {
  const client = await clientV1(server, 'socket', 'visitor');
  await client.listTools();
  await client.close();
  await until(() => engine.logged.length === 2, 'the client has left');
  expect(engine.logged.map((event) => [event.type, event.kind, event.actor])).toEqual([
    ['connection', 'opened', 'mcp:visitor'],
    ['connection', 'closed', 'mcp:visitor'],
  ]);
});

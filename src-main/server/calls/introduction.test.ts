/** Nothing is done for a client that has not said who it is: on the socket and on stdio, raw. */
import { createConnection } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RosterWorld, until } from '../../engine/agents/world.fixture';
import type { JsonObject } from '../../engine/json';
import { startServer, type ServerHandle } from '../host';
import { newFolder } from '../testkit/small-engine';

let world: RosterWorld;
let server: ServerHandle;
const ends: (() => void)[] = [];

beforeEach(async () => {
  world = await RosterWorld.open();
  server = await startServer({ engine: world.engine, http: false, userFolder: newFolder() });
});

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await server.close();
  await world.close();
});

interface Raw {
  readonly answers: JsonObject[];
  say(...messages: JsonObject[]): void;
  /** What was answered to a request. */
  answerTo(id: number): Promise<JsonObject>;
}

function raw(input: Writable, output: Readable): Raw {
  const answers: JsonObject[] = [];
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    answers.push(...lines.map((line) => JSON.parse(line) as JsonObject));
  });
  return {
    answers,
    say: (...messages) => void input.write(messages.map((each) => `${JSON.stringify(each)}\n`).join('')),
    answerTo: async (id) => {
      await until(() => answers.some((answer) => answer.id === id), `${id} is answered`);
      return answers.find((answer) => answer.id === id) ?? {};
    },
  };
}

const request = (id: number, method: string, params: JsonObject = {}): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const initialize = (id: number, params: JsonObject = {}): JsonObject =>
  request(id, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
    ...params,
  });

const TOOLS = [{ name: 'recall', description: 'Searches what the team has noted. Example: {}' }];
const register = (id: number): JsonObject => request(id, 'skywalker/tools/register', { tools: TOOLS });
const registerPy = (id: number): JsonObject =>
  request(id, 'tools/call', { name: 'tool_host_register', arguments: { tools: TOOLS } });

const actors = (): readonly unknown[] => [...new Set(world.events('tool_host').map(({ actor }) => actor))];

describe.each([
  [
    'socket',
    () => {
      const socket = createConnection(server.socket);
      ends.push(() => socket.destroy());
      return raw(socket, socket);
    },
  ],
  [
    'stdio',
    () => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      ends.push(() => input.end());
      void server.serveStreams(input, output);
      return raw(input, output);
    },
  ],
] as const)('on the %s', (_way, dial) => {
  test('before initialize only a ping is served: no tool is called, listed or registered', async () => {
    const client = dial();
    const others = ['tools/list', 'resources/list', 'prompts/list', 'skywalker/tools/serve'];
    client.say(
      register(1),
      registerPy(2),
      request(3, 'tools/call', { name: 'entity_create', arguments: {} }),
    );
    client.say(...others.map((method, index) => request(4 + index, method)), request(20, 'ping'));
    for (const id of [1, 2, 3, 4, 5, 6, 7])
      expect(await client.answerTo(id)).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('before initialize') },
      });
    expect(await client.answerTo(20)).toMatchObject({ result: {} });
    expect(world.names).toEqual([]);
    expect(world.engine.hosts.list()).toEqual([]);
    // Then it introduces itself, and is served as itself.
    client.say(initialize(30), register(31), registerPy(32));
    expect(await client.answerTo(31)).toMatchObject({ result: { tools: [{ name: 'ext_recall' }] } });
    expect(await client.answerTo(32)).toMatchObject({ result: { structuredContent: { errors: [] } } });
    expect(actors()).toEqual(['mcp:raw']);
  });

  test('what comes right behind initialize waits for it, in order; behind one that fails it is refused', async () => {
    const client = dial();
    client.say(
      initialize(1, { clientInfo: 5 }),
      register(2),
      initialize(3),
      registerPy(4),
      request(5, 'ping'),
    );
    expect(await client.answerTo(1)).toHaveProperty('error');
    expect(await client.answerTo(2)).toMatchObject({ error: { code: -32600 } });
    expect(await client.answerTo(3)).toHaveProperty('result');
    expect(await client.answerTo(4)).toMatchObject({ result: { structuredContent: { errors: [] } } });
    await client.answerTo(5);
    expect(client.answers.filter(({ id }) => id !== undefined).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(actors()).toEqual(['mcp:raw']);
  });

  test('taking initialize back, which the protocol forbids, leaves nobody waiting', async () => {
    const client = dial();
    const params = { requestId: 1 };
    client.say(initialize(1), { jsonrpc: '2.0', method: 'notifications/cancelled', params }, register(2));
    expect(await client.answerTo(2)).toMatchObject({ result: { tools: [{ name: 'ext_recall' }] } });
  });

  test('in the stateless revision each request says who asks, and one that does not is refused', async () => {
    const client = dial();
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'modern', version: '1' },
    };
    client.say(request(1, 'server/discover', { _meta: meta }), registerPy(2));
    expect(await client.answerTo(1)).toHaveProperty('result');
    expect(await client.answerTo(2)).toHaveProperty('error');
    client.say(
      request(3, 'tools/call', { name: 'tool_host_register', arguments: { tools: TOOLS }, _meta: meta }),
      registerPy(4),
    );
    expect(await client.answerTo(3)).toMatchObject({ result: { structuredContent: { errors: [] } } });
    expect(await client.answerTo(4)).toHaveProperty('error');
    expect(actors()).toEqual(['mcp:modern']);
  });
});

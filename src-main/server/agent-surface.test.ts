/** What an agent finds, on the real engine over the agent socket: every tool, what is told of it, and the arguments of the feed. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { Engine } from '../engine/engine';
import { Project } from '../engine/project/project';
import { formatScene } from '../engine/scene/scene-file';
import { newSceneData } from '../engine/scene/default-scene';
import { startServer, type ServerHandle } from './host';
import { clientV2 } from './testkit/clients';
import { newFolder } from './testkit/small-engine';

let engine: Engine;
let server: ServerHandle;
let client: Client;

beforeAll(async () => {
  const folder = join(newFolder(), 'project');
  const made = await Project.create(folder, {
    name: 'T',
    mainScene: formatScene(newSceneData({ name: 'T' })),
  });
  if (!made.ok) throw new Error(made.error.message);
  const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  engine = opened.value;
  server = await startServer({ engine, http: false, userFolder: newFolder() });
  client = await clientV2(server, 'socket', false, 'claude-code');
});

afterAll(async () => {
  await client.close();
  await server.close();
  await engine.close({ discardUnsaved: true });
});

test('every tool of the engine says its title, category and hints, and the schemas of its arguments and result', async () => {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(60);
  for (const { name, title, annotations, inputSchema, outputSchema, _meta } of tools) {
    expect(title, name).toMatch(/\S/);
    expect(_meta?.['skywalker/category'], name).toMatch(/^[a-z]+$/);
    expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
      'title',
    ]);
    for (const schema of [inputSchema, outputSchema]) expect(schema?.type, name).toBe('object');
  }
});

test('a custom tool says where it is from, of which kind, version and category, and who wrote it', async () => {
  const defined = await client.callTool({
    name: 'tool_define',
    arguments: {
      name: 'count_all',
      category: 'level',
      description: 'Counts all that is in the scene. Use it to look before you change. Example: {}',
      wander: 'fn run(args)\n  return 1\nend\n',
    },
  });
  expect(defined.structuredContent).toMatchObject({ status: 'active' });
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'user_count_all')?._meta).toEqual({
    'skywalker/origin': 'custom',
    'skywalker/kind': 'wander',
    'skywalker/version': 1,
    'skywalker/author': 'mcp:claude-code',
    'skywalker/category': 'level',
  });
});

test('events_poll takes the arguments of the specification, with their defaults and bounds, and answers as it says', async () => {
  const { tools } = await client.listTools();
  const properties = tools.find(({ name }) => name === 'events_poll')?.inputSchema.properties ?? {};
  expect(Object.keys(properties).sort()).toEqual([
    'actors',
    'exclude_actors',
    'limit',
    'since',
    'types',
    'wait_ms',
  ]);
  expect(properties['limit']).toMatchObject({ default: 200, maximum: 1000 });
  expect(properties['wait_ms']).toMatchObject({ maximum: 25_000 });
  const answer = await client.callTool({ name: 'events_poll', arguments: { since: 0 } });
  expect(answer.structuredContent).toMatchObject({
    events: expect.any(Array),
    next: expect.any(Number),
    oldest: 1,
    truncated: false,
  });
});

test('resources are the open scene, the tools with their definitions, and the docs', async () => {
  const { resources } = await client.listResources();
  const addresses = resources.map(({ uri }) => uri);
  for (const uri of ['skywalker://scene/overview', 'skywalker://tools', 'skywalker://docs/custom-tools'])
    expect(addresses).toContain(uri);
  const read = async (uri: string): Promise<string> => {
    const [first] = (await client.readResource({ uri })).contents;
    return first !== undefined && 'text' in first ? first.text : '';
  };
  expect(await read('skywalker://scene/overview')).toContain('Ground');
  expect(await read('skywalker://docs/custom-tools')).toContain('# Custom tools');
  expect(JSON.parse(await read('skywalker://tools/scene_query'))).toMatchObject({ name: 'scene_query' });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    'define_tool',
    'review_tool',
  ]);
});

/** The studio as resources, read by an official client from a whole engine, and told of when it changes. */
import type { Client } from '@modelcontextprotocol/client';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Engine } from '../engine/engine';
import type { JsonObject } from '../engine/json';
import { Project } from '../engine/project/project';
import { startServer, type ServerHandle } from './host';
import { clientV2 } from './testkit/clients';
import { newFolder, until } from './testkit/small-engine';

let engine: Engine;
let server: ServerHandle;
let client: Client;

beforeEach(async () => {
  const folder = join(newFolder(), 'project');
  const made = await Project.create(folder, { name: 'T' });
  if (!made.ok) throw new Error(made.error.message);
  mkdirSync(join(folder, 'agents'));
  writeFileSync(join(folder, 'agents/mira.agent.json'), '{"discipline": "direction"}');
  const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  engine = opened.value;
  server = await startServer({ engine, http: false, userFolder: newFolder() });
  client = await clientV2(server, 'socket', false);
});

afterEach(async () => {
  await client.close();
  await server.close();
  await engine.close({ discardUnsaved: true });
});

async function read(name: string): Promise<JsonObject> {
  const { contents } = await client.readResource({ uri: `skywalker://studio/${name}` });
  const [first] = contents;
  if (first === undefined || !('text' in first)) throw new Error('no text');
  return JSON.parse(first.text) as JsonObject;
}

test('overview, roster, board, feedback and loops are resources, and reading them makes no event', async () => {
  await client.callTool({ name: 'studio_task_create', arguments: { title: 'Lamp' } });
  await client.callTool({ name: 'studio_feedback_submit', arguments: { category: 'bug', summary: 'Dark' } });
  await client.callTool({ name: 'studio_loop_define', arguments: { template: 'bug_bash' } });
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('skywalker://studio/'))).toEqual(
    ['overview', 'roster', 'board', 'feedback', 'loops'].map((name) => `skywalker://studio/${name}`),
  );
  const { last } = engine.events;
  expect(await read('overview')).toMatchObject({
    agents: [{ id: 'mira', decides: true }],
    board: { todo: 1 },
  });
  expect(await read('board')).toMatchObject({ tasks: [{ id: 'T-1', title: 'Lamp' }] });
  expect(await read('feedback')).toMatchObject({ feedback: [{ id: 'F-1', summary: 'Dark' }] });
  expect(await read('loops')).toMatchObject({ loops: [{ name: 'bug_bash', status: 'idle' }] });
  expect(engine.events.last).toBe(last);
  expect(await read('roster')).toMatchObject({ agents: [{ id: 'mira' }] });
  await expect(read('secrets')).rejects.toThrow();
});

test('whoever subscribed is told when what they read has changed, and not of the rest', async () => {
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.push(params.uri);
  });
  for (const name of ['board', 'loops'])
    await client.subscribeResource({ uri: `skywalker://studio/${name}` });
  await client.callTool({ name: 'studio_presence', arguments: { status: 'working', agent: 'mira' } });
  await client.callTool({ name: 'studio_task_create', arguments: { title: 'Lamp' } });
  await until(() => told.length > 0, 'the board has changed');
  await client.callTool({ name: 'studio_loop_define', arguments: { template: 'bug_bash' } });
  await until(() => told.length > 1, 'a loop has changed');
  expect(told).toEqual(['skywalker://studio/board', 'skywalker://studio/loops']);
});

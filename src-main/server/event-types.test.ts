/** Each type of event that the specification names and that can happen today, as a client on the socket reads it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Engine } from '../engine/engine';
import type { EngineEvent } from '../engine/events/event';
import type { JsonObject } from '../engine/json';
import { newSceneData } from '../engine/scene/default-scene';
import { formatScene } from '../engine/scene/scene-file';
import { Project } from '../engine/project/project';
import type { ToolResult } from '../engine/tools/definition';
import { connectBy, type Way } from './churn/ways';
import { startServer, type ServerHandle } from './host';
import { newFolder } from './testkit/small-engine';

let engine: Engine;
let server: ServerHandle;
let way: Way;

beforeEach(async () => {
  const folder = join(newFolder(), 'project');
  const made = await Project.create(folder, {
    name: 'T',
    mainScene: formatScene(newSceneData({ name: 'T' })),
  });
  if (!made.ok) throw new Error(made.error.message);
  // The end of a log whose writer was killed.
  mkdirSync(join(folder, '.skywalker/logs'), { recursive: true });
  writeFileSync(join(folder, '.skywalker/logs/events.jsonl'), '{"seq":1,"time":1,"type":"lo');
  const opened = await Engine.open({ folder, userFolder: join(folder, '..', 'user') });
  if (!opened.ok) throw new Error(opened.error.message);
  engine = opened.value;
  server = await startServer({ engine, http: false, userFolder: newFolder() });
  way = await connectBy('socket', server, 'maker');
});

afterEach(async () => {
  await way.close();
  await server.close();
  await engine.close({ discardUnsaved: true });
});

async function call(tool: string, args: JsonObject): Promise<JsonObject> {
  const { result } = (await way.call(tool, args)) as {
    readonly result: { readonly isError?: boolean; readonly structuredContent: JsonObject };
  };
  if (result.isError === true) throw new Error(`${tool}: ${JSON.stringify(result)}`);
  return result.structuredContent;
}

const asUser = (tool: string, args: JsonObject): Promise<ToolResult> =>
  engine.call({ tool, args, caller: { actor: 'user', kind: 'human' } });

async function read(types: readonly string[] = []): Promise<readonly EngineEvent[]> {
  const page = await call('events_poll', { since: 0, limit: 1000, types: [...types] });
  return page['events'] as unknown as readonly EngineEvent[];
}

test('every type happens, with its number, time, actor and one line of words', async () => {
  const { id } = await call('entity_create', { name: 'Lamp' });
  await call('selection_set', { entities: [id ?? 0] });
  await call('history', { action: 'undo' });
  await call('history', { action: 'redo' });
  await call('file_write', { path: 'data/notes.txt', text: 'hello' });
  await call('scene_save', {});
  await call('scene_load', { path: 'scenes/main.sky.json' });
  await call('scene_new', { name: 'Empty', discard: true });
  await call('sim_control', { action: 'play' });
  await call('sim_control', { action: 'stop' });
  await call('tool_define', {
    name: 'count_all',
    description: 'Counts all that is in the scene. Use it to look before you change. Example: {}',
    wander: 'fn run(args)\n  return 1\nend\n',
    tests: [{ name: 'counts', args: {}, expect: { ok: true } }],
  });
  await call('tool_host_register', { tools: [{ name: 'recall', description: 'Recalls. Example: {}' }] });
  await call('studio_message_send', { text: 'hello' });
  expect((await asUser('tool_policy', { policy: 'trust' })).ok).toBe(true);

  const events = await read();
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      'tool',
      'custom_tool',
      'tool_host',
      'policy',
      'scene',
      'entity',
      'selection',
      'play_state',
      'asset',
      'studio',
      'connection',
      'log',
    ]),
  );
  for (const [index, event] of events.entries()) {
    expect(event.seq).toBe(index + 1);
    expect(event.time).toBeGreaterThan(1_700_000_000);
    expect(event.actor).toMatch(/^(mcp:maker|user|system)$/);
    expect(event.summary).toMatch(/^[^\n]{1,500}$/);
  }
  const kinds = events.filter(({ type }) => type === 'scene').map(({ kind }) => kind);
  expect(kinds).toEqual(['loaded', 'undo', 'redo', 'saved', 'loaded', 'new']);
  const words = [
    'custom_tool.defined',
    'tool_host.registered',
    'policy.changed',
    'asset.created',
    'studio.message',
    'log.repaired',
  ];
  for (const word of words) expect([word, (await read([word])).length]).toEqual([word, 1]);
});

test('what becomes of a custom tool is told: defined, approved, enabled, changed on disk, rejected, removed', async () => {
  await call('tool_define', {
    name: 'paint_all',
    description: 'Paints everything that is there red. Use it for a warning. Example: {}',
    capabilities: { mutate: true },
    wander: 'fn run(args)\n  return 1\nend\n',
  });
  const decide = async (approve: boolean): Promise<void> => {
    const { hash } = await call('tool_inspect', { name: 'user_paint_all' });
    expect((await asUser('tool_approve', { name: 'user_paint_all', approve, hash: hash ?? '' })).ok).toBe(
      true,
    );
  };
  const kinds = async (): Promise<unknown[]> =>
    (await read(['custom_tool'])).map(({ kind, actor }) => `${kind ?? ''} by ${actor}`);
  await decide(true);
  for (const enabled of [false, true]) await call('tool_enable', { name: 'user_paint_all', enabled });
  const path = join(engine.project.folder, 'tools/paint_all.wander');
  writeFileSync(path, readFileSync(path, 'utf8').replace('return 1', 'return 2'));
  await expect.poll(kinds, { timeout: 10_000 }).toHaveLength(5);
  await decide(false);
  await call('tool_remove', { name: 'user_paint_all' });
  expect(await kinds()).toEqual([
    'defined by mcp:maker',
    'approved by user',
    'disabled by mcp:maker',
    'enabled by mcp:maker',
    'changed_on_disk by system',
    'rejected by user',
    'removed by mcp:maker',
  ]);
});

test('what is written, what is changed on the board and what somebody works on is told as studio.message, studio.task and studio.presence', async () => {
  await call('studio_message_send', { text: 'The bridge is done.' });
  await call('studio_task_create', { title: 'Build a bridge' });
  await call('studio_task_update', { task: 'T-1', status: 'doing' });
  const ada = { id: 'ada', name: 'Ada', role: 'level_designer' };
  expect((await asUser('studio_agent_define', ada)).ok).toBe(true);
  await call('studio_presence', { status: 'working', activity: 'builds a bridge', agent: 'ada' });
  const told = await read(['studio']);
  expect(told.map(({ type, kind, actor }) => [type, kind, actor])).toEqual([
    ['studio', 'message', 'mcp:maker'],
    ['studio', 'task', 'mcp:maker'],
    ['studio', 'task', 'mcp:maker'],
    ['studio', 'presence', 'mcp:maker'],
  ]);
  expect((await read(['studio.message'])).length).toBe(1);
});

test('the event of a call tells tool, actor, outcome, time, undo step and entities; a poll makes none', async () => {
  const { id } = await call('entity_create', { name: 'Lamp' });
  await way.call('entity_get', { entity: 'nobody' });
  const before = engine.events.last;
  await read();
  await read(['tool']);
  expect(engine.events.last).toBe(before);
  const [made, failed] = (await read(['tool'])).slice(-2);
  expect(made).toMatchObject({
    actor: 'mcp:maker',
    tool: 'entity_create',
    call: expect.stringMatching(/^c\d+$/),
    data: {
      ok: true,
      ms: expect.any(Number),
      mutates: true,
      undo_step: expect.any(Number),
      entities: [id],
      depth: 0,
    },
  });
  expect(failed).toMatchObject({ tool: 'entity_get', data: { ok: false, error: { code: 'not_found' } } });
});

test('what one call does to many entities is one event, with the first thousand of each and how many there are', async () => {
  const operations = Array.from({ length: 400 }, (_, n) => ({
    tool: 'entity_create',
    args: { name: `Stone ${n}` },
  }));
  for (let round = 0; round < 3; round += 1) await call('batch', { operations });
  const three = (await read(['entity.changed'])).slice(-3);
  expect(three.map(({ data }) => data['counts'])).toEqual(
    [1, 2, 3].map(() => ({ created: 400, changed: 0, deleted: 0 })),
  );
  const ids = three.flatMap(({ data }) => data['created'] as number[]);
  expect(ids).toHaveLength(1200);
  const deleted = await way.call('entity_delete', { entities: ids });
  expect(JSON.stringify(deleted)).not.toContain('"isError":true');
  const [last] = (await read(['entity'])).slice(-1);
  expect(last?.data).toMatchObject({ counts: { created: 0, changed: 0, deleted: 1200 }, truncated: true });
  expect(last?.data['deleted']).toEqual(ids.slice(0, 1000));
});

/** The client against the real engine, on a real socket. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { STRANGER, until } from '../../../src-main/engine/agents/world.fixture';
import { newFolder } from '../../../src-main/server/testkit/small-engine';
import { Engine } from './engine';
import { EngineConnectionError, ToolError } from './errors';
import type { EngineEvent } from './events';
import { ServedWorld } from './world.fixture';

let served: ServedWorld;

beforeEach(async () => {
  served = await ServedWorld.open();
});

afterEach(() => served.close());

describe('calls', () => {
  test('a tool answers with text and data, by name or as a function', async () => {
    const engine = await served.attach();
    const made = await engine.call('entity_create', { name: 'Lamp' }, { check: true });
    expect(made).toMatchObject({ ok: true, tool: 'entity_create', errorCode: undefined });
    expect(made.data).toMatchObject({ name: 'Lamp' });
    expect((await engine.tools.entity_get({ entity: 'Lamp' })).data).toMatchObject({ name: 'Lamp' });
    expect(served.world.names).toEqual(['Lamp']);
  });

  test('a failure is a result with code, message and hint, and with check an error', async () => {
    const engine = await served.attach();
    const failed = await engine.call('entity_get', { entity: 77 });
    expect(failed).toMatchObject({ ok: false, errorCode: 'not_found' });
    expect(failed.errorMessage).toContain('77');
    expect(failed.text).toContain('error [not_found]');
    const thrown: unknown = await engine
      .call('entity_get', { entity: 77 }, { check: true })
      .catch((e: unknown) => e);
    expect(thrown).toBeInstanceOf(ToolError);
    expect(thrown).toMatchObject({ code: 'not_found', message: failed.errorMessage, hint: failed.errorHint });
  });

  test('a tool that there is not is a failure with a did-you-mean', async () => {
    const engine = await served.attach();
    const failed = await engine.call('entity_craete');
    expect(failed.errorCode).toBe('not_found');
    expect(failed.errorMessage).toContain('entity_create');
  });

  test('that take longer than an engine may be silent are waited for: it says that it is there', async () => {
    const engine = await Engine.attach({ project: served.project, limits: { silenceMs: 100 } });
    const waited = await engine.call('events_poll', { since: 1e9, wait_ms: 1_500, types: ['nothing'] });
    expect(waited.ok).toBe(true);
    await engine.close();
  });

  test('images come as bytes', async () => {
    const engine = await served.attach();
    const [image] = (await engine.tools.viewport_capture({ width: 64, height: 64 })).images;
    expect(image?.subarray(1, 4).toString()).toBe('PNG');
  });

  test('a call is cancelled by its signal, and given up after its time', async () => {
    const engine = await served.attach();
    const cancel = new AbortController();
    const since = served.world.engine.events.last;
    const wait = { since, wait_ms: 25_000, types: ['asset'] };
    const waiting = engine.call('events_poll', wait, { signal: cancel.signal });
    await until(() => served.world.engine.events.waiting === 1, 'it waits');
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await until(() => served.world.engine.events.waiting === 0, 'the engine has heard of it');
    const late = await engine.call('events_poll', wait, { timeoutMs: 20 });
    expect(late).toMatchObject({ ok: false, errorCode: 'timeout' });
  });

  test('the tools that are offered are listed, over all pages', async () => {
    const engine = await served.attach();
    const tools = await engine.listTools();
    expect(tools.find(({ name }) => name === 'scene_query')?.annotations).toMatchObject({
      readOnlyHint: true,
    });
    expect(tools.length).toBe(served.world.engine.registry.active().length);
  });

  test('an agent speaks on a connection of its own, under its own name', async () => {
    const engine = await served.attach('crew');
    const nimbus = engine.asAgent('nimbus');
    await engine.tools.entity_create({ name: 'Mine' });
    await nimbus.tools.entity_create({ name: 'Theirs' });
    const made = served.world.events('tool').filter(({ tool }) => tool === 'entity_create');
    const actors = made.map(({ actor }) => actor);
    expect(actors).toEqual(['mcp:crew', 'mcp:crew/nimbus']);
    expect(
      served.server
        .connections()
        .map(({ actor }) => actor)
        .sort(),
    ).toEqual(['mcp:crew', 'mcp:crew/nimbus']);
    await nimbus.close();
    await until(() => served.server.connections().length === 1, 'it has left');
  });
});

describe('finding the engine', () => {
  test('a project that nobody has open is an error that says what to do', async () => {
    const folder = newFolder();
    await expect(Engine.attach({ project: folder })).rejects.toThrow(`skywalker serve --project ${folder}`);
    await expect(Engine.attach({ project: folder })).rejects.toBeInstanceOf(EngineConnectionError);
  });

  test('a file that a copied project carries along leads to no other engine', async () => {
    const copy = newFolder();
    mkdirSync(join(copy, '.skywalker'));
    const file = { socket: served.server.socket, project: served.project, pid: process.pid };
    writeFileSync(join(copy, '.skywalker/agent.json'), JSON.stringify(file));
    await expect(Engine.attach({ project: copy })).rejects.toThrow('No engine has');
  });

  test('without a project, the environment says where', async () => {
    const env = { SKYWALKER_SOCKET: served.server.socket };
    const engine = await Engine.attach({ env });
    expect((await engine.tools.scene_overview()).ok).toBe(true);
    await engine.close();
    const home = newFolder();
    const nobody = Engine.attach({ env: { SKYWALKER_HOME: home } });
    await expect(nobody).rejects.toThrow(join(home, 'editor.sock'));
  });

  test('a call after the engine was away goes to the new one; one under way is an error', async () => {
    const engine = await served.attach();
    const waiting = engine.call('events_poll', {
      since: served.world.engine.events.last,
      wait_ms: 25_000,
      types: ['asset'],
    });
    const ended = waiting.then(
      () => 'answered',
      (error: unknown) => error,
    );
    await until(() => served.world.engine.events.waiting === 1, 'it waits');
    await served.down();
    const how = await ended;
    if (how !== 'answered') expect(how).toBeInstanceOf(EngineConnectionError);
    await expect(engine.tools.scene_overview()).rejects.toBeInstanceOf(EngineConnectionError);
    await served.up();
    expect((await engine.tools.scene_overview()).ok).toBe(true);
  });
});

describe('events', () => {
  /** Takes events until one is of this kind and about this entity. */
  async function collect(stream: AsyncIterable<EngineEvent>, into: EngineEvent[]): Promise<void> {
    for await (const event of stream) into.push(event);
  }

  const create = (name: string): Promise<unknown> => served.world.call(STRANGER, 'entity_create', { name });

  test('come from now on, filtered, each once, in order, across a restart of the engine', async () => {
    const engine = await served.attach();
    await create('before');
    const stream = await engine.events({ types: ['tool'], actors: ['mcp:test'] }).ready();
    const seen: EngineEvent[] = [];
    const done = collect(stream, seen);
    await create('a');
    await engine.tools.entity_create({ name: 'not theirs' });
    await create('b');
    await until(() => seen.length === 2, 'both are seen');
    await served.down();
    await served.up();
    await create('c');
    await until(() => seen.length === 3, 'the one after the restart is seen');
    expect(seen.map(({ data }) => (data.args as { name: string }).name)).toEqual(['a', 'b', 'c']);
    expect(seen.map(({ seq }) => seq)).toEqual([...seen.map(({ seq }) => seq)].sort((a, b) => a - b));
    expect(stream.truncated).toBe(false);
    stream.close();
    await done;
  });

  test('a stream goes on where another has stopped', async () => {
    const engine = await served.attach();
    await create('a');
    await create('b');
    const first = engine.events({ since: 0, types: ['tool'], actors: ['mcp:test'] });
    for await (const { data } of first) {
      expect(data.args).toMatchObject({ name: 'a' });
      break;
    }
    const second = engine.events({ since: first.cursor ?? 0, types: ['tool'], actors: ['mcp:test'] });
    for await (const event of second) {
      expect(event.data.args).toMatchObject({ name: 'b' });
      break;
    }
  });

  test('a signal ends it', async () => {
    const engine = await served.attach();
    const stop = new AbortController();
    const stream = await engine.events({ signal: stop.signal }).ready();
    const seen: EngineEvent[] = [];
    const done = collect(stream, seen);
    await until(() => served.world.engine.events.waiting === 1, 'it waits');
    stop.abort();
    await done;
    expect(seen).toEqual([]);
  });
});

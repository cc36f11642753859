import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textResult } from '../result';
import { AGENT, custom } from '../testing';
import { createTestProject, type TestProject } from './testing';

let p: TestProject;

beforeEach(async () => {
  p = await createTestProject();
});

afterEach(() => {
  p.remove();
});

/** Width, height and the pixels of a PNG as this engine writes it. */
function decode(base64: string): { width: number; height: number; at: (x: number, y: number) => number[] } {
  const bytes = Buffer.from(base64, 'base64');
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const length = bytes.readUInt32BE(33);
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  const stride = width * 3;
  const rgb = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const up = rows[y * (stride + 1)] === 2;
    for (let x = 0; x < stride; x += 1) {
      const above = up && y > 0 ? rgb[(y - 1) * stride + x]! : 0;
      rgb[y * stride + x] = (rows[y * (stride + 1) + 1 + x]! + above) & 255;
    }
  }
  return { width, height, at: (x, y) => [...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)] };
}

async function picture(args: Parameters<typeof p.call>[1]) {
  const result = await p.call('viewport_capture', args);
  if (!result.ok) throw new Error(result.error.message);
  const image = result.images?.[0];
  if (image === undefined) throw new Error('no picture');
  return {
    ...decode(image.data),
    structured: result.structured,
    warnings: result.warnings,
    data: image.data,
  };
}

test('selection_set selects, tells the log, makes no undo step, and an empty list selects nothing', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_create', { name: 'B' });
  expect(await p.ok('selection_set', { entities: ['B', '#1', 'B'] })).toEqual({
    entities: [
      { id: 2, name: 'B' },
      { id: 1, name: 'A' },
    ],
    count: 2,
  });
  expect(await p.ok('selection_get')).toMatchObject({ count: 2 });
  expect(p.events.read({ since: 0, types: ['selection.changed'] }).events).toMatchObject([
    { summary: 'Selected #2 B, #1 A', data: { entities: [2, 1] } },
  ]);
  expect(p.history.steps()).toHaveLength(2);
  expect((await p.error('selection_set', { entities: ['C'] })).code).toBe('not_found');
  expect(p.selection.get()).toEqual([2, 1]);
  await p.ok('selection_set', { entities: [] });
  expect(await p.text('selection_get')).toBe('Nothing is selected.');
});

test('a batch that fails puts the selection and the view back', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('selection_set', { entities: ['A'] });
  const before = p.events.last;
  await p.error('batch', {
    operations: [
      { tool: 'selection_set', args: { entities: [] } },
      { tool: 'viewport_focus', args: { entity: 'A' } },
      { tool: 'entity_delete', args: { entity: 'B' } },
    ],
  });
  expect(p.selection.get()).toEqual([1]);
  expect(p.selection.view).toBeUndefined();
  expect(p.events.read({ since: before, types: ['selection'] }).events).toEqual([]);
});

test('viewport_focus looks at an entity so that it is in the picture', async () => {
  await p.ok('entity_create', { name: 'Far', position: [500, 3, -200], mesh: 'cube', color: '#ff0000' });
  const view = await p.ok('viewport_focus', { entity: 'Far' });
  expect(view.target).toEqual([500, 3, -200]);
  const { structured } = await picture({ width: 160, height: 90 });
  expect(structured?.entities).toMatchObject([{ id: 1, name: 'Far' }]);
});

test('viewport_capture shows a cube where it is, in its colour, before the background', async () => {
  await p.ok('entity_create', {
    name: 'Red',
    mesh: 'cube',
    color: '#ff0000',
    components: { mesh: { shading: 'unlit' } },
  });
  const shot = await picture({
    width: 100,
    height: 100,
    eye: [0, 0, 5],
    target: [0, 0, 0],
    fov: 45,
    annotate: false,
  });
  expect([shot.width, shot.height]).toEqual([100, 100]);
  expect(shot.at(50, 50)).toEqual([255, 0, 0]);
  expect(shot.at(5, 5)[2]).toBeGreaterThan(100);
  // Half a metre at a distance of 4.5 m, at 100 / (2 tan 22.5°) = 120.7 pixels for a metre at 1 m: 13.4 pixels from the middle.
  expect(shot.structured?.entities).toEqual([
    { id: 1, name: 'Red', box: [36, 36, 28, 28], pixels: expect.any(Number) },
  ]);
});

test('what is nearer hides what is behind, and what is hidden is not listed', async () => {
  await p.ok('entity_create', { name: 'Small', mesh: 'cube', color: '#00ff00', position: [0, 0, -3] });
  await p.ok('entity_create', {
    name: 'Wall',
    mesh: 'cube',
    color: '#0000ff',
    scale: [4, 4, 0.1],
    components: { mesh: { shading: 'unlit' } },
  });
  const shot = await picture({ width: 64, height: 64, eye: [0, 0, 5], target: [0, 0, 0], annotate: false });
  expect(shot.at(32, 32)).toEqual([0, 0, 255]);
  expect((shot.structured?.entities as { name: string }[]).map((seen) => seen.name)).toEqual(['Wall']);
});

test('light makes the near side bright and the far side dark', async () => {
  await p.ok('entity_create', { name: 'Ball', mesh: 'sphere', color: '#ffffff', scale: [2, 2, 2] });
  await p.ok('entity_create', {
    name: 'Lamp',
    position: [6, 0, 0],
    components: { light: { kind: 'point', intensity: 2, range: 20 } },
  });
  const shot = await picture({
    width: 80,
    height: 80,
    eye: [0, 0, 6],
    target: [0, 0, 0],
    fov: 30,
    annotate: false,
  });
  expect(shot.at(54, 40)[0]! - shot.at(26, 40)[0]!).toBeGreaterThan(40);
});

test('S-61: a picture is image content of bounded size, the same each time, and never text', async () => {
  await p.ok('scene_new', { name: 'A' });
  const first = await picture({});
  expect([first.width, first.height]).toEqual([768, 432]);
  expect((await picture({})).data).toBe(first.data);
  expect(JSON.stringify(first.structured)).not.toContain(first.data.slice(100, 140));
  expect((await p.error('viewport_capture', { width: 4096 })).message).toContain('at most 2048');
});

test('all primitives, transparent things, texts, fog and cameras are drawn', async () => {
  for (const [index, mesh] of [
    'cube',
    'sphere',
    'plane',
    'cylinder',
    'cone',
    'capsule',
    'torus',
    'quad',
  ].entries()) {
    await p.ok('entity_create', {
      name: mesh,
      mesh,
      position: [index * 1.5 - 5, 0.5, 0],
      color: index === 0 ? '#ff000080' : '#ffffff',
    });
  }
  await p.ok('entity_create', {
    name: 'Sign',
    position: [0, 2.5, 0],
    color: '#000000',
    components: { text: { text: 'OPEN', size: 1 } },
  });
  await p.ok('entity_create', {
    name: 'Eye',
    position: [0, 3, 12],
    rotation: [-10, 0, 0],
    components: { camera: { fov: 60 } },
  });
  const { structured } = await picture({ width: 400, height: 220, camera_entity: 'Eye' });
  const names = (structured?.entities as { name: string }[]).map((seen) => seen.name).sort();
  expect(names).toEqual(['Sign', 'capsule', 'cone', 'cube', 'cylinder', 'plane', 'quad', 'sphere', 'torus']);
  expect(structured?.camera).toMatchObject({ eye: [0, 3, 12], fov: 60, entity: 10 });
  expect((await p.error('viewport_capture', { camera_entity: 'cube' })).hint).toBe('Cameras: #10 Eye.');
});

test('models are shown as boxes, with a warning; hidden and disabled entities are not shown', async () => {
  await p.ok('entity_create', { name: 'Tree', mesh: 'asset:assets/tree.glb' });
  await p.ok('entity_create', { name: 'Off', mesh: 'cube', position: [1.5, 0, 0], enabled: false });
  await p.ok('entity_create', {
    name: 'Hidden',
    mesh: 'cube',
    position: [-1.5, 0, 0],
    components: { mesh: { visible: false } },
  });
  const { structured, warnings } = await picture({ width: 64, height: 64 });
  expect((structured?.entities as { name: string }[]).map((seen) => seen.name)).toEqual(['Tree']);
  expect(warnings).toEqual(['1 model is shown as boxes.']);
});

test('S-64: tool_search finds tools by what they do, custom ones too, also ones that wait', async () => {
  const first = async (query: string): Promise<unknown> =>
    ((await p.ok('tool_search', { query })).tools as { name: string }[])[0]?.name;
  expect(await first('entity_get')).toBe('entity_get');
  expect(await first('move an entity')).toBe('transform');
  expect(await first('take a screenshot')).toBe('viewport_capture');
  expect(await first('undo')).toBe('history');
  expect(await first('add an object')).toBe('entity_create');
  expect(await first('search in files')).toBe('file_search');
  for (let n = 0; n < 600; n += 1) {
    p.registry.register(
      custom(
        `user_filler_${n}`,
        () => textResult('ok'),
        {},
        { title: `Filler ${n}`, description: 'Does nothing of note with fillers.' },
      ),
    );
  }
  p.registry.register(
    custom(
      'user_paint_fence',
      () => textResult('ok'),
      { status: 'pending_approval' },
      { title: 'Paint the fence', description: 'Paints every fence white.' },
    ),
  );
  const found = await p.ok('tool_search', { query: 'paint fence' });
  expect((found.tools as unknown[])[0]).toMatchObject({
    name: 'user_paint_fence',
    kind: 'wander',
    status: 'pending_approval',
  });
  expect(await p.ok('tool_search', { query: 'filler' })).toMatchObject({ total: 600 });
  expect(((await p.ok('tool_search', { query: 'filler' })).tools as unknown[]).length).toBe(10);
  expect((await p.error('tool_search', { query: 'x', category: 'entitty' })).hint).toBe(
    'Did you mean "entity"?',
  );
});

test('help explains topics, tools and categories', async () => {
  expect(await p.text('help')).toContain('Topics: start, entities, units, undo');
  expect(await p.text('help', { topic: 'undo' })).toContain('one undo step');
  const tool = await p.ok('help', { topic: 'entity_create' });
  expect(tool).toMatchObject({ tool: { input_schema: { required: ['name'] }, example: { name: 'Lamp' } } });
  expect(tool.text).toContain('  name: string, required. Its name; need not be unique.');
  expect((await p.ok('help', { topic: 'entity' })).tools).toContain('entity_create');
  expect((await p.error('help', { topic: 'entity_crate' })).hint).toBe('Did you mean "entity_create"?');
});

test('events_poll reads with a cursor and filters, and says when it can’t wait', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_create', { name: 'B' }, { actor: 'user', kind: 'human' });
  const first = await p.ok('events_poll', { since: 0, limit: 2 });
  expect(first).toMatchObject({ next: 2, last_seq: 4, oldest: 1, truncated: false, more: true });
  expect((first.events as { type: string }[]).map((event) => event.type)).toEqual(['tool', 'entity']);
  const rest = await p.ok('events_poll', { since: 2, types: ['entity.changed'], exclude_actors: ['mcp:'] });
  expect(rest).toMatchObject({ events: [{ actor: 'user', data: { created: [2] } }], next: 4, more: false });
  expect(p.events.last).toBe(4);
  const result = await p.call('events_poll', { since: 4, wait_ms: 20_000 });
  expect(result).toMatchObject({
    ok: true,
    structured: { events: [] },
    warnings: [expect.stringContaining('agent-socket')],
  });
});

test('events_poll waits for what is to come on a connection, and a cancelled one ends', async () => {
  const caller = { ...AGENT, session: 's1', mayWait: true };
  const waiting = p.pipeline.call({
    tool: 'events_poll',
    args: { since: 0, types: ['selection'], wait_ms: 20_000 },
    caller,
  });
  expect(p.events.waiting).toBe(1);
  await p.ok('selection_set', { entities: [] });
  expect(await waiting).toMatchObject({ ok: true, structured: { events: [{ type: 'selection' }] } });
  const abort = new AbortController();
  const cancelled = p.pipeline.call({
    tool: 'events_poll',
    args: { since: 99, types: ['policy'], wait_ms: 20_000 },
    caller,
    signal: abort.signal,
  });
  abort.abort();
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
});

test('events_poll waits for nothing inside a change or a dry run, where everybody else would wait for it', async () => {
  const caller = { ...AGENT, session: 's1', mayWait: true };
  const poll = { tool: 'events_poll', args: { since: 99, types: ['policy'], wait_ms: 20_000 } };
  const inside = await p.pipeline.call({ tool: 'batch', args: { operations: [poll] }, caller });
  expect(inside).toMatchObject({ ok: true, warnings: [expect.stringContaining('not inside a change')] });
  const dry = await p.pipeline.dryRun({ ...poll, caller }, { setup: [poll] });
  expect(dry.result).toMatchObject({ ok: true, structured: { events: [] } });
  expect(p.events.waiting).toBe(0);
});

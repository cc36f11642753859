import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { textResult } from '../result';
import { builtin, custom, textOf, USER } from '../testing';
import { createTestProject, type TestProject } from './testing';

let p: TestProject;

beforeEach(async () => {
  p = await createTestProject();
});

afterEach(() => {
  p.remove();
});

async function enemies(): Promise<void> {
  for (const [index, name] of ['Orc A', 'Orc B', 'Goblin', 'Tree'].entries()) {
    const enemy = name !== 'Tree';
    await p.ok('entity_create', {
      name,
      position: [index * 2, 0, 0],
      tags: enemy ? ['enemy'] : ['plant'],
      vars: { hp: 10 * (index + 1) },
      ...(enemy ? { mesh: 'capsule' } : { components: { light: { kind: 'spot' } } }),
    });
  }
}

test('engine_info tells where one is', async () => {
  await enemies();
  expect(await p.ok('engine_info')).toMatchObject({
    version: '1.2.3',
    project: { name: 'Harbour', policy: 'auto', main_scene: 'scenes/main.sky.json' },
    scene: { entities: 4, dirty: true },
    component_types: ['mesh', 'light', 'camera', 'body', 'text', 'script'],
    categories: { agent: 1, help: 2, view: 4 },
  });
});

test('scene_overview is an outline with children below their parents, and says what it leaves out', async () => {
  await p.ok('entity_create', { name: 'Room' });
  await p.ok('entity_create', {
    name: 'Tree',
    mesh: 'cone',
    color: '#228833',
    position: [1, 0, 2.5],
    tags: ['plant'],
  });
  await p.ok('entity_create', { name: 'Door', parent: 'Room', mesh: 'cube', enabled: false });
  await p.ok('selection_set', { entities: ['Tree'] });
  const text = await p.text('scene_overview');
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Scene "Untitled" (not saved yet, unsaved changes): 3 entities',
    '#1 Room  at (0, 0, 0)',
    '  #3 Door  cube  #ffffff  at (0, 0, 0)  (disabled)',
    '#2 Tree  cone  #228833  at (1, 0, 2.5)  [plant]',
  ]);
  expect(text).toContain('Selected: #2 Tree');
  expect(text).toContain('Tags: plant (1)');
  expect(await p.ok('scene_overview', { max_entities: 2 })).toMatchObject({
    count: 3,
    shown: 2,
    selection: [2],
  });
  expect(await p.text('scene_overview', { max_entities: 2 })).toContain('… 1 more entity');
  expect(await p.ok('scene_overview', { root: 'Room' })).toMatchObject({
    shown: 2,
    entities: [
      { id: 1, depth: 0 },
      { id: 3, depth: 1 },
    ],
  });
});

test('scene_query finds by name, tag, component, place and properties, all at once', async () => {
  await enemies();
  const ids = async (args: Parameters<typeof p.ok>[1]): Promise<unknown> =>
    ((await p.ok('scene_query', args)).matches as { id: number }[]).map((match) => match.id);
  expect(await ids({ name: 'orc*' })).toEqual([1, 2]);
  expect(await ids({ name: 'orc ?' })).toEqual([1, 2]);
  expect(await ids({ name: 'goblin' })).toEqual([3]);
  expect(await ids({ tag: 'enemy' })).toEqual([1, 2, 3]);
  expect(await ids({ component: 'light' })).toEqual([4]);
  expect(await ids({ near: [0, 0, 0], radius: 2 })).toEqual([1, 2]);
  expect(await ids({ tag: 'enemy', near: [4, 0, 0], radius: 2 })).toEqual([2, 3]);
  expect(await ids({ where: { 'vars.hp': { $gte: 20, $lt: 40 } } })).toEqual([2, 3]);
  expect(await ids({ where: { 'components.light.kind': 'spot' } })).toEqual([4]);
  expect(await ids({ where: { tags: { $contains: 'plant' }, 'position.x': 6 } })).toEqual([4]);
  expect(await ids({ where: { 'vars.mp': { $exists: false } } })).toEqual([1, 2, 3, 4]);
  expect(await ids({ tag: 'enemy', component: 'light' })).toEqual([]);
  expect(await ids({})).toEqual([1, 2, 3, 4]);
});

test('scene_query gives the chosen fields and the distance, and pages', async () => {
  await enemies();
  expect(
    await p.ok('scene_query', { near: [1, 0, 0], radius: 1, fields: ['id', 'vars.hp', 'path'] }),
  ).toEqual({
    matches: [
      { id: 1, 'vars.hp': 10, path: 'Orc A', distance: 1 },
      { id: 2, 'vars.hp': 20, path: 'Orc B', distance: 1 },
    ],
    total: 2,
  });
  expect(await p.ok('scene_query', { limit: 3 })).toMatchObject({ total: 4, next_offset: 3 });
  expect(await p.ok('scene_query', { limit: 3, offset: 3, fields: ['name'] })).toEqual({
    matches: [{ name: 'Tree' }],
    total: 4,
  });
  expect(await p.ok('scene_query', { limit: 0 })).toEqual({ matches: [], total: 4 });
});

test('scene_query names what is misspelled', async () => {
  expect((await p.error('scene_query', { component: 'lihgt' })).hint).toBe('Did you mean "light"?');
  expect((await p.error('scene_query', { fields: ['positon'] })).hint).toBe('Did you mean "position"?');
  expect((await p.error('scene_query', { where: { 'vras.hp': 1 } })).hint).toBe('Did you mean "vars"?');
  expect((await p.error('scene_query', { where: { 'vars.hp': { $gtee: 1 } } })).message).toContain(
    'Did you mean "$gte"?',
  );
});

test('scene_new starts a scene, with things or empty, and ends the history', async () => {
  await p.ok('entity_create', { name: 'Old' });
  expect(await p.error('scene_new', { name: 'Quay' })).toMatchObject({ code: 'conflict' });
  expect(p.scene.count).toBe(1);
  expect(await p.ok('scene_new', { name: 'Quay', discard: true })).toMatchObject({ name: 'Quay', count: 4 });
  expect(p.scene.file).toBeNull();
  expect(p.history.steps()).toEqual([]);
  expect((await p.error('history', { action: 'undo' })).code).toBe('not_found');
  expect(await p.ok('scene_new', { name: 'Empty', empty: true, discard: true })).toMatchObject({ count: 0 });
});

test('a scene that is saved is the same when it is loaded', async () => {
  await enemies();
  expect((await p.error('scene_save')).hint).toContain('scenes/untitled.sky.json');
  expect(await p.ok('scene_save', { path: 'scenes/quay.sky.json' })).toMatchObject({
    file: 'scenes/quay.sky.json',
    revision: 4,
  });
  expect(p.scene.dirty).toBe(false);
  expect(p.history.steps()).toHaveLength(4);
  const before = p.scene.snapshot();
  await p.ok('scene_new', { name: 'Other' });
  expect(await p.ok('scene_load', { path: 'scenes/quay.sky.json', discard: true })).toMatchObject({
    count: 4,
    file: 'scenes/quay.sky.json',
  });
  expect(p.scene.snapshot()).toEqual(before);
  expect(p.scene.dirty).toBe(false);
  expect(await p.ok('scene_list')).toMatchObject({
    scenes: [{ path: 'scenes/quay.sky.json', open: true, main: false }],
  });
});

test('scene_save keeps other files, protected places and the right ending', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('scene_save', { path: 'scenes/a.sky.json' });
  writeFileSync(join(p.folder, 'scenes/b.sky.json'), 'precious');
  expect(await p.error('scene_save', { path: 'scenes/b.sky.json' })).toMatchObject({ code: 'conflict' });
  expect(readFileSync(join(p.folder, 'scenes/b.sky.json'), 'utf8')).toBe('precious');
  expect((await p.error('scene_save', { path: 'scenes/c.json' })).message).toContain('.sky.json');
  expect(await p.error('scene_save', { path: 'tools/a.sky.json' })).toMatchObject({
    code: 'permission_denied',
  });
  expect(await p.error('scene_save', { path: '../a.sky.json' })).toMatchObject({ code: 'permission_denied' });
  await p.ok('scene_save', { path: 'scenes/b.sky.json', overwrite: true });
  expect(p.scene.file).toBe('scenes/b.sky.json');
});

test('scene_load names what is wrong and leaves the scene as it was', async () => {
  await p.ok('scene_new', { name: 'Here', discard: true });
  await p.ok('scene_save', { path: 'scenes/here.sky.json' });
  writeFileSync(
    join(p.folder, 'scenes/broken.sky.json'),
    '{"format": "skywalker.scene/1", "entities": [{"id": 1}]}',
  );
  expect((await p.error('scene_load', { path: 'scenes/heer.sky.json' })).hint).toBe(
    'Did you mean "scenes/here.sky.json"?',
  );
  expect((await p.error('scene_load', { path: 'scenes/broken.sky.json' })).code).toBe('invalid_scene');
  expect(p.scene.name).toBe('Here');
  expect(p.scene.file).toBe('scenes/here.sky.json');
});

test('a batch that loads a scene and fails puts the old scene, its file and its history back', async () => {
  await p.ok('scene_new', { name: 'First', empty: true });
  await p.ok('scene_save', { path: 'scenes/first.sky.json' });
  await p.ok('entity_create', { name: 'Kept' });
  await p.ok('selection_set', { entities: ['Kept'] });
  const before = p.scene.snapshot();
  const error = await p.error('batch', {
    operations: [
      { tool: 'scene_new', args: { name: 'Second', discard: true } },
      { tool: 'entity_delete', args: { entity: 'Nobody' } },
    ],
  });
  expect(error).toMatchObject({ code: 'not_found', data: { index: 1 } });
  expect(p.scene.snapshot()).toEqual(before);
  expect(p.scene.file).toBe('scenes/first.sky.json');
  expect(p.selection.get()).toEqual([1]);
  await p.ok('history', { action: 'undo' });
  expect(p.scene.count).toBe(0);
});

test('loading and saving make events of their own', async () => {
  await p.ok('scene_new', { name: 'A' });
  await p.ok('scene_save', { path: 'scenes/a.sky.json' });
  await p.ok('scene_load', { path: 'scenes/a.sky.json' });
  const kinds = p.events.read({ since: 0, types: ['scene'] }).events.map((event) => event.kind);
  expect(kinds).toEqual(['new', 'saved', 'loaded']);
  expect(
    p.events.read({ since: 0, types: ['entity'] }).events.every((event) => event.kind === 'replaced'),
  ).toBe(true);
});

test('scene_diff tells what differs from the file', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_create', { name: 'B' });
  await p.ok('scene_save', { path: 'scenes/a.sky.json' });
  expect(await p.ok('scene_diff')).toMatchObject({ total: 0, changes: [], environment_changed: false });
  await p.ok('entity_update', { entity: 'A', position: [0, 1, 0], vars: { hp: 1 } });
  await p.ok('entity_delete', { entity: 'B' });
  await p.ok('entity_create', { name: 'C' });
  expect(await p.ok('scene_diff')).toMatchObject({
    file: 'scenes/a.sky.json',
    created: 1,
    changed: 1,
    deleted: 1,
    changes: [
      { entity: 1, property: 'position', before: [0, 0, 0], after: [0, 1, 0] },
      { entity: 1, property: 'vars.hp', before: null, after: 1 },
      { entity: 2, property: 'deleted' },
      { entity: 3, property: 'created' },
    ],
  });
});

test('scene_validate tells what is probably wrong', async () => {
  expect(await p.ok('scene_validate')).toEqual({ ok: true, errors: 0, warnings: 0, problems: [] });
  await p.ok('entity_create', { name: 'Model', mesh: 'asset:assets/gone.glb' });
  await p.ok('entity_create', { name: 'Twin' });
  await p.ok('entity_create', { name: 'Twin', scale: [1, 0, 1] });
  const { problems, ok } = await p.ok('scene_validate');
  expect(ok).toBe(false);
  expect(
    (problems as { severity: string; message: string }[]).map(
      ({ severity, message }) => `${severity}: ${message}`,
    ),
  ).toEqual([
    'error: #1 Model shows the model "assets/gone.glb", which is not there.',
    'warning: #3 Twin has a scale of 0.',
    'warning: #2 and #3 are both named "Twin" under the same parent, so that name means neither.',
    'warning: There is no light.',
    'warning: There is no camera, so the game would show nothing.',
  ]);
});

test('batch makes several calls one undo step, and later operations see what earlier ones made', async () => {
  expect(
    await p.ok('batch', {
      label: 'A furnished room',
      operations: [
        { tool: 'entity_create', args: { name: 'Room' } },
        { tool: 'entity_create', args: { name: 'Table', parent: 'Room' } },
        { tool: 'scene_query', args: { name: 'T*' } },
        { tool: 'scene_overview' },
      ],
    }),
  ).toMatchObject({
    count: 4,
    results: [
      { tool: 'entity_create', result: { id: 1 } },
      { result: { path: 'Room/Table' } },
      { result: { total: 1 } },
      {},
    ],
  });
  expect(p.history.steps()).toMatchObject([{ label: 'A furnished room', actor: 'mcp:claude-code' }]);
});

test('S-37: a batch that fails leaves nothing, makes no step, keeps redo, and names the index', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('history', { action: 'undo' });
  const revision = p.scene.revision;
  expect(
    await p.error('batch', {
      operations: [
        { tool: 'entity_create', args: { name: 'X' } },
        { tool: 'entity_create', args: { name: 'Y' } },
        { tool: 'entity_create', args: { name: 'Z' } },
        { tool: 'entity_update', args: { entity: 'Q' } },
        { tool: 'entity_create', args: { name: 'W' } },
      ],
    }),
  ).toMatchObject({
    code: 'not_found',
    message: 'Operation 3 (entity_update) failed, so nothing was changed: There is no entity named "Q"',
    data: { index: 3, tool: 'entity_update', operations: 5 },
  });
  expect([p.scene.count, p.scene.nextId, p.scene.revision]).toEqual([0, 2, revision]);
  await p.ok('history', { action: 'redo' });
  expect(p.scene.get(1)?.name).toBe('A');
});

test('a batch can’t undo, save, approve, or call what does not exist', async () => {
  p.registry.register(builtin('tool_approve', () => textResult('approved'), { governance: true }));
  for (const [tool, code] of [
    ['history', 'conflict'],
    ['scene_save', 'conflict'],
    ['tool_approve', 'capability_denied'],
    ['entity_craete', 'not_found'],
  ] as const) {
    expect((await p.error('batch', { operations: [{ tool, args: { action: 'undo' } }] }, USER)).code).toBe(
      code,
    );
  }
});

test('S-61: pictures taken in a batch stay pictures', async () => {
  await p.ok('scene_new', { name: 'A' });
  const result = await p.call('batch', {
    operations: [{ tool: 'viewport_capture', args: { width: 32, height: 32 } }],
  });
  expect(result).toMatchObject({ ok: true, images: [{ mimeType: 'image/png' }] });
  expect(JSON.stringify(result.ok && result.structured).length).toBeLessThan(5_000);
});

test('S-38: one history for people and agents, with labels and actors; undo goes through it in order', async () => {
  await p.ok('entity_create', { name: 'Mine' }, USER);
  await p.ok('entity_create', { name: 'Agent’s' });
  await p.ok('entity_update', { entity: 'Mine', color: '#ff0000' }, USER);
  expect((await p.ok('history', { action: 'list' })).steps).toMatchObject([
    { step: 3, label: 'Change Mine: color', actor: 'user', entities: [1] },
    { step: 2, label: 'Create Agent’s', actor: 'mcp:claude-code', entities: [2] },
    { step: 1, label: 'Create Mine', actor: 'user', entities: [1] },
  ]);
  const undone = await p.ok('history', { action: 'undo', steps: 2 }, USER);
  expect(undone).toMatchObject({ steps: [{ step: 3 }, { step: 2 }], can_undo: true, can_redo: true });
  expect(p.scene.ids()).toEqual([1]);
  expect(await p.ok('history', { action: 'redo', steps: 5 })).toMatchObject({
    steps: [{ step: 2 }, { step: 3 }],
    can_redo: false,
  });
});

test('history takes back one step and keeps later ones, or says which depend on it', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_update', { entity: 'A', color: '#ff0000' });
  await p.ok('entity_update', { entity: 'A', position: [1, 1, 1] });
  expect(await p.error('history', { action: 'revert', step: 1 })).toMatchObject({ code: 'conflict' });
  expect(await p.ok('history', { action: 'revert', step: 2 }, USER)).toMatchObject({
    new_step: 4,
    steps: [{ step: 2 }],
  });
  expect(p.scene.get(1)).toMatchObject({ color: '#ffffff', position: [1, 1, 1] });
  expect((await p.error('history', { action: 'revert' })).message).toContain('needs "step"');
});

test('undo and redo tell the log what happened to which entities', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_delete', { entity: 'A' });
  await p.ok('history', { action: 'undo', steps: 2 });
  await p.ok('history', { action: 'redo' });
  const since = p.events.last;
  await p.ok('history', { action: 'redo' });
  const events = p.events.read({ since }).events;
  expect(events.map((event) => [event.type, event.kind])).toEqual([
    ['scene', 'redo'],
    ['entity', 'changed'],
    ['tool', undefined],
  ]);
  expect(events[1]?.data).toMatchObject({ created: [], deleted: [1] });
});

test('a custom tool’s calls are checked by path as well as by tool', async () => {
  mkdirSync(join(p.folder, 'data'), { recursive: true });
  writeFileSync(join(p.folder, 'data/a.txt'), 'in reach');
  writeFileSync(join(p.folder, 'scripts/b.txt'), 'out of reach');
  const facts = {
    capabilities: {
      mutate: true,
      calls: ['file_*', 'game_settings', 'scene_load', 'scene_diff', 'asset_list'],
      files: { read: ['data/'], write: ['data/out/'] },
    },
  };
  p.registry.register(
    custom('user_reads', (args, context) => context.callNow(textOf(args.tool), args.args ?? {}), facts),
  );
  const through = (tool: string, args: Parameters<typeof p.call>[1], caller = USER) =>
    p.call('user_reads', { tool, args: args ?? {} }, caller);
  expect(await through('file_read', { path: 'data/a.txt' })).toMatchObject({ ok: true });
  expect(await through('file_read', { path: 'scripts/b.txt' })).toMatchObject({
    ok: false,
    error: { code: 'capability_denied', message: 'user_reads may not read "scripts/b.txt".' },
  });
  expect(await through('file_write', { path: 'data/b.txt', text: 'x' })).toMatchObject({
    error: { code: 'capability_denied' },
  });
  expect(await through('file_write', { path: 'data/out/b.txt', text: 'x' })).toMatchObject({ ok: true });
  for (const tool of ['scene_load', 'scene_diff'])
    for (const path of ['scripts/b.txt', '.skywalker/agent.json'])
      expect((await through(tool, { path, discard: true })).ok, `${tool} ${path}`).toBe(false);
  expect(await through('scene_load', { path: 'scripts/b.txt', discard: true })).toMatchObject({
    error: { code: 'capability_denied', message: 'user_reads may not read "scripts/b.txt".' },
  });
  expect(await through('asset_list', {})).toMatchObject({
    structured: { total: 2, assets: [{ path: 'data/a.txt' }, { path: 'data/out/b.txt' }] },
  });
  // What a person runs is not what a person does.
  expect(
    await through('game_settings', { operation: 'set', settings: { customTools: { policy: 'trust' } } }),
  ).toMatchObject({
    error: { code: 'permission_denied' },
  });
  expect(existsSync(join(p.folder, 'data/out/b.txt'))).toBe(true);
});

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toolError } from '../../errors';
import { AGENT, builtin, textOf, USER } from '../testing';
import { createTestProject, type TestProject } from './testing';

let p: TestProject;

beforeEach(async () => {
  // Fails after doing what it is told: for roll-backs.
  const failing = builtin(
    'failing',
    (args, context) => {
      for (const call of args.calls as { tool: string; args: never }[]) context.callNow(call.tool, call.args);
      return { ok: false, error: toolError('tool_failed', 'on purpose') };
    },
    { mutates: true },
  );
  p = await createTestProject([failing]);
  write('data/a.txt', 'one\ntwo\nthree');
});

afterEach(() => {
  p.remove();
});

function write(path: string, content: string): void {
  mkdirSync(join(p.folder, path, '..'), { recursive: true });
  writeFileSync(join(p.folder, path), content);
}

function read(path: string): string {
  return readFileSync(join(p.folder, path), 'utf8');
}

test('project_info tells name, scenes, policy and files', async () => {
  write('scenes/main.sky.json', '{}');
  expect(await p.ok('project_info')).toMatchObject({
    name: 'Harbour',
    main_scene: 'scenes/main.sky.json',
    scenes: ['scenes/main.sky.json'],
    custom_tools: { policy: 'auto' },
    files: { '.': 1, data: 1, scenes: 1 },
  });
});

test('game_settings reads, merges, removes, and writes nothing that is not valid', async () => {
  expect(await p.ok('game_settings')).toMatchObject({ settings: { name: 'Harbour', seed: 1 }, changed: [] });
  await p.ok('game_settings', {
    operation: 'set',
    settings: { seed: 7, window: { width: 800, height: 600 } },
  });
  expect(
    await p.ok('game_settings', { operation: 'set', settings: { window: { height: null } } }),
  ).toMatchObject({
    changed: ['window'],
    settings: { seed: 7, window: { width: 800 } },
  });
  const before = read('game.json');
  expect((await p.error('game_settings', { operation: 'set', settings: { seed: 'x' } })).code).toBe(
    'invalid_settings',
  );
  expect((await p.error('game_settings', { operation: 'set' })).message).toContain('needs "settings"');
  expect(read('game.json')).toBe(before);
});

test('game_settings refuses the policy, the id and the format to agents, also as text; a person may', async () => {
  const settings = { customTools: { policy: 'trust' } };
  expect(await p.error('game_settings', { operation: 'set', settings })).toMatchObject({
    code: 'permission_denied',
    message: 'Only a person changes "customTools" of game.json.',
  });
  expect(
    (await p.error('game_settings', { operation: 'set', settings: JSON.stringify(settings) })).code,
  ).toBe('permission_denied');
  expect((await p.error('game_settings', { operation: 'set', settings: { customTools: null } })).code).toBe(
    'permission_denied',
  );
  expect((await p.error('game_settings', { operation: 'set', settings: { id: 'other' } })).code).toBe(
    'permission_denied',
  );
  expect(p.project.settings.customTools.policy).toBe('auto');
  await p.ok('game_settings', { operation: 'set', settings }, USER);
  expect(p.project.settings.customTools.policy).toBe('trust');
});

test('file_list shows what is there, by folder and glob, without what is hidden', async () => {
  write('.skywalker/agent.json', '{"token": "t"}');
  write('scripts/lib/util.wander', '');
  write('scripts/door.wander', '');
  const paths = async (args: Parameters<typeof p.ok>[1]): Promise<unknown> =>
    ((await p.ok('file_list', args)).files as { path: string }[]).map((file) => file.path);
  expect(await paths({})).toEqual([
    'data',
    'game.json',
    'scenes',
    'scripts',
    'tools',
    'data/a.txt',
    'scripts/door.wander',
    'scripts/lib',
    'scripts/lib/util.wander',
  ]);
  expect(await paths({ folder: 'scripts', recursive: false })).toEqual([
    'scripts/door.wander',
    'scripts/lib',
  ]);
  expect(await paths({ pattern: '**/*.wander' })).toEqual(['scripts/door.wander', 'scripts/lib/util.wander']);
  expect(await paths({ pattern: 'scripts/*.wander' })).toEqual(['scripts/door.wander']);
  expect(await p.ok('file_list', { limit: 1 })).toMatchObject({ truncated: true });
  expect((await p.error('file_list', { folder: 'script' })).hint).toBe('Did you mean "scripts"?');
  expect((await p.error('file_list', { folder: '../' })).code).toBe('permission_denied');
});

test('file_read gives lines, a revision, and did-you-mean for paths', async () => {
  expect(await p.ok('file_read', { path: 'data/a.txt', offset: 1, limit: 1 })).toEqual({
    path: 'data/a.txt',
    text: 'two',
    // The first 16 digits of the SHA-256 of "one\ntwo\nthree".
    revision: '058053d87c818d69',
    bytes: 13,
    lines: 3,
    truncated: true,
  });
  expect(await p.ok('file_read', { path: 'data/a.txt' })).toMatchObject({
    text: 'one\ntwo\nthree',
    truncated: false,
  });
  expect((await p.error('file_read', { path: 'data/b.txt' })).hint).toBe('Did you mean "data/a.txt"?');
  expect((await p.error('file_read', { path: 'a.txt' })).hint).toBe('Did you mean "data/a.txt"?');
});

test('file_read keeps agents out of the engine’s state and out of everything outside the project', async () => {
  write('.skywalker/agent.json', '{"token": "secret"}');
  expect((await p.error('file_read', { path: '.skywalker/agent.json' })).code).toBe('permission_denied');
  expect((await p.error('file_read', { path: 'data/../.skywalker/agent.json' })).code).toBe(
    'permission_denied',
  );
  symlinkSync('/etc', join(p.folder, 'data/etc'));
  symlinkSync(join(p.folder, '.skywalker'), join(p.folder, 'data/state'));
  expect((await p.error('file_read', { path: 'data/etc/passwd' })).code).toBe('permission_denied');
  expect((await p.error('file_read', { path: 'data/state/agent.json' })).code).toBe('permission_denied');
  expect((await p.error('file_read', { path: '/etc/passwd' })).code).toBe('permission_denied');
  expect(await p.ok('file_read', { path: '.skywalker/agent.json' }, USER)).toMatchObject({ lines: 1 });
});

test('file_write writes a file, makes folders, and gives the new revision', async () => {
  const written = await p.ok('file_write', { path: 'data/new/deep/b.txt', text: 'hello' });
  expect(written).toEqual({
    path: 'data/new/deep/b.txt',
    revision: '2cf24dba5fb0a30e',
    bytes: 5,
    created: true,
  });
  expect(read('data/new/deep/b.txt')).toBe('hello');
  expect(await p.ok('file_read', { path: 'data/new/deep/b.txt' })).toMatchObject({
    revision: '2cf24dba5fb0a30e',
  });
  expect(p.events.read({ since: 0, types: ['asset'] }).events).toMatchObject([
    { kind: 'created', data: { path: 'data/new/deep/b.txt' } },
  ]);
});

test('S-10: a stale revision is a conflict, so of parallel edits from the same reading one is kept and the others are told', async () => {
  const { revision } = await p.ok('file_read', { path: 'data/a.txt' });
  const calls = Array.from({ length: 20 }, (_, n) =>
    p.call(
      'file_write',
      { path: 'data/a.txt', text: `version ${n}`, revision: revision ?? null },
      n % 2 === 0 ? AGENT : { actor: 'mcp:b', kind: 'agent' },
    ),
  );
  const results = await Promise.all(calls);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.error.code === 'conflict')).toHaveLength(19);
  expect(read('data/a.txt')).toBe('version 0');
  expect(await p.error('file_write', { path: 'data/gone.txt', text: '', revision: 'abc' })).toMatchObject({
    code: 'conflict',
  });
  expect((await p.error('file_write', { path: 'data/a.txt', text: '', create_only: true })).code).toBe(
    'conflict',
  );
});

test('files that a failing call wrote, made or deleted are as they were', async () => {
  write('data/b.txt', 'b');
  const error = await p.error('failing', {
    calls: [
      { tool: 'file_write', args: { path: 'data/a.txt', text: 'changed' } },
      { tool: 'file_write', args: { path: 'data/a.txt', text: 'changed again' } },
      { tool: 'file_write', args: { path: 'fresh/deep/c.txt', text: 'new' } },
      { tool: 'asset_delete', args: { asset: 'data/b.txt' } },
    ],
  });
  expect(error.message).toBe('on purpose');
  expect(read('data/a.txt')).toBe('one\ntwo\nthree');
  expect(read('data/b.txt')).toBe('b');
  expect(existsSync(join(p.folder, 'fresh'))).toBe(false);
  expect(p.events.read({ since: 0, types: ['asset'] }).events).toEqual([]);
});

test('S-27: a dry run writes and deletes nothing, and says so', async () => {
  const before = readdirSync(p.folder, { recursive: true });
  for (const [tool, args] of [
    ['file_write', { path: 'data/a.txt', text: 'x' }],
    ['file_write', { path: 'other/b.txt', text: 'x' }],
    ['asset_delete', { asset: 'data/a.txt' }],
    ['asset_import', { data: 'AAAA', to: 'assets/x.bin' }],
  ] as const) {
    const { result } = await p.pipeline.dryRun({ tool, args, caller: AGENT });
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining('Dry run')] });
  }
  expect(readdirSync(p.folder, { recursive: true })).toEqual(before);
  expect(read('data/a.txt')).toBe('one\ntwo\nthree');
  await p.ok('selection_set', { entities: [] });
  await p.ok('entity_create', { name: 'A' });
  const selected = p.events.last;
  await p.pipeline.dryRun({ tool: 'selection_set', args: { entities: ['A'] }, caller: AGENT });
  expect(p.selection.get()).toEqual([]);
  expect(p.events.last).toBe(selected);
  expect(
    (await p.pipeline.dryRun({ tool: 'scene_save', args: { path: 'scenes/x.sky.json' }, caller: AGENT }))
      .result.ok,
  ).toBe(false);
});

test.each([
  'tools/user_x.tool.json',
  'tools/approvals.json',
  'Tools/user_x.wander',
  'TOOLS/APPROVALS.JSON',
  'game.json',
  'Game.json',
  '.skywalker/agent.json',
  'agents/mira.agent.json',
  'studio/board.json',
  'data/../tools/user_x.tool.json',
  './tools/user_x.tool.json',
  '../outside.txt',
  '/tmp/outside.txt',
  'data/link/x.tool.json',
  'tools./x.wander',
])('agents can’t write %s', async (path) => {
  symlinkSync(join(p.folder, 'tools'), join(p.folder, 'data/link'));
  const before = readdirSync(p.folder, { recursive: true });
  const error = await p.error('file_write', { path, text: '{}' });
  expect(['permission_denied', 'invalid_arguments']).toContain(error.code);
  expect(readdirSync(p.folder, { recursive: true })).toEqual(before);
});

test('a person edits tools, code and settings as files, but neither approvals nor the engine’s state', async () => {
  for (const path of [
    'tools/user_x.tool.json',
    'tools/user_x.wander',
    'scripts/a.wander',
    'agents/mira.agent.json',
  ]) {
    expect(await p.ok('file_write', { path, text: '{}' }, USER)).toMatchObject({ created: true });
  }
  for (const path of [
    'tools/approvals.json',
    'Tools/Approvals.json',
    'tools/other.json',
    '.skywalker/agent.json',
    '.git/hooks/pre-commit',
  ]) {
    expect((await p.error('file_write', { path, text: '{}' }, USER)).code).toBe('permission_denied');
  }
  expect((await p.error('file_write', { path: 'game.json', text: '{' }, USER)).code).toBe('invalid_settings');
  expect(p.project.settings.name).toBe('Harbour');
});

test('file_search finds texts and expressions with line and column', async () => {
  write('scripts/a.wander', 'fn run(args)\n  return FIND("Door")\nend');
  write('data/b.txt', 'nothing\nfind me');
  expect(await p.ok('file_search', { query: 'find' })).toEqual({
    matches: [
      { path: 'data/b.txt', line: 2, column: 1, text: 'find me' },
      { path: 'scripts/a.wander', line: 2, column: 10, text: '  return FIND("Door")' },
    ],
    files: 4,
    truncated: false,
  });
  expect((await p.ok('file_search', { query: 'find', case_sensitive: true })).matches).toMatchObject([
    { path: 'data/b.txt' },
  ]);
  expect((await p.ok('file_search', { query: 'f[a-z]+ m.$', regex: true })).matches).toMatchObject([
    { path: 'data/b.txt', column: 1 },
  ]);
  expect((await p.ok('file_search', { query: 'find', pattern: 'scripts/**' })).matches).toMatchObject([
    { path: 'scripts/a.wander' },
  ]);
  expect((await p.ok('file_search', { query: 'e', limit: 1 })).truncated).toBe(true);
  expect((await p.error('file_search', { query: '(a', regex: true })).message).toContain('")" is missing');
});

test('asset_list tells types and which entities show a model', async () => {
  write('assets/tree.glb', 'x');
  write('assets/wood.PNG', 'x');
  await p.ok('entity_create', { name: 'Tree', mesh: 'asset:assets/tree.glb' });
  expect((await p.ok('asset_list', { query: 'ASSETS/' })).assets).toEqual([
    { path: 'assets/tree.glb', type: 'mesh', bytes: 1, used_by: 1 },
    { path: 'assets/wood.PNG', type: 'texture', bytes: 1, used_by: 0 },
  ]);
  expect(await p.ok('asset_list', { type: 'mesh' })).toMatchObject({ total: 1 });
});

test('asset_import takes base64 from agents, and files from outside from people only', async () => {
  const outside = join(p.folder, '..', `outside-${String(process.pid)}.glb`);
  writeFileSync(outside, 'model');
  expect(await p.error('asset_import', { path: outside, to: 'assets/m.glb' })).toMatchObject({
    code: 'permission_denied',
    message: 'Only people import files from outside the project.',
  });
  expect(
    await p.ok(
      'asset_import',
      { path: outside, to: 'assets/m.glb', create_entity: true, position: [1, 2, 3] },
      USER,
    ),
  ).toMatchObject({
    path: 'assets/m.glb',
    type: 'mesh',
    bytes: 5,
    entity: 1,
  });
  expect(p.scene.get(1)).toMatchObject({ name: 'm', position: [1, 2, 3] });
  expect(await p.ok('asset_import', { data: 'aGVsbG8=', to: 'assets/hello.txt' })).toMatchObject({
    bytes: 5,
    type: 'data',
  });
  expect(read('assets/hello.txt')).toBe('hello');
  expect((await p.error('asset_import', { data: 'aGVsbG8=', to: 'assets/hello.txt' })).code).toBe('conflict');
  expect((await p.error('asset_import', { data: 'not base64!', to: 'assets/x.txt' })).message).toContain(
    'not base64',
  );
  expect((await p.error('asset_import', { to: 'assets/x.txt' })).message).toBe(
    'Give either "path" or "data".',
  );
  expect((await p.error('asset_import', { path: '.skywalker/.gitignore', to: 'assets/x.txt' })).code).toBe(
    'permission_denied',
  );
});

test('asset_delete moves a file to the trash, and refuses while entities show it', async () => {
  write('assets/tree.glb', 'x');
  await p.ok('entity_create', { name: 'Tree', mesh: 'asset:assets/tree.glb' });
  expect((await p.error('asset_delete', { asset: 'assets/tree.glb' })).message).toBe(
    '1 entity shows "assets/tree.glb": #1 Tree.',
  );
  const { trash } = await p.ok('asset_delete', { asset: 'assets/tree.glb', force: true });
  expect(existsSync(join(p.folder, 'assets/tree.glb'))).toBe(false);
  expect(read(textOf(trash))).toBe('x');
  expect((await p.error('asset_delete', { asset: 'asset/tree.glb' })).code).toBe('not_found');
  expect((await p.error('asset_delete', { asset: 'game.json' })).code).toBe('permission_denied');
});

test('paths through a file, names as long as they can be, and folders are answered, never a fault of the engine', async () => {
  expect(await p.error('file_list', { folder: 'data/a.txt/x' })).toMatchObject({ code: 'not_found' });
  expect(await p.error('file_write', { path: 'data/a.txt/x/y', text: '' })).toMatchObject({
    code: 'io_error',
  });
  expect(await p.error('scene_save', { path: 'data/a.txt/x.sky.json' })).toMatchObject({ code: 'io_error' });
  expect(await p.error('file_list', { pattern: '/'.repeat(10_000) })).toMatchObject({
    code: 'invalid_arguments',
  });
  const long = `data/${'é'.repeat(120)}.png`;
  write(long, 'x');
  const { trash } = (await p.ok('asset_delete', { asset: long })) as { trash: string };
  expect(trash.endsWith('é.png')).toBe(true);
  expect(read(trash)).toBe('x');
  expect(await p.error('asset_delete', { asset: 'data' })).toMatchObject({
    code: 'invalid_arguments',
    message: '"data" is not a file.',
  });
  expect(existsSync(join(p.folder, 'data'))).toBe(true);
});

test('S-49: a search whose expression takes too many steps gives what it has found by then, and says so', async () => {
  write('data/0.txt', 'needle aab');
  write('data/1.txt', `${'a'.repeat(60_000)}\n`.repeat(20));
  const result = await p.call('file_search', { query: '(a?){900}b', regex: true, pattern: 'data/*.txt' });
  expect(result).toMatchObject({
    ok: true,
    structured: { matches: [{ path: 'data/0.txt', line: 1 }], truncated: true },
    warnings: [expect.stringContaining('too many steps')],
  });
});

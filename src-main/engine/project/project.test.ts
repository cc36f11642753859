import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { Project } from './project';

const folder = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'sky-project-')));

async function open(path: string): Promise<Project> {
  const outcome = await Project.open(path);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

const errorOf = async (path: string): Promise<string> => {
  const outcome = await Project.open(path);
  return outcome.ok ? 'ok' : `${outcome.error.code}: ${outcome.error.message}`;
};

test('a new project has settings, folders and an ignored state folder', async () => {
  const root = join(await folder(), 'garden');
  const outcome = await Project.create(root, { name: 'Garden', id: 'g1', mainScene: '{}' });
  expect(outcome.ok && outcome.value.settings).toMatchObject({
    name: 'Garden',
    id: 'g1',
    main_scene: 'scenes/main.sky.json',
    seed: 1,
  });
  expect(JSON.parse(await readFile(join(root, 'game.json'), 'utf8'))).toEqual({
    format: 'skywalker.game/1',
    name: 'Garden',
    id: 'g1',
    main_scene: 'scenes/main.sky.json',
    seed: 1,
    customTools: { policy: 'auto' },
  });
  expect(await readFile(join(root, '.skywalker', '.gitignore'), 'utf8')).toBe('*\n');
  expect(await readFile(join(root, 'scenes', 'main.sky.json'), 'utf8')).toBe('{}');
  expect(await Project.create(root, { name: 'Other' })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  });
});

test('two new projects have ids of their own', async () => {
  const a = await Project.create(join(await folder(), 'a'), { name: 'A' });
  const b = await Project.create(join(await folder(), 'a'), { name: 'A' });
  expect(a.ok && b.ok && a.value.settings.id !== b.value.settings.id).toBe(true);
});

test('a folder with files becomes a project without losing any', async () => {
  const root = await folder();
  await mkdir(join(root, 'scenes'));
  await writeFile(join(root, 'scenes', 'main.sky.json'), 'mine');
  const outcome = await Project.create(root, { name: 'Mine', mainScene: 'other' });
  expect(outcome.ok).toBe(true);
  expect(await readFile(join(root, 'scenes', 'main.sky.json'), 'utf8')).toBe('mine');
});

test('S-66: a project in a folder with letters of other scripts works', async () => {
  const root = await folder();
  const paths = ['Проект 场景 é (1)', 'Проект 场景 é (2)'].map((name) => join(root, name));
  for (const path of paths) {
    const outcome = await Project.create(path, { name: 'Ü' });
    expect(outcome.ok && outcome.value.folder).toBe(path);
  }
  expect((await readdir(root)).sort()).toEqual(['Проект 场景 é (1)', 'Проект 场景 é (2)']);
  expect((await open(paths[0]!)).resolve('data/файл.txt')).toEqual({
    ok: true,
    value: join(paths[0]!, 'data', 'файл.txt'),
  });
});

test('what is no project is told, with what to do', async () => {
  const root = await folder();
  expect(await errorOf(root)).toBe(`not_found: ${root} is no project: it has no game.json`);
  expect(await errorOf(join(root, 'none'))).toBe(`not_found: There is no folder ${join(root, 'none')}`);
});

test('a hand-written game.json needs next to nothing', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{}');
  expect((await open(root)).settings).toMatchObject({
    customTools: { policy: 'auto' },
    seed: 1,
    main_scene: 'scenes/main.sky.json',
  });
});

test('a broken game.json gives line and reason, and is never overwritten', async () => {
  const root = await folder();
  const path = join(root, 'game.json');
  for (const [text, message] of [
    [
      '{\n  "name": "X",\n  "seed": 1,\n}',
      'game.json, line 4: a comma with nothing after it: remove the comma',
    ],
    [
      '{\n  "name": "X",\n  "customTools": { "policy": "alow" }\n}',
      'game.json, line 3: customTools.policy is "alow"',
    ],
    ['{\n  "customTools": "trust"\n}', 'game.json, line 2: customTools is "trust"'],
    ['{ "seed": 1.5 }', 'game.json, line 1: seed is 1.5'],
    ['{ "seed": 1e309 }', 'game.json, line 1: seed is null'],
    ['{ "name": "" }', 'game.json, line 1: name is ""'],
    [
      '{ "main_scene": "../x" }',
      'game.json, line 1: main_scene is "../x", which is not a path in the project',
    ],
    ['{ "format": "other" }', 'game.json, line 1: the format is "other"'],
    ['[]', 'game.json does not hold an object'],
    ['', 'game.json, line 1: a value expected, found the end of the text'],
  ] as const) {
    await writeFile(path, text);
    expect(await errorOf(root)).toBe(`invalid_settings: ${message}`);
    expect(await readFile(path, 'utf8')).toBe(text);
  }
  const root2 = await folder();
  await writeFile(join(root2, 'game.json'), '{}');
  const project = await open(root2);
  await writeFile(join(root2, 'game.json'), '{ broken');
  expect(await project.updateSettings((raw) => ({ ...raw, seed: 2 }))).toMatchObject({
    ok: false,
    error: { code: 'invalid_settings' },
  });
  expect(await project.reloadSettings()).toMatchObject({ ok: false });
  expect(await readFile(join(root2, 'game.json'), 'utf8')).toBe('{ broken');
  expect(project.settings.seed).toBe(1);
});

test('a policy that is mistyped gets a did-you-mean', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{"customTools": {"policy": "trsut"}}');
  const outcome = await Project.open(root);
  expect(!outcome.ok && outcome.error.hint).toBe(
    'Did you mean "trust"? Write one of: off, ask, auto, trust.',
  );
});

test('S-67: a change of settings keeps unknown fields, indentation, line ends and what was changed outside', async () => {
  const root = await folder();
  const path = join(root, 'game.json');
  await writeFile(path, '\ufeff{\r\n\t"name": "A",\r\n\t"author": {\r\n\t\t"mail": "x"\r\n\t}\r\n}\r\n');
  const project = await open(root);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"A"', '"B"'));
  const seen: string[] = [];
  project.onSettings((settings) => seen.push(settings.name));
  const outcome = await project.updateSettings((raw) => ({ ...raw, seed: 9 }));
  expect(outcome).toMatchObject({ ok: true, value: { name: 'B', seed: 9, author: { mail: 'x' } } });
  expect(await readFile(path, 'utf8')).toBe(
    '\ufeff{\r\n\t"name": "B",\r\n\t"author": {\r\n\t\t"mail": "x"\r\n\t},\r\n\t"seed": 9\r\n}\r\n',
  );
  expect(seen).toEqual(['B']);
});

test('S-10: changes of settings at the same time follow one another', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{"count": 0}');
  const project = await open(root);
  await Promise.all(
    Array.from({ length: 20 }, () =>
      project.updateSettings((raw) => ({ ...raw, count: (raw.count as number) + 1 })),
    ),
  );
  expect((project.settings as JsonObject).count).toBe(20);
});

test('a change to what is not allowed writes nothing', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{"seed": 3}');
  const project = await open(root);
  expect(await project.updateSettings((raw) => ({ ...raw, customTools: { policy: 'all' } }))).toMatchObject({
    ok: false,
    error: { code: 'invalid_settings', message: 'game.json: customTools.policy is "all"' },
  });
  expect(await readFile(join(root, 'game.json'), 'utf8')).toBe('{"seed": 3}');
});

test('settings of a newer format are read, not changed', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{"format": "skywalker.game/2", "name": "N"}');
  const project = await open(root);
  expect(project.readOnlyReason).toContain('skywalker.game/2');
  expect(await project.updateSettings((raw) => raw)).toMatchObject({
    ok: false,
    error: { code: 'permission_denied' },
  });
});

test('S-50: __proto__ in game.json changes no prototype and survives a change', async () => {
  const root = await folder();
  await writeFile(
    join(root, 'game.json'),
    '{"__proto__": {"polluted": 1}, "customTools": {"__proto__": {"policy": "trust"}}}',
  );
  const project = await open(root);
  expect(project.settings.customTools.policy).toBe('auto');
  await project.updateSettings((raw) => ({ ...raw, seed: 2 }));
  expect(({} as JsonObject).polluted).toBeUndefined();
  expect(await readFile(join(root, 'game.json'), 'utf8')).toContain('"__proto__": {\n    "polluted": 1');
});

test('S-12, S-54: tools can’t write protected places, directly, by another name or through a link', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{}');
  await mkdir(join(root, 'tools'));
  await mkdir(join(root, 'data'));
  await symlink('../tools/approvals.json', join(root, 'data', 'a.json')).catch(() => undefined);
  await symlink('../tools', join(root, 'data', 't'));
  await writeFile(join(root, 'tools', 'approvals.json'), '{}');
  const project = await open(root);
  for (const path of [
    'tools/approvals.json',
    'Tools/x',
    'game.json',
    '.skywalker/x',
    'data/a.json',
    'data/t/approvals.json',
    'agents/x',
    'studio/x',
    '../x',
    '.',
  ]) {
    expect(project.writable(path), path).toMatchObject({ ok: false });
  }
  const linked = project.writable('data/a.json');
  expect(!linked.ok && linked.error.message).toContain('(tools/approvals.json)');
  expect(project.writable('data/b.json')).toMatchObject({
    ok: true,
    value: { relative: 'data/b.json' },
  });
});

test('a state folder that is a link to elsewhere is refused', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{}');
  await symlink(await folder(), join(root, '.skywalker'));
  expect(await errorOf(root)).toMatch(/^permission_denied: "\.skywalker" is a link that leads outside/);
  await rm(join(root, '.skywalker'));
  expect(await errorOf(root)).toBe('ok');
});

test.each([
  ['logs/events.jsonl', 'is a link'],
  ['logs', 'is a link'],
  ['tool-stats.json', 'is a link'],
  ['approved/x.json', 'is a link'],
])(
  'S-12: a link to elsewhere in the state folder (%s) is refused before anything is written through it',
  async (name, what) => {
    const root = await folder();
    const elsewhere = await folder();
    await writeFile(join(elsewhere, 'precious'), 'one\ntwo, without a line end');
    await writeFile(join(root, 'game.json'), '{}');
    const path = join(root, '.skywalker', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(name === 'logs' ? elsewhere : join(elsewhere, 'precious'), path);
    expect(await errorOf(root)).toContain(`permission_denied: ".skywalker/${name}" ${what}`);
    expect(await readdir(elsewhere)).toEqual(['precious']);
    expect(await readFile(join(elsewhere, 'precious'), 'utf8')).toBe('one\ntwo, without a line end');
  },
);

test('a state folder that is a link to another folder of the project, and a pipe in it, are refused', async () => {
  const root = await folder();
  await writeFile(join(root, 'game.json'), '{}');
  await mkdir(join(root, 'data'));
  await symlink('data', join(root, '.skywalker'));
  expect(await errorOf(root)).toContain('permission_denied: ".skywalker" is a link');
  await rm(join(root, '.skywalker'));
  await mkdir(join(root, '.skywalker'));
  execFileSync('mkfifo', [join(root, '.skywalker', 'tool-stats.json')]);
  expect(await errorOf(root)).toContain('".skywalker/tool-stats.json" is a pipe or device');
});

test('S-23: projects without an id are told apart by their folder, not by its name', async () => {
  const [one, two] = [join(await folder(), 'demo'), join(await folder(), 'demo')];
  for (const root of [one, two]) {
    await mkdir(root);
    await writeFile(join(root, 'game.json'), '{}');
  }
  const { id } = (await open(one)).settings;
  expect((await open(two)).settings).toMatchObject({ name: 'demo' });
  expect((await open(two)).settings.id).not.toBe(id);
  // The same by whatever way it is opened.
  await symlink(one, `${one}-link`);
  expect((await open(`${one}-link`)).settings.id).toBe(id);
});

import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestProject, type TestProject } from './testing';

const FILE = 'scenes/main.sky.json';

let p: TestProject;

beforeEach(async () => {
  p = await createTestProject();
  await p.ok('entity_create', { name: 'Mine' });
  await p.ok('scene_save', { path: FILE });
});

afterEach(() => p.remove());

const onDisk = (): string => readFileSync(join(p.folder, FILE), 'utf8');

/** What somebody else writes: the file with one entity renamed. */
function theirs(name = 'Theirs'): string {
  const text = onDisk().replace('"Mine"', JSON.stringify(name));
  writeFileSync(join(p.folder, FILE), text);
  return text;
}

test('S-40: scene_save never replaces a file that something else has changed, and says what to do', async () => {
  const text = theirs();
  await p.ok('entity_create', { name: 'Also mine' });
  const error = await p.error('scene_save');
  expect(error).toMatchObject({
    code: 'conflict',
    message: `${FILE} has changed on disk since it was loaded or saved here; nothing was written.`,
    data: { file: FILE, reason: 'changed_on_disk' },
  });
  expect(error.hint).toContain('scene_save {"overwrite": true}');
  expect(error.hint).toContain(`scene_load {"path": "${FILE}", "discard": true}`);
  expect(onDisk()).toBe(text);
  expect(p.scene.dirty).toBe(true);

  await p.ok('scene_save', { overwrite: true });
  expect(onDisk()).toContain('Also mine');
  expect(onDisk()).not.toContain('Theirs');
  await p.ok('entity_create', { name: 'Later' });
  await p.ok('scene_save');
});

test('after a conflict, scene_load with discard takes what is on disk, and saving works again', async () => {
  theirs();
  await p.ok('entity_create', { name: 'Also mine' });
  expect(await p.error('scene_load', { path: FILE })).toMatchObject({ code: 'conflict' });
  await p.ok('scene_load', { path: FILE, discard: true });
  expect(p.scene.ids().map((id) => p.scene.get(id)?.name)).toEqual(['Theirs']);
  await p.ok('entity_create', { name: 'Mine again' });
  await p.ok('scene_save');
  expect(onDisk()).toContain('Theirs');
});

test('it is the content that counts: a newer date is no change, and a deleted file is written again', async () => {
  utimesSync(join(p.folder, FILE), 2_000_000_000, 2_000_000_000);
  await p.ok('scene_save');
  rmSync(join(p.folder, FILE));
  await p.ok('scene_save');
  expect(existsSync(join(p.folder, FILE))).toBe(true);
});

test('what somebody else writes during a save is kept, and nothing is left behind', async () => {
  const tx = p.scene.begin();
  for (let index = 0; index < 5_000; index += 1) tx.create({ name: `Tree ${index}` });
  tx.commit();
  const before = onDisk();
  const saving = p.call('scene_save');
  const scenes = join(p.folder, 'scenes');
  while (!readdirSync(scenes).some((name) => name.endsWith('.tmp')))
    await new Promise((resolve) => setImmediate(resolve));
  const text = theirs();
  expect(text).not.toBe(before);
  expect(await saving).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(onDisk()).toBe(text);
  expect(readdirSync(scenes)).toEqual(['main.sky.json']);
  expect(p.scene.dirty).toBe(true);
});

test('scene_load with if_changed loads only what something else changed, and keeps the selection', async () => {
  await p.ok('selection_set', { entities: ['Mine'] });
  expect(await p.ok('scene_load', { path: FILE, if_changed: true })).toMatchObject({ unchanged: true });
  expect(p.history.steps()).toHaveLength(1);
  theirs();
  expect(await p.ok('scene_load', { path: FILE, if_changed: true })).toEqual({
    name: 'Untitled',
    file: FILE,
    count: 1,
  });
  expect(p.scene.get(1)?.name).toBe('Theirs');
  expect([p.scene.dirty, p.history.steps(), p.selection.get()]).toEqual([false, [], [1]]);
  expect(p.events.read({ since: 0, types: ['scene'] }).events.at(-1)).toMatchObject({
    kind: 'changed_on_disk',
    summary: `${FILE} changed on disk and was loaded again`,
  });
});

test('scene_load with if_changed leaves unsaved changes and other scenes alone', async () => {
  await p.ok('entity_create', { name: 'Also mine' });
  expect(await p.ok('scene_load', { path: FILE, if_changed: true })).toMatchObject({ unchanged: true });
  theirs();
  expect(await p.error('scene_load', { path: FILE, if_changed: true })).toMatchObject({ code: 'conflict' });
  expect(p.scene.count).toBe(2);
  await p.ok('scene_save', { path: 'scenes/other.sky.json' });
  expect(await p.ok('scene_load', { path: FILE, if_changed: true })).toMatchObject({ unchanged: true });
  expect(p.scene.file).toBe('scenes/other.sky.json');
});

test('a batch that loads a scene and fails leaves the scene tied to its file as before', async () => {
  await p
    .ok('batch', {
      operations: [
        { tool: 'scene_new', args: { name: 'Other' } },
        { tool: 'entity_get', args: { entity: 'nobody' } },
      ],
    })
    .catch(() => undefined);
  expect(p.scene.file).toBe(FILE);
  await p.ok('entity_create', { name: 'Also mine' });
  await p.ok('scene_save');
});

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FILE, newProject, OpenEngine, readFile, writeTheirs } from './open-engine.fixture';

let folder: string;
let e: OpenEngine;

beforeEach(async () => {
  folder = await newProject();
  writeTheirs(folder, ['Lamp', 'Door']);
  e = await OpenEngine.open(folder);
});

afterEach(() => e.close({ discardUnsaved: true }));

test('S-40: a scene without unsaved changes follows its file', async () => {
  await e.create('Rug');
  await e.ok('scene_save');
  await e.ok('selection_set', { entities: ['Door', 'Rug'] });
  const changed = e.nextSceneEvent('changed_on_disk');
  writeTheirs(folder, ['Lamp', 'Gate']);
  expect(await changed).toMatchObject({ actor: 'system', data: { file: FILE, entities: 2 } });
  expect(e.names).toEqual(['Lamp', 'Gate']);
  expect([e.scene.dirty, e.engine.history.steps()]).toEqual([false, []]);
  expect(e.engine.selection.get()).toEqual([2]);
  expect((await e.status()).conflict).toBeUndefined();
  await e.create('Rug');
  await e.ok('scene_save');
});

test('S-40: a scene with unsaved changes stays, and so does its file, until a person decides: mine', async () => {
  await e.create('Mine');
  const conflict = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs']);
  const told = {
    file: FILE,
    reason: 'changed',
    message: `${FILE} has changed on disk while the scene has unsaved changes`,
  };
  expect(await conflict).toMatchObject({ actor: 'system', summary: told.message, data: told });
  expect((await e.status()).conflict).toEqual(told);
  expect(e.names).toEqual(['Lamp', 'Door', 'Mine']);
  expect(await e.error('scene_save')).toMatchObject({ code: 'conflict' });
  expect(await e.error('scene_load', { path: FILE })).toMatchObject({ code: 'conflict' });
  expect(readFile(folder, FILE)).toContain('Theirs');

  await e.ok('scene_save', { overwrite: true });
  expect(readFile(folder, FILE)).toContain('Mine');
  expect((await e.status()).conflict).toBeUndefined();
});

test('S-40: or theirs', async () => {
  await e.create('Mine');
  const conflict = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs']);
  await conflict;
  await e.ok('scene_load', { path: FILE, discard: true });
  expect([e.names, e.scene.dirty]).toEqual([['Theirs'], false]);
  expect((await e.status()).conflict).toBeUndefined();
});

test('one change outside is told once, and another one again', async () => {
  await e.create('Mine');
  const first = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs']);
  await first;
  const text = readFileSync(join(folder, FILE));
  writeFileSync(join(folder, FILE), text);
  const second = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs', 'More']);
  await second;
  expect(e.sceneEvents('conflict')).toHaveLength(2);
});

test('a conflict is over when the file is again as it was', async () => {
  const before = readFile(folder, FILE);
  await e.create('Mine');
  const conflict = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs']);
  await conflict;
  const over = e.nextSceneEvent('conflict_over');
  writeFileSync(join(folder, FILE), before);
  await over;
  expect((await e.status()).conflict).toBeUndefined();
  await e.ok('scene_save');
  expect(readFile(folder, FILE)).toContain('Mine');
});

test('saving is no change by others', async () => {
  for (const name of ['A', 'B', 'C']) {
    await e.create(name);
    await e.ok('scene_save');
  }
  // What comes after it in the watcher's order.
  const changed = e.nextSceneEvent('changed_on_disk');
  writeTheirs(folder, ['Last']);
  await changed;
  expect(e.sceneEvents().map((event) => event.kind)).toEqual([
    'loaded',
    'saved',
    'saved',
    'saved',
    'changed_on_disk',
  ]);
});

test('a scene whose file is deleted has unsaved changes; when the file comes back, it has none', async () => {
  const gone = e.nextSceneEvent('conflict');
  renameSync(join(folder, FILE), join(folder, 'aside'));
  expect(await gone).toMatchObject({ data: { file: FILE, reason: 'removed' } });
  expect(e.scene.dirty).toBe(true);
  const over = e.nextSceneEvent('conflict_over');
  renameSync(join(folder, 'aside'), join(folder, FILE));
  await over;
  expect([e.scene.dirty, e.names]).toEqual([false, ['Lamp', 'Door']]);
});

test('a scene whose file was deleted is kept safe by the autosave, and can be saved again', async () => {
  const gone = e.nextSceneEvent('conflict');
  rmSync(join(folder, FILE));
  await gone;
  await e.close();
  e = await OpenEngine.open(folder);
  expect(e.names).toEqual([]);
  await e.ok('scene_recover', { action: 'restore' });
  expect(e.names).toEqual(['Lamp', 'Door']);
  await e.ok('scene_save');
  expect(readFile(folder, FILE)).toContain('Door');
});

test('a file that can’t be read as a scene leaves the scene as it is, and is loaded as soon as it can be', async () => {
  const broken = e.nextSceneEvent('conflict');
  writeFileSync(join(folder, FILE), '{"format": "skywalker.scene/1",\n<<<<<<< ours\n');
  expect(await broken).toMatchObject({ data: { reason: 'unreadable' } });
  expect((await broken).summary).toContain(`${FILE} has changed on disk and can't be loaded: Line 2:`);
  expect([e.names, e.scene.dirty]).toEqual([['Lamp', 'Door'], true]);
  expect(await e.error('scene_save')).toMatchObject({ code: 'conflict' });
  const changed = e.nextSceneEvent('changed_on_disk');
  writeTheirs(folder, ['Merged']);
  await changed;
  expect([e.names, e.scene.dirty]).toEqual([['Merged'], false]);
  expect((await e.status()).conflict).toBeUndefined();
});

test('what was changed while the file was broken is not given up for it', async () => {
  const broken = e.nextSceneEvent('conflict');
  writeFileSync(join(folder, FILE), 'not a scene');
  await broken;
  await e.create('Mine');
  const again = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Merged']);
  expect(await again).toMatchObject({ data: { reason: 'changed' } });
  expect(e.names).toEqual(['Lamp', 'Door', 'Mine']);
});

test('files of other scenes are nobody’s conflict', async () => {
  await e.create('Mine');
  writeTheirs(folder, ['Other'], 'scenes/other.sky.json');
  const conflict = e.nextSceneEvent('conflict');
  writeTheirs(folder, ['Theirs']);
  expect((await conflict).data['file']).toBe(FILE);
  expect(e.sceneEvents('conflict')).toHaveLength(1);
});

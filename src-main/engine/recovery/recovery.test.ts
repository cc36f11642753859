import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { contentHash } from '../project/content-hash';
import { formatScene, parseScene } from '../scene/scene-file';
import { textResult } from '../tools/result';
import { wait } from '../tools/steps';
import { builtin } from '../tools/testing';
import { readAutosave } from './autosave-file';
import {
  AT_ONCE,
  autosaveFolder,
  autosaves,
  FILE,
  newProject,
  OpenEngine,
  readFile,
  until,
  writeTheirs,
} from './open-engine.fixture';

const engines: OpenEngine[] = [];

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close({ discardUnsaved: true })));
});

async function open(folder: string, timing?: typeof AT_ONCE): Promise<OpenEngine> {
  const engine = await OpenEngine.open(folder, timing);
  engines.push(engine);
  return engine;
}

/** Ends an engine as a crash would: what is on the disk stays as it is at this moment. */
async function crash(engine: OpenEngine): Promise<void> {
  const kept = autosaves(engine.folder).map(
    (name) => [name, readFileSync(join(autosaveFolder(engine.folder), name))] as const,
  );
  engines.splice(engines.indexOf(engine), 1);
  await engine.close({ discardUnsaved: true });
  for (const [name, content] of kept) {
    mkdirSync(autosaveFolder(engine.folder), { recursive: true });
    writeFileSync(join(autosaveFolder(engine.folder), name), content);
  }
}

/** A project with an autosave left behind in which there is one entity more than in its file. */
async function crashed(name = 'Lost'): Promise<string> {
  const folder = await newProject();
  const engine = await open(folder);
  await engine.create(name);
  await engine.engine.recovery.flush();
  await crash(engine);
  return folder;
}

test('unsaved changes are written beside the scene by themselves, and saving removes that', async () => {
  const folder = await newProject();
  const e = await open(folder, AT_ONCE);
  expect(autosaves(folder)).toEqual([]);
  await e.create('Lamp');
  await until(() => autosaves(folder).includes('scenes-main.sky.json'), 'there is an autosave');
  const read = readAutosave(join(autosaveFolder(folder), 'scenes-main.sky.json'));
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.scene).toBe(formatScene(e.scene));
  expect(read.value.header).toMatchObject({
    file: FILE,
    base: contentHash(readFile(folder, FILE)),
    name: 'Main',
    entities: 1,
  });
  expect(JSON.parse(readFile(folder, '.skywalker/autosave/scenes-main.sky.json'))).toMatchObject({
    format: 'skywalker.autosave/1',
    scene: { format: 'skywalker.scene/1', entities: [{ id: 1, name: 'Lamp' }] },
  });
  await e.ok('scene_save');
  await until(() => !existsSync(autosaveFolder(folder)), 'the autosave is gone');
});

test('undo and redo are kept safe like any change', async () => {
  const folder = await newProject();
  const e = await open(folder, AT_ONCE);
  await e.create('A');
  await e.create('B');
  await e.ok('history', { action: 'undo' });
  const entities = (): number => {
    const read = readAutosave(join(autosaveFolder(folder), 'scenes-main.sky.json'));
    return read.ok ? read.value.header.entities : -1;
  };
  await until(() => entities() === 1, 'the undone state is there');
  await e.ok('history', { action: 'redo' });
  await until(() => entities() === 2, 'the redone state is there');
  await e.ok('history', { action: 'undo', steps: 2 });
  await until(() => !existsSync(autosaveFolder(folder)), 'with nothing left to save the autosave is gone');
});

test('what a call has changed so far is not written before the call has ended', async () => {
  const folder = await newProject();
  const e = await open(folder, AT_ONCE);
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  e.engine.registry.register(
    builtin(
      'slowly',
      function* (_args, context) {
        context.tx.create({ name: 'Half' });
        yield* wait(gate);
        context.tx.create({ name: 'Whole' });
        return textResult('done');
      },
      { mutates: true },
    ),
  );
  await e.create('First');
  await until(() => autosaves(folder).length === 1, 'the first change is there');
  const slow = e.ok('slowly');
  let written = false;
  const flushed = e.engine.recovery.flush().then(() => (written = true));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(written).toBe(false);
  expect(readFile(folder, '.skywalker/autosave/scenes-main.sky.json')).not.toContain('Half');
  finish();
  await slow;
  await flushed;
  await until(
    () => readFile(folder, '.skywalker/autosave/scenes-main.sky.json').includes('Whole'),
    'the whole change is there',
  );
});

test('what a dry run changes is never written', async () => {
  const folder = await newProject();
  const e = await open(folder, AT_ONCE);
  await e.engine.call({
    tool: 'entity_create',
    args: { name: 'Dry' },
    caller: { actor: 'user', kind: 'human' },
    dryRun: true,
  });
  await e.engine.recovery.flush();
  expect(autosaves(folder)).toEqual([]);
});

test('after a crash the project opens with what was saved, and offers the autosave', async () => {
  const folder = await crashed();
  const e = await open(folder);
  expect([e.names, e.scene.dirty, e.scene.file]).toEqual([[], false, FILE]);
  const offer = e.sceneEvents('recovery_available').at(-1);
  const { recoveries } = await e.status();
  expect(recoveries).toEqual([
    {
      recovery: 'scenes-main',
      file: FILE,
      scene: 'Main',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      entities: 1,
      file_changed: false,
    },
  ]);
  expect(offer).toMatchObject({ actor: 'system', data: { recoveries, count: 1 } });
  expect(offer?.summary).toMatch(/^Unsaved changes of scenes\/main\.sky\.json from .* can be restored$/);

  expect(await e.ok('scene_recover', { action: 'restore' })).toEqual({
    recoveries: [],
    name: 'Main',
    file: FILE,
    count: 1,
  });
  expect([e.names, e.scene.dirty, e.scene.file]).toEqual([['Lost'], true, FILE]);
  expect(e.sceneEvents('restored')).toHaveLength(1);
  await e.ok('scene_save');
  expect(readFile(folder, FILE)).toContain('Lost');
  await e.close();
  engines.length = 0;
  const again = await open(folder);
  expect((await again.status()).recoveries).toEqual([]);
  expect([again.names, autosaves(folder)]).toEqual([['Lost'], []]);
});

test('restored work stays safe until it is saved: another crash offers it again', async () => {
  const folder = await crashed();
  const e = await open(folder);
  await e.ok('scene_recover', { action: 'restore' });
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json']);
  await crash(e);
  const again = await open(folder);
  await again.ok('scene_recover', { action: 'restore' });
  expect(again.names).toEqual(['Lost']);
  await again.create('Found');
  await again.engine.recovery.flush();
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json']);
  expect(readFile(folder, '.skywalker/autosave/scenes-main.sky.json')).toContain('Found');
});

test('a recovery that is discarded is gone, and the open scene stays as it is', async () => {
  const folder = await crashed();
  const e = await open(folder);
  await e.create('Mine');
  expect(await e.ok('scene_recover', { action: 'discard' })).toEqual({ recoveries: [] });
  await until(() => autosaves(folder).length === 0, 'the file is gone');
  expect(e.names).toEqual(['Mine']);
  expect(e.sceneEvents('recovery_discarded')).toHaveLength(1);
  expect(await e.error('scene_recover', { action: 'restore' })).toMatchObject({ code: 'not_found' });
});

test('an autosave never overwrites one that nobody has answered', async () => {
  const folder = await crashed('First');
  for (const name of ['Second', 'Third']) {
    const e = await open(folder);
    await e.create(name);
    await e.engine.recovery.flush();
    await crash(e);
  }
  const e = await open(folder);
  const { recoveries } = await e.status();
  expect((recoveries as { recovery: string }[]).map(({ recovery }) => recovery)).toEqual([
    'scenes-main~3',
    'scenes-main~2',
    'scenes-main',
  ]);
  expect(e.sceneEvents('recovery_available').at(-1)?.summary).toContain('(and 2 more autosaves)');
  expect((await e.error('scene_recover', { action: 'restore', recovery: 'scenes-mian' })).hint).toBe(
    'Did you mean "scenes-main"?',
  );
  await e.ok('scene_recover', { action: 'restore', recovery: 'scenes-main' });
  expect(e.names).toEqual(['First']);
  expect(await e.error('scene_recover', { action: 'restore' })).toMatchObject({ code: 'conflict' });
  await e.ok('scene_recover', { action: 'restore', discard: true });
  expect(e.names).toEqual(['Third']);
  await until(() => !autosaves(folder).includes('scenes-main.sky.json'), 'what was given up is gone');
  expect(autosaves(folder)).toEqual(['scenes-main~2.sky.json', 'scenes-main~3.sky.json']);
});

test('closing keeps unsaved changes for the next time, unless they are given up', async () => {
  const folder = await newProject();
  const e = await OpenEngine.open(folder);
  await e.create('Kept');
  await e.close();
  const again = await OpenEngine.open(folder);
  await again.ok('scene_recover', { action: 'restore' });
  expect(again.names).toEqual(['Kept']);
  await again.close({ discardUnsaved: true });
  const last = await open(folder);
  expect((await last.status()).recoveries).toEqual([]);
  await last.close();
  expect(existsSync(autosaveFolder(folder))).toBe(false);
});

test('scenes that are given up leave no autosave: scene_new and scene_load with discard', async () => {
  const folder = await newProject();
  const e = await open(folder);
  await e.create('Gone');
  await e.engine.recovery.flush();
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json']);
  await e.ok('scene_new', { name: 'Quay', empty: true, discard: true });
  await until(() => autosaves(folder).length === 0, 'the autosave of the old scene is gone');
  await e.create('Ship');
  await e.engine.recovery.flush();
  expect(autosaves(folder)).toEqual(['untitled.sky.json']);
  await e.ok('scene_load', { path: FILE, discard: true });
  await until(() => autosaves(folder).length === 0, 'the autosave of the new scene is gone');
});

test('a scene without a file, and one that is not the main scene, are restored as what they are', async () => {
  const folder = await newProject();
  writeTheirs(folder, ['Quay'], 'scenes/quay.sky.json');
  const e = await open(folder);
  await e.ok('scene_load', { path: 'scenes/quay.sky.json' });
  await e.create('Crane');
  await e.engine.recovery.flush();
  await crash(e);
  const second = await open(folder);
  await second.ok('scene_new', { name: 'Draft', empty: true });
  await second.create('Idea');
  await second.engine.recovery.flush();
  await crash(second);

  const last = await open(folder);
  await last.ok('scene_recover', { action: 'restore', recovery: 'untitled' });
  expect([last.scene.name, last.scene.file, last.names]).toEqual(['Draft', null, ['Idea']]);
  await last.ok('scene_recover', { action: 'restore', recovery: 'scenes-quay', discard: true });
  expect([last.scene.file, last.names]).toEqual(['scenes/quay.sky.json', ['Quay', 'Crane']]);
  await last.ok('scene_save');
  expect(readFile(folder, 'scenes/quay.sky.json')).toContain('Crane');
});

test('where the file has changed since, the offer says so, and saving what was restored asks first', async () => {
  const folder = await crashed();
  writeTheirs(folder, ['Theirs']);
  const e = await open(folder);
  expect((await e.status()).recoveries).toMatchObject([{ file_changed: true }]);
  expect(e.names).toEqual(['Theirs']);
  const since = e.engine.events.last;
  const result = await e.engine.call({
    tool: 'scene_recover',
    args: { action: 'restore' },
    caller: { actor: 'user', kind: 'human' },
  });
  expect(result.ok && result.warnings?.[0]).toContain('has changed since');
  await e.nextSceneEvent('conflict', since);
  expect((await e.status()).conflict).toMatchObject({ file: FILE, reason: 'changed' });
  expect(await e.error('scene_save')).toMatchObject({ code: 'conflict' });
  expect(readFile(folder, FILE)).toContain('Theirs');
  await e.ok('scene_save', { overwrite: true });
  expect((await e.status()).conflict).toBeUndefined();
});

test('an autosave that holds what its file holds is of no use, and is deleted unseen', async () => {
  const folder = await crashed();
  const read = readAutosave(join(autosaveFolder(folder), 'scenes-main.sky.json'));
  if (!read.ok) throw new Error(read.error.message);
  writeFileSync(join(folder, FILE), read.value.scene);
  const e = await open(folder);
  expect([(await e.status()).recoveries, e.names, autosaves(folder)]).toEqual([[], ['Lost'], []]);
  expect(e.sceneEvents('recovery_available')).toEqual([]);
});

test('an autosave that is older than what was saved is not offered, though a crash left it behind', async () => {
  const folder = await newProject();
  const e = await open(folder);
  await e.create('A');
  await e.engine.recovery.flush();
  const place = join(autosaveFolder(folder), 'scenes-main.sky.json');
  const copy = join(folder, 'copy');
  copyFileSync(place, copy);
  await e.create('B');
  // The note that is written before the file is replaced, as a crash right after that leaves it.
  const note = join(autosaveFolder(folder), 'saving.json');
  const saving = e.engine.recovery.saving.bind(e.engine.recovery);
  let kept = '';
  e.engine.recovery.saving = (told) => {
    saving(told);
    kept = readFileSync(note, 'utf8');
  };
  await e.ok('scene_save');
  // What the save has made useless is removed beside it.
  await e.engine.recovery.flush();
  await crash(e);
  mkdirSync(autosaveFolder(folder), { recursive: true });
  copyFileSync(copy, place);
  writeFileSync(note, kept);
  const again = await open(folder);
  expect([(await again.status()).recoveries, again.names, autosaves(folder)]).toEqual([[], ['A', 'B'], []]);
  await crash(again);

  // The same without the replacement: the autosave is newer than the file.
  writeTheirs(folder, []);
  mkdirSync(autosaveFolder(folder), { recursive: true });
  copyFileSync(copy, place);
  writeFileSync(note, kept);
  const third = await open(folder);
  expect((await third.status()).recoveries).toHaveLength(1);
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json']);
});

test('a damaged autosave is told, never loaded, and does not keep the project from opening', async () => {
  const folder = await crashed();
  const place = join(autosaveFolder(folder), 'scenes-main.sky.json');
  writeFileSync(place, readFileSync(place).subarray(0, 150));
  const e = await open(folder);
  const { recoveries } = await e.status();
  expect(recoveries).toEqual([
    { recovery: 'scenes-main', file_changed: false, problem: expect.stringContaining('is damaged') },
  ]);
  expect(await e.error('scene_recover', { action: 'restore' })).toMatchObject({ code: 'invalid_scene' });
  await e.create('Mine');
  await e.engine.recovery.flush();
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json', 'scenes-main~2.sky.json']);
  await e.ok('scene_recover', { action: 'discard' });
  await until(() => autosaves(folder).length === 1, 'the damaged one is gone');
  expect(autosaves(folder)).toEqual(['scenes-main~2.sky.json']);
});

test('a batch that restores and then fails leaves everything as it was', async () => {
  const folder = await crashed();
  const e = await open(folder);
  const failed = await e.error('batch', {
    operations: [
      { tool: 'scene_recover', args: { action: 'restore' } },
      { tool: 'entity_get', args: { entity: 'nobody' } },
    ],
  });
  expect(failed.code).toBe('not_found');
  expect([e.names, e.scene.dirty, e.scene.file]).toEqual([[], false, FILE]);
  expect((await e.status()).recoveries).toHaveLength(1);
  await e.ok('scene_recover', { action: 'restore' });
  expect(e.names).toEqual(['Lost']);
});

test('a dry run of restore or discard leaves the recovery', async () => {
  const folder = await crashed();
  const e = await open(folder);
  for (const action of ['restore', 'discard']) {
    const result = await e.engine.call({
      tool: 'scene_recover',
      args: { action },
      caller: { actor: 'user', kind: 'human' },
      dryRun: true,
    });
    expect(result.ok).toBe(true);
  }
  expect([e.names, autosaves(folder)]).toEqual([[], ['scenes-main.sky.json']]);
  expect((await e.status()).recoveries).toHaveLength(1);
});

test('where the autosave can’t be written, that is told once, and work goes on', async () => {
  const folder = await newProject();
  const e = await open(folder);
  writeFileSync(autosaveFolder(folder), 'in the way');
  for (const name of ['A', 'B']) {
    await e.create(name);
    await e.engine.recovery.flush();
  }
  const warnings = e.engine.events
    .read({ since: 0, types: ['log'] })
    .events.filter((event) => event.summary.startsWith('Unsaved changes are not kept safe'));
  expect(warnings).toHaveLength(1);
  rmSync(autosaveFolder(folder));
  await e.create('C');
  await e.engine.recovery.flush();
  expect(autosaves(folder)).toEqual(['scenes-main.sky.json']);
});

test('a scene of a newer format that is kept safe stays one that can’t be saved', async () => {
  const folder = await newProject();
  writeFileSync(join(folder, FILE), readFile(folder, FILE).replace('skywalker.scene/1', 'skywalker.scene/2'));
  const e = await open(folder);
  await e.create('A');
  await e.engine.recovery.flush();
  await crash(e);
  const again = await open(folder);
  await again.ok('scene_recover', { action: 'restore' });
  expect(again.names).toEqual(['A']);
  expect(await again.error('scene_save', { overwrite: true })).toMatchObject({ code: 'permission_denied' });
  await again.ok('scene_save', { path: 'scenes/copy.sky.json' });
  expect(parseScene(readFile(folder, 'scenes/copy.sky.json')).ok).toBe(true);
});

test('what a killed write left behind is cleared away, and nothing else', async () => {
  const folder = await newProject();
  const torn = join(folder, 'scenes', '.main.sky.json.0123456789ab.tmp');
  const other = join(folder, 'scenes', '.main.sky.json.tmp');
  for (const path of [torn, other]) writeFileSync(path, 'half of a sc');
  await open(folder);
  expect([existsSync(torn), existsSync(other)]).toEqual([false, true]);
});

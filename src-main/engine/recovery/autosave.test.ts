import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scene } from '../scene/scene';
import { Autosave, dueTime } from './autosave';
import { readAutosave } from './autosave-file';
import { NEVER } from './open-engine.fixture';

function setUp(folder = join(mkdtempSync(join(tmpdir(), 'sky-autosave-')), 'autosave')) {
  const scene = new Scene({ seed: 1 });
  scene.file = 'scenes/main.sky.json';
  /** Called once, right after the scene was taken for the next write. */
  const hooks: { taken?: () => void } = {};
  const autosave = new Autosave({
    folder,
    scene,
    events: { append: (event) => ({ ...event, seq: 1, time: 0 }) },
    timing: NEVER,
    now: () => 1_772_359_200,
    monotonic: () => performance.now(),
    between: async (work) => {
      await Promise.resolve();
      const result = work();
      const { taken } = hooks;
      hooks.taken = undefined;
      taken?.();
      return result;
    },
  });
  const create = (name: string): void => {
    const tx = scene.begin();
    tx.create({ name });
    tx.commit();
    autosave.look();
  };
  const names = (file = 'scenes-main.sky.json'): unknown => {
    const read = readAutosave(join(folder, file));
    if (!read.ok) return read.error.code;
    const { entities } = JSON.parse(read.value.scene) as { entities: { name: string }[] };
    return entities.map((entity) => entity.name);
  };
  return { scene, autosave, hooks, create, names, folder };
}

test('an autosave is due three seconds after the last change, ten after the first, and ten after the one before', () => {
  const timing = { quiet: 3000, every: 10_000 };
  const due = (firstChange: number, lastChange: number, lastWrite: number): number =>
    dueTime({ firstChange, lastChange, lastWrite }, timing);
  expect(due(1000, 1000, -Infinity)).toBe(4000);
  expect(due(1000, 3500, -Infinity)).toBe(6500);
  expect(due(1000, 10_500, -Infinity)).toBe(11_000);
  expect(due(5000, 5000, 4000)).toBe(14_000);
  expect(due(20_000, 20_000, 4000)).toBe(23_000);
});

test('an autosave that is overtaken by a save is deleted, and one of later changes is not', async () => {
  const { scene, autosave, hooks, create, names } = setUp();
  create('A');
  await autosave.flush();
  create('B');
  let next: Promise<void> | undefined;
  hooks.taken = () => {
    // While B is being written: another write is asked for, the scene is saved, and changed again.
    next = autosave.flush();
    scene.markSaved();
    autosave.release();
    create('C');
  };
  await autosave.flush();
  await next;
  // What follows in its order.
  await autosave.discard('nothing');
  expect(names()).toEqual(['A', 'B', 'C']);
});

test('an autosave that is written while the scene is saved is gone in the end', async () => {
  const { scene, autosave, hooks, create, folder } = setUp();
  create('A');
  hooks.taken = () => {
    scene.markSaved();
    autosave.release();
  };
  await autosave.flush();
  await autosave.discard('nothing');
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('a save is noted where there is an autosave that it makes useless, and nowhere else', async () => {
  const { autosave, create, folder } = setUp();
  const note = { file: 'scenes/main.sky.json', hash: 'abc', revision: 1 };
  autosave.saving(note);
  expect(() => readdirSync(folder)).toThrow('ENOENT');
  create('A');
  await autosave.flush();
  autosave.saving(note);
  const read = readAutosave(join(folder, 'scenes-main.sky.json'));
  const run = read.ok ? read.value.header.run : '';
  expect(JSON.parse(readFileSync(join(folder, 'saving.json'), 'utf8'))).toEqual({
    ...note,
    run,
    autosaves: ['scenes-main.sky.json'],
  });
});

test('nothing is written where nothing has changed since', async () => {
  const { autosave, create, folder, names } = setUp();
  await autosave.flush();
  expect(() => readdirSync(folder)).toThrow('ENOENT');
  create('A');
  await autosave.flush();
  const before = readFileSync(join(folder, 'scenes-main.sky.json'), 'utf8');
  await autosave.flush();
  expect(readFileSync(join(folder, 'scenes-main.sky.json'), 'utf8')).toBe(before);
  expect(names()).toEqual(['A']);
});

import { expect, test } from 'vitest';
import type { EntityPatch } from './entity';
import { History } from './history';
import { Scene } from './scene';
import type { Transaction } from './transaction';

function setUp(limit?: number) {
  const scene = new Scene();
  const history = new History(scene, { limit });
  const step = (label: string, work: (tx: Transaction) => void, actor = 'mcp:claude-code'): number => {
    const tx = scene.begin();
    work(tx);
    const change = tx.commit();
    if (!change) throw new Error(`${label} changed nothing`);
    return history.push({ label, actor, time: 1_700_000_000, change }).id;
  };
  const update = (label: string, id: number, patch: EntityPatch): number =>
    step(label, (tx) => tx.update(id, patch));
  return { scene, history, step, update };
}

const meta = { actor: 'user', time: 1_700_000_100 };

test('S-09: taking back an agent’s move leaves the name that a person gave meanwhile', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const moved = update('move', 1, { position: [5, 0, 0] });
  update('rename', 1, { name: 'Chest' });
  const outcome = history.revert(moved, meta);
  expect(outcome).toMatchObject({
    ok: true,
    value: { id: 4, label: 'Revert: move', actor: 'user', reverts: moved },
  });
  expect(scene.get(1)).toMatchObject({ name: 'Chest', position: [0, 0, 0] });
  expect(history.find(moved)?.revertedBy).toBe(4);
});

test('a step that later steps depend on is refused, naming them, and nothing changes', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const first = update('move a', 1, { position: [5, 0, 0] });
  update('paint', 1, { color: '#ff0000' });
  const third = update('move b', 1, { position: [9, 0, 0] });
  const { revision } = scene;
  const outcome = history.revert(first, meta);
  expect(outcome).toMatchObject({
    ok: false,
    error: { code: 'conflict', data: { steps: [{ id: third, label: 'move b' }] } },
  });
  expect(!outcome.ok && outcome.error.message).toBe(
    `Step ${first} "move a" can't be taken back: later steps depend on it: ${third} "move b" by mcp:claude-code`,
  );
  expect(scene.revision).toBe(revision);
});

test('the creation of an entity can be taken back until something hangs below it', () => {
  const { scene, history, step } = setUp();
  const made = step('create room', (tx) => tx.create({ name: 'Room' }));
  const other = step('create lamp', (tx) => tx.create({ name: 'Lamp' }));
  const below = step('create door', (tx) => tx.create({ name: 'Door', parent: 1 }));
  expect(history.revert(made, meta)).toMatchObject({
    ok: false,
    error: { data: { steps: [{ id: below }] } },
  });
  expect(history.revert(other, meta).ok).toBe(true);
  expect(scene.ids()).toEqual([1, 3]);
});

test('a deletion is not taken back while the parent is gone', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => {
    tx.create({ name: 'Room' });
    tx.create({ name: 'Door', parent: 1 });
  });
  const door = step('delete door', (tx) => tx.remove(2));
  const room = step('delete room', (tx) => tx.remove(1));
  step('create', (tx) => tx.create({ name: 'Lamp' }));
  expect(history.revert(door, meta)).toMatchObject({ ok: false, error: { data: { steps: [{ id: room }] } } });
  expect(history.revert(room, meta).ok).toBe(true);
  expect(history.revert(door, meta).ok).toBe(true);
  expect(scene.path(2)).toBe('Room/Door');
});

test('a step and the one that took it back count for nothing between them', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const first = update('move a', 1, { position: [1, 0, 0] });
  const second = update('move b', 1, { position: [2, 0, 0] });
  step('lamp', (tx) => tx.create({ name: 'Lamp' }));
  const back = history.revert(second, meta);
  expect(back.ok).toBe(true);
  expect(history.revert(second, meta)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(history.revert(first, meta).ok).toBe(true);
  expect(scene.get(1)?.position).toEqual([0, 0, 0]);
});

test('a revert can be undone and redone, and counts accordingly', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const moved = update('move', 1, { position: [5, 0, 0] });
  update('rename', 1, { name: 'Chest' });
  const reverted = history.revert(moved, meta);
  expect(reverted.ok).toBe(true);
  history.undo();
  expect(history.find(moved)?.revertedBy).toBeUndefined();
  expect(scene.get(1)?.position).toEqual([5, 0, 0]);
  history.redo();
  expect(history.find(moved)?.revertedBy).toBe(4);
  expect(scene.get(1)?.position).toEqual([0, 0, 0]);
});

test('undoing a revert together with the step that it took back leaves no mark on the step', () => {
  const { history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const moved = update('move', 1, { position: [5, 0, 0] });
  update('rename', 1, { name: 'Chest' });
  history.revert(moved, meta);
  expect(history.undo(3)).toMatchObject({
    ok: true,
    value: [{ label: 'Revert: move' }, { label: 'rename' }, { id: moved }],
  });
  history.redo(1);
  expect(history.find(moved)?.revertedBy).toBeUndefined();
});

test('a revert can itself be taken back, after which the step counts again', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const moved = update('move', 1, { position: [5, 0, 0] });
  update('rename', 1, { name: 'Chest' });
  const reverted = history.revert(moved, meta);
  update('paint', 1, { color: '#ff0000' });
  const again = history.revert(reverted.ok ? reverted.value.id : 0, meta);
  expect(again.ok).toBe(true);
  expect(scene.get(1)).toMatchObject({ name: 'Chest', color: '#ff0000', position: [5, 0, 0] });
  expect(history.find(moved)?.revertedBy).toBeUndefined();
  expect(history.revert(moved, meta).ok).toBe(true);
  expect(scene.get(1)?.position).toEqual([0, 0, 0]);
});

test('taking back the newest step is a plain undo, so redo stays possible', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const moved = update('move', 1, { position: [5, 0, 0] });
  expect(history.revert(moved, meta)).toMatchObject({ ok: true, value: { id: moved } });
  expect(history.undone().map((one) => one.id)).toEqual([moved]);
  history.redo();
  expect(scene.get(1)?.position).toEqual([5, 0, 0]);
});

test('S-35: a deleted tree comes back with ids, order and links, and goes again by redo after further undo', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => {
    tx.create({ name: 'Room', tags: ['indoor'] });
    tx.create({
      name: 'Door',
      parent: 1,
      components: { script: { behaviors: [{ name: 'open', source: '' }] } },
    });
    tx.create({ name: 'Handle', parent: 2, vars: { door: 2 } });
  });
  const before = scene.snapshot();
  step('delete', (tx) => tx.remove(1));
  expect(scene.count).toBe(0);
  history.undo();
  expect(scene.snapshot()).toEqual(before);
  history.undo();
  history.redo(2);
  expect(scene.count).toBe(0);
  history.undo();
  expect(scene.snapshot()).toEqual(before);
  expect(scene.childrenOf(1)).toEqual([2]);
});

test('S-36: calls within one turn are steps of their own: one undo takes back the last only', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  update('move', 1, { position: [1, 0, 0] });
  update('move', 1, { position: [2, 0, 0] });
  history.undo();
  expect(scene.get(1)?.position).toEqual([1, 0, 0]);
});

test('S-37: a call that is rolled back leaves no step, and redo as it was', () => {
  const { scene, history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  update('move', 1, { position: [1, 0, 0] });
  history.undo();
  const tx = scene.begin();
  tx.create({ name: 'Half' });
  tx.rollback();
  expect(history.steps()).toHaveLength(1);
  expect(history.redo().ok).toBe(true);
  expect(scene.get(1)?.position).toEqual([1, 0, 0]);
});

test('a new step ends redo', () => {
  const { history, step, update } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  history.undo();
  step('create', (tx) => tx.create({ name: 'Lamp' }));
  expect(history.redo()).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(update('move', 2, { position: [1, 0, 0] })).toBe(3);
});

test('ids are not reused after an undo', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => tx.create({ name: 'A' }));
  history.undo();
  step('create', (tx) => tx.create({ name: 'B' }));
  expect(scene.ids()).toEqual([2]);
});

test('the environment is undone and redone with its step', () => {
  const { scene, history, step } = setUp();
  const before = scene.environment;
  step('mood', (tx) => {
    tx.setEnvironment({ background: '#000000' });
  });
  history.undo();
  expect(scene.environment).toEqual(before);
  history.redo();
  expect(scene.environment).toEqual({ background: '#000000' });
});

test('what was changed without a step is not overwritten by an undo', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const tx = scene.begin();
  tx.update(1, { name: 'Changed while playing' });
  tx.commit();
  expect(history.undo()).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(scene.get(1)?.name).toBe('Changed while playing');
  expect(scene.open).toBeUndefined();
});

test('undo within an open change is refused as a value', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => tx.create({ name: 'Crate' }));
  const tx = scene.begin();
  expect(history.undo()).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(history.revert(1, meta)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  tx.rollback();
});

test('the oldest steps go when the limit is reached', () => {
  const { history, step } = setUp(3);
  for (const name of ['A', 'B', 'C', 'D']) step(name, (tx) => tx.create({ name }));
  expect(history.steps().map((one) => one.label)).toEqual(['B', 'C', 'D']);
  expect(history.undo(10)).toMatchObject({
    ok: true,
    value: [{ label: 'D' }, { label: 'C' }, { label: 'B' }],
  });
  expect(history.undo()).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: 'There is nothing to undo' },
  });
});

test('loading a scene ends the history', () => {
  const { scene, history, step } = setUp();
  step('create', (tx) => tx.create({ name: 'A' }));
  history.undo();
  step('load', (tx) => {
    tx.replaceAll({ name: 'Other', seed: 2, environment: {}, entities: [] });
  });
  expect(history.steps()).toEqual([]);
  expect(history.undone()).toEqual([]);
  expect(scene.name).toBe('Other');
});

test('a step that is not there is told, with what to do', () => {
  const { history, step } = setUp();
  const id = step('create', (tx) => tx.create({ name: 'A' }));
  history.undo();
  expect(history.revert(id, meta)).toMatchObject({
    ok: false,
    error: { code: 'not_found', hint: expect.stringContaining('undone already') },
  });
  expect(history.revert(99, meta)).toMatchObject({
    ok: false,
    error: { code: 'not_found', hint: expect.stringContaining('list') },
  });
});

test('steps with large values forget the oldest ones, so that the history has a bound; the newest can always be undone', () => {
  const scene = new Scene();
  const history = new History(scene, { maxHeld: 10_000_000 });
  const step = (work: (tx: Transaction) => void): void => {
    const tx = scene.begin();
    work(tx);
    const change = tx.commit();
    if (change) history.push({ label: 'step', actor: 'mcp:x', time: 0, change });
  };
  const text = (index: number): string => `${index}`.padEnd(1_000_000, 'x');
  step((tx) => tx.create({ name: 'Notes', vars: { text: text(0) } }));
  for (let index = 1; index <= 50; index += 1) step((tx) => tx.update(1, { vars: { text: text(index) } }));
  expect(history.steps().length).toBe(9);
  expect(history.undo(9).ok).toBe(true);
  expect(scene.get(1)?.vars.text).toBe(text(41));
  // What is large and stays as it is counts for nothing.
  for (let index = 1; index <= 100; index += 1) step((tx) => tx.update(1, { position: [index, 0, 0] }));
  expect(history.steps().length).toBe(100);
  step((tx) => tx.update(1, { vars: { text: 'y'.repeat(20_000_000) } }));
  step((tx) => tx.update(1, { vars: {} }));
  expect(history.steps().length).toBe(1);
  expect(history.undo().ok).toBe(true);
  expect(history.redo().ok).toBe(true);
  history.clear();
  step((tx) => tx.update(1, { name: 'Empty' }));
  expect(history.steps().length).toBe(1);
});

test('undoing back to what the file holds leaves nothing unsaved, and redoing or another change does', () => {
  const { scene, history, step } = setUp();
  const create = (name: string): number => step(name, (tx) => tx.create({ name }));
  create('A');
  scene.markSaved();
  create('B');
  create('C');
  const { revision } = scene;
  const dirty = (): boolean => scene.dirty;
  expect(dirty()).toBe(true);
  history.undo();
  expect(dirty()).toBe(true);
  history.undo();
  expect(dirty()).toBe(false);
  expect(scene.revision).toBe(revision + 2);
  history.redo(2);
  expect(dirty()).toBe(true);
  history.undo(2);
  expect(dirty()).toBe(false);
  history.undo();
  expect(dirty()).toBe(true);
  create('D');
  expect(dirty()).toBe(true);
});

test('a change that is no step of the history is not undone with one, so the scene stays unsaved', () => {
  const { scene, history, step } = setUp();
  scene.markSaved();
  step('A', (tx) => tx.create({ name: 'A' }));
  const beside = scene.begin();
  beside.create({ name: 'Beside' });
  beside.commit();
  history.undo();
  expect(scene.named('A')).toEqual([]);
  expect(scene.dirty).toBe(true);
});

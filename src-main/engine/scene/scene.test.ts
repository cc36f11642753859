import { expect, test } from 'vitest';
import { Scene } from './scene';
import type { EntityDraft } from './transaction';

function sceneOf(...drafts: EntityDraft[]): Scene {
  const scene = new Scene();
  const tx = scene.begin();
  for (const draft of drafts) tx.create(draft);
  tx.commit();
  return scene;
}

const rooms = (): Scene =>
  sceneOf(
    { name: 'Room' },
    { name: 'Door', parent: 1 },
    { name: 'Hall' },
    { name: 'Door', parent: 3 },
    { name: 'Player' },
    { name: 'Handle', parent: 4 },
    { name: '7' },
  );

test('an entity is found by id, "id", "#id", unique name and path', () => {
  const scene = rooms();
  for (const [ref, id] of [
    [2, 2],
    ['2', 2],
    ['#2', 2],
    ['Player', 5],
    ['Room/Door', 2],
    ['Hall/Door', 4],
    ['Hall/Door/Handle', 6],
    ['Door/Handle', 6],
  ] as const) {
    expect(scene.resolve(ref)).toMatchObject({ ok: true, value: { id } });
  }
});

test('a number is an id first, and a name where no entity has the id', () => {
  expect(rooms().resolve('7')).toMatchObject({ ok: true, value: { id: 7 } });
  expect(sceneOf({ name: '12' }).resolve('12')).toMatchObject({ ok: true, value: { id: 1 } });
});

test('an ambiguous name is refused with its candidates', () => {
  const outcome = rooms().resolve('Door');
  expect(outcome).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_arguments',
      message: '"Door" means 2 entities: #2 Room/Door, #4 Hall/Door',
      data: {
        candidates: [
          { id: 2, path: 'Room/Door' },
          { id: 4, path: 'Hall/Door' },
        ],
      },
    },
  });
});

test('a reference to nothing says what may have been meant', () => {
  const scene = rooms();
  expect(scene.resolve('Plaeyr')).toMatchObject({
    ok: false,
    error: { code: 'not_found', hint: 'Did you mean "Player"?' },
  });
  expect(scene.resolve('Room/Dor')).toMatchObject({ ok: false, error: { hint: 'Did you mean "Door"?' } });
  expect(scene.resolve('Hall/Window')).toMatchObject({ ok: false, error: { hint: '"Hall" has: Door.' } });
  expect(scene.resolve('#99')).toMatchObject({
    ok: false,
    error: { code: 'not_found', message: 'There is no entity #99' },
  });
  for (const ref of [-1, 0.5, NaN, '', '/', '//', '__proto__', 'constructor']) {
    expect(scene.resolve(ref)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  }
});

test('a deleted entity is told as deleted', () => {
  const scene = rooms();
  const tx = scene.begin();
  tx.remove(5);
  tx.commit();
  const outcome = scene.resolve(5);
  expect(!outcome.ok && outcome.error.hint).toMatch(/deleted/);
});

test('moving, turning and scaling a parent moves its descendants, for positions and for radius queries', () => {
  const scene = sceneOf(
    { name: 'Arm', position: [10, 0, 0] },
    { name: 'Hand', parent: 1, position: [0, 0, -2] },
    { name: 'Ring', parent: 2, position: [1, 0, 0] },
  );
  expect(scene.worldPosition(3)).toEqual([11, 0, -2]);
  expect(scene.within([11, 0, -2], 0.1)).toEqual([3]);
  const tx = scene.begin();
  // A quarter turn to the left takes −z to −x and x to −z.
  tx.update(1, { rotation: [0, 90, 0], scale: [2, 2, 2] });
  expect(scene.worldPosition(2)).toEqual([6, 0, 0]);
  expect(scene.worldPosition(3)).toEqual([6, 0, -2]);
  expect(scene.within([11, 0, -2], 0.1)).toEqual([]);
  expect(scene.within([6, 0, -2], 0.1)).toEqual([3]);
  tx.rollback();
  expect(scene.within([11, 0, -2], 0.1)).toEqual([3]);
});

test('a radius includes its edge, and answers in scene order', () => {
  const scene = sceneOf(
    { name: 'C', position: [3, 4, 0] },
    { name: 'B', position: [0, 0, -5] },
    { name: 'A', position: [0, 5.000001, 0] },
    { name: 'D', position: [-1, 0, 0] },
  );
  expect(scene.within([0, 0, 0], 5)).toEqual([1, 2, 4]);
  expect(scene.within([-1, 0, 0], 0)).toEqual([4]);
  expect(scene.within([0, 0, 0], -1)).toEqual([]);
  expect(scene.within([0, 0, 0], NaN)).toEqual([]);
  expect(scene.within([0, 0, 0], Infinity)).toEqual([1, 2, 3, 4]);
  expect(scene.within([NaN, 0, 0], 5)).toEqual([]);
});

test('far and huge positions are found like near ones', () => {
  const scene = sceneOf(
    { name: 'Far', position: [1e9, 0, 0] },
    { name: 'Farther', position: [1e200, 0, 0] },
    { name: 'Big', scale: [1e200, 1, 1], position: [0, 0, 0] },
    { name: 'Beyond', parent: 3, position: [1e200, 0, 0] },
  );
  expect(scene.within([1e9, 0, 0], 2)).toEqual([1]);
  expect(scene.within([1e200, 0, 0], 1)).toEqual([2]);
  expect(scene.within([0, 0, 0], 1e250)).toEqual([1, 2, 3]);
});

test('an entity is active when it and all above it are enabled', () => {
  const scene = sceneOf({ name: 'A' }, { name: 'B', parent: 1, enabled: false }, { name: 'C', parent: 2 });
  expect([1, 2, 3, 4].map((id) => scene.isActive(id))).toEqual([true, false, false, false]);
});

test('axes turn with the parents and stay unit vectors under scales', () => {
  const scene = sceneOf(
    { name: 'A', rotation: [0, 90, 0], scale: [3, 1, 0] },
    { name: 'B', parent: 1, rotation: [90, 0, 0] },
  );
  expect(scene.axes(1)).toEqual({ right: [0, 0, -1], up: [0, 1, 0], forward: [-1, 0, 0] });
  expect(scene.axes(2)).toEqual({ right: [0, 0, -1], up: [1, 0, 0], forward: [0, 1, 0] });
});

test('a list that was given out is not touched by later changes', () => {
  const scene = sceneOf({ name: 'A', tags: ['t'] }, { name: 'B', tags: ['t'] });
  const lists = [scene.ids(), scene.withTag('t'), scene.childrenOf(null)];
  const tx = scene.begin();
  for (const id of scene.withTag('t')) {
    tx.create({ name: 'Child', tags: ['t'], parent: id });
    tx.update(id, { tags: [] });
  }
  tx.commit();
  expect(lists).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
  expect(scene.withTag('t')).toEqual([3, 4]);
});

test('a very deep chain of parents is no problem', () => {
  const scene = new Scene();
  const tx = scene.begin();
  for (let id = 1; id <= 20_000; id += 1)
    tx.create({ name: 'Link', parent: id === 1 ? null : id - 1, position: [0, 1, 0] });
  expect(scene.worldPosition(20_000)).toEqual([0, 20_000, 0]);
  expect(scene.within([0, 20_000, 0], 0.5)).toEqual([20_000]);
  expect(scene.isActive(20_000)).toBe(true);
  expect(tx.remove(1)).toHaveLength(20_000);
  tx.rollback();
});

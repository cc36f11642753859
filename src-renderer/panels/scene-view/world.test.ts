import { Vector3, type Matrix4 } from 'three';
import { expect, test } from 'vitest';
import type { PropertyChange } from '../../../src-preload/contract';
import { highlightOf } from '../../state/highlight-store';
import { entityOf } from '../../state/read-entity';
import { SceneIndex } from '../../state/scene-index';
import { World } from './world';

function scene(...entities: object[]): SceneIndex {
  const index = new SceneIndex();
  for (const one of entities) index.set(entityOf({ name: 'e', ...one })!);
  return index;
}
const made = (entity: number, after: object): PropertyChange => ({
  entity,
  name: 'e',
  property: 'created',
  before: null,
  after: { name: 'e', ...after },
});
const rounded = (v: Vector3): number[] => v.toArray().map((n) => Math.round(n * 1e6) / 1e6 + 0);

test('a rotation turns about z first, then x, then y', () => {
  const world = new World(scene({ id: 1, rotation: [90, 90, 0] }));
  // Forward (−z) goes up by 90° about x, and a turn about y leaves up where it is.
  expect(rounded(new Vector3(0, 0, -1).applyMatrix4(world.matrixOf(1)))).toEqual([0, 1, 0]);
  const turned = new World(scene({ id: 1, rotation: [0, 90, 90] }));
  // Right (+x) goes up by 90° about z.
  expect(rounded(new Vector3(1, 0, 0).applyMatrix4(turned.matrixOf(1)))).toEqual([0, 1, 0]);
});

test('a child stands in its parent’s space, and follows when the parent moves', () => {
  const index = scene(
    { id: 1, position: [10, 0, 0], scale: [2, 2, 2] },
    { id: 2, parent: 1, position: [0, 1, 0] },
  );
  const world = new World(index);
  expect(rounded(new Vector3().setFromMatrixPosition(world.matrixOf(2)))).toEqual([10, 2, 0]);
  index.set(entityOf({ id: 1, name: 'e', position: [0, 0, 5] })!);
  expect([...world.forget([1])].sort()).toEqual([1, 2]);
  expect(rounded(new Vector3().setFromMatrixPosition(world.matrixOf(2)))).toEqual([0, 1, 5]);
});

test('what a dry run would make stands in the space of its parent, which may be new too', () => {
  const world = new World(scene({ id: 1, position: [10, 0, 0], scale: [2, 2, 2] }));
  const { created } = highlightOf([
    // A child may come before its parent.
    made(3, { parent: 2, position: [0, 0, 1] }),
    made(2, { parent: 1, position: [0, 1, 0], scale: [0.5, 3, 0.5] }),
    made(4, { rotation: [0, 90, 0] }),
  ]);
  const corner = (matrix: Matrix4 | undefined): number[] =>
    rounded(new Vector3(0.5, 0.5, 0.5).applyMatrix4(matrix!));
  const [child, parent, alone] = world.matricesOfNew(created);
  // 10 + 2 · 0.5 · 0.5; 2 · (1 + 3 · 0.5); 2 · 0.5 · 0.5
  expect(corner(parent)).toEqual([10.5, 5, 0.5]);
  expect(corner(child)).toEqual([10.5, 5, 1.5]);
  // Right (+x) turns to the back (−z), and forward's opposite (+z) to the right.
  expect(corner(alone)).toEqual([0.5, 0.5, -0.5]);
});

test('what is inside something disabled is not active', () => {
  const index = scene({ id: 1, enabled: false }, { id: 2, parent: 1 }, { id: 3 });
  const world = new World(index);
  expect([2, 3].map((id) => world.isActive(index.get(id)!))).toEqual([false, true]);
});

test('a chain of 10,000 parents has a place', () => {
  const index = new SceneIndex();
  for (let id = 1; id <= 10_000; id += 1)
    index.set(entityOf({ id, name: 'e', parent: id === 1 ? null : id - 1, position: [0, 0.5, 0] })!);
  expect(new Vector3().setFromMatrixPosition(new World(index).matrixOf(10_000)).y).toBeCloseTo(5000, 3);
});

import { expect, test } from 'vitest';
import type { EntityDraft } from '../scene/transaction';
import { Scene } from '../scene/scene';
import type { Contact } from '../../wander/behavior/contract';
import { Contacts } from './contacts';

function world(drafts: readonly EntityDraft[]): {
  scene: Scene;
  change: (work: (tx: ReturnType<Scene['begin']>) => void) => readonly Contact[];
} {
  const scene = new Scene();
  const tx = scene.begin();
  for (const draft of drafts) tx.create(draft);
  tx.commit();
  const contacts = new Contacts(scene);
  return {
    scene,
    change: (work) => {
      const step = scene.begin();
      work(step);
      const changes = step.changes();
      step.commit();
      return contacts.update(changes, 1 / 60);
    },
  };
}

const box = (name: string, position: readonly [number, number, number], body = {}): EntityDraft => ({
  name,
  position,
  components: { body: { kind: 'kinematic', shape: 'box', ...body } },
});

test('a box that moves into another touches it once, with the speed along the way between them, and leaves it once', () => {
  const { change } = world([box('A', [0, 0, 0]), box('B', [2, 0, 0])]);
  expect(change((tx) => tx.update(1, { position: [0.5, 0, 0] }))).toEqual([]);
  const [hit] = change((tx) => tx.update(1, { position: [1.25, 0, 0] }));
  expect(hit).toMatchObject({ kind: 'collide', a: 1, b: 2, normal: [1, 0, 0] });
  expect(hit?.point?.[0]).toBeCloseTo(1.625);
  expect(hit?.impact).toBeCloseTo(0.75 * 60);
  expect(change((tx) => tx.update(1, { position: [1.3, 0, 0] }))).toEqual([]);
  expect(change((tx) => tx.update(1, { position: [0, 0, 0] }))).toEqual([
    { kind: 'collide_end', a: 1, b: 2 },
  ]);
});

test('what only meets, as a box that stands on the ground, does not touch', () => {
  const { change } = world([box('Ground', [0, -0.5, 0], { kind: 'static' }), box('Crate', [3, 0.5, 0])]);
  expect(change((tx) => tx.update(2, { position: [0, 0.5, 0] }))).toEqual([]);
});

test('a ball touches a box where it is round, not where its own box is', () => {
  const ball = {
    name: 'Ball',
    position: [2, 2, 0] as const,
    components: { body: { kind: 'kinematic', shape: 'sphere' } },
  };
  const { change } = world([box('Box', [0, 0, 0]), ball]);
  // Its corner is 0.4 m from the box's in x and y each, 0.57 m away: more than the radius of 0.5 m.
  expect(change((tx) => tx.update(2, { position: [0.9, 0.9, 0] }))).toEqual([]);
  expect(change((tx) => tx.update(2, { position: [0.8, 0.8, 0] }))).toMatchObject([
    { kind: 'collide', a: 1, b: 2 },
  ]);
});

test('two balls touch along the line between them', () => {
  const ball = (name: string, x: number): EntityDraft => ({
    name,
    position: [x, 0, 0],
    components: { body: { kind: 'kinematic', shape: 'sphere' } },
  });
  const { change } = world([ball('A', 0), ball('B', 2)]);
  const [hit] = change((tx) => tx.update(2, { position: [0.54, 0.72, 0] }));
  expect(hit?.kind).toBe('collide');
  expect(hit?.normal?.map((part) => part.toFixed(9))).toEqual(['0.600000000', '0.800000000', '0.000000000']);
});

test('a trigger tells of entering and leaving; two static bodies tell nothing', () => {
  const { change } = world([
    box('Zone', [0, 0, 0], { kind: 'static', trigger: true }),
    box('Hero', [3, 0, 0]),
    box('Wall', [5, 0, 0], { kind: 'static' }),
  ]);
  expect(change((tx) => tx.update(2, { position: [0.5, 0, 0] }))).toMatchObject([
    { kind: 'trigger_enter', a: 1, b: 2 },
  ]);
  expect(change((tx) => tx.update(2, { position: [3, 0, 0] }))).toEqual([
    { kind: 'trigger_exit', a: 1, b: 2 },
  ]);
  expect(change((tx) => tx.update(3, { position: [0, 0, 0] }))).toEqual([]);
});

test('a body moves with its parent, and one that is gone or disabled ends its touch', () => {
  const { change } = world([
    { name: 'Cart', position: [5, 0, 0] },
    { ...box('Load', [0, 0, 0]), parent: 1 },
    box('Post', [0, 0, 0]),
  ]);
  expect(change((tx) => tx.update(1, { position: [0.5, 0, 0] }))).toMatchObject([
    { kind: 'collide', a: 2, b: 3 },
  ]);
  expect(change((tx) => tx.update(1, { enabled: false }))).toEqual([{ kind: 'collide_end', a: 2, b: 3 }]);
  expect(change((tx) => tx.update(1, { enabled: true }))).toMatchObject([{ kind: 'collide', a: 2, b: 3 }]);
  expect(change((tx) => tx.remove(3))).toEqual([{ kind: 'collide_end', a: 2, b: 3 }]);
});

/** Random edits, savepoints, roll-backs, undo, redo and revert, compared with a model that keeps no index and shares nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolFailure } from '../errors';
import type { JsonObject } from '../json';
import { diffEntities } from './changes';
import type { Entity, EntityPatch, Vec3 } from './entity';
import { History } from './history';
import { Scene } from './scene';
import type { Savepoint, Transaction } from './transaction';

/** A whole scene as plain data, as deep a copy as it gets. */
interface Model {
  records: Map<number, Entity>;
  environment: JsonObject;
}

type Edit =
  | { do: 'create'; name: string; patch: EntityPatch; parent: number }
  | { do: 'update'; pick: number; patch: EntityPatch }
  | { do: 'parent'; pick: number; parent: number }
  | { do: 'remove'; pick: number }
  | { do: 'environment'; value: number }
  | { do: 'savepoint' }
  | { do: 'rollbackTo'; pick: number }
  | { do: 'look'; point: Vec3; radius: number };

type Action =
  | { do: 'transaction'; edits: Edit[]; commit: boolean }
  | { do: 'undo'; count: number }
  | { do: 'redo'; count: number }
  | { do: 'revert'; pick: number };

const NAMES = ['Crate', 'Lamp', 'Door'];
const TAGS = ['enemy', 'red', 'constructor', '__proto__'];
const TYPES = ['mesh', 'light', 'text'];

// Whole numbers, quarter turns and scales of 1 and 2 keep every world position a whole number, so that results can be
// compared exactly; radii with a half keep them off every distance.
const whole = fc.integer({ min: -6, max: 6 });
const point = fc.tuple(whole, whole, whole) as fc.Arbitrary<Vec3>;
const turn = fc.constantFrom(0, 90, 180, 270, -90);
const patch: fc.Arbitrary<EntityPatch> = fc.record(
  {
    name: fc.constantFrom(...NAMES),
    enabled: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
    position: point,
    rotation: fc.tuple(turn, turn, turn),
    scale: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
    color: fc.constantFrom('#ff0000', '#00ff00'),
    vars: fc.dictionary(
      fc.constantFrom('hp', 'a', '__proto__'),
      fc.oneof(fc.integer(), fc.constant([1, { b: 2 }])),
      {
        maxKeys: 2,
      },
    ),
    components: fc.dictionary(fc.constantFrom(...TYPES), fc.constant({}), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);
/** One property alone, so that each has to make itself felt. */
const smallPatch: fc.Arbitrary<EntityPatch> = fc.oneof(
  fc.record({ position: point }),
  fc.record({ rotation: fc.tuple(turn, turn, turn) }),
  fc.record({ scale: fc.constantFrom<Vec3>([1, 1, 1], [2, 1, 2], [1, 2, 1]) }),
  fc.record({ name: fc.constantFrom(...NAMES) }),
  fc.record({ vars: fc.record({ hp: fc.nat({ max: 3 }) }) }),
);
const pick = fc.nat({ max: 60 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      name: fc.constantFrom(...NAMES),
      patch,
      parent: pick,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('update' as const), pick, patch }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('update' as const), pick, patch: smallPatch }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('parent' as const), pick, parent: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('environment' as const), value: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('savepoint' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rollbackTo' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      point,
      radius: fc.nat({ max: 9 }).map((r) => r + 0.5),
    }),
  },
);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('transaction' as const),
      edits: fc.array(edit, { maxLength: 12 }),
      commit: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('transaction' as const),
      edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
      commit: fc.constant(true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('undo' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('redo' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('revert' as const), pick }) },
);

const copy = <T>(value: T): T => structuredClone(value);

function modelOf(scene: Scene): Model {
  return {
    records: new Map(scene.ids().map((id) => [id, copy(scene.get(id)!)])),
    environment: copy(scene.environment),
  };
}

/** The world position, worked out one rotation after the other: z, x, y. */
function worldPosition(model: Model, id: number): Vec3 {
  const own = model.records.get(id)!;
  let [x, y, z] = own.position;
  for (let at = own.parent; at !== null; at = model.records.get(at)!.parent) {
    const { position, rotation, scale } = model.records.get(at)!;
    [x, y, z] = [x * scale[0], y * scale[1], z * scale[2]];
    const quarter = (degrees: number): [number, number] =>
      ({ 0: [0, 1], 90: [1, 0], 180: [0, -1], 270: [-1, 0] })[((degrees % 360) + 360) % 360] as [
        number,
        number,
      ];
    const [sz, cz] = quarter(rotation[2]);
    [x, y] = [x * cz - y * sz, x * sz + y * cz];
    const [sx, cx] = quarter(rotation[0]);
    [y, z] = [y * cx - z * sx, y * sx + z * cx];
    const [sy, cy] = quarter(rotation[1]);
    [x, z] = [x * cy + z * sy, z * cy - x * sy];
    [x, y, z] = [x + position[0], y + position[1], z + position[2]];
  }
  return [x + 0, y + 0, z + 0];
}

function expectLike(scene: Scene, model: Model): void {
  const ids = [...model.records.keys()].sort((a, b) => a - b);
  expect([...scene.ids()]).toEqual(ids);
  expect(scene.count).toBe(ids.length);
  expect(scene.environment).toEqual(model.environment);
  for (const id of ids) expect(scene.get(id)).toEqual(model.records.get(id));
  const where = (test: (entity: Entity) => boolean): number[] =>
    ids.filter((id) => test(model.records.get(id)!));
  for (const tag of TAGS)
    expect([...scene.withTag(tag)]).toEqual(where((entity) => entity.tags.includes(tag)));
  for (const name of NAMES) expect([...scene.named(name)]).toEqual(where((entity) => entity.name === name));
  for (const type of TYPES)
    expect([...scene.withComponent(type)]).toEqual(where((entity) => Object.hasOwn(entity.components, type)));
  for (const parent of [null, ...ids])
    expect([...scene.childrenOf(parent)]).toEqual(where((entity) => entity.parent === parent));
  const tags = [...TAGS]
    .sort()
    .map((tag) => ({ tag, count: where((entity) => entity.tags.includes(tag)).length }));
  expect(scene.tags()).toEqual(tags.filter(({ count }) => count > 0));
  for (const id of ids) expect(scene.worldPosition(id)).toEqual(worldPosition(model, id));
  for (const [center, radius] of [
    [[0, 0, 0], 4.5],
    [[3, -2, 5], 9.5],
    [[0, 0, 0], 1e6],
  ] as const) {
    expectNear(scene, model, center, radius);
  }
}

function expectNear(scene: Scene, model: Model, center: Vec3, radius: number): void {
  const near = [...model.records.keys()].filter((id) => {
    const [x, y, z] = worldPosition(model, id);
    return (x - center[0]) ** 2 + (y - center[1]) ** 2 + (z - center[2]) ** 2 <= radius ** 2;
  });
  expect([...scene.within(center, radius)]).toEqual(near.sort((a, b) => a - b));
}

/** Does one edit to both. Edits that the scene refuses must have changed nothing. */
function edit1(
  scene: Scene,
  tx: Transaction,
  model: Model,
  one: Edit,
  savepoints: { at: Savepoint; model: Model; nextId: number }[],
): Model {
  const ids = [...model.records.keys()].sort((a, b) => a - b);
  const choose = (number: number): number | null => (ids.length === 0 ? null : ids[number % ids.length]!);
  const defaults = (type: string): JsonObject => {
    const outcome = scene.components.defaults(type);
    return outcome.ok ? copy(outcome.value) : {};
  };
  const complete = ({ components, ...rest }: EntityPatch): EntityPatch => ({
    ...copy(rest),
    ...(components && {
      components: Object.fromEntries(Object.keys(components).map((type) => [type, defaults(type)])),
    }),
  });
  switch (one.do) {
    case 'create': {
      const parent = one.parent % 3 === 0 ? choose(one.parent) : null;
      const id = scene.nextId;
      const made = tx.create({ ...one.patch, name: one.name, parent });
      expect(made.id).toBe(id);
      const base = {
        id,
        name: one.name,
        parent,
        enabled: true,
        tags: [],
        position: [0, 0, 0],
        rotation: [0, 0, 0],
        scale: [1, 1, 1],
      };
      const whole = {
        ...base,
        color: '#ffffff',
        components: {},
        vars: {},
        ...complete(one.patch),
        name: one.name,
        parent,
      };
      model.records.set(id, whole as unknown as Entity);
      return model;
    }
    case 'update': {
      const id = choose(one.pick);
      if (id === null) return model;
      tx.update(id, one.patch);
      model.records.set(id, { ...model.records.get(id)!, ...complete(one.patch) });
      return model;
    }
    case 'parent': {
      const id = choose(one.pick);
      if (id === null) return model;
      const parent = one.parent % 4 === 0 ? null : choose(one.parent);
      const below = (at: number | null): boolean =>
        at !== null && (at === id || below(model.records.get(at)!.parent));
      if (below(parent)) expect(() => tx.update(id, { parent })).toThrow(ToolFailure);
      else {
        tx.update(id, { parent });
        model.records.set(id, { ...model.records.get(id)!, parent });
      }
      return model;
    }
    case 'remove': {
      const id = choose(one.pick);
      if (id === null) return model;
      const gone = new Set([id]);
      for (let grown = true; grown;) {
        grown = false;
        for (const entity of model.records.values()) {
          if (gone.has(entity.id) || entity.parent === null || !gone.has(entity.parent)) continue;
          gone.add(entity.id);
          grown = true;
        }
      }
      expect([...tx.remove(id)]).toEqual([...gone].sort((a, b) => a - b));
      for (const other of gone) model.records.delete(other);
      return model;
    }
    case 'environment':
      tx.setEnvironment({ mood: one.value });
      model.environment = { mood: one.value };
      return model;
    case 'savepoint':
      savepoints.push({ at: tx.savepoint(), model: copy(model), nextId: scene.nextId });
      return model;
    case 'rollbackTo': {
      if (savepoints.length === 0) return model;
      const index = one.pick % savepoints.length;
      const { at, model: before, nextId } = savepoints[index]!;
      savepoints.length = index + 1;
      tx.rollbackTo(at);
      expect(scene.nextId).toBe(nextId);
      expectLike(scene, before);
      return copy(before);
    }
    case 'look':
      expectNear(scene, model, one.point, one.radius);
      return model;
  }
}

test('S-09, S-35, S-37: records, indexes and order are exact after edits, savepoints, roll-backs, undo, redo and revert', () => {
  fc.assert(
    fc.property(fc.nat({ max: 40 }), fc.array(action, { minLength: 3, maxLength: 20 }), (base, actions) => {
      const scene = new Scene();
      const history = new History(scene);
      const done: { id: number; before: Model; after: Model }[] = [];
      let undone: typeof done = [];
      // Something to begin with: groups of three below each other, so that few of many are touched by an action.
      const start = scene.begin();
      for (let index = 0; index < base; index += 1) {
        const parent = index % 3 === 0 ? null : index;
        start.create({ name: NAMES[index % 3]!, position: [index % 7, index % 5, -index], parent });
      }
      start.commit();
      let model = modelOf(scene);
      for (const one of actions) {
        const { revision } = scene;
        switch (one.do) {
          case 'transaction': {
            const before = copy(model);
            const { nextId } = scene;
            const tx = scene.begin();
            const savepoints: { at: Savepoint; model: Model; nextId: number }[] = [];
            for (const each of one.edits) model = edit1(scene, tx, model, each, savepoints);
            expectLike(scene, model);
            if (!one.commit) {
              tx.rollback();
              model = before;
              expect(scene.nextId).toBe(nextId);
              expect(scene.revision).toBe(revision);
              break;
            }
            const changed = [...new Set([...before.records.keys(), ...model.records.keys()])].filter((id) => {
              const [a, b] = [before.records.get(id), model.records.get(id)];
              return !a || !b || diffEntities(a, b).length > 0;
            });
            const change = tx.commit();
            expect([...(change?.changes.keys() ?? [])]).toEqual(changed.sort((a, b) => a - b));
            if (!change) break;
            expect(scene.revision).toBe(revision + 1);
            const { id } = history.push({ label: 'edit', actor: 'user', time: 0, change });
            done.push({ id, before, after: copy(model) });
            undone = [];
            break;
          }
          case 'undo': {
            const steps = done.slice(-one.count).reverse();
            const outcome = history.undo(one.count);
            expect(outcome.ok).toBe(steps.length > 0);
            if (!outcome.ok) break;
            expect(outcome.value.map((step) => step.id)).toEqual(steps.map((step) => step.id));
            done.length -= steps.length;
            undone.push(...steps);
            model = copy(steps.at(-1)!.before);
            break;
          }
          case 'redo': {
            const steps = undone.slice(-one.count).reverse();
            const outcome = history.redo(one.count);
            expect(outcome.ok).toBe(steps.length > 0);
            if (!outcome.ok) break;
            undone.length -= steps.length;
            done.push(...steps);
            model = copy(steps.at(-1)!.after);
            break;
          }
          case 'revert': {
            if (done.length === 0) break;
            const index = one.pick % done.length;
            const step = done[index]!;
            const change = history.find(step.id)!.change;
            const outcome = history.revert(step.id, { actor: 'user', time: 0 });
            if (!outcome.ok) {
              expect(outcome.error.code).toBe('conflict');
              break;
            }
            if (index === done.length - 1) {
              done.pop();
              undone.push(step);
              model = copy(step.before);
              break;
            }
            const now = modelOf(scene);
            // What the step changed is as it was before it; all the rest is as it was before the revert.
            for (const [id, { before, after }] of change.changes) {
              if (!before || !after) {
                expect(now.records.get(id)).toEqual(before ? copy(before) : undefined);
                model.records.delete(id);
                if (before) model.records.set(id, copy(before));
                continue;
              }
              const entity: Record<string, unknown> = copy(model.records.get(id)!) as never;
              for (const { path, before: value } of diffEntities(before, after)) {
                let holder = entity;
                for (const key of path.slice(0, -1))
                  holder = (Object.getOwnPropertyDescriptor(holder, key)!.value ?? {}) as typeof holder;
                const last = path[path.length - 1]!;
                if (value === undefined) delete holder[last];
                else
                  Object.defineProperty(holder, last, {
                    value: copy(value),
                    enumerable: true,
                    configurable: true,
                    writable: true,
                  });
              }
              model.records.set(id, entity as unknown as Entity);
            }
            if (change.environment) model.environment = copy(change.environment.before);
            done.push({ id: outcome.value.id, before: copy(done.at(-1)!.after), after: copy(model) });
            undone = [];
            break;
          }
        }
        expectLike(scene, model);
        expect(scene.open).toBeUndefined();
        expect(history.steps().map((step) => step.id)).toEqual(done.map((step) => step.id));
        expect(history.undone().map((step) => step.id)).toEqual(undone.map((step) => step.id).reverse());
      }
      expect(Object.hasOwn(Object.prototype, 'hp')).toBe(false);
    }),
    { numRuns: 120 },
  );
}, 120_000);

import { expect, test } from 'vitest';
import { ToolFailure } from '../errors';
import type { ToolError } from '../errors';
import { describeChanges } from './changes';
import type { EntityPatch } from './entity';
import { Scene } from './scene';

function errorOf(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolFailure) return error.error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a new entity gets the next id and the defaults', () => {
  const scene = new Scene();
  const tx = scene.begin();
  expect(tx.create({ name: 'Lamp', components: { light: { range: 4 } } })).toMatchObject({
    id: 1,
    parent: null,
    enabled: true,
    tags: [],
    position: [0, 0, 0],
    scale: [1, 1, 1],
    color: '#ffffff',
    components: { light: { kind: 'point', intensity: 1, range: 4, spotAngle: 45 } },
  });
  expect(tx.create({ name: 'Lamp' }).id).toBe(2);
  tx.commit();
  expect(scene.nextId).toBe(3);
});

test('a second transaction at the same time is a bug', () => {
  const scene = new Scene();
  const tx = scene.begin();
  expect(() => scene.begin()).toThrow('open already');
  tx.rollback();
  expect(() => tx.create({ name: 'late' })).toThrow('closed');
  scene.begin().rollback();
});

test('values that do not fit are refused with the property, and nothing changes', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.create({ name: 'A' });
  const refused: [unknown, string][] = [
    [{ name: '' }, 'name is empty'],
    [{ name: 'a\nb' }, 'name "a\\nb" has a line break or control character'],
    [{ enabled: 1 }, 'enabled is 1, not true or false'],
    [{ tags: 'enemy' }, 'tags is "enemy", not a list'],
    [{ tags: [''] }, 'tags[0] is ""'],
    [{ position: [1, 2] }, 'position is [1, 2], not three numbers'],
    [{ position: [0, NaN, 0] }, 'position[1] is NaN, not a finite number'],
    [{ scale: [0, 1, Infinity] }, 'scale[2] is Infinity, not a finite number'],
    [{ color: 'red' }, 'color is "red", not a colour'],
    [{ vars: { hp: Infinity } }, "vars.hp is Infinity, which a scene can't hold"],
    [{ vars: { f: () => 1 } }, 'vars.f is a function, not JSON'],
    [{ components: { lihgt: {} } }, '"lihgt" is not a component type'],
    [{ components: { light: { raneg: 2 } } }, '"raneg" is not a field of the component "light"'],
    [{ components: { light: { range: 'far' } } }, 'light.range is "far", not a number'],
    [{ parent: 99 }, 'There is no entity #99 to be the parent'],
    [{ parent: 1 }, "#1 can't be its own parent"],
  ];
  const before = scene.get(1);
  for (const [patch, message] of refused)
    expect(errorOf(() => tx.update(1, patch as EntityPatch)).message).toBe(message);
  expect(scene.get(1)).toBe(before);
  expect(errorOf(() => tx.update(1, { components: { lihgt: {} } })).hint).toBe('Did you mean "light"?');
  expect(errorOf(() => tx.update(1, { components: { light: { raneg: 2 } } })).hint).toBe(
    'Did you mean "range"?',
  );
  expect(errorOf(() => tx.update(7, {})).code).toBe('not_found');
  expect(errorOf(() => tx.create({ name: undefined as unknown as string })).code).toBe('invalid_arguments');
  tx.rollback();
});

test('a parent below the entity itself is refused', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.create({ name: 'A' });
  tx.create({ name: 'B', parent: 1 });
  tx.create({ name: 'C', parent: 2 });
  expect(errorOf(() => tx.update(1, { parent: 3 }))).toMatchObject({
    code: 'invalid_arguments',
    message: "#3 is below #1, so it can't be its parent",
  });
  tx.rollback();
});

test('deep values are refused instead of filling the stack', () => {
  const scene = new Scene();
  const tx = scene.begin();
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(errorOf(() => tx.create({ name: 'A', vars: { deep } as never })).message).toMatch(
    /nested deeper than 64 levels$/,
  );
  expect(errorOf(() => tx.create({ name: 'A', tags: [deep] as never })).message).toBe(
    'tags[0] is [[…]], not text',
  );
  tx.rollback();
});

test('S-50: names such as __proto__ and constructor are plain data and change no prototype', () => {
  const scene = new Scene();
  const tx = scene.begin();
  const vars = JSON.parse(
    '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}',
  ) as EntityPatch['vars'];
  tx.create({ name: 'toString', tags: ['__proto__', 'hasOwnProperty'], vars });
  for (const type of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
    expect(errorOf(() => tx.update(1, { components: JSON.parse(`{"${type}": {}}`) as never })).code).toBe(
      'not_found',
    );
    const fields = JSON.parse(`{"light": {"${type}": 1}}`) as never;
    expect(errorOf(() => tx.update(1, { components: fields })).code).toBe('invalid_arguments');
  }
  tx.commit();
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(JSON.stringify(scene.get(1)?.vars)).toBe(JSON.stringify(vars));
  expect(scene.withTag('__proto__')).toEqual([1]);
  expect(scene.withTag('constructor')).toEqual([]);
  expect(scene.named('toString')).toEqual([1]);
  expect(scene.withComponent('constructor')).toEqual([]);
});

test('records are the scene’s own: changing what was handed in changes nothing', () => {
  const scene = new Scene();
  const tx = scene.begin();
  const vars = { loot: ['gold'] };
  const position: [number, number, number] = [1, 2, 3];
  tx.create({ name: 'Chest', vars, position });
  vars.loot.push('sword');
  position[0] = 99;
  expect(scene.get(1)).toMatchObject({ vars: { loot: ['gold'] }, position: [1, 2, 3] });
  tx.rollback();
});

test('an update that changes nothing keeps the record, and commits nothing', () => {
  const scene = new Scene();
  const first = scene.begin();
  first.create({ name: 'A', vars: { a: [1] }, tags: ['x'] });
  first.commit();
  const { revision } = scene;
  const before = scene.get(1)!;
  const tx = scene.begin();
  expect(tx.update(1, { name: 'A', vars: { a: [1] }, tags: ['x', 'x'], position: [0, -0, 0] })).toBe(before);
  tx.update(1, { name: 'B' });
  tx.update(1, { name: 'A' });
  expect(tx.changes().size).toBe(0);
  expect(tx.commit()).toBeNull();
  expect(scene.revision).toBe(revision);
});

test('a savepoint that is rolled back leaves what came before it', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.create({ name: 'A' });
  const savepoint = tx.savepoint();
  tx.create({ name: 'B', parent: 1 });
  tx.update(1, { name: 'A2', tags: ['t'] });
  tx.setEnvironment({ background: '#000000' });
  tx.rollbackTo(savepoint);
  tx.update(1, { position: [1, 0, 0] });
  const change = tx.commit();
  expect(change?.environment).toBeUndefined();
  expect([...change!.changes.keys()]).toEqual([1]);
  expect(scene.get(1)).toMatchObject({ name: 'A', position: [1, 0, 0] });
  expect(scene.nextId).toBe(2);
  expect(scene.withTag('t')).toEqual([]);
});

test('compensations run newest first, only those after the savepoint, and all of them though one fails', () => {
  const scene = new Scene();
  const tx = scene.begin();
  const ran: string[] = [];
  tx.onRollback(() => ran.push('a'));
  const savepoint = tx.savepoint();
  tx.create({ name: 'A' });
  tx.onRollback(() => ran.push('b'));
  tx.onRollback(() => {
    ran.push('c');
    throw new Error('disk gone');
  });
  expect(() => {
    tx.rollbackTo(savepoint);
  }).toThrow('outside the scene');
  expect(ran).toEqual(['c', 'b']);
  expect(scene.count).toBe(0);
  tx.rollback();
  expect(ran).toEqual(['c', 'b', 'a']);
  expect(scene.open).toBeUndefined();
});

test('a committed transaction compensates nothing', () => {
  const scene = new Scene();
  const tx = scene.begin();
  let ran = 0;
  tx.onRollback(() => (ran += 1));
  tx.commit();
  expect(ran).toBe(0);
});

test('a replaced scene comes back whole when the change is rolled back', () => {
  const scene = new Scene();
  const first = scene.begin();
  first.create({ name: 'A', tags: ['t'], position: [1, 0, 0] });
  first.create({ name: 'B', parent: 1 });
  first.commit();
  scene.file = 'scenes/a.sky.json';
  const before = scene.snapshot();
  const tx = scene.begin();
  tx.update(1, { name: 'touched' });
  const savepoint = tx.savepoint();
  tx.replaceAll({ name: 'Other', seed: 5, environment: {}, entities: [] }, { file: 'scenes/b.sky.json' });
  tx.create({ name: 'New' });
  expect(scene.named('New')).toEqual([1]);
  expect([...tx.changes()].map(([id, images]) => [id, images.before?.name, images.after?.name])).toEqual([
    [1, 'A', 'New'],
    [2, 'B', undefined],
  ]);
  tx.rollbackTo(savepoint);
  expect(scene.named('touched')).toEqual([1]);
  tx.replaceAll({ name: 'Third', seed: 6, environment: {}, entities: [] });
  tx.rollback();
  expect(scene.snapshot()).toEqual(before);
  expect(scene.file).toBe('scenes/a.sky.json');
  expect(scene.within([1, 0, 0], 0)).toEqual([1, 2]);
});

test('a loaded scene is not dirty, unless the same change goes on', () => {
  const data = { name: 'Other', seed: 5, environment: {}, entities: [], nextId: 40 };
  const scene = new Scene();
  let tx = scene.begin();
  tx.replaceAll(data, { file: 'scenes/b.sky.json', saved: true });
  expect(tx.commit()).toMatchObject({ replaced: true });
  expect(scene.dirty).toBe(false);
  expect(scene.nextId).toBe(40);
  tx = scene.begin();
  tx.replaceAll(data, { saved: true });
  tx.create({ name: 'A' });
  tx.commit();
  expect(scene.dirty).toBe(true);
  scene.markSaved();
  expect(scene.dirty).toBe(false);
});

test('changes are described by entity and property', () => {
  const scene = new Scene();
  const first = scene.begin();
  first.create({ name: 'Orc', vars: { hp: 10, 'a.b': 1 }, components: { light: {}, mesh: {} } });
  first.create({ name: 'Gone', tags: ['x'], parent: 1 });
  first.commit();
  const tx = scene.begin();
  const { light } = scene.get(1)!.components;
  tx.update(1, {
    position: [1, 0, 0],
    vars: { hp: 7, 'a.b': 1, rage: true },
    components: { light: { ...light, range: 3 } },
  });
  tx.remove(2);
  tx.create({ name: 'Chest', color: '#AA8800' });
  expect(describeChanges(tx.changes())).toEqual([
    { entity: 1, name: 'Orc', property: 'position', before: [0, 0, 0], after: [1, 0, 0] },
    { entity: 1, name: 'Orc', property: 'components.light.range', before: 10, after: 3 },
    {
      entity: 1,
      name: 'Orc',
      property: 'components.mesh',
      before: expect.objectContaining({ mesh: 'cube' }),
      after: null,
    },
    { entity: 1, name: 'Orc', property: 'vars.hp', before: 10, after: 7 },
    { entity: 1, name: 'Orc', property: 'vars.rage', before: null, after: true },
    {
      entity: 2,
      name: 'Gone',
      property: 'deleted',
      before: { name: 'Gone', tags: ['x'], parent: 1 },
      after: null,
    },
    {
      entity: 3,
      name: 'Chest',
      property: 'created',
      before: null,
      after: { name: 'Chest', color: '#aa8800' },
    },
  ]);
  tx.rollback();
});

test('a transaction costs what it touches: 100,000 entities, one of them changed', () => {
  const scene = new Scene();
  const first = scene.begin();
  for (let index = 0; index < 100_000; index += 1) {
    first.create({
      name: `Rock ${index}`,
      position: [index % 300, 0, index / 300],
      tags: index % 1000 === 0 ? ['big'] : [],
    });
  }
  first.commit();
  const before = scene.ids();
  const tx = scene.begin();
  tx.update(500, { position: [0, 50, 0] });
  expect([...tx.changes().keys()]).toEqual([500]);
  tx.commit();
  // The list of ids was not made again: no entity came or went.
  expect(scene.ids()).toBe(before);
  expect(scene.withTag('big')).toHaveLength(100);
  expect(scene.withTag('big')).toBe(scene.withTag('big'));
  expect(scene.within([0, 50, 0], 1)).toEqual([500]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import { createTestProject, type TestProject } from './testing';

let p: TestProject;

beforeEach(async () => {
  p = await createTestProject();
});

afterEach(() => {
  p.remove();
});

test('entity_create makes an entity with what is given and the defaults for the rest', async () => {
  expect(
    await p.ok('entity_create', {
      name: 'Lamp',
      mesh: 'sphere',
      color: '#FFCC66',
      position: [0, 2, 0],
      tags: ['light', 'warm'],
      vars: { watts: 40 },
      components: { light: { intensity: 2 } },
    }),
  ).toEqual({ id: 1, name: 'Lamp', path: 'Lamp', position: [0, 2, 0] });
  expect(p.scene.get(1)).toMatchObject({
    name: 'Lamp',
    parent: null,
    enabled: true,
    tags: ['light', 'warm'],
    rotation: [0, 0, 0],
    scale: [1, 1, 1],
    color: '#ffcc66',
    vars: { watts: 40 },
    components: { mesh: { mesh: 'sphere', roughness: 0.7 }, light: { intensity: 2, range: 10 } },
  });
});

test('entity_create takes a parent by name or path, and null or 0 for none', async () => {
  await p.ok('entity_create', { name: 'Room' });
  await p.ok('entity_create', { name: 'Door', parent: 'Room' });
  expect(await p.ok('entity_create', { name: 'Handle', parent: 'Room/Door' })).toMatchObject({
    path: 'Room/Door/Handle',
  });
  await p.ok('entity_create', { name: 'Free', parent: null });
  await p.ok('entity_create', { name: 'Free too', parent: 0 });
  expect(p.scene.childrenOf(null)).toEqual([1, 4, 5]);
  expect(await p.error('entity_create', { name: 'X', parent: 'Romo' })).toMatchObject({
    code: 'not_found',
    hint: 'Did you mean "Room"?',
  });
});

test('wrong values are named with what is right', async () => {
  expect(await p.error('entity_create', { name: 'X', mesh: 'sphear' })).toMatchObject({
    code: 'invalid_arguments',
    message: '"mesh" has to be a primitive or an asset, not "sphear".',
    hint: 'Did you mean "sphere"?',
  });
  expect((await p.error('entity_create', { name: 'X', color: 'red' })).message).toBe(
    '"color" has to be a colour, #rrggbb or #rrggbbaa, but is "red".',
  );
  expect((await p.error('entity_create', { name: 'X', components: { lihgt: {} } })).hint).toBe(
    'Did you mean "light"?',
  );
  expect((await p.error('entity_create', { name: 'X', components: { light: { intensty: 2 } } })).hint).toBe(
    'Did you mean "intensity"?',
  );
  expect((await p.error('entity_create', { naem: 'X' })).message).toBe(
    '"naem" is not an argument of entity_create. Did you mean "name"?',
  );
  expect(p.scene.count).toBe(0);
  expect(p.scene.nextId).toBe(1);
});

test('entity_get tells everything of an entity', async () => {
  await p.ok('entity_create', { name: 'Room', position: [10, 0, 0], enabled: false });
  await p.ok('entity_create', { name: 'Door', parent: 1, position: [0, 1, 0], tags: ['door'] });
  expect(await p.ok('entity_get', { entity: '#2' })).toMatchObject({
    id: 2,
    name: 'Door',
    parent: 1,
    path: 'Room/Door',
    enabled: true,
    active: false,
    position: [0, 1, 0],
    world_position: [10, 1, 0],
    children: [],
    tags: ['door'],
  });
  expect(await p.ok('entity_get', { entity: 'Room' })).toMatchObject({ children: [2] });
});

test('an ambiguous name is refused with the candidates', async () => {
  await p.ok('entity_create', { name: 'Door' });
  await p.ok('entity_create', { name: 'Door' });
  const error = await p.error('entity_get', { entity: 'Door' });
  expect(error.code).toBe('invalid_arguments');
  expect(error.data).toEqual({
    candidates: [
      { id: 1, path: 'Door' },
      { id: 2, path: 'Door' },
    ],
  });
});

test('entity_update changes only what is given: tags replace, vars and components merge, null removes', async () => {
  await p.ok('entity_create', {
    name: 'Lamp',
    tags: ['a', 'b'],
    vars: { hp: 10, old: 1, deep: { x: 1 } },
    components: { light: { intensity: 2, range: 5 }, mesh: { mesh: 'cone' } },
  });
  expect(
    await p.ok('entity_update', {
      entity: 'Lamp',
      tags: ['c'],
      vars: { hp: 20, old: null },
      components: { light: { range: 30, intensity: null }, mesh: null, text: { text: 'Hi' } },
    }),
  ).toEqual({
    id: 1,
    name: 'Lamp',
    changed: ['tags', 'vars.hp', 'vars.old', 'components.light', 'components.mesh', 'components.text'],
  });
  expect(p.scene.get(1)).toMatchObject({ name: 'Lamp', tags: ['c'], vars: { hp: 20, deep: { x: 1 } } });
  expect(p.scene.get(1)?.components).toMatchObject({
    light: { range: 30, intensity: 1 },
    text: { text: 'Hi' },
  });
  expect(Object.keys(p.scene.get(1)?.components ?? {}).sort()).toEqual(['light', 'text']);
});

test('the event and the undo step of a call say what it did, once', async () => {
  await p.ok('entity_create', { name: 'Lamp' });
  await p.ok('entity_update', { entity: 1, vars: { hp: 3 }, enabled: false });
  await p.ok('transform', { entity: 1, translate: [1, 0, 0] });
  await p.ok('entity_duplicate', { entity: 1 });
  await p.ok('entity_delete', { entities: [1, 2] });
  expect(p.history.steps().map((step) => step.label)).toEqual([
    'Create Lamp',
    'Change Lamp: enabled, hp',
    'Move Lamp',
    'Duplicate Lamp',
    'Delete Lamp and 1 more',
  ]);
  const calls = p.events.read({ since: 0, types: ['tool'] }).events;
  expect(calls.map((event) => event.summary).slice(0, 3)).toEqual([
    'Created #1 Lamp  at (0, 0, 0)',
    'Changed #1 Lamp: enabled, vars.hp',
    'Move, turn, scale: #1 Lamp is at (1, 0, 0), turned (0, 0, 0)',
  ]);
});

test('entity_update adds and removes tags without touching the others', async () => {
  await p.ok('entity_create', { name: 'Warden', tags: ['enemy', 'boss'] });
  await p.ok('entity_update', { entity: 1, add_tags: ['hostile', 'enemy'], remove_tags: ['nothing'] });
  expect(p.scene.get(1)?.tags).toEqual(['enemy', 'boss', 'hostile']);
  await p.ok('entity_update', { entity: 1, remove_tags: ['enemy', 'hostile'] });
  expect(p.scene.get(1)?.tags).toEqual(['boss']);
  await p.ok('entity_update', { entity: 1, tags: ['a', 'b'], add_tags: ['c'], remove_tags: ['a'] });
  expect(p.scene.get(1)?.tags).toEqual(['b', 'c']);
});

test('entity_update with what is there already changes nothing and makes no undo step', async () => {
  await p.ok('entity_create', { name: 'A', position: [1, 2, 3] });
  expect(await p.ok('entity_update', { entity: 1, position: [1, 2, 3], name: 'A' })).toMatchObject({
    changed: [],
  });
  expect(p.history.steps()).toHaveLength(1);
});

test('entity_update refuses to put an entity below itself', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_create', { name: 'B', parent: 'A' });
  expect((await p.error('entity_update', { entity: 'A', parent: 'B' })).code).toBe('invalid_arguments');
  await p.ok('entity_update', { entity: 'B', parent: null });
  expect(p.scene.get(2)?.parent).toBeNull();
});

test('S-35: a deleted branch comes back by undo with the same ids, order and selection; redo and undo go on working', async () => {
  await p.ok('entity_create', { name: 'Room' });
  await p.ok('entity_create', { name: 'Door', parent: 'Room' });
  await p.ok('entity_create', { name: 'Other' });
  await p.ok('selection_set', { entities: ['Door', 'Other'] });
  const before = p.scene.snapshot();
  expect(await p.ok('entity_delete', { entity: 'Room' })).toEqual({ deleted: [1, 2], count: 2 });
  expect(p.selection.get()).toEqual([3]);
  await p.ok('history', { action: 'undo' });
  expect(p.scene.snapshot()).toEqual(before);
  expect(p.selection.get()).toEqual([2, 3]);
  await p.ok('history', { action: 'redo' });
  expect(p.scene.ids()).toEqual([3]);
  await p.ok('history', { action: 'undo' });
  expect(p.scene.snapshot()).toEqual(before);
});

test('entity_delete takes several, a parent and its child among them', async () => {
  await p.ok('entity_create', { name: 'A' });
  await p.ok('entity_create', { name: 'B', parent: 'A' });
  await p.ok('entity_create', { name: 'C' });
  expect(await p.ok('entity_delete', { entities: ['B', 'A', 'C', 'C'] })).toEqual({
    deleted: [1, 2, 3],
    count: 3,
  });
  expect((await p.error('entity_delete', {})).message).toBe('No entity was given.');
});

test('entity_duplicate copies whole branches, each copy further away', async () => {
  await p.ok('entity_create', { name: 'Pillar', position: [1, 0, 0], mesh: 'cylinder', vars: { n: 1 } });
  await p.ok('entity_create', { name: 'Top', parent: 'Pillar', position: [0, 1, 0] });
  expect(
    await p.ok('entity_duplicate', { entity: 'Pillar', count: 2, offset: [2, 0, 0], name: 'Copy' }),
  ).toEqual({
    created: [3, 5],
    count: 4,
  });
  expect(p.scene.get(3)).toMatchObject({ name: 'Copy', position: [3, 0, 0], vars: { n: 1 }, parent: null });
  expect(p.scene.get(4)).toMatchObject({ name: 'Top', parent: 3, position: [0, 1, 0] });
  expect(p.scene.get(5)).toMatchObject({ position: [5, 0, 0] });
  expect(p.history.steps()).toHaveLength(3);
});

test('what entity_copy gives, entity_paste makes again, with new ids and the same shape', async () => {
  await p.ok('entity_create', { name: 'Room', position: [1, 0, 0] });
  await p.ok('entity_create', {
    name: 'Door',
    parent: 'Room',
    color: '#112233',
    tags: ['x'],
    components: { light: {} },
  });
  const copied = await p.ok('entity_copy', { entities: ['Room', 'Door'] });
  expect(copied).toMatchObject({ count: 2, data: { format: 'skywalker.entities/1' } });
  await p.ok('entity_create', { name: 'Hall' });
  expect(
    await p.ok('entity_paste', { data: copied.data ?? null, parent: 'Hall', offset: [0, 0, 5] }),
  ).toEqual({
    created: [4],
    ids: { '1': 4, '2': 5 },
    count: 2,
  });
  expect(p.scene.get(4)).toMatchObject({ name: 'Room', parent: 3, position: [1, 0, 5] });
  const door = p.scene.get(2);
  expect(p.scene.get(5)).toEqual({ ...door, id: 5, parent: 4 });
});

test('entity_paste refuses what is no copy, naming the place', async () => {
  expect((await p.error('entity_paste', { data: {} })).message).toContain('is not what entity_copy gives');
  const bad: JsonObject = {
    format: 'skywalker.entities/1',
    entities: [
      { id: 1, name: 'A' },
      { id: 2, name: 'B', parent: 9 },
    ],
  };
  expect((await p.error('entity_paste', { data: bad })).message).toBe(
    'data.entities[1] has the parent 9, which does not come before it.',
  );
  const wrong = { format: 'skywalker.entities/1', entities: [{ id: 1, name: 'A', color: 'red' }] };
  expect((await p.error('entity_paste', { data: wrong })).message).toContain('color');
  expect(p.scene.count).toBe(0);
});

test('transform moves, turns and scales, relative to the parent or in the world', async () => {
  await p.ok('entity_create', { name: 'Base', position: [10, 0, 0], rotation: [0, 90, 0] });
  await p.ok('entity_create', { name: 'Arm', parent: 'Base', position: [1, 0, 0] });
  expect(await p.ok('transform', { entity: 'Arm', translate: [1, 0, 0], scale: [2, 2, 2] })).toMatchObject({
    position: [2, 0, 0],
    scale: [2, 2, 2],
  });
  // A quarter turn about y takes +x to −z, so 2 along x is at z = −2.
  const told = await p.ok('transform', { entity: 'Arm', position: [10, 5, -2], space: 'world' });
  expect((told.position as number[]).map((part) => Math.round(part * 1e6) / 1e6)).toEqual([2, 5, 0]);
  const world = p.scene.worldPosition(2);
  expect(world.map((part) => Math.round(part * 1e6) / 1e6 + 0)).toEqual([10, 5, -2]);
});

test('transform turns about the parent’s axes, or about those of the world', async () => {
  await p.ok('entity_create', { name: 'Base', rotation: [0, 0, 90] });
  await p.ok('entity_create', { name: 'Arm', parent: 'Base', rotation: [0, 30, 0] });
  expect(await p.ok('transform', { entity: 'Arm', rotate: [0, 60, 0] })).toMatchObject({
    rotation: [0, 90, 0],
  });
  await p.ok('transform', { entity: 'Arm', rotation: [0, 0, 0], rotate: [0, 90, 0], space: 'world' });
  // About the world's y: what pointed along the world's −z now points along −x.
  expect(p.scene.axes(2).forward.map((part) => Math.round(part * 1e6) / 1e6 + 0)).toEqual([-1, 0, 0]);
});

test('transform in the world says so where the parent has no size', async () => {
  await p.ok('entity_create', { name: 'Flat', scale: [1, 0, 1] });
  await p.ok('entity_create', { name: 'In it', parent: 'Flat' });
  expect(
    (await p.error('transform', { entity: 'In it', position: [1, 1, 1], space: 'world' })).message,
  ).toContain('a scale of 0');
});

test('entity_refs lists what names an entity, and what points at nothing', async () => {
  p.scene.components.define('door', {
    type: 'object',
    description: 'A door.',
    properties: { target: { type: 'string', format: 'entity', default: '' } },
  });
  await p.ok('entity_create', { name: 'Lamp' });
  await p.ok('entity_create', { name: 'Bulb', parent: 'Lamp' });
  await p.ok('entity_create', { name: 'Gate', components: { door: { target: 'Lamp' } } });
  await p.ok('entity_create', { name: 'Lost', components: { door: { target: '#99' } } });
  await p.ok('entity_create', {
    name: 'Switch',
    components: {
      script: {
        behaviors: [{ name: 'toggle', source: 'on start let l = find("Lamp") let g = find("Lampp") end' }],
      },
    },
  });
  expect((await p.ok('entity_refs', { entity: 'Lamp' })).links).toEqual([
    { from: 2, from_name: 'Bulb', property: 'parent', to: 1, status: 'ok' },
    { from: 3, from_name: 'Gate', property: 'components.door.target', to: 'Lamp', status: 'by_name' },
    {
      from: 5,
      from_name: 'Switch',
      property: 'components.script.behaviors[0].source',
      to: 'Lamp',
      status: 'by_name',
    },
  ]);
  expect((await p.ok('entity_refs', {})).links).toMatchObject([
    { from: 4, to: '#99', status: 'dangling' },
    { from: 5, to: 'Lampp', status: 'dangling', fix: 'Did you mean "Lamp"?' },
  ]);
});

test('component_schema gives one type or all, with a did-you-mean', async () => {
  expect(await p.ok('component_schema', { component: 'light' })).toMatchObject({
    components: { light: { properties: { range: { 'x-unit': 'm', default: 10 } } } },
  });
  expect(Object.keys((await p.ok('component_schema')).components as object)).toEqual([
    'mesh',
    'light',
    'camera',
    'body',
    'text',
    'script',
  ]);
  expect((await p.error('component_schema', { component: 'lihgt' })).hint).toBe('Did you mean "light"?');
});

test('tag_rename renames a tag everywhere, without doubling it, as one step', async () => {
  await p.ok('entity_create', { name: 'A', tags: ['enemy', 'fast'] });
  await p.ok('entity_create', { name: 'B', tags: ['enemy', 'monster'] });
  expect(await p.ok('tag_rename', { from: 'enemy', to: 'monster' })).toEqual({ entities: [1, 2], count: 2 });
  expect(p.scene.get(1)?.tags).toEqual(['monster', 'fast']);
  expect(p.scene.get(2)?.tags).toEqual(['monster']);
  expect(p.history.steps().at(-1)?.label).toBe('Rename tag enemy to monster');
  expect((await p.error('tag_rename', { from: 'monstr', to: 'x' })).hint).toBe('Did you mean "monster"?');
});

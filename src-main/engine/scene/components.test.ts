import { expect, test } from 'vitest';
import { BUILT_IN_COMPONENTS } from './component-schemas';
import { ComponentRegistry } from './components';
import { checkEnvironment, defaultEnvironment, ENVIRONMENT_SCHEMA } from './environment';
import { checkField } from './field-schema';

test('every built-in field has docs and a default that fits it', () => {
  for (const [type, schema] of Object.entries(BUILT_IN_COMPONENTS)) {
    expect(schema.description, type).toBeTruthy();
    for (const [name, field] of Object.entries(schema.properties)) {
      expect(field.description, `${type}.${name}`).toBeTruthy();
      expect(checkField(field, field.default ?? null, name), `${type}.${name}`).toBeUndefined();
    }
  }
});

test('missing fields get their defaults, in the order of the schema', () => {
  const outcome = new ComponentRegistry().validate('camera', { primary: true, fov: 40 });
  expect(outcome.ok && JSON.stringify(outcome.value)).toBe(
    '{"fov":40,"near":0.1,"far":1000,"orthographic":false,"orthoSize":10,"primary":true}',
  );
});

test('a mesh is a primitive or an asset; another word gets a did-you-mean', () => {
  const registry = new ComponentRegistry();
  expect(registry.validate('mesh', { mesh: 'torus' }).ok).toBe(true);
  expect(registry.validate('mesh', { mesh: 'asset:models/tree.glb' }).ok).toBe(true);
  const outcome = registry.validate('mesh', { mesh: 'shpere' });
  expect(!outcome.ok && outcome.error.message).toBe('mesh.mesh is "shpere"');
  expect(!outcome.ok && outcome.error.hint).toMatch(/^Did you mean "sphere"\? Give one of: cube, sphere/);
});

test('values out of range name the range and its unit', () => {
  const outcome = new ComponentRegistry().validate('camera', { fov: 200 });
  expect(outcome).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_arguments',
      message: 'camera.fov is 200 degrees, out of range',
      hint: 'Give a number from 1 to 179 degrees.',
    },
  });
});

test('behaviours of a script are checked inside the list', () => {
  const registry = new ComponentRegistry();
  const bad = (behaviors: unknown) => {
    const outcome = registry.validate('script', { behaviors } as never);
    return outcome.ok ? 'ok' : outcome.error.message;
  };
  expect(bad([{ name: 'spin', source: 'fn tick() {}' }])).toBe('ok');
  expect(bad([{ name: 'spin', file: 'scripts/spin.wander', params: { speed: 2 } }])).toBe('ok');
  expect(bad([{ file: 'scripts/spin.wander' }])).toBe('script.behaviors[0] has no "name"');
  expect(bad([{ name: 'spin', file: '/etc/spin.wander' }])).toBe(
    'script.behaviors[0].file is "/etc/spin.wander"',
  );
  expect(bad([{ name: 'spin', source: '', enbled: true }])).toBe(
    '"enbled" is not a field of script.behaviors[0]',
  );
  expect(bad({ name: 'spin' })).toBe('script.behaviors is {…}, not a list');
});

test('a project defines component types with defaults, and redefines them', () => {
  const registry = new ComponentRegistry();
  const failures = registry.defineAll({
    health: {
      description: 'Hit points.',
      properties: { max: { type: 'integer', minimum: 1, default: 100 }, regen: { type: 'number' } },
    },
    mesh: { properties: {} },
    Bad: { properties: {} },
    wrong: { properties: { a: { type: 'number', default: 'x' } } },
    odd: { properties: { a: { type: 'number', minimun: 1 } } },
    none: {},
    constructor: { properties: {} },
  });
  expect(failures.map(({ type }) => type)).toEqual(['mesh', 'Bad', 'wrong', 'odd', 'none', 'constructor']);
  expect(failures.map(({ error }) => error).slice(2, 4)).toEqual([
    'components.wrong.properties.a.default is "x", not a number',
    'components.odd.properties.a has "minimun", which component types do not understand',
  ]);
  expect(registry.types()).toEqual(['mesh', 'light', 'camera', 'body', 'text', 'script', 'health']);
  expect(registry.defaults('health')).toEqual({ ok: true, value: { max: 100, regen: 0 } });
  expect(registry.validate('health', { max: 0.5 })).toMatchObject({
    ok: false,
    error: { message: 'health.max is 0.5, not a whole number' },
  });
  registry.defineAll({ armour: { properties: { level: { type: 'integer', enum: [1, 2, 3] } } } });
  expect(registry.types().slice(6)).toEqual(['armour']);
  expect(registry.defaults('armour')).toEqual({ ok: true, value: { level: 1 } });
  expect(registry.defaults('helth')).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('the environment keeps fields that it does not know, and checks those it does', () => {
  expect(checkField(ENVIRONMENT_SCHEMA, defaultEnvironment(), 'environment')).toBeUndefined();
  expect(checkEnvironment({ background: '#101820', weather: 'rain', fog: { near: 5, density: 2 } })).toEqual({
    ok: true,
    value: { background: '#101820', weather: 'rain', fog: { near: 5, density: 2 } },
  });
  expect(checkEnvironment({ ambient: { intensity: -1 } })).toMatchObject({
    ok: false,
    error: { message: 'environment.ambient.intensity is -1 times, out of range' },
  });
  expect(checkEnvironment([])).toMatchObject({ ok: false });
});

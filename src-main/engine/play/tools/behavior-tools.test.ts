import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../world.fixture';

let w: World;

beforeEach(async () => {
  w = await openWorld();
  w.script(
    'scripts/lamp.wander',
    `
behavior Pulse
  intent "Breathes."
  param speed = 1 in 0..4 "Breaths a second."
  param tint = #ff8800
  on tick
    self.light.intensity = 1 + sin(time * speed)
  end
  test "it has a light"
    wait frames 2
    expect self.light.intensity > 0
  end
end

behavior Switch
  on click
    self.enabled = false
  end
end
`,
  );
  await w.ok('entity_create', { name: 'Lamp', mesh: 'sphere' });
});

afterEach(() => w.remove());

const behaviorsOf = (name: string): unknown => {
  const found = w.scene.resolve(name);
  return found.ok ? found.value.components.script?.behaviors : undefined;
};

test('a behaviour is put on an entity, changed key by key, and taken off again, each in one undo step', async () => {
  const put = await w.ok('behavior_set', {
    entity: 'Lamp',
    name: 'pulse',
    file: 'scripts/lamp.wander',
    behavior: 'Pulse',
    params: { speed: 2 },
  });
  expect(put).toMatchObject({
    entity: 1,
    behaviors: [{ name: 'Pulse', params: [{ name: 'speed' }, { name: 'tint' }] }],
  });
  expect(behaviorsOf('Lamp')).toEqual([
    { name: 'pulse', file: 'scripts/lamp.wander', behavior: 'Pulse', params: { speed: 2 } },
  ]);
  await w.ok('behavior_set', {
    entity: 'Lamp',
    name: 'pulse',
    params: { speed: null, tint: '#00ff00' },
    enabled: false,
  });
  expect(behaviorsOf('Lamp')).toEqual([
    {
      name: 'pulse',
      file: 'scripts/lamp.wander',
      behavior: 'Pulse',
      params: { tint: '#00ff00' },
      enabled: false,
    },
  ]);
  await w.ok('behavior_set', {
    entity: 'Lamp',
    name: 'off',
    source: 'behavior Off\n on click\n destroy self\n end\nend',
  });
  await w.ok('behavior_remove', { entity: 'Lamp', name: 'pulse' });
  expect(behaviorsOf('Lamp')).toMatchObject([{ name: 'off' }]);
  await w.ok('behavior_remove', { entity: 'Lamp', name: 'off' });
  expect(behaviorsOf('Lamp')).toBeUndefined();
  for (let step = 0; step < 5; step += 1) await w.ok('history', { action: 'undo' });
  expect(behaviorsOf('Lamp')).toBeUndefined();
  await w.ok('history', { action: 'redo' });
  expect(behaviorsOf('Lamp')).toMatchObject([{ name: 'pulse', params: { speed: 2 } }]);
});

test('what does not fit is refused with what would', async () => {
  const set = (args: object) => w.error('behavior_set', { entity: 'Lamp', name: 'pulse', ...args });
  expect(await set({})).toMatchObject({ message: '#1 Lamp, behaviour "pulse": It has no code.' });
  expect(await set({ file: 'scripts/lmap.wander' })).toMatchObject({
    hint: 'Did you mean "scripts/lamp.wander"?',
  });
  expect(await set({ file: 'scripts/lamp.wander', behavior: 'Puls' })).toMatchObject({
    message: '#1 Lamp, behaviour "pulse": scripts/lamp.wander has no behaviour "Puls".',
    hint: 'Did you mean "Pulse"?',
  });
  expect(await set({ file: 'scripts/lamp.wander', params: { speed: 9 } })).toMatchObject({
    message: '#1 Lamp, behaviour "pulse": speed is 9, out of range.',
    hint: 'Give a number from 0 to 4.',
  });
  expect(await set({ file: 'scripts/lamp.wander', params: { tint: 'red' } })).toMatchObject({
    message: '#1 Lamp, behaviour "pulse": tint is "red", not a colour such as "#ff8800".',
  });
  expect(await set({ source: 'behavior Half\n  on tick\n    let = 1\n  end\nend' })).toMatchObject({
    code: 'compile_error',
    message: expect.stringMatching(/^#1 Lamp, behaviour "pulse": Lamp\/pulse, line 3: /),
  });
  expect(await set({ file: 'scripts/lamp.wander', source: 'x' })).toMatchObject({
    code: 'invalid_arguments',
  });
  expect(behaviorsOf('Lamp')).toBeUndefined();
  expect(await w.error('behavior_remove', { entity: 'Lamp', name: 'pulse' })).toMatchObject({
    code: 'not_found',
  });
});

test('a value that no param takes is a warning, and is kept', async () => {
  const result = await w.call('behavior_set', {
    entity: 'Lamp',
    name: 'pulse',
    file: 'scripts/lamp.wander',
    behavior: 'Pulse',
    params: { sped: 2 },
  });
  expect(result).toMatchObject({
    ok: true,
    warnings: ['"sped" is no param of Pulse, so its value is passed over. Did you mean "speed"?'],
  });
});

test('scene_validate finds behaviours that can not run, and the scene loads all the same', async () => {
  const put = (name: string, args: object) =>
    w.ok('behavior_set', { entity: 'Lamp', name, allow_errors: true, ...args });
  await put('gone', { file: 'scripts/gone.wander' });
  await put('who', { file: 'scripts/lamp.wander', behavior: 'Nobody' });
  await put('fine', { file: 'scripts/lamp.wander' });
  const { problems } = await w.ok('scene_validate');
  const about = (problems as { message: string }[]).filter(({ message }) => message.includes('behaviour "'));
  expect(about).toMatchObject([
    { severity: 'error', entity: 1, message: expect.stringMatching(/^#1 Lamp, behaviour "gone": /) },
    {
      severity: 'error',
      message: '#1 Lamp, behaviour "who": scripts/lamp.wander has no behaviour "Nobody".',
      hint: 'It has: Pulse, Switch.',
    },
  ]);
  await w.ok('scene_save', { path: 'scenes/main.sky.json' });
  await w.ok('scene_load', { path: 'scenes/main.sky.json' });
  expect(behaviorsOf('Lamp')).toHaveLength(3);
});

test('behaviours are listed with params, ranges, docs and tests; tools are none', async () => {
  w.script('tools/near.wander', 'fn run(args)\n  return 1\nend\n');
  const { files } = await w.ok('behavior_list');
  expect(files).toMatchObject([
    {
      path: 'scripts/lamp.wander',
      behaviors: [
        {
          name: 'Pulse',
          intent: 'Breathes.',
          params: [
            { name: 'speed', type: 'number', default: 1, min: 0, max: 4, doc: 'Breaths a second.' },
            { name: 'tint', type: 'color', default: '#ff8800' },
          ],
          tests: [{ name: 'it has a light', line: 9 }],
        },
        { name: 'Switch' },
      ],
    },
  ]);
  await w.ok('behavior_set', { entity: 'Lamp', name: 'all', file: 'scripts/lamp.wander' });
  expect(await w.ok('behavior_list', { entity: 'Lamp' })).toMatchObject({
    attached: [
      { name: 'all', enabled: true, behaviors: [{ name: 'Pulse' }, { name: 'Switch' }], problems: [] },
    ],
  });
});

test('a file that changes is listed anew', async () => {
  await w.ok('behavior_list');
  w.script('scripts/lamp.wander', 'behavior Other\n  on click\n    destroy self\n  end\nend\n');
  expect(await w.ok('behavior_list', { path: 'scripts/lamp.wander' })).toMatchObject({
    files: [{ behaviors: [{ name: 'Other' }] }],
  });
});

test('each param has a type, for its control', async () => {
  w.script(
    'scripts/all.wander',
    'behavior All\n  param n = 1\n  param s = "a"\n  param b = true\n  param v = (1, 2, 3)\n  param c = #ff0000\n  param l = [1, 2]\n  param m = {a: 1}\n  param e: entity? = none\n  param x: any = 1\nend\n',
  );
  const { files } = await w.ok('behavior_list', { path: 'scripts/all.wander' });
  const [file] = files as { behaviors: { params: { name: string; type: string }[] }[] }[];
  expect(file?.behaviors[0]?.params.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'n number',
    's string',
    'b bool',
    'v vec',
    'c color',
    'l list',
    'm map',
    'e entity?',
    'x any',
  ]);
});

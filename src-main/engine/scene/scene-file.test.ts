import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import { ComponentRegistry } from './components';
import { newSceneData } from './default-scene';
import { Scene } from './scene';
import type { SceneData } from './scene';
import { formatScene, parseScene } from './scene-file';

function load(text: string): SceneData & { readOnlyReason?: string } {
  const outcome = parseScene(text);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

function problemsOf(text: string): { message: string; line: number; hint?: string; entity?: number }[] {
  const outcome = parseScene(text);
  if (outcome.ok) throw new Error('the file was accepted');
  expect(outcome.error.code).toBe('invalid_scene');
  return (outcome.error.data as unknown as { problems: never[] }).problems;
}

const fileOf = (...entities: string[]): string =>
  `{\n  "format": "skywalker.scene/1",\n  "name": "T",\n  "entities": [\n    ${entities.join(',\n    ')}\n  ]\n}\n`;

test('a scene is one line for each entity, without defaults', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.create({ name: 'Ground', scale: [20, 1, 20], components: { mesh: { mesh: 'plane' } } });
  tx.create({
    name: 'Lamp',
    parent: 1,
    tags: ['warm'],
    color: '#FFCC88',
    components: { light: { range: 4 }, mesh: {} },
    vars: { on: true },
  });
  tx.setEnvironment({ background: '#aec6d8' });
  tx.commit();
  scene.name = 'Garden';
  expect(formatScene(scene)).toBe(
    [
      '{',
      '  "format": "skywalker.scene/1",',
      '  "name": "Garden",',
      '  "seed": 1,',
      '  "environment": { "background": "#aec6d8" },',
      '  "entities": [',
      '    { "id": 1, "name": "Ground", "scale": [20, 1, 20], "components": { "mesh": { "mesh": "plane" } } },',
      '    { "id": 2, "name": "Lamp", "parent": 1, "tags": ["warm"], "color": "#ffcc88", "components": { "mesh": {}, "light": { "range": 4 } }, "vars": { "on": true } }',
      '  ]',
      '}',
      '',
    ].join('\n'),
  );
});

test('what was written reads back as the same scene, and writes as the same text', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.replaceAll(newSceneData({ name: 'New', seed: 7 }));
  tx.commit();
  const text = formatScene(scene);
  const data = load(text);
  expect(data).toEqual(scene.snapshot());
  expect(formatScene(data)).toBe(text);
});

test('ids that were used and are gone stay used', () => {
  const scene = new Scene();
  const tx = scene.begin();
  for (const name of ['A', 'B', 'C']) tx.create({ name });
  tx.remove(3);
  tx.commit();
  expect(formatScene(scene)).toContain('"next_id": 4');
  expect(load(formatScene(scene)).nextId).toBe(4);
});

test('a scene whose ids are used up still saves and loads, and makes no more entities', () => {
  const scene = new Scene();
  const tx = scene.begin();
  tx.replaceAll(load(fileOf('{ "id": 999999999999, "name": "A" }')));
  expect(tx.create({ name: 'Last' }).id).toBe(1_000_000_000_000);
  expect(() => tx.create({ name: 'Too many' })).toThrow('used up');
  tx.remove(1_000_000_000_000);
  tx.commit();
  expect(load(formatScene(scene)).nextId).toBe(1_000_000_000_001);
});

test('unknown fields survive at every level', () => {
  const text = fileOf(
    '{ "id": 1, "name": "A", "components": { "light": { "range": 3, "lensFlare": { "size": 2 } }, "rocket": { "thrust": 9 } }, "prefab": { "source": "x" } }',
  ).replace('"name": "T"', '"name": "T",\n  "author": { "name": "Ada" }');
  const scene = new Scene();
  let tx = scene.begin();
  tx.replaceAll(load(text));
  tx.commit();
  tx = scene.begin();
  const { light, rocket } = scene.get(1)!.components;
  tx.update(1, { name: 'B', components: { light: { ...light, range: 5 }, rocket: rocket! } });
  tx.commit();
  const saved = JSON.parse(formatScene(scene)) as JsonObject;
  expect(saved.author).toEqual({ name: 'Ada' });
  expect((saved.entities as Json[])[0]).toEqual({
    id: 1,
    name: 'B',
    components: { light: { range: 5, lensFlare: { size: 2 } }, rocket: { thrust: 9 } },
    prefab: { source: 'x' },
  });
});

test('a child may stand before its parent, and entities in any order', () => {
  const data = load(fileOf('{ "id": 9, "name": "Door", "parent": 2 }', '{ "id": 2, "name": "Room" }'));
  expect(data.entities.map((entity) => entity.id)).toEqual([2, 9]);
});

test('everything that is wrong is reported with line, entity and what to do', () => {
  expect(
    problemsOf(
      fileOf(
        '{ "id": 1, "name": "A" }',
        '{ "id": 1, "name": "B" }',
        '{ "id": 2, "name": "C", "position": [1, 2] }',
        '{ "id": 3, "name": "D", "components": { "light": { "kind": "pont" } } }',
        '{ "id": "4", "name": "E" }',
        '{ "name": "F" }',
        '7',
      ),
    ),
  ).toEqual([
    {
      line: 6,
      entity: 1,
      message: 'Two entities have the id 1: "A" in line 5 and "B"',
      hint: 'Give one of them an id that no entity has, and point its children to it.',
    },
    {
      line: 7,
      entity: 2,
      message: 'entity #2 "C": position is [1, 2], not three numbers',
      hint: 'For example [0, 2, 0].',
    },
    {
      line: 8,
      entity: 3,
      message: 'entity #3 "D": light.kind is "pont"',
      hint: 'Did you mean "point"? Give one of: point, directional, spot, ambient.',
    },
    { line: 9, message: 'entity number 5 "E": id is "4", not a positive whole number' },
    {
      line: 10,
      message: 'entity number 6 "F": it has no "id"',
      hint: 'Give it a positive whole number that no entity has.',
    },
    { line: 11, message: 'entity number 7: it is 7, not an object' },
  ]);
});

test('missing parents and circles of parents are reported', () => {
  expect(problemsOf(fileOf('{ "id": 1, "name": "A", "parent": 5 }'))).toMatchObject([
    { line: 5, entity: 1, message: 'entity #1 "A": its parent #5 is not in the file' },
  ]);
  expect(
    problemsOf(
      fileOf(
        '{ "id": 1, "name": "A", "parent": 2 }',
        '{ "id": 2, "name": "B", "parent": 3 }',
        '{ "id": 3, "name": "C", "parent": 2 }',
        '{ "id": 4, "name": "D", "parent": 4 }',
      ),
    ),
  ).toMatchObject([
    { message: 'Entities are below each other in a circle: #2 → #3 → #2', line: 6 },
    { message: 'Entities are below each other in a circle: #4 → #4', line: 8 },
  ]);
});

test('broken JSON is reported with its line', () => {
  expect(
    problemsOf('{\n  "format": "skywalker.scene/1",\n  "entities": [\n    { "id": 1 "name": "A" }\n  ]\n}'),
  ).toMatchObject([{ line: 4, message: 'The scene is not valid JSON: a "," is missing before this' }]);
  expect(problemsOf('')).toMatchObject([{ line: 1 }]);
  expect(problemsOf('[]')).toMatchObject([{ message: 'The scene file holds [], not an object' }]);
});

test('another format is refused, a newer one opens read-only with the reason', () => {
  expect(problemsOf('{"format": "blender/1"}')).toMatchObject([
    { message: 'The format is "blender/1", not "skywalker.scene/1"' },
  ]);
  expect(problemsOf('{"entities": []}')).toMatchObject([
    { hint: 'A scene file starts with "format": "skywalker.scene/1".' },
  ]);
  const newer =
    '{"format": "skywalker.scene/2", "entities": [{"id": 1, "name": "A", "shape": 4}], "layers": []}';
  expect(load(newer).readOnlyReason).toContain('skywalker.scene/2');
  const scene = new Scene();
  const tx = scene.begin();
  tx.replaceAll(load(newer));
  tx.commit();
  expect(scene.readOnlyReason).toContain('not saved');
  const outcome = parseScene('{"format": "skywalker.scene/2", "entities": {"a": 1}}');
  expect(!outcome.ok && outcome.error.message).toMatch(
    /^This file is of the newer format "skywalker.scene\/2"\. Line 1: /,
  );
});

test('S-50: __proto__ and its like in a file stay plain data', () => {
  const entity =
    '{ "id": 1, "name": "A", "__proto__": { "polluted": 1 }, "vars": { "__proto__": { "polluted": 1 } }, "components": { "__proto__": { "a": 1 }, "constructor": {} } }';
  const text = fileOf(entity).replace('"name": "T"', '"name": "T", "__proto__": { "polluted": 1 }');
  const data = load(text);
  expect(({} as JsonObject).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(data.entities[0]!.vars)).toBe(Object.prototype);
  expect(formatScene(data)).toContain('"vars": { "__proto__": { "polluted": 1 } }');
  expect(load(formatScene(data))).toEqual(data);
  const scene = new Scene();
  const tx = scene.begin();
  tx.replaceAll(data);
  tx.commit();
  expect(scene.withComponent('__proto__')).toEqual([1]);
  expect(scene.withComponent('hasOwnProperty')).toEqual([]);
});

test('numbers too large for a number, deep nesting and very long text neither crash nor hang', () => {
  expect(problemsOf(fileOf('{ "id": 1, "name": "A", "position": [0, 1e309, 0] }'))).toMatchObject([
    { message: 'entity #1 "A": position[1] is Infinity, not a finite number' },
  ]);
  for (const id of ['0', '-1', '1.5', '9007199254740991', '1e300']) {
    expect(problemsOf(fileOf(`{ "id": ${id}, "name": "A" }`))[0]?.message).toContain(
      'not a positive whole number',
    );
  }
  expect(problemsOf(fileOf('{ "id": 1e309, "name": "A" }'))).toHaveLength(1);
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const field of ['vars', 'tags', 'name', 'extra', 'components', 'parent']) {
    expect(problemsOf(fileOf(`{ "id": 1, "name": "A", "${field}": ${deep} }`))).toHaveLength(1);
    expect(problemsOf(fileOf(`{ "id": 1, "name": "A", "${field}": { "a": ${deep} } }`))).toHaveLength(1);
  }
  for (const field of ['environment', 'seed', 'next_id', 'format', 'entities', 'other']) {
    expect(problemsOf(`{"format": "skywalker.scene/1", "${field}": ${deep}}`).length).toBeGreaterThan(0);
  }
  expect(problemsOf(`${'['.repeat(1_000_000)}`)).toHaveLength(1);
  const long = 'x'.repeat(5_000_000);
  expect(
    load(fileOf(`{ "id": 1, "name": "A", "vars": { "note": "${long}" } }`)).entities[0]?.vars.note,
  ).toHaveLength(5_000_000);
  const [problem] = problemsOf(fileOf(`{ "id": 1, "name": "${long}" }`));
  expect(problem?.message.length).toBeLessThan(300);
});

test('any JSON at all is accepted or refused, never a crash', () => {
  const keys = fc.constantFrom(
    'format',
    'entities',
    'id',
    'name',
    'parent',
    'tags',
    'position',
    'components',
    'light',
    'vars',
    'environment',
    'seed',
  );
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('skywalker.scene/1', 'A', 1, -1, 0.5, null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.dictionary(keys, tree), (root) => {
      const outcome = parseScene(JSON.stringify({ ...root, format: 'skywalker.scene/1' }));
      if (outcome.ok) expect(load(formatScene(outcome.value))).toEqual(outcome.value);
      else expect(outcome.error.message).toMatch(/^Line \d+: /);
    }),
    { numRuns: 500 },
  );
});

test('text that is cut anywhere is reported, never a crash', () => {
  const text = fileOf('{ "id": 1, "name": "A\\u00e9", "vars": { "a": [1, -2.5e3, true, null] } }');
  for (let length = 0; length < text.length - 2; length += 1) {
    expect(problemsOf(text.slice(0, length))[0]?.line).toBeGreaterThan(0);
  }
});

test('custom component types of a project are checked like the engine’s own', () => {
  const components = new ComponentRegistry();
  components.define('health', { properties: { max: { type: 'number', default: 100, minimum: 0 } } });
  const outcome = parseScene(
    fileOf('{ "id": 1, "name": "A", "components": { "health": { "max": -1 } } }'),
    components,
  );
  expect(!outcome.ok && outcome.error.message).toBe('Line 5: entity #1 "A": health.max is -1, out of range');
});

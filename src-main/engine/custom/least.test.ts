import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { PERSON, World } from './world.fixture';

const DESCRIPTION = 'A tool of a test, which does what its code says.';
const wander = (name: string, body: string, capabilities: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  description: DESCRIPTION,
  wander: `fn run(args)\n${body}\nend`,
  capabilities,
  ...more,
});

test('of code that names what it uses, the least set is exact, is known from the code, and is what tool_define takes', async () => {
  const world = await World.open();
  const given = await world.ok(
    'tool_define',
    wander('w', 'let a = read_file("data/a.json")\nreturn call_tool("scene_query", {tag: a})', {
      mutate: true,
      calls: ['*'],
      files: { read: ['**'], write: ['out/'] },
    }),
  );
  const least = {
    read_scene: true,
    mutate: false,
    calls: ['scene_query'],
    files: { read: ['data/a.json'], write: [] },
  };
  expect(given.least_capabilities).toEqual(least);
  expect(given.warnings).toEqual([
    'It declares that it edits the scene, and its code was found to change nothing.',
    'It may call everything that "*" matches, and was found to call only "scene_query".',
    'It may read files all over the project ("**"), and was found to read only "data/a.json".',
    'It may write files in "out/", and was not found to.',
  ]);
  const inspection = await world.inspect('w');
  expect(inspection.least).toEqual({
    capabilities: { ...least, network: false },
    narrowings: [
      { capability: 'mutate', from: true, to: false, known_from: 'code' },
      { capability: 'calls', from: ['*'], to: ['scene_query'], known_from: 'code' },
      { capability: 'files.read', from: ['**'], to: ['data/a.json'], known_from: 'code' },
      { capability: 'files.write', from: ['out/'], to: [], known_from: 'code' },
    ],
    kept: [],
  });
  expect(inspection.remarks).toEqual(given.warnings);

  const again = await world.ok('tool_define', { name: 'w', capabilities: least });
  expect(again).toMatchObject({ status: 'active', warnings: [], version: 2 });
  expect(again.least_capabilities).toBeUndefined();
});

test('a narrower definition is another definition: an approval of the wider one does not hold for it', async () => {
  const world = await World.open();
  await world.ok('tool_define', wander('w', 'spawn("cube")', { mutate: true, calls: ['entity_*'] }));
  await world.approve('w');
  const { least } = await world.inspect('w');
  expect(least?.capabilities).toMatchObject({ mutate: true, calls: [] });
  const answer = await world.ok(
    'tool_define',
    { name: 'w', capabilities: JSON.parse(JSON.stringify(least?.capabilities)) as JsonObject },
    PERSON,
  );
  expect(answer).toMatchObject({ status: 'pending_approval' });
});

test('code that computes only needs no scene; code that asks the scene for anything does', async () => {
  const world = await World.open();
  await world.ok('tool_define', wander('sum', 'return args.length + 1', {}));
  expect((await world.inspect('sum')).least).toMatchObject({
    capabilities: { read_scene: false },
    narrowings: [{ capability: 'read_scene', from: true, to: false, known_from: 'code' }],
  });
  await world.ok('tool_define', wander('number', 'return count("enemy")', {}));
  expect((await world.inspect('number')).least).toBeUndefined();
  await world.ok(
    'tool_define',
    wander('asks', 'return call_tool("scene_query", {})', { calls: ['scene_query'] }),
  );
  expect((await world.inspect('asks')).least).toBeUndefined();
});

test('what the tools below need counts: each tool on the way has to allow a call', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander('inner', 'return call_tool("scene_query", {})', { calls: ['scene_query'] }),
  );
  await world.ok('tool_define', {
    name: 'outer',
    description: DESCRIPTION,
    steps: [{ tool: 'user_inner' }],
    capabilities: { calls: ['*'], mutate: true },
  });
  await world.approve('outer');
  expect((await world.inspect('outer')).least?.capabilities).toMatchObject({
    mutate: false,
    read_scene: true,
    calls: ['scene_query', 'user_inner'],
  });
  const { least } = await world.inspect('outer');
  await world.ok('tool_define', {
    name: 'outer',
    capabilities: JSON.parse(JSON.stringify(least?.capabilities)) as JsonObject,
  });
  expect(await world.call('user_outer')).toMatchObject({ ok: true });
});

test('steps that name their files are known; a template in a path is not, until calls are recorded', async () => {
  const world = await World.open();
  world.write('a.txt', 'one');
  world.write('b.txt', 'two');
  const steps = (path: string): JsonObject => ({
    name: 'reader',
    description: DESCRIPTION,
    input_schema: { type: 'object', properties: { file: { type: 'string' } } },
    steps: [{ tool: 'file_read', args: { path } }],
    capabilities: { files: { read: ['**'] } },
  });
  await world.ok('tool_define', steps('a.txt'));
  expect((await world.inspect('reader')).least?.narrowings).toEqual([
    { capability: 'files.read', from: ['**'], to: ['a.txt'], known_from: 'code' },
    { capability: 'read_scene', from: true, to: false, known_from: 'code' },
  ]);

  await world.ok('tool_define', steps('{{args.file}}'));
  const untold = await world.inspect('reader');
  expect(untold.least).toMatchObject({
    capabilities: { files: { read: ['**'] } },
    kept: ['files.read'],
  });
  expect(untold.remarks).toContain(
    'It may read files all over the project ("**"), and its code does not tell which.',
  );
  await world.ok('user_reader', { file: 'a.txt' });
  await world.ok('user_reader', { file: 'b.txt' });
  expect((await world.inspect('reader')).least).toMatchObject({
    capabilities: { files: { read: ['a.txt', 'b.txt'] } },
    narrowings: [
      { capability: 'files.read', from: ['**'], to: ['a.txt', 'b.txt'], known_from: 'calls' },
      { capability: 'read_scene', known_from: 'code' },
    ],
    recorded_calls: 2,
    kept: [],
  });
});

test('a tool whose name is worked out: recorded calls tell which, for this definition only, and after a restart', async () => {
  const world = await World.open();
  const any = wander(
    'any',
    'return call_tool(args.tool, {})',
    { calls: ['*'], mutate: true },
    { input_schema: { type: 'object', properties: { tool: { type: 'string' } }, required: ['tool'] } },
  );
  await world.ok('tool_define', any);
  await world.approve('any');
  expect((await world.inspect('any')).least).toBeUndefined();
  expect((await world.inspect('any')).remarks).toContain(
    'It may call everything that "*" matches, and its code does not tell which tools it means.',
  );
  await world.ok('user_any', { tool: 'scene_query' });
  const expected = {
    capabilities: { mutate: false, calls: ['scene_query'], read_scene: true },
    narrowings: [
      { capability: 'mutate', known_from: 'calls' },
      { capability: 'calls', from: ['*'], to: ['scene_query'], known_from: 'calls' },
    ],
    recorded_calls: 1,
  };
  expect((await world.inspect('any')).least).toMatchObject(expected);
  const later = await world.reopen();
  expect((await later.inspect('any')).least).toMatchObject(expected);
  // Tests and dry runs are no evidence of what it is used for.
  await later.test({ name: 'any', args: { tool: 'scene_overview' } });
  expect((await later.inspect('any')).least).toMatchObject(expected);
  await later.ok('tool_define', { ...any, description: `${DESCRIPTION} Changed.` });
  expect((await later.inspect('any')).least).toBeUndefined();
});

test('a call that changed something below shows that it has to', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander(
      'any',
      'return call_tool(args.tool, {name: "X"})',
      { calls: ['*'], mutate: true },
      { input_schema: { type: 'object', properties: { tool: { type: 'string' } } } },
    ),
  );
  await world.approve('any');
  await world.ok('user_any', { tool: 'entity_create' });
  expect((await world.inspect('any')).least?.narrowings).toEqual([
    { capability: 'calls', from: ['*'], to: ['entity_create'], known_from: 'calls' },
  ]);
});

test('many files of one folder are named by their folder and ending', async () => {
  const world = await World.open();
  const reads = Array.from({ length: 6 }, (_, index) => `read_file("data/f${index}.json")`).join('\n');
  await world.ok('tool_define', wander('many', reads, { read_scene: false, files: { read: ['**'] } }));
  expect((await world.inspect('many')).least?.capabilities.files.read).toEqual(['data/*.json']);
  await world.ok(
    'tool_define',
    wander('lists', 'return list_files("data")', { read_scene: false, files: { read: ['data/'] } }),
  );
  expect((await world.inspect('lists')).least).toBeUndefined();
});

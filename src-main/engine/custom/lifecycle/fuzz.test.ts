import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import { AGENT, PERSON, World } from '../world.fixture';

const DESCRIPTION = 'A tool of a test, which does what its code says.';
const wander = (name: string, body: string, properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  description: DESCRIPTION,
  input_schema: { type: 'object', properties, required: Object.keys(properties) },
  wander: `fn run(args)\n${body}\nend`,
  ...more,
});

interface Group {
  readonly code: string;
  readonly place: string;
  readonly count: number;
  readonly args: JsonObject;
  readonly message: string;
  readonly shrunk: boolean;
}
const groups = (answer: JsonObject, key = 'failures'): readonly Group[] =>
  answer[key] as unknown as readonly Group[];

test('a fault is found, grouped by code and line, and shrunk to the smallest input that shows it', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander(
      'w',
      'if args.n > 100 then\n return [1][7]\nend\nif args.s == "" then tool_fail("no text") end\nreturn args.n',
      {
        n: { type: 'integer', minimum: 0, maximum: 100_000 },
        s: { type: 'string' },
      },
    ),
  );
  const answer = await world.ok('tool_fuzz', { name: 'w', runs: 120 });
  expect(groups(answer)).toMatchObject([
    {
      code: 'runtime_error',
      place: 'tools/w.wander:3',
      args: { n: 101, s: '' },
      shrunk: true,
      message: expect.stringContaining('index 7') as string,
    },
  ]);
  expect(groups(answer, 'refusals')).toMatchObject([
    { code: 'tool_failed', message: expect.stringContaining('no text') as string },
  ]);
  expect(answer).toMatchObject({ runs: 120, skipped: 0, next: 120 });
  const [failure] = groups(answer);
  const [refusal] = groups(answer, 'refusals');
  expect(Number(answer.ok) + (failure?.count ?? 0) + (refusal?.count ?? 0)).toBe(120);
});

test('the same seed gives the same report; runs in parts are the runs of the whole', async () => {
  const world = await World.open();
  await world.ok('tool_define', wander('w', 'return [0, 1][args.n % 7]', { n: { type: 'integer' } }));
  const whole = await world.ok('tool_fuzz', { name: 'w', runs: 90, seed: 5 });
  expect(await world.ok('tool_fuzz', { name: 'w', runs: 90, seed: 5 })).toEqual(whole);
  const first = await world.ok('tool_fuzz', { name: 'w', runs: 45, seed: 5 });
  const second = await world.ok('tool_fuzz', { name: 'w', runs: 45, seed: 5, from: Number(first.next) });
  expect(Number(first.ok) + Number(second.ok)).toBe(whole.ok);
  expect(second.next).toBe(whole.next);
});

test('budgets, output and results that do not match are faults; what is around the tool is told apart', async () => {
  const world = await World.open();
  const flag = { b: { type: 'boolean' } };
  await world.ok(
    'tool_define',
    wander('budget', 'while args.b\nend\nreturn 1', flag, { limits: { instructions: 1000 } }),
  );
  expect(groups(await world.ok('tool_fuzz', { name: 'budget' }))).toMatchObject([
    { code: 'budget_exceeded', args: { b: true } },
  ]);
  await world.ok(
    'tool_define',
    wander('wrong', 'if args.b then return {n: "x"} end\nreturn {n: 1}', flag, {
      output_schema: { type: 'object', properties: { n: { type: 'integer' } } },
    }),
  );
  expect(groups(await world.ok('tool_fuzz', { name: 'wrong' }))).toMatchObject([
    { code: 'invalid_output', place: 'result.n', args: { b: true } },
  ]);
  await world.ok('tool_define', wander('waits', 'spawn("cube")', {}, { capabilities: { mutate: true } }));
  await world.ok('tool_define', {
    name: 'around',
    description: DESCRIPTION,
    capabilities: { mutate: true },
    steps: [{ tool: 'user_waits' }],
  });
  await world.ok('tool_enable', { name: 'waits', enabled: false });
  const around = await world.ok('tool_fuzz', { name: 'around', runs: 1 });
  expect([groups(around).length, groups(around, 'blocked')[0]?.code]).toEqual([0, 'tool_disabled']);
});

test('a composite’s fault is named by its step', async () => {
  const world = await World.open();
  await world.ok('tool_define', {
    name: 'c',
    description: DESCRIPTION,
    input_schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    steps: [{ tool: 'scene_query' }, { tool: 'scene_query', args: { limit: '{{args.n}}' } }],
  });
  const [failure] = groups(await world.ok('tool_fuzz', { name: 'c' }));
  expect(failure).toMatchObject({ code: 'invalid_arguments', place: 'steps[1]', args: { n: -1 } });
});

test('S-27: fuzzing a tool that edits and writes leaves nothing behind, also of one that waits for approval', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander(
      'e',
      'spawn("cube")\nwrite_file("out/a.txt", "{args.n}")\nreturn [1][args.n]',
      { n: { type: 'integer' } },
      {
        capabilities: { mutate: true, files: { write: ['out/'] } },
      },
    ),
  );
  const before = world.state();
  const events = world.events.last;
  expect(groups(await world.ok('tool_fuzz', { name: 'e', runs: 50 })).length).toBe(1);
  expect(world.state()).toEqual(before);
  expect(world.events.last).toBe(events + 1);
  expect((await world.list()).tools[0]?.statistics.calls).toBe(0);
});

test('with keep the found input becomes a test that fails until the tool is mended; hash, version and approval stay', async () => {
  const world = await World.open();
  const broken = 'spawn("cube")\nreturn [1][args.n]';
  await world.ok(
    'tool_define',
    wander('w', broken, { n: { type: 'integer', minimum: 1 } }, { capabilities: { mutate: true } }),
  );
  await world.approve('w');
  const before = await world.inspect('w');
  const answer = await world.ok('tool_fuzz', { name: 'w', runs: 20, keep: true });
  expect(answer.kept).toEqual(['fuzz: runtime_error at tools/w.wander:3']);
  const after = await world.inspect('w');
  expect(after).toMatchObject({ hash: before.hash, version: 1, status: 'active' });
  expect(after.definition.tests).toEqual([
    { name: 'fuzz: runtime_error at tools/w.wander:3', args: { n: 1 }, expect: { ok: true } },
  ]);
  expect(world.audit().map((line) => line.event)).toContain('tests_added');
  expect(await world.test({ name: 'w' })).toMatchObject([{ ok: false, error: { code: 'runtime_error' } }]);
  // The same input is kept once.
  expect(await world.ok('tool_fuzz', { name: 'w', runs: 20, keep: true })).toMatchObject({ kept: [] });
  const mended = 'spawn("cube")\nreturn [1][0]';
  expect(await world.error('tool_define', { name: 'w', description: `${DESCRIPTION}!` })).toContain(
    'tests_failed',
  );
  expect(await world.ok('tool_define', { name: 'w', wander: `fn run(args)\n${mended}\nend` })).toMatchObject({
    tests: [{ ok: true }],
    version: 2,
  });
});

test('given inputs run as they are, one of them can be kept, and one that the schema does not allow is refused', async () => {
  const world = await World.open();
  await world.ok('tool_define', wander('w', 'return [1][args.n]', { n: { type: 'integer' } }));
  const answer = await world.ok('tool_fuzz', { name: 'w', inputs: [{ n: 0 }, { n: 9 }], keep: true }, PERSON);
  expect(answer).toMatchObject({ runs: 2, ok: 1 });
  expect((answer.kept as readonly string[]).length).toBe(1);
  expect(await world.error('tool_fuzz', { name: 'w', inputs: [{ n: 'x' }] })).toContain(
    'invalid_arguments: inputs[0]',
  );
  expect(await world.error('tool_fuzz', { name: 'nothing' })).toContain('not_found');
});

test('S-20: a secret that was given as an input is in no test that is kept: a made-up one stands in its place', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander('w', 'return [1][args.n]', {
      n: { type: 'integer' },
      key: { type: 'string', format: 'password', minLength: 12 },
      pin: { type: 'integer', writeOnly: true, minimum: 1000, maximum: 9999 },
      api_key: { type: 'string' },
    }),
  );
  const inputs = [{ n: 7, key: 'hunter2-hunter2', pin: 4711, api_key: 'abcd-efgh-ijkl' }];
  const setup = [{ tool: 'entity_create', args: { name: 'A', vars: { password: 'swordfish-9' } } }];
  await world.ok('tool_fuzz', { name: 'w', inputs, setup, keep: true });
  const text = world.read('tools/w.tool.json');
  for (const secret of ['hunter2', '4711', 'abcd-efgh', 'swordfish']) expect(text).not.toContain(secret);
  const { tests } = world.json('tools/w.tool.json') as unknown as { tests: { args: JsonObject }[] };
  expect(tests).toHaveLength(1);
  const args = tests[0]?.args ?? {};
  expect(args.n).toBe(1);
  expect(args.key).toMatch(/^[^]{12,}$/);
  expect(args.pin).toBeGreaterThanOrEqual(1000);
  // It still shows what is wrong.
  expect((await world.test({ name: 'w' }))[0]).toMatchObject({ ok: false });
});

test('a definition that is not saved can be tried; there is nothing to keep tests in', async () => {
  const world = await World.open();
  const definition = wander('w', 'return [1][args.n]', { n: { type: 'integer' } });
  expect(groups(await world.ok('tool_fuzz', { definition })).length).toBe(1);
  expect(await world.error('tool_fuzz', { definition, keep: true })).toContain('is not saved has no tests');
});

test('a set-up runs before each input; it can be cancelled, and tells how far it is', async () => {
  const world = await World.open();
  await world.ok(
    'tool_define',
    wander('w', 'return find_all("enemy")[args.n].name', { n: { enum: [0, 3] } }),
  );
  const setup = [{ tool: 'entity_create', args: { name: 'G', tags: ['enemy'] } }];
  expect(groups(await world.ok('tool_fuzz', { name: 'w', setup }))).toMatchObject([{ args: { n: 3 } }]);
  const cancel = new AbortController();
  const told: number[] = [];
  const cancelled = await world.pipeline.call({
    tool: 'tool_fuzz',
    args: { name: 'w', runs: 2000 },
    caller: AGENT,
    signal: cancel.signal,
    onProgress: ({ done }) => {
      told.push(done);
      if (done === 30) cancel.abort();
    },
  });
  expect(cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(told.slice(0, 3)).toEqual([1, 2, 3]);
  expect(told.length).toBeLessThan(2000);
});

test.each<[string, JsonObject]>([
  [
    'more elements than fit into memory',
    { type: 'array', minItems: 100_000_000, items: { type: 'array', minItems: 1_000_000 } },
  ],
  ['a text that no engine holds', { type: 'string', minLength: 2_000_000_000 }],
  [
    'distinct texts that no engine holds',
    { type: 'array', minItems: 5, uniqueItems: true, items: { type: 'string', minLength: 2_000_000_000 } },
  ],
  ['a tree that requires itself', { $ref: '#/$defs/tree' }],
])('S-49: a schema that asks for %s is gone through at once, and its inputs are left out', async (_, x) => {
  const world = await World.open();
  const branches = Object.fromEntries([...'abcdefgh'].map((name) => [name, { $ref: '#/$defs/tree' }]));
  const answer = await world.ok('tool_fuzz', {
    definition: {
      ...wander('w', 'return 1', {}),
      input_schema: {
        type: 'object',
        properties: { x },
        required: ['x'],
        $defs: { tree: { type: 'object', properties: branches, required: Object.keys(branches) } },
      },
    },
    runs: 20,
  });
  expect(answer).toMatchObject({ runs: 0, skipped: 20 });
});

test.each(['enemies_near', 'tag_by_tag'])('the example %s takes whatever its schema allows', async (name) => {
  const world = await World.open();
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/examples', `${name}.json`), 'utf8');
  await world.ok('tool_define', JSON.parse(text) as JsonObject);
  const answer = await world.ok('tool_fuzz', { name: `user_${name}`, runs: 200 });
  expect([answer['runs'], groups(answer), groups(answer, 'refusals')]).toEqual([200, [], []]);
});

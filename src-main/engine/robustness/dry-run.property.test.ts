/**
 * Dry runs never leak: whatever runs dry, by `tool_test`, by the tests of `tool_define` or by a dry call of any tool there is,
 * everything is afterwards as it was. `SKYWALKER_RUNS` makes more of them, `SKYWALKER_SEED` others.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { exampleOf } from '../tools/schema-example';
import type { TestRecord } from '../custom/types';
import { AGENT, PERSON, Whole } from './whole.fixture';

const RUNS = Number(process.env.SKYWALKER_RUNS ?? 50);
const SEED = Number(process.env.SKYWALKER_SEED ?? 20_261);

let whole: Whole;

const SPIN = 'behavior Spin\non start\nlog "spins"\nend\nend\n';
const READING = {
  name: 'reader',
  description: 'Reads a file and gives a random number, for a test of dry runs.',
  capabilities: { files: { read: ['data/'] } },
  wander: 'fn run(args)\n  return [read_file("data/a.txt"), random(), random()]\nend',
};
const WRITING = {
  name: 'writer',
  description: 'Makes an entity and writes files, for a test of dry runs.',
  capabilities: { mutate: true, files: { read: ['data/'], write: ['data/'] } },
  input_schema: { type: 'object', properties: { n: { type: 'integer', default: 1 } } },
  wander: [
    'fn run(args)',
    '  spawn("cube", (args.n, 0, 0), "Made {args.n}")',
    '  write_file("data/new/{args.n}.txt", "text {random()}")',
    '  write_file("data/a.txt", "other")',
    '  if args.n > 3 then tool_fail("too many") end',
    '  return read_file("data/a.txt")',
    'end',
  ].join('\n'),
};

beforeAll(async () => {
  whole = await Whole.open();
  await whole.ok('entity_create', { name: 'Room', tags: ['a'] });
  await whole.ok('entity_create', { name: 'Orc', tags: ['enemy'], vars: { hp: 3 }, parent: 'Room' }, PERSON);
  await whole.ok('entity_create', { name: 'Gone' });
  await whole.ok('file_write', { path: 'data/a.txt', text: 'first' });
  await whole.ok('file_write', { path: 'scripts/spin.wander', text: SPIN });
  const data = Buffer.from('old').toString('base64');
  await whole.ok('asset_import', { data, to: 'assets/old.bin' });
  await whole.ok('tool_define', READING);
  await whole.ok('tool_define', WRITING);
  await whole.ok('tool_approve', { name: 'writer' }, PERSON);
  await whole.ok('user_reader');
  await whole.ok('scene_save');
  await whole.ok('entity_update', { entity: 'Orc', color: '#ff0000' });
  await whole.ok('entity_delete', { entity: 'Gone' });
  await whole.ok('history', { action: 'undo' });
  await whole.ok('selection_set', { entities: ['Orc'] });
});
afterAll(() => whole.close());

/** Arguments with which a tool does what it is for. Tools that are not here get an example of their schema. */
const ARGUMENTS: Readonly<Record<string, readonly JsonObject[]>> = {
  asset_delete: [{ asset: 'assets/old.bin' }],
  asset_import: [{ data: Buffer.from('solid').toString('base64'), to: 'assets/x.bin' }],
  batch: [
    {
      operations: [
        { tool: 'entity_create', args: { name: 'B' } },
        { tool: 'selection_set', args: { entities: ['Room'] } },
      ],
    },
  ],
  behavior_set: [
    { entity: 'Orc', name: 'spin', file: 'scripts/spin.wander' },
    { entity: 'Orc', name: 'turn', source: SPIN },
  ],
  entity_copy: [{ entities: ['Orc'] }],
  entity_create: [{ name: 'New', parent: 'Room', tags: ['a'], mesh: 'cube' }],
  entity_delete: [{ entity: 'Room' }, { entities: ['Orc', 'Room'] }],
  entity_duplicate: [{ entity: 'Room', count: 3 }],
  entity_update: [
    { entity: 'Orc', name: 'Other', vars: { hp: 9 }, add_tags: ['x'] },
    { entity: 'Orc', parent: null },
  ],
  file_write: [
    { path: 'data/a.txt', text: 'second' },
    { path: 'data/deep/b.txt', text: 'new' },
  ],
  game_settings: [{ operation: 'set', settings: { name: 'Other' } }, { operation: 'get' }],
  history: [{ action: 'undo' }, { action: 'redo' }, { action: 'revert', step: 1 }, { action: 'list' }],
  scene_load: [{ path: 'scenes/main.sky.json', discard: true }],
  scene_new: [{ name: 'Fresh', discard: true }],
  scene_save: [{}, { path: 'scenes/other.sky.json' }],
  scene_recover: [{ action: 'status' }, { action: 'restore', discard: true }],
  selection_set: [{ entities: ['Room', 'Orc'] }, { entities: [] }],
  viewport_focus: [{ entity: 'Orc' }],
  sim_control: [{ action: 'play' }, { action: 'step', steps: 3 }],
  sim_input: [{ press: ['space'] }],
  tag_rename: [{ from: 'enemy', to: 'foe' }],
  transform: [{ entity: 'Room', translate: [1, 2, 3] }],
  tool_approve: [{ name: 'writer', approve: false }],
  tool_define: [{ ...READING, name: 'fresh' }],
  tool_enable: [{ name: 'reader', enabled: false }],
  tool_policy: [{ policy: 'off' }],
  tool_promote: [{ name: 'reader' }],
  tool_remove: [{ name: 'writer' }],
  tool_trust: [{ key: `ed25519:${'A'.repeat(43)}` }],
  tool_test: [{ name: 'writer', args: { n: 2 } }],
  user_reader: [{}],
  user_writer: [{ n: 1 }, { n: 5 }],
  wander_format: [{ path: 'scripts/spin.wander', write: true }],
  wander_run: [{ source: 'spawn("cube", (0, 0, 0), "W")\nreturn random()' }],
};

function argumentsOf(tool: string, schema: JsonObject): readonly JsonObject[] {
  return ARGUMENTS[tool] ?? [exampleOf(schema) as JsonObject];
}

test('S-27: a dry call of any tool there is leaves everything as it was, for an agent and for a person', async () => {
  const before = whole.state();
  const ran: string[] = [];
  for (const tool of whole.engine.registry.all()) {
    for (const args of argumentsOf(tool.name, tool.inputSchema)) {
      for (const caller of [AGENT, PERSON]) {
        const result = await whole.dry(tool.name, args, caller);
        expect([tool.name, args, whole.state()]).toEqual([tool.name, args, before]);
        if (result.ok) ran.push(tool.name);
      }
    }
  }
  // They did run, but for those that can't be run dry.
  const expected = Object.keys(ARGUMENTS).filter((name) => whole.engine.registry.get(name) !== undefined);
  const never = expected.filter((name) => !ran.includes(name));
  // What works outside the scene is refused, and what makes dry runs of its own.
  expect(never).toEqual([
    'game_settings',
    'scene_save',
    'sim_control',
    'sim_input',
    'tool_define',
    'tool_test',
    'wander_run',
  ]);
});

// Tools that are made up

const steps = Object.entries(ARGUMENTS)
  .filter(([tool]) => !tool.startsWith('tool_') && !tool.startsWith('wander_run'))
  .flatMap(([tool, list]) => list.map((args) => ({ tool, args })));

interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}

const call: fc.Arbitrary<Call> = fc.constantFrom(...steps, {
  tool: 'entity_get',
  args: { entity: 'Nobody' },
});

const wanderLine = fc.oneof(
  call.map(({ tool, args }) => `try_tool(${wander(tool)}, ${wander(args)})`),
  call.map(({ tool, args }) => `call_tool(${wander(tool)}, ${wander(args)})`),
  fc.constantFrom(
    'spawn("cube", (1, 2, 3), "Spawned")',
    'destroy find("Orc")',
    'find("Room").name = "Hall"',
    'find("Orc").hp = random()',
    'write_file("data/out.txt", "text")',
    'write_file("data/a.txt", "over")',
    'log random()',
    'let z = [1][5]',
    'tool_fail("asked to")',
  ),
);

function wander(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(wander).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, each]) => `${key}: ${wander(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replaceAll('{', '\\{');
}

const capabilities = { mutate: true, calls: ['*'], files: { read: ['data/'], write: ['data/'] } };

const made: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.array(wanderLine, { minLength: 1, maxLength: 5 }).map((lines) => ({
    wander: `fn run(args)\n  ${lines.join('\n  ')}\n  return random()\nend`,
  })),
  fc
    .array(
      fc.record({
        step: call,
        tolerated: fc.boolean(),
        times: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((list) => ({
      steps: list.map(({ step, tolerated, times }): JsonObject => ({
        ...step,
        ...(tolerated ? { continue_on_error: true } : {}),
        ...(times === undefined ? {} : { for_each: times }),
      })),
    })),
);

const way = fc.constantFrom('test', 'setup', 'define', 'define dry', 'dry call');

test('S-27: whatever a tool does, testing it leaves everything as it was, and says what it could not try', async () => {
  const random = await whole.dry('user_reader', {});
  await fc.assert(
    fc.asyncProperty(made, fc.array(call, { maxLength: 2 }), way, async (body, setup, how) => {
      const definition = {
        name: 'made',
        description: 'Does this and that, for a test.',
        capabilities,
        ...body,
      };
      const cases = [{ name: 't', args: {}, setup: setup.map((each): JsonObject => ({ ...each })) }];
      // Only tests that fail: what passes is saved.
      const failing = { ...definition, tests: [{ ...cases[0], expect: { result: 'never this' } }] };
      const before = whole.state();
      const { last } = whole.engine.events;
      let records: readonly TestRecord[] = [];
      let events = 1;
      const given = setup.map((each): JsonObject => ({ ...each }));
      if (how === 'test') records = await tested({ definition: { ...definition, tests: cases } });
      else if (how === 'setup') records = await tested({ definition, args: {}, setup: given });
      else if (how === 'dry call') {
        events = 0;
        await whole.dry('batch', { operations: given });
      } else {
        const args = how === 'define dry' ? { ...definition, tests: cases, dry_run: true } : failing;
        const result = await whole.call('tool_define', args);
        if (!result.ok) expect(['tests_failed', 'invalid_definition']).toContain(result.error.code);
      }
      expect(whole.engine.events.last).toBe(last + events);
      expect({ ...(whole.state() as JsonObject), events: last }).toEqual(before);
      for (const { not_exercised: left = [], warnings = [] } of records) {
        for (const warning of warnings.filter((text) => text.toLowerCase().startsWith('dry run:')))
          expect(left.join('\n')).toContain(warning.slice('dry run: '.length).replace(/\.$/, ''));
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(await whole.dry('user_reader', {})).toEqual(random);
});

async function tested(args: JsonObject): Promise<readonly TestRecord[]> {
  const result = await whole.call('tool_test', args);
  if (result.ok) return result.structured?.tests as unknown as readonly TestRecord[];
  expect(result.error.code).toBe('invalid_definition');
  return [];
}

test('S-27: what a dry run can’t try is reported at every depth: files, saving, settings, undo, the play', async () => {
  const composite: JsonObject = {
    name: 'busy',
    description: 'Does what a dry run can not try, for a test.',
    capabilities,
    steps: [
      { tool: 'user_writer', args: { n: 2 } },
      { tool: 'scene_save', continue_on_error: true },
      { tool: 'game_settings', args: { operation: 'set', settings: { name: 'X' } }, continue_on_error: true },
      { tool: 'history', args: { action: 'undo' }, continue_on_error: true },
      { tool: 'sim_control', args: { action: 'play' }, continue_on_error: true },
      { tool: 'file_write', args: { path: 'data/a.txt', text: 'x' } },
    ],
  };
  const [record] = await tested({ definition: composite, args: {} });
  expect(record?.ok).toBe(true);
  expect(record?.not_exercised).toEqual([
    'data/new/2.txt was not written.',
    'data/a.txt was not written.',
    'scene_save was not run.',
    'game_settings was not run.',
    'history was not run to undo.',
    'sim_control was not run.',
  ]);
  const shown = await whole.call('tool_test', { definition: composite, args: {} });
  expect(shown.ok ? shown.text : '').toContain('    not exercised: scene_save was not run.');
});

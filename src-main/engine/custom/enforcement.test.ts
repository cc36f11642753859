/**
 * What a tool was not given it does not get, whatever its kind and wherever in a chain of tools it stands: each denial with
 * its code, a message that names the tool and the value, and what to do; nothing is left behind; the attempt is in the audit.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Json, JsonObject } from '../json';
import type { ToolDefinition, ToolKind } from '../tools/definition';
import { textResult } from '../tools/result';
import { builtin, custom } from '../tools/testing';
import { parseDefinition } from './definition';
import { compileDefinition } from './kinds/compile';
import { ServedTools } from './served';
import { toolOf } from './tool-definition';
import { PERSON, until, World } from './world.fixture';

type Kind = Extract<ToolKind, 'wander' | 'composite' | 'external' | 'script'>;
const KINDS: readonly Kind[] = ['wander', 'composite', 'external', 'script'];

type Call = readonly [tool: string, args: JsonObject];

/** What a tool does, and what it may do. */
interface Making {
  readonly calls: readonly Call[];
  readonly capabilities?: JsonObject;
  readonly limits?: JsonObject;
}

const ALL: JsonObject = {
  mutate: true,
  calls: ['*'],
  files: { read: ['data/', 'scripts/'], write: ['data/', 'scripts/'] },
};

let world: World;

beforeAll(async () => {
  world = await World.open();
  await world.ok('tool_policy', { policy: 'trust' }, PERSON);
  mkdirSync(join(world.folder, 'data/a'), { recursive: true });
  world.write('data/a/in.txt', 'inside');
  world.write('data/out.txt', 'outside');
  world.registry.register(custom('user_net', () => textResult('sent'), { capabilities: { network: true } }));
  world.registry.register(custom('user_off', () => textResult('ran'), { status: 'disabled' }));
  world.registry.register(
    builtin('long_text', () => textResult('x'.repeat(2000), { text: 'x'.repeat(2000) })),
  );
});

/** A tool of a kind that makes calls, past what `tool_define` checks: these are the checks at the call. */
function make(kind: Kind, name: string, { calls, capabilities = ALL, limits = {} }: Making): ToolDefinition {
  // No kind of external process is there yet: the gate does not know what runs behind a tool.
  const body: JsonObject =
    kind === 'composite'
      ? { steps: calls.map(([tool, args]): JsonObject => ({ tool, args })) }
      : {
          wander: [
            'fn run(args)',
            '  let last = none',
            ...calls.map(([tool, args]) => `  last = call_tool(${wander(tool)}, ${wander(args)})`),
            '  return last',
            'end',
          ].join('\n'),
        };
  const raw = { name, description: 'Makes calls, for a test of the gate.', capabilities, limits, ...body };
  const parsed = parseDefinition(raw, { from: 'file' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { definition } = parsed.value;
  const tools = {
    get: (each: string) => world.registry.get(each),
    names: () => world.registry.all().map((each) => each.name),
    callees: () => [],
    effects: () => undefined,
    isComposite: () => false,
  };
  const componentTypes = world.scene.components.types();
  const compiled = compileDefinition(
    definition,
    { project: world.project, componentTypes, tools, served: new ServedTools() },
    () => undefined,
  );
  if (!compiled.ok) throw new Error(compiled.error.message);
  const tool = toolOf(definition, compiled.value, 'h', { status: 'active' }, tools);
  if (kind === 'wander' || kind === 'composite') return tool;
  return {
    ...tool,
    kind,
    *run(_args, context) {
      let last: Json = null;
      for (const [each, args] of calls) {
        const result = yield* context.call(each, args);
        if (!result.ok) return result;
        last = result.structured ?? result.text;
      }
      return textResult('done', { result: last });
    },
  };
}

function wander(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(wander).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, each]) => `${key}: ${wander(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

interface Denial {
  readonly what: string;
  readonly calls: readonly Call[];
  readonly less: JsonObject;
  readonly limits?: JsonObject;
  /** The other tool has no more of it: the outer one is named. */
  readonly both?: boolean;
  /** `by` is the tool that has less. */
  readonly error: (by: string) => readonly [code: string, message: string, hint: string];
}

const MAKE: Call = ['entity_create', { name: 'Left behind?' }];

const DENIALS: readonly Denial[] = [
  {
    what: 'a tool that is not in calls',
    calls: [['scene_query', {}], MAKE],
    less: { ...ALL, calls: ['scene_*', 'user_*', 'batch'] },
    error: (by) => [
      'capability_denied',
      `${by} may not call entity_create.`,
      `Add "entity_create" to "calls" in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'a tool that its glob does not reach',
    calls: [MAKE],
    less: { ...ALL, calls: ['entity_?', 'ntity_create', 'entity_creat', 'user_*', 'batch'] },
    error: (by) => [
      'capability_denied',
      `${by} may not call entity_create.`,
      `Add "entity_create" to "calls" in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'calls of a batch',
    calls: [['batch', { operations: [{ tool: 'entity_create', args: { name: 'X' } }] }]],
    less: { ...ALL, calls: ['batch', 'user_*'] },
    error: (by) => [
      'capability_denied',
      `Operation 0 (entity_create) failed, so nothing was changed: ${by} may not call entity_create`,
      `Add "entity_create" to "calls" in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'the scene',
    calls: [['scene_query', {}]],
    less: { calls: ['*'], read_scene: false },
    error: (by) => [
      'capability_denied',
      `scene_query uses the scene, which ${by} may not.`,
      `Set "read_scene": true in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'the network, by a tool that has it',
    calls: [['user_net', {}]],
    less: ALL,
    both: true,
    error: (by) => [
      'capability_denied',
      `user_net reaches the network, which ${by} may not.`,
      'Only tools with "network": true may call it.',
    ],
  },
  {
    what: 'a file beside the declared folder',
    calls: [['file_write', { path: 'data/out.txt', text: 'over' }]],
    less: { ...ALL, files: { read: ['data/'], write: ['data/a/'] } },
    error: (by) => [
      'capability_denied',
      `${by} may not write "data/out.txt".`,
      `Add it to "files.write" in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'a file that is only like the declared one',
    calls: [
      ['file_read', { path: 'data/a/in.txt' }],
      ['file_read', { path: 'data/out.txt' }],
    ],
    less: { ...ALL, files: { read: ['data/*.json'], write: ['data/a/'] } },
    error: (by) => [
      'capability_denied',
      `${by} may not read "data/out.txt".`,
      `Add it to "files.read" in the capabilities of ${by}.`,
    ],
  },
  {
    what: 'more calls than its limit',
    calls: [
      ['engine_info', {}],
      ['engine_info', {}],
      ['engine_info', {}],
    ],
    less: ALL,
    limits: { max_calls: 2 },
    error: (by) => [
      'too_many_calls',
      `${by} made more than 2 calls (limits.max_calls); engine_info was not called.`,
      'Do more in each call (batch, or a query in place of single reads), or raise the limit (at most 10000).',
    ],
  },
  {
    what: 'a longer result than its limit',
    calls: [['long_text', {}]],
    less: ALL,
    limits: { max_output_bytes: 256 },
    error: (by) => ['output_too_large', by, 'max_output_bytes'],
  },
];

const cases = DENIALS.flatMap((denial) =>
  KINDS.flatMap((kind) =>
    [
      'alone',
      ...KINDS.flatMap((other) => [
        `below a ${other} tool that has all`,
        `above a ${other} tool that has all`,
      ]),
    ].map((place) => ({ ...denial, kind, place })),
  ),
);

let count = 0;

test.each(cases)(
  '$what: a $kind tool $place does not get it',
  async ({ calls, less, limits, error, both, kind, place }) => {
    count += 1;
    const narrow = `user_narrow_${count}`;
    const wide = `user_wide_${count}`;
    const other = KINDS.find((each) => place.includes(` ${each} tool`)) ?? 'wander';
    const restricted = { capabilities: less, ...(limits === undefined ? {} : { limits }) };
    const all = { capabilities: less.mutate === true ? ALL : { calls: ['*'] } };
    if (place.startsWith('above')) {
      world.registry.register(make(other, wide, { ...all, calls }));
      world.registry.register(make(kind, narrow, { ...restricted, calls: [[wide, {}]] }));
    } else {
      world.registry.register(make(kind, narrow, { ...restricted, calls }));
      if (place !== 'alone') world.registry.register(make(other, wide, { ...all, calls: [[narrow, {}]] }));
    }
    const outer = place.startsWith('below') ? wide : narrow;
    const before = world.state();
    const result = await world.call(outer, {}, PERSON);
    if (result.ok) throw new Error(`it went well: ${result.text}`);
    const [code, message, hint] = error(both === true ? outer : narrow);
    expect([result.error.code, result.error.message]).toEqual([code, expect.any(String)]);
    // Code puts the line of its call where a sentence ends.
    expect(result.error.message).toContain(message.replace(/\.$/, ''));
    expect(`${result.error.message} ${result.error.hint ?? ''}`).toContain(hint);
    expect(world.state()).toEqual(before);
    const noted = (): JsonObject | undefined => world.audit().findLast((line) => line.tool === outer);
    await until(() => noted() !== undefined, 'the line of the audit');
    expect(noted()).toMatchObject({ event: 'call', ok: false, error: { code } });
    for (const name of [narrow, wide]) world.registry.unregister(name);
  },
);

test('a chain of tools of all kinds ends at the ninth, a circle too, and nothing of it is left', async () => {
  for (let depth = 1; depth <= 9; depth += 1) {
    const below: Call = depth === 9 ? MAKE : [`user_chain_${depth + 1}`, {}];
    world.registry.register(
      make(KINDS[depth % KINDS.length] ?? 'wander', `user_chain_${depth}`, { calls: [MAKE, below] }),
    );
  }
  for (const [index, kind] of KINDS.entries()) {
    const calls: readonly Call[] = [MAKE, [`user_circle_${(index + 1) % KINDS.length}`, {}]];
    world.registry.register(make(kind, `user_circle_${index}`, { calls }));
  }
  const before = world.state();
  const chain = await world.error('user_chain_1');
  expect(chain).toContain('too_deep: ');
  expect(chain).toContain('Calls are nested deeper than 8 custom tools: user_chain_1 → user_chain_2 →');
  const circle = await world.error('user_circle_0');
  expect(circle).toContain('user_circle_3 → user_circle_0');
  expect(world.state()).toEqual(before);
  expect(await world.ok('user_chain_2')).toBeDefined();
  await world.ok('history', { action: 'undo' });
});

test('what only people decide, and what is switched off, is refused to tools of every kind, whoever runs them', async () => {
  const refused: readonly (readonly [Call, string])[] = [
    [['tool_policy', { policy: 'trust' }], 'capability_denied: '],
    [['tool_approve', { name: 'x' }], 'capability_denied: '],
    [
      ['game_settings', { operation: 'set', settings: { customTools: { policy: 'trust' } } }],
      'permission_denied: ',
    ],
    [['user_off', {}], 'tool_disabled: '],
    [['user_nobody', {}], 'There is no tool "user_nobody"'],
  ];
  const before = world.state();
  for (const kind of KINDS) {
    for (const [call, code] of refused) {
      if (kind === 'composite' && call[0].startsWith('tool_')) {
        expect(() => make(kind, 'user_tries', { calls: [call] })).toThrow("can't be called from a tool");
        continue;
      }
      world.registry.register(make(kind, 'user_tries', { calls: [call] }));
      expect([kind, call[0], await world.error('user_tries', {}, PERSON)]).toEqual([
        kind,
        call[0],
        expect.stringContaining(code),
      ]);
      world.registry.unregister('user_tries');
    }
  }
  expect(world.state()).toEqual(before);
});

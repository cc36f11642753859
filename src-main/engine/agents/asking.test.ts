/** Calls that wait for a person. */
import { Cancellation } from '../tools/cancellation';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import type { CallRequest, ToolResult } from '../tools/definition';
import { agent, idOf, PERSON, RosterWorld, STRANGER, TERMINAL, until } from './world.fixture';

const open: RosterWorld[] = [];
const nimbus = agent('nimbus');

async function world(
  roster: Readonly<Record<string, JsonObject | string>> = { nimbus: { autonomy: 'ask' } },
  settings: JsonObject = {},
): Promise<RosterWorld> {
  const made = await RosterWorld.open(roster, settings);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** Makes a call and gives what waits because of it. */
async function asks(
  w: RosterWorld,
  tool: string,
  args: JsonObject = {},
  more: Partial<CallRequest> = {},
): Promise<{ readonly call: string; readonly waiting: JsonObject; readonly result: Promise<ToolResult> }> {
  const before = (await w.waiting()).length;
  const result = w.call(nimbus, tool, args, more);
  const waiting = (await w.waiting())[before];
  if (waiting === undefined) throw new Error(`${tool} does not wait: ${JSON.stringify(await result)}`);
  return { call: idOf(waiting), waiting, result };
}

function failure(result: ToolResult): string {
  return result.ok ? `ok: ${result.text}` : `${result.error.code}: ${result.error.message}`;
}

async function approved(w: RosterWorld, definition: JsonObject): Promise<void> {
  await w.ok(STRANGER, 'tool_define', definition);
  await w.ok(PERSON, 'tool_approve', { name: definition.name ?? '' });
}

test('S-56: a change waits, says what it is, and after Allow the agent gets the real result', async () => {
  const w = await world();
  const { call, waiting, result } = await asks(w, 'entity_create', { name: 'Lamp', position: [1, 2, 3] });
  expect(waiting).toMatchObject({
    actor: 'mcp:test/nimbus',
    agent: 'nimbus',
    tool: 'entity_create',
    args: { name: 'Lamp', position: [1, 2, 3] },
    because: 'the autonomy of nimbus is "ask"',
    may: ['changes the scene or files, as one undo step'],
    covers: [],
  });
  expect(w.names).toEqual([]);
  expect(await w.answer(call, true)).toMatchObject({
    ok: true,
    structured: { answer: 'allowed', tool: 'entity_create' },
  });
  expect(await result).toMatchObject({ ok: true, structured: { name: 'Lamp' } });
  expect(w.names).toEqual(['Lamp']);
  expect(await w.waiting()).toEqual([]);
});

test('S-21: once is once: the same call asks again', async () => {
  const w = await world();
  const first = await asks(w, 'entity_create', { name: 'A' });
  await w.answer(first.call, true);
  await first.result;
  const second = await asks(w, 'entity_create', { name: 'A' });
  await w.answer(second.call, false);
  await second.result;
  expect(w.names).toEqual(['A']);
});

test('a declined call fails with the reason, and nothing has run', async () => {
  const w = await world();
  const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' });
  await w.answer(call, false, 'No more lamps.');
  expect(await result).toMatchObject({
    ok: false,
    error: {
      code: 'declined',
      message: 'The person declined this call of entity_create: No more lamps.',
      hint: expect.stringContaining('Do not make the same call again'),
      data: { by: 'user', reason: 'No more lamps.' },
    },
  });
  expect(w.names).toEqual([]);
});

test('S-55: what nobody answers fails after the project’s time, and a late answer runs nothing', async () => {
  const w = await world({ nimbus: { autonomy: 'ask' } }, { agents: { ask_seconds: 1 } });
  const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' });
  expect(await result).toMatchObject({
    ok: false,
    error: {
      code: 'timeout',
      message: 'entity_create waited 1 s for a person to allow it, and nobody answered. Nothing was run.',
    },
  });
  expect(failure(await w.answer(call, true))).toBe(
    `unknown_call: ${call} does not wait any more: nobody answered in time. Nothing was run because of this answer.`,
  );
  expect(w.names).toEqual([]);
});

test('S-55: a call that is cancelled, or whose client has gone, does not wait any more', async () => {
  const w = await world();
  for (const how of ['signal', 'away'] as const) {
    const gone = new Cancellation();
    const more = how === 'signal' ? { signal: gone.signal } : { away: gone };
    const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' }, more);
    gone.cancel();
    expect(failure(await result)).toBe(
      'cancelled: entity_create was cancelled while it waited for a person; nothing was run.',
    );
    expect(failure(await w.answer(call, true))).toContain('unknown_call');
  }
  expect(w.names).toEqual([]);
});

test('who closes the project ends what waits', async () => {
  const w = await RosterWorld.open({ nimbus: { autonomy: 'ask' } });
  const { result } = await asks(w, 'entity_create', { name: 'Lamp' });
  await w.close();
  expect(failure(await result)).toContain('cancelled');
});

test('the first answer counts', async () => {
  const w = await world();
  const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' });
  const answers = await Promise.all([
    w.answer(call, false),
    w.call(TERMINAL, 'call_answer', { call, allow: true }),
  ]);
  expect(answers.map(failure)).toEqual([
    `ok: Declined entity_create for mcp:test/nimbus (${call}).`,
    `unknown_call: ${call} does not wait any more: user declined it. Nothing was run because of this answer.`,
  ]);
  expect(failure(await result)).toContain('declined');
});

test('S-24: a person in a terminal can answer, an agent can not, whichever it is', async () => {
  const w = await world();
  const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' });
  for (const caller of [
    nimbus,
    STRANGER,
    agent('other'),
    { actor: 'mcp:skywalker-cli', kind: 'agent' } as const,
  ]) {
    expect(await w.error(caller, 'call_answer', { call, allow: true })).toContain('approval_requires_human');
  }
  const operations = [{ tool: 'call_answer', args: { call, allow: true } }];
  expect(await w.error(PERSON, 'batch', { operations })).toContain('can never be called from a tool');
  await w.ok(TERMINAL, 'call_answer', { call, allow: true });
  expect((await result).ok).toBe(true);
});

test('S-07: arguments that would grant something to themselves are none', async () => {
  const w = await world();
  for (const flag of ['force', 'trusted', 'allow', 'skip_approval'])
    expect(failure(await w.call(nimbus, 'entity_create', { name: 'A', [flag]: true }))).toContain(
      'invalid_arguments',
    );
  expect(await w.waiting()).toEqual([]);
});

describe('while a call waits', () => {
  test('others change the scene, and it runs on what is there then', async () => {
    const w = await world();
    const waiting = [
      await asks(w, 'batch', { operations: [{ tool: 'entity_create', args: { name: 'Late' } }] }),
      await asks(w, 'entity_update', { entity: 'Early', name: 'Renamed' }),
      await asks(w, 'scene_save', { path: 'scenes/x.sky.json' }),
    ];
    await w.ok(STRANGER, 'entity_create', { name: 'Early' });
    await w.ok(PERSON, 'entity_create', { name: 'Mine' });
    await w.ok(PERSON, 'history', { action: 'undo' });
    expect(w.names).toEqual(['Early']);
    for (const { call, result } of waiting) {
      await w.answer(call, true);
      expect(failure(await result)).toMatch(/^ok: /);
    }
    expect(w.names).toEqual(['Renamed', 'Late']);
    // Each is one step of its own, in the order in which they ran.
    const { steps } = await w.ok(PERSON, 'history', { action: 'list' });
    expect(steps).toMatchObject([
      { actor: 'mcp:test/nimbus' },
      { actor: 'mcp:test/nimbus' },
      { actor: 'mcp:test' },
    ]);
    await w.ok(PERSON, 'history', { action: 'undo', steps: 3 });
    expect(w.names).toEqual([]);
  });

  test('S-55: its own time limit has not begun', async () => {
    const w = await world({ nimbus: { autonomy: 'ask' } });
    await approved(w, {
      name: 'quick',
      description: 'Makes one entity, and may take a tenth of a second. Example: {}',
      capabilities: { mutate: true },
      limits: { timeout_ms: 100 },
      steps: [{ tool: 'entity_create', args: { name: 'Quick' } }],
    });
    const { call, result } = await asks(w, 'user_quick');
    const since = performance.now();
    await until(() => performance.now() - since > 250, 'more than the limit has passed');
    await w.answer(call, true);
    expect(failure(await result)).toMatch(/^ok: /);
    // Nor is what the person took counted as the call's.
    const event = w.events('tool').find((each) => each.call === call);
    expect(Number(event?.data.ms)).toBeLessThan(200);
    expect(event?.data).toMatchObject({ allowed_by: 'user' });
    expect(Number(event?.data.waited_ms)).toBeGreaterThan(250);
  });

  test('the tool may change: then what was allowed is not what would run, and nothing runs', async () => {
    const w = await world();
    const definition = {
      name: 'maker',
      description: 'Makes one entity with the name Made. Example: {}',
      capabilities: { mutate: true },
      steps: [{ tool: 'entity_create', args: { name: 'Made' } }],
    };
    await approved(w, definition);
    const { call, waiting, result } = await asks(w, 'user_maker');
    expect(waiting.hash).toMatch(/^[0-9a-f]{64}$/);
    await approved(w, { ...definition, steps: [{ tool: 'entity_create', args: { name: 'Other' } }] });
    await w.answer(call, true);
    expect(failure(await result)).toContain('conflict: user_maker was changed while the call waited');
    expect(w.names).toEqual([]);
  });

  test('the tool may be turned off, or the agent lose its rights: Allow is not stronger than that', async () => {
    const w = await world();
    await approved(w, {
      name: 'maker',
      description: 'Makes one entity with the name Made. Example: {}',
      capabilities: { mutate: true },
      steps: [{ tool: 'entity_create', args: { name: 'Made' } }],
    });
    const off = await asks(w, 'user_maker');
    const strict = await asks(w, 'entity_create', { name: 'A' });
    await w.ok(PERSON, 'tool_enable', { name: 'user_maker', enabled: false });
    await w.answer(off.call, true);
    expect(failure(await off.result)).toContain('tool_disabled');
    writeFileSync(join(w.folder, 'agents/nimbus.agent.json'), '{"autonomy": "observe"}');
    await w.answer(strict.call, true);
    expect(failure(await strict.result)).toContain('permission_denied');
    expect(w.names).toEqual([]);
  });
});

describe('calls inside a call', () => {
  const roster = { nimbus: { autonomy: 'autonomous', permissions: { entity: 'ask' } } };

  test('S-25: calls inside a call are asked about before the outermost begins, all at once', async () => {
    const w = await world(roster);
    await approved(w, {
      name: 'loop',
      description: 'Makes and deletes in loops of zero and of three. Example: {}',
      capabilities: { mutate: true },
      steps: [
        { tool: 'scene_overview' },
        { tool: 'entity_delete', for_each: 0, args: { entities: ['none'] } },
        { tool: 'entity_create', for_each: 3, args: { name: 'E{{index}}' } },
      ],
    });
    const { call, waiting, result } = await asks(w, 'user_loop');
    expect(waiting).toMatchObject({
      covers: ['entity_create', 'entity_delete'],
      because: 'it may call entity_create, entity_delete, and the category "entity" is "ask" for nimbus',
    });
    await w.ok(STRANGER, 'entity_create', { name: 'Between' });
    await w.answer(call, true);
    expect(failure(await result)).toMatch(/^ok: /);
    expect(w.names).toEqual(['Between', 'E0', 'E1', 'E2']);
    // One answer, one undo step.
    await w.ok(PERSON, 'history', { action: 'undo' });
    expect(w.names).toEqual(['Between']);
  });

  test('of a batch are found in its arguments, at every depth', async () => {
    const w = await world(roster);
    const inner = { operations: [{ tool: 'entity_create', args: { name: 'Deep' } }] };
    const { call, waiting, result } = await asks(w, 'batch', {
      operations: [{ tool: 'scene_overview' }, { tool: 'batch', args: inner }],
    });
    expect(waiting).toMatchObject({
      covers: ['entity_create'],
      may: ['makes 2 calls as one change: scene_overview, batch'],
    });
    await w.answer(call, true);
    expect((await result).ok).toBe(true);
    expect(w.names).toEqual(['Deep']);
  });

  test('of code are those that it declares, through other tools too', async () => {
    const w = await world(roster);
    await approved(w, {
      name: 'inner',
      description: 'Makes one entity with the name Inner. Example: {}',
      capabilities: { mutate: true },
      steps: [{ tool: 'entity_create', args: { name: 'Inner' } }],
    });
    await approved(w, {
      name: 'outer',
      description: 'Calls the tool user_inner from code. Example: {}',
      capabilities: { mutate: true, calls: ['user_inner', 'entity_create'] },
      wander: 'fn run(args)\n  call_tool("user_inner", {})\n  return 1\nend',
    });
    const { call, waiting, result } = await asks(w, 'user_outer');
    expect(waiting.covers).toEqual(['entity_create']);
    await w.answer(call, true);
    expect(failure(await result)).toMatch(/^ok: /);
    expect(w.names).toEqual(['Inner']);
  });

  test('that nobody was asked about are refused, and what came before them is taken back', async () => {
    const w = await world(roster);
    await approved(w, {
      name: 'two',
      description: 'Makes an entity and looks at the scene. Example: {}',
      capabilities: { mutate: true, calls: ['entity_create', 'scene_overview'] },
      wander:
        'fn run(args)\n  call_tool("entity_create", {name: "One"})\n  call_tool("scene_overview", {})\n  return 1\nend',
    });
    const { call, waiting, result } = await asks(w, 'user_two');
    expect(waiting.covers).toEqual(['entity_create']);
    // Meanwhile its entry wants a person for reading the scene too: nobody said yes to that.
    w.write('nimbus', { autonomy: 'autonomous', permissions: { entity: 'ask', scene: 'ask' } });
    await w.answer(call, true);
    expect(failure(await result)).toContain(
      'scene_overview waits for a person when nimbus calls it (the category "scene" is "ask" for nimbus), and a call inside another one can\'t wait',
    );
    expect(w.names).toEqual([]);
  });

  test('a batch that holds what is off is refused before anybody is asked', async () => {
    const w = await world({ nimbus: { autonomy: 'ask', permissions: { entity: 'off' } } });
    const operations = [{ tool: 'entity_create', args: { name: 'A' } }];
    expect(await w.error(nimbus, 'batch', { operations })).toContain(
      'permission_denied: nimbus may not call entity_create',
    );
    expect(await w.waiting()).toEqual([]);
  });

  test('S-08: each kind of tool asks: code, a composite, a built-in, a lifecycle tool', async () => {
    const w = await world();
    await approved(w, {
      name: 'coder',
      description: 'Makes one entity from code alone. Example: {}',
      category: 'scene',
      capabilities: { mutate: true },
      wander: 'fn run(args)\n  spawn("cube", (0, 0, 0))\n  return 1\nend',
    });
    await approved(w, {
      name: 'maker',
      description: 'Makes one entity with the name Made. Example: {}',
      category: 'studio',
      capabilities: { mutate: true },
      steps: [{ tool: 'entity_create', args: { name: 'Made' } }],
    });
    const args = {
      name: 'own',
      description: 'Reads the scene for a look at it. Example: {}',
      steps: [{ tool: 'scene_overview' }],
    };
    for (const [tool, given] of [
      ['user_coder', {}],
      ['user_maker', {}],
      ['entity_create', { name: 'A' }],
      ['tool_define', args],
      ['file_write', { path: 'data/x.txt', text: 'x' }],
      ['scene_new', { name: 'X' }],
    ] as const) {
      const { call, result } = await asks(w, tool, given);
      await w.answer(call, false);
      expect(failure(await result), tool).toContain('declined');
    }
    expect(w.names).toEqual([]);
  });
});

describe('several at once', () => {
  test('are answered one by one, in any order', async () => {
    const w = await world();
    const all = [];
    for (const name of ['A', 'B', 'C']) all.push(await asks(w, 'entity_create', { name }));
    expect((await w.waiting()).map(({ args }) => (args as JsonObject).name)).toEqual(['A', 'B', 'C']);
    for (const index of [2, 0]) await w.answer(all[index]?.call ?? '', true);
    await w.answer(all[1]?.call ?? '', false);
    const results = await Promise.all(all.map(({ result }) => result));
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(w.names).toEqual(['C', 'A']);
  });

  test('an agent that floods is refused, and others still ask', async () => {
    const w = await world({ nimbus: { autonomy: 'ask' }, stratus: { autonomy: 'ask' } });
    const flood = Array.from({ length: 33 }, (_, index) =>
      w.call(nimbus, 'entity_create', { name: `N${index}` }),
    );
    const last = await flood[32];
    expect(last && failure(last)).toContain('conflict: 32 calls of nimbus wait for a person already.');
    const other = w.call(agent('stratus'), 'entity_create', { name: 'S' });
    expect((await w.waiting()).length).toBe(33);
    for (const waiting of await w.waiting()) await w.answer(idOf(waiting), false);
    await Promise.all([...flood, other]);
  });
});

test('arguments are shown whole, with secrets masked', async () => {
  const w = await world();
  const long = `${'x'.repeat(20_000)}END`;
  const { call, result } = await asks(w, 'file_write', { path: 'data/x.txt', text: long });
  const [listed] = await w.waiting();
  expect(listed).toMatchObject({ args_cut: expect.any(Number) as number });
  const { waiting } = await w.ok(PERSON, 'call_waiting', { call });
  expect(waiting).toMatchObject([{ args: { text: long } }]);
  await w.answer(call, false);
  await result;
  const secret = await asks(w, 'entity_create', { name: 'A', vars: { api_key: 'abcdef' } });
  expect(secret.waiting.args).toMatchObject({ vars: { api_key: '[redacted]' } });
  await w.answer(secret.call, true);
  // The tool itself gets the real value.
  await secret.result;
  expect(w.engine.scene.snapshot().entities[0]?.vars).toEqual({ api_key: 'abcdef' });
});

test('the feed and the audit say who asked, who answered and why', async () => {
  const w = await world({ nimbus: { autonomy: 'ask' } }, { agents: { ask_seconds: 1 } });
  const one = await asks(w, 'entity_create', { name: 'A' });
  await w.answer(one.call, true);
  await one.result;
  const two = await asks(w, 'entity_create', { name: 'B' });
  await w.answer(two.call, false, 'Enough.');
  await two.result;
  const three = await asks(w, 'entity_create', { name: 'C' });
  await three.result;
  const told = w.events('policy').map(({ kind, actor, call, summary }) => ({ kind, actor, call, summary }));
  expect(told).toEqual([
    {
      kind: 'asked',
      actor: 'mcp:test/nimbus',
      call: one.call,
      summary: 'Waits for a person: Create an entity',
    },
    {
      kind: 'allowed',
      actor: 'user',
      call: one.call,
      summary: 'Allowed “Create an entity” for mcp:test/nimbus',
    },
    {
      kind: 'asked',
      actor: 'mcp:test/nimbus',
      call: two.call,
      summary: 'Waits for a person: Create an entity',
    },
    {
      kind: 'declined',
      actor: 'user',
      call: two.call,
      summary: 'Declined “Create an entity” for mcp:test/nimbus: Enough.',
    },
    {
      kind: 'asked',
      actor: 'mcp:test/nimbus',
      call: three.call,
      summary: 'Waits for a person: Create an entity',
    },
    {
      kind: 'timed_out',
      actor: 'system',
      call: three.call,
      summary: 'Nobody answered “Create an entity” of mcp:test/nimbus within 1 s',
    },
  ]);
  expect(w.audit().map(({ event, actor, tool, agent: id }) => [event, actor, tool, id])).toEqual([
    ['asked', 'mcp:test/nimbus', 'entity_create', 'nimbus'],
    ['allowed', 'user', 'entity_create', 'nimbus'],
    ['asked', 'mcp:test/nimbus', 'entity_create', 'nimbus'],
    ['declined', 'user', 'entity_create', 'nimbus'],
    ['asked', 'mcp:test/nimbus', 'entity_create', 'nimbus'],
    ['timed_out', 'system', 'entity_create', 'nimbus'],
  ]);
  expect(w.audit()[3]).toMatchObject({ reason: 'Enough.', asked_by: 'mcp:test/nimbus' });
});

test('what waited when the engine was killed is told to wait no more when it is opened again', async () => {
  const w = await world();
  const { call, result } = await asks(w, 'entity_create', { name: 'Lamp' });
  await until(
    () => readFileSync(join(w.folder, '.skywalker/logs/events.jsonl'), 'utf8').includes('"asked"'),
    'the log has it',
  );
  const copy = `${w.folder}-killed`;
  // What a kill leaves: the files as they are now, without the lock of the living.
  cpSync(w.folder, copy, {
    recursive: true,
    filter: (path) => !path.endsWith('.sock') && !path.includes('lock'),
  });
  const again = await RosterWorld.reopen(copy);
  open.push(again);
  expect(again.events('policy').map(({ kind, call: of }) => [kind, of])).toEqual([
    ['asked', call],
    ['withdrawn', call],
  ]);
  expect(await again.waiting()).toEqual([]);
  await w.answer(call, false);
  await result;
});

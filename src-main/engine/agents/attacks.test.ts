/** Attempts to get by the roster and by the person who is asked. */
import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { agent, idOf, PERSON, RosterWorld, STRANGER, until } from './world.fixture';

const open: RosterWorld[] = [];

async function world(roster: Readonly<Record<string, JsonObject | string>>): Promise<RosterWorld> {
  const made = await RosterWorld.open(roster);
  open.push(made);
  return made;
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const makes = (name: string): JsonObject => ({
  name: 'inner',
  description: `Makes one entity with the name ${name}. Example: {}`,
  capabilities: { mutate: true },
  wander: `fn run(args)\n  spawn("cube", (0, 0, 0), {name: "${name}"})\nend`,
});

const around: JsonObject = {
  name: 'outer',
  description: 'Calls the other tool. Example: {}',
  capabilities: { mutate: true },
  steps: [{ tool: 'user_inner' }],
};

async function approved(w: RosterWorld, definition: JsonObject): Promise<void> {
  await w.ok(STRANGER, 'tool_define', definition);
  await w.ok(PERSON, 'tool_approve', { name: definition.name ?? '' });
}

test.each([
  ['a batch', 'batch', { operations: [{ tool: 'user_inner', args: {} }] }],
  ['a composite', 'user_outer', {}],
  ['a composite in a batch', 'batch', { operations: [{ tool: 'user_outer', args: {} }] }],
])(
  'S-01: a tool inside %s that changes while the call waits is not what was allowed',
  async (_, tool, args) => {
    const w = await world({ nimbus: { autonomy: 'ask' } });
    await approved(w, makes('Shown'));
    await approved(w, around);
    const result = w.call(agent('nimbus'), tool, args);
    await until(async () => (await w.waiting()).length === 1, 'it waits');
    await approved(w, makes('Swapped'));
    await w.answer(idOf((await w.waiting())[0] ?? {}), true);
    expect(await result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(w.names).toEqual([]);
  },
);

test('a category of which each call waits is not read by way of a dry run', async () => {
  const w = await world({ nimbus: { autonomy: 'autonomous', permissions: { entity: 'ask' } } });
  await w.ok(PERSON, 'entity_create', { name: 'Vault' });
  const source = 'fn run(args)\n  return call_tool("entity_get", {entity: "Vault"})\nend';
  expect(await w.error(agent('nimbus'), 'wander_run', { source })).toContain(
    'nimbus may not call entity_get: the category "entity" is "ask" for nimbus, and a dry run can\'t wait',
  );
  // A change is not kept, and is tried as before.
  await w.ok(agent('nimbus'), 'wander_run', {
    source: 'fn run(args)\n  call_tool("entity_create", {name: "X"})\nend',
  });
});

const SECRETIVE: JsonObject = {
  name: 'safe',
  description: 'Refuses what it is given, and repeats it. Example: {"pin": "1234"}',
  input_schema: {
    type: 'object',
    properties: { pin: { type: 'string', writeOnly: true } },
    required: ['pin'],
  },
  wander: 'fn run(args)\n  tool_fail("not open with {args.pin}")\nend',
};

test('a secret stays out of what is kept, also in a batch, a test, generated inputs and the words of a failure', async () => {
  const w = await world({ nimbus: { autonomy: 'ask', permissions: { custom: 'ask' } } });
  await w.ok(STRANGER, 'tool_define', SECRETIVE);
  const args = { pin: 'hunter2-hunter2' };
  await w.call(STRANGER, 'user_safe', args);
  await w.call(STRANGER, 'batch', { operations: [{ tool: 'user_safe', args }] });
  await w.call(STRANGER, 'batch', {
    operations: [{ tool: 'batch', args: { operations: [{ tool: 'user_safe', args }] } }],
  });
  await w.call(STRANGER, 'tool_test', { name: 'safe', args });
  await w.call(STRANGER, 'tool_fuzz', { name: 'user_safe', inputs: [args] });
  const waits = w.call(agent('nimbus'), 'batch', { operations: [{ tool: 'user_safe', args }] });
  await until(async () => (await w.waiting()).length === 1, 'it waits');
  const waiting = await w.waiting();
  expect(waiting[0]?.args).toEqual({
    operations: [{ tool: 'user_safe', args: { pin: '[redacted]' } }],
  });
  await w.answer(idOf(waiting[0] ?? {}), true);
  // Who calls is told whole.
  expect(await waits).toMatchObject({
    error: { message: expect.stringContaining('hunter2-hunter2') as string },
  });
  const { events } = w.engine.events.read({ since: 0, limit: 1000 });
  expect(events.filter((event) => event.tool === 'user_safe').length).toBeGreaterThan(3);
  expect(JSON.stringify(events)).not.toContain('hunter2');
  expect(JSON.stringify(w.audit())).not.toContain('hunter2');
  expect(JSON.stringify(await w.ok(PERSON, 'tool_inspect', { name: 'user_safe' }))).not.toContain('hunter2');
});

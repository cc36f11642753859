/** Calls under way: seen, and stopped by a person. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EngineEvent } from '../events/event';
import { defineTool, text } from '../tools/builtin/define';
import { textResult } from '../tools/result';
import { wait } from '../tools/steps';
import { agent, PERSON, RosterWorld, STRANGER } from './world.fixture';

let world: RosterWorld;
/** What the tool below waits for. */
let gate: Promise<void>;
let open: () => void;

beforeEach(async () => {
  world = await RosterWorld.open({ ask: { format: 'skywalker.agent/1', name: 'Ask', autonomy: 'ask' } });
  gate = new Promise((resolve) => {
    open = resolve;
  });
  world.engine.registry.register(
    defineTool({
      name: 'grow_slowly',
      title: 'Grow slowly',
      description: 'Makes an entity, then waits.',
      category: 'entity',
      input: { name: text('Its name.') },
      output: {},
      effect: 'scene',
      *run(args, context) {
        yield* context.call('entity_create', { name: args.name ?? 'Slow' });
        yield* wait(gate);
        return textResult('Grown.', {});
      },
    }),
  );
});
afterEach(async () => {
  open();
  await world.close();
});

const events = (kind: string): readonly EngineEvent[] =>
  world.engine.events.read({ since: 0, limit: 1000, types: [kind] }).events;
const running = async (): Promise<unknown> => (await world.ok(STRANGER, 'call_running')).calls;

test('a call that runs is listed until it ends, and a person stops it: nothing of it is left', async () => {
  const before = world.engine.scene.count;
  const call = world.call(STRANGER, 'grow_slowly', { name: 'Half' });
  expect(await running()).toMatchObject([
    { actor: 'mcp:test', tool: 'grow_slowly', title: 'Grow slowly', asks: false },
  ]);
  const [{ call: id }] = (await running()) as [{ call: string }];
  expect(await world.error(STRANGER, 'call_cancel', { call: id })).toMatch(/^approval_requires_human: /);
  expect(world.engine.scene.count).toBe(before + 1);
  await world.ok(PERSON, 'call_cancel', { call: id });
  expect(await call).toMatchObject({
    ok: false,
    error: {
      code: 'cancelled',
      data: { by: 'user' },
      message: expect.stringMatching(/^The person stopped this call of grow_slowly/),
    },
  });
  expect(world.engine.scene.count).toBe(before);
  expect(await running()).toEqual([]);
  expect(await world.error(PERSON, 'call_cancel', { call: id })).toMatch(
    /^unknown_call: No call "c\d+" runs/,
  );
});

test('a call that waits for its turn is stopped before it has begun, and the one it waits for goes on', async () => {
  const first = world.call(STRANGER, 'grow_slowly', { name: 'First' });
  const second = world.call(STRANGER, 'grow_slowly', { name: 'Second' });
  const [, { call: id }] = (await running()) as [unknown, { call: string }];
  await world.ok(PERSON, 'call_cancel', { call: id });
  expect(await second).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  open();
  expect(await first).toMatchObject({ ok: true });
  const { scene } = world.engine;
  expect([scene.named('First').length, scene.named('Second').length]).toEqual([1, 0]);
});

test('a call that waits for a person is stopped by one: the agent reads who, and it waits no more', async () => {
  const call = world.call(agent('ask'), 'entity_create', { name: 'Never' });
  const [{ call: id, asks }] = (await running()) as [{ call: string; asks: boolean }];
  expect(asks).toBe(true);
  await world.ok(PERSON, 'call_cancel', { call: id });
  expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled', data: { by: 'user' } } });
  expect(await world.waiting()).toEqual([]);
});

test('what ran when the engine was killed is said not to run any more', async () => {
  world.engine.events.append({
    type: 'log',
    kind: 'running',
    actor: 'mcp:test',
    call: 'c900',
    summary: 'It is running',
    data: {},
  });
  await world.close();
  world = await RosterWorld.reopen(world.folder);
  expect(events('log.ended_early')).toMatchObject([{ call: 'c900', actor: 'system' }]);
  await world.close();
  world = await RosterWorld.reopen(world.folder);
  expect(events('log.ended_early')).toHaveLength(1);
});

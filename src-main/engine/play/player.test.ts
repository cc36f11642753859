import { afterEach, beforeEach, expect, test } from 'vitest';
import { succeed, type Outcome } from '../errors';
import type { EngineEvent } from '../events/event';
import { Player } from './player';
import { openWorld, type World } from './world.fixture';

let w: World;

beforeEach(async () => {
  w = await openWorld();
});

afterEach(() => w.remove());

const SPIN = `
behavior Spin
  param speed = 60 in 0..360 "Degrees a second."
  on tick
    rotate self by (0, speed * dt, 0)
  end
end
`;

async function spinning(args = {}): Promise<void> {
  w.script('scripts/spin.wander', SPIN);
  await w.ok('entity_create', { name: 'Top', mesh: 'cone' });
  await w.ok('behavior_set', { entity: 'Top', name: 'spin', file: 'scripts/spin.wander', ...args });
}

const playEvents = (): readonly EngineEvent[] =>
  w.events.read({ since: 0, limit: 1000 }).events.filter((event) => event.type === 'play_state');

async function turnOf(entity: string): Promise<unknown> {
  const state = await w.ok('sim_state', { entities: [entity], fields: ['rotation.y'] });
  return (state.entities as { 'rotation.y': number }[])[0]?.['rotation.y'];
}

test('a step moves what behaviours move, in the play and not in the scene', async () => {
  await spinning();
  const stepped = await w.ok('sim_control', { action: 'step', steps: 30 });
  expect(stepped).toMatchObject({ state: 'paused', run: 1, step: 30, time: 0.5, made: 30, errors: 0 });
  expect(await turnOf('Top')).toBeCloseTo(30, 3);
  expect(w.scene.resolve('Top')).toMatchObject({ ok: true, value: { rotation: [0, 0, 0] } });
  await w.ok('sim_control', { action: 'stop' });
  expect(w.scene.resolve('Top')).toMatchObject({ ok: true, value: { rotation: [0, 0, 0] } });
});

test('it plays sixty steps a second, pauses and goes on, and the feed says what became of it', async () => {
  await spinning();
  await w.ok('sim_control', { action: 'play' });
  w.timers.pass(1000.1);
  expect(w.player.status()).toMatchObject({ state: 'playing', step: 60, time: 1 });
  await w.ok('sim_control', { action: 'pause' });
  w.timers.pass(1000);
  expect(w.player.status()).toMatchObject({ state: 'paused', step: 60 });
  await w.ok('sim_control', { action: 'play' });
  w.timers.pass(500.1);
  expect(w.player.status().step).toBe(90);
  await w.ok('sim_control', { action: 'stop' });
  expect(playEvents().map(({ kind, summary }) => [kind, summary])).toEqual([
    ['started', 'Play started'],
    ['paused', 'Play paused at 1.0 s (60 steps)'],
    ['resumed', 'Play goes on'],
    ['stopped', 'Played 1.5 s (90 steps)'],
  ]);
});

test('edits go on while it plays, and the play does not see them', async () => {
  await spinning();
  await w.ok('sim_control', { action: 'step', steps: 6 });
  await w.ok('entity_update', { entity: 'Top', position: [5, 0, 0] });
  await w.ok('behavior_set', { entity: 'Top', name: 'spin', params: { speed: 0 } });
  await w.ok('sim_control', { action: 'step', steps: 6 });
  const state = await w.ok('sim_state', { entities: ['Top'], fields: ['position', 'rotation.y'] });
  expect(state.entities).toMatchObject([{ position: [0, 0, 0] }]);
  expect(await turnOf('Top')).toBeCloseTo(12, 3);
  await w.ok('sim_control', { action: 'stop' });
  expect(w.scene.resolve('Top')).toMatchObject({ ok: true, value: { position: [5, 0, 0] } });
});

test('params of the scene come before those of the code, and what is disabled stands still', async () => {
  await spinning({ params: { speed: 120 } });
  await w.ok('entity_create', { name: 'Still', mesh: 'cube' });
  await w.ok('behavior_set', { entity: 'Still', name: 'spin', file: 'scripts/spin.wander', enabled: false });
  await w.ok('sim_control', { action: 'step', steps: 30 });
  expect(await turnOf('Top')).toBeCloseTo(60, 3);
  expect(await turnOf('Still')).toBe(0);
});

test('an error is in the log with file, line and entity, is told of once, and counts', async () => {
  w.script(
    'scripts/bad.wander',
    'behavior Bad\n  on tick\n    let none_there = 1 / (frame - frame)\n  end\nend\n',
  );
  await w.ok('entity_create', { name: 'Broken', mesh: 'cube' });
  await w.ok('behavior_set', {
    entity: 'Broken',
    name: 'bad',
    file: 'scripts/bad.wander',
    allow_errors: true,
  });
  const stepped = await w.ok('sim_control', { action: 'step', steps: 20 });
  // Five errors, and it does not run any more.
  expect(stepped.errors).toBe(5);
  const logs = await w.ok('logs', { level: 'error', limit: 1 });
  expect(logs.entries).toMatchObject([
    {
      step: 5,
      level: 'error',
      entity: 1,
      name: 'Broken',
      behavior: 'Bad',
      file: 'scripts/bad.wander',
      line: 3,
    },
  ]);
  const told = playEvents().filter((event) => event.kind === 'problem');
  expect(told).toHaveLength(1);
  expect(told[0]?.summary).toMatch(/^#1 Broken: on tick: .*\(scripts\/bad\.wander, line 3\)$/);
  await w.ok('sim_control', { action: 'stop' });
  expect(playEvents().at(-1)?.summary).toBe('Played 0.3 s (20 steps), 5 errors');
});

test('a script that is not there is an error of the play, and stops nothing', async () => {
  await spinning();
  await w.ok('entity_create', { name: 'Lost', mesh: 'cube' });
  await w.ok('behavior_set', {
    entity: 'Lost',
    name: 'gone',
    file: 'scripts/gone.wander',
    allow_errors: true,
  });
  const stepped = await w.ok('sim_control', { action: 'step', steps: 30 });
  expect(stepped.errors).toBe(1);
  expect(stepped.logs).toMatchObject([{ level: 'error', name: 'Lost', file: 'scripts/gone.wander' }]);
  expect(await turnOf('Top')).toBeCloseTo(30, 3);
});

test('what behaviours log is read by number', async () => {
  w.script('scripts/talk.wander', 'behavior Talk\n  on tick\n    log "step {frame}"\n  end\nend\n');
  await w.ok('entity_create', { name: 'Talker', mesh: 'cube' });
  await w.ok('behavior_set', { entity: 'Talker', name: 'talk', file: 'scripts/talk.wander' });
  await w.ok('sim_control', { action: 'step', steps: 3 });
  const all = await w.ok('logs', {});
  expect(all.entries).toMatchObject([{ text: 'step 1' }, { text: 'step 2' }, { text: 'step 3' }]);
  expect((await w.ok('logs', { since: 2 })).entries).toMatchObject([{ seq: 3, text: 'step 3' }]);
  await w.ok('sim_control', { action: 'stop' });
  expect((await w.ok('logs', {})).entries).toHaveLength(3);
});

test('a step that takes too long pauses the play, and says so', async () => {
  await spinning();
  const { scene, events, timers } = w;
  // The first step reads the script, which takes its time.
  const text = (): Outcome<string> => {
    timers.time += 300;
    return succeed(SPIN);
  };
  const player = new Player({
    scene,
    events,
    timers,
    files: { text, module: () => undefined },
    log: () => {},
  });
  player.play({ actor: 'user' });
  timers.pass(17);
  expect(player.status()).toMatchObject({ state: 'paused', step: 1 });
  expect(player.status().reason).toMatch(/^Step 1 took longer than 250 ms\./);
  expect(playEvents().at(-1)).toMatchObject({ kind: 'paused', actor: 'system' });
  player.play({ actor: 'user' });
  timers.pass(100.1);
  expect(player.status()).toMatchObject({ state: 'playing', step: 7 });
  expect(player.status().reason).toBeUndefined();
  player.close();
});

test('steps that take longer than a call may are made in part, and the rest is there to be asked for', async () => {
  await spinning();
  w.timers.tick = 40;
  const result = await w.call('sim_control', { action: 'step', steps: 1000 });
  w.timers.tick = 0;
  const made = w.player.status().step;
  expect(made).toBeGreaterThan(10);
  expect(made).toBeLessThan(100);
  expect(result).toMatchObject({
    ok: true,
    warnings: [`5 seconds were over after ${made} of 1000 steps. Ask for the rest in another call.`],
  });
});

test('a behaviour that never ends costs its own budget: the others go on', async () => {
  await spinning();
  w.script('scripts/burn.wander', 'behavior Burn\n  on tick\n    while true do end\n  end\nend\n');
  await w.ok('entity_create', { name: 'Oven', mesh: 'cube' });
  await w.ok('behavior_set', { entity: 'Oven', name: 'burn', file: 'scripts/burn.wander' });
  const stepped = await w.ok('sim_control', { action: 'step', steps: 30 });
  expect(stepped).toMatchObject({ made: 30, errors: 5 });
  expect(await turnOf('Top')).toBeCloseTo(30, 3);
});

test('what is not played can’t be paused, stopped or given input', async () => {
  for (const [tool, args] of [
    ['sim_control', { action: 'pause' }],
    ['sim_control', { action: 'stop' }],
    ['sim_input', { press: ['space'] }],
    ['sim_state', { entities: ['Top'] }],
  ] as const)
    expect(await w.error(tool, args)).toMatchObject({ code: 'conflict' });
  expect(await w.ok('sim_state')).toMatchObject({ state: 'editing', run: 0, entities: [] });
  expect(await w.ok('sim_control', { action: 'status' })).toMatchObject({ state: 'editing' });
});

test('a play starts from a whole scene: not in the middle of a batch, nor in a dry run', async () => {
  await spinning();
  const play = { tool: 'sim_control', args: { action: 'play' } };
  const error = await w.error('batch', {
    operations: [{ tool: 'entity_create', args: { name: 'Half' } }, play],
  });
  expect(error).toMatchObject({ code: 'conflict' });
  const dry = await w.pipeline.call({ ...play, caller: { actor: 'user', kind: 'human' }, dryRun: true });
  expect(dry).toMatchObject({ ok: false, error: { code: 'capability_denied' } });
  expect(w.player.state).toBe('editing');
});

test('closing the project ends the play', async () => {
  await spinning();
  await w.ok('sim_control', { action: 'play' });
  w.player.close();
  w.timers.pass(1000);
  expect(w.player.status()).toMatchObject({ state: 'editing' });
});

test('a picture is taken of the play where that is asked for', async () => {
  w.script(
    'scripts/grow.wander',
    'behavior Grow\n  on start\n    spawn("sphere", (2, 1, 0), "Bud")\n  end\nend\n',
  );
  await w.ok('entity_create', { name: 'Stem', mesh: 'cube' });
  await w.ok('behavior_set', { entity: 'Stem', name: 'grow', file: 'scripts/grow.wander' });
  const names = async (args: object): Promise<unknown> =>
    ((await w.ok('viewport_capture', { width: 64, height: 64, ...args })).entities as { name: string }[])
      .map((one) => one.name)
      .sort();
  expect(await w.error('viewport_capture', { play: true })).toMatchObject({ code: 'conflict' });
  await w.ok('sim_control', { action: 'step', steps: 2 });
  expect(await names({ play: true })).toEqual(['Bud', 'Stem']);
  expect(await names({})).toEqual(['Stem']);
});

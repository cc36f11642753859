import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from './world.fixture';

let w: World;

beforeEach(async () => {
  w = await openWorld();
  w.script(
    'scripts/wander.wander',
    `
behavior Roamer
  state Resting
    on enter
      log "resting"
    end
    on click
      go to Roaming
    end
    on event "go" with far
      self.far = far
      go to Roaming
    end
  end
  state Roaming
    on tick
      move self by (random(-1, 1) * dt, 0, random(-1, 1) * dt)
      if key("x") then spawn("cube", self.position, "Crumb") end
      if state_time > 0.2 then emit "tired" with {at: self.position} go to Resting end
    end
  end
end
`,
  );
  for (const name of ['Ann', 'Ben', 'Cem']) {
    await w.ok('entity_create', { name, mesh: 'sphere' });
    await w.ok('behavior_set', { entity: name, name: 'roam', file: 'scripts/wander.wander' });
  }
});

afterEach(() => w.remove());

interface Traced {
  readonly hash: string;
  readonly lines: readonly string[];
  readonly total: number;
}

/** A play with input at fixed steps, stepped in chunks or driven by the clock. */
async function played(seed: number, drive: (steps: number) => Promise<void>): Promise<Traced> {
  await w.ok('sim_control', { action: 'step', seed });
  await w.ok('sim_input', { click: 'Ben', hold: ['x'] });
  await drive(10);
  await w.ok('sim_input', { release: ['x'], event: 'go', data: { n: [1, 2] }, target: 'Ann' });
  await drive(60);
  const { trace } = await w.ok('sim_state', { trace: 1000 });
  await w.ok('sim_control', { action: 'stop' });
  return trace as unknown as Traced;
}

const atOnce = async (steps: number): Promise<void> =>
  void (await w.ok('sim_control', { action: 'step', steps }));

test('the same scene, seed and input give the same trace, byte for byte', async () => {
  const first = await played(7, atOnce);
  const second = await played(7, atOnce);
  expect(first.total).toBeGreaterThan(20);
  expect(second).toEqual(first);
  expect(first.lines.filter((line) => / (input|state|emit|log) |created/.test(line)).length).toBeGreaterThan(
    8,
  );
});

test('steps one by one, all at once and by the clock are the same steps', async () => {
  const first = await played(3, atOnce);
  const single = await played(3, async (steps) => {
    for (let made = 0; made < steps; made += 1) await atOnce(1);
  });
  const clocked = await played(3, async (steps) => {
    const end = w.player.status().step + steps;
    await w.ok('sim_control', { action: 'play' });
    while (w.player.status().step < end) w.timers.pass(1);
    await w.ok('sim_control', { action: 'pause' });
  });
  expect(single.hash).toBe(first.hash);
  expect(clocked.hash).toBe(first.hash);
});

test('another seed gives another trace', async () => {
  const first = await played(1, atOnce);
  const other = await played(2, atOnce);
  expect(other.hash).not.toBe(first.hash);
});

test('a trace tells of input, states, events, logs and every change, by step', async () => {
  const { lines } = await played(1, atOnce);
  expect(lines[0]).toBe('1 state #1 roam/Roamer Resting');
  expect(lines).toContain('1 log #1 roam/Roamer line 5: "resting"');
  expect(lines).toContain('2 input {"press":["x"],"clicks":[{"entity":2}]}');
  expect(lines).toContain('2 state #2 roam/Roamer Resting → Roaming');
  expect(lines.some((line) => /^\d+ #2 position \[/.test(line))).toBe(true);
  expect(lines.some((line) => /^\d+ #4 created \{"name":"Crumb"/.test(line))).toBe(true);
});

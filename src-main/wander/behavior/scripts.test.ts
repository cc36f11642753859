import { expect, test } from 'vitest';
import type { AttachedScript } from './contract';
import { createPlay } from './play';
import { on, play } from './trace.fixture';
import { MemoryScene } from '../testkit/memory-scene';

const TICK = 'var n = 0\non tick\n  n += 1\n  log "n is {n}"\nend';

test('a text with errors does not run, and says so once', () => {
  const { trace } = play({
    scripts: [on('on tick\n  log x\nend'), on('on tick\n  log 1\nend', 1, 'good')],
    steps: 2,
  });
  expect(trace).toEqual(['1 #1 1', '1 #1 the script, line 2: "x" is not a known name. (disabled)', '2 #1 1']);
});

test('a behaviour that the text does not have is an error that names those it has', () => {
  const script = { ...on('behavior A\nend\nbehavior B\nend'), behavior: 'C' };
  const { reports } = play({ scripts: [script], steps: 1 });
  expect(reports[0]?.errors[0]).toMatchObject({
    handler: 'the script',
    disabled: true,
    error: { code: 'not_found', message: 'the text has no behavior "C"', hint: 'It has A, B.' },
  });
});

test('scripts come, go and change while the game runs', () => {
  const first = [on(TICK)];
  const changed = [on(`${TICK}\non start\n  log "anew"\nend`), on('on tick\n  log "new"\nend', 1, 'second')];
  const scripts = (step: number): readonly AttachedScript[] => (step < 3 ? first : step < 5 ? changed : []);
  const { trace } = play({ scripts, steps: 6 });
  expect(trace).toEqual([
    '1 #1 n is 1',
    '1 #1 n = 1',
    '2 #1 n is 2',
    '2 #1 n = 2',
    '3 #1 anew',
    '3 #1 n is 3',
    '3 #1 new',
    '3 #1 n = 3',
    '4 #1 n is 4',
    '4 #1 new',
    '4 #1 n = 4',
  ]);
});

test('an entity that is made in the game brings its script along', () => {
  const scene = new MemoryScene([{ name: 'One' }]);
  const source =
    'on start\n  if self.name == "One" then spawn("cube", (0, 0, 0), "Two") end\n  log self.name\nend';
  let known: readonly AttachedScript[] = [on(source)];
  const game = createPlay({
    host: {
      scene,
      scripts: () => {
        const ids = scene.all();
        if (ids.length !== known.length) known = ids.map((id) => on(source, id));
        return known;
      },
    },
    seed: 1,
  });
  expect(game.step().logs.map(({ text }) => text)).toEqual(['One']);
  expect(game.step().logs.map(({ text }) => text)).toEqual(['Two']);
  expect(game.step().logs).toEqual([]);
});

test('what is changed from outside between two steps is seen in the next', () => {
  const { trace } = play({
    scripts: [on(TICK)],
    steps: 3,
    before: (step, scene) => {
      if (step === 3) scene.update(1, { vars: { n: 10 } });
    },
  });
  expect(trace.filter((line) => line.includes(' is '))).toEqual([
    '1 #1 n is 1',
    '2 #1 n is 2',
    '3 #1 n is 11',
  ]);
});

test('an entity that is switched off stands still, and misses what is sent meanwhile', () => {
  const { trace } = play({
    scripts: [on(`${TICK}\non event "x"\n  log "x"\nend`)],
    steps: 5,
    inputs: { 3: { events: [{ name: 'x' }] } },
    before: (step, scene) => {
      if (step === 2) scene.update(1, { enabled: false });
      if (step === 5) scene.update(1, { enabled: true });
    },
  });
  expect(trace).toEqual(['1 #1 n is 1', '1 #1 n = 1', '5 #1 n is 2', '5 #1 n = 2']);
});

test('one step tells what each script is in the middle of', () => {
  const source =
    'behavior B\n  state Idle\n    on enter\n      every 1 log 1 end\n      wait 5\n    end\n  end\nend';
  const scene = new MemoryScene([{ name: 'One' }]);
  const scripts = [on(source)];
  const game = createPlay({ host: { scene, scripts: () => scripts }, seed: 1 });
  game.step();
  game.step();
  game.step();
  expect(game.steps).toBe(3);
  expect(game.status()).toEqual([
    {
      entity: 1,
      script: 'script',
      behavior: 'B',
      state: 'Idle',
      stateTime: 2 / 60,
      waits: 1,
      timers: 1,
      errors: 0,
      disabled: false,
    },
  ]);
});

test('another seed gives other numbers, the same seed the same', () => {
  const numbers = (seed: number) =>
    play({ scripts: [on('on tick\n  log random()\nend')], steps: 3, seed }).trace;
  expect(numbers(2)).toEqual(numbers(2));
  expect(numbers(2)).not.toEqual(numbers(3));
});

test('a module is read for a script as for a tool', () => {
  const scene = new MemoryScene([{ name: 'One' }]);
  const scripts = [on('use "lib"\non start\n  log lib.twice(lib.WIDTH)\nend')];
  const module = (path: string) =>
    path === 'lib.wander' ? 'const WIDTH = 4\nfn twice(x)\n  return 2 * x\nend' : undefined;
  const game = createPlay({ host: { scene, scripts: () => scripts, module }, seed: 1 });
  expect(game.step().logs.map(({ text }) => text)).toEqual(['8']);
});

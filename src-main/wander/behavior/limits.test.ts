import { expect, test } from 'vitest';
import { on, play } from './trace.fixture';

const errorsOf = (source: string, steps = 2, instructions?: number): string[] =>
  play({ scripts: [on(source)], steps, ...(instructions !== undefined && { instructions }) }).reports.flatMap(
    ({ step, errors }) => errors.map(({ error }) => `${step} ${error.code}: ${error.message}`),
  );

test('a script waits in 64 places at most, timers included', () => {
  const source = `on event "go"\n  wait 10\nend\non start\n  repeat 65 times\n    emit "go"\n  end\nend`;
  const played = play({ scripts: [on(source)], steps: 3 });
  expect(played.reports[1]?.errors).toHaveLength(1);
  expect(played.reports[1]?.errors[0]).toMatchObject({
    handler: 'on event "go"',
    error: { line: 2, message: 'this script waits in more than 64 places at once' },
  });
  const timers = `on start\n  repeat 65 times\n    after 5 log 1 end\n  end\nend`;
  expect(errorsOf(timers)).toEqual(['1 runtime_error: this script waits in more than 64 places at once']);
});

test('a step makes 256 entities at most', () => {
  const source = `on start\n  repeat 300 times\n    spawn("cube")\n  end\nend`;
  const played = play({ scripts: [on(source)], steps: 1 });
  expect(played.reports[0]?.errors[0]?.error.message).toBe('more than 256 entities were made in one step');
  expect(played.scene.all()).toHaveLength(257);
});

test('a step emits 100,000 events at most', () => {
  const source = `on start\n  repeat 100001 times\n    emit "x"\n  end\nend`;
  expect(errorsOf(source, 1, 10_000_000)).toEqual([
    '1 runtime_error: more than 100000 events were emitted in one step',
  ]);
});

test('a script uses four budgets in one step at most, however many events reach it', () => {
  const source = `on event "x"\n  emit "x"\n  emit "x"\nend\non start\n  emit "x"\nend`;
  const played = play({ scripts: [on(source)], steps: 40, instructions: 1000 });
  const told = played.reports.flatMap(({ errors }) => errors.map(({ error }) => error.message));
  expect(told).toHaveLength(5);
  expect(new Set(told)).toEqual(
    new Set([
      'execution budget exceeded: all handlers of a script together may use 4000 instructions in one step',
    ]),
  );
  for (const { instructions } of played.reports) expect(instructions).toBeLessThanOrEqual(5000);
});

test('a var holds what can be saved, and not too much of it', () => {
  expect(errorsOf('var f = none\non start\n  f = fn(x) return x end\nend')).toEqual([
    "1 runtime_error: f can't hold a function",
  ]);
  expect(errorsOf('var l = none\non start\n  l = [fn(x) return x end]\nend')).toEqual([
    "1 runtime_error: l[0] is a function, which can't leave the script",
  ]);
  const large =
    'var text: any = "ab"\non start\n  repeat 19 times\n    text += text\n  end\n  text = [text, text]\nend';
  expect(errorsOf(large)).toEqual(['1 output_too_large: text takes more than 1048576 bytes']);
});

test('what was refused leaves the var as it was', () => {
  const { scene } = play({
    scripts: [on('var l = none\non start\n  l = [fn(x) return x end]\nend\non tick\n  log l\nend')],
    steps: 1,
  });
  expect(scene.entity(1)?.vars).toEqual({ l: null });
});

test('what a handler holds while it waits is bounded: it is counted whenever 4 MiB more were made', () => {
  const source = `on start
  let all = []
  while true
    let part = []
    for i in 0..100000
      part.push(i)
    end
    all.push(part)
    wait frames 1
  end
end`;
  expect(errorsOf(source, 30)).toEqual([
    '12 output_too_large: what handlers hold while they wait takes too much memory',
  ]);
});

test('a handler that makes much and holds little waits for as long as it likes', () => {
  const source = `on start
  while true
    let part = []
    for i in 0..100000
      part.push(i)
    end
    wait frames 1
  end
end`;
  expect(errorsOf(source, 30)).toEqual([]);
});

test('a recursion is an error with its place', () => {
  const played = play({ scripts: [on('fn f(n)\n  return f(n + 1)\nend\non tick\n  f(0)\nend')], steps: 1 });
  expect(played.reports[0]?.errors[0]?.error).toMatchObject({ code: 'too_deep', line: 2 });
});

test('an error has the calls that led to it, up to the handler', () => {
  const played = play({ scripts: [on('fn f(n)\n  return 1 / n\nend\non tick\n  f(0)\nend')], steps: 1 });
  expect(played.reports[0]?.errors[0]?.error.stack).toMatchObject([
    { function: 'f', line: 2 },
    { function: 'on tick', line: 5 },
  ]);
});

test('logs beyond a thousand in a step are counted, not kept', () => {
  const played = play({ scripts: [on('on start\n  repeat 1500 times\n    log 1\n  end\nend')], steps: 1 });
  expect(played.reports[0]?.logs).toHaveLength(1000);
  expect(played.reports[0]?.omitted).toBe(500);
});

test('a game that is stopped does nothing more', () => {
  let looks = 0;
  const played = play({
    scripts: [on('on tick\n  while true\n  end\nend'), on('on tick\n  log "never"\nend', 1, 'other')],
    steps: 3,
    stopped: () => (looks += 1) > 2,
  });
  expect(played.trace).toEqual([]);
});

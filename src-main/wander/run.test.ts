import { expect, test } from 'vitest';
import { HostError, type JsonValue } from './host';
import { runProgram, type RunOutcome } from './run';
import { MemoryScene } from './testkit/memory-scene';
import { hostOf, limitsOf, loadText, runLoaded, runText } from './testkit/run-text';

const ENDLESS = 'fn run()\n  while true\n  end\nend\n';

test('a run that passes its deadline ends as a timeout that names the limit', () => {
  let now = 100;
  const limits = { deadline: 350, now: () => (now += 10) };
  expect(runText(ENDLESS, { limits, instructions: 50_000_000 })).toMatchObject({
    ok: false,
    error: { code: 'timeout', line: 2, message: 'the run took longer than its time limit of 240 ms' },
  });
});

test('a run that is told to stop ends at its next look at the flag', () => {
  let looks = 0;
  const limits = { stopped: () => (looks += 1) > 2 };
  const outcome = runText(ENDLESS, { limits });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled', line: 2 } });
  expect(outcome.instructions).toBeLessThan(4 * 4096);
});

test('the clock is looked at every 4,096 units', () => {
  let looks = 0;
  runText(ENDLESS, { instructions: 409_600, limits: { now: () => ((looks += 1), 0) } });
  // Once when it starts, once for each slice.
  expect(looks).toBeGreaterThanOrEqual(100);
  expect(looks).toBeLessThanOrEqual(103);
});

test('a budget that is just enough is enough, and one unit less is not', () => {
  const source = 'fn run()\n  let n = 0\n  for i in 0..100\n    n += i\n  end\n  return n\nend\n';
  const { instructions } = runText(source);
  expect(runText(source, { instructions })).toMatchObject({ ok: true, result: 4950, instructions });
  expect(runText(source, { instructions: instructions - 1 })).toMatchObject({
    ok: false,
    error: { code: 'budget_exceeded' },
    instructions: instructions - 1,
  });
});

test('a long loop body costs more than a short one', () => {
  const cost = (lines: number): number =>
    runText(`fn run()\n  let n = 0\n  repeat 100 times\n${'    n += 1\n'.repeat(lines)}  end\nend\n`)
      .instructions;
  expect(cost(50)).toBeGreaterThan(20 * cost(1));
});

test('existing budgets hold: 2,000,000 turns of a small body fit into 50,000,000, 1,000,000 of the smallest exceed 1,000,000', () => {
  const small = 'fn run()\n  let n = 0\n  for i in 0..2000000\n    n += i % 7\n  end\n  return n\nend\n';
  expect(runText(small, { instructions: 50_000_000 })).toMatchObject({ ok: true });
  const nested =
    'fn run()\n  repeat 1000 times\n    repeat 1000 times\n      let a = 1\n    end\n  end\nend\n';
  expect(runText(nested)).toMatchObject({ ok: false, error: { code: 'budget_exceeded' } });
});

test('a program may run within itself, through a tool, and each run has its own state', () => {
  const program = loadText(`
const TABLE = [1]
fn run(args)
  let mine = TABLE
  mine.push(args.n)
  let first = random_int(1, 6)
  log "at {args.n}"
  let below = none
  if args.n > 0 then below = call_tool("self", {n: args.n - 1}) end
  return {mine: mine, dice: [first, random_int(1, 6)], below: below}
end
`);
  const logs: (readonly string[])[] = [];
  const tools = {
    self: (args: JsonValue): JsonValue => {
      const outcome: RunOutcome = runLoaded(program, { args, tool: { tools } });
      logs.push(outcome.logs);
      if (!outcome.ok) throw new HostError(outcome.error.code, outcome.error.message);
      return outcome.result;
    },
  };
  const outcome = runLoaded(program, { args: { n: 2 }, tool: { tools } });
  const dice = [5, 1];
  expect(outcome).toMatchObject({
    ok: true,
    logs: ['at 2'],
    result: {
      mine: [1, 2],
      dice,
      below: { mine: [1, 1], dice, below: { mine: [1, 0], dice, below: null } },
    },
  });
  expect(logs).toEqual([['at 0'], ['at 1']]);
});

test('S-60 programs that run within each other share one depth, so that the stack below never runs out', () => {
  const program = loadText(`
fn down(n)
  if n > 0 then return down(n - 1) end
  return call_tool("self", {})
end
fn run() return down(120) end
`);
  let runs = 0;
  const tools = {
    self: (args: JsonValue): JsonValue => {
      runs += 1;
      const outcome: RunOutcome = runLoaded(program, { args, tool: { tools } });
      if (!outcome.ok) throw new HostError(outcome.error.code, outcome.error.message);
      return outcome.result;
    },
  };
  const outcome = runLoaded(program, { tool: { tools } });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'too_deep' } });
  expect(runs).toBeGreaterThan(2);
  expect(runs).toBeLessThan(6);
  // What is over leaves no depth behind.
  expect(
    runText('fn f(n) return if n == 0 then 0 else f(n - 1) end\nfn run() return f(150) end'),
  ).toMatchObject({ ok: true });
});

test('functions may call each other 190 levels deep', () => {
  const source =
    'fn f(n)\n  if n == 0 then return 0 end\n  return 1 + f(n - 1)\nend\nfn run(args) return f(args.n) end\n';
  expect(runText(source, { args: { n: 190 } })).toMatchObject({ ok: true, result: 190 });
  expect(runText(source, { args: { n: 200 } })).toMatchObject({ ok: false, error: { code: 'too_deep' } });
});

test('the deepest twenty calls are told', () => {
  const source =
    'fn down(n, v)\n  if n == 0 then return v.x end\n  return down(n - 1, v)\nend\nfn run(args) return down(30, args.v) end\n';
  const outcome = runText(source);
  expect(outcome.ok || outcome.error.stack.length).toBe(20);
  expect(outcome.ok || outcome.error.stack[0]).toEqual({ function: 'down', line: 2, column: 27 });
});

test('an expected failure of the host gets the line it happened at', () => {
  const scene = new MemoryScene([{ name: 'A' }]);
  scene.update = () => {
    throw new HostError('conflict', 'the entity is locked', 'Unlock it.');
  };
  expect(runText('fn run()\n  let e = find("A")\n  e.hp = 1\nend', { scene })).toMatchObject({
    ok: false,
    error: {
      code: 'conflict',
      message: 'the entity is locked',
      hint: 'Unlock it.',
      line: 3,
      stack: [{ function: 'run', line: 3 }],
    },
  });
});

test('a bug of the host is not taken for a failure of the script', () => {
  const scene = new MemoryScene([{ name: 'A' }]);
  scene.update = () => {
    throw new TypeError('a bug');
  };
  expect(() => runText('fn run()\n  let e = find("A")\n  e.hp = 1\nend', { scene })).toThrow(TypeError);
  // And the next run is none the worse for it.
  expect(runText('fn run() return 1 end')).toMatchObject({ ok: true });
});

test('logs stop at 200 lines and warnings at 50, and long lines are cut', () => {
  const outcome = runText(
    'fn run()\n  log "x".repeat(10000)\n  repeat 300 times\n    log "l"\n    tool_warn("w")\n  end\nend',
  );
  expect(outcome.logs).toHaveLength(200);
  expect(outcome.logs[0]).toHaveLength(4001);
  expect(outcome.warnings).toHaveLength(50);
});

test('what was destroyed is there until the run ends, and gone when another tool looks', () => {
  const scene = new MemoryScene([{ name: 'A' }, { name: 'B', parent: 1 }]);
  const seen: number[] = [];
  const tools = { look: () => seen.push(scene.all().length) };
  const source =
    'fn run()\n  destroy find("A")\n  let before = find_all().length\n  call_tool("look")\n  return before\nend';
  expect(runText(source, { scene, tool: { tools } })).toMatchObject({ ok: true, result: 2 });
  expect(seen).toEqual([0]);
});

test('a run that fails leaves what it destroyed to whoever rolls back', () => {
  const scene = new MemoryScene([{ name: 'A' }]);
  expect(runText('fn run()\n  destroy find("A")\n  assert(false)\nend', { scene })).toMatchObject({
    ok: false,
  });
  expect(scene.all()).toEqual([1]);
});

test('without the capability nothing is written, however it is tried', () => {
  const ways = [
    'e.hp = 1',
    'e.position.x += 1',
    'e.items.push(1)',
    'e.light.intensity = 2',
    'e["hp"] = 1',
    'args.box.e = 1\n  destroy e',
    'move e by (1, 0, 0)',
    'rotate e by (1, 0, 0)',
    'look e at (1, 0, 0)',
    'set_var(e, "hp", 1)',
    'spawn("cube")',
    'clone(e)',
    '[e].map(x => add_tag(x, "t"))',
    'let m = {e: e}\n  m.e.hp = 1',
  ];
  for (const way of ways) {
    const scene = new MemoryScene([{ name: 'A', vars: { items: [1] } }], false);
    const before = JSON.stringify(scene.dump());
    const source = `fn run(args)\n  let e = find("A")\n  ${way}\n  return 1\nend`;
    const outcome = runText(source, { scene, mutate: false, args: { box: {} } });
    expect(outcome, way).toMatchObject({ ok: false, error: { code: 'capability_denied' } });
    expect(JSON.stringify(scene.dump()), way).toBe(before);
  }
});

test('S-27 a dry run writes no file and says so', () => {
  const outcome = runText('fn run() return write_file("a.txt", "x") end', { tool: { dryRun: true } });
  expect(outcome).toMatchObject({ ok: true, result: true, warnings: ['dry run: a.txt was not written'] });
});

test('where there are no tools, their functions say so', () => {
  const program = loadText('fn run() return call_tool("x") end');
  const { scene, mutate } = hostOf({});
  expect(
    runProgram(program, { host: { scene, mutate }, args: {}, limits: limitsOf({}), seed: 1 }),
  ).toMatchObject({
    ok: false,
    error: { code: 'capability_denied' },
  });
});

test('the same seed gives the same numbers, another one others', () => {
  const source = 'fn run() return range(5).map(i => random()) end';
  const results = [1, 1, 2].map((seed) => runText(source, { seed }));
  expect(results[0]).toEqual(results[1]);
  expect(results[0]).not.toEqual(results[2]);
});

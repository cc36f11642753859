import { expect, test } from 'vitest';
import { analyse } from './analyse';
import { compileProgram } from './compile/program';
import { Profiler, type ProfileLine } from './profile';
import type { RunOutcome } from './run';
import { ProgramGenerator } from './testkit/generator';
import { MemoryScene } from './testkit/memory-scene';
import { runLoaded } from './testkit/run-text';

interface Profiled {
  readonly outcome: RunOutcome;
  readonly plain: RunOutcome;
  readonly lines: readonly ProfileLine[];
}

function profile(source: string, args = {}, module?: (path: string) => string | undefined): Profiled {
  const { unit, modules } = analyse(source, { mode: 'tool', ...(module && { module }) });
  const options = { args, instructions: 20_000 };
  const profiler = new Profiler();
  const program = compileProgram(unit, modules, profiler);
  const outcome = runLoaded(program, { ...options, scene: new MemoryScene([]) });
  const plain = runLoaded(compileProgram(unit, modules), { ...options, scene: new MemoryScene([]) });
  return { outcome, plain, lines: profiler.lines() };
}

const sum = (lines: readonly ProfileLine[]): number =>
  lines.reduce((all, line) => all + line.instructions, 0);

test('each line has what its statements cost and how often they ran', () => {
  const { outcome, lines } = profile(`fn double(n)
  return n * 2
end
fn run(args)
  let total = 0
  for i in 0..3
    total += double(i)
  end
  if total > 100
    log "much"
  end
  return total
end`);
  expect(outcome).toMatchObject({ ok: true, result: 6 });
  expect(lines).toEqual([
    // return 1, n * 2 is 3
    { line: 2, runs: 3, instructions: 12 },
    // let 1, 0 is 1
    { line: 5, runs: 1, instructions: 2 },
    // for 1, two bounds 2, three iterations 3
    { line: 6, runs: 1, instructions: 6 },
    // assignment 1, target 1, call 3 with its name 1 and argument 1
    { line: 7, runs: 3, instructions: 21 },
    // if 1, comparison 3; the arm did not run
    { line: 9, runs: 1, instructions: 4 },
    // return 1, name 1
    { line: 12, runs: 1, instructions: 2 },
  ]);
  expect(outcome.instructions - sum(lines)).toBeGreaterThanOrEqual(0);
});

test('what a library function costs is on the line that calls it, what its function argument does on the argument’s', () => {
  const { lines, outcome } = profile(`fn run(args)
  let many = range(0, 100)
  let odd = many.filter(
    n => n % 2 == 1)
  return odd.length
end`);
  expect(outcome).toMatchObject({ ok: true, result: 50 });
  const [made, filtered, argument, last] = lines;
  expect([made?.line, filtered?.line, argument?.line, last?.line]).toEqual([2, 3, 4, 5]);
  // return 1, n % 2 == 1 is 5
  expect(argument).toMatchObject({ runs: 100, instructions: 600 });
  expect(made?.instructions).toBeGreaterThan(last?.instructions ?? 0);
});

test('what was paid and not run stays with the line that paid', () => {
  const { lines } = profile(`fn early(n)
  if n > 0
    return 1
  end
  let a = [1, 2, 3, 4]
  return a.length
end
fn run(args)
  return early(1)
end`);
  expect(lines.map(({ line }) => line)).toEqual([2, 3, 9]);
  // return 1, call 3, name 1, argument 1; and of the body: let 1 with a list of 7, return 1 with a member of 2
  expect(lines.at(-1)?.instructions).toBe(6 + 8 + 3);
});

test('modules have lines of their own', () => {
  const { lines } = profile(
    'use "scripts/m" as m\nfn run(args)\n  return m.one()\nend',
    {},
    () => 'fn one()\n  return 1\nend',
  );
  expect(lines.map(({ file, line }) => [file, line])).toEqual([
    ['scripts/m.wander', 2],
    [undefined, 3],
  ]);
});

test('a run that fails or runs out has the lines up to there', () => {
  const failed = profile('fn run(args)\n  let x = 1\n  return [1][5]\nend');
  expect(failed.lines.map(({ line }) => line)).toEqual([2, 3]);
  const endless = profile('fn run(args)\n  while true\n    let x = 1\n  end\nend');
  expect(endless.outcome).toMatchObject({ ok: false, error: { code: 'budget_exceeded' } });
  expect(sum(endless.lines)).toBeGreaterThan(19_900);
});

test('looking on changes nothing: result, error, place and instructions are the same, and the lines add up', () => {
  for (let index = 0; index < 400; index += 1) {
    const source = new ProgramGenerator(77_000 + index).program();
    const { outcome, plain, lines } = profile(source, { a: [1, [2, 3]], hp: 5 });
    expect(outcome, source).toEqual(plain);
    expect(Math.min(0, ...lines.map((line) => line.instructions)), source).toBe(0);
    const outside = outcome.instructions - sum(lines);
    expect(outside, source).toBeGreaterThanOrEqual(0);
    // Outside are the arguments, the result, and what run itself paid and did not come to.
    if (outcome.ok) expect(outside, source).toBeLessThan(600);
  }
});

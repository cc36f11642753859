import { expect, test, vi } from 'vitest';
import { analyse } from '../analyse';
import { compileProgram, compileWithKernels } from '../compile/program';
import type { RunOutcome } from '../run';
import { loadText, runLoaded, type TextOptions } from '../testkit/run-text';
import { api } from './engine';
import { ALWAYS, POLICY, type KernelCounts, type KernelPolicy } from './kernels';

interface Both {
  readonly kernels: RunOutcome;
  readonly closures: RunOutcome;
  readonly counts: KernelCounts | undefined;
}

/** Runs a text with and without kernels. */
function both(source: string, options: TextOptions = {}, policy: KernelPolicy = ALWAYS): Both {
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const { program, counts } = compileWithKernels(unit, modules, policy);
  const kernels = runLoaded(program, options);
  return { kernels, closures: runLoaded(compileProgram(unit, modules), options), counts };
}

const program = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/* ---- numbers --------------------------------------------------------------------------------------------------------- */

const EDGES = [
  '0',
  '-0',
  '1',
  '-7',
  '3',
  '0.5',
  '-2.5',
  '2147483647',
  '2147483648',
  '-2147483648',
  '1073741823',
  '9007199254740992',
  '5e-324',
  '1.7976931348623157e308',
  '-1.7976931348623157e308',
];

/** Tells 0 from −0 too. */
const SHOWN = 'fn shown(x) if type_of(x) == "number" then return [x, atan2(x, -1)] end return x end';

/** Each case in a function of its own, so that one that fails leaves the others. */
function expectSame(cases: readonly string[]): void {
  for (let at = 0; at < cases.length; at += AT_ONCE) expectSamePart(cases.slice(at, at + AT_ONCE));
}

/** Functions of one program. */
const AT_ONCE = 120;

function expectSamePart(cases: readonly string[]): void {
  const functions = cases.map((body, index) => program(`fn c${index}()`, body, 'end'));
  const choice = cases.map((_, index) => `  if args.n == ${index} then return shown(c${index}()) end`);
  const source = program(SHOWN, ...functions, 'fn run(args)', ...choice, 'end');
  const { unit, modules, diagnostics } = analyse(source, { mode: 'tool' });
  const unread = diagnostics.filter(({ code }) => /unexpected|missing|unknown/.test(code));
  expect(unread).toEqual([]);
  const { program: made, counts } = compileWithKernels(unit, modules, ALWAYS);
  const plain = compileProgram(unit, modules);
  cases.forEach((body, n) => {
    const options = { args: { n } };
    expect(runLoaded(made, options), body).toEqual(runLoaded(plain, options));
  });
  expect((counts?.ended ?? 0) + (counts?.givenUp ?? 0)).toBeGreaterThanOrEqual(cases.length);
}

const PAIRS = EDGES.flatMap((a) => EDGES.map((b) => [a, b] as const));

test.each(['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>='])(
  'two numbers with %s between them, at the edges of what 32 bits and doubles hold',
  (operator) => {
    const functions = PAIRS.map(
      ([a, b]) => `  let a = ${a}\n  a = a\n  let b = ${b}\n  b = b\n  return a ${operator} b`,
    );
    expectSame(functions);
    expectSame(PAIRS.map(([a, b]) => `  return ${a} ${operator} ${b}`));
    expectSame(PAIRS.map(([a, b]) => `  let a = ${a}\n  a = a\n  return a ${operator} ${b}`));
  },
);

test.each(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '=='])(
  'what a loop counts with %s, where it is a whole number to the kernel',
  (operator) => {
    const whole = ['-3', '-1', '0', '1', '2', '46341', '1073741822'];
    const cases = whole.flatMap((a) =>
      whole.flatMap((b) => [
        `  for i in ${a}..=${a}\n    for j in ${b}..=${b}\n      return i ${operator} j\n    end\n  end\n  return 0`,
        `  for i in ${a}..=${a}\n    return i ${operator} -2147483648\n  end\n  return 0`,
        `  for i in ${a}..=${a}\n    return -(i ${operator === '<' ? '-' : '*'} ${b})\n  end\n  return 0`,
      ]),
    );
    expectSame(cases);
  },
);

test('functions of the library, bit by bit', () => {
  const one = [
    'abs',
    'floor',
    'ceil',
    'trunc',
    'round',
    'sqrt',
    'exp',
    'ln',
    'log2',
    'log10',
    'sin',
    'cos',
    'tan',
    'atan',
  ];
  const two = ['min', 'max', 'pow', 'mod', 'atan2'];
  const values = [...EDGES, '0.1', '2.5', '-0.3', '0.49999999999999994', '7.389', '1e15'];
  expectSame(one.flatMap((name) => values.map((x) => `  return ${name}(${x})`)));
  expectSame(two.flatMap((name) => PAIRS.map(([a, b]) => `  return ${name}(${a}, ${b})`)));
  expectSame(PAIRS.map(([a, b]) => `  return clamp(0.25, ${a}, ${b})`));
  expectSame(PAIRS.map(([a, b]) => `  return min(3, ${a}, ${b}, 0) + max(3, ${a}, ${b}, 0)`));
});

test('ranges end where they end, whatever they count by', () => {
  const ends = ['-2', '0', '-0', '3', '3.5', '-2.5', '1073741823', '1073741824', '1e18', '-1e18'];
  const heads = ends.flatMap((to) =>
    ['..', '..='].flatMap((dots) =>
      ['', ' step 2', ' step -1', ' step -3', ' step 0.5', ' step 0', ' step 2000000'].map(
        (step) => `for i in 1${dots}${to}${step}`,
      ),
    ),
  );
  const body = '    sum = sum * 3 + i\n    count += 1\n    if count == 6 then break end\n  end\n  return sum';
  expectSame(heads.map((head) => `  let sum = 0\n  let count = 0\n  ${head}\n${body}`));
  const far = heads.map((head) => head.replace(/(\.\.=?)(\S+)/, '$1far'));
  expectSame(
    ends
      .flatMap((to) =>
        far.map(
          (head) => `  let sum = 0\n  let far = ${to}\n  far = far\n  let count = 0\n  ${head}\n${body}`,
        ),
      )
      .slice(0, 400),
  );
});

/* ---- bounds ---------------------------------------------------------------------------------------------------------- */

const ENDLESS = program('fn run()', '  let n = 0', '  while true', '    n += 1', '  end', 'end');

test('a loop without an end ends by its budget, its clock or its stop flag, where it does without kernels', () => {
  const budget = both(ENDLESS, { instructions: 100_000 });
  expect(budget.kernels).toEqual(budget.closures);
  expect(budget.kernels).toMatchObject({
    ok: false,
    error: { code: 'budget_exceeded', line: 3 },
    instructions: 100_000,
  });
  expect(budget.counts).toMatchObject({ ended: 0, givenUp: 1 });
  const clock = (): TextOptions => {
    let time = 0;
    return { instructions: 50_000_000, limits: { now: () => (time += 400), deadline: 5000 } };
  };
  expect(both(ENDLESS, clock()).kernels).toMatchObject({ ok: false, error: { code: 'timeout', line: 3 } });
  let asked = 0;
  const stopped = (): boolean => (asked += 1) > 3;
  const { kernels } = both(ENDLESS, { instructions: 50_000_000, limits: { stopped } });
  expect(kernels).toMatchObject({ ok: false, error: { code: 'cancelled', line: 3 } });
});

test('the clock is looked at within a kernel, and what it used is what it would have used', () => {
  const source = program(
    'fn run()',
    '  let n = 0',
    '  for i in 0..200000',
    '    n += i % 3',
    '  end',
    '  return n',
    'end',
  );
  let asked = 0;
  const options = { instructions: 5_000_000, limits: { now: () => (asked += 0.001) } };
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const { program: made } = compileWithKernels(unit, modules, ALWAYS);
  const outcome = runLoaded(made, options);
  const looked = asked * 1000;
  expect(outcome).toMatchObject({ ok: true, result: 199_999 });
  // 1 for the iteration, 4 for the assignment.
  expect(outcome.instructions).toBeGreaterThan(1_000_000);
  expect(looked).toBeGreaterThan(outcome.instructions / 40_000);
  expect(outcome).toEqual(runLoaded(compileProgram(unit, modules), { instructions: 5_000_000 }));
});

test('recursion that is too deep is told as ever, from wherever it began', () => {
  const deep = program(
    'fn down(n)',
    '  return down(n + 1) + 1',
    'end',
    'fn run()',
    '  return down(0)',
    'end',
  );
  const { kernels, closures } = both(deep);
  expect(kernels).toEqual(closures);
  expect(kernels).toMatchObject({ ok: false, error: { code: 'too_deep', line: 2 } });
  const near = (levels: number): string =>
    program(
      'fn down(n)',
      '  if n < 1 then return 0 end',
      '  return down(n - 1) + 1',
      'end',
      'fn run()',
      `  return [down(${levels})]`,
      'end',
    );
  for (let levels = 190; levels < 202; levels += 1) {
    const outcome = both(near(levels));
    expect(outcome.kernels).toEqual(outcome.closures);
  }
});

test('a run within a run has its own bounds, also when both are in one program’s kernels', () => {
  const source = program(
    'fn count(n)',
    '  let sum = 0',
    '  for i in 0..n',
    '    sum += i',
    '  end',
    '  return sum',
    'end',
    'fn run(args)',
    '  let mine = count(2000)',
    '  if args.depth > 0 then call_tool("again", {depth: args.depth - 1}) end',
    '  return [mine, count(3000)]',
    'end',
  );
  const used = (policy: KernelPolicy | undefined): number[] => {
    const { unit, modules } = analyse(source, { mode: 'tool' });
    const made =
      policy === undefined
        ? compileProgram(unit, modules)
        : compileWithKernels(unit, modules, policy).program;
    const all: number[] = [];
    const call = (args: TextOptions['args']): null => {
      const outcome = runLoaded(made, { args, tool: { tools: { again: call } } });
      expect(outcome).toMatchObject({ ok: true, result: [1_999_000, 4_498_500] });
      all.push(outcome.instructions);
      return null;
    };
    call({ depth: 2 });
    return all;
  };
  expect(used(ALWAYS)).toEqual(used(undefined));
});

function webAssembly(): NonNullable<typeof api> {
  if (api === undefined) throw new Error('there is no WebAssembly here');
  return api;
}

/* ---- when a kernel is used ------------------------------------------------------------------------------------------- */

test('a kernel that is given up again and again is left alone', () => {
  // Comes to the end of the function, which gives none: no number.
  const source = program(
    'fn find(n)',
    '  for i in 0..100',
    '    if i == n then return i end',
    '  end',
    'end',
    'fn run()',
    '  let found = []',
    '  for i in 0..40',
    '    found.push(find(i + 80))',
    '  end',
    '  return found.length',
    'end',
  );
  const { kernels, closures, counts } = both(source, {}, POLICY);
  expect(kernels).toEqual(closures);
  expect(kernels).toMatchObject({ ok: true, result: 40 });
  expect(counts).toEqual({ ended: 20, givenUp: 8, refused: 0 });
});

test('one that does little in its calls is left alone after some of them', () => {
  const text = (times: number): string =>
    program(
      'fn run()',
      '  let found = []',
      '  for i in 0..200',
      '    let n = i',
      `    repeat ${times} times`,
      '      n += 1',
      '    end',
      '    found.push(n)',
      '  end',
      '  return found.length',
      'end',
    );
  expect(both(text(2), {}, POLICY).kernels).toMatchObject({ ok: true, result: 200 });
  expect(both(text(2), {}, POLICY).counts?.ended).toBe(POLICY.trial);
  expect(both(text(100), {}, POLICY).counts?.ended).toBe(200);
});

test('what is no number, or not finite, is left to the closures', () => {
  const source = program(
    'fn twice(x)',
    '  let y = x',
    '  repeat 3 times',
    '    y = y + y',
    '  end',
    '  return y',
    'end',
    'fn run()',
    '  return [twice(2), twice((1, 2, 3)), twice("a"), twice([1]), twice(true), twice(0.5)]',
    'end',
  );
  const { kernels, closures, counts } = both(source);
  expect(kernels).toEqual(closures);
  expect(kernels).toMatchObject({
    ok: true,
    result: [16, [8, 16, 24], 'aaaaaaaa', [1, 1, 1, 1, 1, 1, 1, 1], 8, 4],
  });
  expect(counts).toEqual({ ended: 2, givenUp: 0, refused: 4 });
});

test.each([
  ['a list', 'items.push(i)'],
  ['a string', 'text = "{i}"'],
  ['a variable of a closure', 'shared += i'],
  ['an unknown function', 'sum += other(i)'],
  ['a log', 'log i'],
])('a loop with %s in it is none', (_name, line) => {
  const source = program(
    'fn other(x)',
    '  log "x"',
    '  return x',
    'end',
    'fn run()',
    '  let items = []',
    '  let text = ""',
    '  let shared = 0',
    '  let read = () => shared',
    '  let sum = 0',
    '  for i in 0..3',
    `    ${line}`,
    '  end',
    '  return [items, text, read(), sum]',
    'end',
  );
  const { kernels, closures, counts } = both(source);
  expect(kernels).toEqual(closures);
  expect(counts).toBeUndefined();
});

test.each([
  ['for i in 0..10', ''],
  ['for i in 0..10 step 3', ''],
  ['for i in 9..=0 step -2', ''],
  ['for i in 0.5..9', ''],
  ['for i in 0..9 step 0.25', ''],
  ['repeat 10 times', 'i += 1'],
  ['while i < 10', 'i += 1'],
])('"%s" goes on and ends in its kernel', (head, step) => {
  const source = program(
    'fn run()',
    '  let i = 0',
    '  let sum = 0',
    `  ${head}`,
    step,
    '    if i % 3 == 1 then continue end',
    '    for j in 0..3',
    '      if j == 2 then break end',
    '      if j == i then continue end',
    '      sum += j + i',
    '    end',
    '    if i > 7 then break end',
    '    sum += 100',
    '  end',
    '  return [i, sum]',
    'end',
  );
  const { kernels, closures, counts } = both(source);
  expect(kernels).toEqual(closures);
  expect(kernels).toMatchObject({ ok: true });
  expect(counts).toEqual({ ended: 1, givenUp: 0, refused: 0 });
});

test('functions that call each other in long chains, twice each, are found at once', () => {
  const chain = (last: string): string =>
    program(
      ...Array.from(
        { length: 300 },
        (_, index) => `fn f${index}(x) return f${index + 1}(x) + f${index + 1}(x) end`,
      ),
      `fn f300(x) ${last} end`,
      'fn even(n) if n < 1 then return true end return odd(n - 1) end',
      'fn odd(n) if n < 1 then return false end return even(n - 1) end',
      'fn lost(n) return lost(n) end',
      'fn run(args)',
      '  if args.deep then return lost(f290(1)) end',
      '  return [f296(1), even(7)]',
      'end',
    );
  const fit = both(chain('return x'));
  expect(fit.kernels).toEqual(fit.closures);
  expect(fit.kernels).toMatchObject({ ok: true, result: [16, false] });
  expect(fit.counts).toMatchObject({ ended: 2, givenUp: 0 });
  // None of the chain is one then.
  const unfit = both(chain('return [x].length'));
  expect(unfit.kernels).toEqual(unfit.closures);
  expect(unfit.kernels).toMatchObject({ ok: true, result: [16, false] });
  expect(unfit.counts).toMatchObject({ ended: 1 });
  const deep = both(chain('return x'), { args: { deep: true } });
  expect(deep.kernels).toEqual(deep.closures);
});

test('a program with very much code gets kernels for some of it', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `  for i in 0..9 x += i * x % ${index + 2} end`);
  const functions = Array.from({ length: 60 }, (_, index) =>
    program(`fn f${index}(n)`, '  let x = n', ...lines, '  return x', 'end'),
  );
  const called = Array.from({ length: 60 }, (_, index) => `f${index}(${index})`);
  const { kernels, closures, counts } = both(
    program(...functions, 'fn run()', `  return [${called.join(', ')}]`, 'end'),
  );
  expect(kernels).toEqual(closures);
  expect(kernels).toMatchObject({ ok: true });
  expect(counts?.ended).toBeGreaterThan(5);
  expect(counts?.ended).toBeLessThan(60);
});

test('a program gets its kernels when it is warm, and gives the same then', async () => {
  const source = program(
    'fn run()',
    '  let n = 0',
    '  for i in 0..1000',
    '    n += i',
    '  end',
    '  return n',
    'end',
  );
  const warm = loadText(source);
  const before = runLoaded(warm);
  const instances = vi.spyOn(webAssembly(), 'Instance');
  await warm.ran(10_000_000);
  expect(instances).toHaveBeenCalledTimes(1);
  instances.mockRestore();
  expect(runLoaded(warm)).toEqual(before);
});

test('where WebAssembly makes no module, the program runs as it did', async () => {
  const warm = loadText(
    program('fn run()', '  let n = 0', '  for i in 0..9', '    n += i', '  end', '  return n', 'end'),
  );
  const module = vi.spyOn(webAssembly(), 'Module').mockImplementation(function () {
    throw new Error('no WebAssembly');
  });
  await warm.ran(10_000_000);
  module.mockRestore();
  expect(runLoaded(warm)).toMatchObject({ ok: true, result: 36 });
});

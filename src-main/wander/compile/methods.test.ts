import { expect, test } from 'vitest';
import { loadText, runLoaded, type TextOptions } from '../testkit/run-text';
import type { RunOutcome } from '../run';

/** Before the program got copies of its own, and after; both must be the same to the unit. */
async function outcomeOf(body: string, options: TextOptions = {}): Promise<RunOutcome> {
  const program = loadText(`fn run(args)\n${body}\nend`);
  const before = runLoaded(program, options);
  await program.ran(10_000_000);
  expect(runLoaded(program, options)).toEqual(before);
  return before;
}

const LIST = { args: { list: [3, 1, 2, 4] } };

test('functions get items, and positions where they take them', async () => {
  expect(await outcomeOf('  return args.list.map(n => n * 2)', LIST)).toMatchObject({ result: [6, 2, 4, 8] });
  expect(await outcomeOf('  return args.list.map((n, i) => n * 10 + i)', LIST)).toMatchObject({
    result: [30, 11, 22, 43],
  });
  expect(await outcomeOf('  return args.list.map(str)', LIST)).toMatchObject({
    result: ['3', '1', '2', '4'],
  });
  expect(await outcomeOf('  return args.list.map((n, i, more = 5) => n + more)', LIST)).toMatchObject({
    result: [8, 6, 7, 9],
  });
  expect(await outcomeOf('  return args.list.reduce((sum, n) => sum + n)', LIST)).toMatchObject({
    result: 10,
  });
  expect(await outcomeOf('  return args.list.reduce((sum, n, i) => sum + n * i, 0)', LIST)).toMatchObject({
    result: 17,
  });
  expect(await outcomeOf('  return args.list.reduce(max)', LIST)).toMatchObject({ result: 4 });
});

test('each call has variables of its own, also those that closures keep', async () => {
  const source = '  let fns = args.list.map(n => () => n * 2)\n  return fns.map(f => f())';
  expect(await outcomeOf(source, LIST)).toMatchObject({ result: [6, 2, 4, 8] });
});

test('a list that a function changes meanwhile stays as it was for those who go over it', async () => {
  const source =
    '  let list = [1, 2, 3]\n  let seen = list.map(n =>\n    list.push(n)\n  )\n  return [seen, list]';
  expect(await outcomeOf(source.replace('n =>\n    list.push(n)\n  ', 'n => list.push(n)'))).toMatchObject({
    result: [
      [null, null, null],
      [1, 2, 3, 1, 2, 3],
    ],
  });
});

test('what goes wrong within such a function is told with both calls', async () => {
  expect(await outcomeOf('  return args.list.map(n => 1 / (n - 2))', LIST)).toMatchObject({
    ok: false,
    error: {
      message: 'division by zero',
      line: 2,
      stack: [{ function: 'function', line: 2 }, { function: 'run' }],
    },
  });
  expect(await outcomeOf('  return args.list.map(() => 7)', LIST)).toMatchObject({
    ok: false,
    error: { message: 'this function takes no arguments, and is called here with 1' },
  });
  expect(await outcomeOf('  return args.list.map((a, b, c) => a)', LIST)).toMatchObject({
    ok: false,
    error: { message: 'this function takes 3 arguments, and is called here with 2' },
  });
});

test('recursion through such a function comes to its end', async () => {
  const program = loadText('fn down(n) return [n].map(m => down(m + 1)) end\nfn run() return down(0) end');
  const before = runLoaded(program);
  expect(before).toMatchObject({ ok: false, error: { code: 'too_deep' } });
  await program.ran(10_000_000);
  expect(runLoaded(program)).toEqual(before);
});

test('methods that change what a variable holds change it alone', async () => {
  const source = `  let a = [1, 2]
  let b = a
  let popped = a.pop()
  b.insert(0, 5)
  let m = {x: 1}
  let n = m
  m.set("y", [2])
  n.remove("x")
  b.push(a)
  a.clear()
  return [a, b, m, n, popped]`;
  expect(await outcomeOf(source)).toMatchObject({
    result: [[], [5, 1, 2, [1]], { x: 1, y: [2] }, {}, 2],
  });
});

test('what they can not do is told as ever', async () => {
  const message = async (statement: string): Promise<unknown> => {
    const outcome = await outcomeOf(`  let a = args.list\n  ${statement}`, LIST);
    return outcome.ok ? outcome.result : `${outcome.error.column}: ${outcome.error.message}`;
  };
  expect(await message('a.insert(9, 1)')).toBe('5: index 9 is out of range: there are 4 items');
  expect(await message('a.remove_at(args.list)')).toBe('5: remove_at: index must be a number, not a list');
  expect(await message('a.set("k", 1)')).toBe('5: a list has no method "set"');
});

import { expect, test } from 'vitest';
import { loadProgram } from '../../wander/load';
import { runProgram, type RunOutcome } from '../../wander/run';
import { EmptySceneHost } from './scene-host';
import { collectGarbage, heapBytes } from './heap';

const MIB = 1024 * 1024;

function run(body: string): { readonly outcome: RunOutcome; readonly grown: number } {
  const { program } = loadProgram(`fn run()\n${body}\nend\n`, { mode: 'tool' });
  if (program === undefined) throw new Error('it does not compile');
  collectGarbage();
  const before = heapBytes();
  let most = 0;
  const outcome = runProgram(program, {
    host: { scene: new EmptySceneHost([]), mutate: false },
    args: {},
    seed: 1,
    limits: {
      instructions: 50_000_000,
      deadline: Infinity,
      now: () => 0,
      heapBytes: () => {
        const now = heapBytes();
        most = Math.max(most, now - before);
        return now;
      },
      collect: collectGarbage,
    },
  });
  return { outcome, grown: most };
}

test('two million rounds of work with short strings fit the largest budget, whatever was dropped long ago', () => {
  const { outcome } = run(
    '  let n = 0\n  for i in 0..2000000\n    let key = "item {i}"\n    n += key.length\n  end\n  return n',
  );
  // "item " and as many digits as the number has: 5 · 2,000,000 + 10 + 180 + 2700 + 36,000 + 450,000 + 5,400,000 + 7,000,000.
  expect(outcome).toMatchObject({ ok: true, result: 22_888_890 });
});

test('lists and maps that are made and dropped cost no memory in the end', () => {
  const { outcome } = run(
    '  let n = 0\n  repeat 300 times\n    let all = range(20000)\n    let rows = all.slice(0, 1000).map(i => {id: i})\n    n += rows.length\n  end\n  return n',
  );
  expect(outcome).toMatchObject({ ok: true, result: 300_000 });
});

const KEPT: readonly (readonly [string, string])[] = [
  ['texts', 'all.push("text number {i}")'],
  ['maps', 'all.push({a: i, b: [i]})'],
  ['closures', 'let j = i\n    all.push(() => j)'],
  ['short parts of long texts', 'all.push("{i} ".repeat(50000).slice(0, 20))'],
  ['long texts put together bit by bit', 'let s = ""\n    repeat 500 times s += "ab" end\n    all.push(s)'],
  ['maps with a key removed', 'let m = {a: 1, b: 2}\n    m.remove("a")\n    all.push(m)'],
];

test.each(KEPT)('%s that are kept end the run, and the process does not swell', (_name, body) => {
  const { outcome, grown } = run(`  let all = []\n  let i = 0\n  while true\n    ${body}\n    i += 1\n  end`);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'output_too_large' } });
  expect(grown).toBeLessThan(300 * MIB);
});

import { expect, test } from 'vitest';
import { runText, type TextOptions } from './testkit/run-text';

const KIB = 1024;
/** Makes and drops 100,000 strings of about 50 bytes. */
const CHURN =
  'fn run()\n  for i in 0..100000\n    let s = "number {i} of all the numbers"\n  end\n  return "done"\nend\n';

const churn = (limits: TextOptions['limits']): ReturnType<typeof runText> =>
  runText(CHURN, { instructions: 10_000_000, limits: { memoryBytes: 512 * KIB, ...limits } });

test('where the heap is not known, a run makes no more than its memory in all', () => {
  expect(churn({})).toMatchObject({ ok: false, error: { code: 'output_too_large', line: 3 } });
});

test('where most of what was made is gone again, the run goes on', () => {
  let asked = 0;
  const heapBytes = (): number => {
    asked += 1;
    return 1_000_000 + 100 * KIB * (asked % 2);
  };
  expect(churn({ heapBytes })).toMatchObject({ ok: true, result: 'done' });
});

test('where it is all still there, the run ends at once, and nothing is collected for so little work', () => {
  let collections = 0;
  let first = true;
  const outcome = churn({
    heapBytes: () => {
      if (!first) return 500 * KIB;
      first = false;
      return 0;
    },
    collect: () => {
      collections += 1;
    },
  });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'output_too_large', line: 3 } });
  expect(collections).toBe(0);
});

test('after a million instructions the heap is collected before it is said to be full', () => {
  let collected = false;
  let first = true;
  const outcome = runText(CHURN.replace('100000', '200000'), {
    instructions: 10_000_000,
    limits: {
      memoryBytes: 8000 * KIB,
      heapBytes: () => {
        if (!first) return collected ? 100 * KIB : 7000 * KIB;
        first = false;
        return 0;
      },
      collect: () => {
        collected = true;
      },
    },
  });
  expect(outcome).toMatchObject({ ok: true, result: 'done' });
  expect(collected).toBe(true);
});

test('a heap that grows far beyond the memory of the run ends it, though the count of bytes does not see it', () => {
  let asked = 0;
  const heapBytes = (): number => {
    asked += 1;
    return asked * 1024 * KIB;
  };
  const outcome = runText('fn run()\n  while true\n  end\nend\n', {
    instructions: 10_000_000,
    limits: { memoryBytes: 512 * KIB, heapBytes },
  });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'output_too_large', line: 2 } });
});

test('a remainder of numbers that are far from each other costs a unit for each 16 bits between them', () => {
  const units = (body: string): number => {
    const outcome = runText(`fn run()\n  let a = [1e308]\n  let b = 3e-320\n  let c = 3\n${body}end\n`);
    expect(outcome.ok).toBe(true);
    return outcome.instructions;
  };
  // 1e308 has 2,084 bits more than 3e-320.
  const near = units('  a[0] = a[0] % 3e300\n');
  expect(units('  a[0] = a[0] % b\n') - near).toBe(130);
  expect(units('  a[0] %= b\n') - units('  a[0] %= 3e300\n')).toBe(130);
  expect(units('  return wrap(1e308, 0, b)\n') - units('  return wrap(9, 0, c)\n')).toBe(130);
  expect(runText('fn run() return [1e308 % 3e-320, -7 % 3, 1e300 % 7] end')).toMatchObject({
    ok: true,
    result: [1e308 % 3e-320, -1, 1e300 % 7],
  });
});

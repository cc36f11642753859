import { expect, test } from 'vitest';
import { mergeFindings, readFuzzPart, type FuzzFinding } from './fuzz-merge';

const finding = (more: Partial<FuzzFinding>): FuzzFinding => ({
  verdict: 'failure',
  code: 'runtime_error',
  place: 'tools/x.wander:3',
  message: 'No.',
  count: 1,
  args: { n: 1 },
  error: undefined,
  ...more,
});

test('an answer is read with its faults, refusals and what was blocked; another shape is none', () => {
  const part = readFuzzPart({
    hash: 'h',
    runs: 3,
    ok: 1,
    next: 3,
    skipped: 0,
    stopped: 'time',
    failures: [{ code: 'timeout', place: '', message: 'Slow.', count: 2, args: { a: 1 } }],
    refusals: [{ code: 'tool_failed', place: '', message: 'No.', hint: 'Do.', count: 1, args: {} }],
    blocked: [],
  });
  expect(part).toMatchObject({ runs: 3, ok: 1, next: 3, late: true });
  expect(part?.findings.map(({ verdict, code, count }) => [verdict, code, count])).toEqual([
    ['failure', 'timeout', 2],
    ['refusal', 'tool_failed', 1],
  ]);
  expect(readFuzzPart({ failures: [] })).toBeUndefined();
});

test('parts of a run are put together: counts add up, the shorter input stays, faults come first', () => {
  const merged = mergeFindings(
    [
      finding({ verdict: 'refusal', code: 'tool_failed', place: '' }),
      finding({ count: 2, args: { n: 1000 } }),
    ],
    [finding({ count: 3, args: { n: 7 } }), finding({ place: 'tools/x.wander:9' })],
  );
  expect(merged.map(({ verdict, place, count, args }) => [verdict, place, count, args])).toEqual([
    ['failure', 'tools/x.wander:3', 5, { n: 7 }],
    ['failure', 'tools/x.wander:9', 1, { n: 1 }],
    ['refusal', '', 1, { n: 1 }],
  ]);
});

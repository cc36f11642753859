/** Whatever is said to a loop, in whatever order: it is always somewhere that it can go on from, and it ends. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../errors';
import { checkLoop } from './loop-definition';
import {
  approveStage,
  completeStage,
  isActive,
  signOff,
  startLoop,
  stopLoop,
  takeReports,
  type LoopFacts,
} from './loop-machine';
import { SKIP_CONDITIONS, type LoopRun, type StudioLoop } from './loop-types';

const RUNS = Number(process.env.SKYWALKER_RUNS ?? 300);
const TEAM = ['ada', 'ben', 'cora'];

const stage = fc.record({
  assignees: fc.uniqueArray(fc.constantFrom(...TEAM), { minLength: 1, maxLength: 3 }),
  parallel: fc.boolean(),
  only_with_tasks: fc.boolean(),
  gate: fc.record({
    skip_if: fc.option(fc.constantFrom(...SKIP_CONDITIONS), { nil: undefined }),
    approval: fc.option(fc.constant('human'), { nil: undefined }),
  }),
});
const definition = fc.record({
  stages: fc.array(stage, { minLength: 1, maxLength: 4 }),
  max_iterations: fc.integer({ min: 1, max: 4 }),
  director_signoff: fc.boolean(),
});
const step = fc.record({
  kind: fc.constantFrom(
    'report',
    'report',
    'report',
    'stranger',
    'approve',
    'complete',
    'sign',
    'stop',
    'start',
  ),
  busy: fc.subarray(TEAM),
  open: fc.nat({ max: 1 }),
  todo: fc.nat({ max: 1 }),
  fixed: fc.nat({ max: 1 }),
});

function factsOf({
  busy,
  open,
  todo,
  fixed,
}: {
  busy: string[];
  open: number;
  todo: number;
  fixed: number;
}): LoopFacts {
  return {
    at: '2026-01-01T00:00:00.000Z',
    agentsOf: ({ assignees }) => assignees,
    hasTasks: (agent) => busy.includes(agent),
    openFeedback: open,
    todoTasks: todo,
    fixedFeedback: fixed,
  };
}

function loopOf({
  stages,
  max_iterations,
  director_signoff,
}: {
  stages: object[];
  max_iterations: number;
  director_signoff: boolean;
}): StudioLoop {
  const raw = {
    name: 'l',
    stages: stages.map((each, index) => ({ ...each, id: `s${index}`, instruction: 'x' })),
    stop: { max_iterations, director_signoff },
  };
  const checked = checkLoop(JSON.parse(JSON.stringify(raw)) as never);
  if (!checked.ok) throw new Error(checked.error.message);
  return checked.value;
}

function checkRun(loop: StudioLoop, run: LoopRun): void {
  const at = loop.stages.find(({ id }) => id === run.stage);
  expect(run.iteration).toBeLessThanOrEqual(run.max_iterations);
  switch (run.status) {
    case 'running': {
      expect(run.pending.length).toBeGreaterThan(0);
      const told = [...run.pending, ...run.queue, ...run.reports.map(({ agent }) => agent)];
      expect(new Set(told).size).toBe(told.length);
      expect(at?.assignees).toEqual(expect.arrayContaining(told));
      if (at?.parallel === false) expect(run.pending).toHaveLength(1);
      else expect(run.queue).toEqual([]);
      break;
    }
    case 'awaiting_approval':
      expect(at?.gate?.approval).toBe('human');
      expect(run.pending).toEqual([]);
      break;
    default:
      expect([run.stage, run.pending, run.queue]).toEqual([undefined, [], []]);
  }
  // In the order of the stages, iteration by iteration, each at most once.
  const order = run.history.map(
    ({ iteration, stage: id }) => iteration * 100 + loop.stages.findIndex((each) => each.id === id),
  );
  expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
  const written = checkLoop(JSON.parse(JSON.stringify({ ...loop, run })) as never);
  expect(written.ok ? written.value.run : written.error).toEqual(JSON.parse(JSON.stringify(run)));
}

test('a loop is idle, at a stage with somebody to wait for, at a gate, or ended; and a refusal changes nothing', () => {
  fc.assert(
    fc.property(definition, fc.array(step, { maxLength: 40 }), (defined, steps) => {
      let loop = loopOf(defined);
      for (const each of [{ ...steps[0], kind: 'start', busy: TEAM, open: 1, todo: 1, fixed: 1 }, ...steps]) {
        const facts = factsOf(each);
        const { run } = loop;
        const agent = run.pending[0] ?? 'ada';
        const outcome: Outcome<LoopRun> = {
          report: () => takeReports(loop, [{ agent, report: 'r', signoff: false }], facts),
          stranger: () => takeReports(loop, [{ agent: 'nobody', report: 'r', signoff: true }], facts),
          approve: () => approveStage(loop, facts),
          complete: () => completeStage(loop, facts, 'user'),
          sign: () => signOff(loop),
          stop: () => stopLoop(loop, 'enough', facts),
          start: () => startLoop(loop, { by: 'user' }, facts),
        }[each.kind]!();
        const may = {
          report: run.status === 'running',
          stranger: false,
          approve: run.status === 'awaiting_approval',
          complete: run.status === 'running',
          sign: isActive(run),
          stop: isActive(run),
          start: !isActive(run),
        }[each.kind];
        expect([each.kind, outcome.ok]).toEqual([each.kind, may]);
        if (!outcome.ok) continue;
        checkRun(loop, outcome.value);
        loop = { ...loop, run: outcome.value };
      }
      // Whoever answers all that it asks gets to its end.
      const facts = factsOf({ busy: TEAM, open: 1, todo: 1, fixed: 1 });
      let turns = 0;
      for (; isActive(loop.run); turns += 1) {
        const [agent] = loop.run.pending;
        const next =
          agent === undefined
            ? approveStage(loop, facts)
            : takeReports(loop, [{ agent, report: 'r', signoff: false }], facts);
        if (!next.ok) throw new Error(next.error.message);
        checkRun(loop, next.value);
        loop = { ...loop, run: next.value };
        expect(turns).toBeLessThan(4 * 4 * 4);
      }
    }),
    { numRuns: RUNS, seed: Number(process.env.SKYWALKER_SEED ?? 20_261) },
  );
});

/** Whatever happens to a board, in whatever order: what its rules promise holds. `SKYWALKER_RUNS` makes more runs. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ToolFailure } from '../errors';
import { Project } from '../project/project';
import { claimTask, createTask, isOpen, updateTask, waitsFor } from './board';
import { decide, submitFeedback, transition, updateFeedback } from './feedback';
import { People, type Actor } from './people';
import { StudioStore } from './store';
import { FEEDBACK_STATUSES, TASK_STATUSES, VERDICTS, type StudioFeedback, type StudioTask } from './types';

const RUNS = Number(process.env.SKYWALKER_RUNS ?? 40);
const AGENTS = ['ada', 'ben', 'user'];
let project: Project;

beforeAll(async () => {
  const made = await Project.create(join(mkdtempSync(join(tmpdir(), 'sky-board-')), 'project'), {
    name: 'Board',
  });
  if (!made.ok) throw new Error(made.error.message);
  project = made.value;
});

const people = new People({
  all: () => [],
  find: () => ({ kind: 'none' }),
  onChanged: () => () => undefined,
});
const task = fc.integer({ min: 1, max: 8 }).map((n) => `T-${n}`);
const feedback = fc.integer({ min: 1, max: 4 }).map((n) => `F-${n}`);
const who = fc.constantFrom(...AGENTS);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    depends_on: fc.uniqueArray(task, { maxLength: 3 }),
    feedback: fc.option(feedback, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('move' as const), task, status: fc.constantFrom(...TASK_STATUSES) }),
  fc.record({
    kind: fc.constant('depend' as const),
    task,
    depends_on: fc.uniqueArray(task, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('claim' as const), task: fc.option(task, { nil: undefined }), by: who }),
  fc.record({ kind: fc.constant('submit' as const), fingerprint: fc.constantFrom('a', 'b') }),
  fc.record({
    kind: fc.constant('judge' as const),
    feedback,
    verdict: fc.constantFrom(...VERDICTS),
    merge_into: feedback,
    by: who,
  }),
  fc.record({
    kind: fc.constant('feedback' as const),
    feedback,
    status: fc.constantFrom(...FEEDBACK_STATUSES),
    by: who,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function actor(by: string): Actor {
  return { by, decides: by === 'user' };
}

function perform(store: StudioStore, each: Step): void {
  const writer = (by: string) => ({ actor: actor(by), at: 'now', people });
  store.change((edit) => {
    switch (each.kind) {
      case 'create':
        return createTask(
          edit,
          {
            title: 'x',
            depends_on: each.depends_on,
            ...(each.feedback === undefined ? {} : { links: { feedback: [each.feedback] } }),
          },
          writer('user'),
        );
      case 'move':
        return updateTask(edit, each.task, { status: each.status }, writer('user'));
      case 'depend':
        return updateTask(edit, each.task, { depends_on: each.depends_on }, writer('user'));
      case 'claim':
        return claimTask(edit, each.task, { by: each.by }, 'now');
      case 'submit':
        return submitFeedback(
          edit,
          { category: 'bug', summary: 'x', fingerprint: each.fingerprint },
          writer('ada'),
        );
      case 'judge': {
        const { verdict } = each;
        return decide(
          edit,
          {
            feedback: each.feedback,
            verdict,
            rationale: 'x',
            tasks: verdict === 'act' ? [{ title: 'answer' }] : [],
            task_ids: [],
            ...(verdict === 'merge_into' ? { merge_into: each.merge_into } : {}),
            redecide: true,
          },
          writer(each.by),
        );
      }
      case 'feedback':
        return updateFeedback(edit, each.feedback, { status: each.status }, writer(each.by));
    }
  });
}

function waitsForItself(tasks: ReadonlyMap<string, StudioTask>, start: StudioTask): boolean {
  const seen = new Set<string>();
  const stack = [...start.depends_on];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (id === start.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    stack.push(...(tasks.get(id)?.depends_on ?? []));
  }
  return false;
}

test('nothing waits for itself, begun tasks had what they wait for, claims hold, and feedback moves as its rules say', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
      const store = new StudioStore(project);
      // Each run begins with an empty studio.
      store.change((edit) => {
        for (const table of [edit.tasks, edit.feedback, edit.decisions])
          table.restore(
            new Map(
              [...table.all()].map((record) => [record.id, { before: undefined, after: record }]),
            ) as never,
          );
      });
      const offset = firstNumbers(store);
      for (const raw of steps) {
        const each = shifted(raw, offset);
        const before = snapshot(store);
        try {
          perform(store, each);
        } catch (error) {
          if (!(error instanceof ToolFailure)) throw error;
          expect(snapshot(store)).toEqual(before);
          continue;
        }
        // What another process would read is what this one knows.
        const fresh = new StudioStore(project);
        expect(snapshot(fresh)).toEqual(snapshot(store));
        const tasks = fresh.tables.tasks.read().records;
        for (const one of tasks.values()) {
          expect(waitsForItself(tasks, one)).toBe(false);
          const was = before.tasks.get(one.id);
          const hasBegun = ['doing', 'review', 'done'].includes(one.status) && was?.status !== one.status;
          if (hasBegun) expect(waitsFor(tasks, one)).toEqual([]);
          if (each.kind === 'claim' && was?.assignee !== undefined) expect(one.assignee).toBe(was.assignee);
        }
        checkFeedback(each, before.feedback, fresh.tables.feedback.read().records, tasks);
      }
    }),
    { numRuns: RUNS, seed: Number(process.env.SKYWALKER_SEED ?? 20_261) },
  );
});

function checkFeedback(
  each: Step,
  before: ReadonlyMap<string, StudioFeedback>,
  after: ReadonlyMap<string, StudioFeedback>,
  tasks: ReadonlyMap<string, StudioTask>,
): void {
  for (const one of after.values()) {
    const was = before.get(one.id);
    if (was === undefined || was.status === one.status) continue;
    const way = transition(was.status, one.status);
    expect(way).not.toBe('never');
    const decider = each.kind === 'judge' || each.kind === 'feedback' ? each.by === 'user' : false;
    if (way === 'deciding') expect(decider).toBe(true);
    if (one.status !== 'fixed' || each.kind === 'feedback') continue;
    const linked = [...tasks.values()].filter(({ links }) => links.feedback?.includes(one.id));
    expect(linked.some(({ status }) => status === 'done')).toBe(true);
    expect(linked.filter(isOpen)).toEqual([]);
  }
  if (each.kind === 'submit')
    expect([...after.values()].filter((one) => one.fingerprint === each.fingerprint)).toHaveLength(1);
}

interface Snapshot {
  readonly tasks: ReadonlyMap<string, StudioTask>;
  readonly feedback: ReadonlyMap<string, StudioFeedback>;
  readonly decisions: number;
}

function snapshot({ tables }: StudioStore): Snapshot {
  return {
    tasks: tables.tasks.read().records,
    feedback: tables.feedback.read().records,
    decisions: tables.decisions.read().records.size,
  };
}

interface Offset {
  readonly tasks: number;
  readonly feedback: number;
}

/** Numbers are never used again, so each run begins with higher ones. */
function firstNumbers({ tables }: StudioStore): Offset {
  return { tasks: tables.tasks.read().next - 1, feedback: tables.feedback.read().next - 1 };
}

function shifted(each: Step, { tasks, feedback: first }: Offset): Step {
  const text = JSON.stringify(each)
    .replace(/T-(\d+)/g, (_all, n: string) => `T-${Number(n) + tasks}`)
    .replace(/F-(\d+)/g, (_all, n: string) => `F-${Number(n) + first}`);
  return JSON.parse(text) as Step;
}

/**
 * How a loop goes from stage to stage. Pure: from a loop, its run and what the studio holds to the next run. A run is always
 * idle, or at a stage with somebody to wait for, or at a stage that waits for approval, or ended.
 */
import { fail, succeed, type Outcome } from '../errors';
import { listNames } from '../text/suggest';
import { idleRun, LOOP_LIMITS } from './loop-definition';
import type { LoopHistoryEntry, LoopReport, LoopRun, LoopStage, LoopStatus, StudioLoop } from './loop-types';
import type { StudioAuthor } from './types';

/** What a loop looks at outside itself. */
export interface LoopFacts {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Who a stage is for, each once. */
  agentsOf(stage: LoopStage): readonly StudioAuthor[];
  hasTasks(agent: StudioAuthor): boolean;
  readonly openFeedback: number;
  readonly todoTasks: number;
  readonly fixedFeedback: number;
}

/** Characters that are left of a report of an earlier iteration. */
const OLD_REPORT = 500;

export function isActive({ status }: Pick<LoopRun, 'status'>): boolean {
  return status === 'running' || status === 'awaiting_approval';
}

/** Begins anew. `conflict` where it runs, `not_found` where a stage has nobody to do it. */
export function startLoop(
  loop: StudioLoop,
  options: { readonly goal?: string; readonly max_iterations?: number; readonly by: StudioAuthor },
  facts: LoopFacts,
): Outcome<LoopRun> {
  if (isActive(loop.run))
    return fail(
      'conflict',
      `The loop ${loop.name} runs already (${where(loop.run)}).`,
      'studio_loop_stop ends it.',
    );
  const empty = loop.stages.filter((stage) => facts.agentsOf(stage).length === 0);
  if (empty.length > 0)
    return fail(
      'not_found',
      `Nobody in the roster can do ${listNames(empty.map(({ id, assignees }) => `${id} (${assignees.join(', ')})`))}.`,
      'Add agents with those roles (studio_agent_define), or change the stages.',
    );
  const fresh = idleRun(options.goal ?? loop.goal, options.max_iterations ?? loop.stop.max_iterations);
  return succeed(
    enter(
      loop,
      { ...fresh, status: 'running', iteration: 1, started_by: options.by, started_at: facts.at },
      0,
      facts,
    ),
  );
}

export interface GivenReport {
  readonly agent: StudioAuthor;
  readonly report: string;
  readonly signoff: boolean;
  readonly usage?: LoopReport['usage'];
  readonly metrics?: LoopReport['metrics'];
}

/** Takes reports, and goes on where the last of a stage is there. `conflict` where one is not awaited. */
export function takeReports(
  loop: StudioLoop,
  reports: readonly GivenReport[],
  facts: LoopFacts,
): Outcome<LoopRun> {
  let run = loop.run;
  if (run.status !== 'running') return fail('conflict', notRunning(loop), hintFor(loop));
  const stage = run.stage;
  for (const given of reports) {
    if (run.status !== 'running' || run.stage !== stage || !run.pending.includes(given.agent))
      return fail(
        'conflict',
        `No report of ${given.agent} is awaited at ${stage ?? ''}: ${loop.run.pending.length === 0 ? 'nobody’s is' : `only of ${listNames([...loop.run.pending, ...loop.run.queue])}`}.`,
        'studio_loop_status tells whose are.',
      );
    run = takeReport(loop, run, given, facts);
  }
  return succeed(run);
}

function takeReport(loop: StudioLoop, run: LoopRun, given: GivenReport, facts: LoopFacts): LoopRun {
  const { agent, report, signoff, usage, metrics } = given;
  const next: LoopRun = {
    ...run,
    pending: run.pending.filter((other) => other !== agent),
    reports: [
      ...run.reports,
      {
        agent,
        report,
        at: facts.at,
        ...(signoff ? { signoff } : {}),
        ...(usage === undefined ? {} : { usage }),
        ...(metrics === undefined ? {} : { metrics }),
      },
    ],
    signed_off: run.signed_off || signoff,
    tokens: {
      input_tokens: run.tokens.input_tokens + (usage?.input_tokens ?? 0),
      output_tokens: run.tokens.output_tokens + (usage?.output_tokens ?? 0),
    },
    metrics: { ...run.metrics, ...metrics },
  };
  if (next.pending.length > 0) return next;
  const [first, ...queue] = next.queue;
  if (first !== undefined) return { ...next, pending: [first], queue };
  return endStage(loop, next, facts);
}

/** Ends a stage without the reports that are missing. */
export function completeStage(loop: StudioLoop, facts: LoopFacts, by: StudioAuthor): Outcome<LoopRun> {
  const { run } = loop;
  if (run.status !== 'running') return fail('conflict', notRunning(loop), hintFor(loop));
  const without = [...run.pending, ...run.queue];
  return succeed(endStage(loop, run, facts, `${by} ended it without ${listNames(without)}`));
}

/** Lets a stage begin that waits for approval. */
export function approveStage(loop: StudioLoop, facts: LoopFacts): Outcome<LoopRun> {
  const { run } = loop;
  if (run.status !== 'awaiting_approval')
    return fail(
      'conflict',
      `The loop ${loop.name} does not wait for approval: it is ${where(run)}.`,
      'studio_loop_status tells where it is.',
    );
  const index = loop.stages.findIndex(({ id }) => id === run.stage);
  return succeed(enter(loop, { ...run, status: 'running' }, index, facts, true));
}

/** Signs off: the loop ends when the present stage does, where it is one that ends so. */
export function signOff(loop: StudioLoop): Outcome<LoopRun> {
  if (!isActive(loop.run)) return fail('conflict', notRunning(loop), hintFor(loop));
  return succeed({ ...loop.run, signed_off: true });
}

export function stopLoop(loop: StudioLoop, reason: string, facts: LoopFacts): Outcome<LoopRun> {
  if (!isActive(loop.run)) return fail('conflict', notRunning(loop), hintFor(loop));
  return succeed(ended(loop.run, 'stopped', reason, facts));
}

function endStage(loop: StudioLoop, run: LoopRun, facts: LoopFacts, why?: string): LoopRun {
  const index = loop.stages.findIndex(({ id }) => id === run.stage);
  const entry: LoopHistoryEntry = {
    iteration: run.iteration,
    stage: run.stage ?? '',
    outcome: 'done',
    ...(why === undefined ? {} : { why }),
    at: facts.at,
    reports: run.reports,
  };
  const next: LoopRun = {
    ...run,
    stage: undefined,
    pending: [],
    queue: [],
    reports: [],
    history: withEntry(run, entry),
  };
  const end = reasonToEnd(loop, next, facts);
  return end === undefined ? enter(loop, next, index + 1, facts) : ended(next, end.status, end.reason, facts);
}

/** Goes to a stage, past those that are skipped, and into the next iteration. */
function enter(loop: StudioLoop, from: LoopRun, start: number, facts: LoopFacts, approved = false): LoopRun {
  let run = from;
  for (let index = start; ; index += 1) {
    const stage = loop.stages[index];
    if (stage === undefined) {
      const didSomething = run.history.some(
        ({ iteration, outcome }) => iteration === run.iteration && outcome === 'done',
      );
      if (!didSomething) return ended(run, 'done', 'there was nothing to do', facts);
      if (run.iteration >= run.max_iterations)
        return ended(run, 'done', `${run.iteration} of ${run.max_iterations} iterations are done`, facts);
      run = { ...run, iteration: run.iteration + 1 };
      index = -1;
      continue;
    }
    const agents = agentsIn(stage, facts);
    const skip = skipReason(stage, run, agents, facts);
    if (skip !== undefined) {
      const entry: LoopHistoryEntry = {
        iteration: run.iteration,
        stage: stage.id,
        outcome: 'skipped',
        why: skip,
        at: facts.at,
        reports: [],
      };
      run = { ...run, history: withEntry(run, entry) };
      continue;
    }
    if (
      stage.gate?.approval === 'human' &&
      !(approved && index === start && run.iteration === from.iteration)
    )
      return { ...run, status: 'awaiting_approval', stage: stage.id, pending: [], queue: [], reports: [] };
    const [first, ...rest] = agents;
    return {
      ...run,
      status: 'running',
      stage: stage.id,
      pending: stage.parallel ? agents : first === undefined ? [] : [first],
      queue: stage.parallel ? [] : rest,
      reports: [],
    };
  }
}

function agentsIn(stage: LoopStage, facts: LoopFacts): readonly StudioAuthor[] {
  const agents = facts.agentsOf(stage).slice(0, LOOP_LIMITS.agents);
  return stage.only_with_tasks ? agents.filter((agent) => facts.hasTasks(agent)) : agents;
}

function skipReason(
  { gate, only_with_tasks }: LoopStage,
  run: LoopRun,
  agents: readonly StudioAuthor[],
  facts: LoopFacts,
): string | undefined {
  switch (gate?.skip_if) {
    case 'no_open_feedback':
      if (facts.openFeedback === 0) return 'no feedback waits for a decision';
      break;
    case 'no_todo_tasks':
      if (facts.todoTasks === 0) return 'no task is to be done';
      break;
    case 'no_fixed_feedback':
      if (facts.fixedFeedback === 0) return 'no feedback is fixed';
      break;
    case 'first_iteration':
      if (run.iteration === 1) return 'it is the first iteration';
      break;
    case 'not_first_iteration':
      if (run.iteration > 1) return 'it is not the first iteration';
      break;
    case undefined:
      break;
  }
  if (agents.length > 0) return undefined;
  return only_with_tasks ? 'nobody has a task' : 'nobody in the roster does this';
}

/** Why a loop ends between two stages. */
function reasonToEnd(
  { stop }: StudioLoop,
  run: LoopRun,
  { at }: LoopFacts,
): { readonly status: LoopStatus; readonly reason: string } | undefined {
  if (stop.director_signoff === true && run.signed_off)
    return { status: 'done', reason: 'it was signed off' };
  const targets = Object.entries(stop.metric_targets ?? {});
  const isMet = ([metric, { min, max }]: (typeof targets)[number]): boolean => {
    const value = Object.hasOwn(run.metrics, metric) ? run.metrics[metric] : undefined;
    return value !== undefined && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
  };
  if (targets.length > 0 && targets.every(isMet)) return { status: 'done', reason: 'the targets are met' };
  const used = run.tokens.input_tokens + run.tokens.output_tokens;
  if (stop.token_budget !== undefined && used >= stop.token_budget)
    return { status: 'stopped', reason: `${used} tokens are used, of ${stop.token_budget}` };
  const minutes = (Date.parse(at) - Date.parse(run.started_at ?? at)) / 60_000;
  if (stop.time_budget_minutes !== undefined && minutes >= stop.time_budget_minutes)
    return {
      status: 'stopped',
      reason: `${Math.floor(minutes)} minutes are over, of ${stop.time_budget_minutes}`,
    };
  return undefined;
}

function ended(run: LoopRun, status: LoopStatus, reason: string, { at }: LoopFacts): LoopRun {
  return { ...run, status, stage: undefined, pending: [], queue: [], reports: [], ended_at: at, reason };
}

/** The history with one more; long reports of iterations before the last are cut. */
function withEntry({ history, iteration }: LoopRun, entry: LoopHistoryEntry): readonly LoopHistoryEntry[] {
  const kept = history.map((old) =>
    old.iteration >= iteration - 1
      ? old
      : { ...old, reports: old.reports.map((report) => ({ ...report, report: cut(report.report) })) },
  );
  return [...kept, entry];
}

function cut(text: string): string {
  return text.length > OLD_REPORT ? `${text.slice(0, OLD_REPORT - 1)}…` : text;
}

function where({ status, iteration, stage }: LoopRun): string {
  return stage === undefined ? status : `${status}, iteration ${iteration}, ${stage}`;
}

function notRunning({ name, run }: StudioLoop): string {
  return run.status === 'awaiting_approval'
    ? `The loop ${name} waits for a person before ${run.stage ?? ''}.`
    : `The loop ${name} does not run: it is ${run.status}.`;
}

function hintFor({ run }: StudioLoop): string {
  return run.status === 'awaiting_approval'
    ? 'The person lets it go on: studio_loop_advance with "approve".'
    : 'studio_loop_start begins it.';
}

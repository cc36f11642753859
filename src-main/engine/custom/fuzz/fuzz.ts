/**
 * Runs a tool on generated inputs, each as a dry run within the tool's own limits, and gathers what goes wrong by code and
 * place, with a small input that shows it. The input of a number depends on the seed, the schema and the number alone.
 */
import type { Outcome, ToolError } from '../../errors';
import type { JsonObject } from '../../json';
import type { Caller, ToolDefinition } from '../../tools/definition';
import type { CallPipeline } from '../../tools/pipeline';
import type { ToolTest } from '../types';
import { Dice } from './dice';
import { SchemaEdges } from './edges';
import { keyOf, outcomeOf, type RunOutcome, type Verdict } from './outcome';
import { shrink } from './shrink';
import { RandomValues } from './random-values';

/** Inputs at the edges of the schema, which come before random ones. */
export const MAX_EDGES = 60;

/** Attempts to make one input that the schema allows. */
const MAX_ATTEMPTS = 20;

/** Dry runs to make one input smaller. */
const SHRINK_TRIES = 300;

/** Milliseconds of one whole run, and between two moments at which others get their turn. */
const MAX_MS = 20_000;
const TURN_MS = 20;

/** Sorts of failures that are shrunk and told. */
const MAX_GROUPS = 20;

/** Whether arguments fit the tool's input schema. */
export type CheckArguments = (args: JsonObject) => Outcome<JsonObject>;

export interface FuzzPlan {
  readonly tool: ToolDefinition;
  readonly check: CheckArguments;
  readonly pipeline: Pick<CallPipeline, 'dryRun'>;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly monotonic: () => number;
  readonly setup: NonNullable<ToolTest['setup']>;
  /** Told of every input that has run. */
  readonly onRun: (done: number) => void;
}

/** What went wrong in one way. */
export interface FuzzGroup {
  readonly verdict: Exclude<Verdict, 'ok'>;
  readonly code: string;
  readonly place: string;
  readonly error: ToolError;
  /** Inputs that showed it. */
  readonly count: number;
  /** Number of the first of them. */
  readonly first: number;
  /** The smallest input that was found to show it. */
  readonly args: JsonObject;
  /** `args` is smaller than what was generated. */
  readonly shrunk: boolean;
}

export interface FuzzReport {
  /** Inputs that ran. */
  readonly runs: number;
  readonly ok: number;
  readonly groups: readonly FuzzGroup[];
  /** Inputs for which nothing was found that the schema allows. */
  readonly skipped: number;
  /** Why fewer ran than were asked for. */
  readonly stopped?: 'time' | 'cancelled';
  /** The number after the last input that was taken. */
  readonly next: number;
}

/** Inputs by number: the edges first. Undefined where none was found that the schema allows. */
export class FuzzInputs {
  private readonly values: RandomValues;
  private readonly edges: readonly JsonObject[];

  constructor(
    schema: JsonObject,
    private readonly check: CheckArguments,
    private readonly seed: number,
  ) {
    this.values = new RandomValues(schema);
    this.edges = new SchemaEdges(schema)
      .all()
      .filter((args) => check(args).ok)
      .slice(0, MAX_EDGES);
  }

  at(number: number): JsonObject | undefined {
    const edge = this.edges[number];
    if (edge !== undefined) return edge;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const args = this.values.next(new Dice(`${this.seed} ${number} ${attempt}`));
      // Making one that is too large takes long, and the next would be as well.
      if (args === undefined) return undefined;
      if (this.check(args).ok) return args;
    }
    return undefined;
  }
}

interface Group {
  outcome: RunOutcome;
  readonly first: number;
  args: JsonObject;
  count: number;
  shrunk: boolean;
}

/** Runs `count` inputs from a number on. */
export async function fuzz(
  inputs: { at(number: number): JsonObject | undefined },
  from: number,
  count: number,
  plan: FuzzPlan,
): Promise<FuzzReport> {
  const started = plan.monotonic();
  const late = (): boolean => plan.monotonic() - started > MAX_MS;
  const groups = new Map<string, Group>();
  let [runs, ok, skipped, turn] = [0, 0, 0, started];
  let next = from;
  let stopped: FuzzReport['stopped'];
  const breathe = async (): Promise<void> => {
    if (plan.monotonic() - turn < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    turn = plan.monotonic();
  };
  for (; next < from + count; next += 1) {
    stopped = plan.signal.aborted ? 'cancelled' : late() ? 'time' : undefined;
    if (stopped !== undefined) break;
    const args = inputs.at(next);
    if (args === undefined) {
      skipped += 1;
      await breathe();
      continue;
    }
    const outcome = await run(args, plan);
    runs += 1;
    plan.onRun(runs);
    if (outcome.verdict === 'ok') ok += 1;
    else {
      const known = groups.get(keyOf(outcome));
      if (known !== undefined) known.count += 1;
      else if (groups.size < MAX_GROUPS)
        groups.set(keyOf(outcome), { outcome, first: next, args, count: 1, shrunk: false });
    }
    await breathe();
  }
  for (const group of groups.values()) {
    // How long something takes is not the same twice, and each try costs the whole limit.
    if (group.outcome.verdict !== 'failure' || group.outcome.error?.code === 'timeout') continue;
    const key = keyOf(group.outcome);
    const smaller = await shrink(
      group.args,
      async (candidate) => {
        if (plan.signal.aborted || late() || !plan.check(candidate).ok) return false;
        await breathe();
        const outcome = await run(candidate, plan);
        if (keyOf(outcome) !== key) return false;
        // Every such candidate is taken, so the words are those of the input that is shown.
        group.outcome = outcome;
        return true;
      },
      SHRINK_TRIES,
    );
    group.shrunk = smaller !== group.args;
    group.args = smaller;
  }
  return {
    runs,
    ok,
    groups: [...groups.values()].flatMap((group) => groupOf(group)),
    skipped,
    ...(stopped === undefined ? {} : { stopped }),
    next,
  };
}

function groupOf({ outcome, first, args, count, shrunk }: Group): FuzzGroup[] {
  const { verdict, error, place } = outcome;
  if (verdict === 'ok' || error === undefined) return [];
  return [{ verdict, code: error.code, place, error, count, first, args, shrunk }];
}

async function run(args: JsonObject, plan: FuzzPlan): Promise<RunOutcome> {
  const { tool, caller, signal, setup } = plan;
  const outcome = await plan.pipeline.dryRun(
    { tool: tool.name, args, caller, signal, dryRun: true },
    { definition: tool, setup },
  );
  const { setupError } = outcome;
  if (setupError === undefined) return outcomeOf(outcome.result);
  return { verdict: 'blocked', error: setupError.error, place: `setup[${setupError.index}]` };
}

/** Loops: stages that agents go through again and again until something is reached. `studio/loops/<name>.loop.json`. */
import type { JsonObject } from '../json';
import type { MetricTarget, StudioAuthor } from './types';

export const SKIP_CONDITIONS = [
  'no_open_feedback',
  'no_todo_tasks',
  'no_fixed_feedback',
  'first_iteration',
  'not_first_iteration',
] as const;
export type SkipCondition = (typeof SKIP_CONDITIONS)[number];

export interface LoopStage {
  /** Unique in the loop. */
  readonly id: string;
  readonly kind: 'agents' | 'playtest';
  /** `@role`, `@discipline`, `@all`, an id, or several as `@a|@b`: the first of them that somebody in the roster has. */
  readonly assignees: readonly string[];
  /** What they are asked to do, with placeholders such as `{goal}`. */
  readonly instruction: string;
  /** Whether all work at once; otherwise one after another. */
  readonly parallel: boolean;
  /** Only those who have open tasks take part. */
  readonly only_with_tasks: boolean;
  /** Ids of earlier stages whose reports are given to this one. */
  readonly inputs: readonly string[];
  /** How to play, of a playtest. */
  readonly playtest?: JsonObject;
  /** They are asked to submit what they find as feedback. */
  readonly file_feedback: boolean;
  /** They are asked to look whether what is fixed is fixed. */
  readonly verify_fixed: boolean;
  readonly gate?: { readonly skip_if?: SkipCondition; readonly approval?: 'human' };
}

export interface LoopStop {
  readonly max_iterations: number;
  readonly metric_targets?: Readonly<Record<string, MetricTarget>>;
  /** Ends when somebody of direction or production, or the person, signs off. */
  readonly director_signoff?: boolean;
  readonly token_budget?: number;
  readonly time_budget_minutes?: number;
}

export const LOOP_STATUSES = ['idle', 'running', 'awaiting_approval', 'done', 'stopped'] as const;
export type LoopStatus = (typeof LOOP_STATUSES)[number];

export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface LoopReport {
  readonly agent: StudioAuthor;
  readonly report: string;
  readonly at: string;
  readonly signoff?: boolean;
  readonly usage?: TokenUsage;
  readonly metrics?: Readonly<Record<string, number>>;
}

/** A stage of one iteration that has ended. */
export interface LoopHistoryEntry {
  readonly iteration: number;
  readonly stage: string;
  readonly outcome: 'done' | 'skipped';
  /** Why it was skipped or cut short. */
  readonly why?: string;
  readonly at: string;
  readonly reports: readonly LoopReport[];
}

/** How a loop runs, or ran last. */
export interface LoopRun {
  readonly status: LoopStatus;
  readonly goal: string;
  /** From 1; 0 before the first. */
  readonly iteration: number;
  readonly max_iterations: number;
  /** The stage that is under way or waits for approval. */
  readonly stage?: string;
  /** Whose reports are awaited now. */
  readonly pending: readonly StudioAuthor[];
  /** Whose turn comes after theirs, where a stage is not parallel. */
  readonly queue: readonly StudioAuthor[];
  /** Of the stage that is under way. */
  readonly reports: readonly LoopReport[];
  /** Whether somebody who may has signed off in this iteration. */
  readonly signed_off: boolean;
  readonly tokens: TokenUsage;
  /** The latest of each. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly started_by?: StudioAuthor;
  readonly started_at?: string;
  readonly ended_at?: string;
  /** Why it ended. */
  readonly reason?: string;
  /** Oldest first; of the present run. */
  readonly history: readonly LoopHistoryEntry[];
}

/** `studio/loops/<name>.loop.json`. */
export interface StudioLoop {
  readonly name: string;
  readonly goal: string;
  readonly description: string;
  readonly stages: readonly LoopStage[];
  readonly stop: LoopStop;
  readonly run: LoopRun;
}

/** What one of the loop's agents is to do now. */
export interface LoopAssignment {
  readonly agent: StudioAuthor;
  readonly stage: string;
  /** Made from the stage's instruction; what others wrote stands in it as quoted data. */
  readonly prompt: string;
  /** Its open tasks. */
  readonly tasks: readonly string[];
}

/** A loop in lists. */
export interface LoopSummary {
  readonly name: string;
  readonly status: LoopStatus | 'broken';
  readonly goal: string;
  readonly iteration: number;
  readonly max_iterations: number;
  readonly stage?: string;
  readonly pending: readonly StudioAuthor[];
  /** Why its file can't be used. */
  readonly problem?: string;
}

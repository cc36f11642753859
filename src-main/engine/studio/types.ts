/**
 * What the studio keeps, as it stands in `studio/` and in the results of its tools. Every text in it was written by an agent or
 * a person: it is data to show, never an instruction. Fields that are not known here are kept in the files.
 */
import type { Json, JsonObject } from '../json';
import type { LoopSummary } from './loop-types';

/**
 * Who wrote something: the id of an agent of the roster (`mira`), `user` (the person), or `mcp:claude-code` (a client that speaks
 * for no agent of the roster).
 */
export type StudioAuthor = string;

/** One line of `studio/messages.jsonl`. */
export interface StudioMessage {
  /** `M-12`; the number rises by one. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly from: StudioAuthor;
  /** The actor that wrote it, where that is not `from` itself: in its name (`as`), or the person in a terminal (`cli`). */
  readonly via?: string;
  /** Without `#`. */
  readonly channel: string;
  readonly text: string;
  /** To whom: ids, `user`, `@role`, `@discipline`, `@all`. Missing: to nobody in particular. */
  readonly to?: readonly string[];
  /** Who is named in the text, without the `@`: ids, roles, disciplines, `all`, `user`. */
  readonly mentions?: readonly string[];
  /** The message that began the thread; missing on the first one of it. */
  readonly thread?: string;
  /** The message that it answers. */
  readonly reply_to?: string;
  /** `request`, `inform`, `handoff`, `result`, `question`, `answer`, `approval_request` …; missing: plain chat. */
  readonly kind?: string;
  readonly data?: JsonObject;
  readonly refs?: { readonly task?: string; readonly feedback?: string };
}

export const TASK_STATUSES = ['backlog', 'todo', 'doing', 'review', 'done', 'dropped'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** From the least urgent to the most. */
export const PRIORITIES = ['low', 'normal', 'high', 'critical'] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface StudioComment {
  readonly at: string;
  readonly by: StudioAuthor;
  readonly text: string;
}

export interface TaskLinks {
  /** `F-3`. */
  readonly feedback?: readonly string[];
  /** Ids, names or paths of entities. */
  readonly entities?: readonly (number | string)[];
  /** Paths of files. */
  readonly assets?: readonly string[];
  /** Paths of pictures. */
  readonly captures?: readonly string[];
}

/** A card of the board: one of `tasks` in `studio/board.json`. */
export interface StudioTask {
  /** `T-12`. */
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: Priority;
  /** Missing: nobody's. */
  readonly assignee?: StudioAuthor;
  /** Such as `design`, `code`, `art`: who may claim it by themselves. */
  readonly discipline?: string;
  readonly description: string;
  /** What has to hold for it to be done. */
  readonly acceptance: readonly string[];
  /** Tasks that have to be done (or dropped) before it begins. */
  readonly depends_on: readonly string[];
  readonly links: TaskLinks;
  /** Oldest first. A list of tasks gives the last three of each. */
  readonly comments: readonly StudioComment[];
  readonly created_by: StudioAuthor;
  readonly created_at: string;
  readonly updated_at: string;
}

export const FEEDBACK_CATEGORIES = [
  'fun',
  'difficulty',
  'clarity',
  'visuals',
  'audio',
  'performance',
  'bug',
  'narrative',
  'accessibility',
] as const;
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number];

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const FEEDBACK_STATUSES = [
  'open',
  'accepted',
  'dropped',
  'deferred',
  'in_progress',
  'fixed',
  'verified',
  'regressed',
] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

/** One of `feedback` in `studio/feedback.json`. */
export interface StudioFeedback {
  /** `F-3`. */
  readonly id: string;
  readonly category: FeedbackCategory;
  readonly severity: Severity;
  readonly status: FeedbackStatus;
  readonly summary: string;
  readonly details: string;
  /** What it is about: an entity, a scene, a file. */
  readonly target?: string;
  /** `playtest`, `captures`, `metrics`, `positions`, `repro`, `trace`, and whatever else its author gave. */
  readonly evidence: JsonObject;
  /** The same words for the same finding: when it comes again, `occurrences` rises instead. */
  readonly fingerprint?: string;
  readonly occurrences: number;
  /** The decision that holds: `D-2`. */
  readonly decision?: string;
  /** The feedback that it was merged into. */
  readonly merged_into?: string;
  readonly comments: readonly StudioComment[];
  readonly by: StudioAuthor;
  readonly at: string;
  readonly updated_at: string;
}

export const VERDICTS = ['act', 'drop', 'defer', 'merge_into'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** At least one of both. */
export interface MetricTarget {
  readonly min?: number;
  readonly max?: number;
}

/** One of `decisions` in `studio/decisions.json`. Decisions are never changed; a later one of the same feedback replaces it. */
export interface StudioDecision {
  /** `D-2`. */
  readonly id: string;
  /** The feedback that it is about. */
  readonly feedback: string;
  readonly verdict: Verdict;
  readonly rationale: string;
  readonly by: StudioAuthor;
  readonly via?: string;
  readonly at: string;
  /** The tasks that it led to. */
  readonly tasks: readonly string[];
  readonly merge_into?: string;
  readonly targets?: Readonly<Record<string, MetricTarget>>;
  readonly metrics_before?: JsonObject;
  /** The decision that it takes the place of. */
  readonly replaces?: string;
}

export const PRESENCE_STATUSES = ['working', 'idle', 'waiting', 'blocked'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

/** What somebody says they are doing. In memory only: it ends with the engine. */
export interface StudioPresence {
  readonly agent: StudioAuthor;
  readonly status: PresenceStatus;
  readonly activity?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A channel in the overview and the inbox. */
export interface ChannelSummary {
  readonly channel: string;
  readonly messages: number;
  /** Of the reader. */
  readonly unread: number;
  /** Id of the newest message. */
  readonly last: string;
}

/** Why a file of the studio can't be used as it is. It is shown, and not written to, until a person mends it. */
export interface StudioProblem {
  readonly path: string;
  readonly problem: string;
}

/** An agent of the roster, in the overview. */
export interface StudioMember {
  readonly id: string;
  readonly name: string;
  readonly role?: string;
  readonly discipline?: string;
  readonly focus?: string;
  /** `broken` where its entry is; otherwise what it said of itself, or `idle`. */
  readonly status: PresenceStatus | 'broken';
  readonly activity?: string;
  readonly open_tasks: number;
  readonly decides: boolean;
}

/** What `studio_overview` gives. */
export interface StudioOverview {
  readonly you: { readonly by: StudioAuthor; readonly decides: boolean };
  readonly agents: readonly StudioMember[];
  /** Of everybody who said something of it, also those who are not in the roster. */
  readonly presence: readonly StudioPresence[];
  /** Number of tasks by status. */
  readonly board: Readonly<Record<TaskStatus, number>>;
  /** Number of feedback by status. */
  readonly feedback: Readonly<Record<FeedbackStatus, number>>;
  /** Open and regressed feedback, the most severe first, at most 20. */
  readonly needs_decision: readonly StudioFeedback[];
  /** Newest first, at most 10. */
  readonly recent_decisions: readonly StudioDecision[];
  readonly loops: readonly LoopSummary[];
  readonly channels: readonly ChannelSummary[];
  readonly problems: readonly StudioProblem[];
}

/** `data` of an event of type `studio`. */
export interface StudioEventData {
  /** `sent`, `created`, `updated`, `claimed`, `submitted`, `made`, `defined`, `started`, `advanced`, `finished`, `stopped`, `deleted`, `presence`, `changed_on_disk`. */
  readonly action: string;
  /** Of what it is about: `T-3`, the name of a loop, of a presence the agent. */
  readonly id: string;
  readonly by: StudioAuthor;
  readonly message?: StudioMessage;
  readonly task?: StudioTask;
  readonly feedback?: StudioFeedback;
  readonly decision?: StudioDecision;
  readonly [more: string]: Json | object | undefined;
}

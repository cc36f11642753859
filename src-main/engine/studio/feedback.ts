/** What becomes of feedback, and who may say so. */
import { toolError, ToolFailure } from '../errors';
import type { JsonObject } from '../json';
import { listNames } from '../text/suggest';
import {
  commented,
  createTask,
  reopenTasks,
  taskOf,
  updateTask,
  type TaskFields,
  type Writer,
} from './board';
import { LIMITS, numberOf } from './records';
import type { StudioEdit } from './store';
import {
  SEVERITIES,
  type FeedbackCategory,
  type FeedbackStatus,
  type MetricTarget,
  type Severity,
  type StudioDecision,
  type StudioFeedback,
  type Verdict,
} from './types';
import { invalid, missing } from './writing';

/** Statuses that a decision gives. */
const DECIDED: ReadonlySet<FeedbackStatus> = new Set(['accepted', 'dropped', 'deferred']);

/** What follows a status by itself, without a new decision. */
const WORK: Readonly<Record<FeedbackStatus, readonly FeedbackStatus[]>> = {
  open: [],
  accepted: ['in_progress', 'fixed'],
  in_progress: ['accepted', 'fixed'],
  fixed: ['in_progress', 'verified', 'regressed'],
  verified: ['regressed'],
  regressed: ['in_progress', 'fixed'],
  dropped: [],
  deferred: [],
};

/** Whether feedback of a status may become another, and who may do it. */
export function transition(from: FeedbackStatus, to: FeedbackStatus): 'anybody' | 'deciding' | 'never' {
  if (from === to || WORK[from].includes(to)) return 'anybody';
  // Nothing is verified that was not fixed, and nothing comes back that was never gone.
  if (to === 'verified' || to === 'regressed') return 'never';
  return 'deciding';
}

/** Waits for somebody who may decide. */
export function needsDecision({ status }: Pick<StudioFeedback, 'status'>): boolean {
  return status === 'open' || status === 'regressed';
}

/** The most severe first, then the newest. */
export function bySeverity(a: StudioFeedback, b: StudioFeedback): number {
  const severity = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return severity === 0 ? numberOf(b.id) - numberOf(a.id) : severity;
}

export function feedbackOf(edit: StudioEdit, id: string): StudioFeedback {
  const found = edit.feedback.get(id);
  if (found !== undefined) return found;
  throw missing(
    `There is no feedback ${JSON.stringify(id.slice(0, 40))}.`,
    'studio_feedback_list shows what there is.',
  );
}

export interface FeedbackFields {
  readonly category?: FeedbackCategory;
  readonly severity?: Severity;
  readonly summary?: string;
  readonly details?: string;
  readonly target?: string;
  readonly evidence?: JsonObject;
}

/**
 * Adds feedback; of the same fingerprint as one that is there, counts that one once more. What was fixed has come back then:
 * its tasks are to be done again.
 */
export function submitFeedback(
  edit: StudioEdit,
  fields: FeedbackFields & { readonly category: FeedbackCategory; readonly fingerprint?: string },
  { actor, at }: Writer,
): { readonly feedback: StudioFeedback; readonly created: boolean } {
  const { fingerprint } = fields;
  const same = fingerprint === undefined ? undefined : firstWith(edit, fingerprint);
  if (same !== undefined) {
    const severity =
      SEVERITIES[Math.max(SEVERITIES.indexOf(same.severity), SEVERITIES.indexOf(fields.severity ?? 'low'))];
    const back = same.status === 'fixed' || same.status === 'verified';
    const feedback = edit.feedback.put({
      ...same,
      severity: severity ?? same.severity,
      evidence: merged(same.evidence, fields.evidence),
      occurrences: same.occurrences + 1,
      ...(back ? { status: 'regressed' as const } : {}),
      updated_at: at,
    });
    if (back) reopenTasks(edit, same.id, at);
    return { feedback, created: false };
  }
  const feedback = edit.feedback.put({
    id: edit.feedback.newId(),
    category: fields.category,
    severity: fields.severity ?? 'medium',
    status: 'open',
    summary: summaryOf(fields.summary ?? ''),
    details: fields.details ?? '',
    target: fields.target,
    evidence: fields.evidence ?? {},
    fingerprint,
    occurrences: 1,
    comments: [],
    by: actor.by,
    at,
    updated_at: at,
  });
  return { feedback, created: true };
}

export function updateFeedback(
  edit: StudioEdit,
  id: string,
  fields: FeedbackFields & { readonly status?: FeedbackStatus; readonly comment?: string },
  { actor, at }: Writer,
): StudioFeedback {
  const before = feedbackOf(edit, id);
  const { status, comment, evidence, summary, ...rest } = fields;
  if (status !== undefined) {
    const who = transition(before.status, status);
    if (who === 'never')
      throw conflict(
        `${id} is ${before.status}, so it can't become ${status}.`,
        'What is fixed can be verified, and what was fixed can come back.',
      );
    if (who === 'deciding' && !actor.decides)
      throw denied(
        `${actor.by} can't make ${id} ${status}, which is ${before.status}: that is decided by direction and production, or the person.`,
        DECIDED.has(status)
          ? 'Ask them for a decision: studio_message_send with "feedback".'
          : 'It has to be accepted first.',
      );
  }
  const feedback = edit.feedback.put({
    ...before,
    ...rest,
    ...(summary === undefined ? {} : { summary: summaryOf(summary) }),
    ...(evidence === undefined ? {} : { evidence: merged(before.evidence, evidence) }),
    ...(status === undefined ? {} : { status }),
    ...(comment === undefined ? {} : { comments: commented(before, { at, by: actor.by, text: comment }) }),
    updated_at: at,
  });
  if (status === 'regressed' && before.status !== 'regressed') reopenTasks(edit, id, at);
  return feedback;
}

export interface Decision {
  readonly feedback: string;
  readonly verdict: Verdict;
  readonly rationale: string;
  /** New tasks. */
  readonly tasks: readonly TaskFields[];
  /** Tasks that are there. */
  readonly task_ids: readonly string[];
  readonly merge_into?: string;
  readonly targets?: Readonly<Record<string, MetricTarget>>;
  readonly metrics_before?: JsonObject;
  readonly redecide: boolean;
}

/** Decides about feedback: the decision, its tasks, and the status that follows, as one change. */
export function decide(edit: StudioEdit, asked: Decision, writer: Writer): StudioDecision {
  const { actor, at } = writer;
  if (!actor.decides)
    throw denied(
      `${actor.by} can't decide about feedback: direction and production do, or the person.`,
      'Ask them: studio_message_send with "feedback".',
    );
  const feedback = feedbackOf(edit, asked.feedback);
  if (!needsDecision(feedback) && !asked.redecide)
    throw conflict(
      `${feedback.id} is decided already (${[feedback.decision, feedback.status].filter(Boolean).join(', ')}).`,
      'To decide anew give "redecide": true.',
    );
  if (asked.rationale.trim() === '') throw invalid('The rationale is empty', 'Say why: the team reads it.');
  if (asked.verdict !== 'act' && asked.tasks.length + asked.task_ids.length > 0)
    throw invalid(`The verdict "${asked.verdict}" has no tasks`, 'Only "act" has.');
  const into = asked.verdict === 'merge_into' ? mergeTarget(edit, feedback, asked.merge_into) : undefined;
  if (asked.verdict !== 'merge_into' && asked.merge_into !== undefined)
    throw invalid(
      `The verdict "${asked.verdict}" merges nothing`,
      'Leave "merge_into" out, or make it the verdict.',
    );
  checkTargets(asked.targets);
  const tasks = linkTasks(edit, feedback.id, asked, writer);
  const decision = edit.decisions.put({
    id: edit.decisions.newId(),
    feedback: feedback.id,
    verdict: asked.verdict,
    rationale: asked.rationale,
    by: actor.by,
    via: actor.via,
    at,
    tasks,
    merge_into: into?.id,
    targets: asked.targets,
    metrics_before: asked.metrics_before,
    replaces: feedback.decision,
  });
  edit.feedback.put({
    ...(edit.feedback.get(feedback.id) ?? feedback),
    status: STATUS_OF[asked.verdict],
    decision: decision.id,
    merged_into: into?.id,
    updated_at: at,
  });
  if (into !== undefined)
    edit.feedback.put({ ...into, occurrences: into.occurrences + feedback.occurrences, updated_at: at });
  return decision;
}

const STATUS_OF: Readonly<Record<Verdict, FeedbackStatus>> = {
  act: 'accepted',
  drop: 'dropped',
  defer: 'deferred',
  merge_into: 'dropped',
};

function linkTasks(edit: StudioEdit, feedback: string, asked: Decision, writer: Writer): readonly string[] {
  const links = { feedback: [feedback] };
  const known = [...new Set(asked.task_ids)].map((id) => {
    taskOf(edit, id);
    return updateTask(edit, id, { links }, writer).id;
  });
  const made = asked.tasks.map(
    (fields) => createTask(edit, { ...fields, links: { ...fields.links, ...links } }, writer).id,
  );
  return [...known, ...made];
}

/** Throws where feedback can't be merged into another; what was merged itself leads on to where it went. */
function mergeTarget(edit: StudioEdit, feedback: StudioFeedback, id: string | undefined): StudioFeedback {
  if (id === undefined) throw invalid('"merge_into" is missing', 'Give the feedback that it is the same as.');
  let into = feedbackOf(edit, id);
  const path = [feedback.id];
  while (into.merged_into !== undefined && !path.includes(into.id)) {
    path.push(into.id);
    into = feedbackOf(edit, into.merged_into);
  }
  if (path.includes(into.id))
    throw invalid(`${feedback.id} would be merged into itself: ${listNames([...path, into.id])}`);
  return into;
}

function checkTargets(targets: Decision['targets']): void {
  for (const [metric, { min, max }] of Object.entries(targets ?? {})) {
    if (min === undefined && max === undefined)
      throw invalid(`The target of ${metric} has neither "min" nor "max"`);
    if (min !== undefined && max !== undefined && min > max)
      throw invalid(`The target of ${metric} has a "min" (${min}) above its "max" (${max})`);
  }
}

/** What it was merged into counts, where it was. */
function firstWith(edit: StudioEdit, fingerprint: string): StudioFeedback | undefined {
  for (const feedback of edit.feedback.all())
    if (feedback.fingerprint === fingerprint) {
      const into = feedback.merged_into === undefined ? undefined : edit.feedback.get(feedback.merged_into);
      return into ?? feedback;
    }
  return undefined;
}

/** The newer of each, as much as there may be. */
function merged(before: JsonObject, added: JsonObject | undefined): JsonObject {
  const evidence = { ...before, ...added };
  if (JSON.stringify(evidence).length > LIMITS.data)
    throw invalid(
      `The evidence would have more than ${LIMITS.data} characters as JSON`,
      'Give paths of files instead.',
    );
  return evidence;
}

function summaryOf(summary: string): string {
  const trimmed = summary.trim();
  if (trimmed === '') throw invalid('The summary is empty', 'Say in one sentence what was found.');
  return trimmed;
}

function conflict(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('conflict', message, hint));
}

function denied(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('permission_denied', message, hint));
}

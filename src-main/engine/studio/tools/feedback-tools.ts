/** `studio_feedback_submit`, `_list`, `_update` and `studio_decide`. */
import { isJsonObject, type JsonObject } from '../../json';
import {
  optionalList,
  optionalNumber,
  optionalObject,
  optionalText,
  optionalTexts,
  requiredText,
} from '../../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, text } from '../../tools/builtin/define';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { jsonResult } from '../../tools/result';
import { decide, needsDecision, submitFeedback, updateFeedback, type FeedbackFields } from '../feedback';
import type { StudioEdit } from '../store';
import { LIMITS, metricTargets, numberOf } from '../records';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_STATUSES,
  SEVERITIES,
  VERDICTS,
  type FeedbackStatus,
  type StudioFeedback,
} from '../types';
import type { Writer } from '../board';
import {
  asJson,
  changeInCall,
  checkWritten,
  invalid,
  missing,
  oneLine,
  tell,
  type StudioParts,
} from '../writing';
import { AS, checkAnythingGiven, countByStatus, longText, shortText, texts } from './common';
import { FIELDS, fieldsOf, tellOfFeedback, tellOfTask, writerOf } from './task-tools';

const FEEDBACK = anyObject(
  '`id`, `category`, `severity`, `status`, `summary`, `details`, `target`, `evidence`, `fingerprint`, `occurrences`, `decision`, `merged_into`, `comments`, `by`, `at`, `updated_at`.',
);

const CATEGORY = text('What it is about.', { enum: [...FEEDBACK_CATEGORIES] });
const DETAILS: Readonly<Record<string, JsonObject>> = {
  details: longText('All that helps to understand it.'),
  target: shortText('An entity, a scene, a file.'),
  evidence: anyObject('`playtest`, `captures`, `metrics`, `positions`, `repro`, `trace`; at most 16 KiB.'),
};

/** Tasks that one decision makes. */
const MAX_NEW_TASKS = 20;

export function feedbackTools(parts: StudioParts): ToolDefinition[] {
  return [submitTool(parts), listTool(parts), updateTool(parts), decideTool(parts)];
}

function submitTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_feedback_submit',
    title: 'Give feedback',
    description:
      'Reports what was found while playing or looking (studio/feedback.json); direction or the person then decides about it. ' +
      'With a "fingerprint", the same finding again counts up instead of standing there twice, and what was fixed counts as come back. ' +
      'Example: {"category": "difficulty", "severity": "high", "summary": "The second jump can’t be made", "target": "Level 1/Gap", "fingerprint": "jump-2"}.',
    category: 'studio',
    input: {
      category: CATEGORY,
      severity: text('How bad it is.', { enum: [...SEVERITIES], default: 'medium' }),
      summary: shortText('In one sentence.', { minLength: 1 }),
      ...DETAILS,
      fingerprint: shortText('The same words for the same finding.', { minLength: 1 }),
      as: AS,
    },
    required: ['category', 'summary'],
    output: { feedback: FEEDBACK, created: flag('False where it was there already.') },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      checkWritten(args);
      const writer = writerOf(parts, args, context);
      const category = FEEDBACK_CATEGORIES.find((word) => word === args.category);
      if (category === undefined) throw invalid('"category" is missing');
      const fingerprint = optionalText(args, 'fingerprint');
      const fields = { ...detailsOf(args), category, ...(fingerprint === undefined ? {} : { fingerprint }) };
      const { value, ...also } = changed(parts, context, (edit) => submitFeedback(edit, fields, writer));
      const { feedback, created } = value;
      tellAll(parts, context, writer, also, { [feedback.id]: 'submitted' });
      const again = `Counted ${feedback.id} once more (${feedback.occurrences} times, ${feedback.status}).`;
      return jsonResult(
        { feedback: asJson(feedback), created },
        created
          ? `Submitted ${feedback.id} “${oneLine(feedback.summary, 80)}” (${feedback.severity}).`
          : again,
      );
    },
  });
}

function updateTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_feedback_update',
    title: 'Change feedback',
    description:
      'Changes what is given of a feedback, or comments on it; evidence is merged. Whoever works on it says "in_progress", "fixed", then "verified" or "regressed" (its tasks are reopened). ' +
      'Accepting, dropping, deferring and reopening are for direction, production and the person; studio_decide does it with a reason. Example: {"feedback": "F-3", "status": "verified", "comment": "Ten of ten runs"}.',
    category: 'studio',
    input: {
      feedback: text('F-3.', { maxLength: 20 }),
      status: text('Where it stands.', { enum: [...FEEDBACK_STATUSES] }),
      category: CATEGORY,
      severity: text('How bad it is.', { enum: [...SEVERITIES] }),
      summary: shortText('In one sentence.', { minLength: 1 }),
      ...DETAILS,
      comment: text('A comment, added to the others.', { minLength: 1, maxLength: LIMITS.comment }),
      as: AS,
    },
    required: ['feedback'],
    output: { feedback: FEEDBACK },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      checkWritten(args);
      const writer = writerOf(parts, args, context);
      const id = requiredText(args, 'feedback');
      checkAnythingGiven(args, 'feedback');
      const category = FEEDBACK_CATEGORIES.find((word) => word === args.category);
      const status = FEEDBACK_STATUSES.find((word) => word === args.status);
      const comment = optionalText(args, 'comment');
      const fields = {
        ...detailsOf(args),
        ...(category === undefined ? {} : { category }),
        ...(status === undefined ? {} : { status }),
        ...(comment === undefined ? {} : { comment }),
      };
      const { value: feedback, ...also } = changed(parts, context, (edit) =>
        updateFeedback(edit, id, fields, writer),
      );
      tellAll(parts, context, writer, also, {});
      return jsonResult(
        { feedback: asJson(feedback) },
        `${feedback.id} is ${feedback.status} (${feedback.severity}).`,
      );
    },
  });
}

function listTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_feedback_list',
    title: 'Feedback',
    description:
      'Gives feedback, the newest first, each with the decision about it. "needs_decision" is what is open or has come back, "active" what is accepted, in progress or fixed. Example: {"status": "needs_decision"}.',
    category: 'studio',
    input: {
      status: text('One status, or several under one name.', {
        enum: ['all', 'needs_decision', 'active', ...FEEDBACK_STATUSES],
        default: 'all',
      }),
      category: CATEGORY,
      feedback: text('One of them: F-3.', { maxLength: 20 }),
      limit: integer('At most so many.', { minimum: 1, maximum: LIMITS.feedback, default: 50 }),
      offset: integer('So many are left out at the start.', { minimum: 0, default: 0 }),
    },
    output: {
      feedback: list(
        FEEDBACK,
        'Each with `decided` (the decision that holds) and `tasks` (ids of those that answer it).',
      ),
      total: integer('How many there are of that kind.'),
      counts: anyObject('Of all feedback: a number for each status.'),
      problems: list({ type: 'string' }, 'Why a file can’t be used as it is.'),
    },
    quiet: true,
    usesScene: false,
    run: (args) => listFeedback(parts, args),
  });
}

function listFeedback({ store }: StudioParts, args: JsonObject): ToolResult {
  const feedback = store.tables.feedback.read();
  const decisions = store.tables.decisions.read();
  const tasks = store.tables.tasks.read();
  const one = optionalText(args, 'feedback');
  if (one !== undefined && !feedback.records.has(one))
    throw missing(
      `There is no feedback ${JSON.stringify(one.slice(0, 40))}.`,
      'Without "feedback", all are listed.',
    );
  const status = optionalText(args, 'status') ?? 'all';
  const category = optionalText(args, 'category');
  const matching = [...feedback.records.values()]
    .filter(
      (each) =>
        (one === undefined ? isOf(each, status) : each.id === one) &&
        (category === undefined || each.category === category),
    )
    .sort((a, b) => numberOf(b.id) - numberOf(a.id));
  const offset = optionalNumber(args, 'offset') ?? 0;
  const page = matching.slice(offset, offset + (optionalNumber(args, 'limit') ?? 50));
  const answers = new Map<string, string[]>(page.map(({ id }) => [id, []]));
  for (const task of tasks.records.values())
    for (const id of task.links.feedback ?? []) answers.get(id)?.push(task.id);
  const problems = [feedback.problem, decisions.problem].filter((problem) => problem !== undefined);
  const given = page.map((each) => {
    const decided = each.decision === undefined ? undefined : decisions.records.get(each.decision);
    return {
      ...asJson(each),
      ...(decided === undefined ? {} : { decided: asJson(decided) }),
      tasks: answers.get(each.id) ?? [],
    };
  });
  const lines = page.map(
    ({ id, severity, category: about, status: stands, occurrences, summary }) =>
      `${id} ${stands} ${severity} ${about}${occurrences > 1 ? ` ×${occurrences}` : ''}: ${oneLine(summary, 160)}`,
  );
  return jsonResult(
    {
      feedback: given,
      total: matching.length,
      counts: countByStatus(FEEDBACK_STATUSES, feedback.records.values()),
      problems,
    },
    [...problems, ...(lines.length === 0 ? ['No feedback.'] : lines)].join('\n'),
  );
}

const ACTIVE: ReadonlySet<FeedbackStatus> = new Set(['accepted', 'in_progress', 'fixed']);

function isOf(feedback: StudioFeedback, status: string): boolean {
  if (status === 'all') return true;
  if (status === 'needs_decision') return needsDecision(feedback);
  return status === 'active' ? ACTIVE.has(feedback.status) : feedback.status === status;
}

function decideTool(parts: StudioParts): ToolDefinition {
  const { title, description, acceptance, discipline, assignee, priority, depends_on, links } = FIELDS;
  return defineTool({
    name: 'studio_decide',
    title: 'Decide about feedback',
    description:
      'For direction, production and the person: what is done about a feedback, and why. "act" accepts it, with tasks that answer it; "drop" and "defer" put it away; "merge_into" counts it to another. Decisions are kept for good (studio/decisions.json); "redecide" replaces one. ' +
      'Example: {"feedback": "F-3", "verdict": "act", "rationale": "Half of the players stop there", "tasks": [{"title": "Shorten the gap", "assignee": "@level_designer"}]}.',
    category: 'studio',
    input: {
      feedback: text('F-3.', { maxLength: 20 }),
      verdict: text('What is done.', { enum: [...VERDICTS] }),
      rationale: text('Why.', { minLength: 1, maxLength: LIMITS.text }),
      tasks: list(
        {
          type: 'object',
          properties: { title, description, acceptance, discipline, assignee, priority, depends_on, links },
          required: ['title'],
          additionalProperties: false,
        },
        'New tasks, as studio_task_create takes them.',
        { maxItems: MAX_NEW_TASKS },
      ),
      task_ids: texts('Tasks that are there: T-4.', LIMITS.depends_on, 20),
      merge_into: text('The other feedback: F-2.', { maxLength: 20 }),
      targets: anyObject('What has to be reached: {"falls_per_run": {"max": 2}}.'),
      metrics_before: anyObject('What was measured before.'),
      redecide: flag('Whether it takes the place of an earlier decision.', false),
      as: AS,
    },
    required: ['feedback', 'verdict', 'rationale'],
    output: {
      decision: anyObject(
        '`id`, `feedback`, `verdict`, `rationale`, `by`, `at`, `tasks`, `merge_into`, `targets`, `metrics_before`, `replaces`.',
      ),
      feedback: FEEDBACK,
    },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => makeDecision(parts, args, context),
  });
}

function makeDecision(parts: StudioParts, args: JsonObject, context: ToolContext): ToolResult {
  checkWritten(args);
  const writer = writerOf(parts, args, context);
  const verdict = VERDICTS.find((word) => word === args.verdict);
  if (verdict === undefined) throw invalid('"verdict" is missing');
  const targets = metricTargets.safeParse(args.targets ?? {});
  if (!targets.success)
    throw invalid(
      '"targets" has to hold {"min": number, "max": number} for each metric',
      'Such as {"falls_per_run": {"max": 2}}.',
    );
  const into = optionalText(args, 'merge_into');
  const before = optionalObject(args, 'metrics_before');
  const asked = {
    feedback: requiredText(args, 'feedback'),
    verdict,
    rationale: requiredText(args, 'rationale'),
    tasks: (optionalList(args, 'tasks') ?? []).filter(isJsonObject).map(fieldsOf),
    task_ids: optionalTexts(args, 'task_ids') ?? [],
    ...(into === undefined ? {} : { merge_into: into }),
    ...(args.targets === undefined ? {} : { targets: targets.data }),
    ...(before === undefined ? {} : { metrics_before: before }),
    redecide: args.redecide === true,
  };
  const { value, ...also } = changed(parts, context, (edit) => {
    const decision = decide(edit, asked, writer);
    return { decision, feedback: edit.feedback.get(decision.feedback) };
  });
  const { decision, feedback } = value;
  tell(
    parts,
    context,
    'decision',
    `${decision.by} decided on ${decision.feedback}: ${verdict}. ${decision.rationale}`,
    {
      action: 'made',
      id: decision.id,
      by: decision.by,
      decision,
    },
  );
  tellAll(parts, context, writer, also, {});
  const tasks = decision.tasks.length === 0 ? '' : `, with ${decision.tasks.join(', ')}`;
  return jsonResult(
    { decision: asJson(decision), feedback: asJson(feedback ?? {}) },
    `${decision.id}: ${decision.feedback} is ${feedback?.status ?? ''}${tasks}.`,
  );
}

interface Also {
  readonly feedback: readonly StudioFeedback[];
  readonly tasks: readonly { readonly task: Parameters<typeof tellOfTask>[4]; readonly isNew: boolean }[];
}

/** Makes a change; answers also what of tasks and feedback it moved. */
function changed<T>(
  parts: StudioParts,
  context: ToolContext,
  work: (edit: StudioEdit) => T,
): Also & { readonly value: T } {
  return changeInCall(parts.store, context, (edit) => ({
    value: work(edit),
    feedback: [...edit.feedback.changes.values()].map(({ after }) => after),
    tasks: [...edit.tasks.changes.values()].map(({ before, after }) => ({
      task: after,
      isNew: before === undefined,
    })),
  }));
}

/** `actions`: by id, where it is another than `updated`. */
function tellAll(
  parts: StudioParts,
  context: ToolContext,
  { actor }: Writer,
  { feedback, tasks }: Also,
  actions: Readonly<Record<string, string>>,
): void {
  for (const each of feedback) tellOfFeedback(parts, context, actor, actions[each.id] ?? 'updated', each);
  for (const { task, isNew } of tasks) tellOfTask(parts, context, actor, isNew ? 'created' : 'updated', task);
}

function detailsOf(args: JsonObject): FeedbackFields {
  const severity = SEVERITIES.find((word) => word === args.severity);
  const summary = optionalText(args, 'summary');
  const details = optionalText(args, 'details');
  const target = optionalText(args, 'target');
  const evidence = optionalObject(args, 'evidence');
  return {
    ...(severity === undefined ? {} : { severity }),
    ...(summary === undefined ? {} : { summary }),
    ...(details === undefined ? {} : { details }),
    ...(target === undefined ? {} : { target }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** `studio_task_create`, `_update`, `_list` and `_claim`: the board. */
import { isJsonObject, type JsonObject } from '../../json';
import { optionalNumber, optionalText, optionalTexts, requiredText } from '../../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, text } from '../../tools/builtin/define';
import { count } from '../../tools/builtin/entities';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { jsonResult } from '../../tools/result';
import {
  byUrgency,
  claimTask,
  createTask,
  isOpen,
  updateTask,
  waitsFor,
  type TaskFields,
  type Writer,
} from '../board';
import { PERSON_NAME, type Actor } from '../people';
import { LIMITS } from '../records';
import {
  PRIORITIES,
  TASK_STATUSES,
  type Priority,
  type StudioFeedback,
  type StudioTask,
  type TaskLinks,
} from '../types';
import {
  asJson,
  changeInCall,
  checkWritten,
  invalid,
  missing,
  oneLine,
  tell,
  time,
  type StudioParts,
} from '../writing';
import { AS, checkAnythingGiven, countByStatus, longText, shortText, texts } from './common';

/** Comments of each task in a list. */
const LISTED_COMMENTS = 3;

const TASK = anyObject(
  '`id`, `title`, `status`, `priority`, `assignee`, `discipline`, `description`, `acceptance`, `depends_on`, `links`, `comments`, `created_by`, `created_at`, `updated_at`.',
);

const LINKS: JsonObject = {
  type: 'object',
  properties: {
    feedback: texts('F-3.', LIMITS.links, 20),
    entities: {
      type: 'array',
      items: { type: ['integer', 'string'] },
      maxItems: LIMITS.links,
      description: 'Ids, names or paths.',
    },
    assets: texts('Paths of files.', LIMITS.links),
    captures: texts('Paths of pictures.', LIMITS.links),
  },
  additionalProperties: false,
  description: 'What it is about.',
};

export const FIELDS = {
  title: shortText('What is to be done, in a few words.', { minLength: 1 }),
  description: longText('What has to be known for it.'),
  acceptance: texts('What has to hold for it to be done.', LIMITS.acceptance, LIMITS.acceptance_text),
  discipline: shortText('Who may claim it by themselves: design, code, art …'),
  assignee: shortText('An id, "@role" (the least busy of them), "user"; empty for nobody.'),
  priority: text('Its urgency.', { enum: [...PRIORITIES] }),
  status: text('Where it stands.', { enum: [...TASK_STATUSES] }),
  depends_on: texts('Tasks that have to be done before: T-4.', LIMITS.depends_on, 20),
  links: LINKS,
} satisfies Readonly<Record<string, JsonObject>>;

export function taskTools(parts: StudioParts): ToolDefinition[] {
  return [createTool(parts), updateTool(parts), listTool(parts), claimTool(parts)];
}

function createTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_task_create',
    title: 'Create a task',
    description:
      'Puts a task on the team’s board (studio/board.json). Without "assignee" whoever has its discipline may claim it. ' +
      'Example: {"title": "Light the bridge", "discipline": "art", "acceptance": ["No lamp is brighter than 3"], "priority": "high", "depends_on": ["T-3"]}.',
    category: 'studio',
    input: {
      ...FIELDS,
      feedback: texts('Feedback that it answers: F-3.', LIMITS.links, 20),
      as: AS,
    },
    required: ['title'],
    output: { task: TASK },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      checkWritten(args);
      const writer = writerOf(parts, args, context);
      const fields = fieldsOf(args);
      const feedback = optionalTexts(args, 'feedback');
      const links =
        feedback === undefined
          ? fields.links
          : { ...fields.links, feedback: [...(fields.links?.feedback ?? []), ...feedback] };
      return changed(parts, context, writer, 'created', (edit) =>
        createTask(edit, { ...fields, ...(links === undefined ? {} : { links }) }, writer),
      );
    },
  });
}

function updateTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_task_update',
    title: 'Change a task',
    description:
      'Changes what is given of a task, or comments on it; links are added, lists replaced. A task that waits for others can’t be begun or done before them. ' +
      'When the last task of a feedback is done, the feedback is fixed. Example: {"task": "T-4", "status": "review", "comment": "See the new lamps"}.',
    category: 'studio',
    input: {
      task: text('T-4.', { maxLength: 20 }),
      ...FIELDS,
      comment: text('A comment, added to the others.', { minLength: 1, maxLength: LIMITS.comment }),
      as: AS,
    },
    required: ['task'],
    output: { task: TASK },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      checkWritten(args);
      const writer = writerOf(parts, args, context);
      const id = requiredText(args, 'task');
      checkAnythingGiven(args, 'task');
      const comment = optionalText(args, 'comment');
      const fields = { ...fieldsOf(args), ...(comment === undefined ? {} : { comment }) };
      return changed(parts, context, writer, 'updated', (edit) => updateTask(edit, id, fields, writer));
    },
  });
}

function claimTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_task_claim',
    title: 'Claim a task',
    description:
      'Makes a task yours and begins it; of two that claim it at once, one gets it. Without "task": the most urgent of yours that wait, else one of your discipline that is nobody’s. Example: {"task": "T-4"}.',
    category: 'studio',
    input: {
      task: text('T-4.', { maxLength: 20 }),
      agent: text('For whom; yourself by default.', { maxLength: 64 }),
      as: AS,
    },
    output: { task: TASK },
    effect: 'project',
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => {
      const writer = writerOf(parts, args, context);
      const { actor } = writer;
      const agent = optionalText(args, 'agent')?.toLowerCase();
      if (agent !== undefined && actor.member !== undefined && agent !== actor.by)
        throw invalid(
          `${actor.by} can't claim a task for ${agent}`,
          'studio_task_update with "assignee" gives it to somebody.',
        );
      const member = agent === undefined ? actor.member : parts.people.known(agent);
      const claimer = {
        by: member?.id ?? actor.by,
        ...(member?.discipline === undefined ? {} : { discipline: member.discipline }),
      };
      return changed(parts, context, writer, 'claimed', (edit) =>
        claimTask(edit, optionalText(args, 'task'), claimer, writer.at),
      );
    },
  });
}

function listTool(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_task_list',
    title: 'The board',
    description:
      'Gives tasks, the most urgent first, and the board in words. Each has its last three comments; with "task" one of them whole. ' +
      '`waits_for` are the tasks that have to be done before. Example: {"status": "open", "mine": true}.',
    category: 'studio',
    input: {
      status: text('One status, "open" (all but done and dropped), or "all".', {
        enum: ['all', 'open', ...TASK_STATUSES],
        default: 'all',
      }),
      assignee: shortText('An id, or "user"; empty for those that are nobody’s.'),
      discipline: shortText('Of that discipline.'),
      mine: flag('Only your own.', false),
      task: text('One task: T-4.', { maxLength: 20 }),
      limit: integer('At most so many.', { minimum: 1, maximum: LIMITS.tasks, default: 100 }),
      offset: integer('So many are left out at the start.', { minimum: 0, default: 0 }),
      as: AS,
    },
    output: {
      tasks: list(TASK, 'With `waits_for` and `comments_total`.'),
      total: integer('How many there are of that kind.'),
      counts: anyObject('Of the whole board: a number for each status.'),
      problem: text('Why the file can’t be changed.'),
    },
    optional: ['problem'],
    quiet: true,
    usesScene: false,
    run: (args, context) => listTasks(parts, args, context),
  });
}

function listTasks(parts: StudioParts, args: JsonObject, context: ToolContext): ToolResult {
  const { records, problem } = parts.store.tables.tasks.read();
  const one = optionalText(args, 'task');
  const status = optionalText(args, 'status') ?? 'all';
  const discipline = optionalText(args, 'discipline')?.toLowerCase();
  const mine = args.mine === true ? parts.people.actorOf(context, optionalText(args, 'as')).by : undefined;
  const assignee = optionalText(args, 'assignee');
  const wanted =
    assignee !== undefined && parts.people.isPerson(assignee) ? PERSON_NAME : assignee?.toLowerCase();
  if (one !== undefined && !records.has(one))
    throw missing(`There is no task ${JSON.stringify(one.slice(0, 40))}.`, 'Without "task", all are listed.');
  const matching = [...records.values()]
    .filter(
      (task) =>
        (one === undefined || task.id === one) &&
        (one !== undefined ||
          status === 'all' ||
          (status === 'open' ? isOpen(task) : task.status === status)) &&
        (wanted === undefined || (task.assignee ?? '') === wanted) &&
        (discipline === undefined || task.discipline?.toLowerCase() === discipline) &&
        (mine === undefined || task.assignee === mine),
    )
    .sort(byUrgency);
  const offset = optionalNumber(args, 'offset') ?? 0;
  const page = matching.slice(offset, offset + (optionalNumber(args, 'limit') ?? 100));
  const tasks = page.map((task) => ({
    ...asJson(task),
    comments: (one === undefined ? task.comments.slice(-LISTED_COMMENTS) : task.comments).map(asJson),
    comments_total: task.comments.length,
    waits_for: waitsFor(records, task),
  }));
  return jsonResult(
    {
      tasks,
      total: matching.length,
      counts: countByStatus(TASK_STATUSES, records.values()),
      ...(problem === undefined ? {} : { problem }),
    },
    [...(problem === undefined ? [] : [problem]), boardText(page, matching.length)].join('\n\n'),
  );
}

function boardText(tasks: readonly StudioTask[], total: number): string {
  if (tasks.length === 0) return 'No tasks.';
  const columns = TASK_STATUSES.flatMap((status) => {
    const cards = tasks.filter((task) => task.status === status);
    if (cards.length === 0) return [];
    const lines = cards.map(
      ({ id, title, priority, assignee }) =>
        `  ${id} ${oneLine(title, 100)}${priority === 'normal' ? '' : ` [${priority}]`}${assignee === undefined ? '' : ` @${assignee}`}`,
    );
    return [`${status} (${cards.length})`, ...lines];
  });
  return [...columns, ...(tasks.length < total ? [`${tasks.length} of ${count(total, 'task')}`] : [])].join(
    '\n',
  );
}

export function writerOf(parts: StudioParts, args: JsonObject, context: ToolContext): Writer {
  return {
    actor: parts.people.actorOf(context, optionalText(args, 'as')),
    at: time(parts),
    people: parts.people,
  };
}

/** Makes the change and tells of it, with the feedback that it moved. */
function changed(
  parts: StudioParts,
  context: ToolContext,
  { actor }: Writer,
  action: string,
  work: (edit: Parameters<Parameters<StudioParts['store']['change']>[0]>[0]) => StudioTask,
): ToolResult {
  const { task, moved } = changeInCall(parts.store, context, (edit) => {
    const made = work(edit);
    return { task: made, moved: [...edit.feedback.changes.values()].map(({ after }) => after) };
  });
  tellOfTask(parts, context, actor, action, task);
  for (const feedback of moved) tellOfFeedback(parts, context, actor, 'updated', feedback);
  const owner = task.assignee === undefined ? 'nobody’s' : `${task.assignee}’s`;
  const also = moved.map(({ id, status }) => ` ${id} is ${status.replace('_', ' ')} now.`).join('');
  const verb = action.charAt(0).toUpperCase() + action.slice(1);
  return jsonResult(
    { task: asJson(task) },
    `${verb} ${task.id} “${oneLine(task.title, 80)}”: ${task.status}, ${task.priority}, ${owner}.${also}`,
  );
}

export function tellOfTask(
  parts: StudioParts,
  context: ToolContext,
  actor: Actor,
  action: string,
  task: StudioTask,
): void {
  tell(parts, context, 'task', `${actor.by} ${action} ${task.id} “${task.title}” (${task.status})`, {
    action,
    id: task.id,
    by: actor.by,
    // The comments of a task are read with it.
    task: { ...task, comments: task.comments.slice(-1) },
  });
}

export function tellOfFeedback(
  parts: StudioParts,
  context: ToolContext,
  actor: Actor,
  action: string,
  feedback: StudioFeedback,
): void {
  tell(
    parts,
    context,
    'feedback',
    `${actor.by} ${action} ${feedback.id} “${feedback.summary}” (${feedback.status})`,
    {
      action,
      id: feedback.id,
      by: actor.by,
      feedback: { ...feedback, comments: feedback.comments.slice(-1) },
    },
  );
}

/** What the arguments of a task say. */
export function fieldsOf(args: JsonObject): TaskFields {
  const fields: Record<string, unknown> = {};
  for (const key of ['title', 'description', 'discipline', 'assignee'] as const) {
    const value = optionalText(args, key);
    if (value !== undefined) fields[key] = value;
  }
  for (const key of ['acceptance', 'depends_on'] as const) {
    const values = optionalTexts(args, key);
    if (values !== undefined) fields[key] = values;
  }
  const priority = PRIORITIES.find((word) => word === args.priority);
  const status = TASK_STATUSES.find((word) => word === args.status);
  return {
    ...(fields as TaskFields),
    ...(priority === undefined ? {} : { priority }),
    ...(status === undefined ? {} : { status }),
    ...(isJsonObject(args.links) ? { links: args.links as TaskLinks } : {}),
  } satisfies { readonly priority?: Priority };
}

/** Changes of tasks: rules that hold whoever makes them. They work on what a change edits, and know nothing of tools. */
import { toolError, ToolFailure } from '../errors';
import { listNames } from '../text/suggest';
import { PERSON_NAME, type Actor, type People } from './people';
import { LIMITS, numberOf } from './records';
import type { StudioEdit } from './store';
import {
  PRIORITIES,
  type Priority,
  type StudioAuthor,
  type StudioComment,
  type StudioTask,
  type TaskLinks,
  type TaskStatus,
} from './types';
import { invalid, missing } from './writing';

const OPEN: ReadonlySet<TaskStatus> = new Set(['backlog', 'todo', 'doing', 'review']);
/** What somebody has at hand. */
const BUSY: ReadonlySet<TaskStatus> = new Set(['todo', 'doing', 'review']);

export function isOpen(task: Pick<StudioTask, 'status'>): boolean {
  return OPEN.has(task.status);
}

/** What a task is made of; all that is not given has its default. */
export interface TaskFields {
  readonly title?: string;
  readonly description?: string;
  readonly acceptance?: readonly string[];
  readonly discipline?: string;
  /** An id, `@role` (the least busy of them), or empty for nobody. */
  readonly assignee?: string;
  readonly priority?: Priority;
  readonly status?: TaskStatus;
  readonly depends_on?: readonly string[];
  readonly links?: TaskLinks;
}

export interface Writer {
  readonly actor: Actor;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly people: People;
}

export function createTask(edit: StudioEdit, fields: TaskFields, { actor, at, people }: Writer): StudioTask {
  const id = edit.tasks.newId();
  const assignee = resolveAssignee(edit, fields.assignee, people);
  const task: StudioTask = {
    id,
    title: titleOf(fields.title ?? ''),
    status: fields.status ?? 'todo',
    priority: fields.priority ?? 'normal',
    ...(assignee === undefined ? {} : { assignee }),
    ...wordOf('discipline', fields.discipline),
    description: fields.description ?? '',
    acceptance: fields.acceptance ?? [],
    depends_on: unique(fields.depends_on ?? []),
    links: addLinks(edit, {}, fields.links ?? {}),
    comments: [],
    created_by: actor.by,
    created_at: at,
    updated_at: at,
  };
  checkDependencies(edit, task);
  if (task.status !== 'todo') checkMayBe(edit, task, task.status);
  return followStatus(edit, undefined, edit.tasks.put(task), at);
}

export function updateTask(
  edit: StudioEdit,
  id: string,
  fields: TaskFields & { readonly comment?: string },
  { actor, at, people }: Writer,
): StudioTask {
  const before = taskOf(edit, id);
  const { assignee: asked, comment } = fields;
  const assignee = asked === undefined ? before.assignee : resolveAssignee(edit, asked, people);
  const discipline = fields.discipline === undefined ? before.discipline : fields.discipline.trim();
  const task: StudioTask = {
    ...before,
    // What is undefined is left out when it is put.
    assignee,
    discipline: discipline === '' ? undefined : discipline,
    ...(fields.title === undefined ? {} : { title: titleOf(fields.title) }),
    ...(fields.description === undefined ? {} : { description: fields.description }),
    ...(fields.acceptance === undefined ? {} : { acceptance: fields.acceptance }),
    ...(fields.priority === undefined ? {} : { priority: fields.priority }),
    ...(fields.status === undefined ? {} : { status: fields.status }),
    ...(fields.depends_on === undefined ? {} : { depends_on: unique(fields.depends_on) }),
    ...(fields.links === undefined ? {} : { links: addLinks(edit, before.links, fields.links) }),
    ...(comment === undefined ? {} : { comments: commented(before, { at, by: actor.by, text: comment }) }),
    updated_at: at,
  };
  if (fields.depends_on !== undefined) checkDependencies(edit, task);
  if (task.status !== before.status) checkMayBe(edit, task, task.status);
  return followStatus(edit, before, edit.tasks.put(task), at);
}

/**
 * Gives a task to somebody and begins it. Without an id the most urgent of their own that wait, else one that is nobody's and
 * fits their discipline. Throws `conflict` where another has it or it can't begin, `not_found` where nothing is left.
 */
export function claimTask(
  edit: StudioEdit,
  id: string | undefined,
  claimer: { readonly by: StudioAuthor; readonly discipline?: string },
  at: string,
): StudioTask {
  const task = id === undefined ? nextFor(edit, claimer) : taskOf(edit, id);
  if (task === undefined)
    throw missing(
      `There is no task that ${claimer.by} could begin.`,
      'studio_task_list {"status": "open"} shows what there is, and what it waits for.',
    );
  if (task.assignee !== undefined && task.assignee !== claimer.by)
    throw conflict(
      `${task.id} is ${task.assignee}’s.`,
      'Claim another, or ask for it with studio_message_send.',
    );
  if (task.status === 'doing' && task.assignee === claimer.by) return task;
  if (task.status !== 'todo' && task.status !== 'backlog')
    throw conflict(
      `${task.id} is ${task.status}, so it can't be claimed.`,
      'Only what is in backlog or todo can be; studio_task_update moves it back.',
    );
  checkMayBe(edit, task, 'doing');
  const claimed: StudioTask = { ...task, assignee: claimer.by, status: 'doing', updated_at: at };
  edit.tasks.put(claimed);
  return followStatus(edit, task, claimed, at);
}

/** Throws `not_found` where there is none of that id. */
export function taskOf(edit: StudioEdit, id: string): StudioTask {
  const task = edit.tasks.get(id);
  if (task !== undefined) return task;
  throw missing(
    `There is no task ${JSON.stringify(id.slice(0, 40))}.`,
    'studio_task_list shows what there is.',
  );
}

/** Comments with one more; the oldest goes where there are too many. */
export function commented(
  { comments, id }: { readonly comments: readonly StudioComment[]; readonly id: string },
  comment: StudioComment,
): readonly StudioComment[] {
  if (comment.text.trim() === '') throw invalid('The comment is empty', `What of ${id} is it about?`);
  if (comments.length >= LIMITS.comments)
    throw conflict(
      `${id} has ${LIMITS.comments} comments, which is as many as there can be.`,
      'Go on in messages: studio_message_send with "task" or "feedback".',
    );
  return [...comments, comment];
}

/** Moves the tasks of a feedback that came back to where they are to be done again. */
export function reopenTasks(edit: StudioEdit, feedback: string, at: string): readonly string[] {
  const reopened: string[] = [];
  for (const task of [...edit.tasks.all()]) {
    if (task.status !== 'done' || task.links.feedback?.includes(feedback) !== true) continue;
    edit.tasks.put({ ...task, status: 'todo', updated_at: at });
    reopened.push(task.id);
  }
  return reopened;
}

/** Takes what is open from an agent that is gone; what it had begun is to be done again. */
export function unassign(edit: StudioEdit, agent: StudioAuthor, at: string): readonly StudioTask[] {
  return [...edit.tasks.all()]
    .filter((task) => task.assignee === agent && isOpen(task))
    .map((task) =>
      edit.tasks.put({
        ...task,
        assignee: undefined,
        status: task.status === 'doing' ? 'todo' : task.status,
        updated_at: at,
      }),
    );
}

/** Most urgent first, then the oldest. */
export function byUrgency(a: StudioTask, b: StudioTask): number {
  const urgency = PRIORITIES.indexOf(b.priority) - PRIORITIES.indexOf(a.priority);
  return urgency === 0 ? numberOf(a.id) - numberOf(b.id) : urgency;
}

/** Why a task can't begin or be done yet: the tasks that it waits for. */
export function waitsFor(
  tasks: { get(id: string): StudioTask | undefined },
  task: StudioTask,
): readonly string[] {
  return task.depends_on.filter((id) => {
    const other = tasks.get(id);
    return other !== undefined && other.status !== 'done' && other.status !== 'dropped';
  });
}

function nextFor(
  edit: StudioEdit,
  { by, discipline }: { readonly by: StudioAuthor; readonly discipline?: string },
): StudioTask | undefined {
  const free = [...edit.tasks.all()]
    .filter((task) => task.status === 'todo' && waitsFor(edit.tasks, task).length === 0)
    .sort(byUrgency);
  const fits = (task: StudioTask): boolean =>
    task.discipline === undefined || task.discipline.toLowerCase() === discipline?.toLowerCase();
  return (
    free.find((task) => task.assignee === by) ??
    free.find((task) => task.assignee === undefined && task.discipline !== undefined && fits(task)) ??
    free.find((task) => task.assignee === undefined && fits(task))
  );
}

/** What follows from a task's status: feedback is worked on when its first task begins, and fixed when its last is done. */
function followStatus(
  edit: StudioEdit,
  before: StudioTask | undefined,
  task: StudioTask,
  at: string,
): StudioTask {
  if (before?.status === task.status) return task;
  for (const id of task.links.feedback ?? []) {
    const feedback = edit.feedback.get(id);
    if (feedback === undefined) continue;
    if (task.status === 'doing' && feedback.status === 'accepted')
      edit.feedback.put({ ...feedback, status: 'in_progress', updated_at: at });
    if (isOpen(task) || (feedback.status !== 'accepted' && feedback.status !== 'in_progress')) continue;
    const linked = [...edit.tasks.all()].filter((other) => other.links.feedback?.includes(id) === true);
    if (linked.every((other) => !isOpen(other)) && linked.some(({ status }) => status === 'done'))
      edit.feedback.put({ ...feedback, status: 'fixed', updated_at: at });
  }
  return task;
}

/** The person, an agent's id, or of `@role` the one with the least at hand. Undefined for nobody. */
function resolveAssignee(
  edit: StudioEdit,
  name: string | undefined,
  people: People,
): StudioAuthor | undefined {
  const given = name?.trim() ?? '';
  if (given === '') return undefined;
  if (people.isPerson(given)) return PERSON_NAME;
  const candidates = people.meant(given);
  const [first] = candidates;
  if (first === undefined)
    throw missing(`Nobody in the roster is ${JSON.stringify(given.slice(0, 80))}.`, people.hint(given));
  if (candidates.length === 1) return first.id;
  const load = new Map(candidates.map(({ id }) => [id, 0]));
  for (const { assignee, status } of edit.tasks.all()) {
    const count = assignee === undefined ? undefined : load.get(assignee);
    if (assignee !== undefined && count !== undefined && BUSY.has(status)) load.set(assignee, count + 1);
  }
  return [...load].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))[0]?.[0];
}

function checkMayBe(edit: StudioEdit, task: StudioTask, status: TaskStatus): void {
  if (status !== 'doing' && status !== 'review' && status !== 'done') return;
  const open = waitsFor(edit.tasks, task);
  if (open.length === 0) return;
  throw conflict(
    `${task.id} can't be ${status} before ${listNames(open, 8)} ${open.length === 1 ? 'is' : 'are'} done.`,
    'Finish those first, or take them out of "depends_on".',
  );
}

function checkDependencies(edit: StudioEdit, task: StudioTask): void {
  for (const id of task.depends_on) {
    if (id === task.id) throw invalid(`${id} can't wait for itself`);
    if (edit.tasks.get(id) === undefined)
      throw missing(
        `There is no task ${JSON.stringify(id.slice(0, 40))} to wait for.`,
        'studio_task_list shows what there is.',
      );
  }
  // Depth first from what it waits for: whoever comes back to the task has gone in a circle.
  const seen = new Set<string>();
  const stack = task.depends_on.map((id) => [id]);
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    const id = path.at(-1) ?? '';
    if (id === task.id)
      throw invalid(`${task.id} would wait for itself: ${listNames([task.id, ...path].slice(0, 12), 12)}`);
    if (seen.has(id)) continue;
    seen.add(id);
    for (const next of edit.tasks.get(id)?.depends_on ?? []) stack.push([...path.slice(-20), next]);
  }
}

/** Links with those that are added, each once. */
function addLinks(edit: StudioEdit, before: TaskLinks, added: TaskLinks): TaskLinks {
  for (const id of added.feedback ?? [])
    if (edit.feedback.get(id) === undefined)
      throw missing(
        `There is no feedback ${JSON.stringify(id.slice(0, 40))}.`,
        'studio_feedback_list shows what there is.',
      );
  const links: Record<string, unknown> = { ...before };
  for (const key of ['feedback', 'entities', 'assets', 'captures'] as const) {
    const values = added[key];
    if (values === undefined || values.length === 0) continue;
    const all = unique([...(before[key] ?? []), ...values]);
    if (all.length > LIMITS.links) throw invalid(`More than ${LIMITS.links} ${key} are linked`);
    links[key] = all;
  }
  return links;
}

function titleOf(title: string): string {
  const trimmed = title.trim();
  if (trimmed === '') throw invalid('The title is empty', 'Say in a few words what is to be done.');
  return trimmed;
}

function wordOf(key: 'discipline', value: string | undefined): { readonly discipline?: string } {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? {} : { [key]: trimmed };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function conflict(message: string, hint: string): ToolFailure {
  return new ToolFailure(toolError('conflict', message, hint));
}

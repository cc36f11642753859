/** Records of the studio as its tools give them, read for display. What is not of the expected shape is left out. */
import type {
  FeedbackStatus,
  JsonObject,
  LoopStatus,
  Priority,
  Severity,
  StudioComment,
  TaskStatus,
  Verdict,
} from '../../src-preload/contract';
import { arrayOf, booleanOf, isObject, numberOf, objectOf, stringOf, stringsOf } from './read-json';

export const TASK_COLUMNS: readonly TaskStatus[] = ['backlog', 'todo', 'doing', 'review', 'done', 'dropped'];
export const PRIORITY_ORDER: readonly Priority[] = ['critical', 'high', 'normal', 'low'];
export const VERDICT_ORDER: readonly Verdict[] = ['act', 'drop', 'defer', 'merge_into'];
const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
const FEEDBACK: readonly FeedbackStatus[] = [
  ...(['open', 'regressed', 'accepted', 'in_progress'] as const),
  ...(['fixed', 'verified', 'deferred', 'dropped'] as const),
];
const LOOPS: readonly (LoopStatus | 'broken')[] = [
  ...(['idle', 'running', 'awaiting_approval', 'done', 'stopped', 'broken'] as const),
];

export interface MessageView {
  readonly id: string;
  readonly at: string;
  readonly from: string;
  readonly channel: string;
  readonly text: string;
  readonly to: readonly string[];
  readonly thread: string | undefined;
  readonly replyTo: string | undefined;
  readonly kind: string | undefined;
  readonly task: string | undefined;
  readonly feedback: string | undefined;
  readonly unread: boolean;
}

export interface ChannelView {
  readonly channel: string;
  readonly messages: number;
  readonly unread: number;
}

export interface TaskView {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly assignee: string | undefined;
  readonly discipline: string | undefined;
  readonly description: string;
  readonly acceptance: readonly string[];
  readonly dependsOn: readonly string[];
  /** Tasks that have to be done first and are not. */
  readonly waitsFor: readonly string[];
  readonly feedback: readonly string[];
  readonly comments: readonly StudioComment[];
  readonly commentsTotal: number;
  readonly createdBy: string;
  readonly updatedAt: string;
}

export interface DecisionView {
  readonly id: string;
  readonly feedback: string;
  readonly verdict: Verdict;
  readonly rationale: string;
  readonly by: string;
  readonly at: string;
  readonly tasks: readonly string[];
  readonly mergeInto: string | undefined;
  readonly replaces: string | undefined;
}

export interface FeedbackView {
  readonly id: string;
  readonly category: string;
  readonly severity: Severity;
  readonly status: FeedbackStatus;
  readonly summary: string;
  readonly details: string;
  readonly target: string | undefined;
  readonly evidence: JsonObject;
  readonly occurrences: number;
  readonly comments: readonly StudioComment[];
  readonly by: string;
  readonly at: string;
  readonly decided: DecisionView | undefined;
  readonly tasks: readonly string[];
}

export interface LoopSummaryView {
  readonly name: string;
  readonly status: LoopStatus | 'broken';
  readonly goal: string;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly stage: string | undefined;
  readonly pending: readonly string[];
  readonly problem: string | undefined;
}

export interface LoopReportView {
  readonly agent: string;
  readonly report: string;
}

export interface LoopView extends LoopSummaryView {
  readonly description: string;
  readonly stages: readonly {
    readonly id: string;
    readonly assignees: readonly string[];
    readonly gated: boolean;
  }[];
  readonly reason: string | undefined;
  /** Of the stage that is under way. */
  readonly reports: readonly LoopReportView[];
  readonly history: readonly {
    readonly iteration: number;
    readonly stage: string;
    readonly outcome: string;
    readonly why: string | undefined;
    readonly reports: readonly LoopReportView[];
  }[];
}

export interface LoopTemplate {
  readonly name: string;
  readonly description: string;
  readonly stages: readonly string[];
}

export function readMessage(value: unknown): MessageView[] {
  const data = objectOf(value);
  const id = stringOf(data['id']);
  if (id === undefined) return [];
  const refs = objectOf(data['refs']);
  return [
    {
      ...{ id, at: text(data, 'at'), from: text(data, 'from'), channel: text(data, 'channel') },
      ...{ text: text(data, 'text'), to: stringsOf(data['to']), kind: stringOf(data['kind']) },
      ...{ thread: stringOf(data['thread']), replyTo: stringOf(data['reply_to']) },
      ...{ task: stringOf(refs['task']), feedback: stringOf(refs['feedback']) },
      unread: booleanOf(data['unread']) ?? false,
    },
  ];
}

export function readChannel(value: unknown): ChannelView[] {
  const data = objectOf(value);
  const channel = stringOf(data['channel']);
  if (channel === undefined) return [];
  return [{ channel, messages: numberOf(data['messages']) ?? 0, unread: numberOf(data['unread']) ?? 0 }];
}

export function readTask(value: unknown): TaskView[] {
  const data = objectOf(value);
  const id = stringOf(data['id']);
  if (id === undefined) return [];
  const comments = readComments(data['comments']);
  return [
    {
      ...{ id, title: text(data, 'title'), description: text(data, 'description') },
      status: oneOf(TASK_COLUMNS, data['status'], 'backlog'),
      priority: oneOf(PRIORITY_ORDER, data['priority'], 'normal'),
      ...{ assignee: stringOf(data['assignee']), discipline: stringOf(data['discipline']) },
      ...{ acceptance: stringsOf(data['acceptance']), dependsOn: stringsOf(data['depends_on']) },
      ...{ waitsFor: stringsOf(data['waits_for']), feedback: stringsOf(objectOf(data['links'])['feedback']) },
      ...{ comments, commentsTotal: numberOf(data['comments_total']) ?? comments.length },
      ...{ createdBy: text(data, 'created_by'), updatedAt: text(data, 'updated_at') },
    },
  ];
}

export function readFeedback(value: unknown): FeedbackView[] {
  const data = objectOf(value);
  const id = stringOf(data['id']);
  if (id === undefined) return [];
  return [
    {
      ...{
        id,
        category: text(data, 'category'),
        summary: text(data, 'summary'),
        details: text(data, 'details'),
      },
      severity: oneOf(SEVERITIES, data['severity'], 'medium'),
      status: oneOf(FEEDBACK, data['status'], 'open'),
      ...{ target: stringOf(data['target']), evidence: objectOf(data['evidence']) },
      ...{ occurrences: numberOf(data['occurrences']) ?? 1, comments: readComments(data['comments']) },
      ...{ by: text(data, 'by'), at: text(data, 'at'), tasks: stringsOf(data['tasks']) },
      decided: readDecision(data['decided'])[0],
    },
  ];
}

export function readDecision(value: unknown): DecisionView[] {
  const data = objectOf(value);
  const id = stringOf(data['id']);
  if (id === undefined) return [];
  return [
    {
      ...{ id, feedback: text(data, 'feedback'), rationale: text(data, 'rationale'), by: text(data, 'by') },
      verdict: oneOf(VERDICT_ORDER, data['verdict'], 'act'),
      ...{ at: text(data, 'at'), tasks: stringsOf(data['tasks']) },
      ...{ mergeInto: stringOf(data['merge_into']), replaces: stringOf(data['replaces']) },
    },
  ];
}

export function readLoopSummary(value: unknown): LoopSummaryView[] {
  const data = objectOf(value);
  const name = stringOf(data['name']);
  return name === undefined ? [] : [summaryOf(name, data)];
}

/** A loop whole, its run among its fields. */
export function readLoop(value: unknown): LoopView | undefined {
  const data = objectOf(value);
  const name = stringOf(data['name']);
  if (name === undefined) return undefined;
  const run = objectOf(data['run']);
  return {
    ...summaryOf(name, { ...run, goal: stringOf(run['goal']) ?? text(data, 'goal') }),
    description: text(data, 'description'),
    stages: arrayOf(data['stages'])
      .filter(isObject)
      .map((stage) => ({
        ...{ id: text(stage, 'id'), assignees: stringsOf(stage['assignees']) },
        gated: objectOf(stage['gate'])['approval'] === 'human',
      })),
    reason: stringOf(run['reason']),
    reports: readReports(run['reports']),
    history: arrayOf(run['history'])
      .filter(isObject)
      .map((entry) => ({
        ...{ iteration: numberOf(entry['iteration']) ?? 0, stage: text(entry, 'stage') },
        ...{
          outcome: text(entry, 'outcome'),
          why: stringOf(entry['why']),
          reports: readReports(entry['reports']),
        },
      })),
  };
}

export function readTemplate(value: unknown): LoopTemplate[] {
  const data = objectOf(value);
  const name = stringOf(data['name']);
  if (name === undefined) return [];
  return [{ name, description: text(data, 'description'), stages: stringsOf(data['stages']) }];
}

function summaryOf(name: string, data: JsonObject): LoopSummaryView {
  return {
    ...{ name, goal: text(data, 'goal'), iteration: numberOf(data['iteration']) ?? 0 },
    status: oneOf(LOOPS, data['status'], 'idle'),
    ...{ maxIterations: numberOf(data['max_iterations']) ?? 0, stage: stringOf(data['stage']) },
    ...{ pending: stringsOf(data['pending']), problem: stringOf(data['problem']) },
  };
}

function readReports(value: unknown): readonly LoopReportView[] {
  return arrayOf(value)
    .filter(isObject)
    .map((one) => ({ agent: text(one, 'agent'), report: text(one, 'report') }));
}

function readComments(value: unknown): readonly StudioComment[] {
  return arrayOf(value)
    .filter(isObject)
    .map((one) => ({ at: text(one, 'at'), by: text(one, 'by'), text: text(one, 'text') }));
}

function text(data: JsonObject, key: string): string {
  return stringOf(data[key]) ?? '';
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, otherwise: Word): Word {
  return words.find((word) => word === value) ?? otherwise;
}

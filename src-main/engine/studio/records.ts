/** The records of the studio as schemas: what a file holds is parsed with them. Unknown fields are kept, the order is theirs. */
import { z } from 'zod';
import { toolError, ToolFailure } from '../errors';
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_STATUSES,
  PRIORITIES,
  SEVERITIES,
  TASK_STATUSES,
  VERDICTS,
  type StudioDecision,
  type StudioFeedback,
  type StudioMessage,
  type StudioTask,
} from './types';

/** Bounds of what tools take; files may hold no more of it. Texts are in UTF-16 units. */
export const LIMITS = {
  title: 200,
  text: 8_000,
  comment: 4_000,
  name: 100,
  word: 200,
  acceptance: 50,
  acceptance_text: 1_000,
  links: 100,
  depends_on: 50,
  comments: 200,
  to: 50,
  /** Of the JSON of `data`, `evidence` and the like. */
  data: 16_384,
  tasks: 5_000,
  feedback: 5_000,
  decisions: 10_000,
} as const;

const word = z.string().max(LIMITS.word);
const time = z.string().max(40);
const data = z.record(z.string(), z.json());
export const metricTargets = z.record(
  z.string().max(LIMITS.name),
  z.looseObject({ min: z.number().optional(), max: z.number().optional() }),
);

const comments = z
  .array(z.looseObject({ at: time, by: word, text: z.string().max(LIMITS.comment) }))
  .max(LIMITS.comments);

function id(letter: string): z.ZodString {
  return z.string().regex(new RegExp(`^${letter}-[1-9][0-9]{0,8}$`));
}

export const taskSchema: z.ZodType<StudioTask> = z.looseObject({
  id: id('T'),
  title: z.string().min(1).max(LIMITS.title),
  status: z.enum(TASK_STATUSES),
  priority: z.enum(PRIORITIES),
  assignee: word.optional(),
  discipline: word.optional(),
  description: z.string().max(LIMITS.text),
  acceptance: z.array(z.string().max(LIMITS.acceptance_text)).max(LIMITS.acceptance),
  depends_on: z.array(id('T')).max(LIMITS.depends_on),
  links: z.looseObject({
    feedback: z.array(id('F')).max(LIMITS.links).optional(),
    entities: z
      .array(z.union([z.number(), word]))
      .max(LIMITS.links)
      .optional(),
    assets: z.array(word).max(LIMITS.links).optional(),
    captures: z.array(word).max(LIMITS.links).optional(),
  }),
  comments,
  created_by: word,
  created_at: time,
  updated_at: time,
});

export const feedbackSchema: z.ZodType<StudioFeedback> = z.looseObject({
  id: id('F'),
  category: z.enum(FEEDBACK_CATEGORIES),
  severity: z.enum(SEVERITIES),
  status: z.enum(FEEDBACK_STATUSES),
  summary: z.string().min(1).max(LIMITS.title),
  details: z.string().max(LIMITS.text),
  target: word.optional(),
  evidence: data,
  fingerprint: word.optional(),
  occurrences: z.int().min(1),
  decision: id('D').optional(),
  merged_into: id('F').optional(),
  comments,
  by: word,
  at: time,
  updated_at: time,
});

export const decisionSchema: z.ZodType<StudioDecision> = z.looseObject({
  id: id('D'),
  feedback: id('F'),
  verdict: z.enum(VERDICTS),
  rationale: z.string().max(LIMITS.text),
  by: word,
  via: word.optional(),
  at: time,
  tasks: z.array(id('T')).max(LIMITS.links),
  merge_into: id('F').optional(),
  targets: metricTargets.optional(),
  metrics_before: data.optional(),
  replaces: id('D').optional(),
});

export const messageSchema: z.ZodType<StudioMessage> = z.looseObject({
  id: id('M'),
  at: time,
  from: word,
  via: word.optional(),
  channel: word,
  text: z.string().max(LIMITS.text),
  to: z.array(word).max(LIMITS.to).optional(),
  mentions: z.array(word).max(LIMITS.to).optional(),
  thread: id('M').optional(),
  reply_to: id('M').optional(),
  kind: word.optional(),
  data: data.optional(),
  refs: z.looseObject({ task: id('T').optional(), feedback: id('F').optional() }).optional(),
});

/** Of the last record that a file can have. */
export const MAX_NUMBER = 999_999_999;

export function noNumberLeft(path: string): ToolFailure {
  return new ToolFailure(
    toolError(
      'conflict',
      `${path} holds the number ${MAX_NUMBER}, after which there is none.`,
      'Ask the person to give that entry a smaller number.',
    ),
  );
}

/** The number of `T-12`: 12. */
export function numberOf(id: string): number {
  return Number(id.slice(2));
}

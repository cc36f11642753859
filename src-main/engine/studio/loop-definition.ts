/** A loop as it stands in its file, and what a definition has to be. */
import { z } from 'zod';
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { locateInJson, parseJsonText } from '../text/json-text';
import { didYouMean } from '../text/suggest';
import { LOOP_STATUSES, SKIP_CONDITIONS, type LoopRun, type StudioLoop } from './loop-types';
import { LIMITS, metricTargets } from './records';

export const LOOP_FORMAT = 'skywalker.loop/1';
export const LOOP_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

export const LOOP_LIMITS = {
  loops: 100,
  stages: 20,
  iterations: 100,
  /** Agents of one stage. */
  agents: 50,
  /** Bytes of a file. */
  file: 16 * 1024 * 1024,
} as const;

const name = z
  .string()
  .regex(LOOP_NAME, 'has to be lowercase letters, digits, "_" and "-", and start with a letter');
const assignee = z
  .string()
  .max(LIMITS.word)
  .regex(
    /^@?[a-z0-9][a-z0-9_-]*(?:\|@?[a-z0-9][a-z0-9_-]*)*$/i,
    'has to be an id, "@role", "@discipline", "@all", or several of them parted by "|"',
  );

const stage = z.looseObject({
  id: name,
  kind: z.enum(['agents', 'playtest']).default('agents'),
  assignees: z.array(assignee).max(LOOP_LIMITS.agents).default([]),
  instruction: z.string().max(LIMITS.text).default(''),
  parallel: z.boolean().default(true),
  only_with_tasks: z.boolean().default(false),
  inputs: z.array(name).max(LOOP_LIMITS.stages).default([]),
  playtest: z.record(z.string(), z.json()).optional(),
  file_feedback: z.boolean().default(false),
  verify_fixed: z.boolean().default(false),
  gate: z
    .object({ skip_if: z.enum(SKIP_CONDITIONS).optional(), approval: z.literal('human').optional() })
    .optional(),
});

const stop = z.looseObject({
  max_iterations: z.int().min(1).max(LOOP_LIMITS.iterations).default(3),
  metric_targets: metricTargets.optional(),
  director_signoff: z.boolean().optional(),
  token_budget: z.number().positive().optional(),
  time_budget_minutes: z.number().positive().optional(),
});

const who = z.string().max(LIMITS.word);
const time = z.string().max(40);
const metrics = z.record(z.string().max(LIMITS.name), z.number());
const tokens = z.object({ input_tokens: z.number().min(0), output_tokens: z.number().min(0) });
const report = z.looseObject({
  agent: who,
  report: z.string().max(LIMITS.text),
  at: time,
  signoff: z.boolean().optional(),
  usage: tokens.optional(),
  metrics: metrics.optional(),
});

const run = z.looseObject({
  status: z.enum(LOOP_STATUSES),
  goal: z.string().max(LIMITS.text),
  iteration: z.int().min(0),
  max_iterations: z.int().min(1).max(LOOP_LIMITS.iterations),
  stage: z.string().optional(),
  pending: z.array(who).max(LOOP_LIMITS.agents),
  queue: z.array(who).max(LOOP_LIMITS.agents),
  reports: z.array(report).max(LOOP_LIMITS.agents),
  signed_off: z.boolean(),
  tokens,
  metrics,
  started_by: who.optional(),
  started_at: time.optional(),
  ended_at: time.optional(),
  reason: z.string().max(LIMITS.text).optional(),
  history: z.array(
    z.looseObject({
      iteration: z.int(),
      stage: z.string(),
      outcome: z.enum(['done', 'skipped']),
      why: z.string().optional(),
      at: time,
      reports: z.array(report),
    }),
  ),
});

export function idleRun(goal: string, maxIterations: number): LoopRun {
  return {
    status: 'idle',
    goal,
    iteration: 0,
    max_iterations: maxIterations,
    pending: [],
    queue: [],
    reports: [],
    signed_off: false,
    tokens: { input_tokens: 0, output_tokens: 0 },
    metrics: {},
    history: [],
  };
}

const definition = z.looseObject({
  name,
  goal: z.string().max(LIMITS.text).default(''),
  description: z.string().max(LIMITS.text).default(''),
  stages: z.array(stage).min(1).max(LOOP_LIMITS.stages),
  stop: stop.default({ max_iterations: 3 }),
  run: run.optional(),
});

/** Checks a loop. The failure says what is wrong and, given a `place`, where it stands. */
export function checkLoop(
  raw: JsonObject,
  place: (path: readonly (string | number)[]) => string = () => '',
): Outcome<StudioLoop> {
  const parsed = definition.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
    return fail(
      'invalid_arguments',
      `${place(path)}${path.join('.') || 'The loop'}: ${issue?.message ?? 'not valid'}.`,
    );
  }
  const { stages, stop: ends, goal } = parsed.data;
  const earlier: string[] = [];
  for (const [index, each] of stages.entries()) {
    const wrong = (key: string, why: string): ReturnType<typeof fail> =>
      fail('invalid_arguments', `${place(['stages', index, key])}The stage ${each.id} ${why}`);
    if (earlier.includes(each.id)) return wrong('id', 'stands there twice.');
    const unknown = each.inputs.find((input) => !earlier.includes(input));
    if (unknown !== undefined)
      return wrong(
        'inputs',
        `takes the reports of "${unknown}", which is no stage before it. ${didYouMean(unknown, earlier) ?? ''}`.trim(),
      );
    if (each.kind === 'agents' && each.assignees.length === 0)
      return wrong('assignees', 'has nobody to do it: give "assignees".');
    if (each.kind === 'agents' && each.instruction.trim() === '')
      return wrong('instruction', 'says nothing to do: give "instruction".');
    earlier.push(each.id);
  }
  if (ends.metric_targets !== undefined) {
    const empty = Object.entries(ends.metric_targets).find(
      ([, { min, max }]) => min === undefined && max === undefined,
    );
    if (empty !== undefined)
      return fail(
        'invalid_arguments',
        `${place(['stop', 'metric_targets'])}The target of ${empty[0]} has neither "min" nor "max".`,
      );
  }
  const present = parsed.data.run ?? idleRun(goal, ends.max_iterations);
  if (
    (present.status === 'running' || present.status === 'awaiting_approval') &&
    !earlier.includes(present.stage ?? '')
  )
    return fail(
      'invalid_arguments',
      `${place(['run'])}The loop is ${present.status} at "${present.stage ?? ''}", which is no stage of it.`,
    );
  return succeed({ ...parsed.data, run: present });
}

/** Reads the text of a file. The failure's message names the line. */
export function parseLoop(text: string, path: string, expected: string): Outcome<StudioLoop> {
  const broken = (problem: string): ReturnType<typeof fail> => fail('invalid_settings', `${path}${problem}`);
  const json = parseJsonText(text);
  if (!json.ok) return broken(`, line ${json.line}: ${json.message}`);
  if (!isJsonObject(json.value)) return broken(': it has to hold an object');
  const { format, ...raw } = json.value;
  if (format !== LOOP_FORMAT)
    return broken(
      typeof format === 'string' && /^skywalker\.loop\/\d+$/.test(format)
        ? ` was written by a newer version of Skywalker (${format}), so it can only be read`
        : `: the format is not "${LOOP_FORMAT}"`,
    );
  const checked = checkLoop(raw, (at) => `${path}, line ${locateInJson(text, at).line}: `);
  if (!checked.ok) return fail('invalid_settings', checked.error.message);
  if (checked.value.name !== expected)
    return broken(`: the name is "${checked.value.name}", but the file is that of ${expected}`);
  return checked;
}

export function formatLoop(loop: StudioLoop): string {
  const { name: own, goal, description, stages, stop: ends, run: present, ...more } = loop;
  return `${JSON.stringify({ format: LOOP_FORMAT, name: own, goal, description, stages, stop: ends, ...more, run: present }, null, 2)}\n`;
}

/** A loop as it was and what is given of it, which takes its place. */
export function mergedDefinition(
  before: JsonObject,
  given: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const merged: Record<string, Json> = { ...before };
  for (const [key, value] of Object.entries(given)) if (value !== undefined) merged[key] = value;
  return merged;
}

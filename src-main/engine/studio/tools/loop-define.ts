/** `studio_loop_define`. */
import { SKIP_CONDITIONS } from '../loop-types';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { optionalList, optionalText } from '../../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, text } from '../../tools/builtin/define';
import { unwrap } from '../../tools/builtin/entities';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { jsonResult } from '../../tools/result';
import { checkLoop, LOOP_LIMITS, mergedDefinition } from '../loop-definition';
import { LOOP_TEMPLATES } from '../loop-templates';
import { asJson, checkWritten, invalid, type StudioParts } from '../writing';
import { AS, longText, texts } from './common';
import { STATUS, inCall, inCallWith, mustRest, tellOfLoop } from './loop-shared';

export function defineLoop(parts: StudioParts): ToolDefinition {
  return defineTool({
    name: 'studio_loop_define',
    title: 'Define a loop',
    description:
      'Makes or changes a loop (studio/loops/<name>.loop.json): stages that agents of the roster go through again and again until it stops. What is not given stays; "template" is a start: ' +
      `${Object.keys(LOOP_TEMPLATES).join(', ')}. A stage has an instruction, in which {goal}, {my_tasks}, {open_feedback}, {inputs}, {previous}, {metrics} and others stand for what is so then. A loop that runs can’t be changed. ` +
      'Example: {"name": "polish", "goal": "No rough edges", "stages": [{"id": "look", "assignees": ["@critic"], "instruction": "Look at {goal}", "file_feedback": true}], "stop": {"max_iterations": 2}}.',
    category: 'studio',
    input: {
      name: text('Lowercase letters, digits, "_" and "-"; that of the template by default.', {
        maxLength: 64,
      }),
      template: text('What it starts from.', { enum: Object.keys(LOOP_TEMPLATES) }),
      goal: longText('What it is for.'),
      description: longText('What it does.'),
      stages: list(STAGE, 'In their order.', { minItems: 1, maxItems: LOOP_LIMITS.stages }),
      stop: STOP,
      delete: flag('Delete it instead.', false),
      as: AS,
    },
    output: { loop: STATUS.loop ?? {}, deleted: flag('Whether it was deleted.') },
    effect: 'project',
    destructive: true,
    dryRunSafe: true,
    usesScene: false,
    run: (args, context) => define(parts, args, context),
  });
}

const STAGE: JsonObject = {
  type: 'object',
  properties: {
    id: text('Its name.', { maxLength: 64 }),
    kind: text('A playtest is for "@playtester" where nobody is named.', { enum: ['agents', 'playtest'] }),
    assignees: texts(
      'Ids, "@role", "@discipline", "@all"; "@a|@b": b where there is no a.',
      LOOP_LIMITS.agents,
    ),
    instruction: longText('What they are to do.'),
    parallel: { type: 'boolean', description: 'All at once (the default), or one after another.' },
    only_with_tasks: { type: 'boolean', description: 'Only those who have open tasks.' },
    inputs: texts('Stages before it whose reports it gets as {inputs}.', LOOP_LIMITS.stages, 64),
    playtest: anyObject('How to play: policy, runs, seconds.'),
    file_feedback: { type: 'boolean', description: 'They submit what they find.' },
    verify_fixed: { type: 'boolean', description: 'They look whether what is fixed is fixed.' },
    gate: {
      type: 'object',
      properties: {
        skip_if: text('When it is left out.', { enum: [...SKIP_CONDITIONS] }),
        approval: text('It begins when the person allows it.', { enum: ['human'] }),
      },
      additionalProperties: false,
      description: 'Whether it begins.',
    },
  },
  required: ['id'],
  additionalProperties: false,
};

const STOP: JsonObject = {
  type: 'object',
  properties: {
    max_iterations: integer('3 by default.', { minimum: 1, maximum: LOOP_LIMITS.iterations }),
    metric_targets: anyObject('{"falls": {"max": 2}}: ends when all are met.'),
    director_signoff: { type: 'boolean', description: 'Ends when direction signs off.' },
    token_budget: { type: 'number', exclusiveMinimum: 0, description: 'Ends when so many are used.' },
    time_budget_minutes: { type: 'number', exclusiveMinimum: 0, description: 'Ends after so long.' },
  },
  additionalProperties: false,
  description: 'When it ends.',
};

function define(parts: StudioParts, args: JsonObject, context: ToolContext): ToolResult {
  checkWritten(without(args, ['stages', 'stop']));
  for (const stage of optionalList(args, 'stages') ?? []) if (isJsonObject(stage)) checkWritten(stage);
  const { people, loops } = parts;
  const actor = people.actorOf(context, optionalText(args, 'as'));
  const template = optionalText(args, 'template');
  const name = optionalText(args, 'name') ?? template;
  if (name === undefined) throw invalid('"name" is missing', 'Give a name, or a template.');
  if (args.delete === true) {
    const loop = loops.get(name);
    mustRest(loop);
    inCall(parts, context, () => loops.remove(name));
    tellOfLoop(parts, context, actor, 'deleted', loop);
    return jsonResult({ loop: asJson(loop), deleted: true }, `Deleted the loop ${name}.`);
  }
  const loop = inCallWith(parts, context, () => {
    const found = loops.read(name);
    const before = found === undefined ? undefined : loops.get(name);
    if (before !== undefined) mustRest(before);
    const base = before === undefined ? {} : asJson(before);
    const start = template === undefined ? {} : (LOOP_TEMPLATES[template] ?? {});
    const { goal, description, stages, stop } = args;
    const raw = mergedDefinition(
      { ...base, ...start, name },
      { goal, description, stages: withPlaytesters(stages ?? start.stages ?? base.stages), stop },
    );
    return unwrap(checkLoop(raw));
  });
  tellOfLoop(parts, context, actor, 'defined', loop);
  return jsonResult(
    { loop: asJson(loop), deleted: false },
    `The loop ${name} has ${loop.stages.map(({ id }) => id).join(', ')}.`,
  );
}

/** A playtest is for playtesters where nobody is named. */
function withPlaytesters(stages: Json | undefined): Json | undefined {
  if (!Array.isArray(stages)) return stages;
  return (stages as readonly Json[]).map((stage) =>
    isJsonObject(stage) && stage.kind === 'playtest' && stage.assignees === undefined
      ? { ...stage, assignees: ['@playtester|@qa_lead|@qa'] }
      : stage,
  );
}

function without(args: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));
}

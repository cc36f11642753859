/** `wander_run`: tries code on the open scene, and leaves nothing behind. */
import { toolError, type ToolError } from '../errors';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { isOn, optionalObject } from '../tools/builtin/args';
import { anyObject, defineTool, flag, integer, list, number } from '../tools/builtin/define';
import type { Capabilities, Limits, ToolContext, ToolDefinition, ToolResult } from '../tools/definition';
import { failureResult, textResult } from '../tools/result';
import { analyse } from '../../wander/analyse';
import { Profiler } from '../../wander/profile';
import { compileProgram, type CompiledProgram } from '../../wander/compile/program';
import type { RunOutcome } from '../../wander/run';
import { textsOf } from './check-tool';
import { countText, diagnosticLines, diagnosticsJson, placeText } from './diagnostics';
import { PROFILE, profileJson, profileLines } from './profile-text';
import { failureOf, runInCall, seedOf } from './run-in-call';
import { moduleSource, SOURCE_INPUT, sourceText, UNNAMED, type SourceText } from './source-text';
import type { WanderParts } from './wander-tools';

/** All that a tool could be given, but the network: nothing that it does stays. */
const CAPABILITIES: Capabilities = {
  read_scene: true,
  mutate: true,
  calls: ['*'],
  files: { read: ['**'], write: ['**'] },
  network: false,
};

/** Those of a tool that says nothing of its own. */
const LIMITS: Limits = {
  instructions: 1_000_000,
  timeout_ms: 5_000,
  max_output_bytes: 65_536,
  max_calls: 100,
};

/** How the running code is called in errors and for the tools that it calls. */
const NAME = 'script';

/** Property changes of one answer. */
const MAX_CHANGES = 200;

export function runTool(parts: WanderParts): ToolDefinition {
  return {
    ...defineTool({
      name: 'wander_run',
      title: 'Try Wander code',
      description:
        'Runs `fn run(args)` of Wander code on the open scene as a dry run, and answers with its result, its logs, the instructions it used, and the changes it would have made; nothing is kept. ' +
        'Use it to work something out, or to try code before tool_define. It may use all that a tool can: the scene, call_tool, files (writing is skipped); not the network. ' +
        'Limits are those of a tool: 1,000,000 instructions and 5 seconds, or what the definition beside the file says. An error has its line and call stack; `profile` tells line by line how often it ran and what it used. Example: {"source": "fn run(args)\\n  return find_all(args.tag).map(e => e.name)\\nend", "args": {"tag": "enemy"}}.',
      category: 'wander',
      input: {
        ...SOURCE_INPUT,
        args: anyObject('What run gets.'),
        profile: flag('Tell what each line used.', false),
      },
      output: {
        result: { description: 'What run returned.' },
        logs: list({ type: 'string' }, 'What it logged.'),
        warnings: list(
          { type: 'string' },
          'What it warned of with tool_warn, and what the checker remarked.',
        ),
        instructions: integer('What it used of its budget.'),
        instruction_limit: integer('The budget.'),
        ms: number('Time it took.'),
        changes: list(
          anyObject('`entity`, `name`, `property` (created, deleted, or a path), `before`, `after`.'),
          `What it would have changed; at most ${MAX_CHANGES}.`,
        ),
        total_changes: integer('How many there are.'),
        not_exercised: list(
          { type: 'string' },
          'What a dry run cannot try: files that were not written, tools that were not run.',
        ),
        profile: PROFILE,
        outside: integer('With profile: instructions for taking the arguments in and giving the result out.'),
      },
      optional: ['profile', 'outside', 'not_exercised'],
      ownDryRuns: true,
      waits: true,
      files: { read: true },
      run: (args, context) => run(args, parts, context),
    }),
    // It takes a turn of its own among the calls that change the scene, so nothing that has one may wait for it.
    governance: true,
  };
}

async function run(args: JsonObject, parts: WanderParts, context: ToolContext): Promise<ToolResult> {
  const given = sourceText(args, parts.project, context);
  if (!given.ok) return failureResult(given.error);
  const { source, path } = given.value;
  const analysis = analyse(source, {
    ...(path === undefined ? {} : { file: path }),
    mode: 'tool',
    module: moduleSource(parts.project, context),
    facts: {
      componentTypes: parts.componentTypes(),
      toolNames: parts.toolNames(),
      ...inputSchemaOf(given.value),
    },
  });
  const { diagnostics } = analysis;
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    const textOf = textsOf(analysis, path);
    return failureResult(
      toolError(
        'compile_error',
        [`${countText(diagnostics)} in ${path ?? UNNAMED}.`, ...diagnosticLines(diagnostics, textOf)].join(
          '\n',
        ),
        'Mend the errors, then run it again.',
        { diagnostics: diagnosticsJson(diagnostics, textOf) },
      ),
    );
  }
  const remarks = diagnostics.map((each) => `${placeText(each)}: ${each.message}`);
  let facts: RunOutcome | undefined;
  const profiler = isOn(args, 'profile') ? new Profiler() : undefined;
  const program = compileProgram(analysis.unit, analysis.modules, profiler);
  const limits = { ...LIMITS, ...given.value.tool?.limits };
  const definition = standIn(program, given.value, limits, parts, (outcome) => {
    facts = outcome;
  });
  const { result, changes, ms, notExercised } = await parts.pipeline.dryRun(
    {
      tool: NAME,
      args: optionalObject(args, 'args') ?? {},
      caller: context.caller,
      signal: context.signal,
      dryRun: true,
    },
    { definition },
  );
  const profile = profiler && profileJson(profiler.lines(), facts?.instructions ?? 0);
  if (!result.ok) return failureResult(withRun(result.error, facts, profile));
  const { structured = {} } = result;
  const logs = facts?.logs ?? [];
  const warnings = [...(result.warnings ?? []), ...remarks];
  const shown = changes.slice(0, MAX_CHANGES).map((change): JsonObject => ({ ...change }));
  const instructions = facts?.instructions ?? 0;
  const value = structured.result ?? null;
  const lines = [
    typeof value === 'string' ? value : JSON.stringify(value),
    `Used ${instructions} of ${limits.instructions} instructions; would have made ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}.`,
    ...(profiler === undefined ? [] : profileLines(profiler.lines(), instructions, textsOf(analysis, path))),
  ];
  return {
    ...textResult(lines.join('\n'), {
      result: value,
      logs,
      warnings,
      instructions,
      instruction_limit: limits.instructions,
      ms: Math.round(ms * 1000) / 1000,
      changes: shown,
      total_changes: changes.length,
      ...(notExercised.length === 0 ? {} : { not_exercised: notExercised }),
      ...profile,
    }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function inputSchemaOf({ tool }: SourceText): { inputSchema?: Json } {
  return tool?.inputSchema === undefined ? {} : { inputSchema: tool.inputSchema };
}

/** A tool that is in no registry, with the code as what it does. */
function standIn(
  program: CompiledProgram,
  given: SourceText,
  limits: Limits,
  parts: WanderParts,
  onRun: (outcome: RunOutcome) => void,
): ToolDefinition {
  const schema = given.tool?.inputSchema;
  return {
    name: NAME,
    title: 'Script',
    description: 'Code that is tried out.',
    category: 'wander',
    kind: 'wander',
    inputSchema: isJsonObject(schema)
      ? schema
      : { type: 'object', properties: {}, additionalProperties: true },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    mutates: true,
    custom: {
      version: 1,
      author: 'system',
      hash: '',
      capabilities: CAPABILITIES,
      limits,
      status: 'active',
    },
    run: (args, context) => {
      const facts = {
        name: NAME,
        ...(given.path === undefined ? {} : { file: given.path }),
        capabilities: CAPABILITIES,
        limits,
        ...(isJsonObject(schema) ? { inputSchema: schema } : {}),
        seed: seedOf(`${context.scene.seed}\n${JSON.stringify(args)}`),
      };
      const outcome = runInCall(program, facts, args, context, parts.project);
      onRun(outcome);
      if (!outcome.ok) throw failureOf(outcome, facts);
      const { result, warnings } = outcome;
      return {
        ok: true,
        text: typeof result === 'string' ? result : JSON.stringify(result),
        structured: { result },
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  };
}

/** Tells how far it came, where that stands in no error of the code's own: a time limit, a profile. */
function withRun(
  error: ToolError,
  facts: RunOutcome | undefined,
  profile: JsonObject | undefined,
): ToolError {
  const data = isJsonObject(error.data) ? error.data : {};
  if (facts === undefined) return error;
  return { ...error, data: { instructions: facts.instructions, logs: facts.logs, ...data, ...profile } };
}

/** `tool_fuzz`: generated inputs for a custom tool, to find what it does not bear before anybody relies on it. */
import { toolError, type Outcome } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { brief } from '../../tools/brief';
import type { ToolContext, ToolDefinition, ToolResult } from '../../tools/definition';
import { anyObject, flag, integer, list, text } from '../../tools/builtin/define';
import { count } from '../../tools/builtin/entities';
import { failureResult, jsonResult } from '../../tools/result';
import { redact } from '../../tools/redact';
import { compileSchema } from '../../tools/validation';
import { fuzz, FuzzInputs, type FuzzGroup, type FuzzReport } from '../fuzz/fuzz';
import { asJson } from '../json-copy';
import { parseSetupList } from '../parse-steps';
import { Problems } from '../problems';
import { toolOf } from '../tool-definition';
import type { ToolTest } from '../types';
import { candidateOf } from './candidate-of';
import { withPlaceholders } from '../fuzz/placeholders';
import { keepTests, type KeptTests } from './keep-tests';
import { SETUP, UNSAVED_DEFINITION } from './schemas';
import { lifecycleTool, type Workshop } from './workshop';

const MAX_RUNS = 2_000;

export function fuzzTools(workshop: Workshop): ToolDefinition[] {
  return [
    lifecycleTool({
      name: 'tool_fuzz',
      title: 'Try a tool on generated inputs',
      description:
        'Makes inputs from the input schema of a custom tool, the edges of each argument first and then random ones, and runs the tool on each as a dry run within its limits; everything is rolled back. Failures are grouped by code and place and come with a small input that shows them; that the tool refuses an input in its own words (tool_failed) is no failure. The same seed makes the same inputs. With "keep", what failed is added to the tool\'s tests, secrets in it replaced by made-up values, which changes neither its hash nor its approval. Example: {"name": "user_enemies_near", "runs": 200, "seed": 7}',
      input: {
        name: text('The tool.'),
        definition: UNSAVED_DEFINITION,
        runs: integer('Inputs to run.', { minimum: 1, maximum: MAX_RUNS, default: 100 }),
        seed: integer('Chooses the random inputs.', { default: 1 }),
        from: integer('Number of the first input: `next` of an answer goes on after it.', {
          minimum: 0,
          maximum: 10_000_000,
          default: 0,
        }),
        inputs: list(anyObject('Arguments.'), 'In place of generated ones: exactly these.', {
          minItems: 1,
          maxItems: 200,
        }),
        setup: SETUP,
        keep: flag('Adds what failed to the tests of the tool.', false),
      },
      output: {
        name: text('The tool.'),
        hash: text('Of the definition that ran.'),
        runs: integer('Inputs that ran.'),
        ok: integer('Of them, those that went well.'),
        failures: list(
          anyObject(
            '{code, place, message, hint?, count, first, args, shrunk, error}: `args` is a small input that shows it.',
          ),
          'Faults of the tool, by code and place.',
        ),
        refusals: list(anyObject('The same.'), 'What the tool refuses, or does not find: no faults.'),
        blocked: list(anyObject('The same.'), 'What could not run because of something around it.'),
        skipped: integer('Inputs for which nothing was found that the schema allows.'),
        seed: integer('Makes the same inputs again.'),
        next: integer('Pass as `from` to go on.'),
        stopped: text('"time" or "cancelled", where fewer ran than were asked for.'),
        kept: list({ type: 'string' }, 'Names of the tests that were added.'),
      },
      optional: ['stopped', 'kept'],
      effect: 'project',
      ownDryRuns: true,
      waits: true,
      run: (args, context) => runFuzz(workshop, args, context),
    }),
  ];
}

async function runFuzz(workshop: Workshop, args: JsonObject, context: ToolContext): Promise<ToolResult> {
  const candidate = candidateOf(workshop, args, context);
  if (!candidate.ok) return failureResult(candidate.error);
  const { definition, compiled, hash } = candidate.value;
  if (args.keep === true && typeof args.name !== 'string') {
    return failureResult(
      toolError(
        'invalid_arguments',
        'A definition that is not saved has no tests to keep anything in.',
        'Save it first (tool_define), then give "name".',
      ),
    );
  }
  const problems = new Problems();
  const setup = parseSetupList(args.setup, problems);
  if (problems.any) return problems.failure('The run');
  const validator = compileSchema(definition.input_schema);
  if (!validator.ok) return failureResult(validator.error);
  const check = (input: JsonObject): Outcome<JsonObject> => validator.value.check(input, definition.name);
  const given = givenInputs(args.inputs);
  for (const [index, input] of given.entries()) {
    const fits = check(input);
    if (!fits.ok) {
      return failureResult(
        toolError('invalid_arguments', `inputs[${index}]: ${fits.error.message}`, fits.error.hint),
      );
    }
  }
  const seed = numberOf(args.seed, 1);
  const from = given.length > 0 ? 0 : numberOf(args.from, 0);
  const inputs =
    given.length > 0
      ? { at: (index: number) => given[index] }
      : new FuzzInputs(definition.input_schema, check, seed);
  const runs = given.length > 0 ? given.length : numberOf(args.runs, 100);
  const report = await fuzz(inputs, from, runs, {
    tool: toolOf(definition, compiled, hash, { status: 'active' }, workshop.catalog),
    check,
    pipeline: workshop.pipeline,
    caller: context.caller,
    signal: context.signal,
    monotonic: workshop.monotonic,
    setup,
    onRun: (done) => {
      context.progress({ done, total: runs, message: `${done} of ${runs} runs of ${definition.name}` });
    },
  });
  const failures = report.groups.filter((group) => group.verdict === 'failure');
  let kept: KeptTests | undefined;
  if (args.keep === true && failures.length > 0 && !context.dryRun) {
    const outcome = keepTests(
      workshop,
      definition.name,
      hash,
      failures.flatMap((group) => {
        // A secret that was given would be in a file that is shared.
        const shown = withPlaceholders(group.args, definition.input_schema, check);
        if (shown !== undefined) return [testOf({ ...group, args: shown }, safeSetup(setup))];
        context.warn(
          `What fails with ${group.code} was not kept: its arguments hold a secret for which nothing else fits.`,
        );
        return [];
      }),
      context,
    );
    if (!outcome.ok) return failureResult(outcome.error);
    kept = outcome.value;
  }
  return answer(definition.name, hash, seed, report, kept);
}

function givenInputs(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

/** What a person would have to keep out of a file that is shared. */
function safeSetup(setup: NonNullable<ToolTest['setup']>): NonNullable<ToolTest['setup']> {
  return setup.map((step) => {
    const args = redact(step.args ?? {});
    return { ...step, args: isJsonObject(args) ? args : {} };
  });
}

function numberOf(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** A test that fails until the tool bears the input. */
function testOf({ code, place, args }: FuzzGroup, setup: NonNullable<ToolTest['setup']>): ToolTest {
  return {
    name: `fuzz: ${code}${place === '' ? '' : ` at ${place}`}`.slice(0, 180),
    ...(setup.length === 0 ? {} : { setup }),
    args,
    expect: { ok: true },
  };
}

function answer(
  name: string,
  hash: string,
  seed: number,
  report: FuzzReport,
  kept: KeptTests | undefined,
): ToolResult {
  const of = (verdict: FuzzGroup['verdict']): Json[] =>
    report.groups.filter((group) => group.verdict === verdict).map(groupJson);
  const failures = of('failure');
  const structured = asJson({
    name,
    hash,
    runs: report.runs,
    ok: report.ok,
    failures,
    refusals: of('refusal'),
    blocked: of('blocked'),
    skipped: report.skipped,
    seed,
    next: report.next,
    ...(report.stopped === undefined ? {} : { stopped: report.stopped }),
    ...(kept === undefined ? {} : { kept: kept.added }),
  });
  const stopped =
    report.stopped === undefined
      ? ''
      : ` Stopped ${report.stopped === 'time' ? 'because time was up' : 'on request'}.`;
  const lines = [
    `${name}: ${count(report.runs, 'input')}, ${failures.length === 0 ? 'none makes it fail' : `${count(failures.length, 'way')} to fail`}; ${report.ok} went well.${stopped}`,
    ...report.groups.map(groupLine),
    ...(report.skipped === 0
      ? []
      : [`For ${report.skipped} inputs nothing was found that the schema allows.`]),
    ...(kept === undefined ? [] : [keptText(kept)]),
  ];
  return jsonResult(structured, lines.join('\n'));
}

function groupJson({ error, ...group }: FuzzGroup): Json {
  const { message, hint } = error;
  return asJson({ ...group, message, ...(hint === undefined ? {} : { hint }), error });
}

const WORDS = { failure: 'FAILED', refusal: 'refused', blocked: 'blocked' } as const;

function groupLine({ verdict, code, place, count, args, error }: FuzzGroup): string {
  const where = place === '' ? '' : ` at ${place}`;
  return `${WORDS[verdict]}  ${code}${where}, ${count} ×: ${error.message} With ${JSON.stringify(brief(args))}`;
}

function keptText({ added, known }: KeptTests): string {
  const there = known === 0 ? '' : ` ${known} were there already.`;
  if (added.length === 0) return `No test was added.${there}`;
  return `Added ${added.length === 1 ? 'the test' : 'the tests'} ${added.map((each) => JSON.stringify(each)).join(', ')}: ${added.length === 1 ? 'it fails' : 'they fail'} until the tool bears the input. Where it should refuse it, change "expect" to {"error": "tool_failed"}.${there}`;
}

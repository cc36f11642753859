/**
 * Composite tools: a pipeline of calls with templates, loops, conditions and a result. Each step goes through the door
 * one level deeper, so that its edits join the call's one undo step; a step that fails takes everything before it back.
 */
import { succeed, ToolFailure, toolError, type Outcome } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { didYouMean } from '../../text/suggest';
import type { Steps, ToolContext, ToolResult } from '../../tools/definition';
import { roughSize } from '../../tools/plain-json';
import { Problems, type JsonPath } from '../problems';
import type { CompositeStep, CustomDefinition } from '../types';
import type { RunFacts } from './compiled';
import {
  compileTemplate,
  isTruthy,
  MAX_TEMPLATE_SIZE,
  type CompiledTemplate,
  type TemplateScope,
} from './templates';

/** Elements of one `for_each`. Calls are bounded besides, by `limits.max_calls`. */
export const MAX_ELEMENTS = 100_000;
const MAX_STEP_ERRORS = 1000;

interface CompiledStep {
  readonly step: CompositeStep;
  readonly args: CompiledTemplate;
  readonly forEach: CompiledTemplate | undefined;
  readonly when: CompiledTemplate | undefined;
  /** The condition looks at the element, so it is asked for each one. */
  readonly whenEach: boolean;
}

export interface CompositeProgram {
  readonly steps: readonly CompiledStep[];
  readonly result: CompiledTemplate | undefined;
}

/**
 * Compiles the templates of a composite and checks what can be known before it runs: that paths start at something there
 * is, name arguments of the schema and steps that ran before. Errors: `invalid_definition` with all problems.
 */
export function compileComposite(definition: CustomDefinition): Outcome<CompositeProgram> {
  const problems = new Problems();
  const steps: CompiledStep[] = [];
  const list = definition.steps ?? [];
  for (const [index, step] of list.entries()) {
    const at = ['steps', index];
    const element = step.as ?? 'item';
    const before = { definition, ids: list.slice(0, index).flatMap((each) => each.id ?? []), list, index };
    const looped = step.for_each !== undefined;
    const compile = (
      value: Json | undefined,
      key: string,
      roots: readonly string[],
    ): CompiledTemplate | undefined => {
      if (value === undefined) return undefined;
      const compiled = compileTemplate(value, key);
      if (!compiled.ok) {
        problems.add(
          [...at, key],
          compiled.error.message.replace(`${key}: `, '').replace(/\.$/, ''),
          compiled.error.hint,
        );
        return undefined;
      }
      checkPaths(compiled.value, [...at, key], roots, before, problems);
      return compiled.value;
    };
    const outer = ['args', 'steps', 'actor', ...(index > 0 ? ['prev'] : [])];
    const inner = looped ? [...outer, element, 'index'] : outer;
    const args = compile(step.args ?? {}, 'args', inner);
    const forEach = compile(step.for_each, 'for_each', outer);
    const when = compile(step.when, 'when', inner);
    const whenEach =
      looped && (when?.paths.some((path) => path.root === element || path.root === 'index') ?? false);
    if (args !== undefined) steps.push({ step, args, forEach, when, whenEach });
  }
  let result: CompiledTemplate | undefined;
  if (definition.result !== undefined) {
    const compiled = compileTemplate(definition.result, 'result');
    if (!compiled.ok)
      problems.add(['result'], compiled.error.message.replace('result: ', ''), compiled.error.hint);
    else {
      result = compiled.value;
      const ids = list.flatMap((each) => each.id ?? []);
      checkPaths(
        result,
        ['result'],
        ['args', 'steps', 'actor', 'prev'],
        { definition, ids, list, index: list.length },
        problems,
      );
    }
  }
  if (problems.any) return problems.failure(`The definition of ${JSON.stringify(definition.name)}`);
  return succeed({ steps, result });
}

interface Before {
  readonly definition: CustomDefinition;
  /** Ids of the steps that have run by then. */
  readonly ids: readonly string[];
  readonly list: readonly CompositeStep[];
  readonly index: number;
}

function checkPaths(
  template: CompiledTemplate,
  at: JsonPath,
  roots: readonly string[],
  before: Before,
  problems: Problems,
): void {
  for (const path of template.paths) {
    const shown = `{{${path.text}}}`;
    const [first] = path.segments;
    if (!roots.includes(path.root)) {
      const why =
        path.root === 'prev'
          ? 'no step has run before this one'
          : path.root === 'index'
            ? 'this step has no for_each'
            : `there is no "${path.root}" here`;
      problems.add(
        at,
        `${shown}: ${why}`,
        didYouMean(path.root, roots) ?? `Paths start at ${roots.join(', ')} here.`,
      );
    } else if (path.root === 'steps' && typeof first === 'string' && !before.ids.includes(first)) {
      const later = before.list.slice(before.index).some((step) => step.id === first);
      problems.add(
        at,
        later
          ? `${shown}: the step "${first}" has not run by then`
          : `${shown}: no step has the id "${first}"`,
        didYouMean(first, before.ids) ??
          (before.ids.length === 0
            ? 'Give the earlier step an "id".'
            : `Ids so far: ${before.ids.join(', ')}.`),
      );
    } else if (path.root === 'args' && typeof first === 'string' && first !== 'length') {
      const { properties, additionalProperties, patternProperties } = before.definition.input_schema;
      const names = isJsonObject(properties) ? Object.keys(properties) : [];
      if (additionalProperties !== false || patternProperties !== undefined || names.includes(first))
        continue;
      problems.add(
        at,
        `${shown}: the input schema has no "${first}"`,
        didYouMean(first, names) ?? `It has: ${names.join(', ')}.`,
      );
    }
  }
}

interface StepError {
  readonly step: number;
  readonly id?: string;
  readonly tool: string;
  readonly index?: number;
  readonly error: string;
  readonly message: string;
  readonly hint?: string;
}

/** What a run has come to. */
class Run {
  readonly results = new Map<string, Json>();
  readonly skipped = new Set<string>();
  readonly errors: StepError[] = [];
  /** Places of the steps that made a call. */
  readonly ran = new Set<number>();
  prev: Json | undefined;

  constructor(
    private readonly args: JsonObject,
    private readonly actor: string,
  ) {}

  scope(loop?: { readonly name: string; readonly value: Json; readonly index: number }): TemplateScope {
    const roots = new Map<string, Json>([
      ['args', this.args],
      ['steps', Object.fromEntries(this.results)],
      ['actor', this.actor],
    ]);
    if (this.prev !== undefined) roots.set('prev', this.prev);
    if (loop !== undefined) {
      roots.set(loop.name, loop.value);
      roots.set('index', loop.index);
    }
    return { roots, skipped: this.skipped };
  }
}

/** Runs a composite. A failure names the step by its place, id and tool, and keeps the step's own code and hint. */
export function* runComposite(
  program: CompositeProgram,
  name: string,
  args: JsonObject,
  context: ToolContext,
  onRun?: (facts: RunFacts) => void,
): Steps<ToolResult> {
  const run = new Run(args, context.caller.actor);
  try {
    return yield* runSteps(program, name, run, context);
  } finally {
    const missed = program.steps.flatMap((_, index) => (run.ran.has(index) ? [] : [index + 1]));
    onRun?.({ covers: { unit: 'step', of: program.steps.length, missed } });
  }
}

function* runSteps(
  program: CompositeProgram,
  name: string,
  run: Run,
  context: ToolContext,
): Steps<ToolResult> {
  for (const [index, compiled] of program.steps.entries()) {
    const value = yield* runStep(compiled, index, program.steps.length, run, context);
    const { id } = compiled.step;
    if (value === undefined) {
      if (id !== undefined) {
        run.results.set(id, null);
        run.skipped.add(id);
      }
      continue;
    }
    run.prev = value;
    if (id !== undefined) run.results.set(id, value);
  }
  let result: Json;
  try {
    result = program.result === undefined ? (run.prev ?? null) : program.result.resolve(run.scope());
  } catch (error) {
    throw located(error, `The result of ${name}`);
  }
  if (roughSize(result, MAX_TEMPLATE_SIZE) > MAX_TEMPLATE_SIZE) {
    throw new ToolFailure(
      toolError(
        'output_too_large',
        `The result of ${name} has more than ${MAX_TEMPLATE_SIZE} characters.`,
        'Give it a "result" with the fields that matter.',
      ),
    );
  }
  const structured: JsonObject = {
    result,
    ...(run.errors.length === 0 ? {} : { step_errors: run.errors.map((each): JsonObject => ({ ...each })) }),
  };
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  const failures =
    run.errors.length === 0 ? '' : `\n${run.errors.length} step error(s): ${run.errors[0]?.message ?? ''}`;
  return { ok: true, text: text + failures, structured };
}

/** The step's result, or undefined where it was skipped. */
function* runStep(
  compiled: CompiledStep,
  index: number,
  count: number,
  run: Run,
  context: ToolContext,
): Steps<Json | undefined> {
  const { step, when, whenEach } = compiled;
  const place = placeOf(step, index, count);
  if (when !== undefined && !whenEach && !isTruthy(when.find(run.scope()))) return undefined;
  if (compiled.forEach === undefined) return yield* callStep(compiled, index, place, run, context);
  const elements = elementsOf(compiled.forEach, place, run.scope());
  const results: Json[] = [];
  for (let at = 0; at < elements.length; at += 1) {
    if (performance.now() > context.deadline) {
      throw new ToolFailure(
        toolError(
          'timeout',
          `${place} was out of time at element ${at}.`,
          'Loop over fewer elements, or raise limits.timeout_ms.',
        ),
      );
    }
    const loop = { name: step.as ?? 'item', value: elements.at(at), index: at };
    if (whenEach && !isTruthy(when?.find(run.scope(loop)))) results.push(null);
    else results.push(yield* callStep(compiled, index, place, run, context, loop));
  }
  return results;
}

interface Elements {
  readonly length: number;
  at(index: number): Json;
}

function elementsOf(template: CompiledTemplate, place: string, scope: TemplateScope): Elements {
  let value: Json;
  try {
    value = template.resolve(scope);
  } catch (error) {
    throw located(error, `for_each of ${place}`);
  }
  let elements: Elements | undefined;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    elements = { length: list.length, at: (index) => list[index] ?? null };
  } else if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    elements = { length: value, at: (index) => index };
  }
  if (elements === undefined) {
    const shown = JSON.stringify(value).slice(0, 80);
    throw new ToolFailure(
      toolError(
        'template_error',
        `for_each of ${place} is ${shown}; it must be an array or a count from 0.`,
        'Give a path to a list, such as {{steps.found.matches}}.',
      ),
    );
  }
  if (elements.length > MAX_ELEMENTS) {
    throw new ToolFailure(
      toolError(
        'template_error',
        `for_each of ${place} has ${elements.length} elements; at most ${MAX_ELEMENTS} are allowed.`,
        'Loop over fewer.',
      ),
    );
  }
  return elements;
}

function* callStep(
  { step, args }: CompiledStep,
  index: number,
  place: string,
  run: Run,
  context: ToolContext,
  loop?: { readonly name: string; readonly value: Json; readonly index: number },
): Steps<Json> {
  const here = loop === undefined ? place : `${place} at element ${loop.index}`;
  let resolved: Json;
  let result: ToolResult;
  try {
    resolved = args.resolve(run.scope(loop));
    run.ran.add(index);
    result = yield* context.call(step.tool, resolved);
  } catch (error) {
    if (!(error instanceof ToolFailure) || step.continue_on_error !== true) throw located(error, here);
    result = { ok: false, error: error.error };
  }
  if (result.ok) return result.structured ?? result.text;
  const { code, message, hint } = result.error;
  const facts = {
    step: index,
    ...(step.id === undefined ? {} : { id: step.id }),
    tool: step.tool,
    ...(loop === undefined ? {} : { index: loop.index }),
    error: code,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
  // What stops the whole call is not a step's own failure.
  const final = code === 'cancelled' || code === 'too_many_calls' || performance.now() > context.deadline;
  if (step.continue_on_error === true && !final) {
    if (run.errors.length < MAX_STEP_ERRORS) run.errors.push(facts);
    return null;
  }
  throw new ToolFailure(
    toolError(code, `${here} failed: ${message}`, hint, { ...facts, ...dataOf(result.error.data) }),
  );
}

function dataOf(data: Json | undefined): JsonObject {
  return data === undefined ? {} : { cause: data };
}

function placeOf(step: CompositeStep, index: number, count: number): string {
  const id = step.id === undefined ? '' : `"${step.id}", `;
  return `Step ${index + 1} of ${count} (${id}${step.tool}, steps[${index}])`;
}

function located(error: unknown, place: string): unknown {
  if (!(error instanceof ToolFailure)) return error;
  const { code, message, hint, data } = error.error;
  return message.startsWith(place)
    ? error
    : new ToolFailure(toolError(code, `${place}: ${message}`, hint, data));
}

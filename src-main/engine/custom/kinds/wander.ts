/** Tools written in Wander: compiled once, run in the engine's thread with a budget, over the call's own transaction. */
import {
  fail,
  succeed,
  ToolFailure,
  toolError,
  ERROR_CODES,
  type ErrorCode,
  type Outcome,
} from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { ToolContext, ToolResult } from '../../tools/definition';
import type { Diagnostic, RunError } from '../../../wander/diagnostic';
import type { JsonValue, ToolAnswer, ToolHost, WanderHost } from '../../../wander/host';
import { loadProgram } from '../../../wander/load';
import { runProgram } from '../../../wander/run';
import { codeProblem } from '../hidden-text';
import { canonicalJson } from '../json-form';
import { sha256 } from '../hash';
import { ToolFiles } from '../tool-files';
import type { StoreProject } from '../store';
import type { Project } from '../../project/project';
import type { CustomDefinition } from '../types';
import type { Compiled } from './compiled';
import { asHostError, EmptySceneHost, EngineSceneHost } from './scene-host';

/** Bytes of values that one run may hold. */
const MEMORY_BYTES = 64 * 1024 * 1024;

export interface WanderFacts {
  readonly componentTypes: readonly string[];
  readonly toolNames?: readonly string[];
}

/**
 * Compiles a tool's code with the modules that it uses. Errors: `invalid_definition` with file, line and column of the
 * first problem, and all of them in `data.diagnostics`.
 */
export function compileWander(
  definition: CustomDefinition,
  project: StoreProject & Pick<Project, 'writable'>,
  facts: WanderFacts,
  module: (path: string) => string | undefined,
): Outcome<Compiled> {
  const file = definition.source ?? `tools/${definition.name}.wander`;
  const modules = new Map<string, string>();
  const { program, diagnostics, effects } = loadProgram(definition.code ?? '', {
    file,
    mode: 'tool',
    module: (path) => {
      const text = module(path);
      if (text !== undefined) modules.set(path, text);
      return text;
    },
    facts: {
      componentTypes: facts.componentTypes,
      inputSchema: definition.input_schema,
      mutate: definition.capabilities.mutate,
      ...(facts.toolNames === undefined ? {} : { toolNames: facts.toolNames }),
    },
  });
  // The files that it uses are approved with it, so they hide nothing either.
  for (const [path, text] of modules) {
    const hidden = codeProblem(text);
    if (hidden !== undefined)
      return fail('invalid_definition', `${path}, line ${hidden.line}: ${hidden.message}.`, 'Remove it.');
  }
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  if (program === undefined || first !== undefined) return refuse(first, errors, file);
  const warnings = diagnostics
    .filter((diagnostic) => diagnostic.severity === 'warning')
    .map((diagnostic) => `${diagnostic.file ?? file}, line ${diagnostic.line}: ${diagnostic.message}`);
  return succeed({
    modules,
    warnings,
    effects: {
      reads: effects.reads,
      writes: effects.writes,
      builtins: effects.builtins,
      calls: effects.calls,
      files_read: effects.filesRead,
      files_written: effects.filesWritten,
      mutates: effects.mutates,
      unbounded: effects.unbounded,
    },
    run: (args, context, onRun) => {
      const outcome = runProgram(program, {
        host: hostFor(definition, project, context),
        args,
        argsSchema: definition.input_schema,
        limits: {
          instructions: definition.limits.instructions,
          deadline: context.deadline,
          now: () => performance.now(),
          memoryBytes: MEMORY_BYTES,
          outputBytes: definition.limits.max_output_bytes,
          stopped: () => context.signal.aborted,
        },
        seed: seedFor(context.scene.seed, definition.name, args),
      });
      onRun?.({ instructions: outcome.instructions, logs: outcome.logs });
      if (!outcome.ok) throw failureOf(outcome.error, definition, file, outcome.logs);
      return resultOf(outcome.result, outcome.logs, outcome.warnings);
    },
  });
}

function refuse(first: Diagnostic | undefined, errors: readonly Diagnostic[], file: string): Outcome<never> {
  if (first === undefined) return fail('invalid_definition', `${file} can't be compiled.`);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, in data.diagnostics)` : '';
  const list = errors.slice(0, 50).map((diagnostic): JsonObject => ({
    file: diagnostic.file ?? file,
    line: diagnostic.line,
    column: diagnostic.column,
    code: diagnostic.code,
    message: diagnostic.message,
    ...(diagnostic.hint === undefined ? {} : { hint: diagnostic.hint }),
  }));
  return fail(
    'invalid_definition',
    `${first.file ?? file}, line ${first.line}, column ${first.column}: ${first.message}${more}`,
    first.hint,
    { line: first.line, column: first.column, diagnostics: list },
  );
}

/** The same for the same scene seed, tool and arguments, so that a call repeats exactly. */
function seedFor(sceneSeed: number, name: string, args: JsonObject): number {
  return parseInt(sha256(`${sceneSeed}\n${name}\n${canonicalJson(args)}`).slice(0, 8), 16);
}

function hostFor(
  definition: CustomDefinition,
  project: StoreProject & Pick<Project, 'writable'>,
  context: ToolContext,
): WanderHost {
  const reads = context.capabilities?.read_scene ?? definition.capabilities.read_scene;
  const mutate = definition.capabilities.mutate && (context.capabilities?.mutate ?? true);
  const types = context.scene.components.types();
  return {
    mutate,
    scene: reads
      ? new EngineSceneHost(context.scene, mutate ? context.tx : undefined)
      : new EmptySceneHost(types),
    tool: toolHost(project, context),
  };
}

function toolHost(project: StoreProject & Pick<Project, 'writable'>, context: ToolContext): ToolHost {
  let files: ToolFiles | undefined;
  const withFiles = <T>(work: (files: ToolFiles) => T): T => {
    files ??= new ToolFiles(project, context);
    try {
      return work(files);
    } catch (error) {
      throw asHostError(error);
    }
  };
  return {
    actor: context.caller.actor,
    callTool: (name, args) => answerOf(context.callNow(name, args)),
    readFile: (path) => withFiles((each) => each.read(path)),
    listFiles: (folder) => withFiles((each) => each.list(folder)),
    fileExists: (path) => withFiles((each) => each.exists(path)),
    writeFile: (path, text) => withFiles((each) => each.write(path, text)),
  };
}

function answerOf(result: ToolResult): ToolAnswer {
  if (result.ok) return { ok: true, result: (result.structured ?? result.text) as JsonValue };
  const { code, message, hint } = result.error;
  return { ok: false, error: code, message, ...(hint === undefined ? {} : { hint }) };
}

function codeOf(code: string): ErrorCode {
  return ERROR_CODES.find((known) => known === code) ?? 'runtime_error';
}

/** The error of a run, with the line in the message and line and call stack as data. */
function failureOf(
  error: RunError,
  definition: CustomDefinition,
  file: string,
  logs: readonly string[],
): ToolFailure {
  const { message, hint, line, column, stack } = error;
  const other = error.file !== undefined && error.file !== file ? `${error.file}, ` : '';
  const place = line === undefined || /\(line \d+\)/.test(message) ? '' : ` (${other}line ${line})`;
  const data: JsonObject = {
    tool: definition.name,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(error.file === undefined ? {} : { file: error.file }),
    stack: stack.slice(0, 30).map((frame): JsonObject => ({ ...frame })),
    ...(logs.length === 0 ? {} : { logs: logs.slice(-20) }),
  };
  return new ToolFailure(toolError(codeOf(error.code), `${message.replace(/\.$/, '')}${place}`, hint, data));
}

function resultOf(result: Json, logs: readonly string[], warnings: readonly string[]): ToolResult {
  const structured: JsonObject = {
    result,
    ...(logs.length === 0 ? {} : { logs }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return { ok: true, text, structured, ...(warnings.length === 0 ? {} : { warnings }) };
}

/** Tools written in Wander: compiled once, run in the engine's thread with a budget, over the call's own transaction. */
import { fail, succeed, type Outcome } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { ToolResult } from '../../tools/definition';
import type { HostProject } from '../../wander/call-host';
import { failureOf, runInCall, seedOf } from '../../wander/run-in-call';
import type { CompiledProgram } from '../../../wander/compile/program';
import { Coverage } from '../../../wander/coverage';
import type { Diagnostic } from '../../../wander/diagnostic';
import type { Effects } from '../../../wander/effects';
import { loadProgram } from '../../../wander/load';
import { libraryFunction } from '../../../wander/stdlib/registry';
import { codeProblem } from '../hidden-text';
import { canonicalJson } from '../json-form';
import type { CustomDefinition } from '../types';
import type { Compiled } from './compiled';

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
  project: HostProject,
  facts: WanderFacts,
  module: (path: string) => string | undefined,
): Outcome<Compiled> {
  const file = definition.source ?? `tools/${definition.name}.wander`;
  const modules = new Map<string, string>();
  const loaded = loadProgram(definition.code ?? '', {
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
  const { diagnostics, effects } = loaded;
  // The files that it uses are approved with it, so they hide nothing either.
  for (const [path, text] of modules) {
    const hidden = codeProblem(text);
    if (hidden !== undefined)
      return fail('invalid_definition', `${path}, line ${hidden.line}: ${hidden.message}.`, 'Remove it.');
  }
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const [first] = errors;
  if (first !== undefined) return refuse(first, errors, file);
  const warnings = diagnostics
    .filter((diagnostic) => diagnostic.severity === 'warning')
    .map((diagnostic) => `${diagnostic.file ?? file}, line ${diagnostic.line}: ${diagnostic.message}`);
  let watched: { readonly coverage: Coverage; readonly program: CompiledProgram } | undefined;
  /** Calls that nobody asks about run the program as it is. */
  const watch = (): typeof watched => {
    const coverage = new Coverage(file);
    const program = loaded.observed?.(coverage);
    return (watched ??= program && { coverage, program });
  };
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
      uses_scene: usesScene(effects),
      unbounded: effects.unbounded,
    },
    run: (args, context, onRun) => {
      const facts = {
        name: definition.name,
        file,
        capabilities: definition.capabilities,
        limits: definition.limits,
        inputSchema: definition.input_schema,
        // The same for the same scene seed, tool and arguments, so that a call repeats exactly.
        seed: () => seedOf(`${context.scene.seed}\n${definition.name}\n${canonicalJson(args)}`),
      };
      const seen = onRun === undefined ? undefined : (watched ?? watch());
      const program = seen?.program ?? loaded.program;
      if (program === undefined) throw new Error(`${file} has errors`);
      seen?.coverage.begin();
      const outcome = runInCall(program, facts, args, context, project);
      onRun?.({
        instructions: outcome.instructions,
        logs: outcome.logs,
        ...(seen === undefined ? {} : { covers: { unit: 'line', ...seen.coverage.lines() } }),
      });
      if (!outcome.ok) throw failureOf(outcome, facts);
      return resultOf(outcome.result, outcome.logs, outcome.warnings);
    },
  });
}

/** Entities come from functions of the library and from nowhere else, so that what uses none of them sees no scene. */
function usesScene({ reads, mutates, builtins }: Effects): boolean {
  return (
    mutates ||
    reads.length > 0 ||
    builtins.some((name) => {
      const group = libraryFunction(name)?.group;
      return group === 'scene' || group === 'change';
    })
  );
}

function refuse(first: Diagnostic, errors: readonly Diagnostic[], file: string): Outcome<never> {
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

function resultOf(result: Json, logs: readonly string[], warnings: readonly string[]): ToolResult {
  const structured: JsonObject = {
    result,
    ...(logs.length === 0 ? {} : { logs }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return { ok: true, text, structured, ...(warnings.length === 0 ? {} : { warnings }) };
}

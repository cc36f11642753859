/** From a text to the outcome of its run, for tests. */
import type { CompiledProgram, Program } from '../compile/program';
import { loadProgram } from '../load';
import type { JsonValue, RunLimits, WanderHost } from '../host';
import { runProgram, type RunOutcome } from '../run';
import { MemoryScene, type EntityDraft } from './memory-scene';
import { MemoryToolHost, type ToolHostParts } from './tool-host';

export interface TextOptions {
  readonly args?: JsonValue;
  readonly argsSchema?: JsonValue;
  readonly scene?: MemoryScene | readonly EntityDraft[];
  /** True unless said otherwise. */
  readonly mutate?: boolean;
  readonly tool?: ToolHostParts | MemoryToolHost;
  readonly modules?: Readonly<Record<string, string>>;
  readonly instructions?: number;
  readonly limits?: Partial<RunLimits>;
  readonly seed?: number;
}

/** The program of a text; throws a plain error with the problems when there are any. */
export function loadText(source: string, modules: Readonly<Record<string, string>> = {}): CompiledProgram {
  const files = new Map(Object.entries(modules));
  const { program, diagnostics } = loadProgram(source, { mode: 'tool', module: (path) => files.get(path) });
  if (program !== undefined) return program;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  throw new Error(
    errors.map(({ line, column, code, message }) => `${line}:${column} ${code}: ${message}`).join('\n'),
  );
}

export function hostOf(options: TextOptions): WanderHost {
  const mutate = options.mutate ?? true;
  const scene = options.scene instanceof MemoryScene ? options.scene : new MemoryScene(options.scene, mutate);
  const tool = options.tool instanceof MemoryToolHost ? options.tool : new MemoryToolHost(options.tool);
  return { scene, mutate, tool };
}

/** Limits with a clock that stands still. */
export function limitsOf(options: TextOptions): RunLimits {
  return { instructions: options.instructions ?? 1_000_000, deadline: 5000, now: () => 0, ...options.limits };
}

export function runLoaded(program: Program, options: TextOptions = {}): RunOutcome {
  return runProgram(program, {
    host: hostOf(options),
    args: options.args ?? {},
    argsSchema: options.argsSchema,
    limits: limitsOf(options),
    seed: options.seed ?? 1,
  });
}

export function runText(source: string, options: TextOptions = {}): RunOutcome {
  return runLoaded(loadText(source, options.modules), options);
}

/** Runs a program: arguments in, result or error out, everything bounded. */
import type { Program } from './compile/program';
import { Run } from './context';
import { fromJson } from './convert';
import type { RunError, StackFrame } from './diagnostic';
import { Stop, type Failure, type Site, type SiteUnit } from './errors';
import type { JsonValue, RunLimits, WanderHost } from './host';
import { LineTable } from './positions';
import { Pcg32 } from './random';
import type { Value } from './values';
import { toJson } from './to-json';

export interface RunOptions {
  readonly host: WanderHost;
  /** What `run(args)` gets. */
  readonly args: JsonValue;
  /** The tool's input schema: says which strings are colours, and which arrays of three numbers are lists. */
  readonly argsSchema?: JsonValue;
  readonly limits: RunLimits;
  /** Random numbers start from it; worked out only for a program that takes one. */
  readonly seed: number | (() => number);
}

interface RunNotes {
  readonly logs: string[];
  readonly warnings: string[];
  /** Units of the budget. */
  readonly instructions: number;
}

export type RunOutcome =
  | (RunNotes & { readonly ok: true; readonly result: JsonValue })
  | (RunNotes & { readonly ok: false; readonly error: RunError });

/** The run that is under way on this thread: a tool may call a tool, whose run then stands on its caller's. */
let current: Run | undefined;

/**
 * Runs `fn run`. Whatever a script can cause comes back as an error with line, column and call stack; what the host throws
 * beside `HostError` is a bug of the host's, and goes on to the caller. Entities that were destroyed are removed at the end.
 */
export function runProgram(program: Program, options: RunOptions): RunOutcome {
  const below = current;
  const run = new Run({
    host: options.host,
    limits: options.limits,
    random: () => new Pcg32(typeof options.seed === 'number' ? options.seed : options.seed()),
    root: program.root,
    depthBelow: below === undefined ? 0 : below.depthBelow + below.depth,
  });
  const notes = (): RunNotes => ({ logs: run.logs, warnings: run.warnings, instructions: run.used });
  run.site = program.entry?.site ?? { start: 0, unit: program.unit };
  current = run;
  try {
    const result = execute(run, program, options);
    return { ok: true, result, ...notes() };
  } catch (thrown) {
    const failure = run.failureOf(thrown);
    if (failure === undefined) throw thrown;
    return { ok: false, error: errorOf(failure), ...notes() };
  } finally {
    current = below;
  }
}

function execute(run: Run, program: Program, options: RunOptions): JsonValue {
  const { entry } = program;
  if (entry === undefined)
    return run.fail('the program has no function "run" to start at', 'Write "fn run(args) … end".');
  const args = fromJson(run, options.args, 'boundary', options.argsSchema);
  const value = callRun(run, entry, args);
  run.site = entry.site;
  const result = toJson(run, value, 'the result', 'id');
  run.removeDoomed();
  return result;
}

function callRun(run: Run, entry: NonNullable<Program['entry']>, args: Value): Value {
  try {
    return entry.invoke(run, [], entry.most === 0 ? [] : [args], entry.site);
  } catch (thrown) {
    if (thrown instanceof Stop) return null;
    throw thrown;
  }
}

/** What a failure tells: lines and columns in place of offsets. */
export function errorOf(failure: Failure): RunError {
  const tables = new Map<SiteUnit, LineTable>();
  const place = (site: Site): { line: number; column: number; file?: string } => {
    const table = tables.get(site.unit) ?? new LineTable(site.unit.source);
    tables.set(site.unit, table);
    const { file } = site.unit;
    return { ...table.position(site.start), ...(file === undefined ? {} : { file }) };
  };
  const own = failure.frames.map((frame) => ({ function: frame.function, ...place(frame.site) }));
  const stack: StackFrame[] = [...failure.below, ...own];
  return {
    code: failure.code,
    message: failure.message,
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
    ...place(failure.site),
    stack,
  };
}

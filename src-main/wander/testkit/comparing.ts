/** One program, compiled and walked over: what the two make of it must be the same, down to the last instruction. */
import { analyse } from '../analyse';
import { compileProgram, compileWithKernels, type Program } from '../compile/program';
import { ALWAYS, type KernelCounts } from '../kernel/kernels';
import type { RunOutcome } from '../run';
import type { Unit } from '../unit';
import { MODULES } from './generator-wide';
import { MemoryScene } from './memory-scene';
import { SMALL_SCENE } from './small-scene';
import { oracleProgram } from './oracle-program';
import { runLoaded } from './run-text';
import { MemoryToolHost } from './tool-host';

/** What a run did: its outcome, and all that others can see of it. */
export interface Trial {
  readonly outcome: RunOutcome;
  readonly scene: unknown;
  readonly files: readonly (readonly [string, string])[];
}

export interface Trials {
  readonly compiled: Trial;
  readonly walked: Trial;
  /** Walked over with copies instead of shared lists: nothing but the instructions may differ. */
  readonly copied?: Trial;
}

export interface Bounds {
  readonly instructions: number;
  readonly memoryBytes?: number;
}

/** What ends a run where copying costs more. */
const LIMIT_CODES = new Set(['budget_exceeded', 'output_too_large']);
/** Enough for what a program does within its own budget, and copies besides. */
const AMPLE = 100_000;

function attempt(program: Program, { instructions, memoryBytes }: Bounds): Trial {
  const scene = new MemoryScene(SMALL_SCENE);
  const tool = new MemoryToolHost({
    files: { 'data/notes.txt': 'three crates' },
    tools: { echo: (args) => args },
  });
  const outcome = runLoaded(program, {
    scene,
    instructions,
    limits: { memoryBytes },
    args: { a: [1, [2, 3]], hp: 5, text: 'abc', map: { a: { b: [1] } }, at: [1, 2, 3], who: 'crate' },
    tool,
  });
  return { outcome, scene: scene.dump(), files: [...tool.files] };
}

/** Codes of the problems that leave a text without a program to run. */
const UNREADABLE = /missing|unexpected|unknown_(name|function|module)|duplicate|unterminated|reserved|too_/;

interface Problem {
  readonly problem: string;
}

interface Source {
  readonly unit: Unit;
  readonly modules: ReadonlyMap<string, Unit>;
}

function read(source: string): Source | Problem {
  const files = new Map(Object.entries(MODULES));
  const { unit, modules, diagnostics } = analyse(source, { mode: 'tool', module: (path) => files.get(path) });
  const problem = diagnostics.find(({ severity, code }) => severity === 'error' && UNREADABLE.test(code));
  if (problem !== undefined) return { problem: `${problem.line}:${problem.column} ${problem.message}` };
  return { unit, modules };
}

/** A program with kernels for all that can be one, from the first run, and the same walked over, for each of some budgets. */
export interface KernelTrials {
  readonly trials: readonly { readonly kernels: Trial; readonly walked: Trial }[];
  /** What became of the kernels; none where nothing can be one. */
  readonly counts: KernelCounts | undefined;
}

export function runWithKernels(source: string, all: readonly Bounds[]): KernelTrials | Problem {
  const found = read(source);
  if ('problem' in found) return found;
  const { unit, modules } = found;
  const { program, counts } = compileWithKernels(unit, modules, ALWAYS);
  const oracle = oracleProgram(unit, modules, false);
  const trials = all.map((bounds) => ({
    kernels: attempt(program, bounds),
    walked: attempt(oracle, bounds),
  }));
  return { trials, counts };
}

/** None when the text is no program: then that is what is wrong with it. */
export function runBoth(source: string, bounds: Bounds): Trials | Problem {
  const found = read(source);
  if ('problem' in found) return found;
  const { unit, modules } = found;
  const compiled = attempt(compileProgram(unit, modules), bounds);
  const walked = attempt(oracleProgram(unit, modules, false), bounds);
  if (endsInLimit(compiled)) return { compiled, walked };
  const copied = attempt(oracleProgram(unit, modules, true), { instructions: AMPLE });
  return endsInLimit(copied) ? { compiled, walked } : { compiled, walked, copied };
}

const endsInLimit = ({ outcome }: Trial): boolean => !outcome.ok && LIMIT_CODES.has(outcome.error.code);

export const withoutCount = ({ outcome, ...rest }: Trial): unknown => ({
  ...rest,
  outcome: { ...outcome, instructions: 0 },
});

export const endingOf = ({ outcome }: Trial): string => (outcome.ok ? 'ok' : outcome.error.code);

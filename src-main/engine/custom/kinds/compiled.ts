/** What every kind of tool is compiled to. */
import type { JsonObject } from '../../json';
import type { MaybeSteps, ToolContext, ToolResult } from '../../tools/definition';
import type { FoundEffects, TestCoverage } from '../types';

/** Told after each run of the code, well or not. */
export interface RunFacts {
  readonly instructions?: number;
  readonly logs?: readonly string[];
  /** Absent where the code can't be seen. */
  readonly covers?: TestCoverage;
}

export interface Compiled {
  /** With `onRun` code runs slower, since its statements are looked at. */
  run(args: JsonObject, context: ToolContext, onRun?: (facts: RunFacts) => void): MaybeSteps<ToolResult>;
  readonly effects: FoundEffects;
  /** The text of every file that the code takes in, by its project-relative path. */
  readonly modules: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** Everything that a program can touch, when nothing is known of it. */
export const NO_EFFECTS: FoundEffects = {
  reads: [],
  writes: [],
  builtins: [],
  calls: [],
  files_read: [],
  files_written: [],
  mutates: false,
  uses_scene: false,
  unbounded: [],
};

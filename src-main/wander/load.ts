/** From a text to a program that can run. */
import { analyse, type LoadOptions } from './analyse';
import { compileProgram, type CompiledProgram } from './compile/program';
import type { Diagnostic } from './diagnostic';
import type { Effects } from './effects';

export interface Loaded {
  /** Absent where there is an error among the diagnostics. */
  readonly program?: CompiledProgram;
  readonly diagnostics: readonly Diagnostic[];
  readonly effects: Effects;
}

/** Parses, resolves, checks and compiles a text with the modules that it uses. Never throws, whatever the text. */
export function loadProgram(source: string, options: LoadOptions): Loaded {
  const { unit, modules, diagnostics, effects } = analyse(source, options);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, effects };
  return { program: compileProgram(unit, modules), diagnostics, effects };
}

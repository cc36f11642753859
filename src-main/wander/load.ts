/** From a text to a program that can run. */
import { analyse, type LoadOptions } from './analyse';
import { compileProgram, type CompiledProgram } from './compile/program';
import type { StatementObserver } from './compile/scope';
import type { Diagnostic } from './diagnostic';
import type { Effects } from './effects';

export interface Loaded {
  /** Compiled when it is first asked for. Absent where there is an error among the diagnostics. */
  readonly program?: CompiledProgram;
  /** Compiles it once more, with somebody who looks on at its statements. Absent as `program` is. */
  readonly observed?: (observer: StatementObserver) => CompiledProgram;
  readonly diagnostics: readonly Diagnostic[];
  readonly effects: Effects;
}

/** Parses, resolves and checks a text with the modules that it uses, and compiles it on demand. Never throws, whatever the text. */
export function loadProgram(source: string, options: LoadOptions): Loaded {
  const { unit, modules, diagnostics, effects } = analyse(source, options);
  if (diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics, effects };
  let program: CompiledProgram | undefined;
  return {
    get program() {
      return (program ??= compileProgram(unit, modules));
    },
    observed: (observer) => compileProgram(unit, modules, observer),
    diagnostics,
    effects,
  };
}

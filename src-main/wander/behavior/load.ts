/** A text with behaviours, read as a script. */
import { analyse, type Analysis } from '../analyse';
import { compileBehaviors, type BehaviorProgram } from '../compile/behaviors';
import type { SourceOptions } from './contract';

export interface LoadedBehaviors {
  readonly analysis: Analysis;
  /** Absent where there is an error among the diagnostics. */
  readonly program?: BehaviorProgram;
}

export function analyseScript(source: string, options: SourceOptions): Analysis {
  const { file, module, componentTypes } = options;
  return analyse(source, {
    mode: 'script',
    ...(file !== undefined && { file }),
    ...(module !== undefined && { module }),
    facts: componentTypes === undefined ? {} : { componentTypes },
  });
}

/** Never throws, whatever the text. */
export function loadBehaviors(source: string, options: SourceOptions): LoadedBehaviors {
  const analysis = analyseScript(source, options);
  const { unit, modules, diagnostics } = analysis;
  if (diagnostics.some(({ severity }) => severity === 'error')) return { analysis };
  return { analysis, program: compileBehaviors(unit, modules) };
}

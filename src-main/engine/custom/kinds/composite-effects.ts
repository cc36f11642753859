/** What a pipeline of steps uses: its tools, and the files that the steps name. */
import { isJsonObject, type Json } from '../../json';
import { changesProject, type KnownTools } from '../references';
import type { CompositeStep, FoundEffects } from '../types';
import { NO_EFFECTS } from './compiled';

export function compositeEffects(steps: readonly CompositeStep[], tools: KnownTools): FoundEffects {
  const calls = [...new Set(steps.map((step) => step.tool))].sort();
  const read = new Set<string>();
  const written = new Set<string>();
  const unbounded = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const use = tools.get(step.tool)?.files;
    if (use === undefined) continue;
    for (const [verb, argument, paths] of [
      ['read', use.read, read],
      ['write', use.write, written],
    ] as const) {
      if (argument === undefined) continue;
      const path = argument === true ? undefined : literalPath(step.args, argument);
      if (path === undefined)
        unbounded.add(`step ${index + 1} lets ${step.tool} ${verb} files that it works out as it runs`);
      else paths.add(path);
    }
  }
  return {
    ...NO_EFFECTS,
    calls,
    files_read: [...read].sort(),
    files_written: [...written].sort(),
    mutates: calls.some((name) => {
      const tool = tools.get(name);
      return tool !== undefined && changesProject(tool);
    }),
    unbounded: [...unbounded],
  };
}

/** A path that stands in the step as it is. */
function literalPath(args: Json | undefined, argument: string): string | undefined {
  const path = isJsonObject(args) ? args[argument] : undefined;
  return typeof path === 'string' && !path.includes('{{') ? path : undefined;
}

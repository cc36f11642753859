/** Why a call did not come to run, or ended inside the engine: the words for it. */
import { toolError, type ToolError } from '../errors';
import { didYouMean } from '../text/suggest';
import type { Frame } from './frame';
import type { ToolRegistry } from './registry';

export function unknownTool(registry: ToolRegistry, name: string): ToolError {
  const names = registry.all().map((tool) => tool.name);
  const suggestion = didYouMean(name, names) ?? didYouMean(`user_${name}`, names);
  const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
  return toolError(
    'not_found',
    `There is no tool ${shown}.${suggestion === undefined ? '' : ` ${suggestion}`}`,
    'tool_search finds tools by what they do; tool_list_custom lists the tools of this project, active or not.',
  );
}

/** Counts the call at every custom tool around it; the error of the first whose limit it passes. */
export function countCall(parent: Frame | undefined, name: string): ToolError | undefined {
  let refused: ToolError | undefined;
  for (let frame = parent; frame !== undefined; frame = frame.parent) {
    const limit = frame.tool.custom?.limits.max_calls;
    if (limit === undefined) continue;
    frame.nestedCalls += 1;
    if (frame.nestedCalls <= limit || refused !== undefined) continue;
    refused = toolError(
      'too_many_calls',
      `${frame.tool.name} made more than ${limit} calls (limits.max_calls); ${name} was not called.`,
      'Do more in each call (batch, or a query in place of single reads), or raise the limit (at most 10000).',
    );
  }
  return refused;
}

/** Says nothing of what happened: the log has it under the call's id. */
export function internalError(id: string, name: string): ToolError {
  return toolError(
    'internal_error',
    `Something went wrong inside ${name} (${id}). Its changes were taken back.`,
    `This is a fault of the engine, not of the call. Its log has the details under ${id}.`,
    { id },
  );
}

/** For the log only. */
export function describeThrown(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Tools as functions: `engine.tools.scene_query({ tag: 'hazard' })`. */
import type { CallOptions } from './connection';
import type { EngineTools } from './engine-tools';
import type { JsonObject } from './json';
import type { ToolResult } from './result';

export type ToolCall = (args?: JsonObject, options?: CallOptions) => Promise<ToolResult>;

/** The engine's own tools, typed, and every custom tool by its name. */
export type Tools = EngineTools & { readonly [custom: `${CustomPrefix}_${string}`]: ToolCall };

type CustomPrefix = 'user' | 'py' | 'ext';

/** Any name is a tool: which ones there are, the engine knows. */
export function toolsOf(
  call: (tool: string, args?: JsonObject, options?: CallOptions) => Promise<ToolResult>,
): Tools {
  const none: Record<string, ToolCall> = {};
  const tools = new Proxy(none, {
    get: (_target, name) =>
      // Whoever awaits this object looks for `then`, and no tool has that name.
      typeof name === 'symbol' || name === 'then'
        ? undefined
        : (args?: JsonObject, options?: CallOptions) => call(name, args, options),
  });
  return tools as unknown as Tools;
}

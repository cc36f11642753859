/** Makers of fixtures. */
import type { JsonObject } from '../engine/json';
import type { ToolContext, ToolDefinition, ToolResult } from '../engine/tools/definition';
import type { Prompt } from '../server/prompts';

/** A tool that only answers. */
export function tool(
  name: string,
  run: (context: ToolContext, args: JsonObject) => ToolResult | Promise<ToolResult>,
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  return {
    name,
    title: name,
    description: 'A fixture of the conformance tests.',
    category: 'agent',
    kind: 'builtin',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    mutates: false,
    usesScene: false,
    ...more,
    run: (args, context) => run(context, args),
  };
}

/** The schema of an object with these properties, all of them required. */
export function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A PNG of one red pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** A WAV without a sample: 8 kHz, mono, 8 bits. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export const TRIGGERED_PROMPT: Prompt = {
  name: 'test_triggered_prompt',
  title: 'Triggered',
  description: 'Here for a while.',
  answer: () => ({ messages: [] }),
};

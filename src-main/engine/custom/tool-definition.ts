/** Makes the registry's definition of a custom tool. Hints for clients follow from what it may do, never from what it says. */
import { toolError, type ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { ToolAnnotations, ToolDefinition, ToolStatus } from '../tools/definition';
import { normalizeOutputSchema } from '../tools/schema-normal';
import type { Compiled, RunFacts } from './kinds/compiled';
import { envelopeSchema } from './parse-schemas';
import type { KnownTools } from './references';
import type { CustomDefinition } from './types';

export interface ToolState {
  readonly status: ToolStatus;
  readonly refusal?: ToolError;
  readonly refresh?: () => boolean;
  /** Told after each run that no other tool made. */
  readonly onRun?: (facts: RunFacts) => void;
}

/** `user_enemies_near` → `Enemies near`. */
export function titleOf(definition: Pick<CustomDefinition, 'name' | 'title'>): string {
  if (definition.title !== undefined) return definition.title;
  const words = definition.name
    .replace(/^[a-z0-9]+_/, '')
    .replaceAll('_', ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a call changes the project: then it has a transaction, and waits for its turn. */
export function changes(definition: CustomDefinition): boolean {
  const { capabilities } = definition;
  return capabilities.mutate || capabilities.files.write.length > 0;
}

function annotationsOf(definition: CustomDefinition, compiled: Compiled, tools: KnownTools): ToolAnnotations {
  const { capabilities } = definition;
  const mutating = changes(definition);
  const { builtins, calls, unbounded } = compiled.effects;
  // What can't be told counts as the worst.
  const destroys =
    unbounded.length > 0 ||
    builtins.some((name) => name.includes('destroy') || name.startsWith('remove')) ||
    calls.some((name) => tools.get(name)?.annotations.destructiveHint ?? true) ||
    capabilities.files.write.length > 0;
  return {
    readOnlyHint: !mutating && !capabilities.network,
    destructiveHint: mutating && destroys,
    idempotentHint: false,
    openWorldHint: capabilities.network,
  };
}

export function toolOf(
  definition: CustomDefinition,
  compiled: Compiled,
  hash: string,
  state: ToolState,
  tools: KnownTools,
): ToolDefinition {
  const { onRun } = state;
  return {
    name: definition.name,
    title: titleOf(definition),
    description: definition.description,
    category: definition.category,
    kind: definition.kind,
    inputSchema: definition.input_schema,
    ...(definition.output_schema === undefined
      ? {}
      : { outputSchema: resultSchema(definition.kind, definition.output_schema) }),
    annotations: annotationsOf(definition, compiled, tools),
    mutates: changes(definition),
    // Its client is another process, whatever it does.
    ...(definition.kind === 'external' ? { waits: true } : {}),
    custom: {
      version: definition.version,
      author: definition.author,
      hash,
      capabilities: definition.capabilities,
      limits: definition.limits,
      status: state.status,
      ...(state.refusal === undefined ? {} : { refusal: state.refusal }),
      ...(state.refresh === undefined ? {} : { refresh: state.refresh }),
    },
    run: (args, context) => compiled.run(args, context, context.depth === 0 ? onRun : undefined),
  };
}

/** What a client answers with is the result itself; of every other kind it stands in an object with logs and warnings. */
function resultSchema(kind: CustomDefinition['kind'], schema: JsonObject): JsonObject {
  return kind === 'external' ? normalizeOutputSchema(schema) : envelopeSchema(schema);
}

/** Stands in the registry for a file that is broken, so that a call says why. It never runs. */
export function brokenTool(name: string, refusal: ToolError, refresh: () => boolean): ToolDefinition {
  return {
    name,
    title: titleOf({ name }),
    description: 'The file of this tool is broken.',
    category: 'custom',
    kind: 'wander',
    inputSchema: { type: 'object', properties: {}, additionalProperties: true },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    mutates: true,
    custom: {
      version: 0,
      author: 'unknown',
      hash: '',
      capabilities: {
        read_scene: false,
        mutate: false,
        calls: [],
        files: { read: [], write: [] },
        network: false,
      },
      limits: { instructions: 1000, timeout_ms: 10, max_output_bytes: 256, max_calls: 0 },
      status: 'invalid',
      refusal,
      refresh,
    },
    run: () => ({ ok: false, error: toolError('tool_invalid', refusal.message, refusal.hint) }),
  };
}

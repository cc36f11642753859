/** Makers of the engine's own tool definitions: schemas of what recurs, and annotations that follow from the facts. */
import type { Json, JsonObject } from '../../json';
import type { FileUse, MaybeSteps, ToolContext, ToolDefinition, ToolResult } from '../definition';

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  /** Properties of the arguments. */
  readonly input?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
  /** Properties of the structured result. All that are not in `optional` are always there. */
  readonly output: Readonly<Record<string, JsonObject>>;
  readonly optional?: readonly string[];
  /** `reads` by default; `scene` opens a transaction; `project` changes something that undo does not cover. */
  readonly effect?: 'reads' | 'scene' | 'project';
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly exclusive?: boolean;
  readonly dryRunSafe?: boolean;
  readonly ownDryRuns?: boolean;
  readonly quiet?: boolean;
  readonly waits?: boolean;
  readonly usesScene?: boolean;
  readonly files?: FileUse;
  readonly humanOnly?: ToolDefinition['humanOnly'];
  readonly reads?: (args: JsonObject) => boolean;
  readonly asks?: ToolDefinition['asks'];
  readonly operations?: ToolDefinition['operations'];
  readonly refused?: ToolDefinition['refused'];
  readonly timeoutMs?: number;
  run(args: JsonObject, context: ToolContext): MaybeSteps<ToolResult>;
}

export function defineTool(spec: ToolSpec): ToolDefinition {
  const { effect = 'reads', optional = [] } = spec;
  const outputs = Object.keys(spec.output);
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    category: spec.category,
    kind: 'builtin',
    inputSchema: objectSchema(spec.input ?? {}, spec.required),
    outputSchema: {
      type: 'object',
      properties: spec.output,
      required: outputs.filter((name) => !optional.includes(name)),
    },
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: spec.destructive ?? false,
      idempotentHint: spec.idempotent ?? effect === 'reads',
      openWorldHint: false,
    },
    mutates: effect !== 'reads',
    ...(effect === 'project' ? { outsideScene: true } : {}),
    ...(spec.exclusive === true ? { exclusive: true } : {}),
    ...(spec.dryRunSafe === true ? { dryRunSafe: true } : {}),
    ...(spec.ownDryRuns === true ? { ownDryRuns: true } : {}),
    ...(spec.quiet === true ? { quiet: true } : {}),
    ...(spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }),
    ...(spec.waits === true ? { waits: true } : {}),
    ...(spec.usesScene === false ? { usesScene: false } : {}),
    ...(spec.files === undefined ? {} : { files: spec.files }),
    ...(spec.humanOnly === undefined ? {} : { humanOnly: spec.humanOnly }),
    ...(spec.reads === undefined ? {} : { reads: spec.reads }),
    ...(spec.asks === undefined ? {} : { asks: spec.asks }),
    ...(spec.operations === undefined ? {} : { operations: spec.operations }),
    ...(spec.refused === undefined ? {} : { refused: spec.refused }),
    run: (args, context) => spec.run(args, context),
  };
}

export function objectSchema(
  properties: Readonly<Record<string, Json>>,
  required: readonly string[] = [],
): JsonObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** An entity by id, `"#12"`, unique name or path. */
export function entityRef(
  description = 'The entity: id (12 or "#12"), unique name, or path ("Room/Door").',
): JsonObject {
  return { type: ['integer', 'string'], description };
}

export function entityRefs(description: string): JsonObject {
  return { type: 'array', items: { type: ['integer', 'string'] }, maxItems: 10_000, description };
}

export function vec3(description: string, example: readonly number[] = [0, 1, 0]): JsonObject {
  return {
    type: 'array',
    items: { type: 'number' },
    minItems: 3,
    maxItems: 3,
    description,
    examples: [example],
  };
}

export const COLOR: JsonObject = {
  type: 'string',
  format: 'color',
  description: 'Colour, "#rrggbb" or "#rrggbbaa".',
};

export function text(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'string', description, ...more };
}

export function flag(description: string, initial?: boolean): JsonObject {
  return { type: 'boolean', description, ...(initial === undefined ? {} : { default: initial }) };
}

export function integer(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'integer', description, ...more };
}

export function number(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'number', description, ...more };
}

export function list(items: JsonObject, description: string, more: JsonObject = {}): JsonObject {
  return { type: 'array', items, description, ...more };
}

export function anyObject(description: string): JsonObject {
  return { type: 'object', additionalProperties: true, description };
}

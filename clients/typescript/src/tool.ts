/** Tools that a program of yours serves to everybody who is connected to the engine. */
import * as z from 'zod';
import type { CallOptions } from './connection';
import { ToolError } from './errors';
import { isRecord, type JsonObject } from './json';
import { ToolResult } from './result';
import type { Tools } from './tool-calls';

/** What a tool may do; the engine holds it to that, and a person approves what changes the project. */
export interface Capabilities {
  readonly read_scene?: boolean;
  readonly mutate?: boolean;
  /** Tools that it calls back: names or globs. */
  readonly calls?: readonly string[];
  readonly files?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly network?: boolean;
}

export interface Limits {
  /** 30,000 unless said otherwise; 120,000 at most. */
  readonly timeout_ms?: number;
  readonly max_output_bytes?: number;
  readonly max_calls?: number;
}

/** What `run` knows of the call that it serves. */
export interface ToolContext {
  /** Who called, such as `mcp:claude-code/nimbus`. */
  readonly actor: string;
  readonly callId: string;
  /** Custom tools around this one. */
  readonly depth: number;
  /** Nothing that this call changes is kept: leave nothing behind elsewhere either. */
  readonly dryRun: boolean;
  readonly timeoutMs: number;
  /** Aborted when nobody waits for the answer any more: the call was cancelled, or its time is over. */
  readonly signal: AbortSignal;
  /** The engine's tools, called as part of this call: with its capabilities, as its caller, in its undo step. */
  readonly session: {
    call(tool: string, args?: JsonObject, options?: CallOptions): Promise<ToolResult>;
    readonly tools: Tools;
  };
}

/** What a tool gives back: words, data, a PNG image as bytes, or nothing. Throw a `ToolError` to fail with a hint. */
export type ToolOutput = string | number | boolean | object | Uint8Array | null | undefined;

export interface HostedTool {
  readonly name: string;
  /** As the engine is told. */
  readonly definition: JsonObject;
  /** Runs the tool on arguments that the engine has checked; never throws. */
  serve(args: unknown, context: ToolContext): Promise<Served>;
}

interface Block {
  [key: string]: unknown;
  type: string;
}

/** An MCP `CallToolResult`. */
export interface Served {
  [key: string]: unknown;
  content: Block[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface ToolOptions<Input extends z.ZodObject> {
  /** Lowercase letters, digits and underscores. The namespace is put before it. */
  readonly name: string;
  readonly title?: string;
  /** For language models: what it does, when to use it, an example; 20 characters at least. */
  readonly description: string;
  readonly input: Input;
  /** What comes out is checked against it by the engine. */
  readonly output?: z.ZodObject;
  readonly capabilities?: Capabilities;
  readonly limits?: Limits;
  /** A permission category, such as `scene`. */
  readonly category?: string;
  /** Dry runs that a person sees before approving: `{name, args, expect}`. */
  readonly tests?: readonly JsonObject[];
  readonly run: (args: z.output<Input>, context: ToolContext) => Promise<ToolOutput> | ToolOutput;
}

/** Defines a tool. The schema of its arguments is what the engine shows and checks; `run` gets what it parses to. */
export function tool<Input extends z.ZodObject>(options: ToolOptions<Input>): HostedTool {
  const { name, input, output, run, ...rest } = options;
  return {
    name,
    definition: {
      name,
      ...rest,
      input_schema: jsonSchemaOf(input, 'input'),
      ...(output === undefined ? {} : { output_schema: jsonSchemaOf(output, 'output') }),
    },
    serve: async (args, context) => {
      try {
        return servedOf(await run(input.parse(args), context));
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const json: Record<string, unknown> = { ...z.toJSONSchema(schema, { io }) };
  // Which draft it is, the engine takes for granted.
  delete json['$schema'];
  return json;
}

/** Exported for tests. */
export function servedOf(output: ToolOutput): Served {
  if (output instanceof ToolResult) return passedOn(output);
  if (output === undefined || output === null) return { content: [textBlock('ok')] };
  if (typeof output === 'string') return { content: [textBlock(output)] };
  if (output instanceof Uint8Array)
    return {
      content: [{ type: 'image', data: Buffer.from(output).toString('base64'), mimeType: 'image/png' }],
    };
  const structured = isRecord(output) ? { ...output } : { value: output };
  return { content: [textBlock(JSON.stringify(output))], structuredContent: structured };
}

/** The answer of another tool as one's own. */
function passedOn({ answer, data, ok }: ToolResult): Served {
  return {
    content: answer.content.map((block) => ({ ...block })),
    ...(answer.structuredContent === undefined ? {} : { structuredContent: { ...data } }),
    isError: !ok,
  };
}

function failureOf(error: unknown): Served {
  const hint = error instanceof ToolError && error.hint !== undefined ? ` ${error.hint}` : '';
  const message =
    error instanceof ToolError
      ? error.message
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error);
  return { content: [textBlock(`${message}${hint}`)], isError: true };
}

function textBlock(text: string): Block {
  return { type: 'text', text };
}

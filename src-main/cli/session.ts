/** A command's way to a project's tools: through the editor that has it open, or with an engine of its own. */
import * as z from 'zod';
import type { JsonObject } from '../engine/json';
import type { ToolResult } from '../engine/tools/definition';

/** A tool as `tools/list` shows it. */
export const TOOL_ENTRY = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({
    properties: z.record(z.string(), z.unknown()).optional(),
    required: z.array(z.string()).optional(),
  }),
  annotations: z
    .looseObject({ readOnlyHint: z.boolean().optional(), destructiveHint: z.boolean().optional() })
    .optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

export type ToolEntry = z.infer<typeof TOOL_ENTRY>;

export interface ProjectSession {
  readonly kind: 'attached' | 'own';
  /** Absolute path of the project's folder. */
  readonly project: string;
  /** Who the calls are made as. */
  readonly actor: string;
  readonly human: boolean;
  call(tool: string, args: JsonObject, signal?: AbortSignal): Promise<ToolResult>;
  /** The tools that can be called, sorted by name. */
  tools(): Promise<readonly ToolEntry[]>;
  /** Whether the open scene has changes that are not saved; undefined where only the editor knows. */
  readonly unsaved: boolean | undefined;
  /** Unsaved changes of an engine of one's own are kept as an autosave, unless they are given up. */
  close(options?: { readonly discardUnsaved: boolean }): Promise<void>;
}

export interface SessionOptions {
  /** Absolute path of the project's folder, without links. */
  readonly folder: string;
  /** Whether a person sits at a terminal. */
  readonly interactive: boolean;
  /** Act as an MCP client of this name, instead of as the person. */
  readonly as?: string;
  /** Keys and tokens of the person. */
  readonly userFolder: string;
  /** `attach`: only with the editor that is open; `any`: else with an engine of one's own. */
  readonly mode: 'attach' | 'any';
  /** Why the project is opened, for its lock: `call`, `test` … */
  readonly purpose: string;
}

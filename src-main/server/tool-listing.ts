/** How tools look to MCP clients: entries of `tools/list`, in pages. */
import type { ToolDefinition } from '../engine/tools/definition';
import type { Json, JsonObject } from '../engine/json';
import { advertisedSchema } from './advertised-schema';

/** Tools in one page of `tools/list`. */
const TOOLS_PER_PAGE = 100;

export interface ListedTool {
  readonly [key: string]: unknown;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { type: 'object'; [key: string]: unknown };
  readonly outputSchema?: { type: 'object'; [key: string]: unknown };
  readonly annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  readonly _meta: JsonObject;
}

export interface ToolPage {
  readonly tools: readonly ListedTool[];
  readonly nextCursor?: string;
}

/** Clients ask again and again, and a definition that has changed is another object. */
const entries = new WeakMap<ToolDefinition, ListedTool>();

/** One entry of `tools/list`. */
export function listedTool(tool: ToolDefinition): ListedTool {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const made = entryOf(tool);
  entries.set(tool, made);
  return made;
}

function entryOf(tool: ToolDefinition): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...advertisedSchema(tool.inputSchema), type: 'object' },
    ...(tool.outputSchema === undefined
      ? {}
      : { outputSchema: { ...advertisedSchema(tool.outputSchema), type: 'object' as const } }),
    annotations: { title: tool.title, ...tool.annotations },
    _meta: toolMeta(tool),
  };
}

/**
 * The page of tools, which are sorted by name, after a cursor, which names the last tool that the client has seen: tools that come and go between
 * two pages neither repeat nor hide others. Undefined when the cursor is none of ours.
 */
export function toolPage(
  tools: readonly ToolDefinition[],
  cursor: string | undefined,
  size = TOOLS_PER_PAGE,
): ToolPage | undefined {
  let from = 0;
  if (cursor !== undefined) {
    const seen = nameOfCursor(cursor);
    if (seen === undefined) return undefined;
    const next = tools.findIndex((tool) => tool.name > seen);
    from = next < 0 ? tools.length : next;
  }
  const page = tools.slice(from, from + size);
  const last = page.at(-1);
  return {
    tools: page.map(listedTool),
    ...(tools.length > from + size && last
      ? { nextCursor: Buffer.from(`after:${last.name}`).toString('base64url') }
      : {}),
  };
}

function nameOfCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return /^after:[A-Za-z0-9_.-]{1,128}$/.test(text) ? text.slice('after:'.length) : undefined;
}

function toolMeta(tool: ToolDefinition): JsonObject {
  const meta: Record<string, Json> = { 'skywalker/category': tool.category };
  if (tool.custom) {
    meta['skywalker/origin'] = tool.kind === 'external' ? 'external' : 'custom';
    meta['skywalker/kind'] = tool.kind;
    meta['skywalker/version'] = tool.custom.version;
    meta['skywalker/author'] = tool.custom.author;
  }
  return meta;
}

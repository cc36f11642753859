/** The tools that an engine lists. */
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { messageOf, type Connection } from './connection';
import { EngineConnectionError } from './errors';

const RECORD = z.record(z.string(), z.unknown());

const TOOL = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: RECORD,
  outputSchema: RECORD.optional(),
  annotations: RECORD.optional(),
  _meta: RECORD.optional(),
});

export type ListedTool = Readonly<z.infer<typeof TOOL>>;

/** What the tools are is looked at once it is known that they are not too many. */
const PAGE = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const PAGE_TIMEOUT_MS = 60_000;
const MAX_PAGES = 1_000;
/** No engine offers so many. */
const MAX_TOOLS = 100_000;

export async function listTools(connection: Connection): Promise<readonly ListedTool[]> {
  const all: ListedTool[] = [];
  const cursors = new Set<string>();
  let params: { readonly cursor?: string } = {};
  for (;;) {
    const { tools, nextCursor } = await pageAt(connection, params);
    if (all.length + tools.length > MAX_TOOLS)
      throw new EngineConnectionError(`The engine lists more than ${MAX_TOOLS} tools.`);
    for (const tool of tools) {
      const parsed = TOOL.safeParse(tool);
      if (!parsed.success)
        throw new EngineConnectionError(
          `The engine lists a tool that is none: ${z.prettifyError(parsed.error)}`,
        );
      all.push(parsed.data);
    }
    if (nextCursor === undefined) return all;
    if (cursors.has(nextCursor) || cursors.size >= MAX_PAGES)
      throw new EngineConnectionError(
        "The engine's list of tools has no end: its pages lead back to one another.",
      );
    cursors.add(nextCursor);
    params = { cursor: nextCursor };
  }
}

async function pageAt(
  connection: Connection,
  params: { readonly cursor?: string },
): Promise<z.infer<typeof PAGE>> {
  try {
    return await connection.request({ method: 'tools/list', params }, PAGE, { timeout: PAGE_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof SdkError || error instanceof ProtocolError)
      throw new EngineConnectionError(`The engine answered no list of tools: ${messageOf(error)}`, {
        cause: error,
      });
    throw error;
  }
}

/** The one way out of the window: preload's bridge, with its failures turned into values. */
import type { Bridge, JsonObject, ToolResult } from '../../src-preload/contract';

declare global {
  interface Window {
    readonly skywalker: Bridge;
  }
}

/** What preload exposes. Use `callTool` for tools. */
export function bridge(): Bridge {
  return window.skywalker;
}

/**
 * Calls a tool as `user`. Never rejects: a failure of the way to the main process comes back as `internal_error`.
 * With `dryRun` everything is rolled back. With `id`, `cancelCall` ends it.
 */
export async function callTool(
  tool: string,
  args: JsonObject = {},
  options: { readonly dryRun?: boolean; readonly id?: string } = {},
): Promise<ToolResult> {
  try {
    return await bridge().call(tool, args, options);
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    return {
      ok: false,
      error: { code: 'internal_error', message: `The call of ${tool} did not reach the engine: ${message}` },
    };
  }
}

/** Ends a call that was given an id; one that has ended stays as it is. */
export function cancelCall(id: string): void {
  // Where the way to the main process is gone, so is the call.
  bridge()
    .cancel(id)
    .catch(() => undefined);
}

/**
 * Reads with a tool for display. Nobody acted, so nothing is recorded: the call runs dry, which for a reading tool is the
 * same answer without an event in the feed.
 */
export function readTool(tool: string, args: JsonObject = {}): Promise<ToolResult> {
  return callTool(tool, args, { dryRun: true });
}

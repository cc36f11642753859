/** What is done with the call of a row. */
import { bridge, callTool } from '../../state/bridge';
import type { FeedRow } from '../../state/feed';
import { showError } from '../../state/toasts';

/** Ends a call that runs or waits. Its caller reads that a person did. */
export async function cancelRow(row: FeedRow | undefined): Promise<void> {
  if (row?.call === undefined) return;
  const result = await callTool('call_cancel', { call: row.call });
  if (!result.ok) showError(result.error, 'The call was not cancelled');
}

export function copyRow({ event }: FeedRow): void {
  if (event !== undefined) void bridge().copyText(JSON.stringify(event, null, 2));
}

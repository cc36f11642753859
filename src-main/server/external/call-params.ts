/** What a client is told of a call that it serves. */
import type { HostedCall, ToolChange, Withdrawn } from '../../engine/hosts/types';
import type { Json } from '../../engine/json';

export interface CallParams {
  readonly [key: string]: Json;
  /** With its namespace. */
  readonly name: string;
  readonly call_id: string;
  /** Who called. */
  readonly actor: string;
  readonly timeout_ms: number;
  readonly dry_run: boolean;
  readonly depth: number;
}

export function callParams(call: HostedCall): CallParams {
  return {
    name: call.tool,
    arguments: call.args,
    call_id: call.callId,
    actor: call.actor,
    timeout_ms: call.timeoutMs,
    dry_run: call.dryRun,
    depth: call.depth,
  };
}

/** What a client is told of its tools. */
export function changedParams(changes: readonly ToolChange[]): Readonly<Record<string, Json>> {
  return { tools: changes.map((change): Json => ({ ...change })) };
}

/** Why nobody waits for the answer any more, for whoever reads the client's log. */
export function reasonOf(why: Withdrawn): string {
  return {
    timeout: 'The time of this call is over',
    cancelled: 'The caller cancelled it',
    ended: 'The call has ended',
  }[why];
}

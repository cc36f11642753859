/** What one run of a generated input shows. */
import { isJsonObject, type Json } from '../../json';
import type { ToolError } from '../../errors';
import type { ToolResult } from '../../tools/definition';

/**
 * `failure`: the tool has a fault. `refusal`: it said no in words of its own, or what the input names is not there.
 * `blocked`: something around it is not ready, such as a tool that waits for approval.
 */
export type Verdict = 'ok' | 'failure' | 'refusal' | 'blocked';

const REFUSALS: ReadonlySet<string> = new Set(['tool_failed', 'not_found', 'conflict']);

const BLOCKED: ReadonlySet<string> = new Set([
  'approval_required',
  'approval_requires_human',
  'permission_denied',
  'policy_off',
  'tool_disabled',
  'tool_rejected',
  'tool_offline',
  'tool_invalid',
  'cancelled',
]);

export interface RunOutcome {
  readonly verdict: Verdict;
  /** Of a run that did not end well. */
  readonly error?: ToolError;
  /** Where: `tools/near.wander:7`, `steps[1]`, `result.count`. Empty where nothing tells. */
  readonly place: string;
}

export function outcomeOf(result: ToolResult): RunOutcome {
  if (result.ok) return { verdict: 'ok', place: '' };
  const { error } = result;
  const verdict = REFUSALS.has(error.code) ? 'refusal' : BLOCKED.has(error.code) ? 'blocked' : 'failure';
  return { verdict, error, place: placeOf(error) };
}

function placeOf(error: ToolError): string {
  const inData = placeIn(error.data);
  if (inData !== '') return inData;
  // The checker of results names the path in its message, in the envelope that every result comes in.
  const path = /\bresult\.(result[\w.[\]]*)/.exec(error.message)?.[1];
  return error.code === 'invalid_output' ? (path ?? 'result') : '';
}

function placeIn(data: Json | undefined): string {
  if (!isJsonObject(data)) return '';
  const { step, file, line, cause } = data;
  const below = placeIn(cause);
  if (typeof step === 'number') return below === '' ? `steps[${step}]` : `steps[${step}] ${below}`;
  if (typeof line === 'number') return typeof file === 'string' ? `${file}:${line}` : `line ${line}`;
  return below;
}

/** What makes two failures the same. */
export function keyOf({ verdict, error, place }: RunOutcome): string {
  return `${verdict} ${error?.code ?? ''} ${place}`;
}

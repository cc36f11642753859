/** What a project's policy says of a tool: one pure function, which every way to a tool goes through. */
import { toolError, type ToolError } from '../errors';
import type { Capabilities, ToolStatus } from '../tools/definition';
import { baseOf } from './names';
import type { Policy } from './types';

/** From the strictest to the loosest. */
export const POLICIES: readonly Policy[] = ['off', 'ask', 'auto', 'trust'];

export const DEFAULT_POLICY: Policy = 'auto';

export function isPolicy(value: unknown): value is Policy {
  return POLICIES.some((policy) => policy === value);
}

/** True where `to` lets more run without a person than `from`. */
export function isLooser(to: Policy, from: Policy): boolean {
  return POLICIES.indexOf(to) > POLICIES.indexOf(from);
}

/** Why a tool needs a person's approval under `auto`, in words that complete "it …"; undefined when it only reads. */
export function reachOf(capabilities: Capabilities): string | undefined {
  const reach = [
    ...(capabilities.mutate ? ['edits the scene or calls tools that change the project'] : []),
    ...(capabilities.files.write.length > 0
      ? [`writes files in ${capabilities.files.write.join(', ')}`]
      : []),
    ...(capabilities.network ? ['reaches the network'] : []),
  ];
  return reach.length === 0 ? undefined : reach.join(', ');
}

/** What is known of an approval for exactly the present definition (see approvals.ts). */
export type Verdict =
  | { readonly kind: 'approved'; readonly by: string; readonly at: string }
  | { readonly kind: 'rejected'; readonly by: string; readonly at: string; readonly reason?: string }
  /** `why` says, for a person, why there is none: never asked, changed since, not signed … */
  | { readonly kind: 'none'; readonly why?: string };

export interface StatusInput {
  readonly name: string;
  readonly policy: Policy;
  readonly capabilities: Capabilities;
  readonly enabled: boolean;
  readonly disabledBy?: string;
  readonly verdict: Verdict;
  /** Why the file does not parse or validate. */
  readonly problem?: string;
  /** An external tool whose client is away. */
  readonly offline?: boolean;
}

export interface ResolvedStatus {
  readonly status: ToolStatus;
  /** Why it is not active, for people. */
  readonly reason?: string;
  /** What a call answers; undefined only when it is active. */
  readonly refusal?: ToolError;
}

/** The words with which an agent asks its human to approve a tool. */
export function approvalWords(name: string): string {
  return `Ask the person: "Please look at the tool ${name} and approve or reject it, in the window under Studio > Tools, or in a terminal in the project's folder with: skywalker approve ${name}". Nothing was run; call ${name} again once it is approved.`;
}

/** Status, reason and refusal of one tool. `system` decisions come first: what is broken or switched off never runs. */
export function resolveStatus(input: StatusInput): ResolvedStatus {
  const { name, policy, verdict } = input;
  if (input.problem !== undefined) {
    return refused('invalid', input.problem, {
      code: 'tool_invalid',
      message: `${name} can't run: ${input.problem}`,
      hint: `Mend tools/${baseOf(name)}.tool.json, or define the tool again with tool_define.`,
    });
  }
  if (policy === 'off') {
    return refused('policy_off', "The project's policy is off: no custom tool runs.", {
      code: 'policy_off',
      message: `${name} can't run: the project's policy for custom tools is "off".`,
      hint: 'A person can change it in the window under Studio > Tools, or in a terminal with: skywalker call tool_policy \'{"policy": "auto"}\'.',
    });
  }
  if (!input.enabled) {
    const by = input.disabledBy === undefined ? '' : ` by ${input.disabledBy}`;
    return refused('disabled', `Turned off${by}.`, {
      code: 'tool_disabled',
      message: `${name} is turned off${by}.`,
      hint: `Turn it on with tool_enable {"name": "${name}", "enabled": true}.`,
    });
  }
  if (verdict.kind === 'rejected') {
    const why = verdict.reason === undefined ? '' : `: ${verdict.reason}`;
    return refused('rejected', `Rejected by ${verdict.by}${why}`, {
      code: 'tool_rejected',
      message: `${name} was rejected by ${verdict.by}${why}`,
      hint: 'Change the definition to meet the reason, or ask the person who rejected it.',
    });
  }
  const reach = reachOf(input.capabilities);
  const needsApproval = policy === 'ask' || (policy === 'auto' && reach !== undefined);
  if (needsApproval && verdict.kind === 'none') {
    const because =
      policy === 'ask'
        ? 'the policy "ask" wants every tool approved'
        : `it ${reach ?? ''}, which the policy "auto" wants approved`;
    const why = verdict.why === undefined ? '' : ` ${verdict.why}`;
    return refused('pending_approval', `Waits for a person: ${because}.${why}`, {
      code: 'approval_required',
      message: `${name} waits for a person's approval: ${because}.${why}`,
      hint: approvalWords(name),
    });
  }
  if (input.offline === true) {
    return refused('offline', 'The client that serves it is not connected.', {
      code: 'tool_offline',
      message: `${name} can't run: the client that serves it is not connected.`,
      hint: 'Start the client again; it registers its tools when it connects.',
    });
  }
  return { status: 'active' };
}

function refused(status: ToolStatus, reason: string, error: ToolError): ResolvedStatus {
  return { status, reason, refusal: toolError(error.code, error.message, error.hint) };
}

/** The policy in force, and what game.json says where that is another. */
export interface PolicyState {
  readonly policy: Policy;
  readonly inFile: Policy;
  readonly note?: string;
}

/**
 * The policy in force. A file of the project can make it stricter; looser than `auto`, or than what was last set from
 * this account (`set`), only once a person has set it here.
 */
export function policyInForce(inFile: Policy, set: Policy | undefined): PolicyState {
  const allowed = set ?? DEFAULT_POLICY;
  if (!isLooser(inFile, allowed)) return { policy: inFile, inFile };
  return {
    policy: allowed,
    inFile,
    note: `game.json says "${inFile}", which is looser than "${allowed}". It counts once a person has set it here: in the window under Studio > Tools, or in a terminal with: skywalker call tool_policy '{"policy": "${inFile}"}'.`,
  };
}

import { useState, type ReactNode } from 'react';
import type { Policy, ToolSummary } from '../../../src-preload/contract';
import { Confirm } from '../../ui/dialog';
import { Select } from '../../ui/select';
import { isLoosening, needsSingleDecision, POLICIES, policyWords } from './capability-words';
import { setPolicy } from './decisions';

export interface PolicySelectProps {
  readonly policy: Policy;
  readonly tools: readonly ToolSummary[];
}

/** Which tools need a person first. Each choice says what it means; loosening asks once more. */
export function PolicySelect({ policy, tools }: PolicySelectProps): ReactNode {
  const [wanted, setWanted] = useState<Policy | null>(null);
  const choose = (next: Policy): void => {
    if (next === policy) return;
    if (isLoosening(policy, next)) setWanted(next);
    else void setPolicy(next);
  };
  return (
    <>
      <Select
        label="Policy"
        value={policy}
        options={POLICIES.map((one) => ({
          value: one,
          label: `Policy: ${policyWords(one).label}`,
          note: policyWords(one).detail,
        }))}
        onChange={choose}
      />
      <Confirm
        open={wanted !== null}
        title={wanted === null ? '' : `Loosen the policy to ${policyWords(wanted).label}?`}
        text={wanted === null ? '' : `${policyWords(wanted).detail} ${effectOf(wanted, tools)}`}
        confirmLabel="Loosen the Policy"
        onCancel={() => setWanted(null)}
        onConfirm={() => {
          if (wanted !== null) void setPolicy(wanted);
          setWanted(null);
        }}
      />
    </>
  );
}

/** How many tools that wait, or are off, would run without anyone having looked at them. */
function effectOf(policy: Policy, tools: readonly ToolSummary[]): string {
  const freed = tools.filter(
    (tool) =>
      (tool.status === 'pending_approval' || tool.status === 'policy_off') &&
      (policy === 'trust' || (policy === 'auto' && !needsSingleDecision(tool.capabilities))),
  );
  if (freed.length === 0) return 'No tool that waits now would run at once.';
  return freed.length === 1
    ? `${freed[0]?.name ?? 'One tool'} would run at once.`
    : `${freed.length} tools would run at once.`;
}

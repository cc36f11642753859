import { RotateCw } from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Policy, ToolInspection } from '../../../src-preload/contract';
import { formatKeys } from '../../state/commands';
import { Button } from '../../ui/button';
import { DecisionButtons, DecisionFrame, DecisionHint, ReasonField } from '../../ui/decision';
import { listed, needsSingleDecision } from './capability-words';
import { decide } from './decisions';
import { shortHash } from './definition-text';
import { unreadCount, unreadWords, type Unread } from './reading';
import styles from './decision-bar.module.css';
import { whyWaiting } from './tool-rows';
import { useGate } from './use-gate';

export interface DecisionBarHandle {
  approve(): void;
  /** Opens the field for the reason. */
  reject(): void;
  focus(): void;
}

export interface DecisionBarProps {
  readonly inspection: ToolInspection;
  readonly currentHash: string | undefined;
  readonly shownAt: number;
  /** How long what was just shown takes no decision; milliseconds. */
  readonly settleMs: number;
  readonly policy: Policy;
  /** Parts that have not been on screen, asked when a decision is taken. */
  readonly unread: () => readonly Unread[];
  readonly onShowUnread: (unread: Unread) => void;
  readonly onReload: () => void;
  readonly onDecided: (approved: boolean) => void;
  /** Whether a decision is being written: its reason, or what to do about unread parts. */
  readonly onBusy: (busy: boolean) => void;
  readonly ref?: Ref<DecisionBarHandle>;
}

type Mode =
  | { readonly kind: 'plain' }
  | { readonly kind: 'reason' }
  | { readonly kind: 'unseen'; readonly parts: readonly Unread[] };

/** The buttons, at the end of the page: they act on the hash that is shown, or on nothing. */
export function DecisionBar(props: DecisionBarProps): ReactNode {
  const { inspection, currentHash, shownAt, settleMs, policy, unread, ref } = props;
  const { onShowUnread, onReload, onDecided, onBusy } = props;
  const [mode, setMode] = useState<Mode>({ kind: 'plain' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [reason, setReason] = useState('');
  const [hinted, setHinted] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { verdict, ask } = useGate({ shownHash: inspection.hash, currentHash, shownAt, settleMs, busy });
  const approved = inspection.status === 'active' && inspection.approval?.status === 'approved';

  const send = async (approve: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const result = await decide({
      name: inspection.name,
      hash: inspection.hash,
      approve,
      ...(approve ? {} : { reason }),
    });
    setBusy(false);
    if (result.ok) {
      setMode({ kind: 'plain' });
      setReason('');
      onDecided(approve);
    } else
      setProblem(
        result.error.hint === undefined
          ? result.error.message
          : `${result.error.message} ${result.error.hint}`,
      );
  };
  const approve = (skip = false): void => {
    if (inspection.status === 'invalid' || !ask().open) return;
    const parts = unread();
    if (parts.length > 0 && !skip) setMode({ kind: 'unseen', parts });
    else void send(true);
  };
  const openReason = (): void => {
    if (inspection.status === 'invalid') return;
    setMode({ kind: 'reason' });
  };
  const sendReject = (): void => {
    if (ask().open) void send(false);
  };
  const writing = busy || mode.kind !== 'plain';
  useEffect(() => onBusy(writing), [onBusy, writing]);
  useImperativeHandle(ref, () => ({
    approve: () => approve(),
    reject: openReason,
    focus: () => bar.current?.focus(),
  }));

  const back = (): void => setMode({ kind: 'plain' });

  if (!verdict.open && (verdict.why === 'changed' || verdict.why === 'gone')) {
    return (
      <DecisionFrame
        tone="warning"
        buttons={
          verdict.why === 'changed' && (
            <Button variant="primary" icon={RotateCw} onClick={onReload}>
              Load the New Definition
            </Button>
          )
        }
      >
        <p>{verdict.message}</p>
      </DecisionFrame>
    );
  }
  const parts = mode.kind === 'unseen' ? mode.parts : [];
  const hasButtons = mode.kind !== 'plain' || inspection.status !== 'invalid';
  return (
    <DecisionFrame
      ref={bar}
      label="Decision"
      problem={problem}
      buttons={
        hasButtons && (
          <DecisionButtons
            mode={mode.kind}
            words={{
              refuse: approved ? 'Withdraw…' : 'Reject…',
              refuseNow: approved ? 'Withdraw Approval' : 'Reject',
              accept: approved ? undefined : 'Approve',
              acceptUnseen: `Approve, I Skipped ${unreadCount(parts)}`,
              show: 'Show Them',
            }}
            keys={{ accept: formatKeys('Mod+Enter'), refuse: formatKeys('Mod+Backspace') }}
            busy={busy}
            settling={!verdict.open}
            onRefuse={openReason}
            onRefuseNow={sendReject}
            onAccept={() => approve()}
            onAcceptUnseen={() => approve(true)}
            onShow={() => {
              const [first] = parts;
              back();
              if (first) onShowUnread(first);
            }}
            onBack={back}
            onHint={() => setHinted(true)}
          />
        )
      }
    >
      {mode.kind === 'unseen' ? (
        <p>Not on screen yet: {listed(parts.map(unreadWords))}.</p>
      ) : mode.kind === 'reason' ? (
        <ReasonField
          label="Why not? The author can read this."
          value={reason}
          onChange={setReason}
          onBack={() => {
            back();
            bar.current?.focus();
          }}
          onSend={sendReject}
        />
      ) : (
        <Standing inspection={inspection} policy={policy} hinted={hinted} />
      )}
    </DecisionFrame>
  );
}

/** How the tool stands, in a sentence, with the hash that the buttons act on. */
function Standing({
  inspection,
  policy,
  hinted,
}: {
  readonly inspection: ToolInspection;
  readonly policy: Policy;
  readonly hinted: boolean;
}): ReactNode {
  return (
    <>
      <p className={styles.standing}>{standingWords(inspection, policy)}</p>
      <p className={styles.hash}>
        {hinted ? (
          <DecisionHint>Press {formatKeys('Mod+Enter')} or Space to approve.</DecisionHint>
        ) : (
          <>
            Version {inspection.version}
            {inspection.hash !== '' && (
              <>
                , <code title={inspection.hash}>{shortHash(inspection.hash)}</code>
              </>
            )}
          </>
        )}
      </p>
    </>
  );
}

function standingWords(inspection: ToolInspection, policy: Policy): string {
  switch (inspection.status) {
    case 'pending_approval':
      return needsSingleDecision(inspection.capabilities)
        ? 'It waits for you. What can change things is decided one by one.'
        : `It waits for you. ${whyWaiting(policy)}`;
    case 'active':
      return inspection.approval?.status === 'approved'
        ? 'Approved: it can be called.'
        : 'It can be called without approval under the present policy.';
    case 'rejected':
      return 'Rejected: nobody can call this definition.';
    case 'disabled':
      return 'Turned off: nobody can call it. Enabling it asks for no new approval.';
    case 'offline':
      return 'The process that serves it is not connected.';
    case 'invalid':
      return 'The file is broken: there is nothing to approve.';
    case 'policy_off':
      return 'The policy turns all custom tools off.';
  }
}

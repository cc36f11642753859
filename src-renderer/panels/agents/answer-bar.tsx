import { ArrowRight } from 'lucide-react';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { formatKeys } from '../../state/commands';
import { answerCall, type WaitingCall, type WaitingEnd } from '../../state/waiting-store';
import { Button } from '../../ui/button';
import {
  DecisionButtons,
  DecisionFrame,
  DecisionHint,
  ReasonField,
  type DecisionMode,
} from '../../ui/decision';
import { PlainText } from '../../ui/plain-text';
import { useGate } from '../tools/use-gate';

export interface AnswerBarHandle {
  allow(): void;
  /** Opens the field for the reason. */
  decline(): void;
}

export interface AnswerBarProps {
  readonly waiting: WaitingCall;
  /** Whether it still waits. */
  readonly waits: boolean;
  readonly end: WaitingEnd | undefined;
  readonly shownAt: number;
  /** How long what was just shown takes no answer; milliseconds. */
  readonly settleMs: number;
  /** Whether the end of the arguments has been on screen, asked when an answer is given. */
  readonly seen: () => boolean;
  readonly onShowEnd: () => void;
  /** Goes to the next call that waits; undefined where none does. */
  readonly onNext: (() => void) | undefined;
  readonly ref?: Ref<AnswerBarHandle>;
}

/** The buttons at the end of the page. They act on the call that is shown, once, or on nothing. */
export function AnswerBar(props: AnswerBarProps): ReactNode {
  const { waiting, waits, end, shownAt, settleMs, seen, onShowEnd, onNext, ref } = props;
  const [mode, setMode] = useState<DecisionMode>('plain');
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [hinted, setHinted] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const { verdict, ask } = useGate({
    shownHash: waiting.call,
    currentHash: waits ? waiting.call : undefined,
    shownAt,
    settleMs,
    busy,
  });

  const send = async (allow: boolean): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const result = await answerCall(waiting.call, allow, reason);
    setBusy(false);
    setMode('plain');
    if (!result.ok) setProblem(result.error.message);
    bar.current?.focus();
  };
  const allow = (skip = false): void => {
    if (!ask().open) return;
    if (!skip && !seen()) setMode('unseen');
    else void send(true);
  };
  const decline = (): void => {
    if (waits) setMode('reason');
  };
  /** The button or field that had the focus goes away: keys must still be heard here. */
  const back = (): void => {
    setMode('plain');
    bar.current?.focus();
  };
  const sendDecline = (): void => {
    if (ask().open) void send(false);
  };
  useImperativeHandle(ref, () => ({ allow: () => allow(), decline }));

  if (!waits) {
    return (
      <DecisionFrame
        ref={bar}
        buttons={
          onNext !== undefined && (
            <Button icon={ArrowRight} onClick={onNext}>
              Next Waiting Call
            </Button>
          )
        }
      >
        <p>
          <PlainText text={problem ?? endWords(end)} lines="many" />
        </p>
      </DecisionFrame>
    );
  }
  return (
    <DecisionFrame
      ref={bar}
      label="Answer"
      problem={problem}
      buttons={
        <DecisionButtons
          mode={mode}
          words={{
            refuse: 'Decline…',
            refuseNow: 'Decline',
            accept: 'Allow Once',
            acceptUnseen: 'Allow, I Skipped It',
            show: 'Show It',
          }}
          keys={{ accept: formatKeys('Mod+Enter'), refuse: formatKeys('Mod+Backspace') }}
          busy={busy}
          settling={!verdict.open}
          onRefuse={decline}
          onRefuseNow={sendDecline}
          onAccept={() => allow()}
          onAcceptUnseen={() => allow(true)}
          onShow={() => {
            back();
            onShowEnd();
          }}
          onBack={back}
          onHint={() => setHinted(true)}
        />
      }
    >
      {mode === 'reason' ? (
        <ReasonField
          label="Why not? The agent can read this."
          value={reason}
          onChange={setReason}
          onBack={back}
          onSend={sendDecline}
        />
      ) : mode === 'unseen' ? (
        <p>The end of the arguments has not been on screen yet.</p>
      ) : hinted ? (
        <p>
          <DecisionHint>Press {formatKeys('Mod+Enter')} or Space to allow it.</DecisionHint>
        </p>
      ) : (
        <p>Allowing it lets this one call run, and nothing after it.</p>
      )}
    </DecisionFrame>
  );
}

function endWords(end: WaitingEnd | undefined): string {
  const who = end?.actor === 'user' ? 'You' : end?.actor === 'cli' ? 'A terminal' : 'Somebody';
  switch (end?.kind) {
    case 'allowed':
      return `${who} allowed it. Activity shows what came of it.`;
    case 'declined':
      return `${who} declined it${end.reason === undefined ? '.' : `: ${end.reason}`}`;
    case 'timed_out':
      return 'Nobody answered in time. It did not run.';
    case 'withdrawn':
      return 'The agent cancelled it, or left. It did not run.';
    default:
      return 'It does not wait any more.';
  }
}

import { ArrowRight, CircleCheck, CircleX } from 'lucide-react';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { formatKeys } from '../../state/commands';
import { answerCall, type WaitingCall, type WaitingEnd } from '../../state/waiting-store';
import { Button } from '../../ui/button';
import { Field, TextArea } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { useGate } from '../tools/use-gate';
import styles from './agents.module.css';

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

type Mode = 'plain' | 'reason' | 'unseen';

/** The buttons at the end of the page. They act on the call that is shown, once, or on nothing. */
export function AnswerBar(props: AnswerBarProps): ReactNode {
  const { waiting, waits, end, shownAt, settleMs, seen, onShowEnd, onNext, ref } = props;
  const [mode, setMode] = useState<Mode>('plain');
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [hinted, setHinted] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const reasonField = useRef<HTMLTextAreaElement>(null);
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
  useEffect(() => {
    if (mode === 'reason') reasonField.current?.focus();
  }, [mode]);
  useImperativeHandle(ref, () => ({ allow: () => allow(), decline }));

  // Enter is what a hand types next; on this button it only says how to allow.
  const onAllowKey = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setHinted(true);
  };

  if (!waits) {
    return (
      <div ref={bar} className={styles.bar} role="status" tabIndex={-1}>
        <p className={styles.words}>
          <PlainText text={problem ?? endWords(end)} lines="many" />
        </p>
        {onNext !== undefined && (
          <Button icon={ArrowRight} onClick={onNext}>
            Next Waiting Call
          </Button>
        )}
      </div>
    );
  }
  const settling = !verdict.open;
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label="Answer" tabIndex={-1}>
      <div className={styles.words}>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            <PlainText text={problem} lines="many" />
          </p>
        )}
        {mode === 'reason' ? (
          <Field label="Why not? The agent can read this.">
            {(control) => (
              <TextArea
                {...control}
                ref={reasonField}
                rows={2}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') {
                    event.stopPropagation();
                    back();
                  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                    event.preventDefault();
                    event.stopPropagation();
                    sendDecline();
                  }
                }}
              />
            )}
          </Field>
        ) : mode === 'unseen' ? (
          <p>The end of the arguments has not been on screen yet.</p>
        ) : hinted ? (
          <p className={styles.hint}>Press {formatKeys('Mod+Enter')} or Space to allow it.</p>
        ) : (
          <p>Allowing it lets this one call run, and nothing after it.</p>
        )}
      </div>
      <div className={styles.buttons}>
        {mode === 'plain' && (
          <>
            <Button
              variant="ghost"
              icon={CircleX}
              keys={formatKeys('Mod+Backspace')}
              disabled={settling}
              onClick={decline}
            >
              Decline…
            </Button>
            <Button
              variant="primary"
              icon={CircleCheck}
              keys={formatKeys('Mod+Enter')}
              busy={busy}
              disabled={settling}
              onKeyDown={onAllowKey}
              onClick={() => allow()}
            >
              Allow Once
            </Button>
          </>
        )}
        {mode === 'unseen' && (
          <>
            <Button variant="ghost" onClick={back}>
              Back
            </Button>
            <Button variant="ghost" disabled={settling} onKeyDown={onAllowKey} onClick={() => allow(true)}>
              Allow, I Skipped It
            </Button>
            <Button
              variant="primary"
              onClick={() => {
                back();
                onShowEnd();
              }}
            >
              Show It
            </Button>
          </>
        )}
        {mode === 'reason' && (
          <>
            <Button variant="ghost" onClick={back}>
              Back
            </Button>
            <Button
              variant="danger"
              icon={CircleX}
              keys={formatKeys('Mod+Enter')}
              busy={busy}
              disabled={settling}
              onClick={sendDecline}
            >
              Decline
            </Button>
          </>
        )}
      </div>
    </div>
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

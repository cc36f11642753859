/** What a bar is made of that takes a decision: a definition's approval, or the answer to a call that waits. */
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { Button } from './button';
import styles from './decision.module.css';
import { Field, TextArea } from './field';
import { PlainText } from './plain-text';

/** `reason`: the field for the reason of a refusal is open. `unseen`: a part has not been on screen. */
export type DecisionMode = 'plain' | 'reason' | 'unseen';

interface DecisionFrameProps {
  /** Of what is to be decided; left out where there is nothing to decide any more. */
  readonly label?: string;
  readonly tone?: 'warning';
  readonly problem?: string | undefined;
  /** What stands beside the buttons. */
  readonly children: ReactNode;
  readonly buttons: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** One element through all that a bar goes through, so that the focus stays in it. */
export function DecisionFrame(props: DecisionFrameProps): ReactNode {
  const { label, tone, problem, children, buttons, ref } = props;
  const role = label !== undefined ? 'group' : tone === 'warning' ? 'alert' : 'status';
  return (
    <div ref={ref} className={styles.bar} role={role} aria-label={label} data-tone={tone} tabIndex={-1}>
      <div className={styles.words}>
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            <PlainText text={problem} lines="many" />
          </p>
        )}
        {children}
      </div>
      {buttons}
    </div>
  );
}

export function DecisionHint({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.hint}>{children}</span>;
}

/** Takes the focus when it appears. Escape goes back, the accelerator with Enter sends. */
export function ReasonField({
  label,
  value,
  onChange,
  onBack,
  onSend,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBack: () => void;
  readonly onSend: () => void;
}): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onBack();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      onSend();
    }
  };
  return (
    <Field label={label}>
      {(control) => (
        <TextArea
          {...control}
          ref={area}
          rows={2}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}

export interface DecisionButtonsProps {
  readonly mode: DecisionMode;
  readonly words: {
    /** Opens the field for the reason. */
    readonly refuse: string;
    readonly refuseNow: string;
    /** Left out where there is nothing to accept. */
    readonly accept: string | undefined;
    readonly acceptUnseen: string;
    readonly show: string;
  };
  /** The keys of the two decisions, as they are shown. */
  readonly keys: { readonly accept: string; readonly refuse: string };
  readonly busy: boolean;
  /** Whether what is shown takes no decision yet. */
  readonly settling: boolean;
  readonly onRefuse: () => void;
  readonly onRefuseNow: () => void;
  readonly onAccept: () => void;
  readonly onAcceptUnseen: () => void;
  readonly onShow: () => void;
  readonly onBack: () => void;
  /** Enter alone was pressed on the button that accepts: say how it is done. */
  readonly onHint: () => void;
}

export function DecisionButtons(props: DecisionButtonsProps): ReactNode {
  const { mode, words, keys, busy, settling, onBack, onHint } = props;
  // Enter is what a hand types next; on these buttons it only says how to accept.
  const onAcceptKey = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onHint();
  };
  const back = (
    <Button variant="ghost" onClick={onBack}>
      Back
    </Button>
  );
  switch (mode) {
    case 'plain':
      return (
        <div className={styles.buttons}>
          <Button
            variant="ghost"
            icon={CircleX}
            keys={keys.refuse}
            disabled={settling}
            onClick={props.onRefuse}
          >
            {words.refuse}
          </Button>
          {words.accept !== undefined && (
            <Button
              variant="primary"
              icon={CircleCheck}
              keys={keys.accept}
              busy={busy}
              disabled={settling}
              onKeyDown={onAcceptKey}
              onClick={props.onAccept}
            >
              {words.accept}
            </Button>
          )}
        </div>
      );
    case 'unseen':
      return (
        <div className={styles.buttons}>
          {back}
          <Button variant="ghost" disabled={settling} onKeyDown={onAcceptKey} onClick={props.onAcceptUnseen}>
            {words.acceptUnseen}
          </Button>
          <Button variant="primary" onClick={props.onShow}>
            {words.show}
          </Button>
        </div>
      );
    case 'reason':
      return (
        <div className={styles.buttons}>
          {back}
          <Button
            variant="danger"
            icon={CircleX}
            keys={keys.accept}
            busy={busy}
            disabled={settling}
            onClick={props.onRefuseNow}
          >
            {words.refuseNow}
          </Button>
        </div>
      );
  }
}

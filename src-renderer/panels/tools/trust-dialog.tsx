import { useEffect, useState, type ReactNode } from 'react';
import { showError, showToast } from '../../state/toasts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Checkbox, Field, TextInput } from '../../ui/field';
import { PlainText } from '../../ui/plain-text';
import { TimeText } from '../../ui/time-text';
import { trustKey, type OtherKey, type SignedDecision } from './keys';
import styles from './keys.module.css';
import { SETTLE_MS } from './review-gate';

export interface TrustDialogProps {
  /** Null where nobody asked. */
  readonly wanted: (OtherKey & { readonly decisions: readonly SignedDecision[] }) | null;
  readonly onClose: (trusted: boolean) => void;
}

/** Trusting a key is once and for all projects: the fingerprint comes first, and has to be said to have been compared. */
export function TrustDialog({ wanted, onClose }: TrustDialogProps): ReactNode {
  return (
    <Dialog
      open={wanted !== null}
      onClose={() => onClose(false)}
      width="34rem"
      title="Trust this key?"
      text="Approvals and rejections that are signed with it then count for you, in all your projects. Ask the person whose key it is to read out the fingerprint: it stands in their Studio > Tools > Keys."
    >
      {wanted !== null && <Question key={wanted.key} wanted={wanted} onClose={onClose} />}
    </Dialog>
  );
}

function Question({
  wanted,
  onClose,
}: {
  readonly wanted: NonNullable<TrustDialogProps['wanted']>;
  readonly onClose: TrustDialogProps['onClose'];
}): ReactNode {
  const [label, setLabel] = useState('');
  const [compared, setCompared] = useState(false);
  const [busy, setBusy] = useState(false);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const trust = async (): Promise<void> => {
    setBusy(true);
    const result = await trustKey(wanted.key, label);
    setBusy(false);
    if (!result.ok) showError(result.error, 'The key was not trusted');
    else
      showToast({
        tone: 'success',
        title: label.trim() === '' ? 'Key trusted' : `${label.trim()} is trusted`,
      });
    onClose(result.ok);
  };
  return (
    <>
      <Fingerprint value={wanted.fingerprint} />
      <Signed decisions={wanted.decisions} />
      <Field label="Whose key is it?" help="Shown in place of what the approval says of itself.">
        {(control) => (
          <TextInput
            {...control}
            value={label}
            maxLength={100}
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="I compared the fingerprint with that person"
        checked={compared}
        onChange={setCompared}
      />
      <div className={styles.buttons}>
        <Button onClick={() => onClose(false)}>Cancel</Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={!compared || !settled}
          tip={compared ? undefined : 'Compare the fingerprint first'}
          onClick={() => void trust()}
        >
          Trust This Key
        </Button>
      </div>
    </>
  );
}

/** Set so that two people can read it to each other. */
export function Fingerprint({ value }: { readonly value: string }): ReactNode {
  return (
    <code className={styles.fingerprint} aria-label={`Fingerprint ${value}`}>
      {value.split(' ').map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
  );
}

/** What a key has signed in this project. */
export function Signed({ decisions }: { readonly decisions: readonly SignedDecision[] }): ReactNode {
  return (
    <ul className={styles.signed}>
      {decisions.map((one) => (
        <li key={`${one.name} ${one.at}`}>
          {one.status === 'rejected' ? 'Rejected' : 'Approved'} <PlainText text={one.name} />{' '}
          <TimeText at={one.at} />
          {one.current ? '' : ', another definition than the present one'}
        </li>
      ))}
    </ul>
  );
}

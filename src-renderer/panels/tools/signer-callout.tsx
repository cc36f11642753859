import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ToolInspection } from '../../../src-preload/contract';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { TimeText } from '../../ui/time-text';
import styles from './keys.module.css';
import review from './review.module.css';
import { Fingerprint, TrustDialog, type TrustDialogProps } from './trust-dialog';

/** A decision that came with the project and counts not, because nobody said whose key signed it. */
export function SignerCallout({ inspection }: { readonly inspection: ToolInspection }): ReactNode {
  const [wanted, setWanted] = useState<TrustDialogProps['wanted']>(null);
  const signer = inspection.untrusted_signer;
  if (signer === undefined) return null;
  const current = signer.hash === inspection.hash;
  const { key, fingerprint, status, at } = signer;
  return (
    <div
      className={review.callout}
      data-tone="warning"
      role="note"
      aria-label="Signed with a key that is not trusted"
    >
      <KeyRound size={16} aria-hidden />
      <div className={styles.signer}>
        <span>
          It waits for a person: <PlainText text={signer.by} /> {status}{' '}
          {current ? 'this definition' : 'another definition of it'} <TimeText at={at} />, with a key that you
          do not trust:
        </span>
        <Fingerprint value={fingerprint} />
        <Button
          size="small"
          onClick={() =>
            setWanted({ key, fingerprint, decisions: [{ name: inspection.name, status, at, current }] })
          }
        >
          Trust This Key…
        </Button>
      </div>
      <TrustDialog wanted={wanted} onClose={() => setWanted(null)} />
    </div>
  );
}

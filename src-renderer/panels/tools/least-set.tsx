import { ArrowRight, Shrink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LeastCapabilities, Policy, ToolInspection } from '../../../src-preload/contract';
import { showToast } from '../../state/toasts';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { PlainText } from '../../ui/plain-text';
import { visibleText } from '../../ui/visible-text';
import { setCapabilities } from './decisions';
import styles from './least-set.module.css';
import { afterNarrowing, keptWords, narrowingLines } from './narrowing-words';

export interface LeastSetProps {
  readonly inspection: ToolInspection;
  readonly least: LeastCapabilities;
  readonly policy: Policy;
  /** The definition is another one now, as the person wanted. */
  readonly onNarrowed: () => void;
}

/** Fewer capabilities would be enough: which, how that is known, and a button that makes it so. */
export function LeastSet({ inspection, least, policy, onNarrowed }: LeastSetProps): ReactNode {
  const { name, capabilities } = inspection;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const lines = narrowingLines(least, inspection.kind === 'composite');
  const kept = keptWords(least);
  const narrow = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    const result = await setCapabilities(name, least.capabilities);
    setBusy(false);
    if (!result.ok) return;
    showToast({
      tone: 'success',
      title: `${visibleText(name)} may do less now`,
      action: {
        label: 'Put It Back',
        run: () => void setCapabilities(name, capabilities).then((back) => back.ok && onNarrowed()),
      },
    });
    onNarrowed();
  };
  return (
    <div className={styles.box} role="group" aria-label="Less would be enough">
      <div className={styles.head}>
        <Shrink size={15} strokeWidth={1.9} aria-hidden />
        <h4 className={styles.title}>Less would be enough</h4>
        <Button size="small" busy={busy} onClick={() => setAsking(true)}>
          Use the Least Set…
        </Button>
      </div>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.subject}>
            <span className={styles.subject}>{line.subject}</span>
            <span className={styles.change}>
              <del>
                <PlainText text={line.from} lines="many" />
              </del>
              <ArrowRight size={13} aria-label="would be" role="img" />
              <ins>
                <PlainText text={line.to} lines="many" />
              </ins>
            </span>
            <span className={styles.known}>{line.known}</span>
          </li>
        ))}
      </ul>
      {kept !== '' && <p className={styles.kept}>{kept}</p>}
      <Confirm
        open={asking}
        danger={false}
        title={`Let ${visibleText(name)} do less?`}
        text={`Its code stays as it is. ${afterNarrowing(least.capabilities, policy)}`}
        confirmLabel="Use the Least Set"
        onCancel={() => setAsking(false)}
        onConfirm={() => void narrow()}
      />
    </div>
  );
}

import { Undo2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { ToolError } from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { useHistory } from '../../state/history-store';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import styles from './details.module.css';

/** Takes back what one call did, where that is still possible; says why where it is not. */
export function UndoStep({ step }: { readonly step: number }): ReactNode {
  const known = useHistory((state) => state.steps.find((one) => one.id === step));
  const loaded = useHistory((state) => state.loaded);
  const refresh = useHistory((state) => state.refresh);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ToolError | null>(null);
  useEffect(() => void refresh(), [refresh, step]);

  const reason = !loaded
    ? undefined
    : known === undefined
      ? 'This step is no longer in the history: another scene was loaded since, or it is too long ago.'
      : known.undone
        ? 'This step is undone. Redo brings it back.'
        : known.revertedBy !== undefined
          ? `Step ${known.revertedBy} has taken this back already.`
          : undefined;

  const undo = async (): Promise<void> => {
    setBusy(true);
    const result = await callTool('history', { action: 'revert', step });
    setBusy(false);
    setFailure(result.ok ? null : result.error);
    await refresh();
  };

  return (
    <>
      <div className={styles.undo}>
        <Button
          size="small"
          icon={Undo2}
          busy={busy}
          disabled={!loaded || reason !== undefined}
          tip={reason}
          onClick={() => void undo()}
        >
          Undo This Step
        </Button>
        <span className={styles.note}>{reason ?? `Step ${step}`}</span>
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          <PlainText
            text={failure.hint === undefined ? failure.message : `${failure.message} ${failure.hint}`}
            lines="many"
          />
        </p>
      )}
    </>
  );
}

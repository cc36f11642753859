import { History, Redo2, Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { callTool } from '../../state/bridge';
import { onEvents } from '../../state/event-store';
import { useHistory, type HistoryStep } from '../../state/history-store';
import { showError } from '../../state/toasts';
import { runCommand, useKeysOf } from '../../state/commands';
import { Actor } from '../../ui/actor';
import { Button, IconButton } from '../../ui/button';
import { PanelFrame } from '../../ui/panel';
import { PlainText } from '../../ui/plain-text';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import styles from './history.module.css';

/** The undo list, newest first: who did what. Any step can be taken back by itself as long as nothing later depends on it. */
export function HistoryPanel(): ReactNode {
  const { steps, loaded, error, refresh } = useHistory();
  const undoKeys = useKeysOf('edit.undo');
  const redoKeys = useKeysOf('edit.redo');
  useEffect(() => {
    void refresh();
    return onEvents((events) => {
      if (events.some(({ type }) => type === 'entity' || type === 'scene')) void refresh();
    });
  }, [refresh]);
  const canUndo = steps.some((step) => !step.undone);
  const canRedo = steps.some((step) => step.undone);
  const firstDone = steps.findIndex((step) => !step.undone);
  return (
    <PanelFrame
      toolbar={
        <>
          <Button
            variant="ghost"
            size="small"
            icon={Undo2}
            keys={undoKeys}
            disabled={!canUndo}
            onClick={() => runCommand('edit.undo')}
          >
            Undo
          </Button>
          <Button
            variant="ghost"
            size="small"
            icon={Redo2}
            keys={redoKeys}
            disabled={!canRedo}
            onClick={() => runCommand('edit.redo')}
          >
            Redo
          </Button>
        </>
      }
    >
      {!loaded ? (
        <SkeletonRows label="Loading the history" />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refresh()} />
      ) : steps.length === 0 ? (
        <EmptyState
          icon={History}
          title="Nothing to undo yet"
          text="Each change of the scene becomes one step here, whoever makes it."
        >
          <Button onClick={() => runCommand('entity.create')}>Create an Entity</Button>
        </EmptyState>
      ) : (
        <ol className={styles.list} aria-label="History, newest first">
          {steps.map((step, index) => (
            <Step key={step.id} step={step} now={index === firstDone && canRedo} />
          ))}
        </ol>
      )}
    </PanelFrame>
  );
}

function Step({ step, now }: { readonly step: HistoryStep; readonly now: boolean }): ReactNode {
  const gone = step.undone || step.revertedBy !== undefined;
  const takeBack = async (): Promise<void> => {
    const result = await callTool('history', { action: 'revert', step: step.id });
    if (!result.ok) showError(result.error, 'This step can not be taken back');
  };
  return (
    <>
      {now && (
        <li className={styles.now} aria-hidden>
          The scene is here
        </li>
      )}
      <li className={styles.step} data-gone={gone}>
        <span className={styles.label}>
          <PlainText text={step.label} />
        </span>
        <span className={styles.facts}>
          <Actor actor={step.actor} />
          <TimeText at={step.time * 1000} />
          {step.undone ? <span>undone</span> : step.revertedBy !== undefined ? <span>taken back</span> : null}
        </span>
        {!gone && (
          <span className={styles.action}>
            <IconButton
              label="Take Back This Step"
              icon={Undo2}
              size="small"
              onClick={() => void takeBack()}
            />
          </span>
        )}
      </li>
    </>
  );
}

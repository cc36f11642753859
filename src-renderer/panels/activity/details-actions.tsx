import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { numberOf } from '../../state/read-json';
import { outcomeOf, type FeedRow } from '../../state/feed';
import { useLayout } from '../../state/layout-store';
import { showStudio, studioPlaceOf } from '../../state/studio-view';
import { Button } from '../../ui/button';
import { visibleText } from '../../ui/visible-text';
import { useAgentsView } from '../agents/agents-view';
import styles from './details.module.css';
import { UndoStep } from './undo-step';

/** What can be done about a row. It stands above what scrolls, so that it is in view however much is told of the row. */
export function DetailsActions({ row }: { readonly row: FeedRow }): ReactNode {
  const { event } = row;
  const step = numberOf(event?.data['undo_step']);
  const place = event && studioPlaceOf(event);
  const asked = outcomeOf(row) === 'waiting' ? row.call : undefined;
  if (step === undefined && place === undefined && asked === undefined) return null;
  return (
    <div className={styles.actions} role="group" aria-label="Actions">
      {asked !== undefined && (
        <Button variant="primary" size="small" onClick={() => showAsked(asked)}>
          Look at the Call
        </Button>
      )}
      {place !== undefined && (
        <Button size="small" icon={ArrowRight} onClick={() => showStudio(place[0], place[1])}>
          Show {visibleText(place[1])} in {place[0][0]?.toUpperCase()}
          {place[0].slice(1)}
        </Button>
      )}
      {step !== undefined && <UndoStep key={step} step={step} />}
    </div>
  );
}

/** Where it is answered everything that the answer is about is on screen. */
function showAsked(call: string): void {
  useAgentsView.getState().ask({ kind: 'call', id: call });
  useLayout.getState().show('agents');
}

import { Gavel } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { DecisionView } from '../../state/studio-read';
import { useStudio } from '../../state/studio-store';
import { showStudio, useStudioView } from '../../state/studio-view';
import { Badge } from '../../ui/badge';
import { LinkButton, Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { EmptyState } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { Author } from './author';
import { VERDICT_WORDS } from './studio-words';
import styles from './studio.module.css';

/** What was decided and why, the newest first. Decisions are never changed; a later one takes an earlier one's place. */
export function DecisionsPage(): ReactNode {
  const decisions = useStudio((state) => state.decisions);
  const open = useStudioView((state) => state.open.decisions);
  const replaced = new Set(decisions.flatMap(({ replaces }) => replaces ?? []));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (open !== undefined)
      list.current
        ?.querySelector(`[data-decision="${CSS.escape(open)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  if (decisions.length === 0)
    return (
      <EmptyState
        icon={Gavel}
        title="Nothing is decided yet"
        text="Each decision about feedback stands here with its reason and the tasks that it led to."
      >
        <Button onClick={() => showStudio('feedback')}>Show Feedback</Button>
      </EmptyState>
    );
  return (
    <ol ref={list} className={styles.decisions} aria-label="Decisions, newest first" tabIndex={0}>
      {decisions.map((decision) => (
        <Decision
          key={decision.id}
          decision={decision}
          current={decision.id === open}
          replaced={replaced.has(decision.id)}
        />
      ))}
    </ol>
  );
}

function Decision({
  decision,
  current,
  replaced,
}: {
  readonly decision: DecisionView;
  readonly current: boolean;
  readonly replaced: boolean;
}): ReactNode {
  const summary = useStudio((state) => state.feedback.find(({ id }) => id === decision.feedback)?.summary);
  const { mergeInto } = decision;
  return (
    <li className={styles.decision} data-decision={decision.id} aria-current={current || undefined}>
      <p className={styles.byline}>
        <span className={styles.faint}>{decision.id}</span>
        <Badge tone={decision.verdict === 'act' ? 'success' : 'neutral'}>
          {VERDICT_WORDS[decision.verdict].label}
        </Badge>
        {replaced && <Badge tone="warning">Replaced</Badge>}
        <LinkButton onClick={() => showStudio('feedback', decision.feedback)}>
          {visibleText(decision.feedback)}
        </LinkButton>
        <span className={styles.rowTitle}>
          <PlainText text={summary ?? ''} />
        </span>
        <span className={styles.grow} />
        <Author by={decision.by} />
        <TimeText at={decision.at} className={styles.faint} />
      </p>
      <PlainText text={decision.rationale} lines="many" />
      {(decision.tasks.length > 0 || mergeInto !== undefined) && (
        <p className={styles.byline}>
          {mergeInto !== undefined && (
            <LinkButton onClick={() => showStudio('feedback', mergeInto)}>
              into {visibleText(mergeInto)}
            </LinkButton>
          )}
          {decision.tasks.map((task) => (
            <LinkButton key={task} onClick={() => showStudio('board', task)}>
              {visibleText(task)}
            </LinkButton>
          ))}
        </p>
      )}
    </li>
  );
}

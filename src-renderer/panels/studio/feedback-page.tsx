import { Lightbulb } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import type { FeedbackView } from '../../state/studio-read';
import { changeStudio, useStudio } from '../../state/studio-store';
import { showStudio, useStudioView } from '../../state/studio-view';
import { showError } from '../../state/toasts';
import { Badge } from '../../ui/badge';
import { LinkButton, Button } from '../../ui/button';
import { classes } from '../../ui/class-names';
import { JsonTree } from '../../ui/json-tree';
import { PlainText } from '../../ui/plain-text';
import { Select } from '../../ui/select';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState } from '../../ui/state-view';
import { TimeText } from '../../ui/time-text';
import { visibleText } from '../../ui/visible-text';
import { Author } from './author';
import { Comments } from './comments';
import { DecideForm } from './decide-form';
import { DetailsPane } from './details-pane';
import { listKeys } from './list-keys';
import { FEEDBACK_WORDS, SEVERITY_WORDS, VERDICT_WORDS } from './studio-words';
import { useSettingsView } from '../settings/settings-view';
import styles from './studio.module.css';

const SHOWN = [
  { value: 'needs', label: 'To decide' },
  { value: 'active', label: 'Being worked on' },
  { value: 'all', label: 'All' },
] as const;
type Shown = (typeof SHOWN)[number]['value'];

const ORDER = ['critical', 'high', 'medium', 'low'] as const;

export function needsDecision({ status }: FeedbackView): boolean {
  return status === 'open' || status === 'regressed';
}

function isShownIn(feedback: FeedbackView, shown: Shown): boolean {
  if (shown === 'all') return true;
  if (shown === 'needs') return needsDecision(feedback);
  return ['accepted', 'in_progress', 'fixed'].includes(feedback.status);
}

/** What was found, the most severe first, and what is decided about it. */
export function FeedbackPage(): ReactNode {
  const feedback = useStudio((state) => state.feedback);
  const open = useStudioView((state) => state.open.feedback);
  const select = useStudioView((state) => state.select);
  const [wanted, setShown] = useState<Shown>('needs');
  const chosen = feedback.find(({ id }) => id === open);
  // What is open stays in the list, also where a link from elsewhere led to it.
  const shown = chosen !== undefined && !isShownIn(chosen, wanted) ? 'all' : wanted;
  const list = feedback
    .filter((one) => isShownIn(one, shown))
    .sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  if (feedback.length === 0)
    return (
      <EmptyState
        icon={Lightbulb}
        title="No feedback yet"
        text="What playtests, critics and people find stands here, with what is decided about it and why. Agents add it with studio_feedback_submit."
      >
        <Button onClick={() => useSettingsView.getState().open('connect')}>Connect an Agent</Button>
      </EmptyState>
    );
  const tabbable = chosen !== undefined && list.includes(chosen) ? chosen.id : list[0]?.id;
  return (
    <div className={styles.stack}>
      <div className={styles.bar}>
        <Select
          label="Which feedback"
          value={shown}
          options={SHOWN}
          onChange={(next) => {
            setShown(next);
            if (chosen !== undefined && !isShownIn(chosen, next)) select('feedback', undefined);
          }}
        />
        <span className={styles.faint}>
          {list.length} of {feedback.length}
        </span>
      </div>
      <Split
        id="studio-feedback"
        direction="horizontal"
        panes={chosen === undefined ? ['list'] : ['list', 'details']}
      >
        <Panel id="list" minSize="260px">
          {list.length === 0 ? (
            <EmptyState compact title="Nothing here" text="Everything that was found is decided.">
              <Button onClick={() => setShown('all')}>Show All Feedback</Button>
            </EmptyState>
          ) : (
            <div
              role="listbox"
              aria-label="Feedback"
              className={styles.options}
              onKeyDown={listKeys(list.length, (index) => select('feedback', list[index]?.id))}
            >
              {list.map((one) => (
                <Row
                  key={one.id}
                  feedback={one}
                  selected={one === chosen}
                  tabbable={one.id === tabbable}
                  onOpen={() => select('feedback', one.id)}
                />
              ))}
            </div>
          )}
        </Panel>
        {chosen !== undefined && <SplitBar label="Width of the feedback" />}
        {chosen !== undefined && (
          <Panel id="details" defaultSize="50%" minSize="320px">
            <Details key={chosen.id} feedback={chosen} onClose={() => select('feedback', undefined)} />
          </Panel>
        )}
      </Split>
    </div>
  );
}

function Row({
  feedback,
  selected,
  tabbable,
  onOpen,
}: {
  readonly feedback: FeedbackView;
  readonly selected: boolean;
  readonly tabbable: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  const severity = SEVERITY_WORDS[feedback.severity];
  const status = FEEDBACK_WORDS[feedback.status];
  return (
    <div
      role="option"
      aria-selected={selected}
      tabIndex={tabbable ? 0 : -1}
      className={classes(styles.row, styles.ranked)}
      onClick={onOpen}
    >
      <span className={styles.faint}>{feedback.id}</span>
      <span className={styles.rowTitle}>
        <PlainText text={feedback.summary} />
        {feedback.occurrences > 1 && <span className={styles.faint}> ×{feedback.occurrences}</span>}
      </span>
      <span>
        <Badge tone={severity.tone}>{severity.label}</Badge>
      </span>
      <span className={styles.faint}>{visibleText(feedback.category)}</span>
      <span>
        <Badge tone={status.tone} bare>
          {status.label}
        </Badge>
      </span>
    </div>
  );
}

function Details({
  feedback,
  onClose,
}: {
  readonly feedback: FeedbackView;
  readonly onClose: () => void;
}): ReactNode {
  const { id, decided } = feedback;
  const comment = async (text: string): Promise<boolean> => {
    const result = await changeStudio('feedback', 'studio_feedback_update', { feedback: id, comment: text });
    if (!result.ok) showError(result.error, 'The comment was not added');
    return result.ok;
  };
  return (
    <DetailsPane kind="Feedback" id={id} title={feedback.summary} onClose={onClose}>
      <p className={styles.byline}>
        <Author by={feedback.by} />
        <TimeText at={feedback.at} className={styles.faint} />
        <Badge tone={SEVERITY_WORDS[feedback.severity].tone}>{SEVERITY_WORDS[feedback.severity].label}</Badge>
        <Badge tone={FEEDBACK_WORDS[feedback.status].tone}>{FEEDBACK_WORDS[feedback.status].label}</Badge>
        <span className={styles.faint}>{visibleText(feedback.category)}</span>
        {feedback.target !== undefined && (
          <span className={styles.faint}>about {visibleText(feedback.target)}</span>
        )}
      </p>
      {feedback.details !== '' && (
        <section className={styles.section}>
          <PlainText text={feedback.details} lines="many" />
        </section>
      )}
      {Object.keys(feedback.evidence).length > 0 && (
        <section className={styles.section}>
          <h3>Evidence</h3>
          <div className={styles.well}>
            <JsonTree label="Evidence" value={feedback.evidence} />
          </div>
        </section>
      )}
      {decided !== undefined && (
        <section className={styles.section}>
          <h3>
            Decided: {VERDICT_WORDS[decided.verdict].label}{' '}
            <LinkButton onClick={() => showStudio('decisions', decided.id)}>{decided.id}</LinkButton>
          </h3>
          <p className={styles.byline}>
            <Author by={decided.by} />
            <TimeText at={decided.at} className={styles.faint} />
          </p>
          <PlainText text={decided.rationale} lines="many" />
        </section>
      )}
      {feedback.tasks.length > 0 && (
        <section className={styles.section}>
          <h3>Tasks</h3>
          <p className={styles.byline}>
            {feedback.tasks.map((task) => (
              <LinkButton key={task} onClick={() => showStudio('board', task)}>
                {visibleText(task)}
              </LinkButton>
            ))}
          </p>
        </section>
      )}
      <DecideForm feedback={feedback} />
      <Comments comments={feedback.comments} total={feedback.comments.length} onAdd={comment} />
    </DetailsPane>
  );
}

import { TriangleAlert } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, type ReactNode } from 'react';
import { STUDIO_PAGES, useStudio, type StudioPage } from '../../state/studio-store';
import { useStudioView } from '../../state/studio-view';
import { PlainText } from '../../ui/plain-text';
import { ErrorState, SkeletonRows } from '../../ui/state-view';
import { BoardPage } from './board-page';
import { DecisionsPage } from './decisions-page';
import { FeedbackPage } from './feedback-page';
import { LoopsPage } from './loops-page';
import { MessagesPage } from './messages-page';
import styles from './studio.module.css';

const PAGES: Readonly<Record<StudioPage, { readonly label: string; readonly view: () => ReactNode }>> = {
  messages: { label: 'Messages', view: MessagesPage },
  board: { label: 'Board', view: BoardPage },
  feedback: { label: 'Feedback', view: FeedbackPage },
  decisions: { label: 'Decisions', view: DecisionsPage },
  loops: { label: 'Loops', view: LoopsPage },
};

/** What the team of agents and people works on: its messages, board, feedback, decisions and loops. */
export function StudioPanel(): ReactNode {
  const page = useStudioView((state) => state.page);
  const show = useStudioView((state) => state.show);
  const refresh = useStudio((state) => state.refresh);
  const messages = useStudio((state) => state.channels);
  const feedback = useStudio((state) => state.feedback);
  useEffect(() => {
    // The others too: their counts stand in the tabs.
    for (const one of STUDIO_PAGES) void refresh(one);
  }, [refresh]);
  const counts: Partial<Record<StudioPage, number>> = {
    messages: messages.reduce((sum, { unread }) => sum + unread, 0),
    feedback: feedback.filter(({ status }) => status === 'open' || status === 'regressed').length,
  };
  const what: Partial<Record<StudioPage, string>> = { messages: 'unread', feedback: 'to decide' };
  return (
    <Tabs.Root
      className={styles.studio}
      value={page}
      onValueChange={(next) => {
        const found = STUDIO_PAGES.find((one) => one === next);
        if (found !== undefined) show(found);
      }}
    >
      <Tabs.List className={styles.tabs} aria-label="Studio">
        {STUDIO_PAGES.map((one) => {
          const count = counts[one] ?? 0;
          return (
            <Tabs.Trigger key={one} value={one} className={styles.tab}>
              {PAGES[one].label}
              {count > 0 && (
                <span className={styles.count} title={`${count} ${what[one]}`}>
                  {count}
                  <span className="visually-hidden"> {what[one]}</span>
                </span>
              )}
            </Tabs.Trigger>
          );
        })}
      </Tabs.List>
      {STUDIO_PAGES.map((one) => (
        <Tabs.Content key={one} value={one} className={styles.page} tabIndex={-1}>
          <Page page={one} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

function Page({ page }: { readonly page: StudioPage }): ReactNode {
  const loaded = useStudio((state) => state.loaded[page]);
  const error = useStudio((state) => state.errors[page]);
  const problem = useStudio((state) => state.problems[page]);
  const refresh = useStudio((state) => state.refresh);
  const { label, view: View } = PAGES[page];
  if (error !== undefined)
    return (
      <ErrorState error={error} title={`${label} could not be read`} onRetry={() => void refresh(page)} />
    );
  if (loaded !== true) return <SkeletonRows rows={8} label={`Loading ${label.toLowerCase()}`} />;
  return (
    <>
      {problem !== undefined && (
        <p className={styles.problem} role="status">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
          <PlainText text={problem} lines="many" />
        </p>
      )}
      <div className={styles.content}>
        <View />
      </div>
    </>
  );
}

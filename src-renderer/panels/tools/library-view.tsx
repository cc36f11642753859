import { Library, TriangleAlert } from 'lucide-react';
import { useEffect, type KeyboardEvent, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import type { LibraryTool } from '../../../src-preload/contract';
import { useTools } from '../../state/tools-store';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { PlainText } from '../../ui/plain-text';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { visibleText } from '../../ui/visible-text';
import { LibraryPage } from './library-page';
import { relationWords, useLibrary } from './library-store';
import styles from './library-view.module.css';
import { MayDoList } from './may-do';
import { useToolsView } from './tools-view';

/** The user's own tools, from which any project can take one up. */
export function LibraryView(): ReactNode {
  const { tools, loaded, error, load } = useLibrary();
  const revision = useTools((state) => state.revision);
  const open = useToolsView((state) => state.openInLibrary);
  const query = useToolsView((state) => state.query);
  const show = useToolsView((state) => state.showInLibrary);
  useEffect(() => void load(), [load, revision]);
  if (!loaded) return <SkeletonRows rows={8} label="Loading the library" />;
  if (error !== null && tools.length === 0)
    return <ErrorState error={error} title="The library could not be read" onRetry={() => void load()} />;
  if (tools.length === 0)
    return (
      <EmptyState
        icon={Library}
        title="Your library is empty"
        text="A tool that is of use elsewhere can be copied here, with the files that its code uses. Every project that takes it up approves it itself."
      >
        <Button onClick={() => useToolsView.getState().setShelf('project')}>Show This Project’s Tools</Button>
      </EmptyState>
    );
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown = tools.filter((tool) =>
    words.every((word) =>
      `${tool.name} ${tool.title ?? ''} ${tool.description}`.toLowerCase().includes(word),
    ),
  );
  const current = shown.find((tool) => tool.name === open);
  return (
    <Split id="library" direction="horizontal" panes={current === undefined ? ['list'] : ['list', 'page']}>
      <Panel id="list" minSize="220px" defaultSize={current === undefined ? '100%' : '27%'}>
        {shown.length === 0 ? (
          <EmptyState
            compact
            title="No tool matches"
            text={`${tools.length} tools are hidden by the filter.`}
          >
            <Button onClick={() => useToolsView.getState().setQuery('')}>Clear Filter</Button>
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label="Library" onKeyDown={moveAmong}>
            {shown.map((tool) => (
              <li key={tool.name}>
                <Row tool={tool} current={tool.name === open} onOpen={() => show(tool.name)} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {current !== undefined && <SplitBar label="Width of the list" />}
      {current !== undefined && (
        <Panel id="page" minSize="480px">
          <LibraryPage key={`${current.name} ${current.hash}`} summary={current} onClose={() => show(null)} />
        </Panel>
      )}
    </Split>
  );
}

function Row({
  tool,
  current,
  onOpen,
}: {
  readonly tool: LibraryTool;
  readonly current: boolean;
  readonly onOpen: () => void;
}): ReactNode {
  const relation = relationWords(tool.relation);
  return (
    <button type="button" className={styles.row} aria-current={current || undefined} onClick={onOpen}>
      <span className={styles.name}>
        <PlainText text={tool.name} />
      </span>
      <span className={styles.state}>
        {tool.problem === undefined ? (
          <Badge tone={relation.tone} title={relation.detail}>
            {relation.label}
          </Badge>
        ) : (
          <Badge tone="danger" icon={TriangleAlert} title={visibleText(tool.problem)}>
            Broken
          </Badge>
        )}
      </span>
      <span className={styles.about}>
        <PlainText text={tool.problem ?? tool.description} />
      </span>
      <span className={styles.may}>
        {tool.capabilities !== undefined && <MayDoList capabilities={tool.capabilities} compact />}
      </span>
    </button>
  );
}

/** Arrows, `j` and `k`, Home and End move among the rows. */
function moveAmong(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const wanted = event.ctrlKey || event.metaKey || event.altKey ? undefined : to[event.key];
  if (wanted === undefined || at < 0) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, wanted))]?.focus();
}

import { Columns3, KeyRound, Plus, Rows3, TriangleAlert, Wrench } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import type { ToolSummary } from '../../../src-preload/contract';
import { useCommands, type Command } from '../../state/commands';
import { writeNewTool } from '../../state/new-tool';
import { isShown, useLayout } from '../../state/layout-store';
import { useTools } from '../../state/tools-store';
import { Button, IconButton } from '../../ui/button';
import { SearchInput } from '../../ui/field';
import { Menu, type MenuEntry } from '../../ui/menu';
import { Grow, PanelFrame } from '../../ui/panel';
import { PlainText } from '../../ui/plain-text';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/state-view';
import { useMedia } from '../../ui/use-media';
import { useTests } from '../tests/test-store';
import { BulkApproval } from './bulk-approval';
import { needsSingleDecision } from './capability-words';
import { setEnabled } from './decisions';
import { HostsView } from './hosts-view';
import { KeysDialog } from './keys-dialog';
import { LibraryView } from './library-view';
import { PolicySelect } from './policy-select';
import { RemovedMenu } from './removed-menu';
import { ReviewPage } from './review-page';
import { Segments } from './segments';
import { sortCommands } from './sort-commands';
import { COLUMN_TITLES } from './tool-columns';
import { compareTools, filterTools, nextWaiting } from './tool-rows';
import { ToolTable, type ToolAction } from './tool-table';
import styles from './tools-panel.module.css';
import { useToolsView } from './tools-view';

/** A window with no room for all columns, as with text at twice its size: the list shows what it shows beside a review. */
const NARROW = '(width < 60rem)';

/** Studio > Tools: every custom tool, and the page on which a person decides about one. */
export function ToolsPanel(): ReactNode {
  const narrow = useMedia(NARROW);
  const { tools, policy, loaded, error, notes } = useTools();
  const refresh = (): Promise<void> => useTools.getState().refresh();
  const view = useToolsView();
  const [announcement, setAnnouncement] = useState('');
  const [bulk, setBulk] = useState(false);
  const [keys, setKeys] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const runTests = useTests((state) => state.run);

  useEffect(() => {
    if (!loaded) void useTools.getState().refresh();
  }, [loaded]);

  // Whoever came here by a key or command is at the list, once it is there; a focus that is anywhere else is left alone.
  useEffect(() => {
    const active = document.activeElement;
    if (active === document.body || active?.hasAttribute('data-region') === true)
      grid.current?.focus({ preventScroll: true });
  }, [loaded]);

  const shown = useMemo(() => filterTools(tools, view.query), [tools, view.query]);
  const open = view.open;
  const summary = tools.find((tool) => tool.name === open);
  const calm = useMemo(
    () =>
      tools.filter((tool) => tool.status === 'pending_approval' && !needsSingleDecision(tool.capabilities)),
    [tools],
  );

  const act = (action: ToolAction, tool: ToolSummary | undefined): void => {
    if (action === 'filter') search.current?.focus();
    else if (action === 'close') view.close();
    else if (!tool) return;
    else if (action === 'open') view.review(tool.name, 'heading');
    else if (action === 'approve') view.review(tool.name, 'decision');
    else if (action === 'reject') view.review(tool.name, 'reason');
    else if (action === 'toggle') void setEnabled(tool.name, tool.status === 'disabled');
    else {
      void runTests([{ tool: tool.name }]).then(() => refresh());
      setAnnouncement(`Running the tests of ${tool.name}`);
    }
  };
  const onDecided = (name: string, approved: boolean): void => {
    const sorted = [...useTools.getState().tools].sort(compareTools);
    const waiting = sorted.filter((tool) => tool.status === 'pending_approval').length;
    setAnnouncement(
      `${approved ? 'Approved' : 'Rejected'} ${name}. ${waiting === 0 ? 'None waiting.' : `${waiting} waiting.`}`,
    );
    const next = nextWaiting(sorted, name);
    if (next === undefined) view.review(name, 'heading');
    else view.jump(next);
  };
  const close = (): void => {
    view.close();
    grid.current?.focus();
  };
  useCommands(COMMANDS);

  if (!loaded) return <SkeletonRows rows={12} label="Loading tools" />;
  if (error !== null && tools.length === 0)
    return <ErrorState error={error} title="The tools could not be read" onRetry={() => void refresh()} />;
  const library = view.shelf === 'library';
  const project = view.shelf === 'project';
  const toolbar = (
    <>
      <Segments
        label="Which tools"
        value={view.shelf}
        options={[
          { value: 'project', label: 'Project' },
          { value: 'library', label: 'Library' },
          { value: 'hosts', label: 'Hosts' },
        ]}
        onChange={view.setShelf}
      />
      <div id={FILTER_ID} className={styles.search}>
        <SearchInput
          label="Filter tools"
          placeholder={PLACEHOLDERS[view.shelf]}
          value={view.query}
          onChange={view.setQuery}
          inputRef={search}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            grid.current?.focus();
          }}
        />
      </div>
      <Grow />
      <RemovedMenu />
      {project && calm.length > 1 && (
        <Button size="small" variant="ghost" onClick={() => setBulk(true)}>
          Approve {calm.length} Read-Only…
        </Button>
      )}
      <IconButton label="Write a Tool" icon={Plus} onClick={writeNewTool} />
      {project && (
        <IconButton
          label="Group by status"
          icon={Rows3}
          pressed={view.grouped}
          onClick={() => view.setGrouped(!view.grouped)}
        />
      )}
      {project && (
        <Menu entries={columnEntries(view.columns, view.setColumns)} align="end">
          <IconButton label="Columns" icon={Columns3} />
        </Menu>
      )}
      <IconButton label="Keys" icon={KeyRound} tip="whose approvals count" onClick={() => setKeys(true)} />
      {policy !== null && <PolicySelect policy={policy} tools={tools} />}
    </>
  );
  return (
    <PanelFrame title="Tools" toolbar={toolbar} scroll={false}>
      <div className={styles.body}>
        {notes.length > 0 && (
          <ul className={styles.notes} role="status">
            {notes.map((note) => (
              <li key={note}>
                <TriangleAlert size={16} aria-hidden />
                <PlainText text={note} lines="many" />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.content}>
          {library ? (
            <LibraryView />
          ) : view.shelf === 'hosts' ? (
            <HostsView />
          ) : tools.length === 0 ? (
            <EmptyState
              icon={Wrench}
              title="No custom tools yet"
              text="When an agent defines a tool with tool_define, it appears here. You see what it does and what it may touch, and decide whether it may run."
            >
              <Button variant="primary" onClick={writeNewTool}>
                Write a Tool
              </Button>
            </EmptyState>
          ) : (
            <Split id="tools" direction="horizontal" panes={open === null ? ['list'] : ['list', 'review']}>
              <Panel id="list" minSize="220px" defaultSize={open === null ? '100%' : '27%'}>
                {shown.length === 0 ? (
                  <EmptyState
                    compact
                    title="No tool matches"
                    text={`${tools.length} tools are hidden by the filter.`}
                  >
                    <Button onClick={() => view.setQuery('')}>Clear Filter</Button>
                  </EmptyState>
                ) : (
                  <ToolTable tools={shown} compact={open !== null || narrow} onAction={act} gridRef={grid} />
                )}
              </Panel>
              {open !== null && (
                <>
                  <SplitBar label="Width of the list" />
                  <Panel id="review" minSize="480px">
                    <ReviewPage
                      key={open}
                      name={open}
                      summary={summary}
                      policy={policy ?? 'auto'}
                      onClose={close}
                      onDecided={onDecided}
                    />
                  </Panel>
                </>
              )}
            </Split>
          )}
        </div>
      </div>
      <KeysDialog open={keys} onClose={() => setKeys(false)} />
      <BulkApproval open={bulk} tools={calm} onClose={() => setBulk(false)} />
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </PanelFrame>
  );
}

function columnEntries(
  columns: Readonly<Record<string, boolean>>,
  change: (columns: Record<string, boolean>) => void,
): readonly MenuEntry[] {
  return Object.entries(COLUMN_TITLES)
    .filter(([id]) => id !== 'name')
    .map(([id, label]): MenuEntry => ({
      label,
      checked: columns[id] !== false,
      run: () => change({ ...columns, [id]: columns[id] === false }),
    }));
}

const PLACEHOLDERS = {
  project: 'Filter, or status:waiting, may:edits, author:…',
  library: 'Filter the library',
  hosts: 'Filter hosts',
} as const;

const FILTER_ID = 'tools-filter';
const COMMANDS = panelCommands();

function panelCommands(): readonly Command[] {
  const here = (): boolean => isShown(useLayout.getState(), 'tools');
  const selected = (): string | null => {
    const { selected: name } = useToolsView.getState();
    return name === null || name.startsWith('group:') ? null : name;
  };
  const review = (focus: 'heading' | 'decision' | 'reason') => (): void => {
    const name = selected();
    if (name !== null) useToolsView.getState().review(name, focus);
  };
  const onOne = (): boolean => here() && selected() !== null;
  return [
    {
      id: 'tools.filter',
      title: 'Filter Tools',
      category: 'Tools',
      when: here,
      run: () => document.getElementById(FILTER_ID)?.querySelector('input')?.focus(),
    },
    { id: 'tools.open-review', title: 'Review Tool', category: 'Tools', when: onOne, run: review('heading') },
    { id: 'tools.approve', title: 'Approve Tool…', category: 'Tools', when: onOne, run: review('decision') },
    { id: 'tools.reject', title: 'Reject Tool…', category: 'Tools', when: onOne, run: review('reason') },
    ...sortCommands(here),
    {
      id: 'tools.next-waiting',
      title: 'Review the Next Waiting Tool',
      category: 'Tools',
      run: () => {
        const sorted = [...useTools.getState().tools].sort(compareTools);
        const next = nextWaiting(sorted, useToolsView.getState().open ?? '');
        if (next !== undefined) useToolsView.getState().review(next, 'heading');
      },
    },
  ];
}

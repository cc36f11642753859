import { useVirtualizer } from '@tanstack/react-virtual';
import { Activity, ArrowDown, CircleX, Download, ListTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { bridge, callTool } from '../../state/bridge';
import { useCommands, type Command } from '../../state/commands';
import { useEvents } from '../../state/event-store';
import { timeOf, type FeedRow as Row } from '../../state/feed';
import {
  feedPredicate,
  parseFeedQuery,
  setTimeRange,
  timeRangeOf,
  toggleTerm,
  withoutTime,
  type FeedField,
  type TimeRange,
} from '../../state/feed-query';
import { topOf } from '../../state/feed-rows';
import { FeedView } from '../../state/feed-view';
import { useFeedSelection } from '../../state/feed-selection';
import { setSetting, useSettings } from '../../state/settings-store';
import { showError } from '../../state/toasts';
import { Button, IconButton } from '../../ui/button';
import { ContextMenu, Menu } from '../../ui/menu';
import { Grow, PanelFrame } from '../../ui/panel';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, SkeletonRows } from '../../ui/state-view';
import styles from './activity.module.css';
import { Announcer } from './announcer';
import { Details } from './details';
import { EarlierBar } from './earlier-bar';
import { FeedRow } from './feed-row';
import { FilterField } from './filter-field';
import { FilterMenu } from './filter-menu';
import { rowEntries } from './row-menu';
import { SelectionBar } from './selection-bar';
import { Timeline } from './timeline';
import { useExport } from './use-export';
import { useDensity } from './use-density';
import { useFeedRows } from './use-feed-rows';
import { ROW_HEIGHT, useFollow } from './use-follow';
import { useSettingsView } from '../settings/settings-view';
import { vocabularyOf } from './vocabulary';

export interface ActivityPanelProps {
  /** Tells apart the places in which it is shown; each remembers its sizes. */
  readonly id: string;
}

/** The event stream as a live list, with the details of the row that is selected. */
export function ActivityPanel({ id }: ActivityPanelProps): ReactNode {
  const feed = useEvents((state) => state.feed);
  const version = useEvents((state) => state.version);
  const link = useEvents((state) => state.link);
  const gap = useEvents((state) => state.gap);
  const earlier = useEvents((state) => state.earlier);
  const [query, setQuery] = useState('');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<Row | null>(null);
  const [view] = useState(() => new FeedView(feed));
  useEffect(() => view.follow(), [view]);
  const parsed = useMemo(() => parseFeedQuery(query), [query]);
  const test = useMemo(() => feedPredicate(parsed), [parsed]);
  const selections = useSettings((state) => state.ownSelections);
  const timeline = useSettings((state) => state.timeline);
  // What one selects oneself is shown all over the window already, unless one asks for it.
  const hide = selections || asksForSelections(query) ? undefined : isOwnSelection;
  // The feed changes in place: `version` says when.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const flat = useMemo(() => view.update(test, expanded, hide), [view, test, expanded, hide, version]);

  const [scroll, setScroll] = useState<HTMLDivElement | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const follow = useFollow(scroll, flat);
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: flat.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_HEIGHT,
    // Rows have their keys below: a function here, new with each drawing, would have all of them asked for in every frame.
    overscan: 12,
  });

  const scrollToIndex = useCallback(
    (index: number, align?: 'start') => virtual.scrollToIndex(index, align && { align }),
    [virtual],
  );
  const { cursor, focusRow, showRow, toggle, select, onKeyDown } = useFeedRows({
    ...{ flat, filtered: test !== undefined, expanded, setExpanded, scroll, scrollToIndex, follow },
    ...{ selected, setSelected, field },
  });
  const chosen = useFeedSelection((state) => state.chosen);
  const onFilter = useCallback(
    (name: FeedField, value: string, exclude: boolean) =>
      setQuery((before) => toggleTerm(before, name, value, exclude)),
    [],
  );
  const onCancel = useCallback((index: number) => void cancelRow(flat[index]?.row), [flat]);
  const [menuRow, setMenuRow] = useState<Row | null>(null);

  const whenTest = useMemo(() => feedPredicate(withoutTime(parsed)), [parsed]);
  const slots = useDensity(feed, version, whenTest, hide);
  const exporting = useExport(feed, test, hide);
  const { start } = exporting;
  useCommands(useMemo(() => exportCommands(start), [start]));
  const goTo = (seconds: number, focus: boolean): void => {
    const index = flat.findIndex(({ row }) => row.parent === undefined && timeOf(row) >= seconds);
    if (index < 0) follow.toEnd();
    else if (focus) focusRow(index);
    else showRow(index);
  };

  const items = virtual.getVirtualItems();
  const atBegin = flat.length === 0 ? test !== undefined : (virtual.scrollOffset ?? 0) < ROW_HEIGHT;
  const firstShown = virtual.range?.startIndex ?? 0;
  const cursorShown = items.some(({ index }) => flat[index]?.row.key === cursor);
  const list = (
    <div className={styles.list}>
      <ContextMenu
        entries={
          menuRow === null
            ? []
            : rowEntries(menuRow, { filter: onFilter, cancel: (row) => void cancelRow(row), copy: copyRow })
        }
      >
        <div
          ref={setScroll}
          className={styles.scroll}
          // A feed of nothing is none.
          role={flat.length === 0 ? undefined : 'feed'}
          aria-label={flat.length === 0 ? undefined : 'Activity'}
          aria-busy={link === 'starting'}
          onScroll={follow.onScroll}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const at =
              event.target instanceof Element &&
              event.target.closest('[data-index]')?.getAttribute('data-index');
            const row = typeof at === 'string' ? flat[Number(at)]?.row : undefined;
            if (row === undefined) event.preventDefault();
            else setMenuRow(row);
          }}
        >
          <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const row = flat[item.index];
              if (row === undefined) return null;
              return (
                <FeedRow
                  key={row.row.key}
                  item={row}
                  index={item.index}
                  top={item.start}
                  selected={row.row === selected}
                  chosen={chosen.has(row.row.key)}
                  sameActor={item.index > firstShown && sameActor(flat[item.index - 1]?.row, row.row)}
                  tabbable={cursorShown ? row.row.key === cursor : item === items.at(-1)}
                  stamp={`${row.row.event?.seq ?? 0} ${row.row.callsBelow} ${row.row.depth} ${row.row.children.length}`}
                  onSelect={select}
                  onToggle={toggle}
                  onFilter={onFilter}
                  onCancel={onCancel}
                />
              );
            })}
          </div>
        </div>
      </ContextMenu>
      {flat.length === 0 && (
        <div className={styles.nothing}>
          <NothingFits onClear={() => setQuery('')} />
        </div>
      )}
      {follow.newer > 0 && (
        <Button
          className={styles.newer}
          variant="primary"
          size="small"
          icon={ArrowDown}
          onClick={follow.toEnd}
        >
          {follow.newer} new
        </Button>
      )}
    </div>
  );

  return (
    <PanelFrame
      scroll={false}
      toolbar={
        <>
          <FilterField
            value={query}
            onChange={setQuery}
            problem={parsed.problems[0]}
            vocabulary={() => vocabularyOf(feed.rows)}
            inputRef={field}
            onLeave={() => focusRow(Math.max(0, items.at(-1)?.index ?? 0))}
          />
          <IconButton
            label="Failed Only"
            icon={CircleX}
            pressed={parsed.terms.some((term) => term.field === 'is' && term.value === 'failed')}
            onClick={() => setQuery(toggleTerm(query, 'is', 'failed'))}
          />
          <FilterMenu
            query={query}
            onChange={setQuery}
            shown={{ selections, timeline }}
            onShown={(next) => {
              setSetting('ownSelections', next.selections);
              setSetting('timeline', next.timeline);
            }}
          />
          <IconButton
            label={expanded.size > 0 ? 'Fold All' : 'Unfold All Calls'}
            icon={ListTree}
            onClick={() => setExpanded(expanded.size > 0 ? new Set() : new Set(allParents(feed.rows)))}
          />
          <Menu
            align="end"
            entries={[
              {
                label: 'Export What Is Shown…',
                note: 'the rows that fit the filter, a line of JSON each',
                run: () => exporting.start(false),
              },
              {
                label: 'Export With the Log on Disk…',
                note: 'also what is further back than this list',
                run: () => exporting.start(true),
              },
            ]}
          >
            <IconButton label="Export" icon={Download} disabled={exporting.busy} />
          </Menu>
          <Grow />
          <span className={styles.count}>
            {countWords(test === undefined, view.matched, feed.rows.length)}
          </span>
          <IconButton
            label="Follow"
            tip={
              follow.following
                ? 'the list keeps to its end; scroll up to stop'
                : 'go to the end and stay there'
            }
            icon={ArrowDown}
            pressed={follow.following}
            onClick={follow.toEnd}
          />
        </>
      }
    >
      <div className={styles.activity}>
        {gap && (
          <p className={styles.note} role="status">
            Some events came faster than they could be kept; they are in the audit log only.
          </p>
        )}
        <Announcer />
        <SelectionBar />
        {exporting.bar}
        {timeline && (
          <Timeline
            slots={slots}
            range={timeRangeOf(parsed)}
            shown={rangeOf(flat[firstShown]?.row, flat[virtual.range?.endIndex ?? 0]?.row)}
            onGo={goTo}
            onRange={(range) => setQuery(setTimeRange(query, range))}
          />
        )}
        {earlier !== 'none' && atBegin && <EarlierBar earlier={earlier} />}
        {/* Under a filter that nothing fits the list stays: making it anew with the next letter takes longer than the filter. */}
        {flat.length === 0 && (test === undefined || feed.rows.length === 0) ? (
          <Empty starting={link === 'starting'} />
        ) : (
          <Split
            id={`activity-${id}`}
            direction="horizontal"
            panes={selected === null ? ['list'] : ['list', 'details']}
          >
            <Panel id="list" minSize="260px">
              {list}
            </Panel>
            {selected !== null && <SplitBar label="Width of the details" />}
            {selected !== null && (
              <Panel id="details" defaultSize="42%" minSize="240px">
                <Details
                  row={selected}
                  onClose={() => {
                    setSelected(null);
                    focusRow(flat.findIndex(({ row }) => row === selected));
                  }}
                />
              </Panel>
            )}
          </Split>
        )}
      </div>
    </PanelFrame>
  );
}

function NothingFits({ onClear }: { readonly onClear: () => void }): ReactNode {
  return (
    <EmptyState
      compact
      title="Nothing fits this filter"
      text="Events come in all the same; they are only hidden."
    >
      <Button onClick={onClear}>Clear Filter</Button>
    </EmptyState>
  );
}

function Empty({ starting }: { readonly starting: boolean }): ReactNode {
  if (starting) return <SkeletonRows label="Loading the activity" />;
  return (
    <EmptyState
      icon={Activity}
      title="Nothing has happened yet"
      text="What you and connected agents do appears here, call by call."
    >
      <Button onClick={() => useSettingsView.getState().open('connect')}>Connect an Agent</Button>
    </EmptyState>
  );
}

function exportCommands(start: (withDisk: boolean) => void): readonly Command[] {
  return [
    {
      ...{ id: 'activity.export', title: 'Export What the Activity Shows', category: 'Activity' },
      run: () => start(false),
    },
    {
      ...{ id: 'activity.exportAll', title: 'Export Activity With the Log on Disk', category: 'Activity' },
      run: () => start(true),
    },
  ];
}

/** Ends a call that runs or waits. Its caller reads that a person did. */
async function cancelRow(row: Row | undefined): Promise<void> {
  if (row?.call === undefined) return;
  const result = await callTool('call_cancel', { call: row.call });
  if (!result.ok) showError(result.error, 'The call was not cancelled');
}

function copyRow({ event }: Row): void {
  if (event !== undefined) void bridge().copyText(JSON.stringify(event, null, 2));
}

function sameActor(above: Row | undefined, row: Row): boolean {
  return above?.event !== undefined && above.event.actor === row.event?.actor;
}

/** Of rows in the order of the list; nested ones are older than the call that they are below. */
function rangeOf(first: Row | undefined, last: Row | undefined): TimeRange | undefined {
  return first && last && { from: timeOf(topOf(first)), to: timeOf(topOf(last)) };
}

function isOwnSelection({ event }: Row): boolean {
  return event?.actor === 'user' && (event.tool === 'selection_set' || event.type === 'selection');
}

function asksForSelections(query: string): boolean {
  return /selection/i.test(query);
}

/** Without a filter, what is left out anyway (one's own selections) does not count. */
function countWords(all: boolean, matched: number, total: number): string {
  const number = new Intl.NumberFormat('en');
  return all ? number.format(matched) : `${number.format(matched)} of ${number.format(total)}`;
}

function allParents(rows: readonly Row[]): string[] {
  const keys: string[] = [];
  const stack = [...rows];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (row.children.length === 0) continue;
    keys.push(row.key);
    for (const child of row.children) stack.push(child);
  }
  return keys;
}

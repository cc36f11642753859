import { Activity, ArrowDown, CircleX, Download, ListTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { useCommands, type Command } from '../../state/commands';
import { useEvents, type Earlier } from '../../state/event-store';
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
import { FeedView } from '../../state/feed-view';
import { setSetting, useSettings } from '../../state/settings-store';
import { Button, IconButton } from '../../ui/button';
import { Menu } from '../../ui/menu';
import { Grow, PanelFrame } from '../../ui/panel';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, SkeletonRows } from '../../ui/state-view';
import { useStable } from '../../ui/use-stable';
import styles from './activity.module.css';
import { Announcer } from './announcer';
import { Details } from './details';
import { EarlierBar } from './earlier-bar';
import { FeedList, type FeedListHandle, type Shown } from './feed-list';
import { FilterField } from './filter-field';
import { FilterMenu } from './filter-menu';
import { SelectionBar } from './selection-bar';
import { Timeline, type TimelineProps } from './timeline';
import { useExport } from './use-export';
import { useDensity } from './use-density';
import { useFollow } from './use-follow';
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
  const handle = useRef<FeedListHandle>(null);
  const follow = useFollow(scroll, flat);
  const onFilter = useCallback(
    (name: FeedField, value: string, exclude: boolean) =>
      setQuery((before) => toggleTerm(before, name, value, exclude)),
    [],
  );

  const whenTest = useMemo(() => feedPredicate(withoutTime(parsed)), [parsed]);
  const slots = useDensity(feed, version, whenTest, hide);
  const exporting = useExport(feed, test, hide);
  const { start } = exporting;
  useCommands(useMemo(() => exportCommands(start), [start]));
  const goTo = useStable((seconds: number, focus: boolean): void => {
    const index = flat.findIndex(({ row }) => row.parent === undefined && timeOf(row) >= seconds);
    if (index < 0) follow.toEnd();
    else if (focus) handle.current?.focusRow(index);
    else handle.current?.showRow(index);
  });
  const onRange = useStable((range: TimeRange | undefined) => setQuery(setTimeRange(query, range)));
  // What is on screen is others in each frame while it scrolls: only those who show that are drawn anew then.
  const [shown] = useState(() => create<Shown>(() => ({ range: undefined, atBegin: false })));
  const onShown = useCallback((next: Shown): void => shown.setState(next), [shown]);
  const nothing = useMemo(() => <NothingFits onClear={() => setQuery('')} />, []);
  const list = (
    <FeedList
      {...{ handle, flat, expanded, setExpanded, selected, setSelected, field, scroll, setScroll, follow }}
      {...{ onFilter, onShown, nothing }}
      filtered={test !== undefined}
      busy={link === 'starting'}
    />
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
            onLeave={() => handle.current?.focusLastShown()}
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
          <ShownTimeline
            shown={shown}
            slots={slots}
            range={timeRangeOf(parsed)}
            onGo={goTo}
            onRange={onRange}
          />
        )}
        {earlier !== 'none' && <EarlierAtBegin shown={shown} earlier={earlier} />}
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
                    handle.current?.focusRow(flat.findIndex(({ row }) => row === selected));
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

type ShownStore = UseBoundStore<StoreApi<Shown>>;

function ShownTimeline({
  shown,
  ...props
}: Omit<TimelineProps, 'shown'> & { readonly shown: ShownStore }): ReactNode {
  return <Timeline {...props} shown={shown((state) => state.range)} />;
}

function EarlierAtBegin({
  shown,
  earlier,
}: {
  readonly shown: ShownStore;
  readonly earlier: Exclude<Earlier, 'none'>;
}): ReactNode {
  return shown((state) => state.atBegin) && <EarlierBar earlier={earlier} />;
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

function isOwnSelection({ event }: Row): boolean {
  return event?.actor === 'user' && (event.tool === 'selection_set' || event.type === 'selection');
}

function asksForSelections(query: string): boolean {
  return /selection/i.test(query);
}

const NUMBER = new Intl.NumberFormat('en');

/** Without a filter, what is left out anyway (one's own selections) does not count. */
function countWords(all: boolean, matched: number, total: number): string {
  return all ? NUMBER.format(matched) : `${NUMBER.format(matched)} of ${NUMBER.format(total)}`;
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

import { useVirtualizer } from '@tanstack/react-virtual';
import { Activity, ArrowDown, CircleX, ListTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Panel } from 'react-resizable-panels';
import { useEvents } from '../../state/event-store';
import type { FeedRow as Row } from '../../state/feed';
import { feedPredicate, parseFeedQuery, toggleTerm } from '../../state/feed-query';
import { closedKey, FeedView } from '../../state/feed-view';
import { useFeedSelection } from '../../state/feed-selection';
import { readStored, writeStored } from '../../state/stored';
import { Button, IconButton } from '../../ui/button';
import { Grow, PanelFrame } from '../../ui/panel';
import { Split, SplitBar } from '../../ui/split';
import { EmptyState, SkeletonRows } from '../../ui/state-view';
import styles from './activity.module.css';
import { Announcer } from './announcer';
import { Details } from './details';
import { EarlierBar } from './earlier-bar';
import { FeedRow, type SelectHow } from './feed-row';
import { FilterField } from './filter-field';
import { FilterMenu } from './filter-menu';
import { SelectionBar } from './selection-bar';
import { ROW_HEIGHT, useFollow } from './use-follow';
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
  const [selections, setSelections] = useState(() => readStored('activity.selections', parseFlag, false));
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
    overscan: 12,
    getItemKey: (index) => flat[index]?.row.key ?? index,
  });

  const [cursor, setCursor] = useState<string | null>(null);
  const focusRow = useCallback(
    (index: number): void => {
      const bounded = Math.max(0, Math.min(flat.length - 1, index));
      const item = flat[bounded];
      if (item === undefined) return;
      setCursor(item.row.key);
      if (bounded < flat.length - 1) follow.release();
      virtual.scrollToIndex(bounded);
      requestAnimationFrame(() => scroll?.querySelector<HTMLElement>(`[data-index="${bounded}"]`)?.focus());
    },
    [flat, virtual, scroll, follow],
  );
  const toggle = useCallback(
    (index: number): void => {
      const item = flat[index];
      if (item === undefined || !item.expandable) return;
      // Under a filter, rows on the way to what matches are open unless a person closes them.
      const way = item.context || (test !== undefined && item.expanded && !expanded.has(item.row.key));
      const key = way ? closedKey(item.row) : item.row.key;
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      });
    },
    [flat, test, expanded],
  );
  const chosen = useFeedSelection((state) => state.chosen);
  /** Where a range begins. */
  const anchor = useRef<string | null>(null);
  const choose = useCallback(
    (index: number, how: SelectHow): void => {
      const item = flat[index];
      if (item === undefined) return;
      const { toggle: toggleRow, choose: chooseRows, clear } = useFeedSelection.getState();
      if (how === 'range') {
        const from = flat.findIndex(({ row }) => row.key === anchor.current);
        const [low, high] = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)];
        chooseRows(flat.slice(low, high + 1).map(({ row }) => row));
        if (from < 0) anchor.current = item.row.key;
        return;
      }
      anchor.current = item.row.key;
      if (how === 'toggle') toggleRow(item.row);
      else clear();
    },
    [flat],
  );
  const select = useCallback(
    (index: number, how: SelectHow = 'one'): void => {
      const item = flat[index];
      if (item === undefined) return;
      choose(index, how);
      if (how === 'one') setSelected(item.row);
      setCursor(item.row.key);
    },
    [flat, choose],
  );
  /** Shift and an arrow: the rows from where it began to where it goes. */
  const extend = (at: number, to: number): void => {
    const bounded = Math.max(0, Math.min(flat.length - 1, to));
    if (chosen.size === 0) anchor.current = flat[at]?.row.key ?? null;
    choose(bounded, 'range');
    focusRow(bounded);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.altKey || !(event.target instanceof HTMLElement)) return;
    const at = Number(event.target.dataset['index']);
    if (!Number.isInteger(at)) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== ' ') return;
      event.preventDefault();
      select(at, 'toggle');
      return;
    }
    const item = flat[at];
    const page = Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(at + 1),
      j: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      k: () => focusRow(at - 1),
      PageDown: () => focusRow(at + page),
      PageUp: () => focusRow(at - page),
      Home: () => focusRow(0),
      End: () => focusRow(flat.length - 1),
      ArrowRight: () => (item?.expandable && !item.expanded ? toggle(at) : focusRow(at + 1)),
      ArrowLeft: () => (item?.expanded ? toggle(at) : focusRow(parentIndex(at))),
      Enter: () => select(at),
      ' ': () => select(at),
      '/': () => field.current?.focus(),
    };
    const reach: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
    };
    const further = event.shiftKey ? reach[event.key] : undefined;
    const move = further === undefined ? (escape(event.key) ?? moves[event.key]) : () => extend(at, further);
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  /** Escape goes one step back: first what is chosen, then the details. */
  const escape = (key: string): (() => void) | undefined => {
    if (key !== 'Escape') return undefined;
    if (chosen.size > 0) return useFeedSelection.getState().clear;
    return selected === null ? undefined : () => setSelected(null);
  };
  const parentIndex = (at: number): number => {
    const parent = flat[at]?.row.parent;
    if (parent === undefined) return at;
    for (let index = at - 1; index >= 0; index -= 1) if (flat[index]?.row === parent) return index;
    return at;
  };

  const items = virtual.getVirtualItems();
  const atBegin = flat.length === 0 ? test !== undefined : (virtual.scrollOffset ?? 0) < ROW_HEIGHT;
  const cursorShown = items.some(({ key }) => key === cursor);
  const list = (
    <div className={styles.list}>
      <div
        ref={setScroll}
        className={styles.scroll}
        role="feed"
        aria-label="Activity"
        aria-busy={link === 'starting'}
        onScroll={follow.onScroll}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = flat[item.index];
            if (row === undefined) return null;
            return (
              <FeedRow
                key={item.key}
                item={row}
                index={item.index}
                top={item.start}
                selected={row.row === selected}
                chosen={chosen.has(row.row.key)}
                tabbable={cursorShown ? item.key === cursor : item === items.at(-1)}
                stamp={`${row.row.event?.seq ?? 0} ${row.row.callsBelow} ${row.row.depth} ${row.row.children.length}`}
                onSelect={select}
                onToggle={toggle}
              />
            );
          })}
        </div>
      </div>
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
            selections={selections}
            onSelections={(shown) => {
              setSelections(shown);
              writeStored('activity.selections', shown);
            }}
          />
          <IconButton
            label={expanded.size > 0 ? 'Fold All' : 'Unfold All Calls'}
            icon={ListTree}
            onClick={() => setExpanded(expanded.size > 0 ? new Set() : new Set(allParents(feed.rows)))}
          />
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
        {earlier !== 'none' && atBegin && <EarlierBar earlier={earlier} />}
        {flat.length === 0 ? (
          <Empty
            starting={link === 'starting'}
            filtered={test !== undefined && feed.rows.length > 0}
            onClear={() => setQuery('')}
          />
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

function Empty({
  starting,
  filtered,
  onClear,
}: {
  readonly starting: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
}): ReactNode {
  if (starting) return <SkeletonRows label="Loading the activity" />;
  if (filtered) {
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
  return (
    <EmptyState
      icon={Activity}
      title="Nothing has happened yet"
      text="What you and connected agents do appears here, call by call. Copy a client’s configuration from “MCP” in the status bar to connect an agent."
    />
  );
}

function isOwnSelection({ event }: Row): boolean {
  return event?.actor === 'user' && (event.tool === 'selection_set' || event.type === 'selection');
}

function asksForSelections(query: string): boolean {
  return /selection/i.test(query);
}

function parseFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
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

import { useCallback, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { FeedRow } from '../../state/feed';
import { useFeedSelection } from '../../state/feed-selection';
import { closedKey, type FlatRow } from '../../state/feed-view';
import type { SelectHow } from './feed-row';
import { ROW_HEIGHT, type Follow } from './use-follow';

export interface FeedRowsParts {
  readonly flat: readonly FlatRow[];
  readonly filtered: boolean;
  readonly expanded: ReadonlySet<string>;
  readonly setExpanded: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  /** The element that scrolls. */
  readonly scroll: HTMLDivElement | null;
  readonly scrollToIndex: (index: number, align?: 'start') => void;
  /** Says which row Tab reaches. */
  readonly setCursor: (key: string) => void;
  readonly follow: Follow;
  /** The row whose details are shown. */
  readonly selected: FeedRow | null;
  readonly setSelected: (row: FeedRow | null) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

export interface FeedRows {
  readonly focusRow: (index: number) => void;
  /** Scrolls a row to the top, without taking the focus. */
  readonly showRow: (index: number) => void;
  readonly toggle: (index: number) => void;
  readonly select: (index: number, how?: SelectHow) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
}

/** Moving in the rows of the feed, opening them, choosing them, with keys and pointer. */
export function useFeedRows({
  flat,
  filtered,
  expanded,
  setExpanded,
  scroll,
  scrollToIndex,
  setCursor,
  follow,
  selected,
  setSelected,
  field,
}: FeedRowsParts): FeedRows {
  /** Where the focus is on its way to: keys that come before it is there go on from there. */
  const going = useRef<number | null>(null);
  const focusRow = useCallback(
    (index: number): void => {
      const bounded = Math.max(0, Math.min(flat.length - 1, index));
      const item = flat[bounded];
      if (item === undefined) return;
      setCursor(item.row.key);
      if (bounded < flat.length - 1) follow.release();
      scrollToIndex(bounded);
      going.current = bounded;
      requestAnimationFrame(() => {
        if (going.current !== bounded) return;
        going.current = null;
        scroll?.querySelector<HTMLElement>(`[data-index="${bounded}"]`)?.focus();
      });
    },
    [flat, scrollToIndex, scroll, follow, setCursor],
  );
  const showRow = (index: number): void => {
    const item = flat[index];
    if (item === undefined) return;
    setCursor(item.row.key);
    if (index < flat.length - 1) follow.release();
    scrollToIndex(index, 'start');
  };
  const toggle = useCallback(
    (index: number): void => {
      const item = flat[index];
      if (item === undefined || !item.expandable) return;
      // Under a filter, rows on the way to what matches are open unless a person closes them.
      const way = item.context || (filtered && item.expanded && !expanded.has(item.row.key));
      const key = way ? closedKey(item.row) : item.row.key;
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      });
    },
    [flat, filtered, expanded, setExpanded],
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
    [flat, choose, setSelected, setCursor],
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
    const at = going.current ?? Number(event.target.dataset['index']);
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
  return { focusRow, showRow, toggle, select, onKeyDown };
}

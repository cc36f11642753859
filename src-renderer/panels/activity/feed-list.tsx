import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { timeOf, type FeedRow as Row } from '../../state/feed';
import type { FeedField, TimeRange } from '../../state/feed-query';
import { topOf } from '../../state/feed-rows';
import { useFeedSelection } from '../../state/feed-selection';
import type { FlatRow } from '../../state/feed-view';
import { Button } from '../../ui/button';
import { ContextMenu } from '../../ui/menu';
import { RowSlots } from '../../ui/row-slots';
import { useStable } from '../../ui/use-stable';
import styles from './activity.module.css';
import { cancelRow, copyRow } from './call-actions';
import { FeedRow } from './feed-row';
import { rowEntries } from './row-menu';
import { useFeedRows } from './use-feed-rows';
import { ROW_HEIGHT, type Follow } from './use-follow';

/** What the list shows just now. */
export interface Shown {
  /** From the first row on screen to the last, in seconds. */
  readonly range: TimeRange | undefined;
  /** Its first row is on screen. */
  readonly atBegin: boolean;
}

export interface FeedListHandle {
  readonly focusRow: (index: number) => void;
  readonly focusLastShown: () => void;
  /** Scrolls a row to the top, without taking the focus. */
  readonly showRow: (index: number) => void;
}

export interface FeedListProps {
  readonly handle: Ref<FeedListHandle>;
  readonly flat: readonly FlatRow[];
  readonly filtered: boolean;
  readonly busy: boolean;
  readonly expanded: ReadonlySet<string>;
  readonly setExpanded: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;
  /** The row whose details are shown. */
  readonly selected: Row | null;
  readonly setSelected: (row: Row | null) => void;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly scroll: HTMLDivElement | null;
  readonly setScroll: (element: HTMLDivElement | null) => void;
  readonly follow: Follow;
  /** The same function each time. */
  readonly onFilter: (name: FeedField, value: string, exclude: boolean) => void;
  readonly onShown: (shown: Shown) => void;
  /** Stands there when no row is. */
  readonly nothing: ReactNode;
}

/** Where rows are counted, so many at a time: the virtualiser goes through all of them for another number, and they come one by one. */
const COUNTED = 1024;

/** The rows that are in view. It alone is drawn anew while it scrolls. */
export function FeedList(props: FeedListProps): ReactNode {
  const { flat, scroll, follow, selected, onFilter, onShown } = props;
  /** Key of the row that Tab reaches, and whether the focus is in the list. */
  const [cursor, setCursor] = useState<string | null>(null);
  const [inside, setInside] = useState(false);
  const cursorIndex = useMemo(
    () => (inside ? flat.findLastIndex(({ row }) => row.key === cursor) : -1),
    [flat, cursor, inside],
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: Math.ceil(flat.length / COUNTED) * COUNTED,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_HEIGHT,
    // Rows have their keys below: a function here, new with each drawing, would have all of them asked for in every frame.
    overscan: 12,
    // What has the focus stays, wherever one scrolls: from there the keys go on.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (cursorIndex < 0 || shown.includes(cursorIndex)) return shown;
      return [...shown, cursorIndex].sort((one, other) => one - other);
    },
  });
  const scrollToIndex = useCallback(
    (index: number, align?: 'start') => virtual.scrollToIndex(index, align && { align }),
    [virtual],
  );
  const { focusRow, showRow, toggle, select, onKeyDown } = useFeedRows({
    ...props,
    ...{ setCursor, scrollToIndex },
  });
  const chosen = useFeedSelection((state) => state.chosen);
  const onSelect = useStable(select);
  const onToggle = useStable(toggle);
  const onCancel = useStable((index: number) => void cancelRow(flat[index]?.row));
  const [menuRow, setMenuRow] = useState<Row | null>(null);

  const items = virtual.getVirtualItems().filter(({ index }) => index < flat.length);
  const firstShown = virtual.range?.startIndex ?? 0;
  const lastShown = Math.min(virtual.range?.endIndex ?? 0, flat.length - 1);
  const cursorShown = items.some(({ index }) => flat[index]?.row.key === cursor);
  const atBegin = flat.length === 0 ? props.filtered : (virtual.scrollOffset ?? 0) < ROW_HEIGHT;
  const [first, last] = [flat[firstShown]?.row, flat[lastShown]?.row];
  useLayoutEffect(() => onShown({ range: rangeOf(first, last), atBegin }), [first, last, atBegin, onShown]);
  useImperativeHandle(props.handle, () => ({
    focusRow,
    showRow,
    focusLastShown: () => focusRow(Math.max(0, lastShown)),
  }));

  const [slots] = useState(() => new RowSlots());
  const places = slots.assign(items.map(({ index }) => flat[index]?.row.key ?? ''));
  const placed = items.map((item, at) => ({ item, place: places[at] ?? 0 }));
  // While it scrolls the nodes stay where they are in the document. At rest their order is that of the rows, as it is read aloud.
  if (virtual.isScrolling) placed.sort((one, other) => one.place - other.place);

  return (
    <div className={styles.list}>
      <ContextMenu
        entries={
          menuRow === null
            ? []
            : rowEntries(menuRow, { filter: onFilter, cancel: (row) => void cancelRow(row), copy: copyRow })
        }
      >
        <div
          ref={props.setScroll}
          className={styles.scroll}
          // A feed of nothing is none.
          role={flat.length === 0 ? undefined : 'feed'}
          aria-label={flat.length === 0 ? undefined : 'Activity'}
          aria-busy={props.busy}
          onScroll={follow.onScroll}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            setInside(true);
            const row = rowAt(target, flat);
            if (row !== undefined) setCursor(row.key);
          }}
          onBlur={({ relatedTarget, currentTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setInside(false);
          }}
          onContextMenu={(event) => {
            const row = rowAt(event.target, flat);
            if (row === undefined) event.preventDefault();
            else setMenuRow(row);
          }}
        >
          <div className={styles.space} style={{ height: flat.length * ROW_HEIGHT }}>
            {placed.map(({ item, place }) => {
              const row = flat[item.index];
              if (row === undefined) return null;
              return (
                <FeedRow
                  key={place}
                  item={row}
                  index={item.index}
                  top={item.start}
                  selected={row.row === selected}
                  chosen={chosen.has(row.row.key)}
                  sameActor={item.index > firstShown && sameActor(flat[item.index - 1]?.row, row.row)}
                  tabbable={cursorShown ? row.row.key === cursor : item === items.at(-1)}
                  stamp={`${row.row.event?.seq ?? 0} ${row.row.callsBelow} ${row.row.depth} ${row.row.children.length}`}
                  onSelect={onSelect}
                  onToggle={onToggle}
                  onFilter={onFilter}
                  onCancel={onCancel}
                />
              );
            })}
          </div>
        </div>
      </ContextMenu>
      {flat.length === 0 && <div className={styles.nothing}>{props.nothing}</div>}
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
}

/** The row in which something in the list is. */
function rowAt(target: EventTarget, flat: readonly FlatRow[]): Row | undefined {
  const at = target instanceof Element && target.closest('[data-index]')?.getAttribute('data-index');
  return typeof at === 'string' ? flat[Number(at)]?.row : undefined;
}

function sameActor(above: Row | undefined, row: Row): boolean {
  return above?.event !== undefined && above.event.actor === row.event?.actor;
}

/** Of rows in the order of the list; nested ones are older than the call that they are below. */
function rangeOf(first: Row | undefined, last: Row | undefined): TimeRange | undefined {
  return first && last && { from: timeOf(topOf(first)), to: timeOf(topOf(last)) };
}

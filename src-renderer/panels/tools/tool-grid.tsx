import type { Row } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import {
  memo,
  useEffect,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { RowSlots } from '../../ui/row-slots';
import { toolStatusLabel } from '../../ui/tool-status';
import { visibleText } from '../../ui/visible-text';
import { toolCell } from './tool-cells';
import { NUMERIC, type ToolTableFeatures } from './tool-columns';
import styles from './tool-table.module.css';

export type ToolRow = Row<ToolTableFeatures, ToolSummary>;

export interface ToolGridProps {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly head: ReactNode;
  readonly rows: readonly ToolRow[];
  /** Those that are shown, in order. The same array until they are others. */
  readonly columns: readonly { readonly id: string }[];
  readonly tracks: string;
  readonly compact: boolean;
  /** Of the row that keys act on. */
  readonly index: number;
  /** What is selected, as the view names it: when it moves, its row comes into view. */
  readonly selected: string | null;
  /** The tool whose page is open. */
  readonly open: string | null;
  readonly folded: ReadonlySet<string>;
  /** A click. The same function each time, so that rows which stay are not drawn anew. */
  readonly onRow: (row: ToolRow) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const ROW = 30;
const OVERSCAN = 12;

/** The rows that are in view. It alone is drawn anew while it scrolls: what sorts and groups has nothing to do with that. */
export function ToolGrid(props: ToolGridProps): ReactNode {
  const { gridRef, head, rows, columns, tracks, compact, index, selected, open, folded, onRow } = props;
  const id = useId();
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => gridRef.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  useEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(index);
    // Only when the selection moves: rows that change elsewhere leave the scroll position alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected]);
  const [slots] = useState(() => new RowSlots());
  const items = virtual.getVirtualItems();
  const places = slots.assign(items.map(({ index: at }) => rows[at]?.id ?? ''));
  const placed = items.map((item, at) => ({ item, place: places[at] ?? 0 }));
  // While it scrolls the nodes stay where they are in the document. At rest their order is that of the rows, as it is read aloud.
  if (virtual.isScrolling) placed.sort((one, other) => one.place - other.place);
  return (
    <div
      ref={gridRef}
      className={styles.grid}
      role="grid"
      aria-label="Custom tools"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows[index] ? `${id}-${index}` : undefined}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
      data-compact={compact}
    >
      {head}
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {placed.map(({ item, place }) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <TableRow
              key={place}
              id={`${id}-${item.index}`}
              row={row}
              index={item.index}
              top={item.start}
              columns={columns}
              tracks={tracks}
              compact={compact}
              selected={item.index === index}
              open={open === row.original.name}
              folded={folded.has(row.original.status)}
              onClick={onRow}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Opening a tool makes the list narrow under the pointer: the second click of a double click must not land on another row. */
function isFirstClick(event: MouseEvent): boolean {
  return event.detail <= 1;
}

interface TableRowProps {
  readonly id: string;
  readonly row: ToolRow;
  readonly index: number;
  readonly top: number;
  readonly columns: readonly { readonly id: string }[];
  readonly tracks: string;
  readonly compact: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  readonly folded: boolean;
  readonly onClick: (row: ToolRow) => void;
}

/** A tool, or the head of a group. Rows that stay while it scrolls are not drawn anew. */
const TableRow = memo(function TableRow(props: TableRowProps): ReactNode {
  const { id, row, index, top, columns, tracks, compact, selected, open, folded, onClick } = props;
  const grouped = row.getIsGrouped();
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)`, height: ROW, gridTemplateColumns: tracks }}
      className={grouped ? styles.group : styles.row}
      data-open={grouped ? undefined : open}
      onClick={(event) => {
        if (isFirstClick(event)) onClick(row);
      }}
    >
      {grouped ? (
        <div role="gridcell" className={styles.groupCell}>
          {folded ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
          {visibleText(toolStatusLabel(row.original.status))}
          <span className={styles.count}>{row.subRows.length}</span>
          <span className="visually-hidden">{folded ? 'folded' : ''}</span>
        </div>
      ) : (
        columns.map((column) => (
          <div key={column.id} role="gridcell" className={styles.cell} data-numeric={NUMERIC.has(column.id)}>
            {toolCell(column.id, row.original, compact)}
          </div>
        ))
      )}
    </div>
  );
});

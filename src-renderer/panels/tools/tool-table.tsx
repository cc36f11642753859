import { useTable, type ExpandedState, type SortingState, type Updater } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { useStable } from '../../ui/use-stable';
import {
  COLUMN_TITLES,
  COMPACT_COLUMNS,
  NUMERIC,
  toolColumns,
  toolTableFeatures,
  TRACKS,
} from './tool-columns';
import { ToolGrid, type ToolRow } from './tool-grid';
import { compareTools } from './tool-rows';
import styles from './tool-table.module.css';
import { useToolsView } from './tools-view';

/** What a key or a double click asks for. */
export type ToolAction = 'open' | 'approve' | 'reject' | 'toggle' | 'test' | 'filter' | 'close';

export interface ToolTableProps {
  /** Already filtered. */
  readonly tools: readonly ToolSummary[];
  /** Beside an open review page: few columns. */
  readonly compact: boolean;
  readonly onAction: (action: ToolAction, tool: ToolSummary | undefined) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
}

/** The same each time: the table works its rows out anew when its state is another. */
const BY_STATUS = ['status'];
const UNGROUPED: string[] = [];
const PAGE_ROWS = 12;

/** The tools as a grid with one tab stop: arrows or j and k move, single letters act on the row. */
export function ToolTable({ tools, compact, onAction, gridRef }: ToolTableProps): ReactNode {
  const view = useToolsView();
  const data = useMemo(() => [...tools].sort(compareTools), [tools]);
  // Groups keep the order of urgency whatever the rows are sorted by.
  const sorting = useMemo<SortingState>(
    () =>
      view.grouped
        ? [{ id: 'status', desc: false }, ...view.sorting.filter((one) => one.id !== 'status')]
        : view.sorting,
    [view.grouped, view.sorting],
  );
  const expanded = useMemo<ExpandedState>(
    () => Object.fromEntries(data.map((tool) => [`status:${tool.status}`, !view.folded.has(tool.status)])),
    [data, view.folded],
  );
  const columnVisibility = useMemo(
    () =>
      // A group already says the status of its rows.
      compact
        ? Object.fromEntries(
            Object.keys(TRACKS).map((column) => [
              column,
              COMPACT_COLUMNS.has(column) || (column === 'status' && !view.grouped),
            ]),
          )
        : { ...view.columns, ...(view.grouped ? { status: false } : {}) },
    [compact, view.columns, view.grouped],
  );
  const table = useTable({
    features: toolTableFeatures,
    columns: toolColumns,
    data,
    getRowId: (tool) => tool.name,
    state: { sorting, grouping: view.grouped ? BY_STATUS : UNGROUPED, expanded, columnVisibility },
    groupedColumnMode: false,
    autoResetExpanded: false,
    onSortingChange: (updater: Updater<SortingState>) => {
      const next = typeof updater === 'function' ? updater(view.sorting) : updater;
      view.setSorting(next.filter((one) => !view.grouped || one.id !== 'status'));
    },
  });
  const rows = table.getRowModel().rows;
  const columns = table.getVisibleLeafColumns();
  const tracks = columns
    .map((column) => (compact && column.id === 'name' ? '1fr' : compact ? 'auto' : TRACKS[column.id]))
    .join(' ');
  const index = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === view.selected),
  );
  const current = rows[index];

  const moveTo = (next: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row) view.select(keyOf(row));
  };
  const act = (action: ToolAction): void =>
    onAction(action, current && !current.getIsGrouped() ? current.original : undefined);
  const foldCurrent = (folded: boolean): void => {
    if (!current) return;
    if (current.getIsGrouped()) view.fold(current.original.status, folded);
    else if (folded && view.grouped) view.select(`group:${current.original.status}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(index + 1),
      j: () => moveTo(index + 1),
      ArrowUp: () => moveTo(index - 1),
      k: () => moveTo(index - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      PageDown: () => moveTo(index + PAGE_ROWS),
      PageUp: () => moveTo(index - PAGE_ROWS),
      ArrowLeft: () => foldCurrent(true),
      ArrowRight: () => foldCurrent(false),
      Enter: () =>
        current?.getIsGrouped() ? foldCurrent(!view.folded.has(current.original.status)) : act('open'),
      a: () => act('approve'),
      r: () => act('reject'),
      e: () => act('toggle'),
      t: () => act('test'),
      '/': () => act('filter'),
      Escape: () => act('close'),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    // A key that is held down moves, but never opens or decides anything.
    if (event.repeat && !/^(Arrow|Page|[jk]$)/.test(event.key)) return;
    run();
  };

  const onRowClick = useStable((row: ToolRow): void => {
    if (row.getIsGrouped()) view.fold(row.original.status, row.getIsExpanded());
    else onAction('open', row.original);
  });

  return (
    <ToolGrid
      gridRef={gridRef}
      rows={rows}
      columns={columns}
      tracks={tracks}
      compact={compact}
      index={index}
      selected={view.selected}
      open={view.open}
      folded={view.folded}
      onRow={onRowClick}
      onKeyDown={onKeyDown}
      head={
        <div
          className={styles.head}
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: tracks }}
          hidden={compact}
        >
          {columns.map((column) => {
            const sorted = column.getIsSorted();
            const isOwnSort = sorted !== false && !(view.grouped && column.id === 'status');
            return (
              <div
                key={column.id}
                role="columnheader"
                aria-sort={isOwnSort ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none'}
                className={styles.headCell}
                data-numeric={NUMERIC.has(column.id)}
              >
                <button type="button" tabIndex={-1} onClick={() => column.toggleSorting()}>
                  {COLUMN_TITLES[column.id]}
                  {isOwnSort &&
                    (sorted === 'asc' ? (
                      <ArrowUp size={12} aria-hidden />
                    ) : (
                      <ArrowDown size={12} aria-hidden />
                    ))}
                </button>
              </div>
            );
          })}
        </div>
      }
    />
  );
}

function keyOf(row: ToolRow): string {
  return row.getIsGrouped() ? `group:${row.original.status}` : row.original.name;
}

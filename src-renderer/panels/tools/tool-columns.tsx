import {
  columnGroupingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createExpandedRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ToolSummary } from '../../../src-preload/contract';
import { mayDo } from './capability-words';
import { compareText, STATUS_ORDER, testState } from './tool-rows';

export const toolTableFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
  columnVisibilityFeature,
});

export type ToolTableFeatures = typeof toolTableFeatures;

const helper = createColumnHelper<ToolTableFeatures, ToolSummary>();

/** How wide each column is, as a track of the grid; `compact` is the list beside an open review page. */
export const TRACKS: Readonly<Record<string, string>> = {
  name: 'minmax(160px, 2fr)',
  kind: '84px',
  status: '158px',
  may: 'minmax(285px, 1.3fr)',
  author: 'minmax(96px, 1fr)',
  changed: '92px',
  version: '56px',
  calls: '60px',
  errors: '60px',
  tests: '108px',
};

/** What each column is called, for headers and the menu of columns. */
export const COLUMN_TITLES: Readonly<Record<string, string>> = {
  name: 'Name',
  kind: 'Kind',
  status: 'Status',
  may: 'May do',
  author: 'Author',
  changed: 'Changed',
  version: 'Version',
  calls: 'Calls',
  errors: 'Errors',
  tests: 'Tests',
};

export const NUMERIC: ReadonlySet<string> = new Set(['version', 'calls', 'errors']);

/** Columns in which the highest and the latest come first. */
export const DESCENDING_FIRST: ReadonlySet<string> = new Set(['may', 'changed', 'calls', 'errors']);

/** Columns that stay while a review page is open. */
export const COMPACT_COLUMNS: ReadonlySet<string> = new Set(['name', 'may']);

export const toolColumns = helper.columns([
  helper.accessor((tool) => tool.name, {
    id: 'name',
    sortFn: (a, b) => compareText(a.original.name, b.original.name),
  }),
  helper.accessor((tool) => tool.kind, {
    id: 'kind',
    sortFn: (a, b) => compareText(a.original.kind, b.original.kind),
  }),
  helper.accessor((tool) => tool.status, {
    id: 'status',
    sortFn: (a, b) => STATUS_ORDER.indexOf(a.original.status) - STATUS_ORDER.indexOf(b.original.status),
  }),
  helper.accessor(
    (tool) => mayDo(tool.capabilities).reduce((weight, one) => weight + (one.careful ? 10 : 1), 0),
    {
      id: 'may',
      sortFn: (a, b) => a.getValue<number>('may') - b.getValue<number>('may'),
      sortDescFirst: true,
    },
  ),
  helper.accessor((tool) => tool.author, {
    id: 'author',
    sortFn: (a, b) => compareText(a.original.author, b.original.author),
  }),
  helper.accessor((tool) => tool.changed_at ?? '', {
    id: 'changed',
    sortFn: (a, b) => compareText(a.original.changed_at ?? '', b.original.changed_at ?? ''),
    sortDescFirst: true,
  }),
  helper.accessor((tool) => tool.version, {
    id: 'version',
    sortFn: (a, b) => a.original.version - b.original.version,
  }),
  helper.accessor((tool) => tool.statistics.calls, {
    id: 'calls',
    sortFn: (a, b) => a.original.statistics.calls - b.original.statistics.calls,
    sortDescFirst: true,
  }),
  helper.accessor((tool) => tool.statistics.errors, {
    id: 'errors',
    sortFn: (a, b) => a.original.statistics.errors - b.original.statistics.errors,
    sortDescFirst: true,
  }),
  helper.accessor((tool) => ['failed', 'unknown', 'passed', 'none'].indexOf(testState(tool.tests).state), {
    id: 'tests',
    sortFn: (a, b) => a.getValue<number>('tests') - b.getValue<number>('tests'),
  }),
]);

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
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { Badge } from '../../ui/badge';
import { TimeText } from '../../ui/time-text';
import { ToolStatusBadge } from '../../ui/tool-status';
import { visibleText } from '../../ui/visible-text';
import { kindWords, mayDo } from './capability-words';
import { MayDoList } from './may-do';
import { compareText, STATUS_ORDER, testState } from './tool-rows';
import styles from './tool-table.module.css';

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

/** Columns that stay while a review page is open. */
export const COMPACT_COLUMNS: ReadonlySet<string> = new Set(['name', 'may']);

/** What its kind means, and of a tool from outside who serves it. */
function kindTitle({ kind, host }: ToolSummary): string {
  const { detail } = kindWords(kind);
  if (host === undefined) return detail;
  const label = host.label === undefined ? '' : `“${visibleText(host.label)}”, `;
  return `${detail}. ${host.online ? 'Served by' : 'Not served now; it was by'} ${label}${visibleText(host.owner)}`;
}

export const toolColumns = helper.columns([
  helper.accessor((tool) => tool.name, {
    id: 'name',
    sortFn: (a, b) => compareText(a.original.name, b.original.name),
    cell: ({ row }) => <NameCell tool={row.original} />,
  }),
  helper.accessor((tool) => tool.kind, {
    id: 'kind',
    sortFn: (a, b) => compareText(a.original.kind, b.original.kind),
    cell: ({ row }) => (
      <span className={styles.muted} title={kindTitle(row.original)}>
        {kindWords(row.original.kind).label}
      </span>
    ),
  }),
  helper.accessor((tool) => tool.status, {
    id: 'status',
    sortFn: (a, b) => STATUS_ORDER.indexOf(a.original.status) - STATUS_ORDER.indexOf(b.original.status),
    cell: ({ row }) => <ToolStatusBadge status={row.original.status} bare />,
  }),
  helper.accessor(
    (tool) => mayDo(tool.capabilities).reduce((weight, one) => weight + (one.careful ? 10 : 1), 0),
    {
      id: 'may',
      sortFn: (a, b) => a.getValue<number>('may') - b.getValue<number>('may'),
      sortDescFirst: true,
      cell: ({ row }) => <MayDoList capabilities={row.original.capabilities} />,
    },
  ),
  helper.accessor((tool) => tool.author, {
    id: 'author',
    sortFn: (a, b) => compareText(a.original.author, b.original.author),
    cell: ({ row }) => <Actor actor={row.original.author} />,
  }),
  helper.accessor((tool) => tool.changed_at ?? '', {
    id: 'changed',
    sortFn: (a, b) => compareText(a.original.changed_at ?? '', b.original.changed_at ?? ''),
    sortDescFirst: true,
    cell: ({ row }) =>
      row.original.changed_at === undefined ? (
        <span className={styles.faint}>–</span>
      ) : (
        <TimeText at={row.original.changed_at} className={styles.muted} />
      ),
  }),
  helper.accessor((tool) => tool.version, {
    id: 'version',
    sortFn: (a, b) => a.original.version - b.original.version,
    cell: ({ row }) => <span className={styles.number}>{row.original.version}</span>,
  }),
  helper.accessor((tool) => tool.statistics.calls, {
    id: 'calls',
    sortFn: (a, b) => a.original.statistics.calls - b.original.statistics.calls,
    sortDescFirst: true,
    cell: ({ row }) => (
      <span className={styles.number}>{row.original.statistics.calls.toLocaleString('en')}</span>
    ),
  }),
  helper.accessor((tool) => tool.statistics.errors, {
    id: 'errors',
    sortFn: (a, b) => a.original.statistics.errors - b.original.statistics.errors,
    sortDescFirst: true,
    cell: ({ row }) => (
      <span className={styles.number} data-bad={row.original.statistics.errors > 0}>
        {row.original.statistics.errors.toLocaleString('en')}
      </span>
    ),
  }),
  helper.accessor((tool) => ['failed', 'unknown', 'passed', 'none'].indexOf(testState(tool.tests).state), {
    id: 'tests',
    sortFn: (a, b) => a.getValue<number>('tests') - b.getValue<number>('tests'),
    cell: ({ row }) => <TestsBadge tests={row.original.tests} />,
  }),
]);

function NameCell({ tool }: { readonly tool: ToolSummary }): ReactNode {
  return (
    <span className={styles.name}>
      <bdi className={styles.code}>{visibleText(tool.name)}</bdi>
      {tool.title !== undefined && tool.title !== '' && (
        <bdi className={styles.title} title={visibleText(tool.title)}>
          {visibleText(tool.title)}
        </bdi>
      )}
    </span>
  );
}

const TEST_LOOKS = {
  passed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  unknown: { tone: 'neutral', icon: CircleDashed },
} as const;

/** Tests in a word: passed is not the same as never run. */
export function TestsBadge({ tests }: { readonly tests: ToolSummary['tests'] }): ReactNode {
  const { state, words } = testState(tests);
  if (state === 'none') return <span className={styles.faint}>No tests</span>;
  const look = TEST_LOOKS[state];
  return (
    <Badge tone={look.tone} icon={look.icon} bare>
      {words}
    </Badge>
  );
}

/**
 * The cells of the table of tools. Each is drawn from plain values and drawn anew when one of them is another: while the
 * table scrolls, rows are used again for other tools, and most tools have most of their cells in common.
 */
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { ToolSummary } from '../../../src-preload/contract';
import { Actor } from '../../ui/actor';
import { Badge } from '../../ui/badge';
import { TimeText } from '../../ui/time-text';
import { ToolStatusBadge } from '../../ui/tool-status';
import { visibleText } from '../../ui/visible-text';
import { kindWords, mayDo } from './capability-words';
import { MayDoList } from './may-do';
import { testState } from './tool-rows';
import styles from './tool-table.module.css';

/** What a column shows of a tool; `compact` beside an open review page. */
export function toolCell(column: string, tool: ToolSummary, compact: boolean): ReactNode {
  switch (column) {
    case 'name':
      return <NameCell name={tool.name} title={tool.title} />;
    case 'kind':
      return <KindCell label={kindWords(tool.kind).label} title={kindTitle(tool)} />;
    case 'status':
      return <StatusCell status={tool.status} bare />;
    case 'may':
      return <MayCell capabilities={tool.capabilities} compact={compact} />;
    case 'author':
      return <Actor actor={tool.author} />;
    case 'changed':
      return <ChangedCell at={tool.changed_at} />;
    case 'version':
      return <NumberCell text={String(tool.version)} />;
    case 'calls':
      return <NumberCell text={tool.statistics.calls.toLocaleString('en')} />;
    case 'errors':
      return (
        <NumberCell text={tool.statistics.errors.toLocaleString('en')} bad={tool.statistics.errors > 0} />
      );
    case 'tests':
      return <TestsCell {...testState(tool.tests)} />;
    default:
      return null;
  }
}

const NameCell = memo(function NameCell({
  name,
  title,
}: {
  readonly name: string;
  readonly title: string | undefined;
}): ReactNode {
  return (
    <span className={styles.name}>
      <bdi className={styles.code}>{visibleText(name)}</bdi>
      {title !== undefined && title !== '' && (
        <bdi className={styles.title} title={visibleText(title)}>
          {visibleText(title)}
        </bdi>
      )}
    </span>
  );
});

/** What its kind means, and of a tool from outside who serves it. */
function kindTitle({ kind, host }: ToolSummary): string {
  const { detail } = kindWords(kind);
  if (host === undefined) return detail;
  const label = host.label === undefined ? '' : `“${visibleText(host.label)}”, `;
  return `${detail}. ${host.online ? 'Served by' : 'Not served now; it was by'} ${label}${visibleText(host.owner)}`;
}

const KindCell = memo(function KindCell({
  label,
  title,
}: {
  readonly label: string;
  readonly title: string;
}): ReactNode {
  return (
    <span className={styles.muted} title={title}>
      {label}
    </span>
  );
});

const StatusCell = memo(ToolStatusBadge);

/** Capabilities are another object for each tool, and say the same of most. */
const MayCell = memo(
  MayDoList,
  (before, after) =>
    before.compact === after.compact &&
    (before.capabilities === after.capabilities ||
      JSON.stringify(mayDo(before.capabilities)) === JSON.stringify(mayDo(after.capabilities))),
);

const ChangedCell = memo(function ChangedCell({ at }: { readonly at: string | undefined }): ReactNode {
  return at === undefined ? (
    <span className={styles.faint}>–</span>
  ) : (
    <TimeText at={at} className={styles.muted} />
  );
});

const NumberCell = memo(function NumberCell({
  text,
  bad,
}: {
  readonly text: string;
  readonly bad?: boolean;
}): ReactNode {
  return (
    <span className={styles.number} data-bad={bad}>
      {text}
    </span>
  );
});

const TEST_LOOKS = {
  passed: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  unknown: { tone: 'neutral', icon: CircleDashed },
} as const;

/** Tests in a word: passed is not the same as never run. */
const TestsCell = memo(function TestsCell({ state, words }: ReturnType<typeof testState>): ReactNode {
  if (state === 'none') return <span className={styles.faint}>No tests</span>;
  const look = TEST_LOOKS[state];
  return (
    <Badge tone={look.tone} icon={look.icon} bare>
      {words}
    </Badge>
  );
});

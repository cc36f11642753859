import { useVirtualizer } from '@tanstack/react-virtual';
import {
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CircleX,
  Play,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { duration } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import type { RunRequest } from './test-store';
import { keyOf, type TestNode, type TestState, type ToolNode } from './test-tree';
import styles from './tests-panel.module.css';

export interface TestListProps {
  readonly tree: readonly ToolNode[];
  /** Key of the chosen row. */
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  readonly onRun: (request: RunRequest) => void;
  readonly onOpen: (tool: string, test: string) => void;
  readonly onFilter: () => void;
}

type RowItem =
  | { readonly key: string; readonly kind: 'tool'; readonly node: ToolNode; readonly open: boolean }
  | {
      readonly key: string;
      readonly kind: 'test';
      readonly test: TestNode;
      readonly place: number;
      readonly of: number;
    };

const ROW = 26;

/** Tools and their tests as a tree with one tab stop: arrows move and fold, T runs, Enter goes to the line. */
export function TestList({ tree, selected, onSelect, onRun, onOpen, onFilter }: TestListProps): ReactNode {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(tree, folded), [tree, folded]);
  const index = Math.max(
    0,
    rows.findIndex((row) => row.key === selected),
  );
  const current = rows[index];
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW,
    overscan: 16,
  });
  useEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(index);
    // Only when the choice moves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [selected]);

  const moveTo = (next: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row) onSelect(row.key);
  };
  const fold = (tool: string, closed: boolean): void =>
    setFolded((before) => {
      const after = new Set(before);
      if (closed) after.add(tool);
      else after.delete(tool);
      return after;
    });
  const left = (): void => {
    if (current?.kind === 'tool') fold(current.node.tool, true);
    else if (current) onSelect(current.test.tool);
  };
  const right = (): void => {
    if (current?.kind === 'tool' && !current.open) fold(current.node.tool, false);
    else moveTo(index + 1);
  };
  const runCurrent = (): void => {
    if (current?.kind === 'tool') {
      if (current.node.tests.length > 0) onRun({ tool: current.node.tool });
    } else if (current) onRun({ tool: current.test.tool, tests: [current.test.name] });
  };
  const openCurrent = (): void => {
    if (current?.kind === 'tool') fold(current.node.tool, current.open);
    else if (current) onOpen(current.test.tool, current.test.name);
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
      ArrowLeft: left,
      ArrowRight: right,
      Enter: openCurrent,
      t: runCurrent,
      '/': onFilter,
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.repeat && !/^(Arrow|[jk]$)/.test(event.key)) return;
    act();
  };

  return (
    <div
      ref={host}
      className={styles.tree}
      role="tree"
      aria-label="Tests by tool"
      tabIndex={0}
      aria-activedescendant={current ? `${id}-${index}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const shared = {
            id: `${id}-${item.index}`,
            role: 'treeitem',
            'aria-selected': item.index === index,
            className: styles.treeRow,
            style: { transform: `translateY(${item.start}px)`, height: ROW },
          };
          return row.kind === 'tool' ? (
            <div
              key={row.key}
              {...shared}
              aria-level={1}
              aria-expanded={row.node.tests.length === 0 ? undefined : row.open}
              data-kind="tool"
              onClick={() => {
                onSelect(row.key);
                fold(row.node.tool, row.open);
              }}
            >
              {row.node.tests.length === 0 ? (
                <span className={styles.noFold} />
              ) : row.open ? (
                <ChevronDown size={14} aria-hidden />
              ) : (
                <ChevronRight size={14} aria-hidden />
              )}
              <StateMark state={row.node.state} problem={row.node.problem} />
              <bdi className={styles.toolName}>{visibleText(row.node.tool)}</bdi>
              <span className={styles.rowNote}>
                {row.node.problem === undefined ? countsOf(row.node) : 'can’t be run'}
              </span>
              {row.node.tests.length > 0 && (
                <RunButton
                  label={`Run the tests of ${row.node.tool}`}
                  onRun={() => onRun({ tool: row.node.tool })}
                />
              )}
            </div>
          ) : (
            <div
              key={row.key}
              {...shared}
              aria-level={2}
              aria-posinset={row.place}
              aria-setsize={row.of}
              data-kind="test"
              onClick={() => onSelect(row.key)}
              onDoubleClick={() => onOpen(row.test.tool, row.test.name)}
            >
              <StateMark state={row.test.state} />
              <bdi className={styles.testName}>{visibleText(row.test.name)}</bdi>
              <span className={styles.rowNote}>{row.test.ms === undefined ? '' : duration(row.test.ms)}</span>
              <RunButton
                label={`Run “${row.test.name}”`}
                onRun={() => onRun({ tool: row.test.tool, tests: [row.test.name] })}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowsOf(tree: readonly ToolNode[], folded: ReadonlySet<string>): readonly RowItem[] {
  return tree.flatMap((node): RowItem[] => {
    const open = !folded.has(node.tool);
    const head: RowItem = { key: node.tool, kind: 'tool', node, open };
    const tests = open
      ? node.tests.map((test, place): RowItem => ({
          key: keyOf(test.tool, test.name),
          kind: 'test',
          test,
          place: place + 1,
          of: node.tests.length,
        }))
      : [];
    return [head, ...tests];
  });
}

function countsOf(node: ToolNode): string {
  if (node.tests.length === 0) return 'no tests';
  const failed = node.tests.filter((test) => test.state === 'failed').length;
  return failed > 0 ? `${failed} of ${node.tests.length} fail` : `${node.tests.length}`;
}

const WORDS: Readonly<Record<TestState, string>> = {
  passed: 'passed',
  failed: 'failed',
  unknown: 'not run',
  running: 'running',
};

/** The state of a test: an icon, with its word for screen readers. */
export function StateMark({
  state,
  problem,
}: {
  readonly state: TestState;
  readonly problem?: string;
}): ReactNode {
  if (problem !== undefined)
    return (
      <TriangleAlert
        size={14}
        className={styles.mark}
        data-state="problem"
        role="img"
        aria-label="can’t be run"
      />
    );
  if (state === 'running') return <Spinner label="running" />;
  const Icon = state === 'passed' ? CircleCheck : state === 'failed' ? CircleX : CircleDashed;
  return (
    <Icon
      size={14}
      strokeWidth={1.9}
      className={styles.mark}
      data-state={state}
      role="img"
      aria-label={WORDS[state]}
    />
  );
}

function RunButton({ label, onRun }: { readonly label: string; readonly onRun: () => void }): ReactNode {
  return (
    <span className={styles.rowAction}>
      <IconButton
        label={visibleText(label)}
        icon={Play}
        size="small"
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          onRun();
        }}
      />
    </span>
  );
}

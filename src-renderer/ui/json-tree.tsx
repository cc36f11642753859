import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { LinkButton } from './button';
import { CHILDREN_AT_ONCE, jsonRows, jsonSummary, type JsonRow } from './json-rows';
import styles from './json-tree.module.css';
import { PlainText } from './plain-text';
import { visibleText } from './visible-text';

export interface JsonTreeProps {
  /** Accessible name: what the value is. */
  readonly label: string;
  readonly value: unknown;
  /** Paths open at first; the top is. */
  readonly defaultOpen?: readonly string[];
}

const LONGEST_STRING = 2000;

/** A JSON value that opens level by level. Arrows move and open, as in any tree. */
export function JsonTree({ label, value, defaultOpen = [''] }: JsonTreeProps): ReactNode {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(defaultOpen));
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const [focused, setFocused] = useState(0);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => withoutTop(jsonRows(value, open, limits)), [value, open, limits]);
  const current = Math.min(focused, rows.length - 1);

  const toggle = (path: string, next: boolean): void =>
    setOpen((before) => {
      const after = new Set(before);
      if (next) after.add(path);
      else after.delete(path);
      return after;
    });
  const focusRow = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    setFocused(bounded);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[bounded]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[current];
    if (!row) return;
    const isOpen = row.size !== undefined && open.has(row.path);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(current + 1),
      ArrowUp: () => focusRow(current - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (row.size !== undefined && !isOpen ? toggle(row.path, true) : focusRow(current + 1)),
      ArrowLeft: () => (isOpen ? toggle(row.path, false) : focusRow(parentOf(rows, current))),
      Enter: () => row.size !== undefined && toggle(row.path, !isOpen),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };

  return (
    <div ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <Row
          key={row.more === undefined ? `r${row.path}` : `m${row.path}`}
          row={row}
          open={open.has(row.path)}
          tabbable={index === current}
          onFocus={() => setFocused(index)}
          onToggle={(next) => toggle(row.path, next)}
          onMore={() =>
            setLimits((before) =>
              new Map(before).set(row.path, (before.get(row.path) ?? CHILDREN_AT_ONCE) + 500),
            )
          }
        />
      ))}
    </div>
  );
}

/** A top with children is only in the way: what is inside stands for it. */
function withoutTop(rows: readonly JsonRow[]): readonly JsonRow[] {
  return rows[0]?.size === undefined || rows[0].size === 0
    ? rows
    : rows.slice(1).map((row) => ({ ...row, depth: row.depth - 1 }));
}

interface RowProps {
  readonly row: JsonRow;
  readonly open: boolean;
  readonly tabbable: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (open: boolean) => void;
  readonly onMore: () => void;
}

function Row({ row, open, tabbable, onFocus, onToggle, onMore }: RowProps): ReactNode {
  const branch = row.size !== undefined && row.size > 0;
  const Twist = open ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={branch ? open : undefined}
      aria-selected={false}
      tabIndex={tabbable ? 0 : -1}
      className={styles.row}
      style={{ '--depth': row.depth } as CSSProperties}
      onFocus={onFocus}
      onClick={() => branch && onToggle(!open)}
    >
      <span className={styles.twist}>{branch && <Twist size={12} strokeWidth={2} aria-hidden />}</span>
      {row.more !== undefined ? (
        <LinkButton tabIndex={-1} onClick={onMore}>
          {row.more} more
        </LinkButton>
      ) : (
        <>
          {row.path !== '' && <span className={styles.key}>{visibleText(row.key)}:</span>}
          {row.size === undefined ? (
            <Value value={row.value} />
          ) : (
            <span className={styles.summary}>
              {open && branch ? sizeWord(row) : visibleText(jsonSummary(row.value))}
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Value({ value }: { readonly value: unknown }): ReactNode {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') {
    return (
      <span className={styles.value} data-kind={value === null ? 'null' : typeof value}>
        {String(value)}
      </span>
    );
  }
  const long = value.length > LONGEST_STRING && !whole;
  return (
    <span className={styles.value} data-kind="string">
      &quot;
      <PlainText
        text={long ? value.slice(0, LONGEST_STRING) : value}
        lines={value.includes('\n') ? 'many' : 'one'}
        whole
      />
      &quot;
      {long && (
        <LinkButton onClick={() => setWhole(true)}>
          {' '}
          … {value.length - LONGEST_STRING} more characters
        </LinkButton>
      )}
    </span>
  );
}

function sizeWord(row: JsonRow): string {
  const size = row.size ?? 0;
  return Array.isArray(row.value) ? `${size} ${size === 1 ? 'item' : 'items'}` : '';
}

function parentOf(rows: readonly JsonRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at;
  return 0;
}

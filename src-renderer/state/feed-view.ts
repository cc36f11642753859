/** The rows of a feed that are visible: filtered, with open calls laid out below their parents. Kept up to date from where something changed. */
import type { Feed, FeedRow, FeedWatcher } from './feed';

export interface FlatRow {
  readonly row: FeedRow;
  /** Visible children can be shown or hidden. */
  readonly expandable: boolean;
  readonly expanded: boolean;
  /** Does not match itself; shown because something below does. */
  readonly context: boolean;
}

export type RowTest = (row: FeedRow) => boolean;

export class FeedView implements FeedWatcher {
  /** Visible rows in order. The same array until `update` is called; then a new one when anything changed. */
  flat: readonly FlatRow[] = [];
  dirtyFrom = 0;
  /** Outermost rows that the filter lets through. */
  matched = 0;
  private starts: number[] = [];
  private matchedBefore: number[] = [];
  private firstTop = 0;
  private test: RowTest | undefined;
  private expanded: ReadonlySet<string> | undefined;
  private hide: RowTest | undefined;

  constructor(private readonly feed: Feed) {
    this.dirtyFrom = feed.dropped;
  }

  /** Starts to follow the feed; call the result to stop. */
  follow(): () => void {
    this.dirtyFrom = 0;
    return this.feed.watch(this);
  }

  /**
   * Brings `flat` up to date. Costs what changed, except when the filter, openness or the beginning of the feed did.
   * Outermost rows that `hide` is true of are left out, whatever the filter says.
   */
  update(test: RowTest | undefined, expanded: ReadonlySet<string>, hide?: RowTest): readonly FlatRow[] {
    const { dropped, rows } = this.feed;
    if (test !== this.test || expanded !== this.expanded || hide !== this.hide || dropped !== this.firstTop)
      this.dirtyFrom = dropped;
    this.test = test;
    this.hide = hide;
    this.expanded = expanded;
    this.firstTop = dropped;
    const from = Math.max(0, this.dirtyFrom - dropped);
    this.dirtyFrom = Number.POSITIVE_INFINITY;
    if (from > rows.length || (from === rows.length && this.starts.length === rows.length)) return this.flat;
    const flat = this.flat.slice(0, this.starts[from] ?? (from === 0 ? 0 : this.flat.length));
    this.starts.length = Math.min(this.starts.length, from);
    this.matched = from === 0 ? 0 : (this.matchedBefore[from] ?? this.matched);
    this.matchedBefore.length = Math.min(this.matchedBefore.length, from);
    for (let index = from; index < rows.length; index += 1) {
      const row = rows[index];
      if (row === undefined) continue;
      this.starts.push(flat.length);
      this.matchedBefore.push(this.matched);
      if (hide?.(row)) continue;
      if (test === undefined) {
        layOut(row, expanded, flat);
        this.matched += 1;
      } else if (layOutMatching(row, test, expanded, flat)) this.matched += 1;
    }
    this.flat = flat;
    return flat;
  }
}

/** Without a filter: what is open shows its children. */
function layOut(top: FeedRow, expanded: ReadonlySet<string>, flat: FlatRow[]): void {
  const stack: FeedRow[] = [top];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    const expandable = row.children.length > row.echoes;
    const open = expandable && expanded.has(row.key);
    flat.push({ row, expandable, expanded: open, context: false });
    if (open)
      pushReversed(stack, row.echoes === 0 ? row.children : row.children.filter((child) => !child.echo));
  }
}

/** With a filter: rows that match and the way to them, open of itself unless a person closed it (`-key`). */
function layOutMatching(
  top: FeedRow,
  test: RowTest,
  expanded: ReadonlySet<string>,
  flat: FlatRow[],
): boolean {
  if (top.children.length === 0) {
    if (!test(top)) return false;
    flat.push({ row: top, expandable: false, expanded: false, context: false });
    return true;
  }
  const own = new Set<FeedRow>();
  const below = new Set<FeedRow>();
  const stack: FeedRow[] = [top];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (test(row)) {
      own.add(row);
      for (let up = row.parent; up !== undefined && !below.has(up); up = up.parent) below.add(up);
    }
    for (const child of row.children) stack.push(child);
  }
  if (!own.has(top) && !below.has(top)) return false;
  stack.push(top);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    const way = below.has(row);
    // A row that matches by itself can be opened to see all that it did.
    const all = own.has(row) && !way && expanded.has(row.key);
    const open = way ? !expanded.has(closedKey(row)) : all;
    flat.push({ row, expandable: row.children.length > 0, expanded: open, context: !own.has(row) });
    if (open)
      pushReversed(
        stack,
        way ? row.children.filter((child) => own.has(child) || below.has(child)) : row.children,
      );
  }
  return true;
}

/** Under a filter, the key in `expanded` that says a person closed a row which would be open. */
export function closedKey(row: FeedRow): string {
  return `-${row.key}`;
}

function pushReversed(stack: FeedRow[], rows: readonly FeedRow[]): void {
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (row) stack.push(row);
  }
}

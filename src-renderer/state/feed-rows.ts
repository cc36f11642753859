/** Rows of the feed, and how they come to stand below one another. */
import type { EngineEvent } from '../../src-preload/contract';

/** Rows are changed in place as events come in; `Feed.version` says when. */
export interface FeedRow {
  /** Stable, unique in the feed. */
  readonly key: string;
  /** The event that this row shows. Undefined while only nested calls of it have reported. */
  event: EngineEvent | undefined;
  /** The call that this row stands for. */
  readonly call: string | undefined;
  parent: FeedRow | undefined;
  readonly children: FeedRow[];
  depth: number;
  /** Number of calls below, at every depth. */
  callsBelow: number;
  /** Lower-case text that a search looks at. */
  text: string;
  /** Only says again what its call says: shown when a filter asks for it. */
  readonly echo: boolean;
  /** Children that are echoes. */
  echoes: number;
  /** Place in the list of outermost rows, counted from the first that ever was; -1 below. */
  top: number;
}

/** A call that has not reported. */
export function isOpen(row: FeedRow): boolean {
  return row.event?.type !== 'tool';
}

/** Puts what an older row of the same call has, which did not know how it ended, below the call's row, ahead of what is there. */
export function putBefore(row: FeedRow, older: FeedRow): void {
  for (const child of older.children.toReversed()) {
    child.parent = row;
    row.children.unshift(child);
    deepen(child);
  }
  row.echoes += older.echoes;
  for (let up: FeedRow | undefined = row; up !== undefined; up = up.parent) up.callsBelow += older.callsBelow;
  if (older.event !== undefined) putNoteBefore(row, older.event);
}

/** Puts a note that stood alone, with what is below it, below the row of its call, behind what is there. */
export function putBehind(row: FeedRow, alone: FeedRow, note: EngineEvent): void {
  const own = rowFor(note, `s${note.seq}`);
  for (const child of [own, ...alone.children]) {
    child.parent = row;
    row.children.push(child);
    deepen(child);
  }
  row.echoes += alone.echoes + (own.echo ? 1 : 0);
  for (let up: FeedRow | undefined = row; up !== undefined; up = up.parent) up.callsBelow += alone.callsBelow;
}

/** Puts an event of a call below its row, ahead of what is there. */
export function putNoteBefore(row: FeedRow, note: EngineEvent): void {
  const child = rowFor(note, `s${note.seq}`);
  child.parent = row;
  child.depth = row.depth + 1;
  row.children.unshift(child);
  if (child.echo) row.echoes += 1;
}

/** Sets the depth of a row that has another parent, and of all below it. */
export function deepen(row: FeedRow): void {
  const stack = [row];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    next.depth = (next.parent?.depth ?? -1) + 1;
    stack.push(...next.children);
  }
}

export function rowFor(event: EngineEvent, key: string, call?: string): FeedRow {
  return {
    key,
    event,
    call,
    parent: undefined,
    children: [],
    depth: 0,
    callsBelow: 0,
    text: searchText(event),
    echo: isEcho(event),
    echoes: 0,
    top: -1,
  };
}

/** Events about what a call did to entities, the selection, tools and the policy: the call's own row names it. */
function isEcho(event: EngineEvent): boolean {
  if (event.call === undefined) return false;
  return isRunningNote(event) || (ECHOES.has(event.type) && !isOfWaiting(event));
}

/** That a call takes long: it stands for the call until that one reports. */
export function isRunningNote({ type, kind }: EngineEvent): boolean {
  return type === 'log' && kind === 'running';
}

/** Who asked, who allowed and when is told by nothing else. */
function isOfWaiting({ type, kind }: EngineEvent): boolean {
  return type === 'policy' && kind !== undefined && (kind === 'asked' || ANSWERS.has(kind));
}

export const ANSWERS: ReadonlySet<string> = new Set(['allowed', 'declined', 'timed_out', 'withdrawn']);

const ECHOES: ReadonlySet<string> = new Set(['entity', 'selection', 'custom_tool', 'policy']);

export function topOf(row: FeedRow): FeedRow {
  let top = row;
  while (top.parent !== undefined) top = top.parent;
  return top;
}

export function searchText(event: EngineEvent): string {
  return `${event.summary}\n${event.tool ?? ''}\n${event.actor}`.toLowerCase();
}

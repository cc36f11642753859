/**
 * The event stream folded into rows: one row for each outermost call or free-standing event, nested calls under their
 * parent. Events come in order of completion, so a nested call is known before the call it belongs to: until that one
 * reports, a row stands open in its place and is filled in later, without moving.
 */
import type { EngineEvent } from '../../src-preload/contract';
import {
  ANSWERS,
  deepen,
  isOpen,
  isRunningNote,
  putBefore,
  putBehind,
  putNoteBefore,
  rowFor,
  searchText,
  topOf,
  type FeedRow,
} from './feed-rows';
import { Visits } from './feed-visits';
import { booleanOf, numberOf, numbersOf } from './read-json';

export type { FeedRow } from './feed-rows';

/** Hears from which outermost row on something has changed. */
export interface FeedWatcher {
  dirtyFrom: number;
}

/** Events that are kept; beyond, the oldest rows go. */
export const MOST_EVENTS = 100_000;
const SLACK = 5_000;

export class Feed {
  /** Outermost rows, oldest first. */
  readonly rows: FeedRow[] = [];
  /** Rises with each change. */
  version = 0;
  /** Outermost rows dropped so far, without those that were put first: `rows[i].top === dropped + i`. */
  dropped = 0;
  /** Events held. */
  count = 0;
  private readonly calls = new Map<string, FeedRow>();
  private readonly visits = new Visits<FeedRow>();
  private readonly watchers = new Set<FeedWatcher>();

  constructor(private readonly most = MOST_EVENTS) {}

  watch(watcher: FeedWatcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Takes events in order of `seq`. */
  add(events: readonly EngineEvent[]): void {
    for (const event of events) this.addOne(event);
    if (this.count > this.most + Math.min(SLACK, this.most)) this.trim();
    this.version += 1;
  }

  /**
   * Takes events that are older than all it has, in order of `seq`. Rows that are there stay what they are: of a call that has
   * reported, what was before goes below it.
   */
  prepend(events: readonly EngineEvent[]): void {
    const older = new Feed(Infinity);
    older.add(events);
    const first: FeedRow[] = [];
    for (const row of older.rows) {
      const known = row.call !== undefined && isOpen(row) ? this.calls.get(row.call) : undefined;
      if (known === undefined) first.push(row);
      else putBefore(known, row);
    }
    // A note that stood alone belongs to a call that is known only now.
    const later = this.rows.filter((row) => {
      const owner = row.call === undefined || !isOpen(row) ? undefined : older.calls.get(row.call);
      if (row.event === undefined || owner === undefined || isOpen(owner)) return true;
      putBehind(owner, row, row.event);
      this.calls.set(owner.call ?? '', owner);
      return false;
    });
    this.rows.length = 0;
    this.dropped -= first.length;
    for (const row of [...first, ...later]) {
      row.top = this.dropped + this.rows.length;
      this.rows.push(row);
    }
    for (const [call, row] of older.calls) if (!this.calls.has(call)) this.calls.set(call, row);
    this.count += older.count;
    this.version += 1;
    this.touch(this.dropped);
  }

  /** Forgets everything, as when another log begins. */
  clear(): void {
    this.dropped += this.rows.length;
    this.rows.length = 0;
    this.calls.clear();
    this.visits.clear();
    this.count = 0;
    this.version += 1;
    this.touch(0);
  }

  /** The row of a call, by its id. */
  rowOfCall(call: string): FeedRow | undefined {
    return this.calls.get(call);
  }

  private addOne(event: EngineEvent): void {
    this.count += 1;
    if (event.type === 'connection') return this.addConnection(event);
    if (event.type === 'tool' && event.call !== undefined) return this.addCall(event, event.call);
    const owner = event.call ?? event.parent;
    if (owner === undefined) return void this.place(rowFor(event, `s${event.seq}`), undefined);
    const known = this.calls.get(owner);
    if (known !== undefined) return void this.place(rowFor(event, `s${event.seq}`), known);
    // A note of a call that has not reported: it shows as itself until the call does.
    const row = rowFor(event, `${owner}@${event.seq}`, owner);
    this.calls.set(owner, row);
    this.place(row, undefined);
  }

  /** Leaving goes below coming; one short visit after the other by the same actor, such as commands of a script, is one row. */
  private addConnection(event: EngineEvent): void {
    const row = rowFor(event, `s${event.seq}`);
    const visit = this.visits.visitOf(event, (known) => known.top >= this.dropped);
    this.place(row, visit);
    if (visit === undefined) this.visits.begin(event, row);
  }

  private addCall(event: EngineEvent, call: string): void {
    const known = this.calls.get(call);
    // Ids of calls begin again with each run of the engine: a call that has reported already is another call.
    const open = known !== undefined && isOpen(known) ? known : undefined;
    const parent = event.parent === undefined ? undefined : this.callRow(event.parent, event.seq);
    if (open === undefined) {
      const row = rowFor(event, `${call}@${event.seq}`, call);
      this.calls.set(call, row);
      this.place(row, parent);
      this.countCall(row);
      return;
    }
    const note = open.event;
    open.event = event;
    open.text = searchText(event);
    if (note !== undefined) putNoteBefore(open, note);
    if (parent !== undefined && open.parent === undefined) this.adopt(open, parent);
    this.countCall(open);
    this.touch(topOf(open).top);
  }

  /** The row of a call which may not have reported yet. */
  private callRow(call: string, seq: number): FeedRow {
    const known = this.calls.get(call);
    if (known !== undefined) return known;
    const row: FeedRow = {
      key: `${call}@${seq}`,
      event: undefined,
      call,
      parent: undefined,
      children: [],
      depth: 0,
      callsBelow: 0,
      text: '',
      echo: false,
      echoes: 0,
      top: -1,
    };
    this.calls.set(call, row);
    this.place(row, undefined);
    return row;
  }

  private place(row: FeedRow, parent: FeedRow | undefined): void {
    if (parent === undefined) {
      row.top = this.dropped + this.rows.length;
      this.rows.push(row);
      this.touch(row.top);
      return;
    }
    row.parent = parent;
    row.depth = parent.depth + 1;
    parent.children.push(row);
    if (row.echo) parent.echoes += 1;
    this.touch(topOf(parent).top);
  }

  /** Moves an outermost row, with all below it, under its parent. */
  private adopt(row: FeedRow, parent: FeedRow): void {
    const index = row.top - this.dropped;
    this.rows.splice(index, 1);
    for (let at = index; at < this.rows.length; at += 1) {
      const later = this.rows[at];
      if (later) later.top -= 1;
    }
    row.top = -1;
    row.parent = parent;
    parent.children.push(row);
    deepen(row);
    for (let up: FeedRow | undefined = parent; up !== undefined; up = up.parent)
      up.callsBelow += row.callsBelow;
    this.touch(this.dropped + index);
    this.touch(topOf(parent).top);
  }

  private countCall(row: FeedRow): void {
    for (let up = row.parent; up !== undefined; up = up.parent) up.callsBelow += 1;
  }

  private trim(): void {
    let drop = 0;
    while (drop < this.rows.length - 1 && this.count > this.most) {
      const stack = [this.rows[drop]];
      for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
        if (row.event !== undefined) this.count -= 1;
        if (row.call !== undefined && this.calls.get(row.call) === row) this.calls.delete(row.call);
        for (const child of row.children) stack.push(child);
      }
      drop += 1;
    }
    this.rows.splice(0, drop);
    this.dropped += drop;
    this.touch(this.dropped);
  }

  private touch(top: number): void {
    for (const watcher of this.watchers) watcher.dirtyFrom = Math.min(watcher.dirtyFrom, top);
  }
}

export type FeedOutcome = 'ok' | 'failed' | 'running' | 'waiting' | 'note';

/** How the row's call ended; `note` for events that are not calls. */
export function outcomeOf(row: FeedRow): FeedOutcome {
  if (row.event === undefined) return 'running';
  // While its call has not reported, the row shows that it was asked about.
  if (row.event.kind === 'asked' && row.call !== undefined) return waitingOutcome(row);
  if (isRunningNote(row.event) && row.call !== undefined)
    return row.children.some(({ event }) => event?.kind === 'ended_early') ? 'note' : 'running';
  if (row.event.type !== 'tool') return 'note';
  return booleanOf(row.event.data['ok']) === false ? 'failed' : 'ok';
}

function waitingOutcome(row: FeedRow): FeedOutcome {
  const answer = row.children.findLast(({ event }) => ANSWERS.has(event?.kind ?? ''))?.event?.kind;
  if (answer === undefined) return 'waiting';
  // Of what was not allowed the call tells at once, but where the engine ended meanwhile.
  return answer === 'allowed' ? 'running' : 'note';
}

/** When it happened, in seconds since the Unix epoch; of a call that has not reported, when what is known of it did. */
export function timeOf(row: FeedRow): number {
  let first: FeedRow | undefined = row;
  while (first !== undefined && first.event === undefined) first = first.children[0];
  return first?.event?.time ?? 0;
}

/** Milliseconds that the call took. */
export function durationOf(row: FeedRow): number | undefined {
  return row.event?.type === 'tool' ? numberOf(row.event.data['ms']) : undefined;
}

/** Ids of the entities that the row's event touched. */
export function entitiesOf(event: EngineEvent): readonly number[] {
  const several = numbersOf(event.data['entities']);
  if (several.length > 0) return several;
  const one = numberOf(event.data['entity']);
  return one === undefined ? [] : [one];
}

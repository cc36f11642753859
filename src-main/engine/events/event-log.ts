/**
 * The engine's one stream of events. Readers keep a cursor of their own, and reading consumes nothing. The last 4,096
 * events are in memory; all of them go into a file, in the background and in order.
 */
import type { FilePath } from '../project/held-folder';
import { LineFile, oldPathOf } from '../project/line-file';
import { readLastLines } from '../project/read-lines';
import type { EngineEvent } from './event';
import type { EventFilter } from './event-filter';
import { matchesFilter } from './event-filter';
import type { OlderEvents } from './event-history';
import { parseEventLine, readAllEvents, readOlderEvents } from './event-history';
import { EventRing } from './event-ring';
import { boundData, MAX_EVENT_DATA } from './event-size';

export interface EventQuery extends EventFilter {
  /** The `next` of the last answer; 0 starts with the oldest event held. */
  readonly since: number;
  /** 200 by default, 1,000 at most; fewer where they are large, so that an answer stays below a mebibyte. */
  readonly limit?: number;
}

export interface EventAnswer {
  readonly events: readonly EngineEvent[];
  /** The next `since`. Goes past events that the filter left out. */
  readonly next: number;
  /** The `seq` of the oldest event held; `last + 1` where none is. */
  readonly oldest: number;
  /** The `seq` of the newest event there ever was; 0 before the first. */
  readonly last: number;
  /** Events between `since` and the first of these are lost to this reader (the file has them). */
  readonly truncated: boolean;
}

const DEFAULT_EVENT_LIMIT = 200;
const MAX_EVENT_LIMIT = 1000;
/** Characters of JSON that one answer holds, or one event: a thousand large ones would stall whoever writes and reads them. */
const MAX_ANSWER = 1 << 20;
/** Milliseconds. */
const MAX_EVENT_WAIT = 25_000;
/** As much of the file's end is read at the start to fill the memory again. */
const TAIL_BYTES = 4 * 1024 * 1024;
const MAX_SUMMARY = 500;

export interface EventLogOptions {
  /** Seconds since the epoch. */
  now(): number;
  /** Where `events.jsonl` is. Without it, events are in memory only. */
  readonly file?: FilePath;
  /** Events held in memory; 4,096 by default. */
  readonly capacity?: number;
  /** Size at which the file is parted; 16 MiB by default. */
  readonly maxFileBytes?: number;
  /** Old files that are kept; 4 by default. */
  readonly keepFiles?: number;
}

export class EventLog {
  private readonly ring: EventRing;
  private readonly listeners = new Set<(event: EngineEvent) => void>();
  /** Characters of the JSON of events that were added in this run. */
  private readonly sizes = new WeakMap<EngineEvent, number>();
  private readonly waiters = new Set<{ readonly query: EventQuery; wake(): void }>();
  private readonly file: LineFile | undefined;
  private openProblem: string | undefined;
  private lastSeq = 0;
  private isClosed = false;

  /** Goes on where the file ends. A file that can't be opened is a `problem`, not a failure: events are in memory then. */
  constructor(private readonly options: EventLogOptions) {
    this.ring = new EventRing(options.capacity ?? 4096);
    if (options.file === undefined) return;
    try {
      this.file = new LineFile({
        path: options.file,
        maxBytes: options.maxFileBytes,
        keep: options.keepFiles,
        isWhole: (line) => parseEventLine(line) !== undefined,
        onDelete: (path) => {
          this.noteDeleted(path);
        },
      });
      this.fill(options.file);
    } catch (error) {
      this.openProblem = error instanceof Error ? error.message : String(error);
    }
    if (this.file && this.file.repairedBytes > 0) {
      this.append({
        type: 'log',
        kind: 'repaired',
        actor: 'system',
        summary: `The last line of the event log was torn (${this.file.repairedBytes} bytes) and was cut off`,
        data: { bytes: this.file.repairedBytes },
      });
    }
  }

  /** Why events do not reach the file at present, or undefined. */
  get problem(): string | undefined {
    return this.openProblem ?? this.file?.problem;
  }

  /** The `seq` of the newest event; 0 before the first. */
  get last(): number {
    return this.lastSeq;
  }

  /** Adds an event, wakes who waits for it, and tells subscribers. Never fails; oversized data is cut. */
  append(event: Omit<EngineEvent, 'seq' | 'time'>): EngineEvent {
    const { type, kind, actor, tool, call, parent, summary, data } = event;
    this.lastSeq += 1;
    const made: Draft = { seq: this.lastSeq, time: this.options.now(), type };
    if (kind !== undefined) made.kind = kind;
    made.actor = actor;
    if (tool !== undefined) made.tool = tool;
    if (call !== undefined) made.call = call;
    if (parent !== undefined) made.parent = parent;
    made.summary = oneLine(summary);
    made.data = data;
    const line = this.file === undefined ? undefined : shortLine(made);
    if (line === undefined) made.data = boundData(data);
    const added = Object.freeze(made as EngineEvent);
    this.ring.push(added);
    if (this.file && !this.isClosed) {
      const text = line ?? JSON.stringify(added);
      this.sizes.set(added, text.length);
      this.file.append(text);
    }
    for (const waiter of this.waiters) if (matchesFilter(added, waiter.query)) waiter.wake();
    for (const listener of this.listeners) {
      try {
        listener(added);
      } catch (error) {
        // A listener's bug must not fail the call that made the event.
        console.error('An event listener failed', error);
      }
    }
    return added;
  }

  /** The events after `since` that match, at most `limit`. */
  read(query: EventQuery): EventAnswer {
    const last = this.lastSeq;
    const oldest = this.ring.oldest?.seq ?? last + 1;
    const cursor = Number.isFinite(query.since) ? Math.max(0, Math.floor(query.since)) : 0;
    // A cursor from the future is one of a log that is gone: the reader starts over.
    const isForeign = cursor > last;
    const since = isForeign ? 0 : cursor;
    const limit = Math.min(MAX_EVENT_LIMIT, Math.max(1, Math.floor(query.limit ?? DEFAULT_EVENT_LIMIT)));
    const events: EngineEvent[] = [];
    let next = last;
    let room = MAX_ANSWER;
    for (const event of this.ring.after(since)) {
      if (!matchesFilter(event, query)) continue;
      room -= this.sizeOf(event);
      if (events.length === limit || (room < 0 && events.length > 0)) {
        next = events[events.length - 1]?.seq ?? since;
        break;
      }
      events.push(event);
    }
    return { events, next, oldest, last, truncated: isForeign || since < oldest - 1 };
  }

  /**
   * The same, but waits up to `waitMs` milliseconds (25,000 at most) where nothing matches yet. Aborting the signal, or
   * closing the log, ends the wait with what there is.
   */
  async wait(
    query: EventQuery & { readonly waitMs: number; readonly signal?: AbortSignal },
  ): Promise<EventAnswer> {
    const { signal } = query;
    const first = this.read(query);
    const waitMs = Math.min(MAX_EVENT_WAIT, query.waitMs);
    if (first.events.length > 0 || first.truncated || !(waitMs > 0) || signal?.aborted || this.isClosed)
      return first;
    await new Promise<void>((resolve) => {
      const waiter = {
        query,
        wake: () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', waiter.wake);
          this.waiters.delete(waiter);
          resolve();
        },
      };
      const timer = setTimeout(waiter.wake, waitMs);
      signal?.addEventListener('abort', waiter.wake, { once: true });
      this.waiters.add(waiter);
    });
    return this.read(query);
  }

  /** Readers that wait at present. */
  get waiting(): number {
    return this.waiters.size;
  }

  /** Calls `listener` with each event as it is added. Answers how to stop that. */
  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Pages back beyond the memory: the newest events before `before` that match, from the file. */
  async older(
    query: EventFilter & { readonly before: number; readonly limit?: number },
  ): Promise<OlderEvents> {
    if (this.options.file === undefined) return { events: [], more: false };
    await this.flush();
    const limit = Math.min(MAX_EVENT_LIMIT, Math.max(1, Math.floor(query.limit ?? DEFAULT_EVENT_LIMIT)));
    return readOlderEvents(this.options.file, { ...query, limit });
  }

  /** All events that the disk has, in order; those in memory where there is no file. */
  async *all(): AsyncGenerator<EngineEvent, void, undefined> {
    await this.flush();
    if (this.options.file === undefined) yield* this.ring.after(0);
    else yield* readAllEvents(this.options.file);
  }

  /** Resolves when all events so far are in the file, or can't be written (`problem`). */
  async flush(): Promise<void> {
    await this.file?.flush();
  }

  /** Ends all waits and closes the file. Events added later are in memory only. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const waiter of [...this.waiters]) waiter.wake();
    await this.file?.close();
  }

  private sizeOf(event: EngineEvent): number {
    const known = this.sizes.get(event);
    if (known !== undefined) return known;
    const size = JSON.stringify(event).length;
    this.sizes.set(event, size);
    return size;
  }

  /** Takes the last events of the file back into memory, and goes on counting after them. */
  private fill(path: FilePath): void {
    const events = parseAll(readLastLines(path, TAIL_BYTES));
    if (events.length < this.ring.capacity)
      events.unshift(...parseAll(readLastLines(oldPathOf(path, 1), TAIL_BYTES)));
    let from = events.length;
    while (from > 0 && (events[from - 1]?.seq ?? 0) < (events[from]?.seq ?? Infinity)) from -= 1;
    for (const event of events.slice(from).slice(-this.ring.capacity)) this.ring.push(event);
    this.lastSeq = events[events.length - 1]?.seq ?? 0;
  }

  private noteDeleted(path: FilePath): void {
    const newest = parseAll(readLastLines(path, 1024 * 1024)).pop();
    this.append({
      type: 'log',
      kind: 'deleted',
      actor: 'system',
      summary: `The oldest file of the event log was deleted${newest ? `: events up to ${newest.seq}` : ''}`,
      data: newest ? { up_to: newest.seq } : {},
    });
  }
}

type Draft = { -readonly [Key in keyof EngineEvent]?: EngineEvent[Key] };

/** The event as JSON, where that shows that its data is within bounds. */
function shortLine(event: Draft): string | undefined {
  try {
    const line = JSON.stringify(event);
    return line.length <= MAX_EVENT_DATA ? line : undefined;
  } catch {
    return undefined;
  }
}

function parseAll(lines: readonly string[]): EngineEvent[] {
  return lines.flatMap((line) => parseEventLine(line) ?? []);
}

/** One line in which nothing steers the terminal or turns the direction of what stands beside it. */
function oneLine(text: string): string {
  if (text.length <= MAX_SUMMARY && !UNSETTLING.test(text)) return text;
  const line = text.replace(LINE_BREAKING, ' ').replace(TURNING, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16)}`;
  });
  return line.length > MAX_SUMMARY ? `${line.slice(0, MAX_SUMMARY - 1)}…` : line;
}

const BREAKING_MARKS = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029`;
const TURNING_MARKS = String.raw`\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const LINE_BREAKING = new RegExp(`[${BREAKING_MARKS}]+`, 'g');
const TURNING = new RegExp(`[${TURNING_MARKS}]`, 'g');
const UNSETTLING = new RegExp(`[${BREAKING_MARKS}${TURNING_MARKS}]`);

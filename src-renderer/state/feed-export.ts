/** Events that pass a filter, as JSON Lines in a file that the person chooses. They are what the log has: secrets are masked in it. */
import type { EngineEvent, ExportAnswer, ExportStep, ToolError } from '../../src-preload/contract';
import type { Feed, FeedRow } from './feed';
import type { RowTest } from './feed-view';
import { rowFor } from './feed-rows';

export interface ExportRequest {
  readonly feed: Feed;
  /** Undefined: everything. */
  readonly test: RowTest | undefined;
  /** Outermost rows that are left out with all below them, whatever the filter says. */
  readonly hide: RowTest | undefined;
  /** Also what is further back than the feed, on the disk. */
  readonly withDisk: boolean;
  readonly step: (step: ExportStep) => Promise<ExportAnswer>;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number) => void;
}

export type ExportOutcome =
  | { readonly state: 'cancelled' }
  | { readonly state: 'done'; readonly events: number; readonly file: string }
  | { readonly state: 'failed'; readonly error: ToolError };

/** Characters that are written at once. */
const PIECE = 1 << 20;

/** Asks where, then writes. Never rejects for what a user can cause. */
export async function exportFeed(request: ExportRequest): Promise<ExportOutcome> {
  const { feed, test, hide, step, signal, onProgress } = request;
  const begun = await step({
    step: 'begin',
    name: `activity-${new Date().toISOString().slice(0, 10)}.jsonl`,
  });
  if (begun.state === 'failed') return begun;
  if (begun.state !== 'begun') return { state: 'cancelled' };
  const { id, file } = begun;
  let count = 0;
  let lines: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const answer = await step({ step: 'write', id, text: `${lines.join('\n')}\n` });
    lines = [];
    length = 0;
    onProgress(count);
    if (answer.state === 'failed') throw new ExportFailure(answer.error);
  };
  const put = async (events: Iterable<EngineEvent>): Promise<void> => {
    for (const event of events) {
      const line = JSON.stringify(event);
      lines.push(line);
      length += line.length;
      count += 1;
      if (length > PIECE) await flush();
      if (signal.aborted) return;
    }
  };
  try {
    const first = firstSeq(feed);
    for (let done = !request.withDisk; !done && !signal.aborted;) {
      const page = await step({ step: 'read', id });
      if (page.state === 'failed') return page;
      if (page.state !== 'page') break;
      const older = page.events.filter((event) => event.seq < first);
      done = page.done || older.length < page.events.length;
      await put(older.filter((event) => passesAlone(event, test, hide)));
    }
    if (!signal.aborted) await put(passingEvents(feed.rows, test, hide));
    await flush();
    const ended = await step({ step: 'end', id, keep: !signal.aborted });
    if (ended.state === 'failed') return ended;
    return signal.aborted ? { state: 'cancelled' } : { state: 'done', events: count, file };
  } catch (failure) {
    if (failure instanceof ExportFailure) return { state: 'failed', error: failure.error };
    await step({ step: 'end', id, keep: false });
    throw failure;
  }
}

class ExportFailure extends Error {
  constructor(readonly error: ToolError) {
    super(error.message);
  }
}

function firstSeq(feed: Feed): number {
  let first = Infinity;
  for (const row of feed.rows.slice(0, 100))
    if (row.event !== undefined) first = Math.min(first, row.event.seq);
  return first;
}

/** In the order in which they happened. */
export function passingEvents(
  rows: readonly FeedRow[],
  test: RowTest | undefined,
  hide: RowTest | undefined,
): readonly EngineEvent[] {
  const events: EngineEvent[] = [];
  for (const top of rows) {
    if (hide?.(top) === true) continue;
    const stack = [top];
    for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
      if (row.event !== undefined && (test === undefined || test(row))) events.push(row.event);
      for (const child of row.children) stack.push(child);
    }
  }
  return events.sort((a, b) => a.seq - b.seq);
}

/** An event of long ago, of whose call nothing else is known here. That it waits or runs, it says no longer. */
function passesAlone(event: EngineEvent, test: RowTest | undefined, hide: RowTest | undefined): boolean {
  const isCall = event.type === 'tool';
  const row = rowFor(event, `s${event.seq}`, isCall ? event.call : undefined);
  if (isCall ? event.parent !== undefined : event.call !== undefined) row.parent = row;
  return hide?.(row) !== true && (test === undefined || test(row));
}

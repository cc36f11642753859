/**
 * The window's reader of the event log. It keeps a cursor like any other client, folds what comes into the feed, and hands
 * it on to stores that follow something. A reloaded window starts again from the oldest event that the log still has.
 */
import { create } from 'zustand';
import type { EngineEvent } from '../../src-preload/contract';
import { bridge } from './bridge';
import { Feed, MOST_EVENTS } from './feed';

export type EventLink = 'starting' | 'live' | 'lost';

/** Whether events from before the first that the feed has can be had from the disk. */
export type Earlier = 'none' | 'there' | 'loading' | 'failed';

interface EventState {
  readonly feed: Feed;
  /** `feed.version` when it was last shown. The feed changes in place; follow this. */
  readonly version: number;
  readonly link: EventLink;
  /** The log no longer had everything since the cursor. */
  readonly gap: boolean;
  readonly earlier: Earlier;
}

const feed = new Feed();

export const useEvents = create<EventState>(() => ({
  feed,
  version: 0,
  link: 'starting',
  gap: false,
  earlier: 'none',
}));

type Listener = (events: readonly EngineEvent[]) => void;
const listeners = new Set<Listener>();

/** Hears of every event once, in order; the first times of what happened before the window opened. Call the result to stop. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether files of the project may be others after it. */
export function mayChangeFiles({ type, data }: EngineEvent): boolean {
  return type === 'custom_tool' || type === 'asset' || (type === 'tool' && data['mutates'] === true);
}

const PAGE = 1000;
const WAIT_MS = 20_000;
/** Bursts are shown at most this often. */
const PAUSE_MS = 40;
const RETRY_MS = 1000;

/** The `seq` of the first event in the feed. */
let firstSeq: number | undefined;

/** Takes the events before the first one from the disk into the feed, a page of them. */
export async function loadEarlier(): Promise<void> {
  const { earlier } = useEvents.getState();
  if (firstSeq === undefined || earlier === 'none' || earlier === 'loading') return;
  useEvents.setState({ earlier: 'loading' });
  try {
    const { events, more } = await bridge().olderEvents({ before: firstSeq, limit: PAGE });
    firstSeq = events[0]?.seq ?? 1;
    feed.prepend(events);
    // Beyond what a feed holds, the oldest would be the first to go again.
    const full = feed.count + PAGE > MOST_EVENTS;
    useEvents.setState({ version: feed.version, earlier: more && !full ? 'there' : 'none' });
  } catch {
    useEvents.setState({ earlier: 'failed' });
  }
}

/** Starts to read; call the result to stop. */
export function startEvents(): () => void {
  let stopped = false;
  let since = 0;
  const read = async (): Promise<void> => {
    while (!stopped) {
      try {
        const catchingUp = useEvents.getState().link !== 'live';
        const page = await bridge().pollEvents({ since, limit: PAGE, waitMs: catchingUp ? 0 : WAIT_MS });
        if (stopped) return;
        const gap = page.truncated && since > 0;
        since = page.next;
        if (firstSeq === undefined) {
          firstSeq = page.oldest;
          if (firstSeq > 1) useEvents.setState({ earlier: 'there' });
        }
        if (page.events.length > 0) {
          feed.add(page.events);
          for (const listener of listeners) listener(page.events);
        }
        const caughtUp = page.events.length < PAGE;
        useEvents.setState((state) => ({
          version: feed.version,
          gap: state.gap || gap,
          link: caughtUp ? 'live' : state.link,
        }));
        if (caughtUp) await pause(PAUSE_MS);
      } catch {
        if (stopped) return;
        useEvents.setState({ link: 'lost' });
        await pause(RETRY_MS);
      }
    }
  };
  void read();
  return () => {
    stopped = true;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

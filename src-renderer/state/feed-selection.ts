/** Rows of the Activity feed that a person has chosen, to make something of them. The same in every place that shows the feed. */
import { create } from 'zustand';
import type { FeedRow } from './feed';

/** As many as one tool may be drafted from. */
export const MOST_CHOSEN = 200;

interface FeedSelection {
  /** By row key, in the order in which they were chosen. */
  readonly chosen: ReadonlyMap<string, FeedRow>;
  readonly toggle: (row: FeedRow) => void;
  /** Exactly these. */
  readonly choose: (rows: readonly FeedRow[]) => void;
  readonly clear: () => void;
  /** The dialog that makes a tool of them. */
  readonly making: boolean;
  readonly make: (open: boolean) => void;
}

const NONE: ReadonlyMap<string, FeedRow> = new Map();

export const useFeedSelection = create<FeedSelection>((set) => ({
  chosen: NONE,
  toggle: (row) =>
    set(({ chosen }) => {
      const next = new Map(chosen);
      if (!next.delete(row.key) && next.size < MOST_CHOSEN) next.set(row.key, row);
      return { chosen: next };
    }),
  choose: (rows) => set({ chosen: new Map(rows.slice(0, MOST_CHOSEN).map((row) => [row.key, row])) }),
  clear: () => set({ chosen: NONE }),
  making: false,
  make: (making) => set({ making }),
}));

/** Numbers of the calls among the rows, in the order in which they happened. */
export function callsAmong(rows: Iterable<FeedRow>): readonly number[] {
  const numbers: number[] = [];
  for (const { event } of rows) if (event?.type === 'tool') numbers.push(event.seq);
  return numbers.sort((a, b) => a - b);
}

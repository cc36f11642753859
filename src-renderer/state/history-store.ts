/** The undo list as `history` gives it. Re-read after changes of the scene. */
import { create } from 'zustand';
import type { ToolError } from '../../src-preload/contract';
import { readTool } from './bridge';
import { arrayOf, numberOf, objectOf, stringOf } from './read-json';

export interface HistoryStep {
  readonly id: number;
  readonly label: string;
  readonly actor: string;
  readonly call: string | undefined;
  /** Seconds since the epoch. */
  readonly time: number;
  /** Number of entities that it touched, where that is told. */
  readonly entities: number | undefined;
  /** The later step that took this one back. */
  readonly revertedBy: number | undefined;
  /** The earlier step that this one takes back. */
  readonly reverts: number | undefined;
  readonly undone: boolean;
}

interface HistoryState {
  /** Newest first; steps that can be redone come before all others. */
  readonly steps: readonly HistoryStep[];
  readonly loaded: boolean;
  readonly error: ToolError | null;
  readonly refresh: () => Promise<void>;
}

const MOST = 500;
let reading = false;
let again = false;

export const useHistory = create<HistoryState>((set, get) => ({
  steps: [],
  loaded: false,
  error: null,
  refresh: async () => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    const result = await readTool('history', { action: 'list', limit: MOST });
    reading = false;
    if (!result.ok) set({ error: result.error, loaded: true });
    else {
      const data = objectOf(result.structured);
      const undone = arrayOf(data['undone']).flatMap((step) => stepOf(step, true));
      const done = arrayOf(data['steps']).flatMap((step) => stepOf(step, false));
      set({ steps: [...undone, ...done].sort(newestFirst), loaded: true, error: null });
    }
    if (again) {
      again = false;
      await get().refresh();
    }
  },
}));

function newestFirst(a: HistoryStep, b: HistoryStep): number {
  return b.id - a.id;
}

function stepOf(value: unknown, undone: boolean): HistoryStep[] {
  const data = objectOf(value);
  const id = numberOf(data['step']);
  if (id === undefined) return [];
  return [
    {
      id,
      label: stringOf(data['label']) ?? `Step ${id}`,
      actor: stringOf(data['actor']) ?? 'system',
      call: stringOf(data['call']),
      time: numberOf(data['time']) ?? 0,
      entities:
        numberOf(data['entities']) ?? (Array.isArray(data['entities']) ? data['entities'].length : undefined),
      revertedBy: numberOf(data['reverted_by']),
      reverts: numberOf(data['reverts']),
      undone,
    },
  ];
}

/** Which entities are selected. Kept in step with the engine's selection, which agents see and may set. */
import { create } from 'zustand';
import { callTool, readTool } from './bridge';
import { numberOf, numbersOf, objectOf, arrayOf } from './read-json';

interface SelectionState {
  /** Entity ids, the one acted on last at the end. */
  readonly ids: readonly number[];
  /** Selects in the window at once and tells the engine. */
  readonly select: (ids: readonly number[]) => void;
  /** Selects what was just made of others; where that is undone, the others are selected again. */
  readonly selectMade: (made: readonly number[], from: readonly number[]) => void;
  /** After an undo: `before` was selected then. */
  readonly undone: (before: readonly number[]) => Promise<void>;
  /** Reads the engine's selection. */
  readonly refresh: () => Promise<void>;
}

/** What was selected when something was made of it, by the ids of what was made. */
const origins = new Map<string, readonly number[]>();
const MOST_ORIGINS = 100;

/** How often something was selected here: what the engine had before is no answer any more. */
let selections = 0;

export const useSelection = create<SelectionState>((set, get) => ({
  ids: [],
  select: (ids) => {
    if (sameIds(ids, get().ids)) return;
    selections += 1;
    set({ ids });
    void callTool('selection_set', { entities: ids });
  },
  selectMade: (made, from) => {
    origins.set(made.join(), from);
    if (origins.size > MOST_ORIGINS) origins.delete([...origins.keys()][0] ?? '');
    get().select(made);
  },
  undone: async (before) => {
    const from = origins.get(before.join());
    if (from === undefined) return;
    const result = await readTool('selection_get');
    if (!result.ok || readSelection(result.structured).length > 0) return;
    set({ ids: [] });
    get().select(from);
  },
  refresh: async () => {
    const asked = selections;
    const result = await readTool('selection_get');
    if (!result.ok) return;
    if (selections !== asked) return get().refresh();
    const ids = readSelection(result.structured);
    if (!sameIds(ids, get().ids)) set({ ids });
  },
}));

function readSelection(structured: unknown): readonly number[] {
  const entities = objectOf(structured)['entities'];
  const plain = numbersOf(entities);
  if (plain.length > 0) return plain;
  return arrayOf(entities).flatMap((entity) => numberOf(objectOf(entity)['id']) ?? []);
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** The one entity that the inspector shows: the one selected last. */
export function usePrimarySelection(): number | undefined {
  return useSelection((state) => state.ids.at(-1));
}

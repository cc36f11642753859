/** The project's custom tools and policy, as `tool_list_custom` gives them. Re-read after events about tools. */
import { create } from 'zustand';
import type { Policy, RemovedTool, ToolError, ToolListing, ToolSummary } from '../../src-preload/contract';
import { readTool } from './bridge';
import { arrayOf, objectOf, stringOf, stringsOf } from './read-json';

interface ToolsState {
  readonly tools: readonly ToolSummary[];
  readonly policy: Policy | null;
  /** False until the first answer. */
  readonly loaded: boolean;
  readonly error: ToolError | null;
  /** What is not as it should be about all tools, in words: a policy that is not in force, a folder that can't be read. */
  readonly notes: readonly string[];
  /** Tools that were removed and can come back, the last one first. */
  readonly removed: readonly RemovedTool[];
  /** Rises whenever the list was read again; for panels that keep more about a tool. */
  readonly revision: number;
  readonly refresh: () => Promise<void>;
  /** Reads again within half a second: for what changes often, such as statistics. */
  readonly refreshSoon: () => void;
}

let running: Promise<void> | undefined;
let again = false;
let soon: ReturnType<typeof setTimeout> | undefined;

export const useTools = create<ToolsState>((set, get) => {
  const load = async (): Promise<void> => {
    const result = await readTool('tool_list_custom');
    if (!result.ok) set({ error: result.error, loaded: true });
    else {
      const listing = readListing(result.structured);
      set((state) => ({
        ...listing,
        notes: readNotes(result.structured),
        removed: readRemoved(result.structured),
        loaded: true,
        error: null,
        revision: state.revision + 1,
      }));
    }
  };
  return {
    tools: [],
    policy: null,
    loaded: false,
    error: null,
    notes: [],
    removed: [],
    revision: 0,
    // A burst of events makes at most one reading after the one that is under way.
    refresh: () => {
      if (running !== undefined) {
        again = true;
        return running;
      }
      running = (async () => {
        do {
          again = false;
          await load();
        } while (again);
        running = undefined;
      })();
      return running;
    },
    refreshSoon: () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        void get().refresh();
      }, 500);
    },
  };
});

/** How many tools wait for a person. */
export function usePendingCount(): number {
  return useTools((state) =>
    state.tools.reduce((count, tool) => count + (tool.status === 'pending_approval' ? 1 : 0), 0),
  );
}

/** The note on the policy first. */
function readNotes(structured: unknown): readonly string[] {
  const listing = objectOf(structured);
  const note = stringOf(listing['policy_note']);
  return [...(note === undefined ? [] : [note]), ...stringsOf(listing['problems'])];
}

function readRemoved(structured: unknown): readonly RemovedTool[] {
  return arrayOf(objectOf(structured)['removed']).flatMap((entry) => {
    const { name, by, at } = objectOf(entry);
    const known = stringOf(name);
    return known === undefined ? [] : [{ name: known, by: stringOf(by) ?? '', at: stringOf(at) ?? '' }];
  });
}

/** The engine checks this against the tool's output schema, so its own type holds. */
function readListing(structured: unknown): ToolListing {
  const listing = structured as Partial<ToolListing> | undefined;
  return { tools: Array.isArray(listing?.tools) ? listing.tools : [], policy: listing?.policy ?? 'auto' };
}

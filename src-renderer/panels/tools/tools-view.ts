/** What the Tools panel shows: which tool is selected, which is open for review, and how the table is arranged. */
import type { SortingState, ColumnVisibilityState } from '@tanstack/react-table';
import { create } from 'zustand';
import { isObject } from '../../state/read-json';
import { readStored, writeStored } from '../../state/stored';
import { useLayout } from '../../state/layout-store';

/** Where the focus of the review page goes when it opens. */
export type ReviewFocus = 'heading' | 'decision' | 'reason' | 'try' | 'none';

interface ToolsView {
  /** What is shown: the project's tools, the user's own, or who serves tools from outside. */
  readonly shelf: 'project' | 'library' | 'hosts';
  /** Name of the tool of the library whose page is open. */
  readonly openInLibrary: string | null;
  readonly setShelf: (shelf: 'project' | 'library' | 'hosts') => void;
  /** Shows a tool of the library, and brings the panel to the front. */
  readonly showInLibrary: (name: string | null) => void;
  /** Name of the row that keys act on. */
  readonly selected: string | null;
  /** Name of the tool whose review page is open. */
  readonly open: string | null;
  /** `count` rises with each request, so that asking twice for the same place works. */
  readonly focus: { readonly on: ReviewFocus; readonly count: number };
  /** The page was opened by the decision about another tool. */
  readonly jumped: boolean;
  readonly query: string;
  readonly grouped: boolean;
  readonly sorting: SortingState;
  readonly columns: ColumnVisibilityState;
  /** Status groups that are folded. */
  readonly folded: ReadonlySet<string>;
  readonly select: (name: string | null) => void;
  /** Opens a tool's review page, and brings the panel to the front. */
  readonly review: (name: string, focus?: ReviewFocus) => void;
  /** The same after a decision: the person did not choose this tool. */
  readonly jump: (name: string) => void;
  readonly close: () => void;
  readonly setQuery: (query: string) => void;
  readonly setGrouped: (grouped: boolean) => void;
  readonly setSorting: (sorting: SortingState) => void;
  readonly setColumns: (columns: ColumnVisibilityState) => void;
  readonly fold: (group: string, folded: boolean) => void;
}

interface Kept {
  readonly grouped: boolean;
  readonly sorting: SortingState;
  readonly columns: ColumnVisibilityState;
}

function parseKept(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined;
  const sorting: unknown = value['sorting'];
  const columns: unknown = value['columns'];
  return {
    grouped: value['grouped'] !== false,
    sorting: Array.isArray(sorting)
      ? sorting.flatMap((one: unknown) =>
          isObject(one) && typeof one['id'] === 'string'
            ? [{ id: one['id'], desc: one['desc'] === true }]
            : [],
        )
      : [],
    columns: isObject(columns)
      ? Object.fromEntries(
          Object.entries(columns).flatMap(([id, shown]) =>
            typeof shown === 'boolean' ? [[id, shown] as const] : [],
          ),
        )
      : {},
  };
}

export const useToolsView = create<ToolsView>((set, get) => ({
  shelf: 'project',
  openInLibrary: null,
  setShelf: (shelf) => set({ shelf }),
  showInLibrary: (openInLibrary) => {
    set({ shelf: 'library', openInLibrary });
    useLayout.getState().show('tools');
  },
  selected: null,
  open: null,
  focus: { on: 'none', count: 0 },
  jumped: false,
  query: '',
  folded: new Set<string>(),
  ...readStored<Kept>('tools', parseKept, { grouped: true, sorting: [], columns: {} }),
  select: (selected) => set({ selected }),
  review: (name, on = 'heading') => {
    set((state) => ({
      shelf: 'project',
      open: name,
      selected: name,
      jumped: false,
      focus: { on, count: state.focus.count + 1 },
    }));
    useLayout.getState().show('tools');
  },
  jump: (name) => {
    get().review(name, 'heading');
    set({ jumped: true });
  },
  close: () => set({ open: null }),
  setQuery: (query) => set({ query }),
  setGrouped: (grouped) => set({ grouped }),
  setSorting: (sorting) => set({ sorting }),
  setColumns: (columns) => set({ columns }),
  fold: (group, folded) =>
    set((state) => {
      const next = new Set(state.folded);
      if (folded) next.add(group);
      else next.delete(group);
      return { folded: next };
    }),
}));

useToolsView.subscribe(({ grouped, sorting, columns }) =>
  writeStored('tools', { grouped, sorting, columns }),
);

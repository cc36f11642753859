/**
 * What the editor area has open: which tabs, which is active, which hold unsaved work. The text itself lives with the
 * editors (panels/editor); everything else in the window opens files through `open` and `openPair`.
 */
import { create } from 'zustand';
import { showEditorTab } from './layout-store';
import { useTools } from './tools-store';

/** 1-based, as Monaco and diagnostics count. */
export interface EditorPosition {
  readonly line: number;
  readonly column?: number;
}

export type EditorTab =
  | { readonly id: string; readonly kind: 'file'; /** Project-relative. */ readonly path: string }
  /** A custom tool's definition and code, side by side. */
  | { readonly id: string; readonly kind: 'pair'; readonly tool: string };

export interface EditorState {
  readonly tabs: readonly EditorTab[];
  /** Id of the tab in front. */
  readonly active: string | null;
  /** Paths with unsaved work. */
  readonly dirty: ReadonlySet<string>;
  /** Where to put the caret; without a position, the focus alone. `count` rises with each request, so that asking twice for the same place works. */
  readonly reveal: {
    readonly path: string;
    readonly position: EditorPosition | undefined;
    readonly count: number;
  } | null;
  /** Opens a project file, in the pair that already shows it if there is one, and brings the editor to the front. */
  readonly open: (path: string, position?: EditorPosition) => void;
  /** Gives a project file a tab behind the one in front. */
  readonly openBehind: (path: string) => void;
  readonly openPair: (
    toolName: string,
    reveal?: { readonly path: string; readonly position: EditorPosition },
  ) => void;
  readonly activate: (id: string) => void;
  readonly close: (id: string) => void;
  readonly move: (id: string, toIndex: number) => void;
  readonly setDirty: (path: string, dirty: boolean) => void;
}

let reveals = 0;

export const useEditors = create<EditorState>((set, get) => ({
  tabs: [],
  active: null,
  dirty: new Set<string>(),
  reveal: null,
  open: (path, position) => {
    const own = `file:${path}`;
    const { tabs } = get();
    const known = tabs.find((tab) => tab.id === own) ?? tabs.find((tab) => isPairOf(tab, path));
    const id = known?.id ?? own;
    set((state) => ({
      tabs: known === undefined ? [...state.tabs, { id, kind: 'file', path }] : state.tabs,
      active: id,
      ...revealing({ path, position }),
    }));
    showEditorTab(id);
  },
  openBehind: (path) =>
    set((state) => {
      const id = `file:${path}`;
      if (state.tabs.some((tab) => tab.id === id)) return state;
      return { tabs: [...state.tabs, { id, kind: 'file', path }] };
    }),
  openPair: (tool, reveal) => {
    const id = `pair:${tool}`;
    const known = get().tabs.some((tab) => tab.id === id);
    set((state) => ({
      tabs: known ? state.tabs : [...state.tabs, { id, kind: 'pair', tool }],
      active: id,
      ...revealing(reveal),
    }));
    showEditorTab(id);
  },
  activate: (active) => set({ active }),
  close: (id) =>
    set((state) => {
      const index = state.tabs.findIndex((tab) => tab.id === id);
      if (index < 0) return state;
      const tabs = state.tabs.filter((tab) => tab.id !== id);
      const neighbour = tabs[Math.min(index, tabs.length - 1)];
      return { tabs, active: state.active === id ? (neighbour?.id ?? null) : state.active };
    }),
  move: (id, toIndex) =>
    set((state) => {
      const tab = state.tabs.find((one) => one.id === id);
      if (tab === undefined) return state;
      const tabs = state.tabs.filter((one) => one.id !== id);
      tabs.splice(toIndex, 0, tab);
      return { tabs };
    }),
  setDirty: (path, dirty) =>
    set((state) => {
      if (state.dirty.has(path) === dirty) return state;
      const next = new Set(state.dirty);
      if (dirty) next.add(path);
      else next.delete(path);
      return { dirty: next };
    }),
}));

function revealing(
  at: { path: string; position: EditorPosition | undefined } | undefined,
): Partial<EditorState> {
  if (at === undefined) return {};
  reveals += 1;
  return { reveal: { ...at, count: reveals } };
}

/** Whether the tab shows a tool that has this file. */
function isPairOf(tab: EditorTab, path: string): boolean {
  if (tab.kind !== 'pair') return false;
  return (
    useTools
      .getState()
      .tools.find((tool) => tool.name === tab.tool)
      ?.files.includes(path) === true
  );
}

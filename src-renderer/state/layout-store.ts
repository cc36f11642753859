/** Where the panels are and which of them are shown, remembered for each project. Each main view has its own open docks. */
import { create } from 'zustand';
import { useApp } from './app-store';
import {
  activated,
  moved,
  placeOf,
  placeOfGroup,
  without,
  type DockName,
  type DockTarget,
  type Docks,
} from './docks';
import { defaultDocks, editorPanel, isMainView, MAIN_VIEWS, type MainView, type PanelId } from './panels';
import { parseDocks } from './parse-docks';
import { isObject } from './read-json';
import { readStored, removeStored, writeStored } from './stored';

/** Which docks are open beside a main view. */
export type Arrangement = Readonly<Record<Exclude<DockName, 'main'>, boolean>>;

export interface LayoutState {
  /** The main view that was shown last in the main group. */
  readonly main: MainView;
  readonly docks: Docks;
  readonly arrangements: Readonly<Record<MainView, Arrangement>>;
  /** The group that has the window for itself for now. */
  readonly maximized: string | null;
  /** The project whose layout it is. */
  readonly folder: string;
  /** How often all was put back: sizes that are drawn do not outlast it. */
  readonly resets: number;
  /** Shows a panel where it is: opens its dock beside the present main view. */
  readonly show: (panel: PanelId) => void;
  readonly toggle: (dock: keyof Arrangement) => void;
  readonly set: (dock: keyof Arrangement, open: boolean) => void;
  /** Puts a panel elsewhere, and shows it there. */
  readonly move: (panel: PanelId, target: DockTarget) => void;
  /** Takes the panel of a file away; the file is among the editor's tabs again. */
  readonly remove: (panel: PanelId) => void;
  /** Gives a group the whole window, or its place again. */
  readonly maximize: (group: string | null) => void;
  /** Everything as it was at first. */
  readonly reset: () => void;
}

const CLOSED: Arrangement = { side: false, bottom: false, inspector: false };

const DEFAULTS: Readonly<Record<MainView, Arrangement>> = {
  scene: { side: true, inspector: true, bottom: true },
  editor: { side: false, inspector: false, bottom: true },
  tools: CLOSED,
  tests: CLOSED,
  activity: CLOSED,
  agents: CLOSED,
  studio: CLOSED,
  settings: CLOSED,
};

type Kept = Pick<LayoutState, 'main' | 'docks' | 'arrangements'>;

/** A remembered layout; what does not read as one gives what is there at first. */
export function parseLayout(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined;
  const docks = parseDocks(value['docks']);
  if (docks === undefined) return undefined;
  const kept = isObject(value['arrangements']) ? value['arrangements'] : {};
  const arrangements = { ...DEFAULTS };
  for (const view of MAIN_VIEWS) {
    const one = kept[view];
    if (!isObject(one)) continue;
    arrangements[view] = {
      side: one['side'] === true,
      inspector: one['inspector'] === true,
      bottom: one['bottom'] === true,
    };
  }
  const main = MAIN_VIEWS.find((view) => view === value['main']) ?? 'scene';
  return { main: mainOf(docks, main), docks, arrangements };
}

function fresh(): Kept {
  return { main: 'scene', docks: defaultDocks(), arrangements: DEFAULTS };
}

/** The main view in front of the main group; where something else is, the one before. */
function mainOf(docks: Docks, before: MainView): MainView {
  const active = placeOfGroup(docks, 'main')?.group.active ?? null;
  return isMainView(active) ? active : before;
}

export const useLayout = create<LayoutState>((set, get) => {
  /** Takes new docks over, and shows the panel for which they were made. */
  const showing = (panel: PanelId, change: (docks: Docks) => Docks): void =>
    set((state) => {
      const docks = activated(change(state.docks), panel);
      const place = placeOf(docks, panel);
      if (place === undefined) return state;
      const main = mainOf(docks, state.main);
      const { dock, group } = place;
      return {
        docks,
        main,
        maximized: state.maximized === group.id ? group.id : null,
        arrangements: dock === 'main' ? state.arrangements : withDock(state.arrangements, main, dock, true),
      };
    });
  return {
    ...fresh(),
    maximized: null,
    resets: 0,
    folder: '',
    show: (panel) => showing(panel, (docks) => docks),
    toggle: (dock) => get().set(dock, !get().arrangements[get().main][dock]),
    set: (dock, open) =>
      set(({ main, arrangements }) => ({
        maximized: null,
        arrangements: withDock(arrangements, main, dock, open),
      })),
    move: (panel, target) => showing(panel, (docks) => moved(docks, panel, target)),
    remove: (panel) =>
      set((state) => {
        const docks = without(state.docks, panel);
        return { docks, main: mainOf(docks, state.main), maximized: null };
      }),
    maximize: (maximized) => set({ maximized }),
    reset: () => {
      removeStored(sizesKey(''));
      set(({ resets }) => ({ ...fresh(), maximized: null, resets: resets + 1 }));
    },
  };
});

function withDock(
  arrangements: LayoutState['arrangements'],
  main: MainView,
  dock: keyof Arrangement,
  open: boolean,
): LayoutState['arrangements'] {
  return { ...arrangements, [main]: { ...arrangements[main], [dock]: open } };
}

/** The groups that are drawn now. */
export function isOpen({ main, arrangements }: LayoutState, dock: DockName): boolean {
  return dock === 'main' || arrangements[main][dock];
}

/** Whether a panel is on screen. */
export function isShown(state: LayoutState, panel: PanelId): boolean {
  const place = placeOf(state.docks, panel);
  if (place === undefined || place.group.active !== panel) return false;
  if (state.maximized !== null) return state.maximized === place.group.id;
  return isOpen(state, place.dock);
}

/** Whether a panel is on screen, kept up to date. */
export function useShown(panel: PanelId): boolean {
  return useLayout((state) => isShown(state, panel));
}

/** Brings an editor tab to the front: its own panel where it has one, else the editor. */
export function showEditorTab(tab: string): void {
  const { docks, show } = useLayout.getState();
  const panel = editorPanel(tab);
  show(placeOf(docks, panel) === undefined ? 'editor' : panel);
}

/** Under which name the sizes of a split are remembered. */
export function sizesKey(split: string): string {
  return `dock:${useLayout.getState().folder}:${split}`;
}

useApp.subscribe(({ info }) => {
  const folder = info?.project?.folder ?? '';
  if (folder === useLayout.getState().folder) return;
  const kept = readStored(`layout:${folder}`, parseLayout, fresh());
  useLayout.setState({ ...kept, folder, maximized: null });
});

useLayout.subscribe(({ folder, main, docks, arrangements }, before) => {
  const same = docks === before.docks && arrangements === before.arrangements && main === before.main;
  if (folder === '' || folder !== before.folder || same) return;
  writeStored(`layout:${folder}`, { main, docks, arrangements });
});

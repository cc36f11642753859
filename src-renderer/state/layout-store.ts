/** Which parts of the window are open. Each main view remembers its own arrangement. */
import { create } from 'zustand';
import { isObject } from './read-json';
import { readStored, writeStored } from './stored';

export const MAIN_VIEWS = ['scene', 'editor', 'tools', 'tests', 'activity', 'agents'] as const;
export type MainView = (typeof MAIN_VIEWS)[number];

export const BOTTOM_TABS = ['activity', 'problems', 'tests', 'output'] as const;
export type BottomTab = (typeof BOTTOM_TABS)[number];

export type InspectorTab = 'inspector' | 'history';

export interface Arrangement {
  /** The scene tree at the left. */
  readonly side: boolean;
  /** Inspector and History at the right. */
  readonly inspector: boolean;
  readonly bottom: boolean;
}

export interface LayoutState {
  readonly main: MainView;
  readonly bottomTab: BottomTab;
  readonly inspectorTab: InspectorTab;
  readonly arrangements: Readonly<Record<MainView, Arrangement>>;
  readonly showMain: (view: MainView) => void;
  /** Opens the bottom panel on a tab, in the present main view. */
  readonly showBottom: (tab: BottomTab) => void;
  readonly showInspector: (tab: InspectorTab) => void;
  readonly toggle: (part: keyof Arrangement) => void;
  readonly set: (part: keyof Arrangement, open: boolean) => void;
}

const DEFAULTS: Readonly<Record<MainView, Arrangement>> = {
  scene: { side: true, inspector: true, bottom: true },
  editor: { side: false, inspector: false, bottom: true },
  tools: { side: false, inspector: false, bottom: false },
  tests: { side: false, inspector: false, bottom: false },
  activity: { side: false, inspector: false, bottom: false },
  agents: { side: false, inspector: false, bottom: false },
};

type Kept = Pick<LayoutState, 'main' | 'bottomTab' | 'inspectorTab' | 'arrangements'>;

function parse(value: unknown): Kept | undefined {
  if (!isObject(value)) return undefined;
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
  return {
    main: MAIN_VIEWS.find((view) => view === value['main']) ?? 'scene',
    bottomTab: BOTTOM_TABS.find((tab) => tab === value['bottomTab']) ?? 'activity',
    inspectorTab: value['inspectorTab'] === 'history' ? 'history' : 'inspector',
    arrangements,
  };
}

const FALLBACK: Kept = {
  main: 'scene',
  bottomTab: 'activity',
  inspectorTab: 'inspector',
  arrangements: DEFAULTS,
};

export const useLayout = create<LayoutState>((set, get) => ({
  ...readStored('layout', parse, FALLBACK),
  showMain: (main) => set({ main }),
  showBottom: (bottomTab) => {
    set({ bottomTab });
    get().set('bottom', true);
  },
  showInspector: (inspectorTab) => {
    set({ inspectorTab });
    get().set('inspector', true);
  },
  toggle: (part) => get().set(part, !get().arrangements[get().main][part]),
  set: (part, open) =>
    set(({ main, arrangements }) => ({
      arrangements: { ...arrangements, [main]: { ...arrangements[main], [part]: open } },
    })),
}));

useLayout.subscribe(({ main, bottomTab, inspectorTab, arrangements }) =>
  writeStored('layout', { main, bottomTab, inspectorTab, arrangements }),
);

/** The arrangement of the main view that is shown. */
export function useArrangement(): Arrangement {
  return useLayout((state) => state.arrangements[state.main]);
}

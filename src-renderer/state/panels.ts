/** The panels that there are: what each is called, and where it is until somebody moves it. */
import type { DockGroup, DockName, Docks } from './docks';

/** Those that the activity bar leads to. Each remembers which docks are open beside it. */
export const MAIN_VIEWS = [
  'scene',
  'editor',
  'tools',
  'tests',
  'activity',
  'agents',
  'studio',
  'settings',
] as const;
export type MainView = (typeof MAIN_VIEWS)[number];

const OTHERS = ['scene-tree', 'inspector', 'history', 'feed', 'problems', 'test-list', 'output'] as const;

/** A panel of its own for an open file or pair: `editor:` and the id of its tab. */
export type EditorPanel = `editor:${string}`;
export type PanelId = MainView | (typeof OTHERS)[number] | EditorPanel;

export const PANEL_TITLES: Readonly<Record<Exclude<PanelId, EditorPanel>, string>> = {
  scene: 'Scene',
  editor: 'Editor',
  tools: 'Tools',
  tests: 'Tests',
  activity: 'Activity',
  agents: 'Agents',
  studio: 'Studio',
  settings: 'Settings',
  'scene-tree': 'Scene Tree',
  inspector: 'Inspector',
  history: 'History',
  feed: 'Activity',
  problems: 'Problems',
  'test-list': 'Tests',
  output: 'Output',
};

const HOMES: Readonly<Record<DockName, readonly PanelId[]>> = {
  side: ['scene-tree'],
  main: MAIN_VIEWS,
  bottom: ['feed', 'problems', 'test-list', 'output'],
  inspector: ['inspector', 'history'],
};

export function isMainView(panel: string | null): panel is MainView {
  return MAIN_VIEWS.some((view) => view === panel);
}

export function isEditorPanel(panel: string): panel is EditorPanel {
  return panel.startsWith('editor:');
}

/** The panel of an editor tab, and back. */
export function editorPanel(tab: string): EditorPanel {
  return `editor:${tab}`;
}

export function tabOfPanel(panel: EditorPanel): string {
  return panel.slice('editor:'.length);
}

export function isPanel(id: string): id is PanelId {
  return id in PANEL_TITLES || isEditorPanel(id);
}

/** The dock in which a panel is by default. */
export function homeOf(panel: PanelId): DockName {
  const homes = Object.entries(HOMES).find(([, panels]) => panels.includes(panel));
  return (homes?.[0] as DockName | undefined) ?? 'main';
}

/** Every panel at home. */
export function defaultDocks(): Docks {
  const group = (id: DockName): DockGroup => ({
    kind: 'group',
    id,
    panels: HOMES[id],
    active: HOMES[id][0] ?? null,
  });
  return { side: group('side'), main: group('main'), bottom: group('bottom'), inspector: group('inspector') };
}

/** Panels that have a place whatever happens: all but those of files. */
export const FIXED_PANELS: readonly PanelId[] = [...MAIN_VIEWS, ...OTHERS];

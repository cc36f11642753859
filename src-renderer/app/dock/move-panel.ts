/** Moving panels: where each can go, in words, and what a move means for files. */
import {
  groupsOf,
  placeOf,
  placeOfGroup,
  placesOf,
  type DockName,
  type DockTarget,
  type Docks,
} from '../../state/docks';
import { labelOf } from '../../panels/editor/tab-label';
import { useEditors } from '../../state/editor-store';
import { useLayout } from '../../state/layout-store';
import { isEditorPanel, isPanel, PANEL_TITLES, tabOfPanel, type PanelId } from '../../state/panels';
import { focusPanelNamed, lastFocused } from '../regions';

export interface PanelMove {
  readonly id: string;
  /** `To the right`, `Beside Inspector, History`. */
  readonly label: string;
  readonly run: () => void;
}

const DOCK_WORDS: Readonly<Record<DockName, string>> = {
  side: 'To the Left',
  main: 'To the Main Area',
  bottom: 'To the Bottom',
  inspector: 'To the Right',
};

export function panelTitle(panel: string): string {
  if (!isPanel(panel)) return panel;
  if (!isEditorPanel(panel)) return PANEL_TITLES[panel];
  const tab = useEditors.getState().tabs.find(({ id }) => id === tabOfPanel(panel));
  return tab === undefined ? 'File' : labelOf(tab);
}

/** Puts a panel elsewhere. A file that is dropped on the editor is among its tabs again. */
export function movePanel(panel: PanelId, target: DockTarget): void {
  const { docks, move, remove, show } = useLayout.getState();
  if (isEditorPanel(panel) && target.edge === undefined) {
    const group = groupsOf(docks[target.dock]).find(({ id }) => id === target.group);
    if (group?.active === 'editor') {
      if (placeOf(docks, panel) !== undefined) remove(panel);
      useEditors.getState().activate(tabOfPanel(panel));
      show('editor');
      return;
    }
  }
  move(panel, target);
}

/** The places where a panel can go from where it is. */
export function movesOf(docks: Docks, panel: PanelId): readonly PanelMove[] {
  const place = placeOf(docks, panel);
  const go = (id: string, label: string, target: DockTarget): PanelMove => ({
    id,
    label,
    run: () => {
      movePanel(panel, target);
      focusPanel(panel);
    },
  });
  const moves: PanelMove[] = [];
  for (const dock of ['side', 'main', 'bottom', 'inspector'] as const) {
    const [first] = groupsOf(docks[dock]);
    if (first !== undefined && first.id === place?.group.id) continue;
    moves.push(go(dock, DOCK_WORDS[dock], { dock, group: first?.id }));
  }
  for (const { dock, group } of placesOf(docks)) {
    const first = groupsOf(docks[dock])[0]?.id === group.id;
    if (first || group.id === place?.group.id) continue;
    moves.push(go(group.id, `Beside ${titles(group.panels)}`, { dock, group: group.id }));
  }
  if (place?.group.id !== 'main') {
    moves.push(go('main-right', 'Right of the Main Area', { dock: 'main', group: 'main', edge: 'right' }));
    moves.push(go('main-below', 'Below the Main Area', { dock: 'main', group: 'main', edge: 'bottom' }));
  }
  if (place !== undefined && place.group.panels.length > 1) {
    const { dock, group } = place;
    moves.push(go('split-right', 'Split to the Right', { dock, group: group.id, edge: 'right' }));
    moves.push(go('split-below', 'Split Below', { dock, group: group.id, edge: 'bottom' }));
  }
  if (isEditorPanel(panel) && place !== undefined)
    moves.push({
      id: 'editor',
      label: 'Back into the Editor',
      run: () => {
        useLayout.getState().remove(panel);
        useEditors.getState().activate(tabOfPanel(panel));
        useLayout.getState().show('editor');
        focusPanel('editor');
      },
    });
  return moves;
}

function titles(panels: readonly string[]): string {
  return panels.map(panelTitle).join(', ');
}

/** The panel that has focus, or had it before the palette or a menu came; of the editor, the file in front. */
export function focusedPanel(): PanelId | undefined {
  const tab = lastFocused()?.closest<HTMLElement>('[data-panel-tab]')?.dataset['panelTab'];
  const panel = lastFocused()?.closest<HTMLElement>('[data-dock-panel]')?.dataset['dockPanel'];
  const id = tab ?? panel ?? frontOfFocusedGroup();
  if (id === undefined || !isPanel(id)) return undefined;
  const { active } = useEditors.getState();
  if (id !== 'editor' || active === null) return id;
  return `editor:${active}`;
}

function frontOfFocusedGroup(): string | undefined {
  const region = lastFocused()?.closest<HTMLElement>('[data-region]')?.dataset['region'];
  return placeOfGroup(useLayout.getState().docks, region ?? null)?.group.active ?? undefined;
}

/** Moves focus to a panel, once it is drawn where it is. */
export function focusPanel(panel: PanelId): void {
  requestAnimationFrame(() => focusPanelNamed(panel));
}

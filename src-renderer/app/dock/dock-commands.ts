import type { Command } from '../../state/commands';
import { placeOf } from '../../state/docks';
import { useLayout } from '../../state/layout-store';
import { usePalette } from '../../state/palette-store';
import { focusedPanel, focusPanel } from './move-panel';

/** Moving panels without a pointer. */
export function dockCommands(): readonly Command[] {
  return [
    {
      id: 'panel.move',
      title: 'Move Panel to…',
      category: 'View',
      menu: { name: 'view', group: 4 },
      when: () => focusedPanel() !== undefined,
      run: () => {
        const panel = focusedPanel();
        if (panel !== undefined) usePalette.getState().openMove(panel);
      },
    },
    {
      id: 'panel.maximize',
      title: 'Maximize or Restore Panel',
      category: 'View',
      keys: 'Mod+Shift+Enter',
      menu: { name: 'view', group: 4 },
      run: () => {
        const { docks, main, maximize, maximized } = useLayout.getState();
        const panel = focusedPanel() ?? main;
        if (maximized !== null) maximize(null);
        else maximize((placeOf(docks, panel) ?? placeOf(docks, 'editor'))?.group.id ?? null);
        focusPanel(panel);
      },
    },
    {
      id: 'layout.reset',
      title: 'Reset Layout',
      category: 'View',
      menu: { name: 'view', group: 4 },
      run: () => useLayout.getState().reset(),
    },
  ];
}

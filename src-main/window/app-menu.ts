/** The application menu on the screen. */
import { Menu } from 'electron';
import type { MenuCommand } from '../../src-preload/contract';
import { menuTemplate } from './menu-template';

let shown = '';

/**
 * Sets the menu. `run` gets the id of a command that was chosen, and must be the same for the same window. A menu in which
 * only what can be chosen has changed stays, so that one that is open does not close.
 */
export function setAppMenu(
  window: number,
  commands: readonly MenuCommand[],
  run: (command: string) => void,
): void {
  const template = menuTemplate(commands, process.platform, run);
  const shape = JSON.stringify([window, commands.map((command) => ({ ...command, enabled: 0, checked: 0 }))]);
  const present = Menu.getApplicationMenu();
  if (shape !== shown || present === null) {
    shown = shape;
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
    return;
  }
  for (const menu of template) {
    if (!Array.isArray(menu.submenu)) continue;
    for (const { id, enabled, visible, checked } of menu.submenu) {
      const item = id === undefined ? null : present.getMenuItemById(id);
      if (item === null) continue;
      if (enabled !== undefined) item.enabled = enabled;
      if (visible !== undefined) item.visible = visible;
      if (checked === true) item.checked = true;
    }
  }
}

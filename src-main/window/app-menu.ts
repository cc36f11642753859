/** The application menu. Its entries are the window's own commands; Electron adds those that belong to the system. */
import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../src-preload/contract';

const TITLES = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  go: 'Go',
  play: 'Play',
  tools: 'Tools',
  help: 'Help',
} as const;
type MenuName = keyof typeof TITLES;

/** What the system adds, after the window's commands. */
const ROLES: Readonly<Partial<Record<MenuName, MenuItemConstructorOptions[]>>> = {
  file: [{ role: 'close', label: 'Close Window' }],
  edit: [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
  view: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
};

/** Sets the menu. `run` gets the id of a command that was chosen. */
export function setAppMenu(commands: readonly MenuCommand[], run: (command: string) => void): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = mac ? [{ role: 'appMenu' }] : [];
  for (const name of Object.keys(TITLES) as MenuName[]) {
    const entries = entriesOf(
      commands.filter((command) => command.menu === name),
      run,
    );
    const roles = [...(ROLES[name] ?? []), ...(name === 'file' && !mac ? [{ role: 'quit' } as const] : [])];
    const submenu = [
      ...entries,
      ...(entries.length > 0 && roles.length > 0 ? [{ type: 'separator' } as const] : []),
      ...roles,
    ];
    if (submenu.length > 0) template.push({ label: TITLES[name], submenu });
  }
  if (mac) template.push({ role: 'windowMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function entriesOf(
  commands: readonly MenuCommand[],
  run: (command: string) => void,
): MenuItemConstructorOptions[] {
  const sorted = [...commands].sort((a, b) => a.group - b.group);
  return sorted.flatMap((command, index): MenuItemConstructorOptions[] => {
    const first = index > 0 && sorted[index - 1]?.group !== command.group;
    const entry: MenuItemConstructorOptions = {
      id: command.id,
      label: command.title,
      enabled: command.enabled,
      click: () => run(command.id),
      // The window handles its keys itself; the menu shows them and must not run the command a second time.
      registerAccelerator: false,
      ...(command.keys === undefined ? {} : { accelerator: acceleratorOf(command.keys) }),
    };
    return first ? [{ type: 'separator' }, entry] : [entry];
  });
}

/** `Mod+Shift+P` as Electron writes it. */
export function acceleratorOf(keys: string): string {
  const names: Readonly<Record<string, string>> = {
    Mod: 'CommandOrControl',
    ArrowUp: 'Up',
    ArrowDown: 'Down',
    ArrowLeft: 'Left',
    ArrowRight: 'Right',
    '`': '`',
  };
  return (keys.split(' ')[0] ?? '')
    .split('+')
    .map((part) => names[part] ?? part)
    .join('+');
}

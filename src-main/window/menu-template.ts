/**
 * The entries of the application menu: the window's own commands, and those that belong to the system, where each platform
 * expects them.
 */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../src-preload/contract';

type Item = MenuItemConstructorOptions;
type MenuName = Exclude<MenuCommand['menu'], 'app'>;

/** With the letter that opens it together with Alt. */
const TITLES: Readonly<Record<MenuName, string>> = {
  file: '&File',
  edit: '&Edit',
  view: '&View',
  go: '&Go',
  play: '&Play',
  tools: '&Tools',
  help: '&Help',
};

/** What the system does with text. A command that stands in for one hides it while it can act. */
const TEXT = ['cut', 'copy', 'paste', 'selectAll'] as const;

/**
 * All menus, for a platform as `process.platform` names it. `run` gets the id of a command that was chosen. Entries have the
 * ids of their commands; `role.copy` and the like are those of the system.
 */
export function menuTemplate(
  commands: readonly MenuCommand[],
  platform: NodeJS.Platform,
  run: (command: string) => void,
): Item[] {
  const mac = platform === 'darwin';
  const of = (menu: MenuCommand['menu']): Item[] =>
    entriesOf(
      commands.filter((command) => command.menu === menu),
      mac,
      run,
    );
  const system: Readonly<Partial<Record<MenuName, Item[]>>> = {
    file: [
      ...(mac ? [] : withLineBehind(of('app'))),
      // The key of the role closes a file here.
      {
        role: 'close',
        label: mac ? 'Close Window' : '&Close Window',
        accelerator: 'CommandOrControl+Shift+W',
      },
      ...(mac ? [] : [{ role: 'quit' } as const]),
    ],
    edit: TEXT.filter((role) => !commands.some(({ insteadOf }) => insteadOf === role)).map((role) => ({
      role,
    })),
    view: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The plus of many keyboards needs Shift, which nobody presses.
      { role: 'zoomIn', id: 'role.zoomIn.equals', accelerator: 'CommandOrControl+=', visible: false },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
    ...(mac ? {} : { help: [{ role: 'about', label: '&About Skywalker' }] }),
  };
  const menus: Item[] = mac ? [appMenu(of('app'))] : [];
  for (const [name, title] of Object.entries(TITLES) as [MenuName, string][]) {
    const entries = of(name);
    const more = system[name] ?? [];
    const submenu = [...(more.length > 0 ? withLineBehind(entries) : entries), ...more];
    if (submenu.length === 0) continue;
    if (mac && name === 'help') menus.push({ role: 'windowMenu' });
    // The search that macOS puts into it comes with the role.
    menus.push({
      label: mac ? title.replace('&', '') : title,
      submenu,
      ...(name === 'help' ? { role: 'help' } : {}),
    });
  }
  return menus;
}

/** The menu with the name of the application, which macOS has at the left. */
function appMenu(own: Item[]): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      ...withLineBehind(own),
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

function withLineBehind(items: Item[]): Item[] {
  return items.length === 0 ? items : [...items, { type: 'separator' }];
}

function entriesOf(commands: readonly MenuCommand[], mac: boolean, run: (command: string) => void): Item[] {
  const sorted = [...commands].sort((a, b) => a.group - b.group);
  return sorted.flatMap((command, index): Item[] => {
    const first = index > 0 && sorted[index - 1]?.group !== command.group;
    const { insteadOf } = command;
    const entry: Item = {
      id: command.id,
      ...(command.checked === undefined ? {} : { type: 'radio' as const, checked: command.checked }),
      // An ampersand would mark a letter.
      label: mac ? command.title : command.title.replaceAll('&', '&&'),
      enabled: command.enabled,
      visible: insteadOf === undefined || command.enabled,
      click: () => run(command.id),
      // The window handles its keys itself; the menu shows them and must not run the command a second time.
      registerAccelerator: false,
      ...(command.keys === undefined ? {} : { accelerator: acceleratorOf(command.keys) }),
    };
    return [
      ...(first ? [{ type: 'separator' as const }] : []),
      entry,
      ...(insteadOf === undefined
        ? []
        : [{ id: `role.${insteadOf}`, role: insteadOf, visible: !command.enabled }]),
    ];
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
  };
  return (keys.split(' ')[0] ?? '')
    .split('+')
    .map((part) => names[part] ?? part)
    .join('+');
}

import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import type { MenuCommand } from '../../src-preload/contract';
import { menuTemplate } from './menu-template';

const command = (id: string, more: Partial<MenuCommand> = {}): MenuCommand => ({
  id,
  title: id,
  menu: 'file',
  group: 1,
  enabled: true,
  ...more,
});
const COMMANDS = [
  command('scene.save', { title: 'Save Scene', group: 2, keys: 'Mod+S' }),
  command('file.open', { title: 'Open Project…', keys: 'Mod+O' }),
  command('view.settings', { title: 'Settings…', menu: 'app', keys: 'Mod+,' }),
  command('entity.copy', { title: 'Copy the Selection', menu: 'edit', insteadOf: 'copy', keys: 'Mod+C' }),
  command('start.next', { title: 'Next', menu: 'help', enabled: false }),
];

function menusOn(
  platform: NodeJS.Platform,
  commands: readonly MenuCommand[] = COMMANDS,
  run: (id: string) => void = () => undefined,
): Map<string, MenuItemConstructorOptions[]> {
  return new Map(
    menuTemplate(commands, platform, run).map((menu) => [
      menu.label ?? menu.role ?? '',
      Array.isArray(menu.submenu) ? menu.submenu : [],
    ]),
  );
}

const wordsOf = (items: readonly MenuItemConstructorOptions[] = []): string[] =>
  items
    .filter((item) => item.visible !== false)
    .map((item) => item.label ?? item.role ?? (item.type === 'separator' ? '-' : ''));

test('on Linux and Windows, File ends with settings, Close Window and Quit, and letters open menus with Alt', () => {
  for (const platform of ['linux', 'win32'] as const) {
    const menus = menusOn(platform);
    expect([...menus.keys()]).toEqual(['&File', '&Edit', '&View', '&Help']);
    expect(wordsOf(menus.get('&File'))).toEqual([
      ...['Open Project…', '-', 'Save Scene', '-', 'Settings…', '-', '&Close Window', 'quit'],
    ]);
    expect(wordsOf(menus.get('&Help'))).toEqual(['Next', '-', '&About Skywalker']);
  }
});

test('on macOS, about, settings and quit stand in the menu of the application, and Window before Help', () => {
  const menus = menusOn('darwin');
  expect([...menus.keys()]).toEqual(['appMenu', 'File', 'Edit', 'View', 'windowMenu', 'Help']);
  expect(wordsOf(menus.get('appMenu'))).toEqual([
    ...['about', '-', 'Settings…', '-', 'services', '-', 'hide', 'hideOthers', 'unhide', '-', 'quit'],
  ]);
  expect(wordsOf(menus.get('File'))).toEqual(['Open Project…', '-', 'Save Scene', '-', 'Close Window']);
});

test('an entry shows its key, which the window handles itself; what can not act is dimmed', () => {
  const chosen: string[] = [];
  const menus = menusOn('linux', COMMANDS, (id) => chosen.push(id));
  const [, , save] = menus.get('&File') ?? [];
  expect(save).toMatchObject({
    accelerator: 'CommandOrControl+S',
    registerAccelerator: false,
    enabled: true,
  });
  (save?.click as (() => void) | undefined)?.();
  expect(chosen).toEqual(['scene.save']);
  expect(menus.get('&Help')?.[0]).toMatchObject({ label: 'Next', enabled: false });
});

test('the key that closes a file closes no window', () => {
  const close = menusOn('linux')
    .get('&File')
    ?.find(({ role }) => role === 'close');
  expect(close?.accelerator).toBe('CommandOrControl+Shift+W');
});

test('of copying text and copying entities, the menu has the one that is meant', () => {
  const edit = (enabled: boolean): string[] =>
    wordsOf(
      menusOn('linux', [
        command('entity.copy', { title: 'Copy the Selection', menu: 'edit', insteadOf: 'copy', enabled }),
      ]).get('&Edit'),
    );
  expect(edit(true)).toEqual(['Copy the Selection', '-', 'cut', 'paste', 'selectAll']);
  expect(edit(false)).toEqual(['copy', '-', 'cut', 'paste', 'selectAll']);
});

test('an ampersand in a title is one, and marks no letter', () => {
  const [first] = menusOn('linux', [command('x', { title: 'This & That' })]).get('&File') ?? [];
  expect(first?.label).toBe('This && That');
});

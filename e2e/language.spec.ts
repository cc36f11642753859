/** The language service in the real window: what is wrong and its mending, completion, and names across files. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  openEditor,
  takeThemeScreenshots,
  type Editor,
} from './app';

const COMBAT = `const BASE = 2

-- Takes hp away, twice the amount.
fn hurt(e: entity, amount = 1) -> number
  return e.hp - amount * BASE
end
`;

const ARENA = `use "scripts/combat"

fn strike(target: entity)
  let far = disance(target.position, (0, 0, 0))
  if far > 10 then
    return 0
  end
  return combat.hurt(target, far)
end
`;

const DOOR = `behavior Door
  var open = false

  on start

  end

  state Wide
    on enter
      open = true
    end
  end
end
`;

let editor: Editor;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  mkdirSync(join(editor.project, 'scripts'), { recursive: true });
  writeFileSync(join(editor.project, 'scripts/combat.wander'), COMBAT);
  writeFileSync(join(editor.project, 'scripts/arena.wander'), ARENA);
  writeFileSync(join(editor.project, 'scripts/door.wander'), DOOR);
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
});

test.afterAll(() => editor?.close());

const pane = (path: string): Locator => page.locator(`[data-editor="${path}"]`);
const onDisk = (path: string): string => readFileSync(join(editor.project, path), 'utf8');
/** The text of an open file as it is shown; spaces in it are no-break spaces. */
const shown = (path: string): Locator => pane(path).locator('.view-lines');

async function openFile(path: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p');
  const name = path.split('/').at(-1) ?? path;
  await page.getByRole('combobox', { name: 'Go to' }).fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(shown(path)).toBeVisible();
}

/** Puts the caret at a line and column, both from 1. */
async function putCaret(path: string, line: number, column: number): Promise<void> {
  await shown(path).click();
  await page.keyboard.press('Control+g');
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press('Enter');
  await expect(pane(path).getByText(`Ln ${line}, Col ${column}`)).toBeVisible();
}

test('a mistake is underlined, the pointer over it says what is wrong, and the quick fix mends it', async () => {
  const path = 'scripts/arena.wander';
  await openFile(path);
  await expect(pane(path).locator('.squiggly-error')).toBeVisible();
  await shown(path).getByText('disance').hover();
  const hover = page.locator('.monaco-hover:visible').first();
  await expect(hover).toContainText('disance');
  await takeThemeScreenshots(editor, 'language-problem');
  await putCaret(path, 4, 17);
  await page.keyboard.press('ControlOrMeta+.');
  await expect(page.locator('.action-widget').first()).toContainText('Change to "distance"');
  await takeThemeScreenshots(editor, 'language-fix');
  await page.keyboard.press('Enter');
  await expect(shown(path)).toContainText('let far = distance(');
  await expect(pane(path).locator('.squiggly-error')).toHaveCount(0);
});

test('members of what a value is are offered with their docs, and calls show their parameters', async () => {
  const path = 'scripts/arena.wander';
  await putCaret(path, 6, 13);
  await page.keyboard.press('Enter');
  await page.keyboard.type('let here = target.pos');
  const list = page.locator('.suggest-widget');
  await expect(list).toContainText('position');
  await page.keyboard.press('ControlOrMeta+Space');
  await expect(page.locator('.suggest-details')).toContainText('Metres, relative to the parent.');
  await takeThemeScreenshots(editor, 'language-completion');
  await page.keyboard.press('Enter');
  await expect(shown(path)).toContainText('let here = target.position');
  await page.keyboard.press('Enter');
  await page.keyboard.type('combat.hurt(target, ');
  await expect(page.locator('.parameter-hints-widget')).toContainText('hurt(e: entity, amount?) -> number');
  await takeThemeScreenshots(editor, 'language-signature');
  await page.keyboard.press('Escape');
  await page.keyboard.type('1');
  await page.keyboard.press('End');
});

test('hover tells signature and comment of a function in another file', async () => {
  const path = 'scripts/arena.wander';
  await shown(path).getByText('hurt').last().hover();
  const hover = page.locator('.monaco-hover:visible').first();
  await expect(hover).toContainText('fn hurt(e: entity, amount?) -> number');
  await expect(hover).toContainText('Takes hp away, twice the amount.');
  await takeThemeScreenshots(editor, 'language-hover');
  await page.keyboard.press('Escape');
});

/** How the editor builds its menu, and that it belongs to no landmark; its colours are ours. */
const MENU_OF_MONACO = [
  'region',
  'aria-allowed-attr',
  'aria-required-children',
  'aria-required-parent',
  'presentation-role-conflict',
];

test('by mouse: the menu of the text leads to the definition, offers references and renaming, and formats', async () => {
  const path = 'scripts/arena.wander';
  const menu = page.locator('.monaco-menu:visible');
  const openMenu = async (): Promise<void> => {
    // The caret lies over the text where it stands.
    await shown(path).getByText('hurt').last().click({ button: 'right', force: true });
    await expect(menu).toBeVisible();
  };
  // A menu that has only just opened takes no click, so that none is meant for what was there before.
  const choose = (entry: string): Promise<void> =>
    expect(async () => {
      await menu.getByText(entry, { exact: true }).click({ timeout: 1000 });
      await expect(menu).toHaveCount(0, { timeout: 500 });
    }).toPass();
  await openMenu();
  for (const entry of ['Go to Definition', 'Go to References', 'Rename Symbol', 'Format Document'])
    await expect(menu.getByText(entry, { exact: true })).toBeVisible();
  await takeThemeScreenshots(editor, 'language-menu');
  await expectAccessibleInBothThemes(editor, 'the menu of the text', MENU_OF_MONACO);
  await page.keyboard.press('Escape');
  await openMenu();
  await choose('Rename Symbol');
  await expect(page.locator('.rename-box input')).toHaveValue('hurt');
  await page.keyboard.press('Escape');
  await openMenu();
  await choose('Go to Definition');
  await expect(pane('scripts/combat.wander').locator(':focus')).toHaveCount(1);
  await openFile(path);
});

test('renaming a function of a module renames it in both files, and neither is saved without a word', async () => {
  const path = 'scripts/arena.wander';
  await putCaret(path, 10, 19);
  await page.keyboard.press('F2');
  await expect(page.locator('.rename-box input')).toHaveValue('hurt');
  await expect(page.locator('.rename-box input')).toBeFocused();
  await page.keyboard.type('harm');
  await takeThemeScreenshots(editor, 'language-rename');
  await page.keyboard.press('Enter');
  await expect(shown(path)).toContainText('combat.harm(target, far)');
  await expect(page.getByRole('tab', { name: /combat\.wander/ })).toBeVisible();
  await expect(pane(path).locator('.squiggly-error')).toHaveCount(0);
  expect(onDisk('scripts/combat.wander')).toBe(COMBAT);
});

test('the definition opens in the other file, at its place', async () => {
  await putCaret('scripts/arena.wander', 10, 19);
  // What was just renamed is known under its new name a moment later.
  await expect(async () => {
    await page.keyboard.press('F12');
    await expect(pane('scripts/combat.wander').getByText('Ln 4, Col 4')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(shown('scripts/combat.wander')).toContainText('fn harm(e: entity, amount = 1) -> number');
  await takeThemeScreenshots(editor, 'language-definition');
});

test('references are shown with the lines of every file that has them', async () => {
  await page.keyboard.press('Shift+F12');
  const peek = page.locator('.reference-zone-widget');
  await expect(peek).toContainText('arena.wander');
  await expect(peek).toContainText('combat.wander');
  await takeThemeScreenshots(editor, 'language-references');
  await page.keyboard.press('Escape');
  await expect(peek).toHaveCount(0);
  await expectAccessible(page, 'language');
});

test('formatting makes a text canonical as one step, and the outline lists its declarations', async () => {
  const path = 'scripts/combat.wander';
  await putCaret(path, 5, 30);
  await page.keyboard.type('+1');
  await page.keyboard.press('Shift+Alt+f');
  await expect(shown(path)).toContainText('amount * BASE + 1');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  const outline = page.locator('.quick-input-widget');
  await expect(outline).toContainText('BASE');
  await expect(outline).toContainText('harm');
  await takeThemeScreenshots(editor, 'language-outline');
  await page.keyboard.press('Escape');
});

test('in a behaviour, states are offered behind "go to" and the outline shows what it is made of', async () => {
  const path = 'scripts/door.wander';
  await openFile(path);
  await putCaret(path, 5, 1);
  await page.keyboard.type('    if not open then go to ');
  await page.keyboard.press('ControlOrMeta+Space');
  await expect(page.locator('.suggest-widget')).toContainText('Wide');
  await takeThemeScreenshots(editor, 'language-behaviour');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' end');
  await expect(shown(path)).toContainText('if not open then go to Wide end');
  await expect(pane(path).locator('.squiggly-error')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+o');
  const outline = page.locator('.quick-input-widget');
  for (const name of ['Door', 'open', 'on start', 'Wide', 'on enter'])
    await expect(outline).toContainText(name);
  await takeThemeScreenshots(editor, 'language-behaviour-outline');
  await page.keyboard.press('Escape');
});

/** Panels that can be docked anywhere, by pointer and by keyboard alone, and that are where they were the next time. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible, openEditor, setTheme, takeScreenshots, type Editor } from './app';

let editor: Editor;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
});

test.afterAll(() => editor?.close());

const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true });

async function choose(command: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill(command);
  await page.keyboard.press('Enter');
}

async function moveTo(place: string): Promise<void> {
  await choose('Move Panel to');
  await page.getByRole('combobox', { name: 'Move the panel' }).fill(place);
  await page.keyboard.press('Enter');
}

/** Drags by the pointer, and lets go once the place is shown that takes it. */
async function drag(handle: Locator, target: Locator, at: { x: number; y: number }): Promise<void> {
  await handle.hover();
  await page.mouse.down();
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to drag to');
  const [x, y] = [box.x + at.x, box.y + at.y];
  await page.mouse.move(x, y, { steps: 3 });
  await expect(page.locator('[data-drops]').first()).toBeVisible();
  await page.mouse.move(x + 1, y + 1, { steps: 2 });
  await page.mouse.up();
  await expect(page.locator('[data-drops]')).toHaveCount(0);
}

test('a panel moves by keyboard alone, keeps its place in its list, and has focus where it is', async () => {
  const tree = page.getByRole('treeitem', { name: /Main Camera/ });
  await tree.click();
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('a');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await tree.focus();
  await moveTo('To the Bottom');
  await expect(region('Bottom panel').getByRole('tab', { name: 'Scene Tree' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // It is the same panel: what was typed there is still there.
  await expect(page.getByRole('searchbox', { name: 'Search entities' })).toHaveValue('a');
  await expect(region('Scene tree')).toHaveCount(0);
  await expect(tree).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('');
});

test('a panel that is dragged splits a group, joins another, and opens a dock that is closed', async () => {
  const right = await region('Inspector and history').boundingBox();
  await drag(tab('Problems'), region('Inspector and history'), { x: 150, y: (right?.height ?? 0) - 40 });
  await expect(region('Docked panel 1').getByRole('tab', { name: 'Problems' })).toBeVisible();
  await drag(tab('Scene Tree'), tab('Problems'), { x: 60, y: 10 });
  await expect(region('Docked panel 1').getByRole('tab', { name: 'Scene Tree' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // A main view goes by its button of the activity bar, and its camera or caret with it.
  const scene = await region('Scene').boundingBox();
  await drag(page.getByRole('button', { name: 'Studio: Tools' }), region('Scene'), {
    x: (scene?.width ?? 0) - 40,
    y: 200,
  });
  await expect(region('Docked panel 2').getByRole('tab', { name: 'Tools' })).toBeVisible();
  await expect(region('Scene').getByRole('img').or(region('Scene').locator('canvas')).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Studio: Tools' })).toHaveAttribute('aria-current', 'page');
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(editor, theme);
    await expectAccessible(page, `Docked, ${theme}`);
  }
  await takeScreenshots(editor, 'docking');

  // The left is closed now, and opens for what is let go at its edge.
  const area = await page.getByRole('main').boundingBox();
  await drag(tab('History'), page.getByRole('main'), { x: 20, y: (area?.height ?? 0) / 2 });
  await expect(region('Left panel').getByRole('tab', { name: 'History' })).toBeVisible();
});

test('a panel is maximized and restored by a key, and what Show leads to restores it', async () => {
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(region('Scene')).toHaveCount(0);
  await expect(region('Bottom panel')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(region('Scene')).toBeVisible();
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await page.keyboard.press('ControlOrMeta+1');
  await expect(region('Scene')).toBeVisible();
});

test('a file gets a panel of its own beside the scene, keeps its text, and goes back among the tabs', async () => {
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('README');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'README.md' })).toBeVisible();
  const text = page.locator('.monaco-editor').first();
  await text.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Docked. ');
  await moveTo('Right of the Main Area');
  await page.keyboard.press('ControlOrMeta+1');
  const own = page.getByRole('tab', { name: /^README\.md/ });
  await expect(own).toBeVisible();
  await expect(region('Scene')).toBeVisible();
  await expect(page.locator('.view-lines').filter({ hasText: 'Docked.' })).toBeVisible();

  // Asking for the file again shows it where it is.
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('README');
  await page.keyboard.press('Enter');
  await expect(region('Scene')).toBeVisible();
  await own.focus();
  await moveTo('Back into the Editor');
  await expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab')).toHaveText(/README\.md/);
  await expect(page.locator('.view-lines').filter({ hasText: 'Docked.' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+1');
});

test('the places of panels are remembered for the project, and bad ones are what is there at first', async () => {
  const stored = (): Promise<string> =>
    page.evaluate(`localStorage.getItem(${JSON.stringify(`skywalker.layout:${editor.project}`)})`);
  expect(await stored()).toContain('"g2"');
  await page.reload();
  await expect(region('Docked panel 2').getByRole('tab', { name: 'Tools' })).toBeVisible();
  await expect(region('Docked panel 1').getByRole('tab', { name: 'Scene Tree' })).toBeVisible();

  await page.evaluate(
    `localStorage.setItem(${JSON.stringify(`skywalker.layout:${editor.project}`)}, '{"docks":{"main":[]}}')`,
  );
  await page.reload();
  await expect(region('Scene tree')).toBeVisible();
  await expect(region('Bottom panel').getByRole('tab')).toHaveText([
    'Activity',
    'Problems',
    'Tests',
    'Output',
  ]);
});

test('Reset Layout puts everything back', async () => {
  await tab('History').focus();
  await moveTo('To the Left');
  await expect(region('Left panel').getByRole('tab')).toHaveText(['Scene Tree', 'History']);
  await tab('History').press('Alt+ArrowLeft');
  await expect(region('Left panel').getByRole('tab')).toHaveText(['History', 'Scene Tree']);
  await choose('Reset Layout');
  await expect(region('Scene tree')).toBeVisible();
  await expect(region('Inspector and history').getByRole('tab')).toHaveText(['Inspector', 'History']);
});

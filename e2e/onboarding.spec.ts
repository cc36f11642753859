/**
 * Somebody who has never seen the editor: from the welcome screen to the first approved tool, without reading anything, once by
 * mouse and once by keyboard alone. Clicks and key presses are counted.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible, openEditor, setTheme, takeScreenshots, type Editor } from './app';

let editor: Editor;
let page: Page;

test.beforeEach(async () => {
  editor = await openEditor({ project: false });
  page = editor.page;
});

test.afterEach(() => editor?.close());

const bar = (): Locator => page.getByRole('region', { name: 'Getting started' });
const review = (): Locator => page.getByRole('article', { name: 'Review of user_crystal_ring' });
const step = (): Locator => bar().locator('[aria-current="step"]');

/** The decision takes input half a second after the tool has come on screen. */
async function settled(): Promise<void> {
  await expect(review().getByRole('button', { name: /^Approve/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
}

const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

async function copied(): Promise<string> {
  return editor.app.evaluate(({ clipboard }) => clipboard.readText());
}

test('by mouse: eleven clicks at most lead to a tool that is approved and called, and to an agent’s configuration', async () => {
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('button', { name: /Open the Sample/ }));
  await expect(step()).toHaveText('Look at what waits');
  await expect(page.getByRole('button', { name: '1 to approve' })).toBeVisible();
  await takeScreenshots(editor, 'getting-started');
  await click(bar().getByRole('button', { name: 'Look at the Tool' }));
  await expect(review()).toBeVisible();
  await expect(step()).toHaveText('Try it');
  await click(bar().getByRole('button', { name: 'Try It' }));
  await click(review().getByRole('button', { name: /Run as Dry Run/ }));
  await expect(review().getByText('It worked')).toBeVisible();
  await expect(step()).toHaveText('Approve it');
  await expectAccessible(page, 'Getting started');
  await settled();
  await click(review().getByRole('button', { name: /^Approve/ }));
  const skip = review().getByRole('button', { name: /^Approve, I Skipped/ });
  await expect(skip.or(page.getByText('Approved: it can be called.')).first()).toBeVisible();
  if (await skip.isVisible()) await click(skip);
  await expect(step()).toHaveText('Call it');
  await click(bar().getByRole('button', { name: 'Call It' }));
  await click(review().getByRole('button', { name: 'Run and Keep' }));
  await expect(review().getByText('It ran, and what it changed is kept')).toBeVisible();
  await expect(step()).toHaveText('Connect an agent');
  await click(bar().getByRole('button', { name: 'Connect an Agent' }));
  await click(page.getByRole('button', { name: /^Copy for Claude Code/ }));
  await expect(page.getByText('Configuration for Claude Code copied')).toBeVisible();
  expect(await copied()).toMatch(/^claude mcp add skywalker -- /);
  await expect(bar()).toContainText('That is all');
  expect(clicks).toBeLessThanOrEqual(11);

  // One undo takes the call back.
  await page.keyboard.press('ControlOrMeta+1');
  await page.getByRole('treeitem', { name: /^Player/ }).click();
  await expect(page.getByRole('button', { name: /150 entities/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: /142 entities/ })).toBeVisible();

  // Who is through is left alone, the next time too.
  await bar().getByRole('button', { name: 'Done' }).click();
  await expect(bar()).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('treeitem', { name: /^Player/ })).toBeVisible();
  await expect(bar()).toHaveCount(0);
});

test('by keyboard alone: twenty-four presses at most', async () => {
  let presses = 0;
  const press = async (key: string): Promise<void> => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await expect(page.getByRole('button', { name: /Open the Sample/ })).toBeFocused();
  await press('Enter');
  await expect(step()).toHaveText('Look at what waits');
  await press('Alt+n');
  await expect(page.getByRole('heading', { name: 'user_crystal_ring' })).toBeFocused();
  await press('Alt+n');
  await expect(review().getByRole('textbox', { name: /^around/ })).toBeFocused();
  await press('Shift+Enter');
  await expect(step()).toHaveText('Approve it');
  await press('Alt+n');
  await settled();
  await press('ControlOrMeta+Enter');
  // What was never on screen is shown first.
  const show = review().getByRole('button', { name: 'Show Them' });
  await expect(show.or(page.getByText('Approved: it can be called.')).first()).toBeVisible();
  if (await show.isVisible()) {
    while (!(await isFocused(show)) && presses < 14) await press('Tab');
    await press('Enter');
    await settled();
    await press('ControlOrMeta+Enter');
  }
  await expect(step()).toHaveText('Call it');
  await press('Alt+n');
  await expect(review().getByRole('textbox', { name: /^around/ })).toBeFocused();
  const keep = review().getByRole('button', { name: 'Run and Keep' });
  while (!(await isFocused(keep)) && presses < 24) await press('Tab');
  await press('Enter');
  await expect(step()).toHaveText('Connect an agent');
  await press('Alt+n');
  await expect(page.getByRole('button', { name: /^Copy for Claude Code/ })).toBeFocused();
  await press('Enter');
  await expect(bar()).toContainText('That is all');
  expect(await copied()).toMatch(/^claude mcp add skywalker -- /);
  expect(presses).toBeLessThanOrEqual(24);
  await expect(page.getByLabel('How long a call waits for an answer')).toBeVisible();
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(editor, theme);
    await expectAccessible(page, `Settings, ${theme}`);
  }
  await takeScreenshots(editor, 'settings');
});

test('it can be hidden at once, stays hidden, and comes back from the settings', async () => {
  await page.getByRole('button', { name: /Open the Sample/ }).click();
  await bar().getByRole('button', { name: 'Hide Getting Started' }).click();
  await page.reload();
  await expect(page.getByRole('treeitem', { name: /^Player/ })).toBeVisible();
  await expect(bar()).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('getting started');
  await page.getByRole('button', { name: 'Show It Again' }).click();
  await expect(step()).toHaveText('Look at what waits');
});

test('settings are found by words, take effect at once, last, and go back to what they were', async () => {
  await page.getByRole('button', { name: /Open the Sample/ }).click();
  await expect(bar()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('code pixels');
  const size = page.getByRole('combobox', { name: 'Font size' });
  await expect(page.getByRole('heading', { level: 4 })).toHaveText(['Font size']);
  await size.click();
  await page.getByRole('option', { name: '18 px' }).click();
  await expect(size).toHaveText('18 px');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Font size' })).toHaveText('18 px');
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('README');
  await page.keyboard.press('Enter');
  const line = page.locator('.view-lines').first();
  await expect(line).toHaveCSS('font-size', '18px');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByRole('button', { name: 'Reset Font size to 13 px' }).click();
  await page.keyboard.press('ControlOrMeta+2');
  await expect(line).toHaveCSS('font-size', '13px');
  await page.keyboard.press('ControlOrMeta+,');
  await search.fill('nothing like that');
  await page.getByRole('button', { name: 'Show All Settings' }).click();
  await expect(page.getByRole('heading', { level: 4 }).first()).toHaveText('Theme');
});

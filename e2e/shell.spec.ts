/** The shell by mouse: activity bar, tabs, status bar, maximizing; and the recent projects of the welcome view. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectOverHttp } from './agent';
import { openEditor, type Editor } from './app';

test.describe('on a project', () => {
  let editor: Editor;
  let page: Page;

  test.beforeAll(async () => {
    editor = await openEditor();
    page = editor.page;
    await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  });

  test.afterAll(() => editor?.close());

  const item = (name: RegExp): Locator =>
    page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name });

  test('a click in the activity bar shows each view, and says which is shown', async () => {
    const bar = page.getByRole('navigation', { name: 'Views' });
    for (const [button, view] of [
      ['Editor', 'Editor'],
      ['Studio: Tools', 'Tools'],
      ['Tests', 'Tests'],
      ['Activity', 'Activity'],
      ['Studio: Agents', 'Agents'],
      ['Studio: Messages and Board', 'Studio'],
      ['Settings', 'Settings'],
      ['Scene', 'Scene'],
    ] as const) {
      await bar.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('region', { name: view, exact: true })).toBeVisible();
      await expect(bar.getByRole('button', { name: button, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
    }
  });

  test('a click on each tab at the bottom and at the right shows its panel, and an empty one offers what fills it', async () => {
    for (const [tab, action] of [
      ['Problems', 'Go to File…'],
      ['Output', 'Try a Tool'],
      ['History', 'Create an Entity'],
      ['Inspector', 'Go to Entity…'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('button', { name: action })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Go to Entity…' }).click();
    await page.getByRole('option', { name: /^Lights/ }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Lights');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Create an Entity' }).click();
    await expect(page.getByRole('list', { name: 'History, newest first' })).toContainText('Empty');
  });

  test('the bottom is made as large as the window by its button, by a double click, and put back', async () => {
    const tree = page.getByRole('treeitem', { name: /Player/ });
    await page.getByRole('button', { name: 'Maximize Panel' }).click();
    await expect(tree).toBeHidden();
    await page.getByRole('button', { name: 'Restore Panel' }).click();
    await expect(tree).toBeVisible();
    await page.getByRole('tab', { name: 'Output' }).dblclick();
    await expect(tree).toBeHidden();
    await page.getByRole('tab', { name: 'Output' }).dblclick();
    await expect(tree).toBeVisible();
  });

  test('the window follows the system from light to dark and back, unless a theme is chosen', async () => {
    const background = (): Promise<unknown> =>
      page.evaluate('getComputedStyle(document.body).backgroundColor');
    const choose = async (theme: string): Promise<void> => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemcheckbox', { name: theme }).click();
    };
    const shownIn = async (scheme: 'light' | 'dark'): Promise<unknown> => {
      await page.emulateMedia({ colorScheme: scheme });
      await expect
        .poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
        .toBe(scheme === 'dark');
      return background();
    };
    await choose('Follow System');
    const [light, dark] = [await shownIn('light'), await shownIn('dark')];
    expect(light).not.toBe(dark);
    expect(await shownIn('light')).toBe(light);
    await choose('Dark');
    expect([await shownIn('light'), await shownIn('dark')]).toEqual([dark, dark]);
    await choose('Light');
    expect(await shownIn('dark')).toBe(light);
    await choose('Follow System');
    await page.emulateMedia({ colorScheme: null });
  });

  test('the status bar leads to the agents, the policy, the problems, and saves', async () => {
    const agent = await connectOverHttp('claude-code', editor.connection());
    await agent.call('entity_create', { name: 'Lit', mesh: 'sphere' });
    await item(/^1 agent$/).click();
    await expect(page.getByRole('dialog', { name: 'Connected agents' })).toContainText('claude-code');
    await page.keyboard.press('Escape');
    await agent.close();
    await item(/^Sky Garden \(unsaved\)/).click();
    await expect(item(/^Sky Garden \d+ entities$/)).toBeVisible();
    await item(/errors?/).click();
    await expect(page.getByRole('tab', { name: /^Problems/ })).toHaveAttribute('aria-selected', 'true');
    await item(/^Policy/).click();
    await expect(page.getByRole('region', { name: 'Tools', exact: true })).toBeVisible();
  });
});

test('the welcome view lists recent projects, newest first, without those that are gone; a click opens one', async () => {
  const editor = await openEditor({
    project: false,
    prepare: (project) => {
      const path = join(dirname(project), 'user-data/settings.json');
      mkdirSync(dirname(path), { recursive: true });
      const other = join(dirname(project), 'other');
      mkdirSync(other);
      const recent = [
        { name: 'Gone', folder: join(dirname(project), 'gone') },
        { name: 'Garden', folder: project },
        { name: 'Other', folder: other },
      ];
      writeFileSync(path, JSON.stringify({ recent }));
    },
  });
  try {
    const recent = editor.page.getByRole('region', { name: 'Recent projects' }).getByRole('button');
    await expect(recent).toHaveText([/^Garden/, /^Other/]);
    // A folder that is no project any more says so, and the view stays.
    await recent.nth(1).click();
    await expect(editor.page.getByRole('alert')).toContainText('The project did not open');
    await recent.first().click();
    await expect(editor.page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  } finally {
    await editor.close();
  }
});

/** Every panel with something in it, pictured in both themes and two sizes, to be looked at. */
import { expect, test, type Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, readJson, root, takeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  for (const name of ['enemies_near', 'tag_by_tag']) {
    const definition = readJson(join(root, `docs/examples/${name}.json`)) as Record<string, unknown>;
    const defined = await agent.call('tool_define', definition);
    expect(defined.isError, defined.text).toBe(false);
  }
  await agent.call('user_enemies_near', { radius: 8 });
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const view = (key: string): Promise<void> => page.keyboard.press(`ControlOrMeta+${key}`);

test('the scene as it opens', async () => {
  await expect(page.getByRole('feed').getByText('Enemies near', { exact: false }).first()).toBeVisible();
  await takeScreenshots(editor, 'start');
});

test('a broken file in tools/ shows in the list as invalid, with its reason', async () => {
  writeFileSync(
    join(editor.project, 'tools/half_written.tool.json'),
    '{"name": "half_written",\n  "steps": [',
  );
  await view('3');
  const grid = page.getByRole('grid', { name: 'Custom tools' });
  await expect(grid.getByText('user_half_written')).toBeVisible();
  await takeScreenshots(editor, 'tools');
  await grid.getByText('user_half_written').click();
  const review = page.getByRole('article', { name: 'Review of user_half_written' });
  await expect(review.getByText(/line 2/).first()).toBeVisible();
  await takeScreenshots(editor, 'tool-invalid');
});

test('a tool opens as a pair, definition and code side by side', async () => {
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_enemies_near').click();
  await page
    .getByRole('article', { name: 'Review of user_enemies_near' })
    .getByRole('button', { name: 'Edit' })
    .click();
  const main = page.getByRole('region', { name: 'Editor', exact: true });
  await expect(main.locator('.monaco-editor').nth(1)).toContainText('find_all');
  await takeScreenshots(editor, 'editor');
});

test('the tests of all tools run from their panel', async () => {
  await view('4');
  const main = page.getByRole('region', { name: 'Tests', exact: true });
  await main.getByRole('button', { name: /Run All/ }).click();
  await expect(main.getByText('finds one')).toBeVisible();
  await expect(main.getByText(/1 passed/).first()).toBeVisible();
  await main.getByText('finds one').click();
  await takeScreenshots(editor, 'tests');
});

test('the command palette', async () => {
  await view('1');
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeVisible();
  await takeScreenshots(editor, 'palette');
  await page.keyboard.press('Escape');
});

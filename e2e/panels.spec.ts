/** The panels that no other file pictures, with something in them, in both themes and two sizes, to be looked at. */
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

test('history, problems and output, each with something in it', async () => {
  await view('1');
  await agent.call('entity_create', { name: 'Marker', mesh: 'cone', position: [0, 3, 0] });
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'History, newest first' })).toContainText('Create Marker');
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await expect(page.getByRole('region', { name: 'tools/half_written.tool.json' })).toContainText(
    'a value expected',
  );
  await takeScreenshots(editor, 'history-and-problems');
  await page.getByRole('tab', { name: 'Output' }).click();
  await takeScreenshots(editor, 'output');
});

test('the command palette', async () => {
  await view('1');
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeVisible();
  await takeScreenshots(editor, 'palette');
  await page.keyboard.press('Escape');
});

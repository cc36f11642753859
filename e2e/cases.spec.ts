/** What broke other editors while agents were at work (docs/peer-cases.md), on the real app. */
import { expect, test, type Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, readJson, root, type Editor } from './app';

const enemiesNear = readJson(join(root, 'docs/examples/enemies_near.json')) as Record<string, unknown>;

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

test('S-74 a hidden window slows no call down, and shows all of them when it comes back', async () => {
  await editor.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  for (let index = 1; index <= 50; index += 1) {
    const made = await agent.call('entity_create', { name: `Post ${index}` });
    expect(made.isError, made.text).toBe(false);
  }
  expect((await agent.call('scene_query', { name: 'Post *', limit: 1 })).data.total).toBe(50);
  await editor.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect(page.getByRole('feed', { name: 'Activity' }).getByText('Post 50').first()).toBeVisible();
});

test('S-34 while a dialog waits for the person, calls go on; what would lose unsaved work says so and opens none', async () => {
  const asked = await editor.app.evaluateHandle(({ dialog }) => {
    const counts = { dialogs: 0, answer: (): void => undefined };
    // The person has not answered yet.
    dialog.showOpenDialog = () => {
      counts.dialogs += 1;
      return new Promise((resolve) => {
        counts.answer = () => resolve({ canceled: true, filePaths: [] });
      });
    };
    return counts;
  });
  await page.keyboard.press('ControlOrMeta+o');
  await expect.poll(() => asked.evaluate(({ dialogs }) => dialogs)).toBe(1);
  expect((await agent.call('entity_create', { name: 'Meanwhile' })).isError).toBe(false);
  expect((await agent.call('scene_query', { name: 'Meanwhile' })).data.total).toBe(1);
  const refused = await agent.call('scene_new', { name: 'Other' });
  expect(refused.code).toBe('conflict');
  expect(refused.text).toContain('"discard": true');
  expect(await asked.evaluate(({ dialogs }) => dialogs)).toBe(1);
  await asked.evaluate(({ answer }) => answer());
  await expect(page.getByRole('feed', { name: 'Activity' }).getByText('Meanwhile').first()).toBeVisible();
});

test('a tool that is removed in the window is gone with its files, and one click brings it back', async () => {
  await agent.call('tool_define', enemiesNear);
  const file = join(editor.project, 'tools/enemies_near.tool.json');
  const before = readFileSync(file, 'utf8');
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_enemies_near').first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => existsSync(file)).toBe(false);
  expect((await agent.call('tool_list_custom')).data.tools).toEqual([]);
  await page.getByRole('button', { name: 'Bring It Back' }).click();
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before));
  await expect.poll(async () => (await agent.call('user_enemies_near', { radius: 8 })).isError).toBe(false);
});

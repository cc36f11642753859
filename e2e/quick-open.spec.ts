/** Quick open and the palette on the real app, by mouse and by keyboard alone. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { expectAccessible, openEditor, takeScreenshots, type Editor } from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const list = (): Locator => page.getByRole('combobox', { name: 'Go to' });
const option = (name: string | RegExp): Locator => page.getByRole('option', { name });
const chosen = (): Locator => page.locator('[role=option][aria-selected=true]');

async function typeInGo(words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p');
  await expect(list()).toBeFocused();
  await page.keyboard.type(words);
}

test('by keyboard: a file is opened at a line, and the editor has the focus', async () => {
  await typeInGo('portal.wander:4');
  await expect(chosen()).toHaveText(/^portal\.wanderscripts/);
  await page.keyboard.press('Enter');
  const code = page.locator('[data-editor="scripts/portal.wander"]');
  await expect(code.getByText(/^Ln 4, Col 1/)).toBeVisible();
  await expect(code.locator(':focus')).toHaveCount(1);
  // The same again from another view, without a line.
  await page.keyboard.press('ControlOrMeta+5');
  await typeInGo('portal.w');
  await page.keyboard.press('Enter');
  await expect(code.locator(':focus')).toHaveCount(1);
  await expect(code.getByText(/^Ln 4, Col 1/)).toBeVisible();
});

test('by keyboard: the entity of that name comes before a tool with its letters, and is shown', async () => {
  await agent.call('tool_define', {
    name: 'place_layers',
    description: 'Has the letters of Player in its name, scattered.',
    capabilities: { read_scene: true },
    wander: 'fn run(args)\n  return 1\nend',
  });
  await typeInGo('player');
  await expect(option(/^user_place_layers/)).toBeVisible();
  await expect(chosen()).toHaveText(/^Player#/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Player');
  await expect.poll(async () => (await agent.call('selection_get')).text).toContain('Player');
  await expect(page.getByRole('treeitem', { name: /^Player/ })).toBeFocused();
});

test('by keyboard: a tool opens as a pair with the focus in its code, and what was opened last comes first', async () => {
  await typeInGo('user_place');
  await page.keyboard.press('Enter');
  const code = page.locator('[data-editor="tools/place_layers.wander"]');
  await expect(code.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+p');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    /^user_place_layers/,
    /^Player/,
    /^portal\.wander/,
  ]);
  await expect(chosen()).toHaveText(/^user_place_layers/);
  await takeScreenshots(editor, 'quick-open');
  await expectAccessible(page, 'quick open');
  await page.keyboard.press('Escape');
  await expect(code.locator(':focus')).toHaveCount(1);
});

test('by mouse: a file, a tool and an entity', async () => {
  const goTo = async (words: string, name: RegExp): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+p');
    await list().fill(words);
    await option(name).first().click();
    await expect(list()).toHaveCount(0);
  };
  await goTo('waves', /^waves\.json/);
  await expect(page.locator('[data-editor="data/waves.json"]')).toBeVisible();
  await goTo('layers', /^user_place_layers/);
  await expect(page.locator('[data-editor="tools/place_layers.wander"]')).toBeVisible();
  await goTo('camera', /^Main Camera/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Main Camera');
});

test('what fits nothing says so; > goes on to the commands', async () => {
  await typeInGo('qqqq');
  await expect(page.getByText('Nothing fits “qqqq”.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('>use dark');
  await expect(chosen()).toHaveText('View: Use the Dark Theme');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('>follow system');
  await page.keyboard.press('Enter');
  await expect(list()).toHaveCount(0);
  expect(await editor.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('system');
});

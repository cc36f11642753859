/** The menus of the system on the real app: what each entry does, its key, and when it can be chosen. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, readJson, root, type Editor } from './app';

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

interface Entry {
  readonly menu: string;
  readonly id: string;
  readonly label: string;
  readonly keys: string;
  readonly enabled: boolean;
  readonly checked: boolean;
}

/** What the menus show, lines left out. */
const entries = (): Promise<Entry[]> =>
  editor.app.evaluate(
    ({ Menu }) =>
      Menu.getApplicationMenu()?.items.flatMap(
        (menu) =>
          menu.submenu?.items
            .filter((item) => item.visible && item.type !== 'separator')
            .map(({ id, label, accelerator, enabled, checked, role }) => ({
              menu: menu.label.replace('&', ''),
              // Of the system's own entries, their role.
              id: id || String(role),
              label: label.replace('&', ''),
              keys: String(accelerator ?? ''),
              enabled,
              checked,
            })) ?? [],
      ) ?? [],
  );

/** Quick looks: what is waited for comes within 50 ms. */
const POLL = { intervals: [20, 30, 50] };
const entry = async (id: string): Promise<Entry | undefined> =>
  (await entries()).find((one) => one.id === id);
const enabled = async (id: string): Promise<boolean | undefined> => (await entry(id))?.enabled;

/** Whether each of the entries can be chosen. */
async function expectEach(ids: readonly string[], can: boolean): Promise<void> {
  const others = async (): Promise<string[]> => {
    const all = await entries();
    return ids.filter((id) => all.find((one) => one.id === id)?.enabled !== can);
  };
  await expect.poll(others, POLL).toEqual([]);
}

let clicks = 0;

/** Chooses an entry, as a click on it does; fails where it is not there or dimmed. */
async function choose(id: string): Promise<void> {
  await expect.poll(() => enabled(id), { ...POLL, message: `${id} can be chosen` }).toBe(true);
  clicks += 1;
  await editor.app.evaluate(
    ({ Menu }, { wanted, click }) => {
      // Once, also where it is run twice.
      const done = globalThis as { click?: number };
      if (done.click === click) return;
      done.click = click;
      Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click();
    },
    { wanted: id, click: clicks },
  );
}

const view = (name: string): Locator => page.getByRole('region', { name, exact: true });
const panelTab = (name: RegExp): Locator => page.getByRole('tab', { name });
const combobox = (name: string): Locator => page.getByRole('combobox', { name });
const player = (): Locator => page.getByRole('treeitem', { name: /^Player/ });
const names = async (): Promise<string> => (await agent.call('scene_query', { limit: 500 })).text;

test('every key is shown once, and every command with a key and a menu shows it', async () => {
  const all = await entries();
  const keys = all.map((one) => one.keys).filter((one) => one !== '');
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((one, index) => keys.indexOf(one) !== index)).toEqual([]);
  expect(new Set(all.map((one) => `${one.menu}/${one.label}`)).size).toBe(all.length);
  expect(await entry('palette.open')).toMatchObject({ menu: 'View', keys: 'CommandOrControl+Shift+P' });
  expect(await entry('view.settings')).toMatchObject({ menu: 'File', keys: 'CommandOrControl+,' });
});

test('what can not act is dimmed, and no longer once it can', async () => {
  // Nothing is changed, selected, run, waiting or playing.
  const dimmed = ['edit.undo', 'edit.redo', 'scene.save', 'play.stop', 'tests.run-failed', 'tools.review'];
  const untilSelected = ['entity.rename', 'entity.duplicate', 'entity.delete', 'entity.move-into'];
  await expectEach([...dimmed, ...untilSelected, 'tools.from-calls', 'agents.answer'], false);
  await player().click();
  await expectEach(untilSelected, true);
  await agent.call('entity_create', { name: 'Box', mesh: 'cube' });
  await expectEach(['edit.undo', 'scene.save'], true);
  expect(await enabled('edit.redo')).toBe(false);
  await choose('edit.undo');
  await expect.poll(() => enabled('edit.redo'), POLL).toBe(true);
  await expect.poll(() => enabled('edit.undo'), POLL).toBe(false);
  await choose('edit.redo');
  await expect(page.getByRole('treeitem', { name: /^Box/ })).toBeVisible();
});

test('in a text, Edit means the text; in the scene, the selection', async () => {
  await player().click();
  await expect.poll(async () => (await entry('entity.copy'))?.label).toBe('Copy the Selection');
  expect(await entry('role.copy')).toBeUndefined();
  await choose('entity.copy');
  await expect.poll(() => enabled('entity.paste'), POLL).toBe(true);
  await choose('entity.paste');
  await expect(player()).toHaveCount(2);
  await choose('entity.cut');
  await expect(player()).toHaveCount(1);
  await page.getByRole('searchbox').first().focus();
  await expect.poll(() => entry('role.copy'), POLL).toMatchObject({ label: 'Copy', enabled: true });
  expect(await entry('entity.copy')).toBeUndefined();
  // Undo in a text takes back what was typed, and nothing of the scene.
  await page.keyboard.type('lantern');
  await choose('edit.undo');
  await expect(page.getByRole('searchbox').first()).not.toHaveValue('lantern');
  await page.getByRole('searchbox').first().fill('');
  await expect(player()).toHaveCount(1);
});

test('File: scenes, files and projects', async () => {
  await choose('scene.save');
  await expect(page.getByText('Scene saved').first()).toBeVisible();
  await expect.poll(() => enabled('scene.save'), POLL).toBe(false);
  await choose('scene.save-as');
  await expect(page.getByRole('dialog', { name: 'Save Scene As' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('scene.open');
  await expect(combobox('Open a scene')).toBeFocused();
  await page.keyboard.press('Escape');
  await choose('file.recent');
  await expect(combobox('Open a recent project')).toBeFocused();
  await expect(page.getByText('No other project was open yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  // The dialogs of the system are not there to be answered: that they are asked for is seen.
  await editor.app.evaluate(({ dialog }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const answer = (name: string) => () => {
      seen.push(name);
      return Promise.resolve({ canceled: true, filePaths: [], filePath: '' });
    };
    dialog.showOpenDialog = answer('open');
    dialog.showSaveDialog = answer('save');
  });
  await choose('file.open');
  await choose('file.new');
  await expect
    .poll(() => editor.app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.length))
    .toBe(2);
  await page.keyboard.press('ControlOrMeta+p');
  await page.keyboard.type('README');
  await page.keyboard.press('Enter');
  const readme = page.locator('[data-editor="README.md"]');
  await expect(readme.locator(':focus')).toHaveCount(1);
  expect(await enabled('scene.save')).toBe(false);
  await expect.poll(() => enabled('editor.save'), POLL).toBe(false);
  await page.keyboard.type('x');
  await expectEach(['editor.save', 'editor.save-all'], true);
  await choose('editor.save');
  await expect.poll(() => enabled('editor.save-all'), POLL).toBe(false);
  await choose('editor.close');
  await expect(readme).toHaveCount(0);
  await expect.poll(() => enabled('editor.close'), POLL).toBe(false);
});

test('Edit: entities', async () => {
  await page.keyboard.press('ControlOrMeta+1');
  await choose('entity.create');
  await expect(page.getByRole('treeitem', { name: /^Empty/ })).toBeVisible();
  await page.getByRole('treeitem', { name: /^Empty/ }).click();
  await choose('entity.duplicate');
  await expect(page.getByRole('treeitem', { name: /^Empty/ })).toHaveCount(2);
  await choose('entity.rename');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await choose('entity.move-into');
  await expect(combobox('Move the selection')).toBeFocused();
  await page.keyboard.press('Escape');
  await choose('entity.delete');
  await expect(page.getByRole('treeitem', { name: /^Empty/ })).toHaveCount(1);
  expect(await names()).toContain('Empty');
});

test('View: views, panels, parts, themes', async () => {
  for (const [id, name] of [
    ['view.editor', 'Editor'],
    ['view.tools', 'Tools'],
    ['view.tests', 'Tests'],
    ['view.activity', 'Activity'],
    ['view.agents', 'Agents'],
    ['view.studio', 'Studio'],
    ['view.settings', 'Settings'],
    ['view.scene', 'Scene'],
  ] as const) {
    await choose(id);
    await expect(view(name)).toBeVisible();
  }
  for (const [id, name] of [
    ['panel.problems', /^Problems/],
    ['panel.tests', /^Tests/],
    ['panel.output', /^Output/],
    ['panel.activity', /^Activity/],
    ['view.history', /^History/],
  ] as const) {
    await choose(id);
    await expect(panelTab(name)).toHaveAttribute('aria-selected', 'true');
  }
  for (const [id, region] of [
    ['toggle.side', 'side'],
    ['toggle.bottom', 'bottom'],
    ['toggle.inspector', 'inspector'],
  ] as const) {
    await choose(id);
    await expect(page.locator(`[data-region=${region}]`)).toBeHidden();
    await choose(id);
    await expect(page.locator(`[data-region=${region}]`)).toBeVisible();
  }
  await player().click();
  await choose('panel.move');
  await expect(combobox('Move the panel')).toBeFocused();
  await page.keyboard.press('Escape');
  await choose('panel.maximize');
  await expect(page.locator('[data-region=bottom]')).toBeHidden();
  await choose('panel.maximize');
  await expect(page.locator('[data-region=bottom]')).toBeVisible();
  await choose('toggle.bottom');
  await choose('layout.reset');
  await expect(page.locator('[data-region=bottom]')).toBeVisible();
  await choose('palette.open');
  await expect(combobox('Commands')).toBeFocused();
  await page.keyboard.press('Escape');
  await choose('scene.frame-all');
  await player().click();
  await choose('scene.focus');
  for (const theme of ['light', 'dark', 'system']) {
    await choose(`theme.${theme}`);
    await expect.poll(() => editor.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe(theme);
    await expect.poll(async () => (await entry(`theme.${theme}`))?.checked).toBe(true);
  }
  expect(await entry('theme.dark')).toMatchObject({ checked: false });
});

test('Go, Play, Tools and Help', async () => {
  await choose('quick-open');
  await expect(combobox('Go to')).toBeFocused();
  await page.keyboard.press('Escape');
  await player().click();
  const region = (): Promise<unknown> =>
    page.evaluate("document.activeElement?.closest('[data-region]')?.dataset.region");
  await choose('region.next');
  await expect.poll(region).toBe('main');
  await choose('region.previous');
  await expect.poll(region).toBe('side');
  for (const name of ['Messages', 'Board', 'Feedback', 'Decisions', 'Loops']) {
    await choose(`studio.${name.toLowerCase()}`);
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
  }
  await choose('play.toggle');
  await expect(page.getByRole('button', { name: /^Playing/ })).toBeVisible();
  await choose('play.toggle');
  await expect(page.getByRole('button', { name: /^Paused/ })).toBeVisible();
  await choose('play.step');
  await choose('play.stop');
  await expect(page.getByRole('button', { name: /^Paused/ })).toHaveCount(0);
  await expect.poll(() => enabled('play.stop'), POLL).toBe(false);
  await choose('tools.write');
  await expect(page.locator('[data-editor$=".tool.json"]')).toBeVisible();
  await expect.poll(() => enabled('editor.save-and-test'), POLL).toBe(true);
  await choose('tools.library');
  await expect(page.getByText('Your library is empty')).toBeVisible();
  await choose('tests.run-all');
  await expect.poll(() => enabled('tests.run-all'), POLL).toBe(true);
  const example = readJson(join(root, 'docs/examples/tag_by_tag.json')) as Record<string, unknown>;
  expect((await agent.call('tool_define', { ...example, name: 'tag_again' })).isError).toBe(false);
  await choose('tools.review');
  await expect(page.getByRole('article', { name: 'Review of user_tag_again' })).toBeVisible();
  await choose('start.again');
  await expect(page.getByText('Getting started is about the sample project')).toBeVisible();
});

test('the palette has every command that a menu has, with the same key, and each of the others runs', async () => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.keyboard.press('ControlOrMeta+1');
  await player().click();
  await expectEach(['entity.rename'], true);
  const inMenus = (await entries()).filter((one) => one.enabled && one.id.includes('.'));
  await page.keyboard.press('ControlOrMeta+Shift+p');
  const options = page.getByRole('option');
  await expect(combobox('Commands')).toBeFocused();
  const offered = await page.evaluate<[string, number][]>(
    "[...document.querySelectorAll('[role=option]')].map((one) => [one.dataset.value, one.querySelectorAll('kbd').length])",
  );
  const keysOf = new Map(offered);
  const keysInMenu = (keys: string): number => (keys === '' ? 0 : keys.split('+').length);
  for (const { id, keys } of inMenus.filter(
    (one) => one.id !== 'palette.open' && !one.id.startsWith('role.'),
  ))
    expect([id, keysOf.get(id)]).toEqual([id, keysInMenu(keys)]);
  await page.keyboard.press('Escape');
  const known = new Set((await entries()).map(({ id }) => id));
  const others = offered.map(([id]) => id).filter((id) => !known.has(id));
  expect(others).toContain('activity.export');
  for (const id of others) {
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await page.locator(`[role=option][data-value="${id}"]`).click();
    await expect(combobox('Commands')).toHaveCount(0);
    await expect(page.getByText('That did not work'), id).toHaveCount(0);
  }
  expect(errors).toEqual([]);
  // What was used last stands first.
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(options.first()).toHaveAttribute('data-value', others.at(-1) ?? '');
  await page.keyboard.type('qqqq');
  await expect(page.getByText('Nothing fits “qqqq”.')).toBeVisible();
  await page.keyboard.press('Escape');
});

/** Every view, dialog, menu and state through axe in both themes, and what axe can't see: focus, motion, large text, forced colours, what is announced. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectFocusShows, expectStill } from './accessible';
import { connectOverHttp, type Agent } from './agent';
import { callAsPerson, expectAccessibleInBothThemes, openEditor, readJson, root, type Editor } from './app';
import { expectInPlace } from './hostile';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  for (const name of ['enemies_near', 'tag_by_tag'])
    await agent.call(
      'tool_define',
      readJson(join(root, `docs/examples/${name}.json`)) as Record<string, unknown>,
    );
  await callAsPerson(page, 'tool_approve', { name: 'user_tag_by_tag' });
  await agent.call('user_enemies_near', { radius: 8 });
  await agent.call('entity_get', { entity: 'Plyer' });
  await agent.call('entity_create', {
    name: 'Marker',
    mesh: 'cone',
    position: [0, 3, 0],
    vars: { gold: 5 },
    tags: ['enemy'],
  });
  writeFileSync(
    join(editor.project, 'tools/half_written.tool.json'),
    '{"name": "half_written",\n  "steps": [',
  );
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const view = (key: string): Promise<void> => page.keyboard.press(`ControlOrMeta+${key}`);
const tab = (name: string | RegExp): Promise<void> => page.getByRole('tab', { name }).first().click();

// In a low panel at twice the size it is there without room for a row.
const testTree = (): Locator => page.getByRole('tree', { name: 'Tests by tool' }).first();

/** The views with something in them, once it is there; each leaves nothing open. */
const VIEWS: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'scene and inspector',
    async () => {
      await view('1');
      await page.getByRole('treeitem', { name: /^Marker/ }).click();
      await tab('Inspector');
    },
  ],
  ['history', () => tab('History')],
  ['problems', () => tab(/^Problems/)],
  ['output', () => tab('Output')],
  [
    'tests below',
    async () => {
      await tab('Tests');
      await expect(testTree()).toBeAttached();
    },
  ],
  [
    'feed with details',
    async () => {
      await view('5');
      await page.getByRole('feed', { name: 'Activity' }).getByRole('article', { name: /Plyer/ }).click();
    },
  ],
  [
    'tools',
    async () => {
      await view('3');
      await expect(page.getByRole('grid', { name: 'Custom tools' })).toBeVisible();
    },
  ],
  [
    'review of a tool',
    async () => {
      await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_enemies_near').click();
      await expect(page.locator('.view-line:visible').first()).toBeVisible();
    },
  ],
  [
    'review of a broken tool',
    () => page.getByRole('grid', { name: 'Custom tools' }).getByText('user_half_written').click(),
  ],
  ['library, empty', () => page.getByRole('radio', { name: 'Library' }).click()],
  ['hosts, empty', () => page.getByRole('radio', { name: 'Hosts' }).click()],
  [
    'tests',
    async () => {
      await view('4');
      await expect(testTree()).toBeAttached();
    },
  ],
  ['roster, empty', () => view('6')],
  [
    'editors',
    async () => {
      await page.keyboard.press('ControlOrMeta+p');
      await page.getByRole('combobox', { name: 'Go to' }).fill('lantern.wander');
      await page
        .getByRole('option', { name: /lantern\.wander/ })
        .first()
        .click();
      await expect(page.locator('.view-line:visible').first()).toBeVisible();
    },
  ],
];

test('axe finds nothing in any view, in both themes, and whatever takes the focus shows it', async () => {
  test.setTimeout(300_000);
  for (const [name, show] of VIEWS) {
    await show();
    await expectAccessibleInBothThemes(editor, name);
    await expectFocusShows(page, name);
  }
});

/** A menu belongs to its button, and to no landmark. */
const BESIDE = ['region'];
/** While a list of choices is open, Radix hides the rest of the page and keeps the focus; an option's name leaves its explanation out. */
const SELECT = ['region', 'aria-hidden-focus', 'page-has-heading-one', 'label-content-name-mismatch'];

test('axe finds nothing on any menu, dialog and popover', async () => {
  test.setTimeout(300_000);
  const over = async (name: string, open: () => Promise<void>, without = BESIDE): Promise<void> => {
    await open();
    await expectAccessibleInBothThemes(editor, name, without);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape');
  };
  await view('1');
  await over('palette', () => page.keyboard.press('ControlOrMeta+Shift+p'));
  await over('quick open', () => page.keyboard.press('ControlOrMeta+p'));
  await over('menu of an entity', () =>
    page.getByRole('treeitem', { name: /^Marker/ }).click({ button: 'right' }),
  );
  await over('create menu', () => page.getByRole('button', { name: 'Create Entity' }).click());
  await over('clients', () => page.getByRole('button', { name: /^MCP/ }).click());
  await over('connected agents', () => page.getByRole('button', { name: /agents?$/ }).click());
  await over('save as', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await page.getByRole('combobox', { name: 'Commands' }).fill('Save Scene As');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
  });
  await view('3');
  await page.getByRole('radio', { name: 'Project' }).click();
  await over('policy', () => page.getByRole('combobox', { name: /olicy/ }).click(), SELECT);
  await over('keys', () => page.getByRole('button', { name: /^Keys/ }).click());
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_enemies_near').click();
  await over('remove', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
  });
  await view('6');
  await over('add an agent', () => page.getByRole('button', { name: 'Add an Agent' }).first().click());
});

test('who wants less motion gets none', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [name, show] of VIEWS.slice(0, 7)) {
    await show();
    await expectStill(page, name);
  }
  await page.emulateMedia({ reducedMotion: null });
});

test('with the system’s own colours, focus and choice still show', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [name, show] of VIEWS.slice(0, 7)) {
    await show();
    await expectFocusShows(page, `${name} in forced colours`);
  }
  await view('1');
  await page.getByRole('treeitem', { name: /^Marker/ }).click();
  const outline = (selected: boolean): Promise<string> =>
    page.evaluate(
      `getComputedStyle(document.querySelector('[role=treeitem][aria-selected=${String(selected)}]')).outlineStyle`,
    );
  expect(await outline(false)).toBe('none');
  expect(await outline(true)).not.toBe('none');
  await page.emulateMedia({ forcedColors: null });
});

test('text at twice its size stays in its place', async () => {
  const zoom = (factor: number): Promise<void> =>
    editor.app.evaluate(
      ({ BrowserWindow }, by) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(by),
      factor,
    );
  const width = await page.evaluate<number>('innerWidth');
  await zoom(2);
  await expect.poll(() => page.evaluate<number>('innerWidth')).toBeLessThan(width * 0.6);
  for (const [name, show] of VIEWS) {
    await show();
    await expectInPlace(page, `${name} at 200 %`);
  }
  await zoom(1);
});

test('what comes is told to a screen reader, politely and in one sentence', async () => {
  await view('5');
  const log = page.getByRole('log');
  await expect(log).toHaveAttribute('aria-live', 'polite');
  await agent.call('scene_overview');
  await agent.call('entity_get', { entity: 'Nobody' });
  await expect(log).toHaveText(/new calls?, 1 failed$/);
});

test('a thousand tools with long names, and dialogs over them', async () => {
  const full = await openEditor({
    prepare: (project) => {
      mkdirSync(join(project, 'tools'), { recursive: true });
      for (let index = 0; index < 1000; index += 1) {
        const name = `tool_${index}_${'of_a_long_name_'.repeat(4)}`.slice(0, 59);
        writeFileSync(
          join(project, `tools/${name}.tool.json`),
          JSON.stringify({
            name: `user_${name}`,
            title: `Tool ${index} ${'with a title that goes on '.repeat(5)}`.slice(0, 100),
            description: `What it does, at length. ${'It goes on and on. '.repeat(20)}`,
            author: `mcp:${'claude-code-'.repeat(8)}/nimbus`,
            capabilities: index % 3 === 0 ? { mutate: true, files: { write: ['data/'] } } : {},
            steps: [{ tool: 'scene_query', args: {} }],
          }),
        );
      }
    },
  });
  try {
    await full.page.keyboard.press('ControlOrMeta+3');
    const grid = full.page.getByRole('grid', { name: 'Custom tools' });
    await expect(grid).toHaveAttribute('aria-rowcount', /^100\d$/);
    await expectAccessibleInBothThemes(full, 'a thousand tools');
    await expectInPlace(full.page, 'a thousand tools');
    await full.page.keyboard.press('ControlOrMeta+p');
    await full.page.getByRole('combobox', { name: 'Go to' }).fill('tool 99');
    await expect(full.page.getByRole('option').first()).toBeVisible();
    await expectAccessibleInBothThemes(full, 'quick open over a thousand tools', BESIDE);
    await full.page.keyboard.press('Escape');
    await full.page.keyboard.press('Escape');
    await grid
      .getByText(/^user_tool_/)
      .first()
      .click();
    const review = full.page.getByRole('article', { name: /^Review of user_tool_/ });
    await expect(review).toBeVisible();
    await expectAccessibleInBothThemes(full, 'review of a long name');
    await expectInPlace(full.page, 'review of a long name');
    await review.getByRole('button', { name: 'More actions' }).click();
    await full.page.getByRole('menuitem', { name: 'Remove…' }).click();
    await expectAccessibleInBothThemes(full, 'removing a long name', BESIDE);
    await expectInPlace(full.page, 'removing a long name');
  } finally {
    await full.close();
  }
});

test('the welcome view', async () => {
  const other = await openEditor({ project: false });
  try {
    await expect(other.page.getByRole('heading', { name: 'Skywalker' })).toBeVisible();
    await expectAccessibleInBothThemes(other, 'welcome');
    await expectFocusShows(other.page, 'welcome');
  } finally {
    await other.close();
  }
});

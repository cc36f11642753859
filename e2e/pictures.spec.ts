/** Every panel as it looks when it is empty and after a day of work, in both themes and two sizes: files to be looked at. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  breakCalls,
  expectAccessibleInBothThemes,
  openEditor,
  takeScreenshots,
  takeThemeScreenshots,
  type Editor,
} from './app';
import { workForADay, type Team } from './day-of-work';

let editor: Editor;
let team: Team;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
});

test.afterAll(async () => {
  await team?.close();
  await editor?.close();
});

const view = (key: string): Promise<void> => page.keyboard.press(`ControlOrMeta+${key}`);
const tab = (name: string): Promise<void> =>
  page
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .first()
    .click();
const shelf = (name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Which tools' }).getByRole('radio', { name }).click();
const region = (name: string): Locator => page.locator(`[data-region="${name}"]`);

/** What is still loading shows as lines without words: they are waited for. */
async function pictures(name: string): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await takeScreenshots(editor, name);
}

/** Of a state that no other test looks at: its pictures, and what axe finds. */
async function looks(name: string): Promise<void> {
  await pictures(name);
  await expectAccessibleInBothThemes(editor, name);
}

const PAGES = ['Messages', 'Board', 'Feedback', 'Decisions', 'Loops'] as const;

async function open(file: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill(file);
  await page
    .getByRole('option', { name: new RegExp(file.replaceAll('.', '\\.')) })
    .first()
    .click();
}

async function select(name: string): Promise<void> {
  await team.claude.call('selection_set', { entities: [name] });
  await expect(region('inspector').getByRole('textbox', { name: 'Name' })).toHaveValue(name);
}

async function dismissToasts(): Promise<void> {
  const close = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /^Dismiss/ });
  while ((await close.count()) > 0) await close.first().click();
}

test('the scene as it opens', async () => {
  await expect(page.getByRole('feed').getByText('Loaded "Sky Garden"', { exact: false })).toBeVisible();
  await pictures('start');
});

test('before anything is there, each panel says what would be', async () => {
  await view('3');
  await expect(page.getByText(/No (custom )?tools yet/).first()).toBeVisible();
  await pictures('empty-tools');
  await shelf('Library');
  await pictures('empty-library');
  await shelf('Hosts');
  await pictures('empty-hosts');
  await shelf('Project');
  await view('2');
  await pictures('empty-editors');
  await view('6');
  await expect(page.getByText('No agents in the roster')).toBeVisible();
  await pictures('empty-roster');
  await view('7');
  for (const name of PAGES) {
    await tab(name);
    await pictures(`empty-${name.toLowerCase()}`);
  }
});

test('tools in every state, the library, who serves tools', async () => {
  await view('1');
  team = await workForADay(editor);
  await dismissToasts();
  await view('3');
  const grid = page.getByRole('grid', { name: 'Custom tools' });
  await expect(grid.getByText('user_half_written')).toBeVisible();
  await grid.getByText('user_tag_by_tag').click();
  await page.keyboard.press('Escape');
  await looks('full-tools');
  await grid.getByText('user_lantern_row').click();
  const review = page.getByRole('article', { name: 'Review of user_lantern_row' });
  await review.getByRole('button', { name: /Run as Dry Run/ }).click();
  await expect(review.getByText('It worked')).toBeVisible();
  await pictures('full-review');
  await shelf('Library');
  await page.getByRole('list', { name: 'Library' }).getByRole('button').first().click();
  await pictures('full-library');
  await shelf('Hosts');
  await expect(page.getByRole('row', { name: /Team memory/ })).toBeVisible();
  await pictures('full-hosts');
  await shelf('Project');
  await page.getByRole('button', { name: /^Keys/ }).click();
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await pictures('full-keys');
  await page.keyboard.press('Escape');
});

test('a broken file in tools/ shows in the list as invalid, with its reason', async () => {
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_half_written').click();
  const review = page.getByRole('article', { name: 'Review of user_half_written' });
  await expect(review.getByText(/line 4/).first()).toBeVisible();
  await pictures('tool-invalid');
  await page.keyboard.press('Escape');
});

test('the command palette', async () => {
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeVisible();
  await pictures('palette');
  await page.keyboard.press('Escape');
});

test('the scene with its gizmo, and the inspector with each kind of component', async () => {
  await view('1');
  await select('Player');
  await page.getByRole('button', { name: /^Move/ }).first().click();
  await pictures('full-scene');
  await select('Sign');
  await region('inspector').getByRole('region', { name: 'Body' }).scrollIntoViewIfNeeded();
  await takeThemeScreenshots(editor, 'full-inspector');
  await expectAccessibleInBothThemes(editor, 'full-inspector');
});

test('history, problems and output, each with something in it', async () => {
  await tab('History');
  await expect(page.getByRole('list', { name: 'History, newest first' })).toContainText('Create Sign');
  await takeThemeScreenshots(editor, 'full-history');
  await tab('Inspector');
  await open('lantern_row.wander');
  await expect(page.locator('.view-line:visible').first()).toBeVisible();
  await tab('Problems');
  await expect(page.getByRole('region', { name: 'tools/half_written.tool.json' })).toBeVisible();
  await pictures('full-editors');
  await tab('Output');
  await team.claude.call('user_path_length');
  await expect(
    region('bottom')
      .getByText(/places with terrain/)
      .first(),
  ).toBeVisible();
  await pictures('full-output');
});

test('what the feed tells of one call', async () => {
  await view('5');
  const feed = page.getByRole('feed', { name: 'Activity' });
  await page.getByRole('combobox', { name: 'Filter the activity' }).fill('Plyer');
  await feed.getByRole('article', { name: /Plyer/ }).click();
  await page.getByRole('combobox', { name: 'Filter the activity' }).fill('');
  await page.keyboard.press('Escape');
  await pictures('full-activity');
});

test('a file that changed on both sides, and quick open over it', async () => {
  await open('lantern_row.wander');
  await page.locator('.view-lines:visible').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('-- mine');
  const file = join(editor.project, 'tools/lantern_row.wander');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n-- theirs\n`);
  await expect(page.getByText('The file has changed on disk', { exact: false })).toBeVisible();
  await looks('changed-on-both-sides');
  await page.getByRole('button', { name: 'Take Theirs' }).click();
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('lan');
  await expect(page.getByRole('option', { name: /lantern_row/ }).first()).toBeVisible();
  await pictures('quick-open');
  await page.keyboard.press('Escape');
});

test('tests, with what one expected and what came', async () => {
  const file = join(editor.project, 'tools/path_length.tool.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(
    file,
    JSON.stringify({
      ...definition,
      tests: [{ name: 'the garden path', args: {}, expect: { result: { metres: { $lt: 10 }, steps: 4 } } }],
    }),
  );
  await view('4');
  await page.getByRole('button', { name: 'Run All' }).click();
  const failed = page.getByRole('radio', { name: /^Failed [1-9]/ });
  await expect(failed).toBeVisible();
  await page.getByRole('tree', { name: 'Tests by tool' }).getByText('the garden path').click();
  await looks('full-tests');
});

test('the studio: what was said, is to be done, was found and decided', async () => {
  await view('7');
  for (const name of PAGES) {
    await tab(name);
    if (name === 'Board') await page.getByRole('article', { name: /Light the bridge/ }).click();
    if (name === 'Feedback') await page.getByRole('option', { name: /second lantern/ }).click();
    if (name === 'Loops')
      await page
        .getByRole('option', { name: /playtest/i })
        .first()
        .click();
    await pictures(`full-${name.toLowerCase()}`);
  }
});

test('the roster, and a call that waits', async () => {
  await view('6');
  await page.getByRole('option', { name: /Mira/ }).click();
  await looks('full-roster');
});

test('a tool that nobody serves, while nothing has been answered yet, and when everything fails', async () => {
  // Its process has gone: what it served is offline.
  await team.memory.close();
  await view('3');
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('mem_note').click();
  const review = page.getByRole('article', { name: 'Review of mem_note' });
  await expect(review.getByText('Offline').first()).toBeVisible();
  await looks('tool-offline');
  await page.keyboard.press('Escape');
  for (const how of ['silent', 'failing', 'lost'] as const) {
    await breakCalls(editor, how);
    if (how === 'lost')
      await expect(page.getByText('The engine does not answer; trying again')).toBeVisible();
    for (const [key, shown] of [
      ['3', 'tools'],
      ['6', 'roster'],
      ['7', 'studio'],
    ] as const) {
      await view(key);
      const waits = page.getByRole('status', { name: /^Loading/ });
      await expect((how === 'silent' ? waits : page.getByRole('alert')).first()).toBeVisible();
      await takeScreenshots(editor, `${how}-${shown}`);
      await expectAccessibleInBothThemes(editor, `${how} ${shown}`);
    }
  }
});

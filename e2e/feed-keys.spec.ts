/** The Activity panel by keyboard alone, and the notices of what agents did. No click and no pointer but where it is said. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, takeThemeScreenshots, type Editor } from './app';

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

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const feed = (): Locator => page.getByRole('feed', { name: 'Activity' });
const row = (text: string | RegExp): Locator => feed().getByRole('article').filter({ hasText: text });
const filter = (): Locator => page.getByRole('combobox', { name: 'Filter the activity' });
const details = (): Locator => page.getByRole('region', { name: 'Details' });
const copied = (): Promise<string> => editor.app.evaluate(({ clipboard }) => clipboard.readText());
const focused = (target: Locator): Promise<boolean> =>
  target
    .and(page.locator(':focus'))
    .count()
    .then((count) => count > 0);

async function tabTo(target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < 40 && !(await focused(target)); step += 1) await press('Tab');
  await expect(target).toBeFocused();
}

/** From the last row up to the one with these words. */
async function upTo(words: string): Promise<void> {
  await tabTo(feed().locator('[tabindex="0"]'));
  await press('End');
  for (let step = 0; step < 40 && !(await focused(row(words).first())); step += 1) {
    const before = await feed().locator(':focus').getAttribute('data-index');
    await press('ArrowUp');
    await expect(feed().locator(':focus')).not.toHaveAttribute('data-index', before ?? '');
  }
  await expect(row(words).first()).toBeFocused();
}

async function openMenu(name: string, entry: string): Promise<void> {
  await tabTo(page.getByRole('button', { name, exact: true }));
  await press('Enter');
  const item = page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemcheckbox', { name: entry }));
  await expect(item).toBeVisible();
  for (let step = 0; step < 14 && !(await focused(item)); step += 1) await press('ArrowDown');
  await press('Enter');
}

test('what agents did is told in a notice, reached by F6, and Escape puts the focus back', async () => {
  await press('ControlOrMeta+3');
  const table = page.getByRole('region', { name: 'Tools', exact: true });
  await expect(table).toBeVisible();
  await agent.call('entity_create', { name: 'Told', mesh: 'cube' });
  await agent.call('entity_create', { name: 'Told too', mesh: 'cube' });
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices).toContainText('made 2 changes');
  await press('Shift+F6');
  for (let step = 0; step < 8 && (await notices.locator(':focus').count()) === 0; step += 1)
    await press('F6');
  await expect(notices.getByRole('button', { name: 'Show Activity' })).toBeFocused();
  await takeThemeScreenshots(editor, 'notice');
  await press('Escape');
  await expect(notices.getByRole('button')).toHaveCount(0);
  // The focus is in the window again, not lost.
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true);
  // Its action, with keys.
  await agent.call('entity_create', { name: 'Told again', mesh: 'cube' });
  await expect(notices).toContainText('made 1 change');
  for (let step = 0; step < 8 && (await notices.locator(':focus').count()) === 0; step += 1)
    await press('F6');
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Activity', exact: true })).toBeVisible();
  await expect(notices.getByRole('button')).toHaveCount(0);
});

test('the field completes a field and a value; Escape clears it', async () => {
  await agent.call('entity_create', { name: 'Seen', mesh: 'cube' });
  await agent.call('scene_overview');
  await agent.call('entity_get', { entity: 'Nobody' });
  await tabTo(filter());
  await page.keyboard.type('to');
  await expect(page.getByRole('option', { name: /^tool:/ })).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(filter()).toHaveValue('tool:');
  await page.keyboard.type('overv');
  await expect(
    page
      .getByRole('option', { name: 'tool:scene_overview' })
      .or(page.getByRole('option', { name: 'scene_overview' }))
      .first(),
  ).toBeVisible();
  await press('ArrowDown', 'Tab');
  await expect(filter()).toHaveValue(/^tool:scene_overview ?$/);
  await expect(row('Seen')).toHaveCount(0);
  await expect(row('scene_overview').first()).toBeVisible();
  await press('Escape', 'Escape');
  await expect(filter()).toHaveValue('');
});

test('a filter is saved, chosen again and forgotten', async () => {
  await tabTo(filter());
  await page.keyboard.type('is:failed Nobody');
  await openMenu('Filters', 'Save This Filter');
  await page.keyboard.press('Escape');
  await tabTo(filter());
  await press('ControlOrMeta+a', 'Delete');
  await expect(row('Seen')).toBeVisible();
  await openMenu('Filters', 'is:failed Nobody');
  await expect(filter()).toHaveValue('is:failed Nobody');
  await expect(row('Seen')).toHaveCount(0);
  await openMenu('Filters', 'Forget This Filter');
  await press('Escape');
  await tabTo(page.getByRole('button', { name: 'Filters' }));
  await press('Enter');
  await expect(page.getByRole('menuitemcheckbox', { name: 'Failed Calls' })).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox', { name: 'is:failed Nobody' })).toHaveCount(0);
  await press('Escape');
  await tabTo(filter());
  await press('ControlOrMeta+a', 'Delete');
});

test('an arrow unfolds and folds what a call did, and goes up to it', async () => {
  await agent.call('batch', {
    label: 'Plant',
    operations: [1, 2].map((n) => ({ tool: 'entity_create', args: { name: `Fern ${n}`, mesh: 'sphere' } })),
  });
  await expect(row('Batch: 2 operations')).toBeVisible();
  await upTo('Batch: 2 operations');
  await press('ArrowRight');
  await expect(row('Fern 1')).toHaveCount(1);
  await press('ArrowRight');
  await expect(row('Fern 1')).toBeFocused();
  await press('ArrowLeft');
  await expect(row('Batch: 2 operations')).toBeFocused();
  await press('ArrowLeft');
  await expect(row('Fern 1')).toHaveCount(0);
});

test('details: arguments, result, entities, the undo step; Escape goes back to the row', async () => {
  await upTo('Batch: 2 operations');
  await press('Enter');
  await expect(details()).toContainText('Succeeded');
  for (const title of ['Arguments', 'Result', 'Entities (2)'])
    await expect(details().getByRole('heading', { name: title })).toBeVisible();
  // However much is told, what can be done is in view.
  await expect(details().getByRole('button', { name: 'Undo This Step' })).toBeInViewport({ ratio: 1 });
  const chip = details().getByRole('button', { name: /Fern 2/ });
  await tabTo(chip);
  await press('Enter');
  await expect.poll(async () => (await agent.call('selection_get')).text).toContain('Fern 2');
  await press('Escape');
  await expect(details()).toHaveCount(0);
  await expect(row('Batch: 2 operations').first()).toBeFocused();
});

test('a call is copied as a command of the shell and as a step, and undone from its details', async () => {
  await upTo('Seen');
  await press('Enter');
  await openMenu('Copy', 'Copy as skywalker Call');
  await expect.poll(copied).toContain("skywalker call entity_create '");
  expect(await copied()).toContain('"name":"Seen"');
  await openMenu('Copy', 'Copy as Composite Step');
  await expect.poll(copied).toContain('"tool": "entity_create"');
  expect(JSON.parse(await copied())).toMatchObject({ tool: 'entity_create', args: { name: 'Seen' } });
  await tabTo(details().getByRole('button', { name: 'Undo This Step' }));
  await press('Enter');
  await expect.poll(async () => (await agent.call('entity_get', { entity: 'Seen' })).code).toBe('not_found');
  await press('Escape');
});

test('going up stops following, which says how many are new; the end follows again', async () => {
  const follow = page.getByRole('button', { name: 'Follow' });
  for (let n = 0; n < 30; n += 1) await agent.call('scene_query', { tag: 'enemy', limit: 1 });
  await tabTo(feed().locator('[tabindex="0"]'));
  await press('End');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await press('PageUp');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  for (let n = 0; n < 3; n += 1) await agent.call('scene_query', { tag: 'enemy', limit: 1 });
  await expect(page.getByRole('button', { name: '3 new' })).toBeVisible();
  await tabTo(page.getByRole('button', { name: '3 new' }));
  await press('Enter');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
});

test('with the pointer: a saved filter, an entity of the details, and the copies', async () => {
  await filter().fill('Fern');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitem', { name: 'Save This Filter' }).click();
  await filter().fill('');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Fern' }).click();
  await expect(filter()).toHaveValue('Fern');
  await filter().fill('to');
  await page.getByRole('option', { name: /^tool:/ }).click();
  await expect(filter()).toHaveValue('tool:');
  await filter().fill('batch');
  await row('Batch: 2 operations').first().click();
  await details()
    .getByRole('button', { name: /Fern 1/ })
    .click();
  await expect.poll(async () => (await agent.call('selection_get')).text).toContain('Fern 1');
  await details().getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('menuitem', { name: 'Copy as skywalker Call' }).click();
  await expect.poll(copied).toContain('skywalker call batch');
  await details().getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('menuitem', { name: 'Copy as Composite Step' }).click();
  await expect.poll(copied).toContain('"tool": "batch"');
});

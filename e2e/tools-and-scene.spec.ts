/** The table of tools, the tests of a tool on its page, and the scene by mouse and by keyboard: clauses of window-rules.json that need the real window. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { openEditor, takeScreenshots, type Editor } from './app';

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

const grid = (): Locator => page.getByRole('grid', { name: 'Custom tools' });
/** Names of the tools, from the top. */
const names = async (): Promise<string[]> =>
  (await grid().getByRole('row').allInnerTexts()).flatMap((text) => /user_\w+/.exec(text) ?? []);
const statusOf = async (tool: string): Promise<unknown> =>
  (await agent.call('tool_inspect', { name: tool })).data.status;

async function define(name: string, more: object): Promise<void> {
  const result = await agent.call('tool_define', {
    name,
    description: `A tool called ${name}, for a look at the table.`,
    wander: 'fn run(args)\n  return 1\nend',
    ...more,
  });
  expect(result.isError).toBe(false);
}

test('the table sorts, groups, folds, hides columns and filters by mouse', async () => {
  await define('alpha', {
    wander: 'fn run(args)\n  if args.many\n    return 10\n  end\n  return 1\nend',
    input_schema: { type: 'object', properties: { many: { type: 'boolean', default: false } } },
    tests: [{ name: 'one', expect: { result: 1 } }],
  });
  await define('beta', {});
  await define('gamma', { capabilities: { mutate: true }, wander: 'fn run(args)\n  spawn("cube")\nend' });
  await page.keyboard.press('ControlOrMeta+3');
  // What waits comes first, the others follow by name.
  await expect.poll(names).toEqual(['user_gamma', 'user_alpha', 'user_beta']);
  const group = page.getByRole('button', { name: 'Group by status' });
  await group.click();
  await expect(group).toHaveAttribute('aria-pressed', 'false');
  const head = (name: string): Locator => grid().getByRole('columnheader', { name });
  await head('Name').getByRole('button').click();
  await expect.poll(names).toEqual(['user_alpha', 'user_beta', 'user_gamma']);
  await head('Name').getByRole('button').click();
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(names).toEqual(['user_gamma', 'user_beta', 'user_alpha']);
  await head('Name').getByRole('button').click();

  await group.click();
  const active = grid().getByRole('row', { name: /^Active/ });
  await active.click();
  await expect.poll(names).toEqual(['user_gamma']);
  await active.click();
  await expect.poll(async () => (await names()).length).toBe(3);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Author' }).click();
  await page.keyboard.press('Escape');
  await expect(head('Author')).toHaveCount(0);
  await expect(head('Version')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Filter tools' }).fill('may:edits');
  await expect.poll(names).toEqual(['user_gamma']);
  await page.getByRole('searchbox', { name: 'Filter tools' }).fill('');
});

test('the table is worked by keys alone: j and k, e, t, / and Enter; a and r lead to the decision and decide nothing', async () => {
  for (const order of ['descending', 'ascending', 'none']) {
    await page.keyboard.press('ControlOrMeta+Shift+p');
    await page.keyboard.type('sort tools by calls');
    await expect(page.getByRole('option', { name: 'Sort Tools by Calls' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(grid().getByRole('columnheader', { name: 'Calls' })).toHaveAttribute('aria-sort', order);
  }
  await grid().focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter tools' })).toBeFocused();
  await page.keyboard.type('alpha');
  await expect.poll(names).toEqual(['user_alpha']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowDown');
  await expect(grid()).toBeFocused();
  await page.keyboard.press('Home');
  const selected = grid().getByRole('row', { selected: true });
  await page.keyboard.press('j');
  await expect(selected).toContainText('user_gamma');
  // Over the head of the next group.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(selected).toContainText('user_alpha');
  await page.keyboard.press('e');
  await expect.poll(() => statusOf('user_alpha')).toBe('disabled');
  await expect(selected).toContainText('user_alpha');
  await page.keyboard.press('e');
  await expect.poll(() => statusOf('user_alpha')).toBe('active');
  await page.keyboard.press('t');
  await expect(selected).toContainText('1 of 1 pass');
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const review = page.getByRole('article', { name: 'Review of user_gamma' });
  await expect(review).toBeVisible();
  expect(await statusOf('user_gamma')).toBe('pending_approval');
  await page.keyboard.press('Escape');
  await expect(grid()).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByLabel('Why not? The author can read this.')).toBeFocused();
  expect(await statusOf('user_gamma')).toBe('pending_approval');
  await page.keyboard.press('Escape');
});

test('a tool’s page tells which lines its tests ran, and shows those that none ran', async () => {
  await grid().getByText('user_alpha').click();
  const review = page.getByRole('article', { name: 'Review of user_alpha' });
  await review.getByRole('button', { name: 'Run Tests' }).click();
  const figure = review.getByText('Its tests cover 2 of 3 lines of code (66 %).');
  await figure.click();
  const missed = review.getByRole('list', { name: 'Lines that no test ran' });
  await expect(missed.getByRole('listitem')).toHaveText([/3\s*return 10/]);
  await missed.scrollIntoViewIfNeeded();
  await takeScreenshots(editor, 'tests-coverage');
});

test('the policy explains its choices; tightening is done at once, loosening asks once more', async () => {
  const policy = page.getByRole('combobox', { name: 'Policy' });
  const now = async (): Promise<unknown> => (await agent.call('tool_policy')).data.policy;
  await policy.click();
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.getByRole('option', { name: /Policy: Ask/i }).click();
  await expect.poll(now).toBe('ask');
  await policy.click();
  await page.getByRole('option', { name: /Policy: Trust/i }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('Loosen the policy');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await now()).toBe('ask');
});

test('several read-only tools are approved together, chosen one by one; what mutates is not among them', async () => {
  await page.getByRole('button', { name: /Approve 2 Read-Only/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve read-only tools' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await expect(dialog.getByText('user_gamma')).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'user_beta' }).click();
  await dialog.getByRole('button', { name: 'Approve 1' }).click();
  await expect.poll(() => statusOf('user_beta')).toBe('active');
  expect([await statusOf('user_alpha'), await statusOf('user_gamma')]).toEqual([
    'pending_approval',
    'pending_approval',
  ]);
});

test('an entity is dragged below another in the tree, and a search shows the way to it', async () => {
  await page.keyboard.press('ControlOrMeta+1');
  await agent.call('entity_create', { name: 'Holder', position: [0, 0, 0] });
  await agent.call('entity_create', { name: 'Held', mesh: 'cube', position: [2, 0, 0] });
  const search = page.getByRole('searchbox', { name: 'Search entities' });
  const item = (name: RegExp): Locator => page.getByRole('treeitem', { name });
  await search.fill('h');
  await item(/^Held/).dragTo(item(/^Holder/));
  const holder = (await agent.call('entity_get', { entity: 'Holder' })).data.id;
  await expect
    .poll(async () => (await agent.call('entity_get', { entity: 'Held' })).data.parent)
    .toBe(holder);
  await search.fill('held');
  await expect(item(/^Holder/)).toBeVisible();
  await expect(item(/^Held/)).toBeVisible();
  await search.fill('');
});

test('History takes a step back by a click', async () => {
  await agent.call('selection_set', { entities: ['Held'] });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Held');
  await agent.call('entity_update', { entity: 'Held', position: [2, 1, 0] });
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Show History');
  await page.keyboard.press('Enter');
  const steps = page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem');
  await steps.first().getByRole('button').click();
  await expect
    .poll(async () => (await agent.call('entity_get', { entity: 'Held' })).data.position)
    .toEqual([2, 0, 0]);
  await page.getByRole('tab', { name: 'Inspector' }).click();
});

test('in the view: W, E, R and Escape choose the gizmo, F focuses, and a click selects', async () => {
  const canvas = page.getByRole('img', { name: /^Scene view/ });
  await agent.call('selection_set', { entities: ['Held'] });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Held');
  await canvas.focus();
  const bar = page.getByRole('toolbar', { name: 'Scene view' });
  for (const [key, label] of [
    ['w', 'Move'],
    ['e', 'Rotate'],
    ['r', 'Scale'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(bar.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
  }
  await page.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: 'Scale' })).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('f');
  await page.keyboard.press('Escape');
  const selected = async (): Promise<unknown[]> =>
    (await agent.call('selection_get')).data.entities.map((one: { name: string }) => one.name);
  await expect.poll(selected).toEqual([]);
  // What was focused stands in the middle.
  await canvas.click();
  await expect.poll(selected).toEqual(['Held']);
});

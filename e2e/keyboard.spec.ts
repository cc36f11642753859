/**
 * Flows of the window by keyboard alone: no click and no pointer in this file. What is done is looked up from outside,
 * by an agent's calls.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { connectOverHttp, type Agent } from './agent';
import { join } from 'node:path';
import { openEditor, readJson, root, writeLibraryTool, type Editor } from './app';

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
const review = (tool: string): Locator => page.getByRole('article', { name: `Review of ${tool}` });
const entity = async (name: string): Promise<Record<string, unknown>> =>
  (await agent.call('entity_get', { entity: name })).data as Record<string, unknown>;
const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) > 0;

/** A command of the palette, by what one types of it. */
async function choose(command: string): Promise<void> {
  await press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.type(command);
  await press('Enter');
}

/** Selects an entity and leaves the focus in the inspector, at its name. */
async function goTo(name: string): Promise<void> {
  await press('ControlOrMeta+p');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
}

/** Tab until it is there; fails, with the way it went, where the keyboard does not lead to it. */
async function tabTo(target: Locator, most = 60): Promise<void> {
  await expect(target.first()).toBeVisible();
  const way: unknown[] = [];
  for (let step = 0; step < most; step += 1) {
    if (await isFocused(target)) return;
    await press('Tab');
    way.push(await page.evaluate('document.activeElement?.outerHTML.slice(0, 90)'));
  }
  throw new Error(`Tab did not lead to ${String(target)}:\n${way.join('\n')}`);
}

/** From the first row of the list that has the focus down to another, which is selected then. */
async function downTo(row: Locator, most = 40): Promise<void> {
  await press('Home');
  for (let step = 0; step < most && (await row.getAttribute('aria-selected')) !== 'true'; step += 1)
    await press('ArrowDown');
  await expect(row).toHaveAttribute('aria-selected', 'true');
}

async function settled(button: Locator): Promise<void> {
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
}

/** The composite of the documentation, under another name. */
async function defineWaiting(name: string): Promise<void> {
  const example = readJson(join(root, 'docs/examples/tag_by_tag.json')) as Record<string, unknown>;
  expect((await agent.call('tool_define', { ...example, name })).isError).toBe(false);
}

test('an entity is made, renamed, moved, put below another, and all of it is undone and redone', async () => {
  await choose('Create an Empty Entity');
  await expect.poll(async () => (await agent.call('entity_get', { entity: 'Empty' })).isError).toBe(false);
  await goTo('Empty');
  await press('F2');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await press('ControlOrMeta+a');
  await page.keyboard.type('Beacon');
  await press('Enter');
  await expect.poll(async () => (await agent.call('entity_get', { entity: 'Beacon' })).isError).toBe(false);
  await tabTo(page.getByRole('spinbutton', { name: 'Position y, m' }));
  await press('ControlOrMeta+a');
  await page.keyboard.type('4');
  await press('Enter');
  await expect.poll(async () => ((await entity('Beacon'))['position'] as number[])[1]).toBe(4);

  await choose('Move the Selection into');
  await expect(page.getByRole('combobox', { name: 'Move the selection' })).toBeFocused();
  await page.keyboard.type('Shrine');
  await press('Enter');
  const shrine = (await entity('Shrine'))['id'];
  await expect.poll(async () => (await entity('Beacon'))['parent']).toBe(shrine);
  await choose('Undo');
  await expect.poll(async () => (await entity('Beacon'))['parent'] ?? null).toBeNull();
  await choose('Redo');
  await expect.poll(async () => (await entity('Beacon'))['parent']).toBe(shrine);
});

test('the tree is entered by F6, gone through by arrows, and its menu opens by a key', async () => {
  await press('ControlOrMeta+1');
  const tree = page.getByRole('tree', { name: 'Scene' });
  for (let step = 0; step < 10 && (await tree.locator(':focus').count()) === 0; step += 1) {
    await press('F6');
    if (await page.evaluate("document.activeElement?.closest('[data-region=side]') !== null"))
      await tabTo(page.locator('[role=treeitem][tabindex="0"]'), 6);
  }
  await press('Home', 'ArrowDown');
  await expect(page.getByRole('treeitem', { name: /Main Camera/ })).toBeFocused();
  await press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: /Move into/ })).toBeVisible();
  await press('Escape');
  await expect(page.getByRole('treeitem', { name: /Main Camera/ })).toBeFocused();
});

test('History takes back one step of several', async () => {
  await agent.call('entity_create', { name: 'Kept' });
  await agent.call('entity_create', { name: 'Gone' });
  await agent.call('entity_create', { name: 'Kept Too' });
  await choose('Show History');
  const steps = page.getByRole('list', { name: 'History, newest first' });
  await expect(steps.getByRole('listitem').first()).toContainText('Kept Too');
  const second = steps.getByRole('listitem').filter({ hasText: 'Gone' }).getByRole('button');
  await tabTo(second);
  await press('Enter');
  await expect.poll(async () => (await agent.call('entity_get', { entity: 'Gone' })).isError).toBe(true);
  expect((await agent.call('entity_get', { entity: 'Kept Too' })).isError).toBe(false);
});

test('a tool that waits is tried as a dry run and approved; another is rejected with a reason', async () => {
  await defineWaiting('mark');
  await expect(page.getByRole('button', { name: '1 to approve' })).toBeVisible();
  await choose('Review Waiting Tools');
  await expect(page.getByRole('heading', { name: 'user_mark' })).toBeFocused();
  await tabTo(review('user_mark').getByRole('textbox', { name: /^from/ }), 60);
  await page.keyboard.type('enemy');
  await press('Tab');
  await page.keyboard.type('hostile');
  await press('Shift+Enter');
  await expect(review('user_mark').getByText('It worked')).toBeVisible();
  await press('Escape');
  const approve = review('user_mark').getByRole('button', { name: /^Approve/ });
  await settled(approve);
  await tabTo(approve, 60);
  await press('ControlOrMeta+Enter');
  // What was never on screen is shown first.
  const show = review('user_mark').getByRole('button', { name: 'Show Them' });
  await expect(show.or(page.getByText('Approved: it can be called.')).first()).toBeVisible();
  if (await show.isVisible()) {
    await tabTo(show);
    await press('Enter');
    await settled(approve);
    await press('ControlOrMeta+Enter');
  }
  await expect
    .poll(async () => (await agent.call('tool_inspect', { name: 'user_mark' })).data.status)
    .toBe('active');

  await defineWaiting('smudge');
  await expect(page.getByRole('button', { name: '1 to approve' })).toBeVisible();
  await choose('Review Waiting Tools');
  await expect(page.getByRole('heading', { name: 'user_smudge' })).toBeFocused();
  await settled(review('user_smudge').getByRole('button', { name: /^Approve/ }));
  await press('ControlOrMeta+Backspace');
  await expect(page.getByLabel('Why not? The author can read this.')).toBeFocused();
  await page.keyboard.type('We have this one.');
  await press('ControlOrMeta+Enter');
  await expect
    .poll(async () => (await agent.call('tool_inspect', { name: 'user_smudge' })).data.status)
    .toBe('rejected');
});

test('rows of the feed are chosen and become a tool, which waits for approval once it is saved', async () => {
  for (const name of ['Lamp A', 'Lamp B']) await agent.call('entity_create', { name, mesh: 'sphere' });
  await press('ControlOrMeta+5');
  const feed = page.getByRole('feed', { name: 'Activity' });
  const row = (name: string): Locator =>
    feed.getByRole('article', { name: new RegExp(`Created #\\d+ ${name}`) });
  const focused = (): Promise<unknown> => page.evaluate("document.activeElement?.getAttribute('data-index')");
  await expect(row('Lamp B')).toBeVisible();
  await tabTo(feed.locator('article[tabindex="0"]'));
  for (const name of ['Lamp B', 'Lamp A']) {
    // The focus follows once the row is drawn.
    for (let step = 0; step < 20 && !(await isFocused(row(name))); step += 1) {
      const before = await focused();
      await press('ArrowUp');
      await expect.poll(focused).not.toBe(before);
    }
    await expect(row(name)).toBeFocused();
    await press('ControlOrMeta+Space');
  }
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await choose('Make a Tool of the Selected');
  const dialog = page.getByRole('dialog', { name: 'Make a tool of these calls' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await tabTo(name);
  await press('ControlOrMeta+a');
  await page.keyboard.type('two_lamps');
  await tabTo(dialog.getByRole('button', { name: 'Open the Draft' }));
  await press('Enter');
  await expect(page.locator('[data-editor="tools/two_lamps.tool.json"]')).toContainText('user_two_lamps');
  await press('ControlOrMeta+s');
  await expect
    .poll(async () => (await agent.call('tool_inspect', { name: 'user_two_lamps' })).data.status)
    .toBe('pending_approval');
});

test('generated inputs find a fault of a tool, and it is kept as a test that fails in Tests', async () => {
  const defined = await agent.call('tool_define', {
    name: 'pick_one',
    description: 'Gives one of three words by its number, for a test of generated inputs.',
    input_schema: {
      type: 'object',
      properties: { number: { type: 'integer', minimum: 0, maximum: 1000 } },
      required: ['number'],
    },
    capabilities: { read_scene: false },
    wander: 'fn run(args)\n  let words = ["one", "two", "three"]\n  return words[args.number]\nend',
    tests: [{ name: 'the first', args: { number: 0 }, expect: { result: 'one' } }],
  });
  expect(defined.isError).toBe(false);
  await press('ControlOrMeta+3');
  const tools = page.getByRole('grid', { name: 'Custom tools' });
  await tabTo(tools);
  await downTo(tools.getByRole('row', { name: /user_pick_one/ }));
  await press('Enter');
  await tabTo(review('user_pick_one').getByRole('button', { name: 'Fuzz', exact: true }));
  await press('Enter');
  const report = review('user_pick_one').getByRole('group', { name: 'Generated inputs' });
  await expect(report).toContainText('{"number":3}');
  await tabTo(report.getByRole('button', { name: 'Keep as Test' }));
  await press('Enter');
  await expect(report).toContainText('Kept as a test');

  await press('ControlOrMeta+4');
  await choose('Run All Tests');
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ fail$/ })).toBeVisible();
  const tree = page.getByRole('tree', { name: 'Tests by tool' });
  await tabTo(tree);
  await downTo(tree.getByRole('treeitem', { name: /fuzz: runtime_error/ }));
  await press('t');
  await expect(page.getByText('index 3 is out of range').filter({ visible: true }).first()).toBeVisible();
});

test('a tool of the library is looked at and taken up', async () => {
  const steps = [{ tool: 'scene_query', args: { tag: '{{args.tag}}' } }];
  for (const name of ['count_tagged', 'count_twice']) writeLibraryTool(editor, name, { steps });
  await choose('Show My Library');
  const list = page.getByRole('list', { name: 'Library' });
  const [first, second] = ['user_count_tagged', 'user_count_twice'].map((name) =>
    list.getByRole('button', { name: new RegExp(name) }),
  );
  await tabTo(first!);
  await press('ArrowDown');
  await expect(second!).toBeFocused();
  await press('Enter');
  const shown = page.getByRole('article', { name: 'user_count_twice in the library' });
  await expect(shown.getByText(/library: count_twice\.$/)).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Adopt' }));
  await press('Enter');
  await expect(review('user_count_twice')).toBeVisible();
  await expect
    .poll(async () => (await agent.call('tool_inspect', { name: 'user_count_twice' })).data.status)
    .toBe('active');
});

test('the status bar is entered by F6: configurations, agents, what waits, saving, problems', async () => {
  const bar = page.getByRole('contentinfo', { name: 'Status' });
  const item = (name: RegExp): Locator => bar.getByRole('button', { name });
  const first = item(/^MCP \d+$/);
  const enter = async (): Promise<void> => {
    for (let step = 0; step < 12 && (await bar.locator(':focus').count()) === 0; step += 1) await press('F6');
    await expect(bar.locator(':focus')).toHaveCount(1);
    // A region is entered where it was left.
    for (let step = 0; step < 12 && !(await isFocused(first)); step += 1) await press('Shift+Tab');
    await expect(first).toBeFocused();
  };
  await press('ControlOrMeta+1');
  await enter();
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Cursor/ })).toBeVisible();
  await press('Escape');
  await expect(first).toBeFocused();

  await tabTo(item(/^1 agent$/), 12);
  await press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connected agents' })).toContainText('claude-code');
  await press('Escape');
  await expect(item(/^1 agent$/)).toBeFocused();

  await tabTo(item(/^Sky Garden \(unsaved\)/), 12);
  await press('Enter');
  await expect(item(/^Sky Garden \d+ entities$/)).toBeVisible();

  await tabTo(item(/errors?/), 12);
  await press('Enter');
  await expect(page.getByRole('tab', { name: /^Problems/ })).toHaveAttribute('aria-selected', 'true');

  await enter();
  await tabTo(item(/^1 to approve$/), 12);
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'user_two_lamps' })).toBeFocused();
});

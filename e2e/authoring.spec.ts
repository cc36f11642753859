/** Making tools in the window: capabilities that nothing needs, generated inputs, tools from recorded calls, the library, and what was removed. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import {
  expectAccessible,
  openEditor,
  takeScreenshots,
  takeThemeScreenshots,
  writeLibraryTool,
  type Editor,
} from './app';

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const review = (tool: string): Locator => page.getByRole('article', { name: `Review of ${tool}` });
const feed = (): Locator => page.getByRole('feed', { name: 'Activity' });

async function openReview(tool: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('grid', { name: 'Custom tools' }).getByText(tool, { exact: true }).click();
  await expect(review(tool)).toBeVisible();
}

async function inspection(tool: string): Promise<Record<string, unknown>> {
  return (await agent.call('tool_inspect', { name: tool })).data as Record<string, unknown>;
}

test('capabilities that nothing needs are pointed out, and one click makes a definition without them, which waits for approval', async () => {
  await agent.call('tool_define', {
    name: 'paint_row',
    title: 'Paint a row',
    description: 'Paints every entity with a tag. Example: {"tag": "crate", "color": "#ff8800"}',
    input_schema: {
      type: 'object',
      properties: { tag: { type: 'string' }, color: { type: 'string', format: 'color', default: '#ff8800' } },
      required: ['tag'],
    },
    capabilities: { mutate: true, calls: ['*'], files: { read: ['**'], write: ['out/'] } },
    wander:
      'fn run(args)\n  let found = call_tool("scene_query", {tag: args.tag})\n  for m in found.matches\n    find(m.id).color = args.color\n  end\n  return found.total\nend',
  });
  await openReview('user_paint_row');
  const least = review('user_paint_row').getByRole('group', { name: 'Less would be enough' });
  await expect(least).toContainText('Call tools');
  await expect(least).toContainText('scene_query');
  await expect(least).toContainText('its code tells');
  await least.scrollIntoViewIfNeeded();
  await takeScreenshots(editor, 'authoring-least-set');
  await expectAccessible(page, 'least set');
  await least.getByRole('button', { name: 'Use the Least Set…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('waits for your approval');
  await dialog.getByRole('button', { name: 'Use the Least Set' }).click();
  await expect
    .poll(async () => (await inspection('user_paint_row')).capabilities)
    .toEqual({
      read_scene: true,
      mutate: true,
      calls: ['scene_query'],
      files: { read: [], write: [] },
      network: false,
    });
  expect((await inspection('user_paint_row')).status).toBe('pending_approval');
  await expect(least).toBeHidden();
});

test('a long run on generated inputs shows how far it is, and is stopped while the window goes on', async () => {
  await agent.call('tool_define', {
    name: 'count_long',
    description: 'Counts for a while, whatever it is given. Example: {"number": 1}',
    input_schema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
    capabilities: { read_scene: false },
    wander: 'fn run(args)\n  let n = 0\n  for i in range(300000) n = n + 1 end\n  return n\nend',
  });
  await openReview('user_count_long');
  const reviewed = review('user_count_long');
  await reviewed.getByRole('button', { name: 'Fuzz', exact: true }).click();
  const far = reviewed.getByRole('progressbar', { name: 'Running generated inputs' });
  await expect(far).toBeVisible();
  await expect(far).not.toHaveAttribute('aria-valuenow', '0');
  // The engine answers others meanwhile.
  expect((await agent.call('entity_get', { entity: 'Player' })).isError).toBe(false);
  await reviewed.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(reviewed.getByRole('button', { name: 'Fuzz Again' })).toBeVisible();
  await expect(far).toHaveCount(0);
  await expect(reviewed.getByRole('group', { name: 'Generated inputs' })).toContainText(/[Ss]topped/);
});

test('generated inputs find a fault, show a small input for it, and keep it as a test', async () => {
  await agent.call('tool_define', {
    name: 'pick_one',
    description: 'Gives one of three words by its number, for a test of generated inputs.',
    input_schema: {
      type: 'object',
      properties: { number: { type: 'integer', minimum: 0, maximum: 1000 }, note: { type: 'string' } },
      required: ['number'],
    },
    capabilities: { read_scene: false },
    wander:
      'fn run(args)\n  if args.note == " " then tool_fail("Write a note.") end\n  let words = ["one", "two", "three"]\n  return words[args.number]\nend',
  });
  await openReview('user_pick_one');
  await review('user_pick_one').getByRole('button', { name: 'Fuzz', exact: true }).click();
  const report = review('user_pick_one').getByRole('group', { name: 'Generated inputs' });
  await expect(report).toContainText('200 generated inputs: one way to fail');
  await expect(report).toContainText('tools/pick_one.wander:4');
  await expect(report).toContainText('{"number":3}');
  await expect(report).toContainText('index 3 is out of range');
  await expect(report).toContainText('refused: Write a note');
  await report.scrollIntoViewIfNeeded();
  await takeThemeScreenshots(editor, 'authoring-fuzz');
  await expectAccessible(page, 'fuzz');
  const { hash } = await inspection('user_pick_one');
  await report.getByRole('button', { name: 'Keep as Test' }).click();
  await expect(report).toContainText('Kept as a test');
  const after = await inspection('user_pick_one');
  expect(after.hash).toBe(hash);
  expect(after.definition).toMatchObject({
    tests: [{ name: 'fuzz: runtime_error at tools/pick_one.wander:4', args: { number: 3 } }],
  });
  await expect(
    review('user_pick_one').getByText('fuzz: runtime_error at tools/pick_one.wander:4'),
  ).toBeVisible();

  await page.keyboard.press('ControlOrMeta+4');
  await page.getByRole('tree').getByText('user_pick_one').click();
  await expect(page.getByRole('button', { name: 'Fuzz Again' })).toBeVisible();
  await takeThemeScreenshots(editor, 'authoring-tests-panel');
  await expectAccessible(page, 'tests panel');
});

test('rows of the feed are chosen with the mouse and with keys, and a tool is drafted from them', async () => {
  for (const [index, name] of ['Lamp A', 'Lamp B', 'Lamp C'].entries())
    await agent.call('entity_create', { name, mesh: 'sphere', position: [index * 2, 1, 0] });
  await page.keyboard.press('ControlOrMeta+5');
  const row = (name: string): Locator =>
    feed().getByRole('article', { name: new RegExp(`Created #\\d+ ${name}`) });
  await row('Lamp A').click();
  await row('Lamp C').click({ modifiers: ['Shift'] });
  await expect(page.getByText(/\d+ rows selected/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/rows? selected/)).toBeHidden();

  await row('Lamp A').click({ modifiers: ['ControlOrMeta'] });
  await row('Lamp B').click({ modifiers: ['ControlOrMeta'] });
  await row('Lamp C').focus();
  await page.keyboard.press('ControlOrMeta+Space');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await expect(row('Lamp C')).toHaveAccessibleName(/, selected$/);
  await takeThemeScreenshots(editor, 'authoring-selected-rows');
  await expectAccessible(page, 'selected rows');
  await page.getByRole('button', { name: 'Make a Tool…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a tool of these calls' });
  await expect(dialog).toContainText('3 calls give one step with the arguments items');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('row_of_lamps');
  await dialog.getByRole('checkbox', { name: 'mesh' }).check();
  await expect(dialog).toContainText('the arguments items, mesh');
  await takeThemeScreenshots(editor, 'authoring-make-tool');
  await expectAccessible(page, 'make a tool');
  await dialog.getByRole('button', { name: 'Open the Draft' }).click();
  const pane = page.locator('[data-editor="tools/row_of_lamps.tool.json"]');
  await expect(pane).toContainText('user_row_of_lamps');
  expect(existsSync(join(editor.project, 'tools/row_of_lamps.tool.json'))).toBe(false);
  await takeThemeScreenshots(editor, 'authoring-draft');
  await pane.locator('.view-lines').first().click();
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(async () => (await inspection('user_row_of_lamps')).status).toBe('pending_approval');
  expect((await inspection('user_row_of_lamps')).author).toBe('user');
});

test('the library shows how its tools differ from this project’s, and one is taken up', async () => {
  writeLibraryTool(editor, 'count_tagged', {
    steps: [{ tool: 'scene_query', args: { tag: '{{args.tag}}' } }],
  });
  writeLibraryTool(editor, 'pick_one', { wander: 'fn run(args)\n  return count(args.tag)\nend\n' });
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('radio', { name: 'Library' }).click();
  const list = page.getByRole('list', { name: 'Library' });
  await expect(list.getByRole('button', { name: /user_count_tagged/ })).toContainText('Not here');
  await expect(list.getByRole('button', { name: /user_pick_one/ })).toContainText('Different');
  await list.getByRole('button', { name: /user_pick_one/ }).click();
  const shown = page.getByRole('article', { name: 'user_pick_one in the library' });
  await expect(shown.getByText('How does it differ from this project’s?')).toBeVisible();
  await expect(shown.locator('.monaco-diff-editor').first()).toBeVisible();
  await takeScreenshots(editor, 'authoring-library');
  await expectAccessible(page, 'library');
  await list.getByRole('button', { name: /user_count_tagged/ }).click();
  await page.getByRole('button', { name: 'Adopt' }).click();
  await expect(review('user_count_tagged')).toBeVisible();
  expect((await inspection('user_count_tagged')).status).toBe('active');
});

test('a tool that was removed comes back from the panel, also after its note is gone', async () => {
  await openReview('user_count_tagged');
  await review('user_count_tagged').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Removed 1' })).toBeVisible();
  expect(existsSync(join(editor.project, 'tools/count_tagged.tool.json'))).toBe(false);
  await page.getByRole('button', { name: 'Removed 1' }).click();
  await takeThemeScreenshots(editor, 'authoring-removed');
  await page.getByRole('menuitem', { name: /Bring Back user_count_tagged/ }).click();
  await expect.poll(async () => (await inspection('user_count_tagged')).status).toBe('active');
  await expect(page.getByRole('button', { name: /^Removed/ })).toBeHidden();
});

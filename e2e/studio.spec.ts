/** Studio and editors on the real app: a decision by keys alone, what may never approve, hostile text, and files that change under the hand. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectOverHttp, type Agent } from './agent';
import { expectAccessible, openEditor, readJson, root, takeScreenshots, type Editor } from './app';

const enemiesNear = readJson(join(root, 'docs/examples/enemies_near.json')) as Record<string, unknown>;
const tagByTag = readJson(join(root, 'docs/examples/tag_by_tag.json')) as Record<string, unknown>;

let editor: Editor;
let agent: Agent;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor();
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  await agent.call('tool_define', enemiesNear);
  await agent.call('tool_define', tagByTag);
});

test.afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const grid = (): Locator => page.getByRole('grid', { name: 'Custom tools' });
const review = (tool: string): Locator => page.getByRole('article', { name: `Review of ${tool}` });
const pane = (path: string): Locator => page.locator(`[data-editor="${path}"]`);
const onDisk = (path: string): string => readFileSync(join(editor.project, path), 'utf8');

async function status(tool: string): Promise<unknown> {
  return (await agent.call('tool_inspect', { name: tool })).data.status;
}

/** The decision takes input half a second after a tool has come on screen. */
async function settled(tool: string): Promise<void> {
  await expect(review(tool).getByRole('button', { name: /^Approve/ })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
}

test('keys alone lead from the list to a rejection with its reason, and Escape goes one step back', async () => {
  await page.keyboard.press('ControlOrMeta+3');
  await expect(grid()).toBeVisible();
  await grid().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'user_tag_by_tag' })).toBeFocused();
  await settled('user_tag_by_tag');
  await page.keyboard.press('ControlOrMeta+Backspace');
  await expect(page.getByLabel('Why not? The author can read this.')).toBeFocused();
  await page.keyboard.type('Too broad: name the tags.');
  await page.keyboard.press('Escape');
  expect(await status('user_tag_by_tag')).toBe('pending_approval');
  await page.keyboard.press('ControlOrMeta+Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => status('user_tag_by_tag')).toBe('rejected');
  expect((await agent.call('tool_inspect', { name: 'user_tag_by_tag' })).data.approval).toMatchObject({
    by: 'user',
    reason: 'Too broad: name the tags.',
  });
});

test('S-14 neither Enter nor a key that is held down approves, and a definition that changes under the page takes no decision', async () => {
  await agent.call('tool_define', {
    ...tagByTag,
    title: 'Again',
    description: `${String(tagByTag['description'])} Now again.`,
  });
  await page.getByRole('button', { name: 'Load the New Definition' }).click();
  await settled('user_tag_by_tag');
  const approve = review('user_tag_by_tag').getByRole('button', { name: /^Approve/ });
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect(review('user_tag_by_tag').getByText(/or Space to approve/)).toBeVisible();
  expect(await status('user_tag_by_tag')).toBe('pending_approval');

  await agent.call('tool_define', {
    ...tagByTag,
    description: `${String(tagByTag['description'])} And again.`,
  });
  await expect(review('user_tag_by_tag').getByRole('alert')).toContainText('has changed since it was shown');
  await expect(approve).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await status('user_tag_by_tag')).toBe('pending_approval');
});

test('the keys of a decision, pressed once more, decide nothing about the tool that comes up next', async () => {
  for (const name of ['first_waiting', 'second_waiting'])
    await agent.call('tool_define', {
      name,
      description: `Names an entity ${name}, for whoever asks.`,
      capabilities: { mutate: true },
      wander: 'fn run(args)\n  spawn("cube")\nend',
    });
  await grid().getByText('user_first_waiting').click();
  await settled('user_first_waiting');
  await page.keyboard.press('ControlOrMeta+Backspace');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    page.getByRole('article', { name: /^Review of user_(second_waiting|tag_by_tag)$/ }),
  ).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await status('user_first_waiting')).toBe('rejected');
  expect([await status('user_second_waiting'), await status('user_tag_by_tag')]).toEqual([
    'pending_approval',
    'pending_approval',
  ]);
});

test('a page that nobody looks at loads a new definition by itself, and a link to what waits shows it as it is', async () => {
  await grid().getByText('user_second_waiting').click();
  await settled('user_second_waiting');
  await page.keyboard.press('ControlOrMeta+1');
  await agent.call('tool_define', {
    name: 'second_waiting',
    description: 'Changed while nobody looked at its page.',
  });
  await page.keyboard.press('ControlOrMeta+3');
  await expect(review('user_second_waiting').getByText('Changed while nobody looked')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load the New Definition' })).toHaveCount(0);
  await agent.call('tool_define', {
    name: 'second_waiting',
    description: 'Changed while the page is in sight.',
  });
  await expect(page.getByRole('button', { name: 'Load the New Definition' })).toBeVisible();
  await agent.call('tool_enable', { name: 'tag_by_tag', enabled: false });
  await page.getByRole('button', { name: '1 to approve' }).click();
  await expect(review('user_second_waiting').getByText('Changed while the page is in sight.')).toBeVisible();
});

test('S-15 code that was never on screen is not approved without saying so', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `  log ${n}`).join('\n');
  await agent.call('tool_define', {
    name: 'long_one',
    description: 'A tool with very much code, whose last line matters.',
    capabilities: { mutate: true },
    wander: `fn run(args)\n${lines}\n  destroy find("Player")\nend`,
  });
  await grid().getByText('user_long_one').click();
  await settled('user_long_one');
  await expect(review('user_long_one').getByText('303 lines')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(
    review('user_long_one').getByText(/Not on screen yet: lines \d+ to 303 of the code/),
  ).toBeVisible();
  expect(await status('user_long_one')).toBe('pending_approval');
  await review('user_long_one').getByRole('button', { name: 'Show Them' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(review('user_long_one').locator('.view-line', { hasText: 'destroy' })).toBeVisible();
});

test('S-05 text from tools is never markup, wherever it is shown', async () => {
  const evil = '<img src=x onerror="window.pwned=1"><svg onload="window.pwned=1"></svg><!-- -->';
  await agent.call('tool_define', {
    name: 'evil',
    title: '<b>bold</b>',
    description: `Shows ${evil} to whoever reads it.`,
    input_schema: {
      type: 'object',
      properties: { '<img src=x>': { type: 'string', description: evil, enum: [evil] } },
    },
    wander: `fn run(args)\n  tool_fail("${evil.replaceAll('"', "'")}", "<b>hint</b>")\nend`,
  });
  await grid().getByText('user_evil').click();
  await expect(review('user_evil').getByText(evil, { exact: false }).first()).toBeVisible();
  await review('user_evil')
    .getByRole('button', { name: /Run as Dry Run/ })
    .click();
  await expect(review('user_evil').getByText('It failed')).toBeVisible();
  expect(await page.evaluate('window.pwned')).toBeUndefined();
  await expect(page.locator('img')).toHaveCount(0);
});

test('S-16 what a file hides is refused, and shown as what it is', async () => {
  writeFileSync(
    join(editor.project, 'tools/sly.tool.json'),
    JSON.stringify({
      name: 'user_sly',
      description: 'Reads \u202Eelif\u202C and\u200B nothing more, quite harmless.',
      input_schema: { type: 'object' },
    }),
  );
  writeFileSync(join(editor.project, 'tools/sly.wander'), 'fn run(args)\n  return 1\nend\n');
  await grid().getByText('user_sly').click();
  await expect(
    review('user_sly')
      .getByText(/bidirectional override \(U\+202E\)/)
      .first(),
  ).toBeVisible();
  await expect(review('user_sly').getByText('U+202E, right-to-left override')).toBeVisible();
  await expect(review('user_sly').getByRole('button', { name: /^Approve/ })).toHaveCount(0);
});

test('a screen reader finds its way through list, review, tests and editors', async () => {
  await grid().getByText('user_long_one').click();
  await expect(review('user_long_one').locator('.view-line').first()).toBeVisible();
  await expectAccessible(page, 'review');
  await page.keyboard.press('ControlOrMeta+4');
  await page.getByRole('button', { name: 'Run All' }).click();
  await expect(page.getByText(/^All \d+ pass$/)).toBeVisible();
  await page.getByRole('treeitem', { name: /finds one/ }).click();
  await expectAccessible(page, 'tests');
  await takeScreenshots(editor, 'tests');
});

test('a tool opens as a pair; the language service completes its arguments; saving runs its tests', async () => {
  await page.getByRole('button', { name: 'Go to Line' }).click();
  const code = pane('tools/enemies_near.wander');
  await expect(code.locator('.view-line').first()).toBeVisible();
  await expectAccessible(page, 'editor');
  await takeScreenshots(editor, 'editor');
  await code.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 7; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('let far = args.rad');
  await expect(page.locator('.suggest-widget')).toContainText('radius');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('return {count: 0, enemies: out, far: far}');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => onDisk('tools/enemies_near.wander')).toContain('let far = args.radius');
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(page.getByRole('button', { name: /^error “finds one”: result\.count was 0/ })).toBeVisible();
});

test('S-40 a file that both sides changed asks, with both texts; nothing is lost', async () => {
  const code = pane('tools/enemies_near.wander');
  await code.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('-- mine');
  const theirs = `${onDisk('tools/enemies_near.wander').replace('count: 0', 'count: 1')}-- theirs\n`;
  writeFileSync(join(editor.project, 'tools/enemies_near.wander'), theirs);
  await expect(page.getByText('The file has changed on disk', { exact: false })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  expect(onDisk('tools/enemies_near.wander')).toBe(theirs);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await expect(page.getByRole('dialog').locator('.monaco-diff-editor')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Take Theirs' }).click();
  await expect(code.locator('.view-lines')).toContainText('count: 1');
  await expect(code.getByText('Saved')).toBeVisible();
});

test('S-39 a change from outside leaves the caret and the undo stack of an open file alone', async () => {
  const code = pane('tools/enemies_near.wander');
  await code.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  const place = await code.getByText(/^Ln \d+, Col \d+$/).textContent();
  writeFileSync(
    join(editor.project, 'tools/enemies_near.wander'),
    onDisk('tools/enemies_near.wander').replace('count: 1', 'count: out.length'),
  );
  await expect(code.locator('.view-lines')).toContainText('count: out.length');
  await expect(code.getByText(place ?? '')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(code.locator('.view-lines')).toContainText('count: 1');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(code.getByText('Saved')).toBeVisible();
});

test('unsaved text survives the window, and S-41 a deleted file is not brought back by saving', async () => {
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('-- kept');
  await expect(pane('tools/enemies_near.wander').getByText('Not saved')).toBeVisible();
  await page.reload();
  await page.keyboard.press('ControlOrMeta+2');
  const code = pane('tools/enemies_near.wander');
  await expect(code.locator('.view-lines')).toContainText('-- kept');
  await expect(code.getByText('Not saved: kept from before the window closed')).toBeVisible();

  unlinkSync(join(editor.project, 'tools/enemies_near.wander'));
  await expect(page.getByText('This file was deleted.', { exact: false })).toBeVisible();
  await code.locator('.view-lines').click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('button', { name: 'Save as a New File' })).toBeVisible();
  expect(existsSync(join(editor.project, 'tools/enemies_near.wander'))).toBe(false);
  await page.getByRole('button', { name: 'Save as a New File' }).click();
  await expect.poll(() => existsSync(join(editor.project, 'tools/enemies_near.wander'))).toBe(true);
});

test('S-73 a file of 3 MB opens as plain text, with a notice that says why', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) =>
    JSON.stringify({ n, text: 'lorem ipsum dolor sit amet consectetur' }),
  );
  writeFileSync(join(editor.project, 'data-big.json'), `[${rows.join(',\n')}]`);
  await page.keyboard.press('ControlOrMeta+p');
  await page.getByRole('combobox', { name: 'Go to' }).fill('data-big');
  await page
    .getByRole('option', { name: /data-big\.json/ })
    .first()
    .click();
  const big = pane('data-big.json');
  await expect(big.locator('.view-line').first()).toBeVisible();
  await expect(big.getByText(/Shown as plain text, without colours and checks/)).toBeVisible();
});

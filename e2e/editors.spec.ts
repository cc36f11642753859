/** Editors in the real window, each flow with the mouse and once more with keys alone: definitions, tests in the margin, problems, files that change outside. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, openEditor, takeThemeScreenshots, type Editor } from './app';

const DEFINITION = {
  format: 'skywalker.tool/1',
  name: 'user_score',
  description: 'Twice a value, for the tests of the editors. Example: {"value": 2}',
  kind: 'wander',
  input_schema: { type: 'object', properties: { value: { type: 'number', default: 1 } } },
  capabilities: { read_scene: false },
  source: 'tools/score.wander',
  tests: [
    { name: 'doubles', args: { value: 2 }, expect: { result: { score: 4 } } },
    { name: 'nothing', args: { value: 0 }, expect: { result: { score: 0 } } },
  ],
};
const CODE = `-- Twice the value.
fn run(args)
  let value = args.value
  log "value {value}"

  let score = value * 2

  return {score: score}
end
`;
const SCRIPT = `// Says who it is.
export const schemaVersion = 'skywalker.tool.v1';
export async function execute(ctx, input) {
  return { name: input.name ?? 'nobody', at: 1 };
}
`;
const NOTES = '# Notes\n\nA **strong** word and `code`.\n';

let editor: Editor;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor({
    prepare: (project) => {
      mkdirSync(join(project, 'tools'), { recursive: true });
      mkdirSync(join(project, 'agents/pixel/data/tools'), { recursive: true });
      writeFileSync(join(project, 'tools/score.tool.json'), `${JSON.stringify(DEFINITION, null, 2)}\n`);
      writeFileSync(join(project, 'tools/score.wander'), CODE);
      writeFileSync(join(project, 'agents/pixel/data/tools/greet.tool.js'), SCRIPT);
      writeFileSync(join(project, 'notes.md'), NOTES);
    },
  });
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
});

test.afterAll(() => editor?.close());

const json = 'tools/score.tool.json';
const code = 'tools/score.wander';
const pane = (path: string): Locator => page.locator(`[data-editor="${path}"]`);
/** The text of an open file as it is shown; spaces in it are no-break spaces. */
const shown = (path: string): Locator => pane(path).locator('.view-lines');
const onDisk = (path: string): string => readFileSync(join(editor.project, path), 'utf8');
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

async function goTo(name: string): Promise<void> {
  await press('ControlOrMeta+p');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toHaveCount(0);
}

/** Puts the caret at a line and column, both from 1, of the editor that has the focus. */
async function caretTo(path: string, line: number, column: number): Promise<void> {
  await press('Control+g');
  await expect(page.locator('.quick-input-widget:visible input').first()).toBeFocused();
  await page.keyboard.type(`${line}:${column}`);
  await press('Enter');
  await expect(pane(path).getByText(`Ln ${line}, Col ${column}`)).toBeVisible();
}

const focusIn = (path: string): Promise<void> => expect(pane(path).locator('*:focus').first()).toBeAttached();

/** Tab, or the key that is given, until it is there: what the keyboard does not lead to, fails. */
async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let step = 0; step < 40; step += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await press(key);
  }
  throw new Error(`${key} did not lead to ${String(target)}`);
}

/** What stands in the margin beside a line: the names of its shapes. Read at once, since marks come and go. */
const markOf = (path: string, line: number): Promise<unknown> =>
  page.evaluate(`(() => {
    const all = (selector) => [...document.querySelectorAll('[data-editor="${path}"] ' + selector)];
    const number = all('.line-numbers').find(({ textContent }) => textContent === '${line}');
    const top = number?.getBoundingClientRect().y ?? 0;
    const mark = all('.glyph-margin-widgets .cgmr').find(
      (one) => Math.abs(one.getBoundingClientRect().y - top) <= 8,
    );
    if (mark === undefined) return 'none';
    return /_(error|warning|failed|passed|running)_/.exec(mark.className)?.[1] ?? '';
  })()`);
const expectMark = (path: string, line: number, mark: string): Promise<void> =>
  expect.poll(() => markOf(path, line)).toBe(mark);

const problem = (words: RegExp): Locator => page.getByRole('button', { name: words });
const lens = (path: string, title: string | RegExp): Locator =>
  pane(path).locator('.codelens-decoration a').filter({ hasText: title });

test('by mouse: a tool opens as a pair, side by side, and the link of its definition leads to its code', async () => {
  await page.getByRole('button', { name: 'Studio: Tools' }).click();
  await page.getByRole('grid', { name: 'Custom tools' }).getByText('user_score').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(shown(json)).toContainText('"user_score"');
  await expect(shown(code)).toContainText('fn run(args)');
  const [left, right] = [await pane(json).boundingBox(), await pane(code).boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await lens(json, '→ tools/score.wander').click();
  await focusIn(code);
  await expect(page.getByRole('tablist', { name: 'Open files' }).getByRole('tab')).toHaveCount(1);
  await shown(json).getByText('"kind"').click();
  await focusIn(json);
  // With the key down the line is drawn anew as a link: where the text is stays, its element does not.
  const link = (await shown(json).getByText('"tools/score.wander"').boundingBox())!;
  await page.keyboard.down('ControlOrMeta');
  await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2);
  await page.keyboard.up('ControlOrMeta');
  await focusIn(code);
});

test('by keyboard: quick open leads to the definition, F12 on its source to the code, and Tab back', async () => {
  await goTo('score.tool.json');
  await focusIn(json);
  await caretTo(json, 18, 16);
  await press('F12');
  await focusIn(code);
  await expect(pane(code).getByText('Ln 1, Col 1')).toBeVisible();
  await press('Control+m');
  await tabTo(pane(json).locator('textarea, .native-edit-context'), 'Shift+Tab');
  await press('Control+m');
});

test('a definition is explained, completed and checked as one types, from the schema of definitions', async () => {
  await shown(json).getByText('"capabilities"').hover();
  const hover = page.locator('.monaco-hover:visible').first();
  await expect(hover).toContainText('What the tool may do.');
  await shown(json).click();
  await caretTo(json, 16, 8);
  await expect(async () => {
    await press('ControlOrMeta+k', 'ControlOrMeta+i');
    await expect(hover).toContainText('false: the code runs against an empty scene', { timeout: 2000 });
  }).toPass();
  await press('Escape');
  await caretTo(json, 5, 1);
  await press('End', 'Enter');
  await page.keyboard.type('"li');
  const list = page.locator('.suggest-widget');
  await expect(list).toContainText('limits');
  await takeThemeScreenshots(editor, 'editors-schema');
  await press('Escape', 'Shift+Home');
  await page.keyboard.type('"enabled": 5,');
  await expect(pane(json).getByText('Incorrect type. Expected "boolean".')).toBeVisible();
  await expectMark(json, 6, 'error');
  for (let undone = 0; undone < 30 && (await pane(json).getByText('Not saved').count()) > 0; undone += 1)
    await press('ControlOrMeta+z');
  await expect(pane(json).getByText('Saved', { exact: true })).toBeVisible();
});

test('by mouse: actions above the code run the tests and lead to a try; how each went stands in the margin, told apart by its shape', async () => {
  await lens(code, 'Run its 2 tests').click();
  await expectMark(code, 2, 'passed');
  await expectMark(json, 20, 'passed');
  await shown(json).getByText('"tests"').click();
  await lens(json, '▷ Run test · passed').first().click();
  await expectMark(json, 20, 'passed');
  await lens(code, 'Try…').click();
  await expect(page.getByRole('article', { name: 'Review of user_score' })).toBeVisible();
  await press('ControlOrMeta+2');
});

test('by keyboard: Alt+Enter offers the actions of the line, and what its mark says stands below the text', async () => {
  await goTo('user_score');
  await focusIn(code);
  await caretTo(code, 2, 1);
  await expect(pane(code).getByText('All 2 tests passed')).toBeVisible();
  await press('Alt+Enter');
  const actions = page.locator('.quick-input-widget:visible');
  await expect(actions).toContainText('Run its 2 tests');
  await takeThemeScreenshots(editor, 'editors-actions');
  await press('ArrowDown', 'Enter');
  await expect(page.getByRole('feed').getByText('user_score: 2 tests passed').last()).toBeVisible();
  await focusIn(code);
});

test('saving a fault shows it in the margin and in Problems; a click there leads to it, and so do keys', async () => {
  await caretTo(code, 3, 11);
  await press('End');
  await page.keyboard.type(' + 1');
  await press('ControlOrMeta+s');
  await expectMark(code, 2, 'failed');
  await expectMark(json, 20, 'failed');
  await caretTo(code, 2, 1);
  await expect(pane(code).getByText('2 of 2 tests failed: “doubles”, “nothing”')).toBeVisible();
  await takeThemeScreenshots(editor, 'editors-failed');
  await expectAccessible(page, 'failed tests in the margin');
  // With keys, through all files and round.
  await press('Alt+F8');
  await focusIn(json);
  await expect(pane(json).getByText('“doubles”: result.score was 6, expected 4')).toBeVisible();
  await press('Alt+F8');
  await expect(pane(json).getByText('“nothing”: result.score was 2, expected 0')).toBeVisible();
  await press('Shift+Alt+F8');
  await expect(pane(json).getByText('“doubles”: result.score was 6, expected 4')).toBeVisible();
  await shown(code).click();
  await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /error/ }).click();
  await problem(/^error “nothing”: result\.score was 2/).click();
  await focusIn(json);
  await expect(pane(json).getByText('“nothing”: result.score was 2, expected 0')).toBeVisible();
});

test('an error of a run is marked at its line of code; mended, the marks and problems are gone', async () => {
  await goTo('user_score');
  await focusIn(code);
  await caretTo(code, 6, 1);
  await press('End');
  await page.keyboard.type(' + [1][7]');
  await press('ControlOrMeta+s');
  await expectMark(code, 6, 'failed');
  await expect(problem(/^error “doubles”: .*index 7 is out of range/)).toBeVisible();
  writeFileSync(join(editor.project, code), CODE);
  await expect(shown(code)).not.toContainText('[1][7]');
  await press('F5');
  await expectMark(code, 2, 'passed');
  await expectMark(code, 6, 'none');
  await expect(problem(/^error “doubles”/)).toHaveCount(0);
});

test('a tool that is broken says so over its pair, with the way to the fault, which is counted once', async () => {
  await expect(page.getByText('Saving checks it')).toBeVisible();
  await shown(code).click();
  await caretTo(code, 6, 1);
  await press('End');
  await page.keyboard.type(' + fnd(1)');
  await press('ControlOrMeta+s');
  await caretTo(code, 1, 1);
  await expect(page.getByText('Broken, and can’t be called:')).toBeVisible();
  await expect(problem(/^error .*fnd/)).toHaveCount(1);
  await expect(page.getByRole('button', { name: '1 error 0 warnings' })).toBeVisible();
  await page.getByRole('button', { name: /^(?!error).*fnd/ }).click();
  await expect(pane(code).getByText(/^Ln 6, /)).toBeVisible();
  await takeThemeScreenshots(editor, 'editors-broken');
  writeFileSync(join(editor.project, code), CODE);
  await expect(shown(code)).not.toContainText('fnd');
  await press('F5');
  await expect(page.getByText('Saving checks it')).toBeVisible();
  await expectMark(code, 2, 'passed');
  await expect(problem(/fnd/)).toHaveCount(0);
});

test('without the setting, saving runs no test', async () => {
  await page.getByRole('switch', { name: 'Run tests on save' }).click();
  await shown(code).click();
  await press('ControlOrMeta+Home');
  await page.keyboard.type('-- Score.\n');
  await press('ControlOrMeta+s');
  await expect.poll(() => onDisk(code)).toContain('-- Score.');
  await expectMark(code, 3, 'none');
  await expect(lens(code, 'Run its 2 tests')).toHaveText(/tests$/);
  await page.getByRole('switch', { name: 'Run tests on save' }).click();
  await press('F5');
  await expectMark(code, 3, 'passed');
});

/** Colours of the pieces of text of an open file, each with its words; read at once, since lines are drawn again and again. */
async function coloursOf(name: string): Promise<ReadonlyMap<string, string>> {
  const pairs = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('[data-editor$="${name}"] .view-lines span > span')].map((span) => [span.textContent.trim(), getComputedStyle(span).color])`,
  );
  return new Map(pairs);
}

test('JavaScript, JSON, Markdown and Wander have colours', async () => {
  for (const name of ['greet.tool.js', 'game.json', 'notes.md', 'lantern.wander']) {
    await goTo(name);
    await expect
      .poll(async () => new Set((await coloursOf(name)).values()).size, { message: name })
      .toBeGreaterThan(1);
  }
  await goTo('greet.tool.js');
  await takeThemeScreenshots(editor, 'editors-javascript');
});

test('names have the colours of what they are: a function that changes the scene differs from one that reads it', async () => {
  const path = 'scripts/colours.wander';
  writeFileSync(
    join(editor.project, path),
    'fn one(e)\n  let near = find_all("x")\n  let made = spawn("cube")\n  return near.length + made.id\nend\n',
  );
  await expect(async () => {
    await goTo('colours.wander');
    await expect(shown(path)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect
    .poll(async () => {
      const colours = await coloursOf('colours.wander');
      const [changes, reads] = [colours.get('spawn'), colours.get('find_all')];
      return changes !== undefined && reads !== undefined && changes !== reads;
    })
    .toBe(true);
});

test('by mouse: a file that both sides changed apart from each other is joined, as one step that undo takes back', async () => {
  await goTo('notes.md');
  await shown('notes.md').click();
  await press('ControlOrMeta+Home', 'End');
  await page.keyboard.type(' of mine');
  writeFileSync(join(editor.project, 'notes.md'), `${NOTES}\nAnd theirs.\n`);
  await expect(shown('notes.md')).toContainText('And theirs.');
  await expect(shown('notes.md')).toContainText('Notes of mine');
  await expect(page.getByText('notes.md changed on disk as well')).toBeVisible();
  await press('ControlOrMeta+s');
  await expect
    .poll(() => onDisk('notes.md'))
    .toBe(`${NOTES.replace('Notes', 'Notes of mine')}\nAnd theirs.\n`);
});

test('by keyboard: where both changed the same it is asked, and keeping mine saves it over theirs', async () => {
  await press('ControlOrMeta+Home', 'End');
  await page.keyboard.type(' only');
  writeFileSync(join(editor.project, 'notes.md'), '# Theirs\n');
  await expect(page.getByText('The file has changed on disk', { exact: false })).toBeVisible();
  await press('ControlOrMeta+s');
  expect(onDisk('notes.md')).toBe('# Theirs\n');
  await press('Control+m');
  await tabTo(page.getByRole('button', { name: 'Compare…' }), 'Shift+Tab');
  await press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.monaco-diff-editor')).toBeVisible();
  await takeThemeScreenshots(editor, 'editors-two-versions');
  await tabTo(dialog.getByRole('button', { name: 'Keep Mine' }));
  await press('Enter');
  await goTo('notes.md');
  await focusIn('notes.md');
  await press('Control+m', 'ControlOrMeta+s');
  await expect.poll(() => onDisk('notes.md')).toContain('# Notes of mine only');
});

test('by keyboard: a deleted file says so, is not brought back by saving, and is made anew when asked for', async () => {
  unlinkSync(join(editor.project, 'notes.md'));
  await expect(page.getByText('This file was deleted.', { exact: false })).toBeVisible();
  await press('ControlOrMeta+s');
  expect(existsSync(join(editor.project, 'notes.md'))).toBe(false);
  await press('Control+m');
  await tabTo(page.getByRole('button', { name: 'Save as a New File' }), 'Shift+Tab');
  await press('Enter');
  await expect.poll(() => existsSync(join(editor.project, 'notes.md'))).toBe(true);
  await press('Control+m');
});

test('in a low panel at twice the size the tree of tests has room, and the toolbar is reached', async () => {
  const zoom = (factor: number): Promise<void> =>
    editor.app.evaluate(({ BrowserWindow }, by) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(1280, 800);
      window?.webContents.setZoomFactor(by);
    }, factor);
  await zoom(2);
  await page.getByRole('tab', { name: /^Tests/ }).click();
  const tree = page.getByRole('tree', { name: 'Tests by tool' });
  await expect.poll(async () => (await tree.boundingBox())?.height ?? 0).toBeGreaterThan(52);
  const filter = page
    .getByRole('radio', { name: /^Not run/ })
    .or(page.getByRole('button', { name: /^Not run/ }));
  await filter.first().focus();
  await expect(filter.first()).toBeInViewport();
  await page.getByRole('tab', { name: /^Activity/ }).click();
  await expect
    .poll(async () => (await page.getByRole('feed').boundingBox())?.height ?? 0)
    .toBeGreaterThan(26);
  await zoom(1);
});

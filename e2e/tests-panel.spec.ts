/** The Tests panel on tools of every kind: with the mouse, and once more with keys alone. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible, openEditor, takeThemeScreenshots, type Editor } from './app';

interface Tool {
  readonly name: string;
  readonly wander: string;
  readonly more?: object;
}

/** So many of them that a run takes a while. */
const SLOW = 40;
const burn = (times: number): string => `  let n = 0\n  repeat ${times} times\n    n += 1\n  end\n`;
const limits = { instructions: 50_000_000 };
const TOOLS: readonly Tool[] = [
  {
    name: 'mark',
    wander:
      'fn run(args)\n  let found = find("Post")\n  found.color = #ff0000\n  found.done = true\n  log "marked {found.name}"\n  return {marked: 1, names: [found.name]}\nend\n',
    more: {
      capabilities: { mutate: true },
      tests: [
        {
          name: 'marks both',
          setup: [{ tool: 'entity_create', args: { name: 'Post' } }],
          expect: { result: { marked: 2, names: ['Post', 'Gate'] } },
        },
        {
          name: 'marks one',
          setup: [{ tool: 'entity_create', args: { name: 'Post' } }],
          expect: { result: { marked: 1 } },
        },
        { name: 'of none', expect: { error: 'runtime_error' } },
      ],
    },
  },
  {
    name: 'pick',
    wander: `fn run(args)\n${burn(250_000)}  return ["a", "b"][args.number]\nend\n`,
    more: {
      limits,
      input_schema: { type: 'object', properties: { number: { type: 'integer', minimum: 0 } } },
    },
  },
  ...Array.from({ length: SLOW }, (_, n) => ({
    name: `slow_${String(n).padStart(2, '0')}`,
    wander: `fn run(args)\n${burn(200_000)}  return n\nend\n`,
    more: { limits, tests: [{ name: `counts ${n}`, expect: { result: 200_000 } }] },
  })),
];

let editor: Editor;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  editor = await openEditor({
    prepare: (project) => {
      mkdirSync(join(project, 'tools'), { recursive: true });
      for (const { name, wander, more } of TOOLS) {
        const definition = {
          format: 'skywalker.tool/1',
          name: `user_${name}`,
          description: 'A tool for the tests of the panel of tests. Example: {}',
          kind: 'wander',
          input_schema: { type: 'object', properties: {} },
          capabilities: {},
          source: `tools/${name}.wander`,
          ...more,
        };
        writeFileSync(join(project, `tools/${name}.tool.json`), `${JSON.stringify(definition, null, 2)}\n`);
        writeFileSync(join(project, `tools/${name}.wander`), wander);
      }
      writeFileSync(join(project, 'tools/torn.tool.json'), '{"name": "user_torn", ');
    },
  });
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
});

test.afterAll(() => editor?.close());

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const tree = (): Locator => page.getByRole('tree', { name: 'Tests by tool' });
const row = (name: RegExp): Locator => tree().getByRole('treeitem', { name });
const search = (): Locator => page.getByRole('searchbox', { name: 'Filter tests' });
const show = (name: RegExp): Locator => page.getByRole('radiogroup', { name: 'Show' }).getByText(name);
const status = (words: RegExp): Locator => page.getByRole('status').filter({ hasText: words });
const running = (): Locator => page.getByRole('progressbar', { name: 'Running tests' });

/** A command of the palette, by what one types of it. */
async function choose(command: string): Promise<void> {
  await press('ControlOrMeta+Shift+p');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
  await page.keyboard.type(command);
  await press('Enter');
}

async function downTo(target: Locator): Promise<void> {
  await press('Home');
  for (let step = 0; step < 60; step += 1) {
    if ((await target.count()) > 0 && (await target.getAttribute('aria-selected')) === 'true') return;
    await press('ArrowDown');
  }
  throw new Error(`ArrowDown did not lead to ${String(target)}`);
}

async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await press(key);
  }
  throw new Error(`${key} did not lead to ${String(target)}`);
}

test('by mouse: the tests of all tools are a tree, filtered by words and by state; tools without tests and broken ones say so', async () => {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: /^Tests/ })
    .click();
  await expect(status(/of \d+ not run/)).toBeVisible();
  await search().fill('user_mark');
  await expect(row(/marks both/)).toBeVisible();
  await expect(tree().getByRole('treeitem')).toHaveCount(4);
  await search().fill('pick');
  await expect(row(/user_pick/)).toContainText('no tests');
  await row(/user_pick/).click();
  await expect(page.getByText('No tests yet', { exact: false })).toBeVisible();
  await search().fill('torn');
  await expect(row(/torn/)).toContainText('can’t be run');
  await row(/torn/).click();
  await expect(page.getByText(/^The tests of .*torn.* can’t be run$/)).toBeVisible();
  await takeThemeScreenshots(editor, 'tests-broken');
  await search().fill('nothing has this name');
  await expect(page.getByText('No test matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filter', exact: true }).click();
  await expect(search()).toHaveValue('');
});

test('by mouse: all tests run with their progress, and are stopped', async () => {
  await page.getByRole('button', { name: 'Run All' }).click();
  await expect(running()).toBeVisible();
  await expect(status(/user_slow_\d+, \d+ of \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(running()).toHaveCount(0);
  await show(/^Not run [1-9]/).click();
  await expect(
    row(/counts 39/)
      .or(row(/slow_\d+/))
      .first(),
  ).toBeVisible();
  await show(/^All \d/).click();
});

test('by keyboard: all tests run, are stopped, and run to their end', async () => {
  await choose('Run All Tests');
  await expect(running()).toBeVisible();
  await choose('Stop the Test Run');
  await expect(running()).toHaveCount(0);
  await choose('Run All Tests');
  await expect(running()).toBeVisible();
  await expect(show(/^Not run 0$/)).toBeVisible({ timeout: 30_000 });
  await expect(status(/^1 of \d+ fail$/)).toBeVisible();
});

test('by mouse: a failed test shows both sides, where they first differ, what it changed and logged, and leads to its line', async () => {
  await show(/^Failed 1/).click();
  await row(/marks both/).click();
  const detail = page.locator('[id="detail"]').or(page.locator('[data-panel-id="detail"]')).first();
  await expect(detail.getByText('result.marked', { exact: true })).toBeVisible();
  await expect(detail.getByText(/expected 2, was 1 and \d more/)).toBeVisible();
  const sides = detail.getByRole('table').first();
  await expect(sides.getByRole('columnheader')).toHaveText(['Expected', 'Actual']);
  await expect(sides.getByRole('row', { name: /names/ }).first()).toBeVisible();
  await expect(sides.locator('[data-state="different"]')).toContainText(['marked: 2marked: 1']);
  await expect(sides.locator('[data-state="missing"]')).toContainText(['"Gate"']);
  await expect(detail.getByText('What it changed, rolled back since')).toBeVisible();
  await expect(detail.getByText('#ff0000')).toBeVisible();
  await expect(detail.getByText('marked Post')).toBeVisible();
  await takeThemeScreenshots(editor, 'tests-failed');
  await expectAccessible(page, 'a failed test');
  await detail.getByRole('button', { name: 'Go to Line' }).click();
  await expect(
    page.locator('[data-editor="tools/mark.tool.json"]').getByText(/“marks both”: result/),
  ).toBeVisible();
  await press('ControlOrMeta+4');
});

test('by mouse: the failed ones run again, one test alone, and one tool', async () => {
  await page.getByRole('button', { name: 'Run Failed' }).click();
  await expect(status(/^1 of \d+ fail$/)).toBeVisible();
  await show(/^All \d/).click();
  await search().fill('mark');
  // What its tests gave is forgotten with its code.
  writeFileSync(join(editor.project, 'tools/mark.wander'), `-- Once more.\n${TOOLS[0]?.wander ?? ''}`);
  await expect(row(/of none/).getByRole('img', { name: 'not run' })).toBeVisible();
  await row(/of none/).hover();
  await row(/of none/)
    .getByRole('button', { name: 'Run “of none”' })
    .click();
  await expect(row(/of none/).getByRole('img', { name: 'passed' })).toBeVisible();
  await expect(row(/marks one/).getByRole('img', { name: 'not run' })).toBeVisible();
  await row(/user_mark/).hover();
  await row(/user_mark/)
    .getByRole('button', { name: 'Run the tests of user_mark' })
    .click();
  await expect(row(/user_mark/)).toContainText('1 of 3 fail');
});

test('by keyboard: the tree is filtered, gone through, folded, run, and leads to the line of a test', async () => {
  await press('ControlOrMeta+4');
  await tabTo(tree());
  await press('/');
  await expect(search()).toBeFocused();
  await press('ControlOrMeta+a');
  await page.keyboard.type('mark');
  await tabTo(page.getByRole('radiogroup', { name: 'Show' }).locator('button:focus, [tabindex="0"]'));
  await press('ArrowRight', 'Enter');
  await tabTo(tree());
  await expect(tree().getByRole('treeitem')).toHaveCount(2);
  await downTo(row(/marks both/));
  await press('t');
  await expect(page.getByText(/expected 2, was 1/).first()).toBeVisible();
  await press('ArrowLeft', 'ArrowLeft');
  await expect(tree().getByRole('treeitem')).toHaveCount(1);
  await press('ArrowRight', 'ArrowRight');
  await press('Enter');
  await expect(page.locator('[data-editor="tools/mark.tool.json"] *:focus').first()).toBeAttached();
  await press('Shift+F5', 'ControlOrMeta+4');
  await expect(status(/^1 of \d+ fail$/)).toBeVisible();
});

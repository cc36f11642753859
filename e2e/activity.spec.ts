/** The Activity panel on the real app: its timeline, clicks on cells, calls that are stopped, pictures, export; by pointer and by keys. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Engine, tool } from '../clients/typescript/src/main';
import { connectOverHttp, type Agent } from './agent';
import {
  callAsPerson,
  expectAccessible,
  openEditor,
  takeScreenshots,
  takeThemeScreenshots,
  type Editor,
} from './app';

let editor: Editor;
let agent: Agent;
let other: Agent;
let page: Page;
let engine: Engine;
/** Lets the slow tool end. */
let wake: () => void = () => undefined;

/** A picture of one point. */
const POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.describe.configure({ mode: 'serial' });

/** An earlier hour of work by two agents, further back than the editor remembers, in bursts. */
function writeLog(project: string): void {
  const logs = join(project, '.skywalker/logs');
  mkdirSync(logs, { recursive: true });
  const start = Date.now() / 1000 - 5400;
  const lines = Array.from({ length: 4_500 }, (_, index) => {
    const burst = Math.floor(index / 300);
    const actor = index % 7 === 0 ? 'cli' : burst % 3 === 1 ? 'mcp:cursor' : 'mcp:claude-code';
    const ok = index % 90 !== 0;
    return JSON.stringify({
      seq: index + 1,
      time: start + burst * 200 + (index % 300) * (burst % 4 === 0 ? 0.4 : 0.1),
      type: 'tool',
      actor,
      tool: index % 5 === 0 ? 'entity_update' : 'scene_query',
      call: `c${index + 1}`,
      summary: ok ? `Old call ${index + 1}` : `Old call ${index + 1} failed: no such entity`,
      data: {
        ...{ ok, ms: 3, mutates: index % 5 === 0, args: { entity: index, api_key: '[redacted]' }, depth: 0 },
        ...(ok ? {} : { error: { code: 'not_found', message: 'No such entity.' } }),
      },
    });
  });
  writeFileSync(join(logs, 'events.jsonl'), `${lines.join('\n')}\n`);
}

test.beforeAll(async () => {
  editor = await openEditor({ prepare: writeLog });
  page = editor.page;
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  agent = await connectOverHttp('claude-code', editor.connection());
  other = await connectOverHttp('cursor', editor.connection());
  engine = await Engine.attach({ name: 'memory', socket: editor.connection().socket });
  await engine.hostTools(
    [
      tool({
        name: 'dream',
        description: 'Thinks for long. Example: {}',
        input: z.object({}),
        run: () => new Promise<string>((resolve) => (wake = () => resolve('Awake.'))),
      }),
      tool({
        name: 'sketch',
        description: 'Draws one point. Example: {}',
        input: z.object({}),
        run: () => Buffer.from(POINT, 'base64'),
      }),
    ],
    { namespace: 'mem', label: 'Team memory' },
  );
});

test.afterAll(async () => {
  wake();
  await engine?.close();
  await agent?.close();
  await other?.close();
  await editor?.close();
});

const feed = (): Locator => page.getByRole('feed', { name: 'Activity' });
const row = (text: string | RegExp): Locator => feed().getByRole('article').filter({ hasText: text });
const filter = (): Locator => page.getByRole('combobox', { name: 'Filter the activity' });
const timeline = (): Locator => page.getByRole('slider', { name: 'Timeline' });
const details = (): Locator => page.getByRole('region', { name: 'Details' });

test('the timeline shows what happened when, by whom; a click goes there', async () => {
  await agent.call('entity_create', { name: 'Here', mesh: 'cube', position: [0, 1, 0] });
  await expect(row('Created').first()).toBeVisible();
  await expect(timeline()).toBeVisible();
  await expect(timeline()).toHaveAttribute('aria-valuetext', /: \d+ rows?, /);
  const box = (await timeline().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + 10);
  await takeScreenshots(editor, 'activity');
  await timeline().click({ position: { x: 2, y: 10 } });
  await expect(feed().locator('[data-index="0"]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Earlier' })).toBeVisible();
  await expectAccessible(page, 'activity');
});

test('a drag over the timeline narrows the filter to that time, and the filter says so', async () => {
  const box = (await timeline().boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 12, { steps: 4 });
  await page.mouse.up();
  await expect(filter()).toHaveValue(/^after:\S+ before:\S+$/);
  await expect(row(/Old call/).first()).toBeVisible();
  await expect(row('Created')).toHaveCount(0);
  await takeThemeScreenshots(editor, 'activity-time');
  await page.getByRole('button', { name: 'Clear the Stretch of Time' }).click();
  await expect(filter()).toHaveValue('');
});

test('with keys alone: to the timeline, along it, a stretch marked and filtered, and back', async () => {
  await timeline().focus();
  const before = await timeline().getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(timeline()).not.toHaveAttribute('aria-valuetext', before ?? '');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(timeline()).toHaveAttribute('aria-valuetext', /Enter narrows the filter to it$/);
  await page.keyboard.press('Enter');
  await expect(filter()).toHaveValue(/^after:\S+ before:\S+$/);
  await expect(timeline()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(filter()).toHaveValue('');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(feed().locator('[data-index="0"]')).toBeFocused();
});

test('a click on a cell filters, Alt leaves out, and a row’s menu does the same with keys', async () => {
  await feed().locator('[data-index]').last().focus();
  await page.keyboard.press('End');
  await other.call('scene_overview');
  await expect(row('scene_overview').first()).toBeVisible();
  await row('scene_overview').first().getByRole('button', { name: 'cursor' }).click();
  await expect(filter()).toHaveValue('actor:mcp:cursor');
  await expect(row('Created')).toHaveCount(0);
  await row('scene_overview').first().getByRole('button', { name: 'cursor' }).click();
  await expect(filter()).toHaveValue('');
  await row('scene_overview')
    .first()
    .getByRole('button', { name: 'scene_overview' })
    .click({ modifiers: ['Alt'] });
  await expect(filter()).toHaveValue('-tool:scene_overview');
  await expect(row('scene_overview')).toHaveCount(0);
  await filter().fill('');
  await row('scene_overview').first().focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Only scene_overview' })).toBeVisible();
  await takeThemeScreenshots(editor, 'activity-menu');
  await page.getByRole('menuitem', { name: 'Only scene_overview' }).focus();
  await page.keyboard.press('Enter');
  await expect(filter()).toHaveValue('tool:scene_overview');
  await filter().fill('');
});

test('a row tells when, who, what in words, with which tool, how long it took and how it ended', async () => {
  await agent.call('entity_create', { name: 'Whole', mesh: 'cube' });
  await agent.call('entity_get', { entity: 'Nobody at all' });
  const cells = async (of: Locator): Promise<readonly string[]> => {
    await expect(of).toBeVisible();
    const words = await of.evaluate((article) =>
      [...(article as unknown as { children: Iterable<{ innerText: string }> }).children].map(
        ({ innerText }) => innerText.trim(),
      ),
    );
    const ended = await of.getByRole('img').last().getAttribute('aria-label');
    return [...words.slice(0, 5), ended ?? ''];
  };
  const time: unknown = expect.stringMatching(/^\d\d:\d\d:\d\d$/);
  const took: unknown = expect.stringMatching(/^[\d.]+ (ms|s)$/);
  const made = row('Whole').first();
  // Who did the row above as well is told once, where one looks; its icon and its name for those who listen stay.
  await expect(made.getByText('claude-code')).toBeAttached();
  const [at, , what, tool, ms, end] = await cells(made);
  expect([at, tool, ms, end]).toEqual([time, 'entity_create', took, 'Succeeded']);
  expect(what).toContain('Whole cube');
  const missed = await cells(row('Nobody at all').first());
  expect([missed[0], ...missed.slice(3)]).toEqual([time, 'entity_get', took, 'Failed']);
  expect(missed[2]).toContain('Nobody at all');
});

test('a call that takes long has a row, from which it is stopped', async () => {
  const call = agent.call('mem_dream');
  const running = row('is running');
  await expect(running).toBeVisible();
  await running.click();
  await expect(details()).toContainText('Running');
  await expect(running.getByRole('img', { name: 'Running' })).toBeVisible();
  await takeThemeScreenshots(editor, 'activity-running');
  await running.getByRole('button', { name: 'Cancel this call' }).click();
  const answer = await call;
  expect([answer.code, answer.text]).toEqual([
    'cancelled',
    expect.stringContaining('The person stopped this call of mem_dream'),
  ]);
  await expect(row(/dream.* failed/i).first()).toBeVisible();
  await expect(running).toHaveCount(0);
  wake();
});

test('pictures of a result are shown small, and large on demand', async () => {
  await agent.call('viewport_capture', { width: 640, height: 360 });
  await row('viewport_capture').first().click();
  const picture = details().getByRole('button', { name: 'Show picture 1 of viewport_capture' });
  await expect(picture.locator('img')).toBeVisible();
  await expect
    .poll(() =>
      picture.locator('img').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth),
    )
    .toBe(640);
  await picture.scrollIntoViewIfNeeded();
  await takeScreenshots(editor, 'activity-picture');
  await picture.click();
  await expect(page.getByRole('dialog', { name: 'Picture 1 of viewport_capture' })).toContainText(
    '640 × 360 PNG',
  );
  await expectAccessible(page, 'picture');
  await page.keyboard.press('Escape');
  await expect(picture).toBeFocused();
  await page.getByRole('button', { name: 'Close Details' }).click();
});

test('what is filtered is exported, and with it what only the disk has', async () => {
  const file = join(editor.home, 'out.jsonl');
  await editor.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  const seqs = (): number[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => z.object({ seq: z.number() }).parse(JSON.parse(line)).seq);
  await filter().fill('is:failed tool:scene_query');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /With the Log on Disk/ }).click();
  // Every 90th failed, and every fifth is the other tool's.
  await expect(page.getByText('0 events exported')).toBeVisible();
  expect(seqs()).toEqual([]);
  await filter().fill('is:failed tool:entity_update');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /With the Log on Disk/ }).click();
  await expect.poll(() => seqs().length).toBe(50);
  expect(seqs().slice(0, 3)).toEqual([1, 91, 181]);
  const shown = seqs().filter((seq) => seq > 500);
  await page.keyboard.press('ControlOrMeta+Shift+p');
  await page.getByRole('combobox', { name: 'Commands' }).fill('Export What the Activity');
  await page.keyboard.press('Enter');
  await expect.poll(() => seqs().length).toBeLessThan(50);
  expect(shown).toEqual(expect.arrayContaining(seqs().slice(1)));
  await filter().fill('');
  expect(await callAsPerson(page, 'call_running', {})).toMatchObject({ ok: true });
});

test('a tool that answers with a picture shows it where it is tried', async () => {
  await page.keyboard.press('ControlOrMeta+3');
  await page
    .getByRole('grid', { name: 'Custom tools' })
    .getByRole('row', { name: /mem_sketch/ })
    .click();
  const review = page.getByRole('article', { name: 'Review of mem_sketch' });
  await review.getByRole('button', { name: 'Run as Dry Run' }).click();
  const picture = review.getByRole('button', { name: 'Show picture 1 of the result' });
  await expect(picture.locator('img')).toBeVisible();
  await picture.scrollIntoViewIfNeeded();
  await takeThemeScreenshots(editor, 'try-picture');
  await picture.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Picture 1 of the result' })).toContainText('1 × 1 PNG');
  await expectAccessible(page, 'picture of a try');
  await page.keyboard.press('Escape');
  await expect(picture).toBeFocused();
});

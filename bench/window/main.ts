/**
 * `node bench/run.mjs window [--json] [--rounds N] [--only start,keys,feed,tools,tree]`: how quick the window is, in the real
 * application, beside windows and lists that do nothing, in the same run. Slow is no failure. See docs/window-speed.md.
 */
import { build, mergeConfig } from 'vite';
import { resolveConfig } from 'electron-vite';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { median, quantile } from '../mcp/rounds';
import { makeProject, TOOLS } from '../tools/project';
import { rounded } from '../wander/clock';
import { BARE, display, home, Launcher, measurable, ROOT, sample, socketOf, type Opened } from './launch';
import { calls, fill, filtering, following, inTurns, scrolling } from './lists';

const [, , ...words] = process.argv;
const option = (name: string): string | undefined => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? undefined : words[at + 1];
};
const ROUNDS = Number(option('rounds') ?? 7);
const ROWS = 100_000;
type Figures = Record<string, number>;

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const runtime = join(ROOT, 'scripts', 'electron-runtime.mjs');
const launcher = new Launcher(execFileSync(process.execPath, [runtime], { encoding: 'utf8' }).trim());

/** From the start of the program until the tree of the scene has rows, beside the first frame of an empty window. */
async function start(): Promise<Figures> {
  const places = [home(), home()] as const;
  const project = sample(places[0].folder);
  const ours = async (): Promise<number> => {
    const opened = await launcher.ours(project, join(places[0].folder, '.skywalker'), places[0].folder);
    await opened.page.locator('[role=tree] [role=treeitem]').first().waitFor();
    const at = await markedAt(opened, 'scene-shown');
    await opened.close();
    return at - opened.begin;
  };
  const bare = async (): Promise<number> => {
    const opened = await launcher.bare(join(BARE, 'empty'), places[1].folder);
    await opened.page.locator('[data-ready]').waitFor({ state: 'attached' });
    const at = await markedAt(opened, 'ready');
    await opened.close();
    return at - opened.begin;
  };
  const { ratio, ours: mine, bare: theirs } = await inTurns(ROUNDS, ours, bare);
  for (const place of places) place.remove();
  return { start_vs_empty_window: ratio, start_ms: mine, empty_window_start_ms: theirs };
}

/** When the page made a mark, as it does in the frame after: a question from here is answered only when the page has time for it. */
async function markedAt({ page }: Opened, name: string): Promise<number> {
  const mark = `performance.getEntriesByName('${name}')[0]`;
  for (;;) {
    const at = z
      .number()
      .nullable()
      .parse(await page.evaluate(`${mark}?.startTime ?? null`));
    if (at !== null) return at + z.number().parse(await page.evaluate('performance.timeOrigin'));
  }
}

/** From a key in an editor to its character on the screen, beside Monaco alone. */
async function keys(project: Awaited<ReturnType<typeof makeProject>>): Promise<Figures> {
  const places = [home(), home()] as const;
  const editor = join(places[1].folder, 'editor');
  await buildEditor(editor);
  const mine = await launcher.ours(project.folder, project.userFolder, places[0].folder);
  const theirs = await launcher.bare(editor, places[1].folder);
  await mine.page.getByRole('button', { name: /^MCP \d+/ }).waitFor();
  await mine.page.keyboard.press('ControlOrMeta+p');
  await mine.page.getByRole('combobox', { name: 'Go to' }).fill('bench_0002.wander');
  await mine.page
    .getByRole('option', { name: /bench_0002\.wander/ })
    .first()
    .click();
  for (const { page } of [mine, theirs]) {
    await page.locator('.monaco-editor .view-lines').first().click();
    await measurable(page);
  }
  const lines = 'fn near(e, center, radius)\n  return distance(e, center) <= radius\nend\n'.repeat(5);
  await theirs.page.evaluate(`window.model.setValue(${JSON.stringify(lines)})`);
  const type = async ({ page }: Opened): Promise<number> => {
    await page.bringToFront();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.evaluate('window.typed = window.bench.keys()');
    for (const key of 'let total = count + radius * 2 ')
      await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 12 });
    await page.evaluate('window.bench.painted()');
    const times = z.array(z.number()).parse(await page.evaluate('(window.typed.stop(), window.typed.times)'));
    await page.keyboard.press('ControlOrMeta+z');
    return quantile(times, 0.95);
  };
  const { ratio, ours, bare } = await inTurns(
    ROUNDS * 2,
    () => type(mine),
    () => type(theirs),
  );
  for (const opened of [mine, theirs]) await opened.close();
  for (const place of places) place.remove();
  return { key_p95_vs_bare_monaco: ratio, key_p95_ms: ours, bare_monaco_key_p95_ms: bare };
}

async function buildEditor(folder: string): Promise<void> {
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'build', 'production');
  const input = join(BARE, 'editor', 'index.html');
  const renderer = { ...config?.renderer, plugins: [] };
  const own = {
    root: join(BARE, 'editor'),
    base: './',
    build: { outDir: folder, emptyOutDir: true, rollupOptions: { input } },
  };
  await build(mergeConfig({ ...renderer, configFile: false, logLevel: 'error' }, own));
}

const FEED = { list: '[role=feed]', rows: 'article' };

async function feed(): Promise<Figures> {
  const place = home();
  const project = sample(place.folder);
  const opened = await launcher.ours(project, join(place.folder, '.skywalker'), place.folder);
  const { page } = opened;
  await page.locator('[role=tree] [role=treeitem]').first().waitFor();
  const socket = await socketOf(project, page);
  await page.keyboard.press('ControlOrMeta+5');
  await page.locator(FEED.list).first().waitFor();
  const begin = performance.now();
  await fill(socket, ROWS + 500);
  say(`filled the feed in ${Math.round((performance.now() - begin) / 1000)} s`);
  await measurable(page);
  const height = 'document.querySelector("[role=feed]").scrollHeight';
  while (Number(await page.evaluate(height)) < ROWS * 20) await page.evaluate('window.bench.painted()');
  const rows = z
    .number()
    .parse(await page.evaluate(`${height} / document.querySelector('[role=feed] article').offsetHeight`));
  await page.evaluate(`window.bench.toMiddle('${FEED.list}')`);
  const quiet = await scrolling(page, FEED, ROUNDS);
  await page.evaluate(`window.bench.toMiddle('${FEED.list}')`);
  const busy = await scrolling(page, FEED, ROUNDS, calls(socket, 200));
  const follow = await following(page, FEED, ROUNDS, calls(socket, 200));
  const field = 'input[aria-label="Filter the activity"]';
  const result = FEED.list;
  const filter = await filtering(
    page,
    { field, result },
    ['camera', 'is:failed', 'tool:entity_get', 'sun player', 'overview'],
    4,
  );
  await opened.close();
  place.remove();
  return {
    feed_rows: rows,
    feed_scroll_p95_vs_bare: quiet.ratio,
    feed_scroll_p95_ms: quiet.ours,
    feed_bare_p95_ms: quiet.bare,
    feed_scroll_200_events_p95_vs_bare: busy.ratio,
    feed_scroll_200_events_p95_ms: busy.ours,
    feed_follow_200_events_p95_vs_bare: follow.ratio,
    feed_follow_200_events_p95_ms: follow.ours,
    feed_filter_p50_ms: median(filter),
    feed_filter_p95_ms: quantile(filter, 0.95),
  };
}

const TABLE = { list: '[role=grid]', rows: '[role=rowgroup] > [role=row]' };

async function tools(project: Awaited<ReturnType<typeof makeProject>>): Promise<Figures> {
  const place = home();
  const opened = await launcher.ours(project.folder, project.userFolder, place.folder);
  const { page } = opened;
  await page.getByRole('button', { name: /^MCP \d+/ }).waitFor();
  await measurable(page);
  await page.keyboard.press('ControlOrMeta+3');
  await page.locator('[role=grid] [role=row]').nth(5).waitFor();
  await page.evaluate(`window.bench.toMiddle('${TABLE.list}')`);
  const scroll = await scrolling(page, TABLE, ROUNDS);
  const field = 'input[aria-label="Filter tools"]';
  const filter = await filtering(
    page,
    { field, result: TABLE.list },
    ['0420', 'bench_07', 'radius 999', 'variant 5'],
    5,
  );
  await opened.close();
  place.remove();
  return {
    tools: TOOLS,
    tools_scroll_p95_vs_bare: scroll.ratio,
    tools_scroll_p95_ms: scroll.ours,
    tools_filter_p50_ms: median(filter),
    tools_filter_p95_ms: quantile(filter, 0.95),
  };
}

const TREE = { list: '[role=tree]', rows: '[role=treeitem]' };

async function tree(): Promise<Figures> {
  const place = home();
  const project = sample(place.folder);
  const entities = Array.from({ length: ROWS }, (_, index) => ({
    id: index + 1,
    name: `Stone ${index + 1}`,
  }));
  const scene = { format: 'skywalker.scene/1', name: 'Many', seed: 7, entities };
  writeFileSync(join(project, 'scenes/main.sky.json'), JSON.stringify(scene));
  const opened = await launcher.ours(project, join(place.folder, '.skywalker'), place.folder);
  const { page } = opened;
  await page.locator('[role=tree] [role=treeitem]').first().waitFor({ timeout: 120_000 });
  const shown = performance.timeOrigin + performance.now() - opened.begin;
  await measurable(page);
  await page.evaluate(`window.bench.toMiddle('${TREE.list}')`);
  const scroll = await scrolling(page, TREE, ROUNDS);
  await opened.close();
  place.remove();
  return {
    tree_entities: ROWS,
    tree_shown_ms: shown,
    tree_scroll_p95_vs_bare: scroll.ratio,
    tree_scroll_p95_ms: scroll.ours,
    tree_bare_p95_ms: scroll.bare,
  };
}

const only = (option('only') ?? 'start,keys,feed,tools,tree').split(',');
const hide = await display();
const figures: Figures = {};
try {
  const project = only.some((part) => part === 'keys' || part === 'tools') ? await makeProject() : undefined;
  const parts: Record<string, () => Promise<Figures>> = {
    start,
    keys: async () => (project === undefined ? {} : keys(project)),
    feed,
    tools: async () => (project === undefined ? {} : tools(project)),
    tree,
  };
  for (const part of only) {
    const found = await parts[part]?.();
    Object.assign(figures, found);
    say(`${part}: ${JSON.stringify(found)}`);
  }
} finally {
  hide();
}
const shown = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
if (words.includes('--json')) console.log(JSON.stringify(shown, null, 2));
else for (const [name, value] of Object.entries(shown)) console.log(`${name.padEnd(40)} ${value}`);

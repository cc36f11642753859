/** Starts the real, built editor on a fresh copy of the sample project, with a home folder of its own. */
import AxeBuilder from '@axe-core/playwright';
import { _electron, expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export interface Editor {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly project: string;
  readonly home: string;
  /** What .skywalker/agent.json says. */
  connection(): { url: string; token: string; socket: string };
  close(): Promise<void>;
}

/**
 * With `project: false` the welcome view is shown; `again` opens what an editor that has ended had open; `prepare` is given
 * the project's folder before it is opened.
 */
export async function openEditor(
  options: {
    readonly project?: boolean;
    readonly again?: Editor;
    readonly prepare?: (project: string) => void;
    /** Variables of the environment besides those of the tests. */
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Editor> {
  const home = options.again?.home ?? mkdtempSync(join(tmpdir(), 'sky-home-'));
  const project = join(home, 'project');
  if (options.again === undefined)
    cpSync(join(root, 'resources/sample-project'), project, { recursive: true });
  options.prepare?.(project);
  const executablePath = process.env.SKYWALKER_ELECTRON;
  if (!executablePath)
    throw new Error('SKYWALKER_ELECTRON is not set: run the tests with `npm run test:e2e`');
  const flags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const { app, page } = await launched({
    colorScheme: null,
    timeout: LAUNCH_MS,
    executablePath,
    args: [
      ...flags,
      `--user-data-dir=${join(home, 'user-data')}`,
      root,
      ...(options.project === false ? [] : [project]),
    ],
    env: {
      ...process.env,
      ...options.env,
      HOME: home,
      SKYWALKER_HOME: join(home, '.skywalker'),
      SKYWALKER_SOCKET: join(home, 'editor.sock'),
    },
  });
  // Keys mean something as soon as one of them is there.
  await expect(
    page
      .getByRole('navigation', { name: 'Views' })
      .or(page.getByRole('heading', { name: 'Skywalker' }))
      .first(),
  ).toBeVisible({ timeout: LAUNCH_MS });
  // Agents can come once the window has shown its project.
  await expect(page.getByText('MCP port opens…')).toHaveCount(0, { timeout: LAUNCH_MS });
  return {
    app,
    page,
    project,
    home,
    connection: () =>
      readJson(join(project, '.skywalker/agent.json')) as { url: string; token: string; socket: string },
    close: async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const LAUNCH_MS = 30_000;
const ATTEMPTS = 3;

/**
 * The app and its window. On a busy machine Playwright now and then does not hear of an app or a window that is there; then
 * the app is started anew.
 */
/**
 * Now and then the driver loses what ran in the main process, if memory is tidied up just then, though it did run: it is run
 * again. So what runs there must come to the same when it is done twice.
 */
function askAgain(app: ElectronApplication): void {
  const evaluate: (...args: readonly unknown[]) => Promise<unknown> = app.evaluate.bind(app) as never;
  const again = async (...args: readonly unknown[]): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await evaluate(...args);
      } catch (error) {
        if (attempt === ATTEMPTS || !String(error).includes('promise was garbage collected')) throw error;
      }
    }
  };
  Object.assign(app, { evaluate: again });
}

async function launched(
  options: Parameters<typeof _electron.launch>[0],
): Promise<{ app: ElectronApplication; page: Page }> {
  for (let attempt = 1; ; attempt += 1) {
    let app: ElectronApplication | undefined;
    try {
      app = await _electron.launch(options);
      askAgain(app);
      return { app, page: await app.firstWindow({ timeout: LAUNCH_MS }) };
    } catch (error) {
      app?.process().kill('SIGKILL');
      if (attempt === ATTEMPTS) throw error;
      console.warn(`The app or its window was not seen (attempt ${attempt}); starting it again.`);
    }
  }
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

export async function setTheme(editor: Editor, theme: 'dark' | 'light'): Promise<void> {
  await editor.app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  await expect
    .poll(() => editor.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
    .toBe(theme === 'dark');
}

async function setSize(editor: Editor, size: (typeof SIZES)[number]): Promise<void> {
  const window = await editor.app.browserWindow(editor.page);
  await window.evaluate(
    (browserWindow, { width, height }) => browserWindow.setContentSize(width, height),
    size,
  );
  await expect.poll(() => editor.page.evaluate('innerWidth')).toBe(size.width);
}

/** A tool in the user's library that counts what has a tag; `more` holds what its kind needs. */
export function writeLibraryTool({ home }: Editor, name: string, more: object): void {
  const library = join(home, '.skywalker/tools');
  mkdirSync(library, { recursive: true });
  const definition = {
    name,
    description: `Counts what has a tag, from the library: ${name}.`,
    input_schema: { type: 'object', properties: { tag: { type: 'string', default: 'crate' } } },
    ...more,
  };
  writeFileSync(join(library, `${name}.tool.json`), JSON.stringify(definition));
}

/** Pictures of the window as it stands, in both themes and two sizes: `e2e/screenshots/<name>-<theme>-<width>.png`. */
export async function takeScreenshots(editor: Editor, name: string): Promise<void> {
  for (const size of SIZES) {
    await setSize(editor, size);
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(editor, theme);
      await takeScreenshot(editor, `${name}-${theme}-${size.width}`);
    }
  }
}

/** The same in one size, for what goes away when the window changes its size: menus, lists of completions. */
export async function takeThemeScreenshots(editor: Editor, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(editor, theme);
    await takeScreenshot(editor, `${name}-${theme}`);
  }
}

async function takeScreenshot(editor: Editor, name: string): Promise<void> {
  const path = join(root, 'e2e/screenshots', `${name}.png`);
  // Colours that are on their way to others are shown as they will be.
  await editor.page.screenshot({ path, animations: 'disabled' });
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with what axe finds wrong on the page; `where` stands before each finding. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await axeFindings(page, where)).toEqual([]);
}

/** The same in both themes, and going on after a finding: of a theme, only the colours depend. */
export async function expectAccessibleInBothThemes(
  editor: Editor,
  where: string,
  without: readonly string[] = [],
): Promise<void> {
  await setTheme(editor, 'dark');
  const found = await axeFindings(editor.page, `${where}, dark`);
  expect.soft(found.filter((one) => !without.some((rule) => one.includes(`: ${rule}: `)))).toEqual([]);
  await setTheme(editor, 'light');
  expect.soft(await axeFindings(editor.page, `${where}, light`, ['color-contrast'])).toEqual([]);
}

async function axeFindings(page: Page, where: string, only?: string[]): Promise<string[]> {
  // Colours on their way to others are looked at when they have arrived.
  await page.evaluate(
    'document.getAnimations().forEach((one) => one.effect.getComputedTiming().iterations !== Infinity && one.finish())',
  );
  // What comes while it looks, as a note of what agents did, has its colours at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (only === undefined ? axe.withTags(RULES) : axe.withRules(only)).analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.map(
    ({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}

/** From now on the window’s calls of tools are never answered, or with an error, or no events come either; the window is loaded so. */
export async function breakCalls(editor: Editor, how: 'silent' | 'failing' | 'lost'): Promise<void> {
  await editor.app.evaluate(({ ipcMain }, way) => {
    ipcMain.removeHandler('skywalker:call');
    // An answer that nothing holds any more is collected, and then the call is answered after all.
    const held: unknown[] = [];
    Object.assign(ipcMain, { held });
    const error = {
      ...{ code: 'internal_error', message: 'The project’s folder can’t be read: EIO, input/output error.' },
      hint: 'Look whether the disk is still connected, then try again.',
    };
    ipcMain.handle('skywalker:call', () => {
      if (way === 'silent') return new Promise((answer) => held.push(answer));
      return { ok: false, error };
    });
    if (way !== 'lost') return;
    ipcMain.removeHandler('skywalker:pollEvents');
    ipcMain.handle('skywalker:pollEvents', () => Promise.reject(new Error('The engine has ended')));
  }, how);
  await editor.page.reload();
}

/** Calls a tool as the person at the window does. */
export function callAsPerson<Answer>(page: Page, tool: string, args: object): Promise<Answer> {
  return page.evaluate<Answer>(`window.skywalker.call(${JSON.stringify(tool)}, ${JSON.stringify(args)})`);
}

/** Approves the tool that is reviewed, and confirms that a part of what it does was never on screen, where it is asked. */
export async function approveIn(review: Locator): Promise<void> {
  await review.getByRole('button', { name: /^Approve/ }).click();
  const skip = review.getByRole('button', { name: /^Approve, I Skipped/ });
  await expect(skip.or(review.page().getByText('Approved: it can be called.')).first()).toBeVisible();
  if (await skip.isVisible()) await skip.click();
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Starts windows to be measured: as they ship, without Playwright's launcher, and read through Chromium's own port. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const FOLDER = process.env['SKYWALKER_BENCH'] ?? '';
export const ROOT = resolve(FOLDER, '..', '..');
export const BARE = join(FOLDER, 'bare');
const MEASURE = readFileSync(join(FOLDER, 'page', 'measure.js'), 'utf8');
/** The sizes that the window is specified for begin here. */
const SIZE = { width: 1280, height: 800 };

export interface Opened {
  readonly page: Page;
  /** When its program was started (Unix milliseconds). */
  readonly begin: number;
  close(): Promise<void>;
}

/** A virtual display, where there is none. */
export async function display(): Promise<() => void> {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
    return () => undefined;
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((found, failed) => {
    child.once('error', failed);
    child.stdio[3]?.once('data', (data) => found(String(data).trim()));
  });
  process.env['DISPLAY'] = `:${number}`;
  return () => child.kill();
}

export class Launcher {
  constructor(private readonly program: string) {}

  /** A window of ours on a project. */
  async ours(project: string, userFolder: string, home: string): Promise<Opened> {
    const env = { SKYWALKER_HOME: userFolder, SKYWALKER_SOCKET: join(home, 'editor.sock'), HOME: home };
    return this.open([ROOT, project], home, env);
  }

  bare(folder: string, home: string): Promise<Opened> {
    return this.open([`--bare-folder=${folder}`, BARE], home, { HOME: home });
  }

  private async open(args: readonly string[], home: string, env: NodeJS.ProcessEnv): Promise<Opened> {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const flags = [...sandbox, '--remote-debugging-port=0', `--user-data-dir=${join(home, 'user-data')}`];
    const begin = performance.timeOrigin + performance.now();
    const child = spawn(this.program, [...flags, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const browser = await chromium.connectOverCDP(await addressOf(child));
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('no window');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    return { page, begin, close: () => end(browser, child) };
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((found, failed) => {
    child.stderr?.on('data', (data) => {
      said += String(data);
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) found(address);
    });
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${said}`)));
  });
}

async function end(browser: Browser, child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await browser.close();
  child.kill();
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(late);
}

/** Makes `window.bench` of page/measure.js. */
export async function measurable(page: Page): Promise<void> {
  await page.evaluate(MEASURE);
  await page.setViewportSize(SIZE).catch(() => undefined);
}

/** Calls a function of `window.bench`. */
export async function inPage<T>(
  page: Page,
  name: string,
  argument: unknown,
  schema: z.ZodType<T>,
): Promise<T> {
  return schema.parse(await page.evaluate(`window.bench.${name}(${JSON.stringify(argument)})`));
}

/** A home of its own, which is removed with everything in it. */
export function home(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sky-bench-window-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function sample(folder: string): string {
  const project = join(folder, 'project');
  cpSync(join(ROOT, 'resources', 'sample-project'), project, { recursive: true });
  return project;
}

const CONNECTION = z.object({ socket: z.string() });

/** Where the engine listens; it opens its port once the scene is shown. */
export async function socketOf(project: string, page: Page): Promise<string> {
  await page.getByRole('button', { name: /^MCP \d+/ }).waitFor();
  return CONNECTION.parse(JSON.parse(readFileSync(join(project, '.skywalker/agent.json'), 'utf8'))).socket;
}

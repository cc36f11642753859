/** Packs the application as it ships, and starts it without Playwright's own launcher, which its fuses refuse. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './app';

const PLACES = {
  linux: { folder: 'linux-unpacked', program: 'skywalker-app', resources: 'resources' },
  darwin: {
    folder: process.arch === 'arm64' ? 'mac-arm64' : 'mac',
    program: 'Skywalker.app/Contents/MacOS/Skywalker',
    resources: 'Skywalker.app/Contents/Resources',
  },
  win32: { folder: 'win-unpacked', program: 'Skywalker.exe', resources: 'resources' },
} as const;

export interface Packed {
  readonly folder: string;
  readonly program: string;
  readonly archive: string;
  /** What Node.js runs as the `skywalker` command. */
  readonly command: string;
}

export function packedIn(folder: string): Packed {
  const { program, resources } = PLACES[process.platform as keyof typeof PLACES];
  return {
    folder,
    program: join(folder, program),
    archive: join(folder, resources, 'app.asar'),
    command: join(folder, resources, 'skywalker', 'bin', 'skywalker'),
  };
}

/** `npm run package`: some ten seconds besides the build, which is there already. */
export function pack(): Packed {
  execFileSync(process.execPath, [join(root, 'scripts/package.mjs'), '--quiet'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return packedIn(join(root, 'dist', PLACES[process.platform as keyof typeof PLACES].folder));
}

/** A home of its own, with a copy of the sample project in it. */
export class Place {
  readonly home = mkdtempSync(join(tmpdir(), 'sky-packed-'));
  readonly project = join(this.home, 'project');
  readonly env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: this.home,
    XDG_CONFIG_HOME: join(this.home, '.config'),
    SKYWALKER_HOME: join(this.home, '.skywalker'),
    SKYWALKER_SOCKET: join(this.home, 'editor.sock'),
  };

  constructor() {
    cpSync(join(root, 'resources/sample-project'), this.project, { recursive: true });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

export interface Started {
  readonly child: ChildProcess;
  /** What it has said on stderr so far. */
  said(): string;
  /** Resolves with the first group of the pattern as soon as it says so; rejects when it ends before. */
  says(pattern: RegExp): Promise<string>;
  end(): Promise<void>;
}

export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  return {
    child,
    said: () => text,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(text);
          if (found) resolve(found[1] ?? found[0]);
        };
        child.stderr.on('data', look);
        child.once('exit', (code) => reject(new Error(`It ended with ${code} and said: ${text}`)));
        look();
      }),
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Chromium's own switch works in what ships, and only for who starts it so; the inspector of Node.js does not. */
const FLAGS = [
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--remote-debugging-port=0',
];

export function startPacked(
  packed: Packed,
  args: readonly string[],
  place: Place,
  env: NodeJS.ProcessEnv = {},
): Started {
  const data = `--user-data-dir=${join(place.home, 'user-data')}`;
  return start(packed.program, [...FLAGS, data, ...args], { ...place.env, ...env });
}

export interface PackedWindow {
  readonly started: Started;
  readonly browser: Browser;
  readonly page: Page;
}

export async function openPacked(packed: Packed, place: Place): Promise<PackedWindow> {
  const started = startPacked(packed, [place.project], place);
  const browser = await chromium.connectOverCDP(await started.says(/DevTools listening on (ws:\S+)/));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('There is no window');
  return { started, browser, page: context.pages()[0] ?? (await context.waitForEvent('page')) };
}

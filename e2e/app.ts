/** Starts the real, built editor on a fresh copy of the sample project, with a home folder of its own. */
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

export async function openEditor(): Promise<Editor> {
  const home = mkdtempSync(join(tmpdir(), 'sky-home-'));
  const project = join(home, 'project');
  cpSync(join(root, 'resources/sample-project'), project, { recursive: true });
  const executablePath = process.env.SKYWALKER_ELECTRON;
  if (!executablePath) throw new Error('SKYWALKER_ELECTRON is not set: run the tests with `npm run test:e2e`');
  const flags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath,
    args: [...flags, `--user-data-dir=${join(home, 'user-data')}`, root, project],
    env: { ...process.env, HOME: home, SKYWALKER_HOME: join(home, '.skywalker'), SKYWALKER_SOCKET: join(home, 'editor.sock') },
  });
  const page = await app.firstWindow();
  return {
    app,
    page,
    project,
    home,
    connection: () => readJson(join(project, '.skywalker/agent.json')) as { url: string; token: string; socket: string },
    close: async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

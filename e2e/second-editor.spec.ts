/** A project that somebody has open already, a port that is taken, and a lock whose holder is gone, on the real app. */
import { expect, test } from '@playwright/test';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connectOverHttp } from './agent';
import { openEditor, readJson, root, type Editor } from './app';

const serving: ChildProcess[] = [];
const editors: Editor[] = [];

test.afterEach(async () => {
  for (const editor of editors.splice(0).reverse()) await editor.close();
  for (const child of serving.splice(0)) child.kill('SIGKILL');
});

async function opened(...options: Parameters<typeof openEditor>): Promise<Editor> {
  const editor = await openEditor(...options);
  editors.push(editor);
  return editor;
}

/** Another window, with a user's folder of its own, on a project. */
function openedOn(project: string): Promise<Editor> {
  return opened({
    prepare: (own) => {
      rmSync(own, { recursive: true });
      symlinkSync(project, own);
    },
  });
}

interface Lock {
  readonly pid: number;
  readonly purpose: string;
}

const lockOf = (project: string): Lock => readJson(join(project, '.skywalker/lock')) as Lock;
const player = (editor: Editor) => editor.page.getByRole('treeitem', { name: /Player/ });

test('a project that another window has open is not opened again: who has it is told, and that window goes on', async () => {
  const first = await opened();
  await expect(player(first)).toBeVisible();
  const lock = lockOf(first.project);
  expect(lock.purpose).toBe('window');

  const second = await openedOn(first.project);
  const told = second.page.getByText(`open already, in a window (process ${lock.pid})`);
  await expect(told.first()).toBeVisible();
  await expect(player(second)).toHaveCount(0);
  expect(lockOf(first.project)).toEqual(lock);
  const agent = await connectOverHttp('claude-code', first.connection());
  expect((await agent.call('scene_overview')).isError).toBe(false);
  await agent.close();
});

test('a project that skywalker serve has open is not opened: who has it is told, and when that has ended it opens', async () => {
  const empty = await opened({ project: false });
  const child = spawn(
    process.execPath,
    [join(root, 'bin/skywalker'), 'serve', '--project', empty.project, '--port', '0', '--quiet'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, SKYWALKER_HOME: join(empty.home, 'serve') },
    },
  );
  serving.push(child);
  await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));

  const window = await openedOn(empty.project);
  const told = window.page.getByText(`open already, by skywalker serve (process ${child.pid})`);
  await expect(told.first()).toBeVisible();
  await expect(player(window)).toHaveCount(0);

  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  const again = await openedOn(empty.project);
  await expect(player(again)).toBeVisible();
});

test('a port that somebody else listens at is left to them: the next is taken, and told to agents', async () => {
  const stranger = createServer((socket) => socket.destroy());
  // Another program of this machine may have it already, and give it back meanwhile.
  await new Promise<void>((resolve) => {
    stranger.once('error', () => resolve());
    stranger.listen(7777, '127.0.0.1', resolve);
  });
  try {
    const first = await opened();
    await expect(player(first)).toBeVisible();
    const second = await opened();
    await expect(player(second)).toBeVisible();
    const ports = [first, second].map((editor) => Number(new URL(editor.connection().url).port));
    const taken = stranger.listening ? [7777] : [];
    expect([...new Set([...taken, ...ports])]).toEqual([...taken, ...ports]);
    for (const editor of [first, second]) {
      const agent = await connectOverHttp('claude-code', editor.connection());
      expect((await agent.call('scene_overview')).isError).toBe(false);
      await agent.close();
    }
  } finally {
    await new Promise((resolve) => stranger.close(resolve));
  }
});

test('a lock, a socket and an address that a process left which is gone do not keep the project from being opened', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const editor = await opened({
    prepare: (project) => {
      const state = join(project, '.skywalker');
      mkdirSync(state, { recursive: true, mode: 0o700 });
      const holder = {
        pid,
        host: hostname(),
        purpose: 'window',
        since: '2026-01-01T00:00:00Z',
        token: 'gone',
      };
      writeFileSync(join(state, 'lock'), JSON.stringify(holder), { mode: 0o600 });
      const address = {
        url: 'http://127.0.0.1:9/mcp',
        token: 'x',
        socket: join(state, 'no.sock'),
        project,
        pid,
      };
      writeFileSync(join(state, 'agent.json'), JSON.stringify(address), { mode: 0o600 });
    },
  });
  await expect(player(editor)).toBeVisible();
  await expect.poll(() => lockOf(editor.project).pid).toBe(editor.app.process().pid);
  await expect.poll(() => existsSync(editor.connection().socket)).toBe(true);

  // And so does one that was killed itself.
  editor.app.process().kill('SIGKILL');
  const again = await opened({ again: editor });
  editors.splice(editors.indexOf(editor), 1);
  await expect(player(again)).toBeVisible();
  expect(lockOf(again.project).pid).toBe(again.app.process().pid);
});

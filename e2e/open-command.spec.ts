/** `skywalker open`: the command that opens the window. */
import { expect, test } from '@playwright/test';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectOverSocket } from './agent';
import { readJson, root } from './app';

interface Ready {
  readonly socket: string;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

test('open says as one line of JSON where agents connect, and that a project is open already; asked to, it ends', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sky-home-'));
  const project = join(home, 'project');
  cpSync(join(root, 'resources/sample-project'), project, { recursive: true });
  const open = (): {
    readonly text: { out: string; err: string };
    readonly ended: Promise<number | null>;
    end(): void;
  } => {
    const child = spawn(process.execPath, [join(root, 'bin/skywalker'), 'open', project, '--json'], {
      env: { ...process.env, HOME: home, SKYWALKER_HOME: join(home, '.skywalker') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString('utf8')));
    return {
      text,
      ended: new Promise((resolve) => child.once('close', resolve)),
      end: () => void child.kill('SIGTERM'),
    };
  };
  const first = open();
  try {
    await expect.poll(() => first.text.out, { timeout: 60_000, message: first.text.err }).toContain('\n');
    const ready = JSON.parse(first.text.out) as Ready;
    const { token, ...file } = readJson(join(project, '.skywalker/agent.json')) as Ready & { token: string };
    expect(ready).toEqual({
      socket: file.socket,
      url: file.url,
      port: Number(new URL(file.url).port),
      pid: file.pid,
      project,
      token_file: join(project, '.skywalker/agent.json'),
    });
    expect(first.text.out).not.toContain(token);
    const agent = await connectOverSocket('opener', ready);
    expect((await agent.call('scene_query', {})).isError).toBe(false);
    await agent.close();

    const second = open();
    expect(await second.ended).toBe(0);
    expect(JSON.parse(second.text.out)).toEqual({ ...ready, already_open: true });
  } finally {
    first.end();
  }
  expect(await first.ended, first.text.err).toBe(0);
  expect(first.text.out.split('\n')).toHaveLength(2);
  rmSync(home, { recursive: true, force: true });
});

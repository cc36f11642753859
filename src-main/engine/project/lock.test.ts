import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { held, ProjectLock, startByPs } from './lock';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sky-lock-'));
const options = { purpose: 'serve', now: new Date('2026-01-02T03:04:05Z') };

async function take(state: string): Promise<ProjectLock> {
  const outcome = await ProjectLock.take(state, options);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

test('a lock is held by one, who can be asked for, until it is released', async () => {
  const state = await folder();
  expect(await held(state)).toBeUndefined();
  const lock = await take(state);
  expect(await held(state)).toMatchObject({
    pid: process.pid,
    purpose: 'serve',
    since: '2026-01-02T03:04:05.000Z',
  });
  const second = await ProjectLock.take(state, options);
  expect(second).toMatchObject({
    ok: false,
    error: {
      code: 'conflict',
      message: `The project is open already, by skywalker serve (process ${process.pid}), since 2026-01-02 03:04 UTC`,
      data: { pid: process.pid },
    },
  });
  await lock.release();
  expect(await held(state)).toBeUndefined();
  await (await take(state)).release();
  expect(await readdir(state)).toEqual([]);
});

test('of many that take it at once, one gets it', async () => {
  const state = await folder();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => ProjectLock.take(state, options)));
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
});

test('the lock of a process that is gone is taken over, by one of many', async () => {
  const state = await folder();
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => child.once('exit', resolve));
  const dead = { ...(await take(state)).holder, pid: child.pid, token: 'dead' };
  await writeFile(join(state, 'lock'), JSON.stringify(dead));
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ProjectLock.take(state, options)));
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  expect(await readdir(state)).toEqual(['lock']);
});

test('a later process with the same number is not taken for the holder', async (context) => {
  if (process.platform !== 'linux') context.skip();
  const state = await folder();
  const { holder } = await take(state);
  await writeFile(join(state, 'lock'), JSON.stringify({ ...holder, started: 'another boot:1' }));
  expect(await held(state)).toBeUndefined();
  expect((await ProjectLock.take(state, options)).ok).toBe(true);
});

test('without /proc the system says when a process started: the same each time, nothing of one that is gone', async (context) => {
  if (process.platform === 'win32') context.skip();
  expect(startByPs(process.pid)).toMatch(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/);
  expect(startByPs(process.pid)).toBe(startByPs(process.pid));
  const child = spawn(process.execPath, ['-e', '0']);
  const pid = child.pid ?? 0;
  await new Promise((resolve) => child.once('exit', resolve));
  expect(startByPs(pid)).toBeUndefined();
});

test('the lock of another computer counts, and the hint says how to be rid of it', async () => {
  const state = await folder();
  const { holder } = await take(state);
  await writeFile(join(state, 'lock'), JSON.stringify({ ...holder, host: 'elsewhere', pid: 1 }));
  const outcome = await ProjectLock.take(state, options);
  expect(!outcome.ok && outcome.error.hint).toContain('delete');
});

test('a lock that is no lock is in the making while it is fresh', async () => {
  const state = await folder();
  await writeFile(join(state, 'lock'), '');
  expect(await ProjectLock.take(state, options)).toMatchObject({ ok: false, error: { code: 'conflict' } });
});

test('a release leaves the lock of somebody else alone', async () => {
  const state = await folder();
  const lock = await take(state);
  const other = JSON.stringify({ ...lock.holder, token: 'other' });
  await writeFile(join(state, 'lock'), other);
  await lock.release();
  expect(await readFile(join(state, 'lock'), 'utf8')).toBe(other);
});

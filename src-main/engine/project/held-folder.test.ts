import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ToolFailure, type Outcome } from '../errors';
import {
  deleteFile,
  lstatIfThere,
  moveFile,
  readTextFile,
  writeFileAtomic,
  writeFileAtomicSync,
} from './files';
import { readFolder } from './folder-entries';
import { below, HeldFolder } from './held-folder';
import { LineFile } from './line-file';
import { resolveInside, type ResolvedPath } from './paths';

function setUp() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'sky-held-')));
  const project = join(top, 'project');
  const outside = join(top, 'outside');
  mkdirSync(join(project, 'data/in'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(project, 'data/in/a.txt'), 'inside');
  writeFileSync(join(outside, 'a.txt'), 'outside');
  writeFileSync(join(outside, 'theirs.txt'), 'outside');
  const place = (path: string): ResolvedPath => {
    const found = resolveInside(project, path);
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  };
  return { top, project, outside, place };
}

function told(work: () => unknown): string {
  try {
    const value = work() as Outcome<unknown> | undefined;
    if (value?.ok === false) return value.error.code;
    return 'ok';
  } catch (error) {
    return error instanceof ToolFailure ? error.error.code : String(error);
  }
}

test('S-12: where a link was put on the way after a path was judged, nothing is read, written, listed, moved or deleted', async () => {
  const { project, outside, place } = setUp();
  const file = place('data/in/a.txt');
  const folder = place('data/in');
  const free = place('data/free.txt');
  rmSync(join(project, 'data/in'), { recursive: true });
  symlinkSync(outside, join(project, 'data/in'));
  expect(told(() => readTextFile(file))).toBe('permission_denied');
  expect(told(() => writeFileAtomicSync(file, 'ours'))).toBe('permission_denied');
  expect(told(() => deleteFile(file))).toBe('permission_denied');
  expect(told(() => moveFile(file, free))).toBe('permission_denied');
  expect(told(() => readFolder(folder))).toBe('permission_denied');
  expect(lstatIfThere(file)).toBeUndefined();
  await expect(writeFileAtomic(file, 'ours')).rejects.toThrow('not where it was');
  expect(() => new LineFile({ path: below(folder, 'log.jsonl') })).toThrow('not where it was');
  expect(readdirSync(outside).sort()).toEqual(['a.txt', 'theirs.txt']);
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('outside');
  expect(existsSync(join(project, 'data/free.txt'))).toBe(false);
});

test('S-12: a file that was replaced by a link after it was judged is not followed; writing replaces the link', () => {
  const { project, outside, place } = setUp();
  const file = place('data/in/a.txt');
  rmSync(join(project, 'data/in/a.txt'));
  symlinkSync(join(outside, 'a.txt'), join(project, 'data/in/a.txt'));
  expect(told(() => readTextFile(file))).toBe('permission_denied');
  expect(told(() => new LineFile({ path: file }))).toContain('ELOOP');
  writeFileAtomicSync(file, 'ours');
  expect(readFileSync(join(project, 'data/in/a.txt'), 'utf8')).toBe('ours');
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('outside');
});

test('folders that are missing are made below the one that was judged, and not through a link', () => {
  const { project, outside, place } = setUp();
  const deep = place('data/new/deep/a.txt');
  symlinkSync(outside, join(project, 'data/new'));
  expect(told(() => writeFileAtomicSync(deep, 'ours'))).not.toBe('ok');
  expect(readdirSync(outside).sort()).toEqual(['a.txt', 'theirs.txt']);
  rmSync(join(project, 'data/new'));
  writeFileAtomicSync(deep, 'ours');
  expect(readFileSync(join(project, 'data/new/deep/a.txt'), 'utf8')).toBe('ours');
});

test('S-12: a pipe in the place of a log is not written to and not waited for', () => {
  const { project, place } = setUp();
  execFileSync('mkfifo', [join(project, 'data/log.jsonl')]);
  expect(() => new LineFile({ path: place('data/log.jsonl') })).toThrow('is not a regular file');
});

test('a project that is reached by a link is used as before', () => {
  const { top, project } = setUp();
  symlinkSync(project, join(top, 'link'));
  const found = resolveInside(join(top, 'link'), 'data/in/a.txt');
  expect(found.ok && readTextFile(found.value)).toEqual({ ok: true, value: 'inside' });
});

test('where open folders have no names, it is looked again after opening', () => {
  const { project, outside, place } = setUp();
  const held = HeldFolder.open(place('data/in'), { byHandle: false });
  expect(held.at('a.txt')).toBe(join(project, 'data/in/a.txt'));
  held.check();
  rmSync(join(project, 'data/in'), { recursive: true });
  symlinkSync(outside, join(project, 'data/in'));
  expect(told(() => held.check())).toBe('permission_denied');
  expect(told(() => HeldFolder.open(place('data'), { byHandle: false }))).toBe('ok');
});

/** Puts a link to `outside` in the place of `at` and back again, as fast as it can, until it is killed. */
const SWAP = `const fs = require('node:fs'); const [at, aside, outside] = process.argv.slice(1);
let gone = 0;
const put = (work) => { for (;;) try { work(); return; } catch { try { fs.renameSync(at, aside + (gone += 1)); } catch {} } };
for (let n = 0; ; n += 1) {
  put(() => fs.renameSync(at, aside)); put(() => fs.symlinkSync(outside, at)); if (n === 0) fs.writeSync(1, 'swapping');
  put(() => fs.unlinkSync(at)); put(() => fs.renameSync(aside, at));
}`;

test('S-12: while another process swaps a folder for a link, nothing gets out or in', async () => {
  const { project, outside, top, place } = setUp();
  // Judged before: half of the time a link stands there by now.
  const [file, folder] = [place('data/in/a.txt'), place('data/in')];
  const swapper = spawn(
    process.execPath,
    ['-e', SWAP, join(project, 'data/in'), join(top, 'aside'), outside],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(swapper, 'close');
  const seen = new Set<string>();
  const counts = { read: 0, wrote: 0, refused: 0 };
  try {
    await once(swapper.stdout, 'data');
    for (let turn = 0; turn < 2000 && Object.values(counts).some((count) => count < 100); turn += 1) {
      const text = readTextFile(file);
      if (text.ok) {
        counts.read += 1;
        seen.add(text.value);
      } else if (text.error.code === 'permission_denied') counts.refused += 1;
      if (told(() => writeFileAtomicSync(below(folder, `w${turn % 5}.txt`), 'ours')) === 'ok')
        counts.wrote += 1;
      told(() => {
        for (const { name } of readFolder(folder)) seen.add(name);
      });
    }
  } finally {
    swapper.kill('SIGKILL');
    await closed;
  }
  expect(seen).toContain('inside');
  expect(seen).not.toContain('outside');
  expect(seen).not.toContain('theirs.txt');
  expect(counts.wrote).toBeGreaterThan(0);
  expect(readdirSync(outside).sort()).toEqual(['a.txt', 'theirs.txt']);
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('outside');
});

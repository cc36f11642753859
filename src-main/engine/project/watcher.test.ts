import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeFileAtomic } from './files';
import type { FileChange } from './watcher';
import { ProjectWatcher } from './watcher';

const open: ProjectWatcher[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((watcher) => watcher.close()));
});

async function watched(): Promise<{
  root: string;
  changes: string[];
  until: (wanted: string) => Promise<void>;
}> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sky-watch-')));
  await mkdir(join(root, 'tools'));
  await writeFile(join(root, 'tools', 'old.json'), '{}');
  const watcher = new ProjectWatcher(root);
  open.push(watcher);
  await watcher.ready;
  const changes: string[] = [];
  const listeners = new Set<() => void>();
  watcher.on((change: FileChange) => {
    changes.push(`${change.kind} ${change.path}`);
    listeners.forEach((listener) => {
      listener();
    });
  });
  const until = (wanted: string): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!changes.includes(wanted)) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  return { root, changes, until };
}

/** A change that is seen after all that came before it. */
async function settle(root: string, until: (wanted: string) => Promise<void>): Promise<void> {
  await writeFile(join(root, 'end'), '');
  await until('add end');
}

test('an atomic write is one change', async () => {
  const { root, changes, until } = await watched();
  await writeFileAtomic(join(root, 'tools', 'new.json'), '{}');
  await until('add tools/new.json');
  await writeFileAtomic(join(root, 'tools', 'old.json'), '{"a": 1}');
  await until('change tools/old.json');
  await settle(root, until);
  expect(changes).toEqual(['add tools/new.json', 'change tools/old.json', 'add end']);
});

test('additions, changes and removals outside are told, with paths from the project', async () => {
  const { root, changes, until } = await watched();
  await mkdir(join(root, 'data', 'дир'), { recursive: true });
  await writeFile(join(root, 'data', 'дир', 'a b.txt'), 'x');
  await until('add data/дир/a b.txt');
  await writeFile(join(root, 'data', 'дир', 'a b.txt'), 'longer');
  await until('change data/дир/a b.txt');
  await rm(join(root, 'data', 'дир', 'a b.txt'));
  await until('remove data/дир/a b.txt');
  await rename(join(root, 'tools', 'old.json'), join(root, 'tools', 'renamed.json'));
  await until('remove tools/old.json');
  await until('add tools/renamed.json');
  expect(changes).toHaveLength(5);
});

test('the engine’s own state, other people’s state and what lies behind links are left out', async () => {
  const { root, changes, until } = await watched();
  for (const folder of ['.skywalker', 'node_modules', '.git']) {
    await mkdir(join(root, folder));
    await writeFile(join(root, folder, 'x'), '');
  }
  const outside = await mkdtemp(join(tmpdir(), 'sky-outside-'));
  await symlink(outside, join(root, 'link'));
  await writeFile(join(outside, 'x'), '');
  await writeFile(join(root, 'scratch~'), '');
  await settle(root, until);
  expect(changes.filter((change) => change !== 'add link')).toEqual(['add end']);
});

test('after close, nothing is told', async () => {
  const { root, changes } = await watched();
  await open[0]?.close();
  await writeFile(join(root, 'x'), '');
  expect(changes).toEqual([]);
});

test('a listener that fails ends neither the engine nor the others', async () => {
  const { root, changes, until } = await watched();
  const told: string[] = [];
  const original = console.error;
  console.error = (text: string) => told.push(text);
  try {
    open[0]?.on(() => {
      throw new Error('on purpose');
    });
    open[0]?.on(({ path }) => told.push(`told of ${path}`));
    await settle(root, until);
    expect(changes).toEqual(['add end']);
    expect(told).toEqual(['A listener of file changes failed at end: Error: on purpose', 'told of end']);
  } finally {
    console.error = original;
  }
});

/** Files that only their owner may read, whatever stood there before. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { announceEditor, openEditors } from './editors';
import { readOrMakePrivateFile, readPrivateFile, writePrivateFile } from './private-file';
import { newFolder } from './testkit/small-engine';
import { isAuthorized, projectToken } from './token';

test('a file is for its owner alone, and so is the folder that is made for it, also where an open one stood before', async () => {
  const folder = join(newFolder(), 'deep', 'keys');
  const path = join(folder, 'secret');
  await writePrivateFile(path, 'one');
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  chmodSync(path, 0o666);
  await writePrivateFile(path, 'two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readPrivateFile(path)).toBe('two');
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('what others could read counts as none and is removed', async () => {
  const path = join(newFolder(), 'secret');
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    writeFileSync(path, 'known to others');
    chmodSync(path, mode);
    expect([mode, await readPrivateFile(path), existsSync(path)]).toEqual([mode, undefined, false]);
  }
});

test('what another user has put there counts as none', async (context) => {
  if (process.getuid?.() !== 0) context.skip();
  const path = join(newFolder(), 'secret');
  writeFileSync(path, 'theirs', { mode: 0o600 });
  chownSync(path, 12_345, 12_345);
  expect(await readPrivateFile(path)).toBeUndefined();
});

test('of many that make it at once all read the same', async () => {
  const path = join(newFolder(), 'secret');
  let made = 0;
  const texts = await Promise.all(
    Array.from({ length: 20 }, () => readOrMakePrivateFile(path, () => `text ${(made += 1)}`)),
  );
  expect(new Set(texts).size).toBe(1);
});

test('a token has 256 random bits and is made anew where its file holds something else', async () => {
  const [home, project] = [newFolder(), newFolder()];
  const token = await projectToken(project, home);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await projectToken(project, home)).toBe(token);
  const [name] = readdirSync(join(home, 'tokens'));
  for (const text of ['', 'short', `${token}${token}`, 'x'.repeat(42)]) {
    writeFileSync(join(home, 'tokens', name ?? ''), text);
    const anew = await projectToken(project, home);
    expect(anew).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(anew).not.toBe(token);
  }
});

test('nothing passes for the token but the token, and nothing where there is none', () => {
  const token = 'T'.repeat(43);
  const headers = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${'T'.repeat(42)}`,
    `Bearer ${token}T`,
    `Token ${token}`,
    token,
  ];
  expect(headers.map((header) => isAuthorized(header, token))).toEqual(headers.map(() => false));
  expect(isAuthorized(undefined, token)).toBe(false);
  expect([`Bearer ${token}`, `bearer  ${token} `].map((header) => isAuthorized(header, token))).toEqual([
    true,
    true,
  ]);
  for (const header of ['Bearer ', 'Bearer', '', undefined]) expect(isAuthorized(header, '')).toBe(false);
});

test('an editor that is gone is not listed, also where its process’s number is another’s by now', async () => {
  const home = newFolder();
  mkdirSync(join(home, 'editors'), { mode: 0o700 });
  const project = newFolder();
  await announceEditor(home, {
    project,
    name: 'Gone',
    socket: join(project, 'agent.sock'),
    pid: process.pid,
  });
  expect(await openEditors(home)).toEqual([]);
});

import { mkdir, mkdtemp, realpath, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldName, protectedReason, resolveInside, splitPath } from './paths';

async function folder(name = 'project'): Promise<string> {
  const path = join(await realpath(await mkdtemp(join(tmpdir(), 'sky-paths-'))), name);
  await mkdir(path);
  return path;
}

const codeOf = (outcome: { ok: boolean; error?: { code: string } }): string =>
  outcome.ok ? 'ok' : (outcome.error?.code ?? '');

test('S-53: what leads outside, or might on some system, is refused', async () => {
  const project = await folder();
  await mkdir(`${project}-evil`);
  for (const path of [
    '../x',
    '..',
    'a/..',
    'a/../../x',
    'a/../b',
    '/etc/passwd',
    '//server/share',
    'C:\\x',
    'C:/x',
    'c:x',
    '\\\\?\\C:\\x',
    '\\\\server\\x',
    '~',
    '~/x',
    'file:///etc/passwd',
    'file:x',
    'https://x.org/y',
    '../project-evil/x',
    `${project}/x`,
  ]) {
    expect(codeOf(resolveInside(project, path)), path).toBe('permission_denied');
  }
  for (const path of [
    '',
    'a\\b',
    'a\\..\\..\\x',
    '%2e%2e/x',
    '%2E%2E%2fx',
    'a%00b',
    'a\u0000b',
    'a\nb',
    'a\u200bb',
    'x'.repeat(2000),
  ]) {
    expect(codeOf(resolveInside(project, path)), path).toBe('invalid_arguments');
  }
  for (const path of [null, undefined, 7, {}, ['a']])
    expect(codeOf(splitPath(path))).toBe('invalid_arguments');
});

test('S-53: honest names are accepted, and say where they lead', async () => {
  const project = await folder();
  for (const [path, real] of [
    ['v1..2/notes.txt', 'v1..2/notes.txt'],
    ['...hidden/x', '...hidden/x'],
    ['./data//waves.json', 'data/waves.json'],
    ['data/', 'data'],
    ['.', ''],
    ['Проект 场景 é (1)/файл.json', 'Проект 场景 é (1)/файл.json'],
    ['a b/c-d_e+f,g;h=i@j#k$l&m!n.txt', 'a b/c-d_e+f,g;h=i@j#k$l&m!n.txt'],
    ['100%.txt', '100%.txt'],
    ['console.log', 'console.log'],
  ] as const) {
    expect(resolveInside(project, path), path).toEqual({
      ok: true,
      value: {
        absolute: real === '' ? project : join(project, real),
        real: real === '' ? project : join(project, real),
        relative: real,
      },
    });
  }
});

test('S-54: names that mean another file on Windows are refused', async () => {
  const project = await folder();
  for (const name of [
    'policy.json.',
    'policy.json ',
    'policy.json...',
    ' policy.json',
    'policy.json::$DATA',
    'policy.json:stream',
    'POLICY~1.JSO',
    'approv~2',
    'CON',
    'con.txt',
    'Nul.json',
    'COM1',
    'lpt9.md',
    'COM¹',
    'CON .txt',
    'what?.txt',
    'a*b',
    'a|b',
    'a<b>',
    'say "hi"',
  ]) {
    expect(codeOf(resolveInside(project, name)), name).toBe('invalid_arguments');
    expect(codeOf(resolveInside(project, `data/${name}/x`)), name).toBe('invalid_arguments');
    expect(protectedReason(`data/${name}`), name).toBeDefined();
  }
});

test('S-54: protected places stay protected under every name that some system takes for theirs', () => {
  for (const path of [
    'tools/approvals.json',
    'tools',
    'tools/x.tool.json',
    'Tools/Approvals.JSON',
    'TOOLS/x',
    './tools/x',
    'tools//x',
    'ｔｏｏｌｓ/x',
    'tool\u017f/x',
    'tools./x',
    'tools /x',
    'game.json',
    'GAME.JSON',
    'game.json.',
    'game.json::$DATA',
    '.skywalker/lock',
    '.SkyWalker/logs/x',
    'agents/a.agent.json',
    'studio/board.json',
    '.git/hooks/pre-commit',
    '.GIT/config',
    'TOOLS~1/approvals.json',
    'tools\\approvals.json',
    '../project/tools/x',
    '.',
    '',
  ]) {
    expect(protectedReason(path), path).toBeDefined();
  }
  for (const path of [
    'data/tools/x',
    'scenes/main.sky.json',
    'scripts/util.wander',
    'tools.md',
    'toolbox/x',
    'game.json5',
    'my agents/x',
    '.gitignore',
  ]) {
    expect(protectedReason(path), path).toBeUndefined();
  }
  expect(foldName('\u0130')).not.toBe('');
  expect(foldName('E\u0301')).toBe(foldName('\u00e9'));
});

test('S-12: a link that leaves the project is refused, and the answer says where it leads', async () => {
  const project = await folder();
  const outside = join(project, '..', 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), 'x');
  await mkdir(join(project, 'assets'));
  await symlink(outside, join(project, 'assets', 'out'));
  await symlink(join(outside, 'secret.txt'), join(project, 'note.txt'));
  await symlink(join(outside, 'not there yet'), join(project, 'dangling'));
  await symlink('..', join(project, 'up'));
  await symlink('loop', join(project, 'loop'));
  for (const path of [
    'assets/out',
    'assets/out/new.txt',
    'assets/out/secret.txt',
    'note.txt',
    'dangling',
    'up',
    'up/outside/secret.txt',
    'loop',
  ]) {
    expect(codeOf(resolveInside(project, path)), path).toBe('permission_denied');
  }
  const outcome = resolveInside(project, 'assets/out/secret.txt');
  expect(!outcome.ok && outcome.error.message).toBe(
    `"assets/out" is a link that leads outside the project, to ${outside}`,
  );
});

test('S-12: a link inside the project is followed, to where it really leads', async () => {
  const project = await folder();
  await mkdir(join(project, 'tools'));
  await mkdir(join(project, 'data'));
  await symlink('../tools', join(project, 'data', 'shared'));
  expect(resolveInside(project, 'data/shared/approvals.json')).toEqual({
    ok: true,
    value: {
      absolute: join(project, 'tools', 'approvals.json'),
      real: join(project, 'tools', 'approvals.json'),
      relative: 'tools/approvals.json',
    },
  });
});

test('S-12: a link that is made later is seen at the next call', async () => {
  const project = await folder();
  await mkdir(join(project, 'data'));
  expect(codeOf(resolveInside(project, 'data/x.txt'))).toBe('ok');
  await rename(join(project, 'data'), join(project, '..', 'data'));
  await symlink(join(project, '..', 'data'), join(project, 'data'));
  expect(codeOf(resolveInside(project, 'data/x.txt'))).toBe('permission_denied');
});

test('a project that is itself reached by a link works', async () => {
  const project = await folder();
  const link = join(project, '..', 'link');
  await symlink(project, link);
  await mkdir(join(project, 'data'));
  expect(resolveInside(link, 'data/x')).toEqual({
    ok: true,
    value: { absolute: join(link, 'data', 'x'), real: join(project, 'data', 'x'), relative: 'data/x' },
  });
});

test('a folder that is gone is told', () => {
  expect(codeOf(resolveInside('/no/such/folder', 'x'))).toBe('io_error');
});

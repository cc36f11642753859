import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ToolFailure } from '../errors';
import { Project } from '../project/project';
import type { EffectiveCapabilities } from '../tools/definition';
import { ToolFiles } from './tool-files';

async function setUp(
  read: readonly string[],
  write: readonly string[] = [],
  options: { dryRun?: boolean; above?: EffectiveCapabilities['files'] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sky-files-'));
  const made = await Project.create(folder, { name: 'Files' });
  if (!made.ok) throw new Error(made.error.message);
  writeFileSync(join(folder, 'data/a.txt'), 'alpha');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const undo: (() => void)[] = [];
  const capabilities: EffectiveCapabilities = {
    read_scene: true,
    mutate: false,
    network: false,
    calls: [],
    files: [...(options.above ?? []), { tool: 'user_x', read, write }],
  };
  const files = new ToolFiles(made.value, {
    capabilities,
    dryRun: options.dryRun ?? false,
    onRollback: (each) => undo.push(each),
    touched: () => undefined,
    notExercised: () => undefined,
  });
  const rollBack = (): void => {
    for (const each of undo.toReversed()) each();
  };
  return { folder, files, rollBack };
}

function code(work: () => unknown): string {
  try {
    return `worked: ${JSON.stringify(work())}`;
  } catch (error) {
    if (error instanceof ToolFailure) return `${error.error.code}: ${error.error.message}`;
    throw error;
  }
}

test('reads what it declared, and nothing else', async () => {
  const { files } = await setUp(['data/']);
  expect(files.read('data/a.txt')).toBe('alpha');
  expect(files.exists('data/none.txt')).toBe(false);
  expect(code(() => files.read('data/none.txt'))).toContain('not_found');
  expect(code(() => files.read('secret.txt'))).toBe('capability_denied: user_x may not read secret.txt');
  expect(code(() => files.exists('secret.txt'))).toContain('capability_denied');
  expect(code(() => files.write('data/a.txt', 'x'))).toContain('user_x may not write data/a.txt');
});

test('S-53: no path leads outside, whatever is declared', async () => {
  const { files, folder } = await setUp(['**', '*'], ['**', '*']);
  for (const path of [
    '../x',
    'data/../../x',
    '/etc/passwd',
    '%2e%2e/x',
    'file:///etc/passwd',
    '\\\\?\\x',
    '~/x',
    'C:/x',
    'a\u0000b',
    '',
  ]) {
    expect(
      code(() => files.read(path)),
      path,
    ).toMatch(/^(permission_denied|invalid_arguments)/);
    expect(
      code(() => files.write(path, 'x')),
      path,
    ).toMatch(/^(permission_denied|invalid_arguments)/);
  }
  expect(files.write('v1..2/notes.txt', 'honest')).toBe(true);
  expect(readFileSync(join(folder, 'v1..2/notes.txt'), 'utf8')).toBe('honest');
});

test('S-54: the engine’s own files are never written under any name, nor its state read', async () => {
  const { files } = await setUp(['**', '*'], ['**', '*']);
  const names = [
    'game.json',
    'GAME.json',
    'game.json.',
    'game.json ',
    'game.json::$DATA',
    'GAME~1.JSO',
    'tools/x.tool.json',
    'Tools/approvals.json',
  ];
  const more = [
    'agents/a.json',
    'studio/board.json',
    '.skywalker/x',
    '.Skywalker/x',
    '.git/hooks/pre-commit',
    './tools/x',
    'tools\\x',
  ];
  for (const path of [...names, ...more]) {
    expect(
      code(() => files.write(path, 'x')),
      path,
    ).toMatch(/^(permission_denied|invalid_arguments|capability_denied)/);
  }
  expect(code(() => files.read('.skywalker/logs'))).toContain('belongs to the engine');
  expect(code(() => files.list('.skywalker'))).toContain('capability_denied');
});

test('S-12: a link that leads outside is refused for reading, writing and listing, also one made later', async () => {
  const { files, folder } = await setUp(['data/'], ['data/']);
  const outside = mkdtempSync(join(tmpdir(), 'sky-outside-'));
  writeFileSync(join(outside, 'x.txt'), 'outside');
  symlinkSync(outside, join(folder, 'data/out'));
  symlinkSync(join(outside, 'x.txt'), join(folder, 'data/x.txt'));
  for (const path of ['data/out/x.txt', 'data/x.txt']) {
    expect(
      code(() => files.read(path)),
      path,
    ).toContain('leads outside the project');
    expect(
      code(() => files.write(path, 'x')),
      path,
    ).toContain('leads outside the project');
  }
  expect(code(() => files.list('data/out'))).toContain('leads outside the project');
  expect(files.list('data')).toEqual(['data/a.txt']);
  expect(readFileSync(join(outside, 'x.txt'), 'utf8')).toBe('outside');
  // A link inside leads to a place that has to be declared itself.
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'data/inner.txt'));
  expect(code(() => files.read('data/inner.txt'))).toContain('may not read secret.txt');
  symlinkSync(join(folder, 'game.json'), join(folder, 'data/game.txt'));
  expect(code(() => files.write('data/game.txt', 'x'))).toMatch(/permission_denied|capability_denied/);
});

test('every tool on the chain of callers has to allow the place', async () => {
  const above = [{ tool: 'user_outer', read: ['data/b/'], write: [] }];
  const { files } = await setUp(['data/'], ['data/'], { above });
  expect(code(() => files.read('data/a.txt'))).toContain('user_outer may not read');
  expect(code(() => files.write('data/b/x', 'x'))).toContain('user_outer may not write');
});

test('a folder is listed sorted, folders with a slash, without what may not be read', async () => {
  const { files, folder } = await setUp(['data/*.txt', 'data/sub/']);
  mkdirSync(join(folder, 'data/sub'));
  mkdirSync(join(folder, 'data/other'));
  writeFileSync(join(folder, 'data/b.txt'), '');
  writeFileSync(join(folder, 'data/c.bin'), '');
  writeFileSync(join(folder, 'data/sub/d.bin'), '');
  expect(files.list('data')).toEqual(['data/a.txt', 'data/b.txt', 'data/other/', 'data/sub/']);
  expect(files.list('data/sub')).toEqual(['data/sub/d.bin']);
  expect(code(() => files.list('scenes'))).toContain('capability_denied');
});

test('a special file is neither read nor written, and nothing waits for it', async () => {
  const { files, folder } = await setUp(['data/'], ['data/']);
  if (spawnSync('mkfifo', [join(folder, 'data/pipe')]).status !== 0) return;
  expect(code(() => files.read('data/pipe'))).toContain('io_error');
  expect(code(() => files.write('data/pipe', 'x'))).toContain('not a regular file');
  expect(code(() => files.read('data'))).toContain('io_error');
});

test('writes are taken back exactly: old text, new files and the folders made for them', async () => {
  const { files, folder, rollBack } = await setUp(['data/'], ['data/']);
  files.write('data/a.txt', 'one');
  files.write('data/a.txt', 'two');
  files.write('data/deep/er/b.txt', 'new');
  expect(files.read('data/a.txt')).toBe('two');
  rollBack();
  expect(readFileSync(join(folder, 'data/a.txt'), 'utf8')).toBe('alpha');
  expect(existsSync(join(folder, 'data/deep'))).toBe(false);
});

test('a hard link is replaced, so that the other name keeps its text', async () => {
  const { files, folder } = await setUp([], ['data/']);
  linkSync(join(folder, 'secret.txt'), join(folder, 'data/hard.txt'));
  files.write('data/hard.txt', 'x');
  expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe('secret');
});

test('a dry run writes nothing, and reads back what it would have written', async () => {
  const { files, folder } = await setUp(['data/'], ['data/'], { dryRun: true });
  expect(files.write('data/a.txt', 'two')).toBe(false);
  expect(files.write('data/new.txt', 'new')).toBe(false);
  expect([files.read('data/a.txt'), files.read('data/new.txt'), files.exists('data/new.txt')]).toEqual([
    'two',
    'new',
    true,
  ]);
  expect(readFileSync(join(folder, 'data/a.txt'), 'utf8')).toBe('alpha');
  expect(existsSync(join(folder, 'data/new.txt'))).toBe(false);
});

test('a text above 4 MiB is refused', async () => {
  const { files } = await setUp([], ['data/']);
  expect(code(() => files.write('data/x', 'x'.repeat(4 * 1024 * 1024 + 1)))).toContain('output_too_large');
});

test('a path through a file, and one longer than paths can be, are failures of the tool, and leave no folder behind', async () => {
  const { folder, files } = await setUp(['data/'], ['data/']);
  const far = `data/new/${Array<string>(12).fill('日'.repeat(80)).join('/')}/x`;
  for (const path of ['data/a.txt/x', 'data/a.txt/x/y']) {
    expect(code(() => files.read(path))).toContain('io_error');
    expect(code(() => files.write(path, 'x'))).toContain('io_error');
    expect(code(() => files.exists(path))).toBe('worked: false');
    expect(code(() => files.list(path))).toContain('not_found');
  }
  // Of 1,024 characters at most, but of more bytes than a path may have below a deep enough folder.
  expect(code(() => files.write(far, 'x'))).toMatch(/worked|io_error/);
  expect(code(() => files.write('data/b/c/a.txt', 'x'))).toBe('worked: true');
  expect(existsSync(join(folder, 'data/a.txt'))).toBe(true);
});

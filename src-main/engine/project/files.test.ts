import { execFileSync, spawn } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ToolFailure, toolError } from '../errors';
import {
  fileMark,
  fileStamp,
  hasMark,
  isTemporaryName,
  lstatIfThere,
  readTextFile,
  statIfThere,
  writeFileAtomic,
  writeFileAtomicSync,
} from './files';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sky-files-'));

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ToolFailure) return error.error.code;
    throw error;
  }
  return 'ok';
}

test('a file is written whole, folders are made, and nothing else is left behind', async () => {
  const root = await folder();
  const path = join(root, 'a', 'b', 'Проект 场景.json');
  await writeFileAtomic(path, 'äöü');
  writeFileAtomicSync(path, 'second');
  expect(await readFile(path, 'utf8')).toBe('second');
  expect(await readdir(join(root, 'a', 'b'))).toEqual(['Проект 场景.json']);
});

test('an existing file keeps its permissions, a new one gets those asked for', async () => {
  const root = await folder();
  const path = join(root, 'secret');
  await writeFileAtomic(path, 'x', { mode: 0o600 });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFileAtomic(path, 'y');
  writeFileAtomicSync(path, 'z');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a name as long as names can be is written too', async () => {
  const root = await folder();
  const name = 'é'.repeat(127);
  await writeFileAtomic(join(root, name), 'x');
  expect(await readdir(root)).toEqual([name]);
});

test('S-10: many writes at once to one file land in order, and the file is never garbled', async () => {
  const root = await folder();
  const path = join(root, 'data.json');
  const texts = Array.from({ length: 20 }, (_, index) => `${index}:`.repeat(5_000));
  await Promise.all(texts.map((text) => writeFileAtomic(path, text)));
  expect(await readFile(path, 'utf8')).toBe(texts[19]);
});

test('a write that fails says why, leaves the old file and no temporary one', async () => {
  const root = await folder();
  await writeFile(join(root, 'file'), 'x');
  expect(await codeOf(writeFileAtomic(join(root, 'file', 'below'), 'y'))).toBe('io_error');
  await mkdir(join(root, 'dir'));
  expect(await codeOf(writeFileAtomic(join(root, 'dir'), 'y'))).toBe('io_error');
  expect(() => {
    writeFileAtomicSync(join(root, 'dir'), 'y');
  }).toThrow(ToolFailure);
  expect((await readdir(root)).sort()).toEqual(['dir', 'file']);
  // A failed write does not stop the next one.
  expect(await codeOf(writeFileAtomic(join(root, 'file'), 'new'))).toBe('ok');
});

test('a process that is killed while it writes leaves the old text or the new one', async () => {
  const root = await folder();
  const path = join(root, 'data.json');
  const ends = (letter: string): string => letter.repeat(400_000);
  await writeFile(path, ends('a'));
  const module = new URL('./files.ts', import.meta.url).href;
  // Node of this version can't run TypeScript by itself: the bundler that runs the tests makes one file of it.
  const esbuild = `import { build } from 'vite'; await build({ logLevel: 'silent', build: { ssr: ${JSON.stringify(new URL(module).pathname)}, outDir: ${JSON.stringify(join(root, 'out'))}, rollupOptions: { output: { entryFileNames: 'files.mjs' } } } });`;
  execFileSync(process.execPath, ['--input-type=module', '-e', esbuild], { cwd: process.cwd() });
  const program = `import { writeFileAtomicSync } from ${JSON.stringify(join(root, 'out', 'files.mjs'))}; process.send('ready'); for (let i = 0; ; i += 1) writeFileAtomicSync(${JSON.stringify(path)}, (i % 2 ? 'a' : 'b').repeat(400000));`;
  for (let round = 0; round < 5; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await new Promise((resolve) => child.once('message', resolve));
    const before = (await stat(path)).ino;
    // Killed in the middle of its work: after at least one more write.
    while ((await stat(path)).ino === before) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect([ends('a'), ends('b')]).toContain(await readFile(path, 'utf8'));
  }
});

test('reading says what is wrong: missing, folder, pipe, too large, no text', async () => {
  const root = await folder();
  await writeFile(join(root, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
  await writeFile(join(root, 'big'), 'x'.repeat(100));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  await symlink('pipe', join(root, 'link'));
  const error = (name: string, maxBytes?: number): string => {
    const outcome = readTextFile(join(root, name), { maxBytes });
    return outcome.ok ? outcome.value : `${outcome.error.code}: ${outcome.error.message}`;
  };
  expect(error('none')).toBe('not_found: There is no file none');
  expect(error('.')).toMatch(/^io_error: .* is a folder$/);
  expect(error('pipe')).toBe('io_error: pipe is not a regular file');
  expect(error('link')).toBe('io_error: link is not a regular file');
  expect(error('big', 99)).toBe('io_error: big has 100 bytes, more than 99');
  expect(error('big', 100)).toBe('x'.repeat(100));
  expect(error('binary')).toBe('io_error: binary is not UTF-8 text');
});

test('S-67: line ends, the byte order mark and a missing last line end are kept as they are', async () => {
  const root = await folder();
  const text = '\ufeffa\r\nb\nc\rd';
  await writeFileAtomic(join(root, 'x'), text);
  expect(readTextFile(join(root, 'x'))).toEqual({ ok: true, value: text });
});

test('a file that may not be read is told as such', async (context) => {
  if (process.getuid?.() === 0) context.skip();
  const root = await folder();
  await writeFile(join(root, 'x'), 'x');
  await chmod(join(root, 'x'), 0);
  expect(readTextFile(join(root, 'x'))).toMatchObject({ ok: false, error: { code: 'io_error' } });
});

test('temporary names are told from others', () => {
  expect(isTemporaryName('.game.json.0123456789ab.tmp')).toBe(true);
  for (const name of ['game.json', '.hidden.tmp', 'x.0123456789ab.tmp'])
    expect(isTemporaryName(name)).toBe(false);
});

test('a file can be written part by part; what fails on the way leaves the old one', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'sky-parts-')), 'a.txt');
  async function* parts(fails: boolean): AsyncGenerator<string | Uint8Array> {
    yield 'ein ';
    await Promise.resolve();
    yield Buffer.from('größerer ');
    if (fails) throw new Error('out of parts');
    yield 'Text';
  }
  await writeFileAtomic(path, parts(false));
  expect(await readFile(path, 'utf8')).toBe('ein größerer Text');
  await expect(writeFileAtomic(path, parts(true))).rejects.toThrow('out of parts');
  expect(await readFile(path, 'utf8')).toBe('ein größerer Text');
  expect(await readdir(dirname(path))).toEqual(['a.txt']);
});

test('what is asked just before the old file is replaced can still keep it', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'sky-guard-')), 'a.txt');
  await writeFileAtomic(path, 'old');
  const refusal = new ToolFailure(toolError('conflict', 'not now'));
  const refused = writeFileAtomic(path, 'new', {
    beforeReplace: () => {
      throw refusal;
    },
  });
  await expect(refused).rejects.toBe(refusal);
  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(dirname(path))).toEqual(['a.txt']);
});

test('folders that were made for a file which then can not be written are gone again', async () => {
  const root = await folder();
  await mkdir(join(root, 'kept'));
  const path = join(root, 'kept', 'new', ...Array<string>(25).fill('日'.repeat(80)), 'x');
  expect(() => {
    writeFileAtomicSync(path, 'x');
  }).toThrow(ToolFailure);
  expect(await codeOf(writeFileAtomic(path, 'x'))).toBe('io_error');
  expect(await readdir(join(root, 'kept'))).toEqual([]);
});

test('a file that was written, replaced, put there, taken away or led elsewhere does not look as it did', async () => {
  const root = await folder();
  const path = join(root, 'file');
  const changes: (() => Promise<unknown>)[] = [
    () => writeFile(path, 'one'),
    () => writeFile(path, 'second'),
    () => writeFile(join(root, 'other'), 'six').then(() => rename(join(root, 'other'), path)),
    () => rm(path),
    () => symlink('loop', join(root, 'loop')).then(() => symlink('loop', path)),
    () => rm(path).then(() => mkdir(path)),
  ];
  for (const change of changes) {
    const before = fileMark(path);
    expect(hasMark(path, before)).toBe(true);
    await change();
    expect(hasMark(path, before)).toBe(false);
  }
});

test('what can not be there is not there, and has a stamp all the same', async () => {
  const root = await folder();
  await writeFile(join(root, 'file'), 'x');
  await symlink('loop', join(root, 'loop'));
  for (const name of ['none', 'file/below', 'loop', 'x'.repeat(300), 'a\0b'])
    expect([statIfThere(join(root, name)), fileStamp(join(root, name)).length > 0]).toEqual([
      undefined,
      true,
    ]);
  expect(lstatIfThere(join(root, 'loop'))?.isSymbolicLink()).toBe(true);
  expect(statIfThere(join(root, 'file'))?.isFile()).toBe(true);
});

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { absoluteOf } from './held-folder';
import { LineFile } from './line-file';
import { linesBackward, readLastLines } from './read-lines';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sky-lines-'));
const isWhole = (line: string): boolean => line.endsWith('}');

test('lines are written in order, in the background', async () => {
  const path = join(await folder(), 'logs', 'x.jsonl');
  const file = new LineFile({ path });
  for (let index = 0; index < 1000; index += 1) file.append(`${index}`);
  await file.flush();
  file.append('last');
  await file.close();
  file.append('too late');
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toEqual([
    ...Array.from({ length: 1000 }, (_, index) => `${index}`),
    'last',
  ]);
});

test('a line is in the file soon, also when nobody asks for that', async () => {
  const path = join(await folder(), 'x.jsonl');
  const file = new LineFile({ path });
  file.append('{"a":"\u202e \u007f"}');
  await expect.poll(() => readFile(path, 'utf8')).toBe('{"a":"\\u202e \\u007f"}\n');
  await file.close();
});

test('S-68: a torn last line is cut off, a whole one without its line end gets it', async () => {
  const path = join(await folder(), 'x.jsonl');
  for (const [before, after, bytes] of [
    ['{"a":1}\n{"a":2}\n{"a":', '{"a":1}\n{"a":2}\n', 5],
    ['{"a":1}\n{"a":2}', '{"a":1}\n{"a":2}\n', 0],
    ['{"a":1}\n', '{"a":1}\n', 0],
    ['{"a":', '', 5],
    ['', '', 0],
    [`{"a":1}\n${'x'.repeat(200_000)}`, '{"a":1}\n', 200_000],
  ] as const) {
    await writeFile(path, before);
    const file = new LineFile({ path, isWhole });
    expect(file.repairedBytes).toBe(bytes);
    expect(await readFile(path, 'utf8')).toBe(after);
    file.append('{"a":3}');
    await file.close();
    expect(await readFile(path, 'utf8')).toBe(`${after}{"a":3}\n`);
  }
});

test('S-69: a file that is full is put aside; the oldest goes, and is told before it does', async () => {
  const root = await folder();
  const deleted: string[] = [];
  const file = new LineFile({
    path: join(root, 'x.jsonl'),
    maxBytes: 100,
    keep: 2,
    onDelete: (path) => deleted.push(absoluteOf(path)),
  });
  for (let index = 10; index < 50; index += 1) {
    file.append(`${index} ${'.'.repeat(46)}`);
    await file.flush();
  }
  await file.close();
  expect((await readdir(root)).sort()).toEqual(['x.1.jsonl', 'x.2.jsonl', 'x.jsonl']);
  const numbers = async (name: string): Promise<number[]> =>
    (await readFile(join(root, name), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.slice(0, 2)));
  expect([
    ...(await numbers('x.2.jsonl')),
    ...(await numbers('x.1.jsonl')),
    ...(await numbers('x.jsonl')),
  ]).toEqual([44, 45, 46, 47, 48, 49]);
  expect(deleted).toHaveLength(17);
});

test('while the disk can’t be written, lines wait and the reason is told; then they are written once', async () => {
  const root = await folder();
  const path = join(root, 'x.jsonl');
  const file = new LineFile({ path });
  await rm(path);
  await mkdir(path);
  file.append('a');
  file.append('b');
  await file.flush();
  expect(file.problem).toMatch(/EISDIR/);
  await rm(path, { recursive: true });
  file.append('c');
  await file.flush();
  expect(file.problem).toBeUndefined();
  await file.close();
  expect(await readFile(path, 'utf8')).toBe('a\nb\nc\n');
});

test('a new file is readable by its owner only', async () => {
  const path = join(await folder(), 'x.jsonl');
  await new LineFile({ path }).close();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('lines are read from the end, however they fall on the pieces', async () => {
  const path = join(await folder(), 'x');
  const lines = ['erste', '', 'zweite – ü', '3', 'x'.repeat(50), 'letzte'];
  for (const end of ['', '\n', '\n\n']) {
    await writeFile(path, lines.join('\n') + end);
    for (const piece of [1, 2, 3, 7, 1000]) {
      const read: string[] = [];
      for await (const line of linesBackward(path, piece)) read.push(line);
      expect(read.reverse()).toEqual(lines.filter((line) => line !== ''));
    }
  }
  expect(readLastLines(path, 12)).toEqual(['letzte']);
  expect(readLastLines(`${path}-none`, 12)).toEqual([]);
  for await (const line of linesBackward(`${path}-none`)) throw new Error(line);
});

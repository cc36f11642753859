import { expect, test } from 'vitest';
import type { JsonObject, ToolResult } from '../../../src-preload/contract';
import { readDisk } from './read-disk';

/** Gives a text as the engine's `file_read` does: by lines, at most `most` characters at once. */
function engine(text: () => string, most: number): (tool: string, args: JsonObject) => Promise<ToolResult> {
  return (_tool, args) => {
    const lines = text().split('\n');
    const offset = Number(args['offset']);
    const shown = lines.slice(offset, offset + Number(args['limit']));
    const part = shown.join('\n');
    const truncated = part.length > most || offset + shown.length < lines.length;
    return Promise.resolve({
      ok: true,
      text: '',
      structured: { text: part.slice(0, most), revision: `r${text().length}`, truncated },
    });
  };
}

test('a short file comes in one part', async () => {
  expect(
    await readDisk(
      'a',
      engine(() => 'one\ntwo\n', 100),
    ),
  ).toEqual({ exists: true, revision: 'r8', text: 'one\ntwo\n' });
});

test('a long file is put together from its parts, exactly (S-73)', async () => {
  const text = Array.from({ length: 200 }, (_, i) => 'x'.repeat(i % 37)).join('\n');
  expect(
    await readDisk(
      'a',
      engine(() => text, 64),
    ),
  ).toEqual({ exists: true, revision: `r${text.length}`, text });
});

test('a line that is longer than one part is refused, and named', async () => {
  const read = await readDisk(
    'data/a.json',
    engine(() => `ok\n${'x'.repeat(100)}\n`, 64),
  );
  expect(read).toMatchObject({ error: { message: 'Line 2 of data/a.json is too long to be edited here.' } });
});

test('a file that changes while it is read is read again', async () => {
  let reads = 0;
  const text = (): string => {
    reads += 1;
    return reads < 3 ? 'a\n'.repeat(50) : 'b\n'.repeat(60);
  };
  const read = await readDisk('a', engine(text, 64));
  expect(read).toMatchObject({ exists: true, text: 'b\n'.repeat(60) });
});

test('a file that is not there is no error', async () => {
  const missing = (): Promise<ToolResult> =>
    Promise.resolve({ ok: false, error: { code: 'not_found', message: 'There is no file.' } });
  expect(await readDisk('a', missing)).toEqual({ exists: false });
});

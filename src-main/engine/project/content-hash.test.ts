import { createHash } from 'node:crypto';
import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentHash, hashOfFile, Passage } from './content-hash';
import { inSlices } from './slices';

/** SHA-256 of the empty text, and of "abc": the examples of FIPS 180-2. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const folder = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'sky-hash-')));

test('text, bytes and files have the SHA-256 of their content', async () => {
  expect([contentHash(''), contentHash('abc'), contentHash(Buffer.from('abc'))]).toEqual([EMPTY, ABC, ABC]);
  const path = join(await folder(), 'a.txt');
  await writeFile(path, 'abc');
  expect(await hashOfFile(path)).toEqual({ ok: true, value: ABC });
  await writeFile(path, Buffer.alloc(3_000_000, 'ä'));
  const whole = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  expect(await hashOfFile(path)).toEqual({ ok: true, value: whole });
});

test('a file that is not there has no hash, and a folder can’t be read as one', async () => {
  const root = await folder();
  expect(await hashOfFile(join(root, 'none'))).toEqual({ ok: true, value: null });
  expect(await hashOfFile(root)).toMatchObject({ ok: false, error: { code: 'io_error' } });
});

test('what passes through is counted and hashed as it is written', async () => {
  const passage = new Passage();
  const parts: Buffer[] = [];
  for await (const part of passage.through(inSlices(['a', '', 'ü', 'c']))) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe('aüc');
  expect([passage.bytes, passage.digest()]).toEqual([4, contentHash('aüc')]);
});

test('text in slices is the same text, and lets others run between the slices', async () => {
  let others = 0;
  let running = true;
  const tick = (): void => {
    others += 1;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  function* slow(): Generator<string> {
    for (let index = 0; index < 40; index += 1) {
      const until = performance.now() + 2;
      while (performance.now() < until);
      yield `${index},`;
    }
  }
  let text = '';
  for await (const part of inSlices(slow())) text += part;
  running = false;
  expect(text).toBe(Array.from({ length: 40 }, (_, index) => `${index},`).join(''));
  // 80 milliseconds of work, and a pause after each eight of them.
  expect(others).toBeGreaterThanOrEqual(5);
});

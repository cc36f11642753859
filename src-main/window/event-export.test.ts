import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { EngineEvent, ExportAnswer } from '../../src-preload/contract';
import { EventExport } from './event-export';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sky-export-'));
});

async function* events(count: number): AsyncGenerator<EngineEvent, void, undefined> {
  await Promise.resolve();
  for (let seq = 1; seq <= count; seq += 1)
    yield { seq, time: seq, type: 'log', actor: 'user', summary: `Event ${seq}`, data: {} };
}
const begun = (answer: ExportAnswer): string => {
  if (answer.state !== 'begun') throw new Error(JSON.stringify(answer));
  return answer.id;
};

test('events are read page by page, and the file stands in its place once it is whole', async () => {
  const file = join(folder, 'out.jsonl');
  writeFileSync(file, 'before');
  const exports = new EventExport(() => Promise.resolve(file));
  const source = (): ReturnType<typeof events> => events(1500);
  const id = begun(await exports.step({ step: 'begin', name: 'activity.jsonl' }, source));
  const pages: number[][] = [];
  for (let done = false; !done;) {
    const page = await exports.step({ step: 'read', id }, source);
    if (page.state !== 'page') throw new Error(page.state);
    pages.push([page.events[0]?.seq ?? 0, page.events.length]);
    done = page.done;
  }
  expect(pages).toEqual([
    [1, 1000],
    [1001, 500],
  ]);
  await exports.step({ step: 'write', id, text: 'one\n' }, source);
  await exports.step({ step: 'write', id, text: 'two\n' }, source);
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(await exports.step({ step: 'end', id, keep: true }, source)).toEqual({ state: 'ended' });
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect(readdirSync(folder)).toEqual(['out.jsonl']);
  expect(await exports.step({ step: 'write', id, text: 'late' }, source)).toMatchObject({ state: 'failed' });
});

test('what is not kept, or is left when the window closes, leaves the file as it was and nothing beside it', async () => {
  const file = join(folder, 'out.jsonl');
  writeFileSync(file, 'before');
  const exports = new EventExport(() => Promise.resolve(file));
  const source = (): ReturnType<typeof events> => events(1);
  const first = begun(await exports.step({ step: 'begin', name: 'a.jsonl' }, source));
  begun(await exports.step({ step: 'begin', name: 'a.jsonl' }, source));
  await exports.step({ step: 'write', id: first, text: 'half' }, source);
  await exports.step({ step: 'end', id: first, keep: false }, source);
  await exports.close();
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['out.jsonl']]);
});

test('a person who chooses no file gets none, and a place that can not be written says so', async () => {
  const source = (): ReturnType<typeof events> => events(1);
  const none = new EventExport(() => Promise.resolve(undefined));
  expect(await none.step({ step: 'begin', name: 'a.jsonl' }, source)).toEqual({ state: 'cancelled' });
  const wrong = new EventExport(() => Promise.resolve(join(folder, 'missing', 'a.jsonl')));
  expect(await wrong.step({ step: 'begin', name: 'a.jsonl' }, source)).toMatchObject({
    state: 'failed',
    error: { code: 'io_error', message: expect.stringContaining('ENOENT') },
  });
});

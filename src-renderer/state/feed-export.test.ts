import { expect, test } from 'vitest';
import type { EngineEvent, ExportAnswer, ExportStep } from '../../src-preload/contract';
import { exportFeed } from './feed-export';
import { Feed } from './feed';
import { feedPredicate, parseFeedQuery } from './feed-query';

const event = (seq: number, more: Partial<EngineEvent> = {}): EngineEvent => ({
  ...{
    seq,
    time: seq,
    type: 'tool',
    actor: 'user',
    tool: 'entity_get',
    call: `c${seq}`,
    summary: `Call ${seq}`,
  },
  data: { ok: seq % 2 === 0, ms: 1, mutates: false, args: {}, depth: 0 },
  ...more,
});

/** A main process that has these events on its disk, and keeps what it is given. */
function main(disk: readonly EngineEvent[], failAt?: ExportStep['step']) {
  const told: { text: string; kept: boolean | undefined } = { text: '', kept: undefined };
  let at = 0;
  const step = (given: ExportStep): Promise<ExportAnswer> => {
    if (given.step === failAt)
      return Promise.resolve({ state: 'failed', error: { code: 'io_error', message: 'The disk is full.' } });
    if (given.step === 'begin') return Promise.resolve({ state: 'begun', id: 'x', file: '/tmp/out.jsonl' });
    if (given.step === 'read') {
      const events = disk.slice(at, at + 2);
      at += 2;
      return Promise.resolve({ state: 'page', events, done: at >= disk.length });
    }
    if (given.step === 'write') {
      told.text += given.text;
      return Promise.resolve({ state: 'written' });
    }
    told.kept = given.keep;
    return Promise.resolve({ state: 'ended' });
  };
  const seqs = (): number[] =>
    told.text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as EngineEvent).seq);
  return { told, step, seqs };
}

const disk = [1, 2, 3, 4, 5, 6, 7].map((seq) => event(seq, seq === 2 ? { parent: 'c1' } : {}));
const feed = new Feed();
feed.add([disk[4]!, { ...disk[5]!, parent: 'c5' }, disk[6]!]);
const request = (step: (given: ExportStep) => Promise<ExportAnswer>, query = '', withDisk = false) => ({
  ...{ feed, test: feedPredicate(parseFeedQuery(query)), hide: undefined, withDisk, step },
  ...{ signal: new AbortController().signal, onProgress: () => undefined },
});

test('what the feed has and fits the filter is written, one event a line, in order, nested ones too', async () => {
  const all = main(disk);
  expect(await exportFeed(request(all.step))).toEqual({ state: 'done', events: 3, file: '/tmp/out.jsonl' });
  expect(JSON.parse(all.told.text.split('\n')[1]!)).toEqual({ ...disk[5], parent: 'c5' });
  expect([all.seqs(), all.told.kept]).toEqual([[5, 6, 7], true]);
  const failed = main(disk);
  await exportFeed(request(failed.step, 'is:failed'));
  expect(failed.seqs()).toEqual([5, 7]);
});

test('with the disk, what is further back comes first, each event once', async () => {
  const all = main(disk);
  expect(await exportFeed(request(all.step, '', true))).toMatchObject({ state: 'done', events: 7 });
  expect(all.seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const nested = main(disk);
  await exportFeed(request(nested.step, 'is:nested', true));
  expect(nested.seqs()).toEqual([2, 6]);
});

test('what is cancelled is not kept, and what fails says why', async () => {
  const abort = new AbortController();
  abort.abort();
  const cancelled = main(disk);
  expect(await exportFeed({ ...request(cancelled.step), signal: abort.signal })).toEqual({
    state: 'cancelled',
  });
  expect(cancelled.told.kept).toBe(false);
  for (const step of ['begin', 'read', 'write', 'end'] as const)
    expect(await exportFeed(request(main(disk, step).step, '', true))).toEqual({
      state: 'failed',
      error: { code: 'io_error', message: 'The disk is full.' },
    });
});

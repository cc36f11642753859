import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EngineEvent } from './event';
import { EventLog } from './event-log';
import type { EventLogOptions } from './event-log';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sky-events-'));

function make(options: Partial<EventLogOptions> = {}): EventLog {
  return new EventLog({ now: () => 1_700_000_000.25, ...options });
}

const tool = (log: EventLog, actor = 'user', more: Partial<EngineEvent> = {}): EngineEvent =>
  log.append({ type: 'tool', actor, tool: 'entity_create', summary: 'created', data: { ok: true }, ...more });

const seqs = (answer: { events: readonly EngineEvent[] }): number[] =>
  answer.events.map((event) => event.seq);

test('events are numbered from 1 and stamped', () => {
  const log = make();
  expect(tool(log, 'user', { kind: 'x', call: 'c1', parent: 'c0' })).toEqual({
    seq: 1,
    time: 1_700_000_000.25,
    type: 'tool',
    kind: 'x',
    actor: 'user',
    tool: 'entity_create',
    call: 'c1',
    parent: 'c0',
    summary: 'created',
    data: { ok: true },
  });
  expect(Object.keys(tool(log))).toEqual(['seq', 'time', 'type', 'actor', 'tool', 'summary', 'data']);
  expect(log.last).toBe(2);
});

test('an empty log answers an empty page', () => {
  expect(make().read({ since: 0 })).toEqual({ events: [], next: 0, oldest: 1, last: 0, truncated: false });
});

test('reading consumes nothing, and the cursor goes on where the page ended', () => {
  const log = make();
  for (let index = 0; index < 5; index += 1) tool(log);
  expect(seqs(log.read({ since: 0, limit: 2 }))).toEqual([1, 2]);
  expect(log.read({ since: 0, limit: 2 }).next).toBe(2);
  expect(seqs(log.read({ since: 2, limit: 2 }))).toEqual([3, 4]);
  expect(log.read({ since: 4 })).toMatchObject({ next: 5, oldest: 1, last: 5, truncated: false });
});

test('filters combine, and the cursor passes what they leave out', () => {
  const log = make();
  tool(log, 'mcp:claude-code/mira');
  tool(log, 'mcp:other');
  log.append({ type: 'studio', kind: 'message', actor: 'user', summary: '', data: {} });
  log.append({ type: 'studio', kind: 'task', actor: 'mcp:other', summary: '', data: {} });
  expect(seqs(log.read({ since: 0, types: ['studio'] }))).toEqual([3, 4]);
  expect(seqs(log.read({ since: 0, types: ['studio.task', 'tool'] }))).toEqual([1, 2, 4]);
  expect(seqs(log.read({ since: 0, types: ['studio.ta', 'stud'] }))).toEqual([]);
  expect(seqs(log.read({ since: 0, actors: ['mcp:'] }))).toEqual([1, 2, 4]);
  expect(
    seqs(log.read({ since: 0, actors: ['mcp:'], exclude_actors: ['mcp:claude'], types: ['tool'] })),
  ).toEqual([2]);
  expect(log.read({ since: 0, types: ['policy'] })).toMatchObject({ events: [], next: 4 });
  expect(seqs(log.read({ since: 0, types: [], actors: [] }))).toEqual([1, 2, 3, 4]);
});

test('the last 4,096 events are held; a reader that is further behind is told', () => {
  const log = make();
  for (let index = 0; index < 5000; index += 1) tool(log);
  expect(log.read({ since: 0, limit: 1 })).toMatchObject({
    events: [{ seq: 905 }],
    oldest: 905,
    last: 5000,
    truncated: true,
  });
  expect(log.read({ since: 903, limit: 1 }).truncated).toBe(true);
  expect(log.read({ since: 904, limit: 1 }).truncated).toBe(false);
  expect(log.read({ since: 904, limit: 5000 }).events).toHaveLength(1000);
  expect(log.read({ since: 904 }).events).toHaveLength(200);
});

test('an answer of large events stays below a mebibyte, and the cursor goes on where it ended', () => {
  const log = make();
  const text = 'x'.repeat(30_000);
  for (let index = 0; index < 100; index += 1) tool(log, 'user', { data: { ok: true, text } });
  const seen: number[] = [];
  let since = 0;
  for (let page = 1; page <= 3; page += 1) {
    const answer = log.read({ since, limit: 1_000 });
    expect(JSON.stringify(answer.events).length).toBeLessThan(1 << 20);
    expect(answer.next).toBe(Math.min(100, 34 * page));
    seen.push(...seqs(answer));
    since = answer.next;
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test('a cursor of another log, and nonsense, start over', () => {
  const log = make();
  tool(log);
  expect(log.read({ since: 900 })).toMatchObject({ events: [{ seq: 1 }], next: 1, truncated: true });
  for (const since of [-5, NaN, 0.9]) expect(seqs(log.read({ since }))).toEqual([1]);
  expect(seqs(log.read({ since: 0, limit: 0 }))).toEqual([1]);
});

test('a wait ends with the first event that matches, and takes those of the same turn with it', async () => {
  const log = make();
  const wait = log.wait({ since: 0, actors: ['mcp:'], waitMs: 20_000 });
  expect(log.waiting).toBe(1);
  tool(log, 'user');
  expect(log.waiting).toBe(1);
  tool(log, 'mcp:a');
  tool(log, 'mcp:b');
  expect(await wait).toMatchObject({ events: [{ seq: 2 }, { seq: 3 }], next: 3 });
  expect(log.waiting).toBe(0);
});

test('a wait with something to tell, or no time, answers at once', async () => {
  const log = make();
  expect((await log.wait({ since: 0, waitMs: 0 })).events).toEqual([]);
  expect((await log.wait({ since: 0, waitMs: NaN })).events).toEqual([]);
  tool(log);
  expect(seqs(await log.wait({ since: 0, waitMs: 25_000 }))).toEqual([1]);
  expect((await log.wait({ since: 1, waitMs: 1 })).next).toBe(1);
});

test('an aborted wait is freed, before and during it', async () => {
  const log = make();
  const controller = new AbortController();
  const wait = log.wait({ since: 0, waitMs: 25_000, signal: controller.signal });
  expect(log.waiting).toBe(1);
  controller.abort();
  expect((await wait).events).toEqual([]);
  expect(log.waiting).toBe(0);
  expect((await log.wait({ since: 0, waitMs: 25_000, signal: controller.signal })).events).toEqual([]);
});

test('closing the log ends all waits', async () => {
  const log = make();
  const waits = [log.wait({ since: 0, waitMs: 25_000 }), log.wait({ since: 0, waitMs: 25_000 })];
  await log.close();
  expect((await Promise.all(waits)).map((answer) => answer.events)).toEqual([[], []]);
  expect((await log.wait({ since: 0, waitMs: 25_000 })).events).toEqual([]);
});

test('a subscriber sees each event at once, until it stops; its failure harms nobody', () => {
  const log = make();
  const seen: number[] = [];
  const errors: unknown[] = [];
  const original = console.error;
  console.error = (...args: unknown[]) => errors.push(args);
  try {
    log.subscribe(() => {
      throw new Error('bug');
    });
    const stop = log.subscribe((event) => seen.push(event.seq));
    tool(log);
    stop();
    tool(log);
  } finally {
    console.error = original;
  }
  expect(seen).toEqual([1]);
  expect(errors).toHaveLength(2);
});

test('events reach the file in order, and a restart goes on counting with the last ones in memory', async () => {
  const file = join(await folder(), 'logs', 'events.jsonl');
  const first = make({ file });
  for (let index = 0; index < 3; index += 1) tool(first, `agent:${index}`);
  await first.flush();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as EngineEvent).actor)).toEqual([
    'agent:0',
    'agent:1',
    'agent:2',
  ]);
  await first.close();
  const second = make({ file });
  expect(second.last).toBe(3);
  expect(tool(second).seq).toBe(4);
  expect(seqs(second.read({ since: 2 }))).toEqual([3, 4]);
  await second.close();
});

test('S-68: a torn last line is cut off and noted; no good event is lost', async () => {
  const file = join(await folder(), 'events.jsonl');
  const first = make({ file });
  tool(first);
  tool(first);
  await first.close();
  const whole = await readFile(file, 'utf8');
  await writeFile(file, whole.slice(0, -20));
  const second = make({ file });
  expect(second.read({ since: 0 }).events.map((event) => [event.seq, event.type, event.kind])).toEqual([
    [1, 'tool', undefined],
    [2, 'log', 'repaired'],
  ]);
  await second.close();
  await writeFile(file, whole.slice(0, -1));
  const third = make({ file });
  expect(third.read({ since: 0 }).events).toHaveLength(2);
  expect(tool(third).seq).toBe(3);
  await third.close();
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4);
});

test('lines that are no events are passed over', async () => {
  const file = join(await folder(), 'events.jsonl');
  const good = JSON.stringify(tool(make()));
  await writeFile(file, `garbage\n[]\n{"seq": "x"}\n${good}\n{"__proto__": {"seq": 1}}\n`);
  const log = make({ file });
  expect(log.read({ since: 0 }).events).toMatchObject([{ seq: 1 }]);
  expect(tool(log).seq).toBe(2);
  await log.close();
});

test('S-69: files have a size and a number, the deletion is recorded, and the newest are kept over a restart', async () => {
  const root = await folder();
  const file = join(root, 'events.jsonl');
  const options = { file, maxFileBytes: 4_000, keepFiles: 2 };
  const log = make(options);
  for (let index = 0; index < 200; index += 1) {
    tool(log);
    if (index % 10 === 0) await log.flush();
  }
  await log.flush();
  const { last } = log;
  expect(last).toBeGreaterThan(200);
  expect(log.read({ since: 0, types: ['log.deleted'] }).events[0]?.summary).toMatch(
    /^The oldest file of the event log was deleted: events up to \d+$/,
  );
  await log.close();
  expect((await readdir(root)).sort()).toEqual(['events.1.jsonl', 'events.2.jsonl', 'events.jsonl']);
  const again = make(options);
  expect(again.last).toBe(last);
  expect(seqs(again.read({ since: last - 3 }))).toEqual([last - 2, last - 1, last]);
  await again.close();
});

test('the feed pages back through the files, filtered, further than the memory goes', async () => {
  const file = join(await folder(), 'events.jsonl');
  const log = make({ file, capacity: 4, maxFileBytes: 2_000, keepFiles: 50 });
  for (let index = 0; index < 60; index += 1) {
    tool(log, index % 2 === 0 ? 'user' : 'mcp:a');
    await log.flush();
  }
  expect(log.read({ since: 0 }).oldest).toBe(57);
  const page = await log.older({ before: 57, actors: ['user'], limit: 3 });
  expect({ seqs: seqs(page), more: page.more }).toEqual({ seqs: [51, 53, 55], more: true });
  const rest = await log.older({ before: 51, actors: ['user'], limit: 1000 });
  expect({ count: rest.events.length, first: rest.events[0]?.seq, more: rest.more }).toEqual({
    count: 25,
    first: 1,
    more: false,
  });
  await log.close();
  expect(await make().older({ before: 10 })).toEqual({ events: [], more: false });
});

test('S-69: an event with too much data is cut; a summary is one short line', async () => {
  const log = make();
  const big = tool(log, 'user', {
    summary: `a\nb ${'x'.repeat(1000)}`,
    data: {
      args: { text: 'y'.repeat(100_000), list: Array.from({ length: 5000 }, () => ({ deep: [[[['z']]]] })) },
      ok: true,
    },
  });
  expect(JSON.stringify(big).length).toBeLessThan(40_000);
  expect(big.data).toMatchObject({ ok: true, cut: true });
  expect(big.summary).toHaveLength(500);
  expect(big.summary.startsWith('a b xxx')).toBe(true);
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(tool(log, 'user', { data: cyclic as never }).data).toEqual({ cut: true });
  await log.close();
});

test('S-75: order is by number, not by clock: a clock that goes back changes nothing', () => {
  let now = 1_000;
  const log = make({ now: () => now });
  tool(log);
  now = 500;
  tool(log);
  expect(log.read({ since: 0 }).events.map(({ seq, time }) => [seq, time])).toEqual([
    [1, 1_000],
    [2, 500],
  ]);
});

test('a file that can’t be opened is a problem, not a failure', async () => {
  const root = await folder();
  await mkdir(join(root, 'events.jsonl'));
  const log = make({ file: join(root, 'events.jsonl') });
  expect(log.problem).toMatch(/EISDIR/);
  expect(tool(log).seq).toBe(1);
  await log.flush();
  await log.close();
});

test('S-17: what agents write is one line of the file in which nothing steers a terminal, and comes back as it was', async () => {
  const file = join(await folder(), 'events.jsonl');
  const log = make({ file });
  const sly = 'a\u009b2J\u2028approved by user\u202etxt\u200b\u001b[2J\r\n';
  log.append({ type: 'tool', actor: 'mcp:x', summary: sly, data: { name: sly } });
  await log.close();
  const text = await readFile(file, 'utf8');
  // eslint-disable-next-line no-control-regex -- these must not be there
  expect(text).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u200b\u2028-\u202e]*\n$/);
  const [event] = make({ file }).read({ since: 0 }).events;
  expect(event?.data).toEqual({ name: sly });
  expect(event?.summary).toBe('a 2J approved by user\\u202etxt\u200b [2J ');
});

test('all events are read from the first on, through every file, whole where rotation parts them meanwhile', async () => {
  const file = join(await folder(), 'events.jsonl');
  const log = make({ file, maxFileBytes: 2_000, keepFiles: 9 });
  const all = async (limit = Infinity): Promise<number[]> => {
    const found: number[] = [];
    for await (const event of log.all()) {
      found.push(event.seq);
      // Enough for another rotation, while it is read.
      if (found.length === limit) {
        for (let index = 0; index < 20; index += 1) tool(log);
        await log.flush();
      }
    }
    return found;
  };
  for (let index = 0; index < 40; index += 1) tool(log);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  expect(await all()).toEqual(numbers(40));
  expect((await all(5)).slice(0, 40)).toEqual(numbers(40));
  await log.close();
});

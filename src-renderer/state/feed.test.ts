import { expect, test } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { Feed, outcomeOf } from './feed';
import {
  feedPredicate,
  parseFeedQuery,
  setTimeRange,
  timeRangeOf,
  toggleTerm,
  withoutTime,
} from './feed-query';
import { closedKey, FeedView } from './feed-view';

let seq = 0;
function call(
  id: string,
  options: { parent?: string; ok?: boolean; tool?: string; actor?: string; entities?: number[] } = {},
): EngineEvent {
  seq += 1;
  return {
    seq,
    time: seq,
    type: 'tool',
    actor: options.actor ?? 'user',
    tool: options.tool ?? 'entity_create',
    call: id,
    ...(options.parent === undefined ? {} : { parent: options.parent }),
    summary: `made ${id}`,
    data: {
      ok: options.ok ?? true,
      ms: 1,
      mutates: true,
      args: {},
      depth: 0,
      entities: options.entities ?? [],
    },
  };
}
function note(type: EngineEvent['type'], callId?: string): EngineEvent {
  seq += 1;
  return {
    seq,
    time: seq,
    type,
    actor: 'user',
    summary: `${type} note`,
    data: {},
    ...(callId === undefined ? {} : { call: callId }),
  };
}
const none: ReadonlySet<string> = new Set();
const shape = (view: FeedView, expanded = none, query = ''): string[] =>
  view
    .update(feedPredicate(parseFeedQuery(query)), expanded)
    .map(({ row }) => `${'.'.repeat(row.depth)}${row.call ?? row.event?.type ?? '?'}`);

test('older events come first, wherever they are taken up; rows that are there stay, and what was below a call goes below it', () => {
  const start = seq;
  const events = [
    call('c1'),
    note('asset'),
    call('c4', { parent: 'c3' }),
    note('entity', 'c4'),
    note('custom_tool', 'c2'),
    call('c3', { parent: 'c2' }),
    call('c5', { parent: 'c2' }),
    call('c2'),
    note('entity', 'c2'),
    call('c6'),
  ];
  const whole = new Feed();
  whole.add(events);
  const all = (feed: Feed): string[] => {
    const rows: string[] = [];
    const visit = (row: Feed['rows'][number]): void => {
      rows.push(
        `${'.'.repeat(row.depth)}${row.event?.seq === undefined ? '?' : row.event.seq - start} ${row.callsBelow} ${row.echoes}`,
      );
      for (const child of row.children) visit(child);
    };
    for (const row of feed.rows) visit(row);
    return rows;
  };
  expect(all(whole)).toContain('8 3 2');
  for (let parts = 1; parts < events.length; parts += 1) {
    const feed = new Feed();
    feed.add(events.slice(parts));
    const view = new FeedView(feed);
    view.follow();
    shape(view);
    const kept = feed.rows.filter((row) => row.event?.type === 'tool');
    // In two pages, the newer one first.
    const middle = parts >> 1;
    for (const page of [events.slice(middle, parts), events.slice(0, middle)]) feed.prepend(page);
    expect([parts, ...all(feed)]).toEqual([parts, ...all(whole)]);
    expect(kept.every((row) => row.parent !== undefined || feed.rows.includes(row))).toBe(true);
    feed.rows.forEach((row, index) => expect(row.top).toBe(feed.dropped + index));
    expect(shape(view)).toEqual(shape(new FeedView(whole)));
    feed.add([call('c7')]);
    expect(shape(view).at(-1)).toBe('c7');
    expect(feed.count).toBe(11);
    seq = start + events.length;
  }
});

test('a nested call that reports before its parent ends up under it, and the row does not move', () => {
  const feed = new Feed();
  feed.add([call('c2', { parent: 'c1' })]);
  const open = feed.rows[0]!;
  expect([feed.rows.length, outcomeOf(open)]).toEqual([1, 'running']);
  feed.add([call('c9'), call('c1')]);
  expect(feed.rows.map((row) => row.call)).toEqual(['c1', 'c9']);
  expect(feed.rows[0]).toBe(open);
  expect([outcomeOf(open), open.callsBelow, open.children[0]?.call]).toEqual(['ok', 1, 'c2']);
});

test('calls nested in calls come together whatever the order in which they report', () => {
  const feed = new Feed();
  feed.add([
    call('c3', { parent: 'c2' }),
    call('c4', { parent: 'c2' }),
    call('c2', { parent: 'c1' }),
    call('c1'),
  ]);
  const view = new FeedView(feed);
  const all = new Set(feed.rows.map((row) => row.key).concat(feed.rows[0]!.children.map((row) => row.key)));
  expect(shape(view, all)).toEqual(['c1', '.c2', '..c3', '..c4']);
  expect(feed.rows[0]!.callsBelow).toBe(3);
});

test('what a call did besides folds under it, also when it is heard of before the call reports', () => {
  const feed = new Feed();
  feed.add([note('custom_tool', 'c1')]);
  expect(feed.rows.map((row) => row.event?.type)).toEqual(['custom_tool']);
  feed.add([call('c1'), note('policy', 'c1')]);
  expect(feed.rows.map((row) => row.event?.type)).toEqual(['tool']);
  expect(feed.rows[0]!.children.map((row) => row.event?.type)).toEqual(['custom_tool', 'policy']);
  expect(feed.rows[0]!.callsBelow).toBe(0);
});

test('ids of calls begin again with each run of the engine and stay different rows', () => {
  const feed = new Feed();
  feed.add([call('c1'), call('c1')]);
  expect(new Set(feed.rows.map((row) => row.key)).size).toBe(2);
});

test('beyond the limit the oldest rows go, with what is below them', () => {
  const feed = new Feed(10);
  for (let index = 0; index < 15; index += 1)
    feed.add([call(`n${index}`, { parent: `p${index}` }), call(`p${index}`)]);
  expect(feed.count).toBeLessThanOrEqual(20);
  expect(feed.rows.at(-1)?.call).toBe('p14');
  feed.rows.forEach((row, index) => expect(row.top).toBe(feed.dropped + index));
});

test('S-71 100,000 events, one call with 5,000 children and calls nested 500 deep fold and lay out', () => {
  const feed = new Feed();
  const events: EngineEvent[] = [];
  for (let depth = 500; depth > 0; depth -= 1) events.push(call(`d${depth}`, { parent: `d${depth - 1}` }));
  events.push(call('d0'));
  for (let index = 0; index < 5000; index += 1) events.push(call(`w${index}`, { parent: 'wide' }));
  events.push(call('wide'));
  while (events.length < 100_000) events.push(call(`x${events.length}`));
  feed.add(events);
  expect(feed.count).toBe(100_000);
  expect(feed.rows[0]!.callsBelow).toBe(500);
  const keys = new Set<string>();
  for (let row = feed.rows[0]; row !== undefined; row = row.children[0]) keys.add(row.key);
  keys.add(feed.rowOfCall('wide')!.key);
  const flat = new FeedView(feed).update(undefined, keys);
  expect(flat).toHaveLength(100_000);
  expect(flat[500]?.row.depth).toBe(500);
});

test('S-72 rows that come in are appended: those before them stay the same objects', () => {
  const feed = new Feed();
  const view = new FeedView(feed);
  view.follow();
  feed.add([call('c1'), call('c2')]);
  const before = view.update(undefined, none);
  feed.add([call('c3')]);
  const after = view.update(undefined, none);
  expect(after.slice(0, 2).every((row, index) => row === before[index])).toBe(true);
  expect(after).toHaveLength(3);
});

test('following in steps shows the same as laying out everything at the end', () => {
  const feed = new Feed();
  const view = new FeedView(feed);
  view.follow();
  const open = new Set<string>();
  const events = [
    call('a', { parent: 'p' }),
    call('q'),
    call('b', { parent: 'p' }),
    note('log'),
    call('p'),
    call('z', { parent: 'y' }),
    note('entity', 'y'),
    call('y'),
  ];
  for (const event of events) {
    feed.add([event]);
    view.update(undefined, open);
  }
  expect(view.flat.map(({ row }) => row.key)).toEqual(
    new FeedView(feed).update(undefined, open).map(({ row }) => row.key),
  );
});

test('a filter keeps the way to what matches and opens it', () => {
  const feed = new Feed();
  feed.add([call('c2', { parent: 'c1', ok: false }), call('c3', { parent: 'c1' }), call('c1'), call('c4')]);
  const view = new FeedView(feed);
  expect(shape(view, none, 'is:failed')).toEqual(['c1', '.c2']);
  expect(view.flat.map(({ context }) => context)).toEqual([true, false]);
  expect(shape(view, new Set([closedKey(feed.rows[0]!)]), 'is:failed')).toEqual(['c1']);
  expect(view.matched).toBe(1);
});

test('fields narrow, a minus excludes, quotes keep blanks, and a star stands for anything', () => {
  const feed = new Feed();
  feed.add([
    call('c1', { actor: 'mcp:claude-code/scout', tool: 'user_tag_by_tag', entities: [7] }),
    call('c2', { actor: 'user', tool: 'scene_query' }),
    call('c3', { actor: 'cli', tool: 'user_count', ok: false }),
    note('policy'),
  ]);
  const view = new FeedView(feed);
  const found = (query: string): string[] => shape(view, none, query);
  expect(found('actor:claude')).toEqual(['c1']);
  expect(found('tool:user_*')).toEqual(['c1', 'c3']);
  expect(found('tool:*_query')).toEqual(['c2']);
  expect(found('-actor:user type:tool')).toEqual(['c1', 'c3']);
  expect(found('failed:')).toEqual(['c3']);
  expect(found('entity:#7')).toEqual(['c1']);
  expect(found('"made c2"')).toEqual(['c2']);
  expect(found('type:policy')).toEqual(['policy']);
  expect(found('MADE -c2 -c3')).toEqual(['c1']);
});

test('a value that a field can not have is said in words and filters nothing', () => {
  expect(parseFeedQuery('is:broken')).toEqual({
    terms: [],
    problems: ['is:broken means nothing; it can be ok, failed, running, waiting, nested, mutating'],
  });
  expect(parseFeedQuery('actor: ').terms).toEqual([]);
});

test('clicking a cell adds its term and clicking again takes it out', () => {
  expect(toggleTerm('door', 'actor', 'user')).toBe('door actor:user');
  expect(toggleTerm('door actor:user', 'actor', 'user')).toBe('door');
});

test('rows that are hidden are left out, with or without a filter, and not counted', () => {
  const feed = new Feed();
  feed.add([call('c1', { tool: 'selection_set' }), call('c2'), call('c3', { ok: false })]);
  const view = new FeedView(feed);
  const hide = (row: { event?: EngineEvent | undefined }): boolean => row.event?.tool === 'selection_set';
  expect(view.update(undefined, none, hide).map(({ row }) => row.call)).toEqual(['c2', 'c3']);
  expect(view.matched).toBe(2);
  expect(view.update(feedPredicate(parseFeedQuery('is:ok')), none, hide).map(({ row }) => row.call)).toEqual([
    'c2',
  ]);
});

test('what a call did to entities shows as a row of its own only when a filter asks for it', () => {
  const feed = new Feed();
  feed.add([call('c1'), note('entity', 'c1'), note('scene', 'c1')]);
  const view = new FeedView(feed);
  const all = new Set(feed.rows.map((row) => row.key));
  expect(shape(view, all)).toEqual(['c1', '.scene']);
  expect(shape(view, none, 'type:entity')).toEqual(['c1', '.entity']);
});

test('what is told of a tool that a call defined or decided about is within the row of the call', () => {
  const feed = new Feed();
  const view = new FeedView(feed);
  feed.add([
    note('custom_tool', 'c1'),
    call('c1', { tool: 'tool_define' }),
    note('policy', 'c2'),
    call('c2'),
    note('custom_tool'),
  ]);
  expect(shape(view)).toEqual(['c1', 'c2', 'custom_tool']);
  expect(shape(view, none, 'type:custom_tool')).toEqual(['c1', '.custom_tool', 'custom_tool']);
});

function connection(
  kind: 'opened' | 'closed',
  session: string,
  time: number,
  actor = 'mcp:script',
): EngineEvent {
  seq += 1;
  return {
    seq,
    time,
    type: 'connection',
    kind,
    actor,
    summary: kind,
    data: { transport: 'socket', session },
  };
}

test('commands of one agent, each with a connection of its own, are one row of coming and going', () => {
  const feed = new Feed();
  feed.add([
    connection('opened', 'a', 100),
    call('c1'),
    connection('closed', 'a', 101),
    connection('opened', 'b', 110),
    connection('opened', 'x', 111, 'mcp:other'),
    connection('closed', 'b', 112),
    connection('closed', 'x', 400, 'mcp:other'),
    // A long visit, and one long after: rows of their own.
    connection('opened', 'y', 401, 'mcp:other'),
    connection('opened', 'c', 900),
  ]);
  const rows = feed.rows.map(
    (row) => `${row.event?.actor ?? ''} ${row.event?.type ?? ''} ${row.children.length}`,
  );
  expect(rows).toEqual([
    'mcp:script connection 3',
    'user tool 0',
    'mcp:other connection 1',
    'mcp:other connection 0',
    'mcp:script connection 0',
  ]);
});

test('a call that waits for a person is one row, which becomes the row of the call, with who answered below it', () => {
  const feed = new Feed();
  const told = (kind: string): EngineEvent => ({ ...note('policy', 'c5'), kind });
  feed.add([told('asked'), call('c6')]);
  const [row] = feed.rows;
  expect(row && outcomeOf(row)).toBe('waiting');
  const view = new FeedView(feed);
  expect(shape(view, none, 'is:waiting')).toEqual(['c5']);
  feed.add([told('allowed')]);
  expect(row && outcomeOf(row)).toBe('running');
  feed.add([call('c5')]);
  expect(feed.rows.map((one) => [one.call, outcomeOf(one)])).toEqual([
    ['c5', 'ok'],
    ['c6', 'ok'],
  ]);
  expect(feed.rows[0]).toBe(row);
  expect(row?.children.map(({ event, echo }) => [event?.kind, echo])).toEqual([
    ['asked', false],
    ['allowed', false],
  ]);
});

test('a filter narrows to a stretch of time, which can be put in, read and taken out again', () => {
  const feed = new Feed();
  const day = new Date(2026, 10, 20, 9, 0, 0).getTime() / 1000;
  feed.add([0, 10, 20, 30].map((after, index) => ({ ...call(`t${index}`), time: day + after })));
  const range = { from: day + 10, to: day + 30 };
  const text = setTimeRange('actor:user after:08:00', range);
  expect(text).toBe('actor:user after:2026-11-20T09:00:10 before:2026-11-20T09:00:30');
  expect(shape(new FeedView(feed), none, text)).toEqual(['t1', 't2']);
  expect(shape(new FeedView(feed), none, `-${text.split(' ')[1]}`)).toEqual(['t0']);
  const query = parseFeedQuery(text);
  expect(timeRangeOf(query)).toEqual(range);
  expect(timeRangeOf(parseFeedQuery('is:ok -after:10:00'))).toBeUndefined();
  expect(withoutTime(query).terms).toEqual([{ field: 'actor', value: 'user', exclude: false }]);
  expect(setTimeRange(text, undefined)).toBe('actor:user');
  expect(parseFeedQuery('after:noon').problems).toEqual([
    'after:noon is no time; write 14:03, 14:03:27 or 2026-11-30T14:03',
  ]);
});

test('a click takes its term out again and leaves the others whole, quotes and all', () => {
  const text = toggleTerm('-tool:"a b" "two words"', 'actor', 'mcp:x y');
  expect(text).toBe('-tool:"a b" "two words" actor:"mcp:x y"');
  expect(toggleTerm(text, 'tool', 'a b', true)).toBe('"two words" actor:"mcp:x y"');
});

test('a call that takes long has a row that says so, and becomes the row of the call when it ends', () => {
  const feed = new Feed();
  const running = { ...note('log', 'r1'), kind: 'running', actor: 'mcp:a', tool: 'user_slow' };
  feed.add([running]);
  const row = feed.rows[0]!;
  expect([outcomeOf(row), row.event?.tool]).toEqual(['running', 'user_slow']);
  expect(shape(new FeedView(feed), none, 'is:running')).toEqual(['r1']);
  feed.add([call('r1', { ok: false })]);
  expect([feed.rows.length, feed.rows[0], outcomeOf(row)]).toEqual([1, row, 'failed']);
  // That it ran is said by its duration: nothing to unfold.
  expect(new FeedView(feed).update(undefined, none)[0]?.expandable).toBe(false);
});

test('a call that ran when the editor ended does not run any more', () => {
  const feed = new Feed();
  feed.add([{ ...note('log', 'r2'), kind: 'running' }]);
  feed.add([{ ...note('log', 'r2'), kind: 'ended_early' }]);
  expect(outcomeOf(feed.rows[0]!)).toBe('note');
});

test('a call that was allowed and takes long runs', () => {
  const feed = new Feed();
  feed.add([{ ...note('policy', 'r3'), kind: 'asked' }]);
  expect(outcomeOf(feed.rows[0]!)).toBe('waiting');
  feed.add([
    { ...note('policy', 'r3'), kind: 'allowed' },
    { ...note('log', 'r3'), kind: 'running' },
  ]);
  expect([feed.rows.length, outcomeOf(feed.rows[0]!)]).toEqual([1, 'running']);
});

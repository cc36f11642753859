import { expect, test } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { Feed } from './feed';
import { FeedDensity, MOST_SLOTS, placeOf } from './feed-density';
import { feedPredicate, parseFeedQuery } from './feed-query';

let seq = 0;
const call = (time: number, actor = 'user', ok = true): EngineEvent => {
  seq += 1;
  return {
    ...{ seq, time, type: 'tool', actor, tool: 'entity_get', call: `c${seq}`, summary: 'Read' },
    data: { ok, ms: 1, mutates: false, args: {}, depth: 0 },
  };
};
const passing = (query: string) => feedPredicate(parseFeedQuery(query));
/** `from+seconds total`, with `!n` for failures and `~` for a break. */
const told = (density: FeedDensity, query = ''): string[] =>
  density
    .update(passing(query))
    .map(
      ({ from, to, total, failed, isBreak }) =>
        `${from}+${to - from} ${isBreak ? '~' : total}${failed > 0 ? `!${failed}` : ''}`,
    );

test('rows are counted by time and actor, failures among them, with what lies between', () => {
  const feed = new Feed();
  const density = new FeedDensity(feed);
  density.follow();
  feed.add([call(1000), call(1000.05, 'mcp:a', false), call(1000.3, 'mcp:a')]);
  expect(told(density)).toEqual(['1000+0.125 2!1', '1000.125+0.125 0', '1000.25+0.125 1']);
  expect([...density.update(undefined)[0]!.actors]).toEqual([
    ['user', 1],
    ['mcp:a', 1],
  ]);
});

test('a longer time makes the stretches longer, and an idle hour is a break', () => {
  const feed = new Feed();
  const density = new FeedDensity(feed);
  density.follow();
  // A call each second for 200 seconds takes 1,593 eighths of a second: three doublings make them 200. Then an hour of nothing.
  feed.add(Array.from({ length: 200 }, (_, index) => call(4096 + index)));
  feed.add([call(4096 + 3800)]);
  const slots = density.update(undefined);
  expect(density.width).toBe(1);
  expect(slots.length).toBe(202);
  expect(slots[200]).toMatchObject({ isBreak: true, from: 4296, to: 7896, total: 0 });
  expect(slots[201]).toMatchObject({ from: 7896, total: 1 });
});

test('what changed is counted anew and nothing else is lost, whatever came before, goes, or is filtered', () => {
  const feed = new Feed(500);
  const density = new FeedDensity(feed);
  density.follow();
  const fresh = (query = ''): unknown => {
    const other = new FeedDensity(feed);
    return other.update(passing(query));
  };
  let time = 10_000;
  for (let round = 0; round < 40; round += 1) {
    const before = seq;
    feed.add(
      Array.from({ length: 50 }, (_, index) => {
        time += (index * 7 + round) % 5;
        return call(time, index % 3 === 0 ? 'user' : 'mcp:a', index % 11 !== 0);
      }),
    );
    // A nested call that comes first, and its parent in a later page.
    feed.add([{ ...call(time), parent: `c${before}x` }]);
    const query = round % 4 === 3 ? 'actor:mcp' : '';
    const test = passing(query);
    const slots = density.update(test);
    expect(slots.length).toBeLessThanOrEqual(MOST_SLOTS);
    const sum = slots.reduce((all, slot) => all + slot.total, 0);
    if (query === '') {
      expect(sum).toBe(feed.rows.length);
      expect(sum).toBe((fresh() as { total: number }[]).reduce((all, slot) => all + slot.total, 0));
    } else expect(slots).toEqual(fresh(query));
  }
});

test('a call counts where it or one below it passes', () => {
  const feed = new Feed();
  const density = new FeedDensity(feed);
  density.follow();
  feed.add([{ ...call(50), call: 'p' }, { ...call(50, 'user', false), parent: 'p' }, call(51)]);
  expect(told(density, 'is:failed')).toEqual(['50+0.125 1']);
});

test('a moment has its place among the stretches; one in a break lies in it', () => {
  const slots = [
    { from: 0, to: 10, isBreak: false, total: 1, failed: 0, actors: new Map() },
    { from: 10, to: 1010, isBreak: true, total: 0, failed: 0, actors: new Map() },
    { from: 1010, to: 1020, isBreak: false, total: 1, failed: 0, actors: new Map() },
  ];
  expect([-5, 0, 5, 510, 1015, 1020, 5000].map((seconds) => placeOf(slots, seconds))).toEqual([
    0, 0, 0.5, 1.5, 2.5, 3, 3,
  ]);
});

import { beforeEach, expect, test } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { Feed, type FeedRow } from './feed';
import { callsAmong, MOST_CHOSEN, useFeedSelection } from './feed-selection';

const event = (seq: number, type: EngineEvent['type']): EngineEvent => ({
  seq,
  time: seq,
  type,
  actor: 'user',
  ...(type === 'tool' ? { tool: 'entity_create', call: `c${seq}` } : {}),
  summary: `${seq}`,
  data: { ok: true },
});

function rows(...events: readonly EngineEvent[]): readonly FeedRow[] {
  const feed = new Feed();
  feed.add(events);
  return feed.rows;
}

beforeEach(() => useFeedSelection.getState().clear());

test('a row is chosen and let go by itself; a range takes the place of what was chosen', () => {
  const [a, b, c] = rows(event(1, 'tool'), event(2, 'tool'), event(3, 'tool'));
  if (!a || !b || !c) throw new Error('rows');
  const { toggle, choose } = useFeedSelection.getState();
  toggle(a);
  toggle(c);
  expect([...useFeedSelection.getState().chosen.keys()]).toEqual([a.key, c.key]);
  toggle(a);
  expect([...useFeedSelection.getState().chosen.keys()]).toEqual([c.key]);
  choose([a, b]);
  expect([...useFeedSelection.getState().chosen.keys()]).toEqual([a.key, b.key]);
});

test('no more are chosen than one tool may be made of', () => {
  const many = rows(...Array.from({ length: MOST_CHOSEN + 5 }, (_, index) => event(index + 1, 'tool')));
  useFeedSelection.getState().choose(many);
  expect(useFeedSelection.getState().chosen.size).toBe(MOST_CHOSEN);
  const last = many.at(-1);
  if (last) useFeedSelection.getState().toggle(last);
  expect(useFeedSelection.getState().chosen.size).toBe(MOST_CHOSEN);
});

test('of the chosen rows the calls count, in the order in which they happened', () => {
  const [a, b, c] = rows(event(5, 'tool'), event(6, 'scene'), event(7, 'tool'));
  if (!a || !b || !c) throw new Error('rows');
  expect(callsAmong([c, b, a])).toEqual([5, 7]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { useLayout } from '../state/layout-store';
import { useToasts } from '../state/toasts';
import { startAgentToasts } from './agent-toasts';

type Listener = (events: readonly EngineEvent[]) => void;
const heard = vi.hoisted((): { tell: Listener } => ({ tell: () => undefined }));
vi.mock('../state/event-store', () => ({
  onEvents: (listener: Listener) => {
    heard.tell = listener;
    return () => undefined;
  },
  useEvents: { getState: () => ({ link: 'live' }) },
}));

const change = (actor = 'mcp:claude-code'): EngineEvent => ({
  ...{ seq: 1, time: 0, type: 'tool', actor, tool: 'entity_create', call: 'c1', summary: 'Created' },
  data: { ok: true, undo_step: 1 },
});
const titles = (): string[] => useToasts.getState().toasts.map(({ title }) => title);
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  useLayout.getState().reset();
  useLayout.getState().show('tools');
  stop = startAgentToasts();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('a burst of changes by an agent is one notice, once it has paused; what a person does is none', () => {
  heard.tell([change(), change('user')]);
  vi.advanceTimersByTime(2000);
  heard.tell([change()]);
  vi.advanceTimersByTime(2400);
  expect(titles()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(titles()).toEqual([expect.stringMatching(/made 2 changes$/)]);
});

test('of work without a pause it is told now and then, in one notice', () => {
  for (let second = 0; second < 31; second += 1) {
    heard.tell([change()]);
    vi.advanceTimersByTime(1000);
  }
  expect(titles()).toHaveLength(1);
  expect(titles()[0]).toMatch(/made 1\d changes$/);
});

test('while one looks at the feed, there is none', () => {
  useLayout.getState().show('activity');
  heard.tell([change()]);
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual([]);
});

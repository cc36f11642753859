import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLog } from '../events/event-log';
import { RunningCalls, type RunningCall } from './running-calls';

const now = (): number => Date.now() / 1000;
let log: EventLog;
let running: RunningCalls;

beforeEach(() => {
  vi.useFakeTimers();
  log = new EventLog({ now });
  running = new RunningCalls({ events: log, now });
});
afterEach(() => vi.useRealTimers());

const call = (id: string, asks = (): boolean => false): RunningCall => ({
  ...{ id, tool: 'grow', title: 'Grow', actor: 'mcp:test', since: now(), asks },
  stop: () => undefined,
});
const told = (): (string | undefined)[] =>
  log.read({ since: 0, limit: 1000, types: ['log.running'] }).events.map((event) => event.call);

test('a call that takes two seconds is told of once; one that ends before, or asks a person, is not', () => {
  let asks = true;
  running.begin(call('c1'));
  running.begin(call('c2', () => asks));
  running.begin(call('c3'));
  running.end('c3');
  vi.advanceTimersByTime(1_999);
  expect(told()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told()).toEqual(['c1']);
  running.begin(call('c4'));
  vi.advanceTimersByTime(20_000);
  expect(told()).toEqual(['c1', 'c4']);
  asks = false;
  vi.advanceTimersByTime(2_000);
  expect(told()).toEqual(['c1', 'c4', 'c2']);
});

test('no timer is left when nothing runs', () => {
  running.begin(call('c1'));
  running.end('c1');
  vi.advanceTimersByTime(2_000);
  expect(vi.getTimerCount()).toBe(0);
});

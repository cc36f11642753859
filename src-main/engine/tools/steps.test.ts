import { expect, test } from 'vitest';
import { ToolFailure } from '../errors';
import type { Steps } from './definition';
import { ToolRegistry } from './registry';
import { runSteps, runStepsNow, toSteps, wait } from './steps';
import { builtin, custom } from './testing';
import { textResult } from './result';
import { WriterQueue } from './writer-queue';

test('steps that never wait run within the turn, however they are driven', () => {
  const log: string[] = [];
  function* work(): Steps<string> {
    log.push('ran');
    return yield* wait('value');
  }
  void runSteps(work());
  expect(log).toEqual(['ran']);
  expect(runStepsNow(work())).toBe('value');
});

test('steps wait for promises and are told of rejections', async () => {
  function* work(): Steps<string> {
    const first = yield* wait(Promise.resolve('a'));
    try {
      yield* wait(Promise.reject(new Error('no')));
    } catch (error) {
      return `${first} ${error instanceof Error ? error.message : ''}`;
    }
    return 'unreachable';
  }
  expect(await runSteps(work())).toBe('a no');
});

test('where waiting is not possible, the steps are told with tool_failed, and can clean up', () => {
  const log: string[] = [];
  function* work(): Steps<string> {
    try {
      return yield* wait(Promise.resolve('late'));
    } finally {
      log.push('cleaned up');
    }
  }
  expect(() => runStepsNow(work(), 'slow_tool')).toThrow(ToolFailure);
  expect(log).toEqual(['cleaned up']);
  function* stubborn(): Steps<string> {
    for (;;) {
      try {
        yield Promise.resolve();
      } catch {
        // Tries again, for ever.
      }
    }
  }
  expect(() => runStepsNow(stubborn())).toThrow('would have to wait');
});

test('values, promises and generators all become steps', async () => {
  expect(runStepsNow(toSteps('value'))).toBe('value');
  expect(await runSteps(toSteps(Promise.resolve('promise')))).toBe('promise');
  expect(runStepsNow(toSteps(wait('steps')))).toBe('steps');
});

test('the writer queue is first come, first served, and forgets who gave up', async () => {
  const queue = new WriterQueue();
  const never = new AbortController().signal;
  expect(queue.acquire({ signal: never })).toBeUndefined();
  const order: number[] = [];
  const abort = new AbortController();
  const second = queue.acquire(abort)?.catch(() => order.push(-2));
  const third = queue.acquire({ signal: never })?.then(() => order.push(3));
  abort.abort();
  await second;
  queue.release();
  await third;
  queue.release();
  expect(order).toEqual([-2, 3]);
  expect(queue.busy).toBe(false);
});

test('S-52: names of tools follow the rule, and no name is taken twice', () => {
  const registry = new ToolRegistry();
  const run = () => textResult('ok');
  for (const name of [
    'a'.repeat(65),
    'with.dot',
    'with space',
    'größe',
    '1st',
    'Upper',
    '',
    'cyrіllic',
    '_x',
  ]) {
    expect(() => {
      registry.register(builtin(name, run));
    }, name).toThrow(ToolFailure);
  }
  registry.register(builtin('b'.repeat(64), run));
  registry.register(builtin('constructor', run));
  expect(() => {
    registry.register(custom('constructor', run));
  }).toThrow('There is a tool named constructor already.');
  expect(registry.get('toString')).toBeUndefined();
});

test('the registry lists by name, shows only what is active, and tells of a burst of changes once', async () => {
  const registry = new ToolRegistry();
  let told = 0;
  const stop = registry.onChanged(() => {
    told += 1;
  });
  const run = () => textResult('ok');
  registry.register(builtin('b_tool', run));
  registry.register(custom('user_waits', run, { status: 'pending_approval' }));
  registry.register(builtin('a_tool', run));
  registry.unregister('nothing');
  await Promise.resolve();
  expect(told).toBe(1);
  expect(registry.all().map((tool) => tool.name)).toEqual(['a_tool', 'b_tool', 'user_waits']);
  expect(registry.active().map((tool) => tool.name)).toEqual(['a_tool', 'b_tool']);
  registry.unregister('b_tool');
  await Promise.resolve();
  expect(told).toBe(2);
  stop();
  registry.unregister('a_tool');
  await Promise.resolve();
  expect(told).toBe(2);
});

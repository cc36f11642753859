import { expect, test } from 'vitest';
import type { TestRecord } from '../../../src-preload/contract';
import { countTests, failedTests, testTree, type ToolTests } from './test-tree';

const record = (name: string, ok: boolean): TestRecord => ({ name, ok, ms: 4, scene_changes: [] });
const tests = (
  tool: string,
  states: Record<string, boolean | undefined>,
  running: string[] = [],
): ToolTests => ({
  tool,
  tests: Object.keys(states).map((name) => ({ name })),
  records: new Map(
    Object.entries(states).flatMap(([name, ok]) => (ok === undefined ? [] : [[name, record(name, ok)]])),
  ),
  running: new Set(running),
});
const all = [
  tests('user_a', { 'finds one': true, 'finds none': true }),
  tests('user_b', { 'tags all': false, 'tags none': true, 'is new': undefined }),
  tests('user_c', { waits: undefined }, ['waits']),
];

test('tools with a failing test come first', () => {
  expect(testTree(all, '', 'all').map((node) => [node.tool, node.state])).toEqual([
    ['user_b', 'failed'],
    ['user_c', 'running'],
    ['user_a', 'passed'],
  ]);
});

test('the filter leaves only tests that match words and state', () => {
  expect(testTree(all, 'tags', 'failed').map((node) => node.tests.map((one) => one.name))).toEqual([
    ['tags all'],
  ]);
  expect(testTree(all, 'user_a none', 'all').map((node) => node.tests.map((one) => one.name))).toEqual([
    ['finds none'],
  ]);
});

test('every test is counted once', () => {
  expect(countTests(all)).toEqual({ total: 6, passed: 3, failed: 1, running: 1, unknown: 1 });
});

test('running the failed ones again names only them', () => {
  expect(failedTests(all)).toEqual([{ tool: 'user_b', tests: ['tags all'] }]);
});

test('a tool whose tests can’t be run is shown with its reason, not as failed', () => {
  const broken = [{ ...tests('user_x', {}), problem: 'The file does not parse.' }];
  expect(testTree(broken, '', 'all')).toEqual([
    { tool: 'user_x', state: 'unknown', tests: [], problem: 'The file does not parse.' },
  ]);
});

test('tools without a test come last, where what did not run is asked for too', () => {
  const more = [tests('user_0', {}), ...all];
  expect(testTree(more, '', 'all').map((node) => node.tool)).toEqual([
    'user_b',
    'user_c',
    'user_a',
    'user_0',
  ]);
  expect(testTree(more, '_0', 'unknown').map((node) => node.tool)).toEqual(['user_0']);
  expect(testTree(more, '', 'passed').map((node) => node.tool)).not.toContain('user_0');
});

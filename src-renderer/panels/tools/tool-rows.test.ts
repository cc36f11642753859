import { expect, test } from 'vitest';
import type { ToolSummary } from '../../../src-preload/contract';
import { compareTools, filterTools, nextWaiting, testState } from './tool-rows';

function tool(name: string, over: Partial<ToolSummary> = {}): ToolSummary {
  return {
    name,
    description: `About ${name}.`,
    category: 'custom',
    kind: 'wander',
    status: 'active',
    capabilities: {
      read_scene: true,
      mutate: false,
      calls: [],
      files: { read: [], write: [] },
      network: false,
    },
    author: 'mcp:claude-code',
    version: 1,
    hash: 'h',
    statistics: { calls: 0, errors: 0, total_ms: 0, callers: {} },
    tests: { total: 0 },
    files: [],
    ...over,
  };
}

const edits = { read_scene: true, mutate: true, calls: [], files: { read: [], write: [] }, network: false };
const tools = [
  tool('user_b'),
  tool('user_c', { status: 'pending_approval', kind: 'composite', capabilities: edits }),
  tool('user_a', { status: 'invalid' }),
  tool('user_d', { status: 'pending_approval', author: 'cli' }),
];

test('what waits for a person comes first, then what is broken', () => {
  expect([...tools].sort(compareTools).map((one) => one.name)).toEqual([
    'user_c',
    'user_d',
    'user_a',
    'user_b',
  ]);
});

test('words are looked for everywhere, and fields only in their place', () => {
  const names = (query: string): string[] => filterTools(tools, query).map((one) => one.name);
  expect(names('about USER_B')).toEqual(['user_b']);
  expect(names('status:waiting')).toEqual(['user_c', 'user_d']);
  expect(names('status:pending -kind:composite')).toEqual(['user_d']);
  expect(names('may:edits')).toEqual(['user_c']);
  expect(names('author:cli')).toEqual(['user_d']);
  expect(names('  ')).toHaveLength(4);
});

test('after a decision the next one that waits is shown, round the end of the list', () => {
  const sorted = [...tools].sort(compareTools);
  expect(nextWaiting(sorted, 'user_c')).toBe('user_d');
  expect(nextWaiting(sorted, 'user_d')).toBe('user_c');
  expect(
    nextWaiting(
      sorted.filter((one) => one.status !== 'pending_approval'),
      'user_a',
    ),
  ).toBeUndefined();
});

test('tests that never ran are not passed', () => {
  expect(testState({ total: 0 }).state).toBe('none');
  expect(testState({ total: 3 })).toEqual({ state: 'unknown', words: '3 not run' });
  expect(testState({ total: 3, passed: 3, failed: 0 })).toEqual({ state: 'passed', words: '3 of 3 pass' });
  expect(testState({ total: 3, passed: 2, failed: 1 })).toEqual({ state: 'failed', words: '1 of 3 fail' });
  expect(testState({ total: 3, passed: 1, failed: 0 })).toEqual({ state: 'unknown', words: '1 of 3 run' });
});

import { expect, test } from 'vitest';
import type { ToolSummary } from '../../src-preload/contract';
import { useProblems } from './problems-store';
import { followToolProblems, problemOfTool } from './tool-problems';
import { useTools } from './tools-store';

const tool = (more: Partial<ToolSummary>): ToolSummary => ({
  name: 'user_half',
  description: '',
  category: 'custom',
  kind: 'wander',
  status: 'invalid',
  capabilities: {
    read_scene: true,
    mutate: false,
    calls: [],
    files: { read: [], write: [] },
    network: false,
  },
  author: 'unknown',
  version: 0,
  hash: '',
  statistics: { calls: 0, errors: 0, total_ms: 0, callers: {} },
  tests: { total: 0 },
  files: ['tools/half.tool.json'],
  ...more,
});

test('a broken tool is a problem of its file, at the line that its reason names', () => {
  expect(problemOfTool(tool({ reason: 'tools/half.wander, line 2, column 7: a value expected' }))).toEqual({
    path: 'tools/half.wander',
    problem: { severity: 'error', message: 'a value expected', line: 2, column: 7 },
  });
  expect(problemOfTool(tool({ reason: '"description" is missing' }))).toEqual({
    path: 'tools/half.tool.json',
    problem: { severity: 'error', message: '"description" is missing', line: 0, column: 0 },
  });
  expect(problemOfTool(tool({ status: 'active' }))).toBeUndefined();
});

test('the problem goes when the tool is mended or removed', () => {
  followToolProblems();
  useTools.setState({ tools: [tool({ reason: 'tools/half.tool.json, line 1: broken' })] });
  const paths = (): string[] => [...useProblems.getState().files.values()].map((file) => file.path);
  expect(paths()).toEqual(['tools/half.tool.json']);
  useTools.setState({ tools: [tool({ status: 'active' })] });
  expect(paths()).toEqual([]);
});

import { expect, test } from 'vitest';
import type { ToolSummary } from '../../../src-preload/contract';
import { pathsOfTool, templateFor, toolOfPath } from './tool-paths';

const summary = (kind: ToolSummary['kind'], files: readonly string[]): ToolSummary => ({
  name: 'user_near',
  description: '',
  category: 'custom',
  kind,
  status: 'active',
  capabilities: {
    read_scene: true,
    mutate: false,
    calls: [],
    files: { read: [], write: [] },
    network: false,
  },
  author: 'cli',
  version: 1,
  hash: 'h',
  statistics: { calls: 0, errors: 0, total_ms: 0, callers: {} },
  tests: { total: 0 },
  files,
});

test('a Wander tool opens as a pair, a composite as its definition alone', () => {
  expect(pathsOfTool('user_near', summary('wander', ['tools/near.tool.json', 'tools/near.wander']))).toEqual({
    definition: 'tools/near.tool.json',
    code: 'tools/near.wander',
  });
  expect(pathsOfTool('user_near', summary('composite', ['tools/near.tool.json']))).toEqual({
    definition: 'tools/near.tool.json',
  });
});

test('a script tool opens as its one file', () => {
  expect(pathsOfTool('user_near', summary('script', ['tools/near.tool.js']))).toEqual({
    definition: 'tools/near.tool.js',
  });
});

test('a tool that is not known yet opens where its files would be', () => {
  expect(pathsOfTool('user_new', undefined)).toEqual({
    definition: 'tools/new.tool.json',
    code: 'tools/new.wander',
  });
});

test('a file leads to its tool', () => {
  const tool = summary('wander', ['tools/near.tool.json', 'tools/near.wander']);
  expect(toolOfPath('tools/near.wander', [tool])).toBe(tool);
  expect(toolOfPath('data/x.json', [tool])).toBeUndefined();
});

test('a new definition starts as one that can be saved', () => {
  const made = JSON.parse(templateFor('tools/my_tool.tool.json')) as Record<string, unknown>;
  expect(made['name']).toBe('user_my_tool');
  expect(String(made['description']).length).toBeGreaterThan(20);
});

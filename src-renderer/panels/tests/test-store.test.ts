import { beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject, ToolResult, ToolSummary } from '../../../src-preload/contract';
import { useTests } from './test-store';

const summary = (name: string, hash = 'h1'): ToolSummary => ({
  name,
  description: '',
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
  author: 'cli',
  version: 1,
  hash,
  statistics: { calls: 0, errors: 0, total_ms: 0, callers: {} },
  tests: { total: 2 },
  files: [`tools/${name}.tool.json`],
});

let hash = 'h1';
const calls: [string, JsonObject][] = [];
const cancelled: string[] = [];
let onTest: (args: JsonObject) => ToolResult;

const record = (name: string, ok: boolean): JsonObject => ({ name, ok, ms: 1, scene_changes: [] });

beforeEach(() => {
  hash = 'h1';
  calls.length = 0;
  cancelled.length = 0;
  onTest = () => ({ ok: true, text: '', structured: { tests: [record('a', true), record('b', false)] } });
  const call = (tool: string, args: JsonObject): Promise<ToolResult> => {
    calls.push([tool, args]);
    if (tool === 'tool_test') return Promise.resolve(onTest(args));
    const definition = { tests: [{ name: 'a' }, { name: 'b' }] };
    return Promise.resolve({
      ok: true,
      text: '',
      structured: {
        ...summary(typeof args['name'] === 'string' ? args['name'] : '', hash),
        definition,
        recent: [],
        remarks: [],
      } as unknown as JsonObject,
    });
  };
  const cancel = (id: string): Promise<void> => {
    cancelled.push(id);
    return Promise.resolve();
  };
  vi.stubGlobal('window', { skywalker: { call, cancel } });
  useTests.setState({ tools: new Map(), progress: null, loading: false });
});

const states = (tool: string): unknown =>
  [...(useTests.getState().tools.get(tool)?.records ?? [])].map(([name, one]) => [name, one.ok]);

test('a tool is read once, and again only when its definition is another', async () => {
  await useTests.getState().load([summary('user_a')]);
  await useTests.getState().load([summary('user_a')]);
  expect(calls.map(([tool]) => tool)).toEqual(['tool_inspect']);
  hash = 'h2';
  await useTests.getState().load([summary('user_a', 'h2')]);
  expect(calls).toHaveLength(2);
});

test('running a tool’s tests keeps each one’s record', async () => {
  await useTests.getState().load([summary('user_a')]);
  await useTests.getState().run([{ tool: 'user_a' }]);
  expect(states('user_a')).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect(useTests.getState().progress).toBeNull();
});

test('a changed definition forgets what the old one’s tests gave', async () => {
  await useTests.getState().load([summary('user_a')]);
  await useTests.getState().run([{ tool: 'user_a' }]);
  hash = 'h2';
  await useTests.getState().load([summary('user_a', 'h2')]);
  expect(states('user_a')).toEqual([]);
});

test('one test is run alone, and the others keep their state', async () => {
  await useTests.getState().load([summary('user_a')]);
  await useTests.getState().run([{ tool: 'user_a' }]);
  onTest = () => ({ ok: true, text: '', structured: { tests: [record('b', true)] } });
  await useTests.getState().run([{ tool: 'user_a', tests: ['b'] }]);
  expect(calls.at(-1)).toEqual(['tool_test', { name: 'user_a', test: 'b' }]);
  expect(states('user_a')).toEqual([
    ['a', true],
    ['b', true],
  ]);
});

test('tests that can’t be run at all are a problem of the tool, not failed tests', async () => {
  await useTests.getState().load([summary('user_a')]);
  onTest = () => ({ ok: false, error: { code: 'tool_invalid', message: 'user_a is broken.' } });
  await useTests.getState().run([{ tool: 'user_a' }]);
  expect(useTests.getState().tools.get('user_a')?.problem).toBe('user_a is broken.');
  expect(states('user_a')).toEqual([]);
});

test('stopping begins no further tool', async () => {
  await useTests.getState().load([summary('user_a'), summary('user_b')]);
  onTest = () => {
    useTests.getState().stop();
    return { ok: true, text: '', structured: { tests: [record('a', true)] } };
  };
  await useTests.getState().run([{ tool: 'user_a' }, { tool: 'user_b' }]);
  expect(calls.filter(([tool]) => tool === 'tool_test').map(([, args]) => args['name'])).toEqual(['user_a']);
});

test('stopping ends the call under way, and its tests are what they were', async () => {
  await useTests.getState().load([summary('user_a')]);
  await useTests.getState().run([{ tool: 'user_a' }]);
  onTest = () => {
    useTests.getState().stop();
    return { ok: false, error: { code: 'cancelled', message: 'The call was cancelled.' } };
  };
  await useTests.getState().run([{ tool: 'user_a' }]);
  expect(cancelled).toHaveLength(1);
  expect(states('user_a')).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect(useTests.getState().tools.get('user_a')?.running.size).toBe(0);
  expect(useTests.getState().tools.get('user_a')?.problem).toBeUndefined();
});

test('a tool that is gone is forgotten', async () => {
  await useTests.getState().load([summary('user_a'), summary('user_b')]);
  await useTests.getState().load([summary('user_b')]);
  expect([...useTests.getState().tools.keys()]).toEqual(['user_b']);
});

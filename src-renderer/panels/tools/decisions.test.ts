import { beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject, ToolResult } from '../../../src-preload/contract';
import { decide } from './decisions';

const calls: [string, JsonObject][] = [];
let answer: ToolResult;

beforeEach(() => {
  calls.length = 0;
  answer = { ok: true, text: '', structured: {} };
  const call = (tool: string, args: JsonObject): Promise<ToolResult> => {
    calls.push([tool, args]);
    return Promise.resolve(
      tool === 'tool_approve' ? answer : { ok: true, text: '', structured: { tools: [], policy: 'auto' } },
    );
  };
  vi.stubGlobal('window', { skywalker: { call } });
});

test('a decision is about the hash that was shown, and the list is read again behind it (S-57)', async () => {
  await decide({ name: 'user_a', hash: 'h1', approve: true });
  expect(calls).toEqual([
    ['tool_approve', { name: 'user_a', hash: 'h1', approve: true }],
    ['tool_list_custom', {}],
  ]);
});

test('a rejection carries its reason, and white space is none', async () => {
  await decide({ name: 'user_a', hash: 'h1', approve: false, reason: ' Too broad. ' });
  await decide({ name: 'user_a', hash: 'h1', approve: false, reason: '  ' });
  expect(calls.filter(([tool]) => tool === 'tool_approve').map(([, args]) => args['reason'])).toEqual([
    'Too broad.',
    undefined,
  ]);
});

test('a refusal of the engine comes back as it is', async () => {
  answer = { ok: false, error: { code: 'hash_changed', message: 'The definition is another by now.' } };
  expect(await decide({ name: 'user_a', hash: 'h1', approve: true })).toEqual(answer);
});

test('the window has one place that approves (S-24)', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const approving = Object.keys(sources).filter((file) => /['"`]tool_approve['"`]/.test(sources[file] ?? ''));
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(approving).toEqual(['./decisions.ts']);
});

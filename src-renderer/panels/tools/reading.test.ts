import { expect, test } from 'vitest';
import type { Approval, ToolInspection } from '../../../src-preload/contract';
import { toRead, unreadCount, unreadWords } from './reading';

const approval: Approval = {
  name: 'user_a',
  hash: 'old',
  status: 'approved',
  by: 'user',
  at: '2026-01-01T00:00:00Z',
};
const definition = {
  name: 'user_a',
  description: 'Does something to the scene.',
  input_schema: { type: 'object' },
};
const tool = (over: Partial<ToolInspection>): ToolInspection => ({
  name: 'user_a',
  description: '',
  category: 'custom',
  kind: 'wander',
  status: 'pending_approval',
  capabilities: { read_scene: true, mutate: true, calls: [], files: { read: [], write: [] }, network: false },
  author: 'cli',
  version: 1,
  hash: 'new',
  statistics: { calls: 0, errors: 0, total_ms: 0, callers: {} },
  tests: { total: 0 },
  files: [],
  definition,
  input_schema: {},
  limits: { instructions: 1, timeout_ms: 1, max_output_bytes: 1, max_calls: 1 },
  remarks: [],
  recent: [],
  ...over,
});

test('of a new tool all lines or steps are to be read (S-15)', () => {
  expect(toRead(tool({ code: 'fn run(args)\n  return 1\nend\n' }))).toEqual(
    new Map([['code', [{ from: 1, to: 3 }]]]),
  );
  expect(toRead(tool({ kind: 'composite', definition: { ...definition, steps: [{}, {}] } }))).toEqual(
    new Map([['steps', [{ from: 1, to: 2 }]]]),
  );
});

test('of a changed tool the changed lines are to be read, also where only its description changed', () => {
  const before = {
    approval,
    hash: 'old',
    code: 'fn run(args)\n  return 1\nend\n',
    definition: { ...definition, description: 'Does nothing to the scene.' },
  };
  const parts = toRead(tool({ approved: before, code: 'fn run(args)\n  return 1\nend\n' }));
  expect(parts).toEqual(
    new Map([
      ['code', []],
      ['definition', [{ from: 3, to: 3 }]],
    ]),
  );
});

test('what is approved as it is need not be read again', () => {
  expect(toRead(tool({ approval: { ...approval, hash: 'new' }, code: 'x' }))).toEqual(new Map());
});

test('what was not on screen is said in words', () => {
  const unread = [
    { part: 'code', ranges: [{ from: 81, to: 200 }] },
    { part: 'steps', ranges: [{ from: 2, to: 2 }] },
  ] as const;
  expect(unread.map(unreadWords)).toEqual(['lines 81 to 200 of the code', 'step 2']);
  expect(unreadCount(unread)).toBe('120 Lines and 1 Step');
});

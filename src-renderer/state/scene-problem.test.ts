import { expect, test } from 'vitest';
import type { EngineEvent } from '../../src-preload/contract';
import { problemAfter } from './scene-problem';

const base = { seq: 1, time: 0, actor: 'system', summary: '', data: {} } as const;
const failed: EngineEvent = {
  ...base,
  type: 'tool',
  tool: 'scene_load',
  data: {
    ok: false,
    args: { path: 'scenes/main.sky.json' },
    error: { code: 'invalid_scene', message: 'Line 2' },
  },
};

test('a scene that could not be opened at the start is a problem until another is open', () => {
  const problem = problemAfter(null, failed);
  expect(problem).toEqual({ file: 'scenes/main.sky.json', message: 'Line 2' });
  expect(problemAfter(problem, { ...base, type: 'entity', kind: 'changed' })).toBe(problem);
  expect(problemAfter(problem, { ...base, type: 'scene', kind: 'loaded' })).toBeNull();
});

test('a load that a person or an agent asked for is told to them, not here', () => {
  expect(problemAfter(null, { ...failed, actor: 'mcp:claude-code' })).toBeNull();
  expect(problemAfter(null, { ...failed, data: { ok: true } })).toBeNull();
});

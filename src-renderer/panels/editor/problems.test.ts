import { expect, test } from 'vitest';
import type { TestRecord } from '../../../src-preload/contract';
import { placeOfFailure, testLines, wordsOfFailure } from './problems';

const definition = `{
  "name": "user_near",
  "tests": [
    { "name": "finds one" },
    {
      "name": "finds none"
    }
  ]
}`;
const paths = { definition: 'tools/near.tool.json', code: 'tools/near.wander' };
const failed = (name: string, error?: TestRecord['error']): TestRecord => ({
  name,
  ok: false,
  ms: 1,
  scene_changes: [],
  ...(error ? { error } : {}),
});

test('each test is found at the line on which it begins', () => {
  expect(testLines(definition)).toEqual([
    { name: 'finds one', line: 4 },
    { name: 'finds none', line: 5 },
  ]);
});

test('a difference points at the test, an error with a line at the code', () => {
  expect(placeOfFailure(failed('finds none'), paths, definition)).toEqual({
    path: paths.definition,
    line: 5,
  });
  const error = { code: 'runtime_error', message: 'Index 5 is out of range', data: { line: 7 } } as const;
  expect(placeOfFailure(failed('finds none', error), paths, definition)).toEqual({
    path: paths.code,
    line: 7,
  });
});

test('a failure is told by why it failed, and by its first difference', () => {
  const error = { code: 'runtime_error', message: 'Index 5 is out of range', hint: 'Look.' } as const;
  const differences = [{ path: 'ok', expected: true, actual: false }];
  expect(wordsOfFailure({ ...failed('a', error), differences })).toEqual({
    message: '“a”: Index 5 is out of range',
    hint: 'Look.',
  });
  expect(
    wordsOfFailure({ ...failed('a'), differences: [{ path: 'result.n', expected: 1, actual: 2 }] }),
  ).toEqual({ message: '“a”: result.n was 2, expected 1' });
});

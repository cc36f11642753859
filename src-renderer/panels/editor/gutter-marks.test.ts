import { expect, test } from 'vitest';
import { marksByLine } from './gutter-marks';

test('a line shows the worst of what was found on it, with all messages', () => {
  const markers = [
    { startLineNumber: 3, severity: 4, message: 'never read', owner: 'wander' },
    { startLineNumber: 3, severity: 8, message: 'not a number', owner: 'wander' },
    { startLineNumber: 5, severity: 4, message: 'never reached', owner: 'wander' },
    { startLineNumber: 7, severity: 2, message: 'a note', owner: 'wander' },
  ];
  expect(marksByLine(markers, [])).toEqual([
    { line: 3, kind: 'error', text: 'never read\nnot a number' },
    { line: 5, kind: 'warning', text: 'never reached' },
  ]);
});

test('a test is marked by how it went, and one that never ran not at all', () => {
  expect(
    marksByLine(
      [],
      [
        { line: 4, state: 'passed', words: '“a” passed' },
        { line: 5, state: 'failed', words: '“b”: result was 2, expected 1' },
        { line: 6, state: 'running', words: '“c” is running' },
        { line: 7, state: 'unknown', words: '“d” has not run' },
      ],
    ),
  ).toEqual([
    { line: 4, kind: 'passed', text: '“a” passed' },
    { line: 5, kind: 'failed', text: '“b”: result was 2, expected 1' },
    { line: 6, kind: 'running', text: '“c” is running' },
  ]);
});

test('where a test failed says so once, and an error of the checker on its line comes before it', () => {
  const failed = { startLineNumber: 5, severity: 8, message: '“b”: no', owner: 'tests' };
  const place = { line: 5, state: 'failed', words: '“b”: no' } as const;
  expect(marksByLine([failed], [place])).toEqual([{ line: 5, kind: 'failed', text: '“b”: no' }]);
  const checked = { startLineNumber: 5, severity: 8, message: 'unknown field', owner: 'json' };
  expect(marksByLine([checked, failed], [place])).toEqual([
    { line: 5, kind: 'error', text: 'unknown field\n“b”: no' },
  ]);
  const warned = { ...checked, severity: 4 };
  expect(marksByLine([warned], [{ ...place, state: 'passed', words: '“b” passed' }])).toEqual([
    { line: 5, kind: 'warning', text: 'unknown field\n“b” passed' },
  ]);
});

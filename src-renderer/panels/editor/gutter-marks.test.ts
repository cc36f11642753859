import { expect, test } from 'vitest';
import { worstByLine } from './gutter-marks';

test('a line shows the worst of what was found on it, with all messages', () => {
  const markers = [
    { startLineNumber: 3, severity: 4, message: 'never read' },
    { startLineNumber: 3, severity: 8, message: 'not a number' },
    { startLineNumber: 5, severity: 4, message: 'never reached' },
    { startLineNumber: 7, severity: 2, message: 'a note' },
  ];
  expect(worstByLine(markers)).toEqual([
    { line: 3, isError: true, text: 'never read\nnot a number' },
    { line: 5, isError: false, text: 'never reached' },
  ]);
});

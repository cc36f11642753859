import { expect, test } from 'vitest';
import { applyEdits } from './diagnostics';
import { formatEdits } from './formatting';

const UGLY = 'fn f( a )\nreturn a+1\nend\n\nfn g( b )\nreturn b+1\nend\n';

test('the edits of formatting touch only what differs', () => {
  const edits = formatEdits('fn f(a)\n  return a+1\nend\n');
  expect(applyEdits('fn f(a)\n  return a+1\nend\n', edits)).toBe('fn f(a)\n  return a + 1\nend\n');
  expect(edits.every(({ span }) => span.start >= 8 && span.end <= 20)).toBe(true);
});

test('within a span, only its lines are formatted', () => {
  const at = UGLY.indexOf('g(');
  const text = applyEdits(UGLY, formatEdits(UGLY, { start: at, end: at }));
  expect(text).toBe('fn f( a )\nreturn a+1\nend\n\nfn g(b)\nreturn b+1\nend\n');
});

test('a text keeps the line ends that it has', () => {
  const text = 'fn f(a)\r\nreturn a\r\nend\r\n';
  expect(applyEdits(text, formatEdits(text))).toBe('fn f(a)\r\n  return a\r\nend\r\n');
});

test('a text with errors is left as it is', () => {
  expect(formatEdits('fn f( a\nreturn')).toEqual([]);
});

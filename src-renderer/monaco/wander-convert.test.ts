import { expect, test } from 'vitest';
import { codeBlock, completionOf, escapeMarkdown, markerOf, rangeOf } from './wander-convert';

const places = {
  getPositionAt: (offset: number) => ({
    lineNumber: offset < 10 ? 1 : 2,
    column: offset < 10 ? offset + 1 : offset - 9,
  }),
};

test('a span becomes a range of lines and columns', () => {
  expect(rangeOf(places, { start: 4, end: 12 })).toEqual({
    startLineNumber: 1,
    startColumn: 5,
    endLineNumber: 2,
    endColumn: 3,
  });
});

test('markup in a document’s text has no effect in a hover (S-05)', () => {
  const text = '<img src=x onerror=alert(1)> [a](javascript:x) ![b](http://c) `d` <!-- e -->';
  const escaped = escapeMarkdown(text);
  expect(escaped).not.toMatch(/[<>[\]()`!]/);
  // What a renderer of entities shows is the text itself.
  expect(escaped.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(text);
});

test('code can’t close its own fence', () => {
  expect(codeBlock('a ``` b')).toBe('````wander\na ``` b\n````');
  expect(codeBlock('fn f()')).toBe('```wander\nfn f()\n```');
});

test('a diagnostic keeps its hint, and one without a length is still to be seen', () => {
  const marker = markerOf(places, {
    severity: 'warning',
    code: 'unused_variable',
    message: '"a" is never read.',
    hint: 'Remove it.',
    span: { start: 3, end: 3 },
    line: 1,
    column: 4,
    length: 0,
  });
  expect(marker).toMatchObject({
    severity: 4,
    message: '"a" is never read.\nRemove it.',
    startColumn: 4,
    endColumn: 5,
    tags: [1],
  });
});

test('nearer things sort first, and documentation stays plain text', () => {
  const item = completionOf(places, {
    label: 'hp',
    kind: 'property',
    insert: 'hp',
    span: { start: 0, end: 2 },
    rank: 3,
    doc: '**x**',
  });
  expect(item).toMatchObject({ sortText: '0003 hp', documentation: '**x**', kind: 9 });
});

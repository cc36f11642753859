import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.fixture';
import { format } from './format';
import { lex } from './lexer';
import { parse } from './parser';
import { ProgramGenerator } from './testkit/generator';
import { treeText } from './tree-text';

const CORPUS = join(import.meta.dirname, 'corpus');
const TEXTS: readonly string[] = [
  ...EXAMPLES.map(({ source }) => source),
  ...readdirSync(CORPUS)
    .filter((name) => name.endsWith('.wander'))
    .map((name) => readFileSync(join(CORPUS, name), 'utf8')),
];

/** Comments on which their place says nothing: those of other languages go on over several lines. */
const comments = (source: string): string[] =>
  lex(source)
    .all.filter(({ kind }) => kind === 'comment')
    .map(({ text }) => text.trimEnd());

/** Whether the text could be read. */
function checkFormat(source: string): boolean {
  const before = parse(source);
  const once = format(source);
  if (before.problems.errorCount > 0) {
    expect(once).toBe(source);
    return false;
  }
  const after = parse(once);
  expect(treeText(after.file)).toBe(treeText(before.file));
  expect(after.problems.list.map(({ code }) => code)).toEqual(before.problems.list.map(({ code }) => code));
  expect(comments(once)).toEqual(comments(source));
  expect(format(once)).toBe(once);
  return true;
}

test('every text of the corpus has one canonical form with the same tree', () => {
  const read = TEXTS.filter((source) => checkFormat(source));
  expect(read.length).toBeGreaterThan(100);
});

/** White space changed, and comments put between tokens, as the gaps say. */
function shaken(source: string, gaps: readonly string[]): string {
  let next = 0;
  let end = 0;
  return lex(source)
    .all.map((token) => {
      const between = source.slice(end, token.start);
      end = token.end;
      const text = source.slice(token.start, end);
      if (between === '') return text;
      const gap = gaps[next % gaps.length] ?? ' ';
      next += 1;
      return (gap === '' ? between : gap) + text;
    })
    .join('');
}

const gaps = fc.array(
  fc.constantFrom(
    '',
    '',
    '',
    ' ',
    '   ',
    '\n',
    '\n\n\n',
    ' ; ',
    ' -- note\n',
    '\n# own line\n',
    '\r\n',
    '\t',
  ),
  { minLength: 1, maxLength: 40 },
);

test('random programs, shaken, keep their tree and their comments', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.nat(1_000_000), gaps, (seed, between) => {
      if (checkFormat(shaken(new ProgramGenerator(seed).program(), between))) read += 1;
    }),
    { numRuns: 400, seed: 1 },
  );
  expect(read).toBeGreaterThan(100);
});

const mutation = fc.oneof(
  fc.record({ at: fc.nat(), remove: fc.nat(3), put: fc.constant('') }),
  fc.record({ at: fc.nat(), remove: fc.nat(2), put: fc.string({ maxLength: 3 }) }),
  fc.record({
    at: fc.nat(),
    remove: fc.nat(1),
    put: fc.constantFrom(
      '\n',
      '(',
      ')',
      '{',
      '}',
      '"',
      "'",
      '--',
      'end',
      ' end\n',
      ',',
      '.',
      '=',
      'fn',
      ' if ',
      '#',
    ),
  }),
);

test('texts of the corpus with bytes changed keep their tree, or stay as they are', () => {
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...TEXTS),
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      (source, mutations) => {
        let text = source;
        for (const { at, remove, put } of mutations) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + remove);
        }
        if (checkFormat(text)) read += 1;
      },
    ),
    { numRuns: 3000, seed: 1 },
  );
  expect(read).toBeGreaterThan(200);
});

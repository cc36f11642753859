import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from './analyse';
import type { Diagnostic } from './diagnostic';
import { EXAMPLES } from './examples.fixture';
import { format } from './format';
import { parse } from './parser';
import { treeText } from './tree-text';

const CORPUS = join(import.meta.dirname, 'corpus');
const corpus = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.wander'))
  .map((name) => readFileSync(join(CORPUS, name), 'utf8'));

/** Texts that can be read, each block on lines of its own. */
const programs = [...EXAMPLES.map(({ source }) => source), ...corpus]
  .filter((source) => parse(source).problems.list.length === 0)
  .map(format);

const errorsOf = (source: string): readonly Diagnostic[] =>
  analyse(source, { mode: 'tool' }).diagnostics.filter(({ severity }) => severity === 'error');

const mended = (source: string, { fix }: Pick<Diagnostic, 'fix'>): string =>
  fix === undefined ? source : source.slice(0, fix.span.start) + fix.replacement + source.slice(fix.span.end);

test('in every program, an "end" that is missing from its line is told once, and the fix puts it back', () => {
  let count = 0;
  for (const source of programs) {
    const whole = treeText(parse(source).file);
    const lines = source.split('\n');
    lines.forEach((line, index) => {
      if (!/^\s*end$/.test(line)) return;
      count += 1;
      const text = [...lines.slice(0, index), ...lines.slice(index + 1)].join('\n');
      const found = parse(text).problems.list;
      expect(
        found.map(({ code }) => code),
        `without line ${index + 1}:\n${source}`,
      ).toEqual(['missing_end']);
      const [first] = found;
      if (first !== undefined) expect(treeText(parse(mended(text, first)).file)).toBe(whole);
    });
  }
  expect(count).toBeGreaterThan(200);
});

/** Every construct that has an `end`, with what stands before and behind its body. */
const BLOCKS: readonly (readonly [name: string, head: string, tail?: string])[] = [
  ['fn', 'let f = fn(x)'],
  ['if', 'if args.a then'],
  ['if', 'if args.a', 'else\n  log 2'],
  ['if', 'if args.a then', 'elif args.b then\n  log 2\nelse\n  log 3'],
  ['if', 'if args.a then\n  log 0\nelse'],
  ['if', 'if args.a then\n  log 0\nelif args.b then'],
  ['while', 'while args.a'],
  ['for', 'for x in args.list'],
  ['for', 'for k, v in args.map'],
  ['for', 'for i in 0..10 step 2'],
  ['repeat', 'repeat 3 times'],
  ['match', 'match args.a\nwhen 1 then', 'when 2, 3 then\n  log 2\nelse\n  log 3'],
  ['match', 'match args.a\nwhen 1 then\n  log 0\nelse'],
];

const indented = (text: string, by = '  '): string => text.replaceAll(/^(?=.)/gm, by);

const blockText = (head: string, body: string, tail: string, end: string): string =>
  `${head}\n${indented(body)}\n${tail === '' ? '' : `${tail}\n`}${end}`;

for (const [name, head, tail = ''] of BLOCKS) {
  const title = `${head.replaceAll('\n', ' ')} …${tail === '' ? '' : ` ${tail.replaceAll(/\s+/g, ' ')}`}`;
  const broken = blockText(head, 'log 1', tail, '').trimEnd();
  const places: readonly (readonly [place: string, statements: string])[] = [
    ['alone', broken],
    ['before a statement', `${broken}\nlog 4`],
    ['behind a statement, before a comment', `log 4\n${broken}\n-- what comes next\nlog 5`],
    ...BLOCKS.map(([, outer, outerTail = '']): readonly [string, string] => [
      `within ${outer.replaceAll('\n', ' ')}`,
      blockText(outer, broken, outerTail, 'end'),
    ]),
    ...BLOCKS.map(([, inner, innerTail = '']): readonly [string, string] => [
      `around ${inner.replaceAll('\n', ' ')}`,
      blockText(head, blockText(inner, 'log 1', innerTail, 'end'), tail, '').trimEnd(),
    ]),
  ];
  test(`without its end, "${title}" is one error wherever it stands`, () => {
    for (const [place, statements] of places) {
      const source = `fn run(args)\n${indented(statements)}\nend\n\nfn twice(x)\n  return x\nend\n`;
      const errors = errorsOf(source);
      expect(
        errors.map(({ code, message }) => `${code} ${message}`),
        `${place}:\n${source}`,
      ).toEqual([`missing_end This "${name}" has no "end".`]);
      const [first] = errors;
      if (first !== undefined) expect(errorsOf(mended(source, first)), `${place}, mended`).toEqual([]);
    }
  });
}

test.each([
  ['the first', 'fn run(args)\n  log 1\n\nfn twice(x)\n  return x\nend\n', 1],
  ['the last', 'fn run(args)\n  log 1\nend\n\nfn twice(x)\n  return x\n', 5],
  ['one before a constant', 'fn run(args)\n  log 1\n\nconst A = 1\nfn twice(x)\n  return x + A\nend\n', 1],
  [
    'one with a comment behind its body',
    'fn run(args)\n  log 1 -- one\n-- on the other\nfn twice(x)\n  return x\nend\n',
    1,
  ],
])('a function without its end is one error: %s', (_, source, line) => {
  const errors = errorsOf(source);
  expect(errors.map((error) => `${error.line} ${error.code}`)).toEqual([`${line} missing_end`]);
  const [first] = errors;
  if (first !== undefined) expect(errorsOf(mended(source, first))).toEqual([]);
});

test('the fix keeps comments where they belong', () => {
  const source = 'fn run(args)\n  for x in args.a\n    log x -- each\n  -- what comes next\n  return 1\nend';
  const [first] = errorsOf(source);
  expect(first && mended(source, first)).toBe(
    'fn run(args)\n  for x in args.a\n    log x -- each\n  end\n  -- what comes next\n  return 1\nend',
  );
});

/** A behavior with every block that one may have, each on lines of its own. */
const BEHAVIOR = `behavior Guard
  intent "Watches."
  var hp = 3
  param reach = 4 in 0..10
  fn near(e: entity)
    return distance(self, e) < reach
  end
  on start
    every 2 seconds
      hp += 1
    end
    after 1 second
      log hp
    end
    wait until hp > 4
  end
  on event "hit" with data
    if data == none then
      hp -= 1
    else
      go to Down
    end
  end
  state Down
    on enter
      log near(self)
    end
    on tick
      wait frames 2
    end
  end
  test "it is hit"
    emit "hit" to self
    wait 1
    expect hp == 3
  end
end

fn twice(x)
  return x * 2
end
`;

test('without any one of its ends, a behavior has one error, and the fix mends it', () => {
  const errors = (source: string): readonly Diagnostic[] =>
    analyse(source, { mode: 'script' }).diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors(BEHAVIOR)).toEqual([]);
  const lines = BEHAVIOR.split('\n');
  lines.forEach((line, index) => {
    if (!/^\s*end$/.test(line)) return;
    const source = [...lines.slice(0, index), ...lines.slice(index + 1)].join('\n');
    const found = errors(source);
    expect(
      found.map(({ code }) => code),
      `without line ${index + 1}:\n${source}`,
    ).toEqual(['missing_end']);
    const [first] = found;
    if (first !== undefined) expect(errors(mended(source, first)), `line ${index + 1}, mended`).toEqual([]);
  });
});

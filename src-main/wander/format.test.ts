import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.fixture';
import { format } from './format';
import { lex } from './lexer';
import { parse } from './parser';
import { treeText } from './tree-text';

const inFunction = (statements: string): string =>
  format(`fn f()\n${statements}\nend`)
    .replace(/^fn f\(\)\n/, '')
    .replace(/\nend\n$/, '')
    .replace(/^ {2}/gm, '');

test.each([
  ['let   x=1', 'let x = 1'],
  ['x=1;y=2', 'x = 1\ny = 2'],
  ['x = 1 y = 2', 'x = 1\ny = 2'],
  ['x+=-1', 'x += -1'],
  ['let c = - - x', 'let c = - -x'],
  ['let c = ! x', 'let c = !x'],
  ['let a = b*-c-d', 'let a = b * -c - d'],
  ['f (1,2 , 3)', 'f(1, 2, 3)'],
  ['log (x)', 'log (x)'],
  ['log(x)', 'log(x)'],
  ['let v = ( 1,2 ,3 )', 'let v = (1, 2, 3)'],
  ['let m = { a:1, "b c" : [ 1,2 ], [ k ] :3 }', 'let m = {a: 1, "b c": [1, 2], [k]: 3}'],
  ['let x : list< number | string > ? = none', 'let x: list<number|string>? = none'],
  ['let x: list<list<number>>= []', 'let x: list<list<number>> = []'],
  ['let f = ( a,b:number=1 )=>a+b', 'let f = (a, b: number = 1) => a + b'],
  ['let f = fn (x) ->number return x end', 'let f = fn(x) -> number return x end'],
  ['let t = "a { x+1 } b"', 'let t = "a {x + 1} b"'],
  ['let t = "{ {a:1}.a }"', 'let t = "{{a: 1}.a}"'],
  ['let t = a . b [ 0 ] . c (1)', 'let t = a.b[0].c(1)'],
  ['for i in 0 .. 10 step 2 do log i end', 'for i in 0..10 step 2 do log i end'],
  ['for i in 1. ..5 do log i end', 'for i in 1. ..5 do log i end'],
  ['if x then y() end', 'if x then y() end'],
  ['if x then y() else z() end', 'if x then y() else z() end'],
  ['if x then y() z() end', 'if x then\n  y()\n  z()\nend'],
  ['if x then y() else z() w() end', 'if x then\n  y()\nelse\n  z()\n  w()\nend'],
  ['if x then if y then z() w() end end', 'if x then\n  if y then\n    z()\n    w()\n  end\nend'],
  ['if x\ny()\nelse   if z then\nw() end', 'if x\n  y()\nelse if z then\n  w()\nend'],
  ['if x then\ny()\nelse\nif z then w() end\nend', 'if x then\n  y()\nelse\n  if z then w() end\nend'],
  ['match x when 1,2 then a()\nelse b() end', 'match x\nwhen 1, 2 then\n  a()\nelse\n  b()\nend'],
  ['match x when 1 then a() end', 'match x when 1 then a() end'],
  ['let l = [\n1,\n2\n]', 'let l = [\n  1,\n  2\n]'],
  ['let x = a +\nb\n* c', 'let x = a +\n  b\n  * c'],
  ['xs.filter(x=>x)\n.map(f)', 'xs.filter(x => x)\n  .map(f)'],
  ['f(fn(e)\nlog e\nend)', 'f(fn(e)\n  log e\nend)'],
  ['f(1, {\na: [\n2,\n],\n})', 'f(1, {\n  a: [\n    2,\n  ],\n})'],
  ['x = 1 -- why\n-- what\ny = 2', 'x = 1 -- why\n-- what\ny = 2'],
  ['if x then\n\n\ny()\n\n\n\nz()\n\nend', 'if x then\n  y()\n\n  z()\nend'],
  ['if x then -- c\ny() end', 'if x then -- c\n  y()\nend'],
  ['if x then\ny()\n-- last\nend', 'if x then\n  y()\n  -- last\nend'],
  ['if x then\n-- only\nend', 'if x then\n  -- only\nend'],
  [
    'let m = { -- of things\na: 1, -- one\n-- two\nb: 2,\n}',
    'let m = { -- of things\n  a: 1, -- one\n  -- two\n  b: 2,\n}',
  ],
  ['return\n(f)(1)', 'return\n(f)(1)'],
  ['emit "a"  with {a:1} to e', 'emit "a" with {a: 1} to e'],
])('%j becomes %j', (source, expected) => {
  expect(inFunction(source)).toBe(expected);
});

test.each([
  ['', ''],
  ['\n\n', ''],
  ['-- only a comment', '-- only a comment\n'],
  [
    'use "a"\nuse "b" as c\nconst A=1\nconst B=2\nfn f() end',
    'use "a"\nuse "b" as c\nconst A = 1\nconst B = 2\n\nfn f() end\n',
  ],
  ['fn f()\nend\nfn g()\nend\nconst A=1', 'fn f()\nend\n\nfn g()\nend\n\nconst A = 1\n'],
  [
    'const A=1\n-- about f\nfn f()\nend\n-- about g\n-- more\nfn g() end',
    'const A = 1\n\n-- about f\nfn f()\nend\n\n-- about g\n-- more\nfn g() end\n',
  ],
  ['const A=1\n\n\n\nconst B=2', 'const A = 1\n\nconst B = 2\n'],
  ['fn f( ) return 1 end', 'fn f() return 1 end\n'],
  ['fn f()\r\nlog 1\r\nend\r\n', 'fn f()\r\n  log 1\r\nend\r\n'],
  ['const A = 1 -- a\nconst B = 2 -- b', 'const A = 1 -- a\nconst B = 2 -- b\n'],
  ['test "t"\n  expect   x\nend\nfn f( )\nend', 'test "t"\n  expect   x\nend\n\nfn f()\nend\n'],
])('the file %j becomes %j', (source, expected) => {
  expect(format(source)).toBe(expected);
});

test('a text with errors is left as it is', () => {
  expect(format('fn f( )\n  let x=\nend')).toBe('fn f( )\n  let x=\nend');
});

test('the examples are in canonical form, but for those on one line', () => {
  for (const { name, source } of EXAMPLES.filter((example) => !example.name.startsWith('failure'))) {
    expect(format(source), name).toBe(source);
  }
});

const comments = (source: string): string[] =>
  lex(source)
    .all.filter(({ kind }) => kind === 'comment')
    .map(({ text }) => text.trimEnd());

/** Real programs with their white space changed, and comments put between lines. */
const shaken = fc
  .record({
    example: fc.constantFrom(...EXAMPLES),
    gaps: fc.array(
      fc.constantFrom('', ' ', '   ', '\n', '\n\n\n', ' ; ', ' -- note\n', '\n-- own line\n', '\r\n'),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ example, gaps }) => {
    let next = 0;
    return lex(example.source)
      .all.map((token) => {
        const text = example.source.slice(token.start, token.end);
        if (token.kind !== 'space') return text;
        const gap = gaps[next % gaps.length] ?? ' ';
        next += 1;
        return gap === '' ? text : gap;
      })
      .join('');
  });

test('formatting keeps the tree and the comments, and formatting twice is formatting once', () => {
  let formatted = 0;
  fc.assert(
    fc.property(shaken, (source) => {
      const before = parse(source);
      const once = format(source);
      if (before.problems.errorCount > 0) {
        expect(once).toBe(source);
        return;
      }
      formatted += 1;
      expect(treeText(parse(once).file)).toBe(treeText(before.file));
      expect(comments(once)).toEqual(comments(source));
      expect(format(once)).toBe(once);
      // It was the printer that gave this, not the fallback to the text as it was.
      expect(once === '' || once.endsWith('\n')).toBe(true);
      expect(once).not.toMatch(/[ \t]\r?\n/);
    }),
    { numRuns: 1500 },
  );
  expect(formatted).toBeGreaterThan(100);
});

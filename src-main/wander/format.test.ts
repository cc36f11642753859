import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.fixture';
import { format } from './format';
import { lex } from './lexer';
import { parse } from './parser';
import { treeText } from './tree-text';
import { forEachChild, forEachChildOfFunction, type Node } from './walk';

const inFunction = (statements: string): string =>
  format(`fn f()\n${statements}\nend`)
    .replace(/^fn f\(\)\n/, '')
    .replace(/\nend\n$/, '')
    .replace(/^ {2}/gm, '');

const STATEMENTS: readonly (readonly [source: string, canonical: string])[] = [
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
  ['const  A=1', 'const A = 1'],
  ['set  e.hp   to 3', 'set e.hp to 3'],
  ['items [0]=3', 'items[0] = 3'],
  ['e . position . x*=2', 'e.position.x *= 2'],
  ['while  x>1 do x-=1 end', 'while x > 1 do x -= 1 end'],
  ['while x\nif y then break end\ncontinue\nend', 'while x\n  if y then break end\n  continue\nend'],
  ['repeat  3 times\nlog 1\nend', 'repeat 3 times\n  log 1\nend'],
  ['for k,v in m\nlog k\nend', 'for k, v in m\n  log k\nend'],
  ['for i in 3 ..=1 step - 1\nlog i\nend', 'for i in 3..=1 step -1\n  log i\nend'],
  ['if x\na()\nelif y  then\nb()\nelse\nc()\nend', 'if x\n  a()\nelif y then\n  b()\nelse\n  c()\nend'],
  [
    'match x\nwhen "a" then\nreturn  1\nwhen 2 , 3\nstop\nend',
    'match x\nwhen "a" then\n  return 1\nwhen 2, 3\n  stop\nend',
  ],
  ['destroy   e', 'destroy e'],
  ['print  "x"', 'print "x"'],
  ['move  e by( 0,1,0 )', 'move e by (0, 1, 0)'],
  ['move e   toward p at 2', 'move e toward p at 2'],
  ['rotate e  by (0,90,0)', 'rotate e by (0, 90, 0)'],
  ['look  e at(1,2)', 'look e at (1, 2)'],
  ['let x = if a  then 1 elif b then 2 else 3', 'let x = if a then 1 elif b then 2 else 3'],
  ['let x = a??b', 'let x = a ?? b'],
  ['let x = not a and b or c not  in d', 'let x = not a and b or c not in d'],
  ['let x = a is  not none', 'let x = a is not none'],
  ['let c = #ff8000', 'let c = #ff8000'],
  ['let c = ( 1,0,0,1 )', 'let c = (1, 0, 0, 1)'],
  ["let s = 'a  {b}'", "let s = 'a  {b}'"],
  ['let n = [0xFF,1_000,1e-3,.5]', 'let n = [0xFF, 1_000, 1e-3, .5]'],
  ['let x = [ ]', 'let x = []'],
  ['let x = { }', 'let x = {}'],
  ['let f = ()=>none', 'let f = () => none'],
  ['let x = (a+b) *c', 'let x = (a + b) * c'],
  ['let t = [true,none]', 'let t = [true, none]'],
  [
    'if [1].any(fn(q)\nq = q\nreturn q\nend) then return 1 end',
    'if [1].any(fn(q)\n  q = q\n  return q\nend) then\n  return 1\nend',
  ],
  ['return', 'return'],
  // Those of behaviours: where they may stand is not the formatter's business.
  ['wait  2  seconds', 'wait 2 seconds'],
  ['wait until a<b', 'wait until a < b'],
  ['every 2 s\nf()\nend', 'every 2 s\n  f()\nend'],
  ['after  1 f() end', 'after 1 f() end'],
  ['go  to Hot', 'go to Hot'],
  ['expect a==1 ,"one"', 'expect a == 1, "one"'],
  ['press  "a"', 'press "a"'],
  ['hold "a"', 'hold "a"'],
  ['release "a"', 'release "a"'],
  ['click  e', 'click e'],
];

test.each(STATEMENTS)('%j becomes %j', (source, expected) => {
  expect(inFunction(source)).toBe(expected);
});

/** Every kind of node, so that none is left out by mistake. */
const NODE_KINDS: Readonly<Record<Node['kind'], true>> = {
  let: true,
  assign: true,
  if: true,
  while: true,
  'for-each': true,
  'for-range': true,
  repeat: true,
  match: true,
  return: true,
  break: true,
  continue: true,
  stop: true,
  log: true,
  destroy: true,
  move: true,
  rotate: true,
  look: true,
  emit: true,
  expression: true,
  wait: true,
  every: true,
  after: true,
  go: true,
  expect: true,
  press: true,
  hold: true,
  release: true,
  click: true,
  'bad-statement': true,
  number: true,
  string: true,
  interpolation: true,
  bool: true,
  none: true,
  color: true,
  name: true,
  vector: true,
  'color-parts': true,
  list: true,
  map: true,
  unary: true,
  binary: true,
  conditional: true,
  call: true,
  method: true,
  member: true,
  index: true,
  lambda: true,
  'bad-expression': true,
};

test('every construct stands in one of the texts above', () => {
  const seen = new Set<string>();
  const visit = (node: Node): void => {
    seen.add(node.kind);
    forEachChild(node, visit);
  };
  for (const [, canonical] of STATEMENTS) {
    const { file, problems } = parse(`fn f()\n${canonical}\nend`);
    expect(problems.errorCount, canonical).toBe(0);
    for (const declaration of file.functions) forEachChildOfFunction(declaration, visit);
  }
  const missing = Object.keys(NODE_KINDS).filter((kind) => !kind.startsWith('bad-') && !seen.has(kind));
  expect(missing).toEqual([]);
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
  ['test "t"\n  expect   x\nend\nfn f( )\nend', 'test "t"\n  expect x\nend\n\nfn f()\nend\n'],
  ['var a=1\nvar b = 2\non tick\na+=1 end', 'var a = 1\nvar b = 2\n\non tick\n  a += 1\nend\n'],
  ['on tick a += 1 end\nvar a = 0', 'on tick a += 1 end\n\nvar a = 0\n'],
  ['behavior A intent "x" on start log 1 end end', 'behavior A\n  intent "x"\n\n  on start log 1 end\nend\n'],
  [
    'behavior A\nparam p=3 in 0 .. 10 "doc" -- why\n-- of the state\nstate S\non enter\nwait   frames 2\ngo  to S end\non exit log 1 end end end',
    'behavior A\n  param p = 3 in 0..10 "doc" -- why\n\n  -- of the state\n  state S\n    on enter\n      wait frames 2\n      go to S\n    end\n\n    on exit log 1 end\n  end\nend\n',
  ],
  [
    'on event "hit" with d\nevery 2 seconds\nlog d end\nafter 1 s log 2 end\nend',
    'on event "hit" with d\n  every 2 seconds\n    log d\n  end\n  after 1 s log 2 end\nend\n',
  ],
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
    let end = 0;
    return lex(example.source)
      .all.map((token) => {
        const between = example.source.slice(end, token.start);
        end = token.end;
        const text = example.source.slice(token.start, end);
        if (between === '') return text;
        const gap = gaps[next % gaps.length] ?? ' ';
        next += 1;
        return (gap === '' ? between : gap) + text;
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

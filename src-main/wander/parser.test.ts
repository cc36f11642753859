import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Span } from './ast';
import { EXAMPLES } from './examples.fixture';
import { parse } from './parser';
import { LineTable } from './positions';
import { treeText } from './tree-text';
import { forEachChildOfFunction, type Node, forEachChild } from './walk';

/** The body of a function around some statements, as text of its tree. */
function body(statements: string): string {
  const { file, problems } = parse(`fn f()\n${statements}\nend`);
  expect(problems.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  return treeText(file).slice('(fn f []'.length, -1).trim();
}
const value = (text: string): string => body(`return ${text}`).slice('(return '.length, -1);

/** `line code` of each error. */
function errors(source: string): string[] {
  const lines = new LineTable(source);
  return parse(source)
    .problems.list.filter(({ severity }) => severity === 'error')
    .map(({ code, span }) => `${lines.lineOf(span.start)} ${code}`);
}

test.each([
  // Precedence, loosest first.
  ['a ?? b or c', '(?? a (or b c))'],
  ['a or b and c', '(or a (and b c))'],
  ['not a and b', '(and (not a) b)'],
  ['not a == b', '(not (== a b))'],
  ['!a == b', '(not (== a b))'],
  ['not not a', '(not (not a))'],
  ['not a in b', '(not (in a b))'],
  ['a in b', '(in a b)'],
  ['a not in b', '(not-in a b)'],
  ['a is b', '(== a b)'],
  ['a is not none', '(!= a none)'],
  ['a is nothing', '(== a none)'],
  ['a == b in c', '(in (== a b) c)'],
  ['a + b * c - d', '(- (+ a (* b c)) d)'],
  ['a - b - c', '(- (- a b) c)'],
  ['a % b / c', '(/ (% a b) c)'],
  ['-a.b', '(- (.b a))'],
  ['-a * b', '(* (- a) b)'],
  ['- -a', '(- (- a))'],
  ['a < b and c >= d', '(and (< a b) (>= c d))'],
  ['if a then b else c ?? d', '(if a b (?? c d))'],
  ['if a then b elif c then d else e', '(if a b (if c d e))'],
  ['if a then b else if c then d else e', '(if a b (if c d e))'],
  ['x => x + 1', '(=> [x] (return (+ x 1)))'],
  ['() => 1', '(=> [] (return 1))'],
  ['(a, b: number = 2) => a', '(=> [a b:number=2] (return a))'],
  ['x => y => x', '(=> [x] (return (=> [y] (return x))))'],
  ['fn(x) -> number return x end', '(=> [x] ->number (return x))'],
  // Postfix.
  ['f(1, g(2),)', '(call f 1 (call g 2))'],
  ['f (1)', '(call f 1)'],
  ['f(1)(2)', '(call (call f 1) 2)'],
  ['a.b.c(1)[2].end', '(.end (at (.c() (.b a) 1) 2))'],
  ['(fn(x) return x end)(1)', '(call (=> [x] (return x)) 1)'],
  // Literals.
  ['1_000 + 0xff', '(+ 1000 255)'],
  ['(1, 2)', '(vec 1 2)'],
  ['(1, 2, 3)', '(vec 1 2 3)'],
  ['(1, 0, 0, 1)', '(color 1 0 0 1)'],
  ['(1)', '1'],
  ['#f80', '#ff8800ff'],
  ['#ff880080', '#ff880080'],
  ['[1, [2], ]', '[1 [2]]'],
  ['{a: 1, "b c": 2, end: 3, [k]: 4,}', '{"a" 1 "b c" 2 "end" 3 [k] 4}'],
  ['{}', '{}'],
  ['"a {b} c{d}"', '(text "a " b " c" d)'],
  ['"{x => "{x}"}"', '(text (=> [x] (return (text x))))'],
  ["'a {b}'", '"a {b}"'],
  ['pi + dt', '(+ pi dt)'],
  ['log(2)', '(call log 2)'],
])('the value %s is the tree %s', (source, tree) => {
  expect(value(source)).toBe(tree);
});

test.each([
  ['let x = 1', '(let x 1)'],
  ['let x: list<number|string>? = none', '(let x:list<number|string>? none)'],
  ['let x: list<list<number>>= []', '(let x:list<list<number>> [])'],
  ['const x = 1', '(const x 1)'],
  ['x = 1; y += 2', '(= x 1) (+= y 2)'],
  ['x -= 1 x *= 2 x /= 3 x %= 4', '(-= x 1) (*= x 2) (/= x 3) (%= x 4)'],
  ['e.position.x += 1', '(+= (.x (.position e)) 1)'],
  ['items[0] = 3', '(= (at items 0) 3)'],
  ['find("X").hp = 1', '(= (.hp (call find "X")) 1)'],
  ['set e.hp to e.hp - 1', '(= (.hp e) (- (.hp e) 1))'],
  ['if a then b() end', '(if (a (call b)))'],
  ['if a b() elif c d() else e() end', '(if (a (call b)) (c (call d)) (else (call e)))'],
  ['if a\nb()\nelse if c then\nd()\nend', '(if (a (call b)) (c (call d)))'],
  ['if a then\nb()\nelse\nif c then d() end\nend', '(if (a (call b)) (else (if (c (call d)))))'],
  ['while a do break end', '(while a (break))'],
  ['for x in xs log x end', '(for x xs (log x))'],
  ['for k, v in m do print v end', '(for k,v m (log v))'],
  ['for i in 0..10 continue end', '(for i 0..10 (continue))'],
  ['for i in 10..=0 step -2 do end', '(for i 10..=0 step (- 2))'],
  ['repeat 2 times f() end', '(repeat 2 (call f))'],
  ['match x when 1, 2 then a() when "b" then else c() end', '(match x (1,2 (call a)) ("b") (else (call c)))'],
  ['match(x)\nwhen 1 then a()\nend', '(match x (1 (call a)))'],
  ['return', '(return)'],
  ['return\n(a)(b)', '(return) (call a b)'],
  ['if a then return end stop', '(if (a (return))) (stop)'],
  ['log "x" log("y")', '(log "x") (log "y")'],
  ['destroy find("X")', '(destroy (call find "X"))'],
  ['move e by (0, 1, 0)', '(move e (vec 0 1 0))'],
  ['move e towards p at 2', '(move-toward e p 2)'],
  ['rotate e by (0, 90, 0)', '(rotate e (vec 0 90 0))'],
  ['look e at p', '(look e p)'],
  ['emit "n" to e with {a: 1}', '(emit "n" with {"a" 1} to e)'],
  ['f(x)', '(call f x)'],
  ['xs.each(x => log_it(x))', '(.each() xs (=> [x] (return (call log_it x))))'],
  // `match`, `when`, `step`, `is` and the like are no reserved words.
  [
    'let match = 1 match = 2 match.x = 3 match(4)',
    '(let match 1) (= match 2) (= (.x match) 3) (call match 4)',
  ],
  ['let when = 1 when = 2 let step = 3 let is = 4', '(let when 1) (= when 2) (let step 3) (let is 4)'],
])('the statements %j are the trees %s', (source, tree) => {
  expect(body(source)).toBe(tree);
});

test.each([
  ['let a = b\n(c)(d)', '(let a b) (call c d)'],
  ['let a = b\n[1].push(2)', '(let a b) (.push() [1] 2)'],
  ['let a = b\n  .c()\n  .d', '(let a (.d (.c() b)))'],
  ['let a = b\n+ c', '(let a (+ b c))'],
  ['let a = b\n- c', '(let a (- b c))'],
  ['let a =\nb', '(let a b)'],
  ['let a = b and\nc', '(let a (and b c))'],
  ['f(a,\nb\n)', '(call f a b)'],
  ['let a = b\nis = 3', '(let a b) (= is 3)'],
  ['let a = {\nb: 1,\n}\nc()', '(let a {"b" 1}) (call c)'],
])('lines: %j', (source, tree) => {
  expect(body(source)).toBe(tree);
});

test('a file is its uses, constants and functions', () => {
  const source =
    'use "scripts/combat"\nuse "a/b.wander" as c\nconst N: number = 2 * 3\nfn f(a, b: number|none = 1): list<number>? end\nfn run(args) return N end';
  expect(treeText(parse(source).file)).toBe(
    '(use "scripts/combat" combat)\n(use "a/b.wander" c)\n(const N:number (* 2 3))\n(fn f [a b:number|none=1] ->list<number>?)\n(fn run [args] (return N))',
  );
});

test.each(
  EXAMPLES.filter(({ fails }) => fails !== 'parse').map(({ name, source }) => [name, source] as const),
)('the example "%s" has no errors', (_, source) => {
  expect(errors(source)).toEqual([]);
});

test.each([
  // One missing `end` is one error, at the block that lacks it.
  [
    'the end of an if is missing',
    'fn a()\n  if x then\n    y()\n  return 1\nend\n\nfn b()\nend',
    ['2 missing_end'],
  ],
  [
    'the end of an inner if is missing',
    'fn a()\n  for i in 0..3\n    if x then\n      y()\n  end\nend\nfn b()\nend',
    ['3 missing_end'],
  ],
  ['the end of the last function is missing', 'fn a()\n  if x then\n    y()\n  end\n', ['1 missing_end']],
  ['the end of the first function is missing', 'fn a()\n  y()\n\nfn b()\n  z()\nend', ['1 missing_end']],
  [
    'the end of a while before an else',
    'fn a()\n  if x then\n    while y\n      z()\n  else\n    w()\n  end\nend',
    ['3 missing_end'],
  ],
  [
    'the end of a match arm’s if is missing',
    'fn a()\n  match x\n    when 1 then\n      if y then\n        z()\n    when 2 then\n      w()\n  end\nend',
    ['4 missing_end'],
  ],
  ['nothing is indented', 'fn a()\nif x then\ny()\nend\n', ['1 missing_end']],
  [
    'the end of a lambda is missing',
    'fn a()\n  let f = fn(x)\n    return x\n  y(f)\nend\nfn b()\nend',
    ['2 missing_end'],
  ],
  [
    'one end too many',
    'fn a()\n  if x then\n    y()\n  end\n  end\n  z()\nend\nfn b()\nend',
    ['6 unexpected_token'],
  ],
  ['a stray end', 'end\nfn b()\nend', ['1 unexpected_end']],
  ['a stray else', 'fn a()\n  else\n  b()\nend', ['2 unexpected_keyword']],
  // Values.
  ['a value is missing at the end of a line', 'fn a()\n  let x =\n  let y = 2\nend', ['2 unexpected_end']],
  ['a value is missing in a call', 'fn a()\n  f(1, *)\n  let y = 2\nend', ['2 unexpected_token']],
  ['a bracket is open', 'fn a()\n  f(1, 2\n  let y = 2\nend', ['2 expected_symbol']],
  ['a comma is missing in a list', 'fn a()\n  let x = [1 2, 3]\nend', ['2 expected_symbol']],
  [
    'a colon is missing in a map',
    'fn a()\n  let m = {\n    a: 1,\n    b 2,\n    c: 3\n  }\n  return m\nend',
    ['4 expected_symbol'],
  ],
  ['a = stands in a map', 'fn a() return {a = 1} end', ['1 expected_symbol']],
  ['a key is no key', 'fn a() return {1: 2, b: 3} end', ['1 expected_name']],
  ['a key stands twice', 'fn a() return {a: 2, a: 3} end', ['1 duplicate_name']],
  ['a member is missing', 'fn a()\n  e.\n  let x = 1\nend', ['2 expected_name']],
  ['a slice', 'fn a()\n  return x[1:2]\nend', ['2 unexpected_token']],
  ['a range among arguments', 'fn a()\n  f(0..5)\nend', ['2 invalid_range']],
  ['something left over behind a statement', 'fn a()\n  let x = f "a"\nend', ['2 unexpected_token']],
  ['a named argument', 'fn a() f(x: 1, y = 2) end', ['1 unexpected_token', '1 unexpected_token']],
  ['five parts in parentheses', 'fn a() return (1, 2, 3, 4, 5) end', ['1 invalid_vector']],
  ['nothing in parentheses', 'fn a() return () end', ['1 invalid_vector']],
  ['nothing between braces in a text', 'fn a() return "a {} b" end', ['1 empty_interpolation']],
  ['two values between braces in a text', 'fn a() return "a {b c} d" end', ['1 unexpected_token']],
  ['a colour with five digits', 'fn a()\n  let c = #ff880\nend', ['2 invalid_color']],
  ['a range that is no loop', 'fn a()\n  let r = 0..5\nend', ['2 invalid_range']],
  ['a not in the middle', 'fn a() return b == not c end', ['1 unexpected_keyword']],
  ['an if value without else', 'fn a()\n  let x = if b then c\nend', ['2 expected_keyword']],
  // Statements.
  ['= in a condition', 'fn a()\n  if x = 3 then y() end\nend', ['2 assignment_in_condition']],
  ['a misspelt statement', 'fn a()\n  retrun x\nend', ['2 not_a_statement']],
  ['another language’s declaration', 'fn a()\n  local x = 3\nend', ['2 not_a_statement']],
  [
    'a value that can’t be assigned to',
    'fn a()\n  f() = 3\n  1 + x = 2\nend',
    ['2 not_assignable', '3 not_assignable'],
  ],
  ['a reserved word as a name', 'fn a()\n  let end = 3\nend', ['2 reserved_word']],
  ['a reserved word as a value', 'fn a()\n  return 1 + repeat\nend', ['2 unexpected_keyword']],
  ['a let without a value', 'fn a()\n  let x\n  let y = 1\nend', ['2 expected_symbol']],
  ['a let of two names', 'fn a()\n  let x, y = 1\nend', ['2 expected_symbol']],
  ['a let without a name', 'fn a()\n  let = 1\nend', ['2 expected_name']],
  ['a for with =', 'fn a()\n  for i = 0 .. 10\n  end\nend', ['2 expected_keyword']],
  ['a for over numbers with two names', 'fn a()\n  for i, j in 0..10\n  end\nend', ['2 invalid_for']],
  ['a repeat without times', 'fn a()\n  repeat 3\n    b()\n  end\nend', ['2 expected_keyword']],
  ['a match without when', 'fn a()\n  match x\n    1 then b()\n  end\nend', ['2 expected_keyword']],
  ['a move without by', 'fn a()\n  move e (0, 1, 0)\nend', ['2 expected_keyword']],
  ['a set with =', 'fn a()\n  set x = 1\nend', ['2 expected_keyword']],
  ['an emit without a text', 'fn a()\n  emit x\nend', ['2 expected_string']],
  ['a type that is none', 'fn a(x: 3)\nend', ['1 expected_type']],
  ['a function inside a function', 'fn a()\n  fn b()\n    return 1\n  end\nend', ['2 unexpected_keyword']],
  ['a name on a function that is a value', 'fn a() return fn b(x) return x end end', ['1 unexpected_token']],
  // What other languages do.
  [
    'braces',
    'fn run(args) {\n  if (a > 1) {\n    b()\n  } else if (c) {\n    d()\n  } else { e() }\n  for x in y {\n  }\n}\nfn b()\nend',
    ['1 unexpected_token'],
  ],
  [
    'a colon before a block',
    'fn f(args):\n  if a:\n    b()\n  end\nend',
    ['1 unexpected_token', '2 unexpected_token'],
  ],
  [
    'var and local',
    'fn f()\n  var x = 1\n  local y = x\n  return y\nend',
    ['2 unexpected_keyword', '3 not_a_statement'],
  ],
  ['++ and **', 'fn f(x)\n  x++\n  return x ** 2\nend', ['3 unexpected_character', '2 unexpected_token']],
  ['a ternary', 'fn f(x)\n  return x ? 1 : 2\nend', ['2 unexpected_token']],
  ['a thin arrow', 'fn f(x)\n  return (a, b) -> a\nend', ['2 unexpected_token']],
  [
    'an end behind an if that gives a value',
    'fn f(x)\n  let y = if x then 1 else 2 end\n  return y\nend',
    ['2 unexpected_keyword'],
  ],
  ['backquotes', 'fn f(x)\n  return `hi ${x}`\nend', ['2 unexpected_character']],
  ['curly quotes', 'fn f(x)\n  return “hi”\nend', ['2 unexpected_character']],
  [
    'a comment of another kind',
    '/* what\n it does */\nfn f(x)\n  return x /* it */\nend',
    ['1 unexpected_character', '4 unexpected_character'],
  ],
  ['a type of another kind', 'fn f(x: string[])\n  return x\nend', ['1 expected_type']],
  [
    'an elif behind the end',
    'fn f(x)\n  if x then\n    y()\n  end\n  elif z then\n    w()\n  end\nend',
    ['5 unexpected_keyword'],
  ],
  ['try and catch', 'fn f()\n  try\n    g()\n  catch e\n    h()\n  end\nend', ['2 unexpected_keyword']],
  // The top of a file.
  [
    'another language’s function',
    'function run(args)\n  return 1\nend\nfn b()\nend',
    ['1 unexpected_keyword'],
  ],
  ['a let at the top', 'let x = 3\nfn b()\nend', ['1 unexpected_keyword']],
  ['a use without a text', 'use combat\nfn b()\nend', ['1 expected_string']],
  ['a use whose stem is no name', 'use "a/2d"\nfn b()\nend', ['1 expected_name']],
  // Behaviours.
  ['a var in a function', 'fn b()\n  var hp = 3\nend', ['2 unexpected_keyword']],
  ['a handler in a function', 'fn run()\n  on tick\n    b()\n  end\nend', ['2 misplaced_member']],
])('when %s, there is one error for it', (_, source, expected) => {
  expect(errors(source)).toEqual(expected);
});

test('a comparison of a comparison is warned of', () => {
  const { problems } = parse('fn a() return 1 < 2 < 3 end');
  expect(problems.list).toMatchObject([{ severity: 'warning', code: 'chained_comparison' }]);
});

test('fixes mend what they say', () => {
  const mended = (source: string): string => {
    const fix = parse(source).problems.list.find((problem) => problem.fix)?.fix;
    if (fix === undefined) throw new Error('no fix');
    return source.slice(0, fix.span.start) + fix.replacement + source.slice(fix.span.end);
  };
  expect(mended('fn a()\n  if x = 3 then y() end\nend')).toBe('fn a()\n  if x == 3 then y() end\nend');
  expect(mended('fn a()\n  if x then\n    y()\nend')).toBe('fn a()\n  if x then\n    y()\n  end\nend');
  expect(mended('fn a()\n  y()')).toBe('fn a()\n  y()\nend');
  expect(mended('fn a() return {b = 1} end')).toBe('fn a() return {b : 1} end');
  expect(mended('fn a()\n  retrun 1\nend')).toBe('fn a()\n  return 1\nend');
});

const BOUNDS: readonly (readonly [string, string, string])[] = [
  ['parentheses', `fn a() return ${'('.repeat(101)}1${')'.repeat(101)} end`, 'too_deep'],
  ['lists', `fn a() return ${'['.repeat(100_000)} end`, 'too_deep'],
  ['maps', `fn a() return ${'{a:'.repeat(100_000)} end`, 'too_deep'],
  ['nots', `fn a() return ${'not '.repeat(100_000)}x end`, 'too_deep'],
  ['minuses', `fn a() return ${'- '.repeat(100_000)}x end`, 'too_deep'],
  ['lambdas', `fn a() return ${'x => '.repeat(100_000)}x end`, 'too_deep'],
  ['calls', `fn a() return ${'f('.repeat(100_000)} end`, 'too_deep'],
  ['texts', `fn a() return ${'"{'.repeat(100_000)} end`, 'unterminated_string'],
  ['blocks', `fn a() ${'if x then '.repeat(10_000)}`, 'too_deep'],
  ['if values', `fn a() return ${'if x then y else '.repeat(20_000)} z end`, 'too_deep'],
  ['operators', `fn a() return ${'1 + '.repeat(100_000)}1 end`, 'too_deep'],
  ['members', `fn a() return a${'.b'.repeat(100_000)} end`, 'too_deep'],
  ['elifs', `fn a() if x then ${'elif x then '.repeat(201)} end end`, 'too_deep'],
  ['types', `fn a(x: ${'list<'.repeat(50_000)}) end`, 'expected_symbol'],
  [
    'a chain at each nesting',
    `fn a() return ${`(${'1 + '.repeat(200)}`.repeat(90)}1${')'.repeat(90)} end`,
    'none',
  ],
  [
    'a chain on the left of each nesting',
    `fn a() return ${'('.repeat(90)}1${`${' + 1'.repeat(200)})`.repeat(90)} end`,
    'too_deep',
  ],
  ['a large text', `-- ${'x'.repeat(512 * 1024)}`, 'too_large'],
];

test.each(BOUNDS)('a text with too many %s ends with an error, not with the stack', (_, source, code) => {
  const found = parse(source).problems.list.map((problem) => problem.code);
  if (code === 'none') expect(found).toEqual([]);
  else expect(found).toContain(code);
});

test('at most about thirty errors are told', () => {
  const source = `fn a()\n${'  let = *\n'.repeat(500)}end`;
  expect(parse(source).problems.errorCount).toBeLessThanOrEqual(31);
});

/** Spans lie within those of their parents and in the text. */
function checkSpans(source: string): void {
  const { file } = parse(source);
  const within = (inner: Span, outer: Span): boolean =>
    outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end;
  const visit = (node: Node, outer: Span): void => {
    expect(within(node, outer), `${node.kind} ${node.start}-${node.end} in ${outer.start}-${outer.end}`).toBe(
      true,
    );
    forEachChild(node, (child) => visit(child, node));
  };
  for (const declaration of file.functions)
    forEachChildOfFunction(declaration, (child) => visit(child, { start: 0, end: source.length }));
}

test('spans nest in every example', () => {
  for (const { source } of EXAMPLES) checkSpans(source);
});

const tokenText = fc.constantFrom(
  ...(
    'let const set if then elif else end while do for in repeat times match when return break stop log fn use not and or is x y f( ( ) [ ] { } , . : ' +
    '= == + - * .. ..= => ?? "a{ }b" "t" 1 #f80 -- every on behavior state move by toward at emit'
  ).split(' '),
  '\n',
  '\n',
  '\n  ',
);

test('any sequence of tokens gives a tree, and the parse ends', () => {
  fc.assert(
    fc.property(fc.array(tokenText, { maxLength: 120 }), (tokens) => {
      const source = `fn run(args)\n${tokens.join(' ')}\nend`;
      treeText(parse(source).file);
    }),
    { numRuns: 1500 },
  );
});

test('any text gives a tree', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (source) => void treeText(parse(source).file)),
    { numRuns: 500 },
  );
});

test('a program with pieces cut out, doubled or moved gives a tree whose spans lie in the text', () => {
  const edit = fc.record({
    at: fc.nat(2000),
    length: fc.nat(30),
    text: fc.oneof(tokenText, fc.constant('')),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...EXAMPLES),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      ({ source }, edits) => {
        let text = source;
        for (const { at, length, text: put } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + length);
        }
        checkSpans(text);
      },
    ),
    { numRuns: 1500 },
  );
});

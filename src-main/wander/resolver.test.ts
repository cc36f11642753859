import { expect, test } from 'vitest';
import type {
  Expression,
  FnDeclaration,
  LambdaExpression,
  LetStatement,
  NameExpression,
  Statement,
} from './ast';
import { Library } from './builtin-names';
import { parse } from './parser';
import { LineTable } from './positions';
import { resolve } from './resolve-file';
import type { StdlibSignature } from './stdlib/entry';
import { forEachChild, forEachChildOfFunction, type Node } from './walk';

const entry = (name: string, more: Partial<StdlibSignature> = {}): StdlibSignature => ({
  name,
  group: 'general',
  parameters: [],
  result: 'any',
  doc: '',
  example: '',
  ...more,
});
const library = new Library(
  [
    entry('distance'),
    entry('count'),
    entry('find'),
    entry('pi', { constant: true }),
    entry('call_tool', { toolOnly: true }),
    entry('push', { receiver: 'list', changesReceiver: true }),
    entry('filter', { receiver: 'list' }),
  ],
  'script',
);

function run(source: string) {
  const { file, problems } = parse(source);
  const { references } = resolve(file, problems, { builtins: library, behaviors: 'resolved' });
  const lines = new LineTable(source);
  const told = problems.list.map((problem) => ({
    ...problem,
    at: `${lines.lineOf(problem.span.start)} ${problem.code}`,
  }));
  return { file, references, told, codes: told.map(({ at }) => at) };
}
const inFunction = (statements: string) => run(`fn f(p)\n${statements}\nend`);

/** All names in the first function, with what they mean. */
function bindings(fn: FnDeclaration | undefined): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (node: Node): void => {
    if (node.kind === 'name') found[node.text] = describe(node);
    forEachChild(node, visit);
  };
  if (fn !== undefined) forEachChildOfFunction(fn, visit);
  return found;
}
function describe({ binding }: NameExpression): string {
  if (binding?.kind !== 'local') return binding?.kind ?? 'nothing';
  return `${binding.variable.kind} slot ${binding.variable.slot} hops ${binding.hops}`;
}

test('a name means a local first, then a constant or function of the file, then the library', () => {
  const { file, codes } = run(
    'const N = 1\nfn f(p)\n  let x = p\n  return [x, N, f, distance, pi, dt, self]\nend',
  );
  expect(codes).toEqual([]);
  expect(bindings(file.functions[0])).toEqual({
    p: 'parameter slot 0 hops 0',
    x: 'let slot 1 hops 0',
    N: 'constant',
    f: 'function',
    distance: 'builtin',
    pi: 'builtin',
    dt: 'builtin',
    self: 'builtin',
  });
});

test('slots of blocks that have ended are used again, and a frame has as many as are ever live', () => {
  const { file } = inFunction(
    'if p then let a = 1 let b = 2 return a + b else let c = 3 return c end\nlet d = 4\nreturn d',
  );
  const found = bindings(file.functions[0]);
  expect([found.a, found.b, found.c, found.d]).toEqual([
    'let slot 1 hops 0',
    'let slot 2 hops 0',
    'let slot 1 hops 0',
    'let slot 1 hops 0',
  ]);
  expect(file.functions[0]?.frame.slots).toBe(3);
});

test('a lambda sees the variables around it, and they are marked as captured', () => {
  const { file } = inFunction('let a = 1\nlet b = 2\nreturn x => y => x + a + b * b');
  const statements = file.functions[0]?.body.statements ?? [];
  const [a, b] = statements as [LetStatement, LetStatement];
  expect(a.variable).toMatchObject({ captured: true, readCount: 1 });
  expect(b.variable).toMatchObject({ captured: true, readCount: 2 });
  expect(bindings(file.functions[0])).toMatchObject({ x: 'parameter slot 0 hops 1', a: 'let slot 1 hops 2' });
  const outer = (statements[2] as { value: LambdaExpression }).value;
  expect(outer.frame).toEqual({ slots: 1, expressionDepth: 1 });
  expect(outer.parameters[0]?.variable?.captured).toBe(true);
});

test('the depth of the deepest expression is a fact of its own function', () => {
  const { file } = inFunction('let a = 1 + (2 + (3 + 4))\nlet g = x => x\nreturn a');
  expect(file.functions[0]?.frame.expressionDepth).toBe(4);
});

test('a first value is worked out before its variable is declared', () => {
  const { file } = inFunction('let x = 1\nif p then\n  let x = x + 1\n  return x\nend\nreturn x');
  const arm = (file.functions[0]?.body.statements[1] as Extract<Statement, { kind: 'if' }>).arms[0];
  const inner = arm?.body.statements[0] as LetStatement;
  const right = inner.value as Extract<Expression, { kind: 'binary' }>;
  expect((right.left as NameExpression).binding).toMatchObject({ variable: { slot: 1 } });
  expect(inner.variable?.slot).toBe(2);
});

test('a second let in one block assigns the variable of the first, with a warning', () => {
  const { file, codes } = inFunction('let x = 1\nlet x = 2\nreturn x');
  const [first, second] = file.functions[0]?.body.statements as [LetStatement, LetStatement, Statement];
  expect(codes).toEqual(['3 redeclared']);
  expect(second).toMatchObject({ redeclares: true });
  expect(second.variable).toBe(first.variable);
  expect(first.variable?.assigned).toBe(true);
});

test('changing a part of a variable changes the variable', () => {
  const { file } = inFunction(
    'let a = []\nlet b = []\nlet c = []\nlet d = []\na[0] = 1\nb.c.d = 1\nc.x.push(1)\nreturn d.filter(a)',
  );
  const lets = file.functions[0]?.body.statements.slice(0, 4) as LetStatement[];
  expect(lets.map((statement) => statement.variable?.assigned)).toEqual([true, true, true, false]);
});

test('a call of a variable that hides a function knows the function', () => {
  const { file, codes } = inFunction('let count = count("a")\nreturn count("b")');
  expect(codes).toEqual([]);
  const [first, second] = file.functions[0]?.body.statements as [
    LetStatement,
    Extract<Statement, { kind: 'return' }>,
  ];
  expect(first.value).toMatchObject({ callee: { binding: { kind: 'builtin' } } });
  expect(first.value).not.toHaveProperty('fallback');
  expect(second.value).toMatchObject({
    callee: { binding: { kind: 'local' } },
    fallback: { kind: 'builtin', name: 'count' },
  });
});

test('parameters may have defaults, which see the parameters before them', () => {
  expect(run('fn f(a, b = a + 1)\n  return b\nend').codes).toEqual([]);
  expect(run('fn f(a = b, b = 1)\n  return a\nend').codes).toEqual(['1 unknown_name']);
  expect(run('fn f(a = 1, b)\n  return a\nend').codes).toEqual(['1 missing_default']);
});

test.each([
  [
    'an unknown name',
    'return nope',
    '2 unknown_name',
    'Declare it with "let nope = …", or put it in quotes if it is a string.',
  ],
  [
    'a misspelt variable',
    'let radius = 1\nreturn raduis + radius',
    '3 unknown_name',
    'Did you mean "radius"?',
  ],
  ['a misspelt function', 'return distnce(1)', '2 unknown_function', 'Did you mean "distance"?'],
  [
    'a tool-only function elsewhere',
    'return call_tool("x")',
    '2 unknown_function',
    'It exists only where the code runs as a tool.',
  ],
  ['another language’s value', 'return null', '2 unknown_name', 'Write "none".'],
  [
    'a variable used before its let',
    'if p then log x end\nlet x = 1\nreturn x',
    '2 unknown_name',
    'It is declared further down; move its "let" up.',
  ],
  [
    'a variable of a block that has ended',
    'if p then let x = 1 log x end\nreturn x',
    '3 unknown_name',
    'It was declared in a block that has ended; declare it with "let" before that block.',
  ],
  [
    'an assignment to an undeclared name',
    'total = 1',
    '2 unknown_name',
    'A variable is declared with "let" first.',
  ],
  [
    'a function in a variable that calls itself',
    'let g = n => g(n)\nreturn g',
    '2 unknown_function',
    'A function held by a variable can\'t call itself; declare it with "fn" at the top of the file.',
  ],
  [
    'an assignment to a constant',
    'const c = 1\nc = 2\nreturn c',
    '3 const_assign',
    'Declare it with "let" if it is to change.',
  ],
  [
    'a second declaration of a constant',
    'const c = 1\nlet c = 2\nreturn c',
    '3 const_assign',
    'Give this variable another name.',
  ],
  [
    'an assignment to a function',
    'distance = 2',
    '2 not_assignable',
    'Write "let distance = …" for a variable of that name.',
  ],
  ['a break outside of a loop', 'if p then break end', '2 outside_loop', undefined],
  [
    'a continue in a function inside a loop',
    'while p\nlet g = fn() continue end\ng()\nend',
    '3 outside_loop',
    undefined,
  ],
  ['a loop with one variable twice', 'for i, i in p\nend', '2 duplicate_name', undefined],
  [
    'a variable that is never read',
    'let x = 1\nx = 2',
    '2 unused_variable',
    'Remove it, or begin its name with "_" if that is meant.',
  ],
])('%s is told with a hint', (_, statements, at, hint) => {
  const { told } = inFunction(statements);
  expect(told.map((problem) => problem.at)).toEqual([at]);
  expect(told[0]?.hint).toBe(hint);
});

test.each([
  ['two functions of one name', 'fn f() end\nfn f() end', ['2 duplicate_name']],
  ['a constant named as a function', 'const f = 1\nfn f() end', ['2 duplicate_name']],
  ['a parameter twice', 'fn f(a, a) end', ['1 duplicate_name']],
  ['a function named as one of the library', 'fn count() end', ['1 shadows_builtin']],
  ['a constant that calls', 'const a = count("x")', ['1 not_constant']],
  ['a constant with a function', 'const a = x => x', ['1 not_constant']],
  ['a constant with a method', 'const a = [1].filter(1)', ['1 not_constant']],
  ['a constant from one below', 'const a = b\nconst b = 1', ['1 not_constant']],
  ['a constant from constants above', 'const a = {lo: -pi, hi: "x" + 1}\nconst b = a.lo * 2', []],
  ['a module as a value', 'use "m"\nfn f() return m end', ['2 module_as_value']],
  ['a call of a module', 'use "m"\nfn f() return m() end', ['2 module_as_value']],
  ['an assignment to a constant of the file', 'const a = 1\nfn f() a = 2 end', ['2 const_assign']],
  [
    'more than 200 variables',
    `fn f()\n${Array.from({ length: 201 }, (_, i) => `let _v${i} = 1\n`).join('')}end`,
    ['202 too_complex'],
  ],
])('%s is told', (_, source, expected) => {
  expect(run(source).codes).toEqual(expected);
});

test('unused variables may begin with "_", and loop variables and parameters need not be read', () => {
  expect(inFunction('let _a = 1\nfor i in 0..3 end\nfor k, v in p end').codes).toEqual([]);
});

test('every place where a variable stands is a reference to it', () => {
  const source = 'fn f(a)\n  a = a + 1\n  return x => x + a\nend';
  const { references } = run(source);
  const ofA = references.filter(({ binding }) => binding.kind === 'local' && binding.variable.name === 'a');
  expect(ofA.map(({ span, role }) => `${role}@${span.start}`)).toEqual([
    'declare@5',
    'read@14',
    'write@10',
    'read@38',
  ]);
});

import { expect, test } from 'vitest';
import { analyse, type LoadOptions } from '../analyse';
import { EXAMPLES } from '../examples.fixture';
import { asWritten } from './type';

const FACTS = { componentTypes: ['mesh', 'light'] };
const tool = (source: string, facts: LoadOptions['facts'] = FACTS) =>
  analyse(source, { mode: 'tool', facts });
/** `line code` of each diagnostic of a tool whose `run(args)` is these statements; lines count from the first of them. */
function told(statements: string, facts?: LoadOptions['facts']): string[] {
  return tool(`fn run(args)\n${statements}\nend`, facts).diagnostics.map(
    ({ line, code }) => `${line - 1} ${code}`,
  );
}

test.each([
  ['a string minus a number', 'return "a" - 1', ['1 type_mismatch']],
  ['a number plus none', 'return 1 + none', ['1 type_mismatch']],
  ['a bool counts as a number', 'return true + 1 - false', []],
  ['a string joins anything', 'return "a" + none + [1] + (1, 2)', []],
  ['a list plus a number', 'return [1] + 1', ['1 type_mismatch']],
  [
    'a vector times a vector, a number and a color',
    'return [(1, 2) * (3, 4), (1, 2) * 2, 2 * #fff, (1, 2) / (3, 4)]',
    [],
  ],
  ['a color divided', 'return #fff / 2', ['1 type_mismatch']],
  ['a vector modulo', 'return (1, 2) % 2', ['1 type_mismatch']],
  [
    'unlike things in order',
    'return [1 < "a", "a" < "b", (1, 2) < (3, 4), [1] < [2]]',
    ['1 type_mismatch', '1 type_mismatch'],
  ],
  ['in a number', 'return 1 in 2', ['1 type_mismatch']],
  ['a number in a string', 'return 1 in "abc"', ['1 type_mismatch']],
  ['minus a string', 'return -"a"', ['1 type_mismatch']],
  ['a vector of strings', 'return ("a", 1)', ['1 type_mismatch']],
  ['a compound assignment of unlike things', 'let n = 1\nn -= "a"\nreturn n', ['2 type_mismatch']],
  ['what an operator gives is known further on', 'let v = (1, 2) * 2\nreturn v - 1', ['2 type_mismatch']],
])('operators: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  ['a vector has no w', 'let v = (1, 2)\nreturn v.w', ['2 unknown_property']],
  ['a vector has a length', 'let v = (1, 2)\nreturn v.x + v.length', []],
  ['a color has no x', 'return #fff.x', ['1 unknown_property']],
  ['a list has a length and no size', 'return [1].length + [1].size', ['1 unknown_property']],
  ['a method without its parentheses', 'let s = "a"\nreturn s.upper', ['2 unknown_property']],
  ['a length with parentheses', 'return [1].length()', ['1 unknown_method']],
  ['none has nothing', 'return none.x', ['1 unknown_property']],
  ['a method of none', 'return none.x()', ['1 unknown_method']],
  [
    'an entity has whatever vars it has',
    'let e = find("A")\nreturn [e.hp, e.light.intensity, e.position.x]',
    [],
  ],
  ['a position has no w', 'return find("A").position.w', ['1 unknown_property']],
  ['a misspelt method', 'return [1].contain(1)', ['1 unknown_method']],
  ['a map may hold functions', 'let m = {f: x => x}\nreturn m.f(1) + m.g(2)', []],
  ['a misspelt method of a string', 'return "a".uper()', ['1 unknown_method']],
  ['an item of a number', 'let n = 1\nreturn n[0]', ['2 type_mismatch']],
  ['a key that is no string', 'let m = {a: 1}\nreturn m[1]', ['2 type_mismatch']],
  ['an index that is no number', 'let m = [1]\nreturn m["a"]', ['2 type_mismatch']],
  ['a computed key that is no string', 'return {[1]: 2}', ['1 type_mismatch']],
  ['a vector, a string and an entity have items', 'return [(1, 2)[0], "a"[0], find("A")["hp"]]', []],
])('members: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  ['a function of the library with too few arguments', 'return clamp(1, 2)', ['1 wrong_arity']],
  ['a function of the library with too many', 'return sqrt(1, 2)', ['1 wrong_arity']],
  ['optional and further arguments', 'return [round(1), round(1, 2), max(1, 2, 3), max([1])]', []],
  ['an argument of the wrong kind', 'let e = find("A")\nreturn distance("a", e)', ['2 type_mismatch']],
  ['a list where a vector is wanted', 'return normalize([1, 2, 3])', ['1 type_mismatch']],
  [
    'a result of the wrong kind',
    'return sqrt(upper_of("a"))\nend\nfn upper_of(s)\nreturn s.upper()',
    ['1 type_mismatch'],
  ],
  [
    'a method of another language',
    '[1].append(2)\n"a".toUpperCase()',
    ['1 unknown_method', '2 unknown_method'],
  ],
  ['a call of a number', 'let n = 1\nreturn n(2)', ['2 not_callable']],
  ['a call of a value of the library', 'return pi()', ['1 not_callable']],
  ['a lambda with too many arguments', 'let f = x => x\nreturn f(1, 2)', ['2 wrong_arity']],
  ['a lambda’s result', 'let f = x => "a"\nreturn f(1) - 1', ['2 type_mismatch']],
  ['a method with too many arguments', 'let a = [1]\na.push(1, 2)', ['2 wrong_arity']],
  ['a variable that hides a function is no function', 'let count = count("a")\nreturn count("b") + 1', []],
  ['a variable that holds a function', 'let count = x => "a"\nreturn count(1) - 1', ['2 type_mismatch']],
  ['none for an optional argument', 'return round(1.5, none)', []],
])('calls: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  [
    'an argument against a declared type',
    'return f("a")\nend\nfn f(n: number)\nreturn n',
    ['1 type_mismatch'],
  ],
  [
    'a union takes each of its types',
    'return [f(1), f("a"), f(none)]\nend\nfn f(n: number|string|none)\nreturn n',
    [],
  ],
  ['a result against a declared type', 'return f()\nend\nfn f() -> number\nreturn "a"', ['4 type_mismatch']],
  [
    'a declared result is known to callers',
    'return f() - 1\nend\nfn f() -> string\nreturn "a"',
    ['1 type_mismatch'],
  ],
  [
    'a variable against its declared type',
    'let n: number = "a"\nn = (1, 2)\nreturn n',
    ['1 type_mismatch', '2 type_mismatch'],
  ],
  [
    'other names of types',
    'let a: int = 1\nlet b: text? = none\nlet c: vec3 = (1, 2)\nlet d: point = c\nlet e: list<number> = []\nreturn [a, b, c, d, e]',
    [],
  ],
  ['a type that does not exist', 'let a: nmber = 1\nreturn a', ['1 unknown_type']],
  ['a function with too few arguments', 'return f(1)\nend\nfn f(a, b)\nreturn a + b', ['1 wrong_arity']],
  ['a default argument may be left out', 'return f(1)\nend\nfn f(a, b = 2)\nreturn a + b', []],
  [
    'a parameter is what it is called with, where all calls are known',
    'return f("a")\nend\nfn f(s)\nreturn s - 1',
    ['4 type_mismatch'],
  ],
  ['and may be several things', 'return [f("a"), f(1)]\nend\nfn f(s)\nreturn s - 1', []],
  ['and anything where the function is handed on', 'return [1].map(f)\nend\nfn f(s)\nreturn s - 1', []],
])('functions: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  ['a variable that only ever was none may be anything', 'let x = none\nreturn x.y', []],
  [
    'a variable assigned further down',
    'let best = none\nfor e in find_all("a")\nif best == none or e.hp > best.hp then best = e end\nend\nreturn best.name',
    [],
  ],
  ['a variable that changes its kind', 'let x = 1\nif args.a then x = "a" end\nreturn x - 1', []],
  ['a list to which things are pushed', 'let xs = []\nxs.push("a")\nreturn xs[0] - 1', ['3 type_mismatch']],
  [
    'a list to which different things are pushed',
    'let xs = []\nxs.push("a")\nxs.push(1)\nreturn xs[0] - 1',
    [],
  ],
  ['an empty list', 'let xs = []\nreturn xs[0] - 1', []],
  ['a map that gets a key', 'let m = {}\nm.a = 1\nm["b"] = "x"\nreturn m.a - 1', []],
  ['a deeper part of a map', 'let m = {a: {b: 1}}\nm.a.b = "x"\nreturn m.a.b.upper()', []],
  ['a variable of a closure', 'let n = 0\nlet f = () => n - 1\nn = 2\nreturn f() + 1', []],
  ['an unknown argument', 'return args.a - args.b.c.d', []],
  ['what a loop goes through', 'for i, x in ["a"]\nlog i - x\nend', ['2 type_mismatch']],
  ['the keys and values of a map', 'for k, v in {a: 1}\nlog k - v\nend', ['2 type_mismatch']],
  ['the keys of a map', 'for k in {a: 1}\nlog k - 1\nend', ['2 type_mismatch']],
  ['a loop through a number', 'for x in 5\nlog x\nend', ['1 type_mismatch']],
  ['a loop through an entity', 'for x in find("a")\nlog x\nend', ['1 type_mismatch']],
  ['a range of strings', 'for i in "a".."b"\nlog i\nend', ['1 type_mismatch', '1 type_mismatch']],
  ['repeat a string times', 'repeat "a" times\nlog 1\nend', ['1 type_mismatch']],
  [
    'the function given to a method knows the items',
    'return find_all("a").map(e => e.position.w)',
    ['1 unknown_property'],
  ],
  [
    'the result of a function given to a method is known',
    'return find_all("a").map(e => e.name).first() ?? "x"',
    [],
  ],
  ['a filter keeps what the list holds', 'return [1].filter(n => n > 0)[0].x', ['1 unknown_property']],
  ['a reduction', 'return [1, 2].reduce((a, b) => a + b, 0) - 1', []],
  ['?? takes none away', 'let n = find("A")?? 1\nreturn n', []],
  ['a conditional is either side', 'let n = if args.a then 1 else "a"\nreturn n - 1', []],
])('inference: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  ['an id can’t be assigned', 'find("A").id = 3', ['1 readonly']],
  ['nor can tags', 'let e = find("A")\ne.tags = []', ['2 readonly']],
  ['nor a length', 'let xs = [1]\nxs.length = 0', ['2 readonly']],
  ['a position is a vector', 'find("A").position = 3', ['1 type_mismatch']],
  ['or an entity', 'find("A").position = find("B")', []],
  ['a color is a color', 'find("A").color = 3', ['1 type_mismatch']],
  ['parts of a position are assigned', 'let e = find("A")\ne.position.x += 1', []],
  ['a vector has no w to assign to', 'let v = (1, 2)\nv.w = 1\nreturn v', ['2 unknown_property']],
  ['a character of a string', 'let s = "abc"\ns[0] = "x"\nreturn s', ['2 not_assignable']],
  ['a push to what nothing holds', 'f().push(1)\nend\nfn f()\nreturn []', ['1 lost_change']],
  ['a push to what an entity holds', 'find("A").items.push(1)', []],
  ['moving a number', 'move 3 by (1, 0, 0)', ['1 type_mismatch']],
  ['moving by a number', 'move find("A") by 3', ['1 type_mismatch']],
  [
    'moving toward an entity',
    'move find("A") toward find("B") at 2\nlook find("A") at (0, 0, 0)\nrotate find("A") by (0, 1, 0)',
    [],
  ],
])('changes: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

test.each([
  ['code behind a return', 'return 1\nlog 2\nlog 3', ['2 unreachable_code']],
  ['code behind a break', 'while args.a\nbreak\nlog 1\nend', ['3 unreachable_code']],
  [
    'code behind an if all of whose branches end',
    'if args.a then return 1 else return 2 end\nlog 3',
    ['2 unreachable_code'],
  ],
  ['code behind an if that may go on', 'if args.a then return 1 end\nlog 3', []],
  ['code behind tool_fail', 'tool_fail("no")\nlog 3', ['2 unreachable_code']],
  ['code behind a loop that never ends', 'while true\nlog 1\nend\nlog 2', ['4 unreachable_code']],
  ['code behind a loop with a break', 'while true\nif args.a then break end\nend\nlog 2', []],
  ['a result thrown away', 'sqrt(2)\n[1].map(x => x)\n"a".upper()', ['1 unused_result', '3 unused_result']],
  ['a value thrown away', 'let x = 1\nx + 1\nx', ['2 unused_result', '3 unused_result']],
  ['== where = was meant', 'let x = 1\nx == 2', ['2 unused_result']],
  ['something compared with a number', 'let e = args.e\nif e == 12 then return 1 end', []],
  [
    'an entity or none compared with a number',
    'let e = find("A")\nif e == 12 then return 1 end',
    ['2 never_equal'],
  ],
  [
    'a thing that is certainly an entity compared with a number',
    'for e in find_all("a")\nif e == 12 then return 1 end\nend',
    ['2 never_equal'],
  ],
  ['a loop that counts the wrong way', 'for i in 5..0\nlog i\nend', ['1 empty_range']],
  ['a step of nothing', 'for i in 0..5 step 0\nlog i\nend', ['1 invalid_range']],
  ['a division by zero', 'return 1 / 0', ['1 division_by_zero']],
  ['?? behind what is never none', 'return 1 ?? 2', ['1 never_none']],
  [
    'a property misspelt',
    'let e = find("A")\ne.positon = e.position\nreturn e.positions + e.hp + e.colour',
    ['2 unlikely_property', '3 unlikely_property'],
  ],
  ['a case twice', 'match args.a\nwhen 1, 2 then log 1\nwhen 2 then log 2\nend', ['3 duplicate_case']],
  [
    'a match all of whose arms end',
    'match args.a\nwhen 1 then return 1\nelse return 2\nend\nlog 1',
    ['5 unreachable_code'],
  ],
])('probable mistakes: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

const SCHEMA = {
  type: 'object',
  properties: {
    radius: { type: 'number', default: 10 },
    center: { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
    name: { type: 'string', description: 'Whom to look for.' },
    points: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    mode: { enum: ['near', 'far'] },
  },
  required: ['name'],
};

test('arguments have the types of the input schema', () => {
  const { environment, unit, diagnostics } = tool(
    'fn run(args)\n  let a = args.radius\n  let b = args.center\n  let c = args.name\n  let d = args.points\n  let e = args["mode"]\n  return [a, b, c, d, e]\nend',
    { inputSchema: SCHEMA },
  );
  expect(diagnostics).toEqual([]);
  const types = unit.file.functions[0]?.body.statements.flatMap((statement) =>
    statement.kind === 'let' && statement.variable
      ? [asWritten(environment.variable(statement.variable))]
      : [],
  );
  expect(types).toEqual(['number', 'vec?', 'string', 'list<vec|list<number>>?', 'string?']);
});

test('an argument that the schema does not have is warned of, with a did-you-mean', () => {
  const { diagnostics } = tool('fn run(args)\n  return args.raduis\nend', { inputSchema: SCHEMA });
  expect(diagnostics).toMatchObject([
    {
      code: 'unknown_argument',
      severity: 'warning',
      hint: 'Did you mean "radius"?',
      fix: { replacement: 'radius' },
    },
  ]);
  expect(told('return args.anything', { inputSchema: { ...SCHEMA, additionalProperties: true } })).toEqual(
    [],
  );
  expect(told('return args.anything', { inputSchema: true })).toEqual([]);
});

test('a tool that is not there is warned of', () => {
  const facts = { toolNames: ['scene_query', 'entity_update'] };
  expect(told('return call_tool("scene_query", {})', facts)).toEqual([]);
  const { diagnostics } = tool('fn run()\n  return try_tool("scene_qerry")\nend', facts);
  expect(diagnostics).toMatchObject([
    { code: 'unknown_tool', fix: { replacement: 'scene_query', span: { start: 28, end: 39 } } },
  ]);
});

test('messages say what was found, and fixes mend it', () => {
  const [first] = tool('fn run()\n  let s = "a"\n  return s.upper\nend').diagnostics;
  expect(first).toMatchObject({
    message: 'A string has no "upper".',
    hint: 'It is a method: upper(…).',
    line: 3,
    column: 12,
    length: 5,
    fix: { replacement: '()', span: { start: 39, end: 39 } },
  });
  const [second] = tool('fn run()\n  return distance(3, none)\nend').diagnostics;
  expect(second?.message).toBe('"a" of distance must be a vector or an entity, not a number.');
});

test('where the text can’t be read, only errors are told', () => {
  expect(told('let unused = 1\nlet x = *')).toEqual(['2 unexpected_token']);
});

test.each(EXAMPLES.map((example) => [example.name, example] as const))(
  'the example "%s" is refused only where it should be',
  (_, example) => {
    const errors = tool(example.source).diagnostics.filter(({ severity }) => severity === 'error');
    const isBehavior = example.source.startsWith('behavior');
    expect(errors.map(({ code }) => code)).toEqual(
      isBehavior
        ? ['missing_run']
        : example.fails === 'check'
          ? ['type_mismatch']
          : example.fails === 'parse'
            ? ['wait_outside_handler']
            : [],
    );
  },
);

test.each([
  ['a push into a part of a map', 'let m = {a: [1]}\nm.a.push("x")\nreturn m.a[1].upper()', []],
  ['a key that was removed', 'let m = {hp: 1}\nm.remove("hp")\nreturn m.hp ?? 0', []],
  ['maps joined', 'return {a: 1}.merge({a: "x"}).a.upper()', []],
  [
    'a function hidden by a variable of any kind',
    'let f = args.f\nreturn f("a")\nend\nfn f(s)\nreturn s - 1',
    [],
  ],
  [
    'a filter of what may be none',
    'let xs: list<number>? = args.xs\nreturn xs.filter(x => x > 1).length',
    [],
  ],
  ['run called from within', 'if args.n then return run({n: none}) end\nreturn 1', []],
  ['other arguments where the schema lets them', 'return args.whatever', []],
])('no false alarm: %s', (_, statements, expected) => {
  const inputSchema = {
    type: 'object',
    properties: { n: { type: 'number' } },
    patternProperties: { '^.': {} },
  };
  expect(told(statements, { ...FACTS, inputSchema })).toEqual(expected);
});

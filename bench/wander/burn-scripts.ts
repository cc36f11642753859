/**
 * Scripts that try to get the most computation out of one budget: each endlessly repeats one thing on values of one size.
 * The generated ones cover the whole library, by the types of its parameters; the written ones cover the operators, the
 * statements and the scene. What one of them takes until its budget is gone is `burn`.
 */
import type { StdlibEntry } from '../../src-main/wander/stdlib/define';
import { signatureText } from '../../src-main/wander/stdlib/signature';
import type { EntryParameter } from '../../src-main/wander/stdlib/entry';
import { STDLIB } from '../../src-main/wander/stdlib/registry';

export interface BurnScript {
  readonly name: string;
  readonly source: string;
}

/** How many items, entries or characters the values have. */
const SIZES = [3, 100, 3000, 100_000] as const;

const looping = (name: string, setup: readonly string[], body: string): BurnScript => ({
  name,
  source: `fn run(args)\n${setup.map((line) => `  ${line}\n`).join('')}  while true\n    ${body}\n  end\nend\n`,
});

/* ---- the library ----------------------------------------------------------------------------------------------------- */

/** Expressions of values with about this many parts; the first is the plainest. */
function valuesOf(type: string, size: number): readonly string[] {
  const kind = type.replace(/<.*>|\?/g, '').split('|')[0] ?? type;
  switch (kind) {
    case 'string':
      return [
        `"ab".repeat(${Math.ceil(size / 2)})`,
        `"é😀".repeat(${Math.ceil(size / 3)})`,
        `"a b,".repeat(${Math.ceil(size / 4)})`,
      ];
    case 'list':
      return [
        `range(${size})`,
        `range(${size}).map(i => "text {i % 100}")`,
        `range(${size}).map(i => [i])`,
        `range(${size}).map(i => {a: i, b: "x"})`,
        `range(${size}).map(i => (i, 1, 2))`,
      ];
    case 'map':
      return [`big_map(${size})`];
    case 'number':
      return [`${size}`, '1', '-3.75'];
    case 'bool':
      return ['true'];
    case 'vec':
      return ['(1.5, 2, -3)'];
    case 'color':
      return ['#8040c0'];
    case 'entity':
      return ['find("#1")'];
    case 'function':
      return ['(x => x)', '((a, b) => a)', '(x => 1)'];
    case 'item':
    case 'any':
      return [`"ab".repeat(${Math.ceil(size / 2)})`, '7', `range(${size})`];
    default:
      return ['none'];
  }
}

const BIG_MAP = `fn big_map(n)
  let m = {}
  for i in 0..n m["key {i}"] = i end
  return m
end
`;

/** The n-th choice of values for some parameters: all the first, then all the second … */
function choice(parameters: readonly EntryParameter[], size: number, index: number): readonly string[] {
  return parameters.map((parameter) => {
    const values = valuesOf(parameter.type, size);
    return values[index % values.length] ?? 'none';
  });
}

function scriptsOf(entry: StdlibEntry): BurnScript[] {
  const scripts = new Map<string, BurnScript>();
  const counts = [entry.least, Math.min(entry.most, entry.parameters.length)];
  for (const size of SIZES) {
    for (const count of counts) {
      for (let index = 0; index < 5; index += 1) {
        const receiver =
          valuesOf(entry.receiver ?? 'none', size)[index] ?? (index === 0 ? 'none' : undefined);
        const args = choice(entry.parameters.slice(0, count), size, index);
        if (entry.receiver !== undefined && receiver === undefined && args.length === 0) continue;
        const subject = receiver ?? valuesOf(entry.receiver ?? 'none', size)[0] ?? 'none';
        const setup = [`let subject = ${subject}`, ...args.map((arg, at) => `let arg${at} = ${arg}`)];
        const call = `${entry.receiver === undefined ? '' : 'subject.'}${entry.name}(${args.map((_, at) => `arg${at}`).join(', ')})`;
        // What takes items out is given them back, so that there is always something to do.
        const again =
          entry.changesReceiver === true
            ? `let copy = subject\n    copy${call.slice('subject'.length)}`
            : `let x = ${call}`;
        const script = looping(`${signatureText(entry)} ${setup.join('; ')}`, setup, again);
        scripts.set(script.source, { ...script, source: BIG_MAP + script.source });
      }
    }
  }
  return [...scripts.values()];
}

/** Ends a run, or is a value and no function. */
const isNoBurner = (entry: StdlibEntry): boolean =>
  entry.constant === true || entry.name === 'tool_fail' || entry.name === 'assert';

export const libraryScripts = (): readonly BurnScript[] =>
  STDLIB.filter((entry) => !isNoBurner(entry)).flatMap(scriptsOf);

/* ---- the language ---------------------------------------------------------------------------------------------------- */

/** Set up with these values, at each size: `s` plain text, `u` text beyond the plane, `a`, `b` lists, `t` texts, `m`, `n` maps. */
const DATA = (size: number): readonly string[] => [
  `let s = "ab".repeat(${Math.ceil(size / 2)})`,
  `let u = "é😀".repeat(${Math.ceil(size / 3)})`,
  `let a = range(${size})`,
  `let b = range(${size})`,
  `let t = range(${Math.ceil(size / 4)}).map(i => "text {i}")`,
  `let m = big_map(${Math.ceil(size / 8)})`,
  `let n = big_map(${Math.ceil(size / 8)})`,
  'let e = find("#1")',
];

const BODIES: readonly string[] = [
  'let x = a + b',
  'let x = 1e308 % 3e-320',
  'a[0] = 1e308\n    a[0] %= 3e-320',
  'let x = wrap(1e308, 0, 3e-320)',
  'let x = t + t',
  'let x = s + u',
  'let x = "{s}{u}{s}"',
  'let x = (s + "x").upper()',
  'let x = s == s + ""',
  'let x = u == "x" + u.slice(1)',
  'let x = s < "{s}x"',
  'let x = a == b',
  'let x = m == n',
  'let x = t == t.slice(0)',
  'let x = -1 in a',
  'let x = "none" in t',
  'let x = "bb" in s',
  'let x = "key" in m',
  'let x = s[-1]',
  'let x = u[-1]',
  'let x = u.length',
  'let x = s.length',
  'let x = "{a}"',
  'let x = "{m}"',
  'let x = str(t)',
  'for c in s if c == "z" then break end end',
  'for c in u if c == "z" then break end end',
  'for i, x in a if x < 0 then break end end',
  'for k, v in m if v < 0 then break end end',
  'for x in a break end',
  'for k in m break end',
  'for c in u break end',
  'for c in s break end',
  'let c = a\n    c[0] = 1',
  'let c = t\n    c.push("x")',
  'let c = m\n    c.x = 1',
  'let c = m\n    c.remove("key 1")',
  'let c = {x: a}\n    let d = c\n    d.x[0] = 1',
  'm.remove("key 1")\n    m["key 1"] = 1',
  'a.insert(0, 1)\n    a.remove_at(0)',
  'a.reverse()',
  'a.sort()',
  't.sort()',
  'a.sort(x => -x)',
  'a.sort(x => "k{x % 10}")',
  'let x = a.map(x => x)',
  'let x = a.map(x => [x])',
  'let x = a.map(x => {v: x})',
  'let x = a.map(x => (x, x, x))',
  'let x = a.map(x => "{x}")',
  'let x = a.map(x => (y => x))',
  'let x = a.filter(x => x)',
  'let x = t.filter(x => x.length)',
  'let x = a.map(str)',
  'let x = t.map(x => x.upper())',
  'let x = a.group_by(x => x % 7)',
  'let x = t.group_by(x => x)',
  'let x = a.reduce((total, x) => total + x, 0)',
  'let x = t.unique()',
  'let x = t.join(s)',
  'let x = t.join(",")',
  'let x = t.join(",").split(",")',
  'let x = s.replace("a", "xyz")',
  'let x = s.split("a")',
  'let x = s.chars()',
  'let x = u.chars()',
  'let x = m.merge(n)',
  'let x = m.entries()',
  'let x = m.map((k, v) => v)',
  'let x = m.filter((k, v) => v)',
  'let x = m.keys()',
  'let x = m.values().map(v => v)',
  'let x = shuffle(a)',
  'let x = json_text(a)',
  'let x = json_text(m)',
  'let x = json_text(t)',
  'let x = json_parse(json_text(t))',
  'let x = json_parse(json_text(m))',
  'let x = json_parse("\\"" + s + "\\"")',
  'let x = [a, a, a].flatten()',
  'let x = [[a, a], [a, [a, b]]].flatten(3)',
  'let x = {a: a, b: b, c: m}',
  'let x = {["k" + 1]: 1, ["l" + 2]: 2}',
  'let x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]',
  'let x = {a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}',
  'let x = "{1}{2}{3}{4}{5}{6}"',
  'let x = 1.1 + 2.2\n    let y = "{x}"',
  'let x = "{0.1 + 0.2}"',
  'let x = "{1 / 3} {2 / 3} {1e300 / 7}"',
  'let x = str(1e21 / 7)',
  'let x = format(1 / 3, 20)',
  'let x = (1, 2, 3) * 2 + (1, 2, 3)',
  'let x = #102030 * 2 + #010101',
  'let x = mix(#102030, #ffffff, 0.5)',
  'let x = {}\n    for i in 0..40 x["k{i}"] = i end',
  'let x = []\n    for i in 0..40 x.push(i) end',
  'let f = x => x\n    let y = f(f(f(1)))',
  'match s when "x", "y" then let x = 1 when s then let x = 2 end',
  'match a when [1], b then let x = 1 else let x = 2 end',
  'let x = if s == u then 1 else 2',
  'log s',
  'log a',
  'log m',
  'tool_warn(a)',
  'let x = noise(1.5, 2.5, 3.5)',
  'let x = pow(1.01, 2.5) + sin(1e10) + tan(3) + exp(2) + log2(3) + atan2(1, 2)',
  'let x = hsv(0.5, 1, 1)',
  'let x = rotate((1, 2, 3), (10, 20, 30))',
  'seed(7)',
  'let x = random_int(1, 6)',
  'e.hp = 3',
  'e.data = a',
  'e.data = m',
  'e.data = t',
  'e.name = s',
  'e.position.x += 1',
  'e.position = (1, 2, 3)',
  'e.light.intensity = 2',
  'e.color = #102030',
  'let x = e.position.x + e.rotation.y',
  'let x = e.light.intensity',
  'let x = e.tags',
  'let x = e.hp',
  'add_tag(e, "x")\n    remove_tag(e, "x")',
  'set_var(e, s, 1)\n    remove_var(e, s)',
  'move e by (1, 0, 0)',
  'rotate e by (1, 0, 0)',
  'look e at (1, 0, 7)',
  'teleport(e, (1, 2, 3))',
  'set_parent(e, none)',
  'destroy e',
  'let x = spawn("cube")',
  'let x = spawn("cube", (0, 1, 0), "Crate", {tags: ["crate"], hp: 3})',
  'let x = spawn("cube", (0, 1, 0), "Crate", m)',
  'let x = clone(e)',
  'let x = clone(e, m)',
  'destroy spawn("cube")',
  'let x = find("nobody")',
  'let x = find("Lamp")',
  'let x = find_all()',
  'let x = find_all("crate")',
  'let x = nearest("crate")',
  'let x = nearest("crate", e, 5)',
  'let x = within((0, 0, 0), 1000000)',
  'let x = within((0, 0, 0), 3)',
  'let x = within((0, 0, 0), 1000000, "crate")',
  'let x = count("crate")',
  'let x = count()',
  'let x = children(e)',
  'let x = world_position(e)',
  'let x = forward(e)',
  'let x = exists(e)',
  'let x = has(e, "light")',
  'let x = try_tool("echo", m)',
  'let x = try_tool("echo", {a: a})',
  'let x = try_tool("nothing")',
  'let x = read_file("big.txt")',
  'let x = read_file("big.txt").split(" ")',
  'write_file("out.txt", s)',
  'write_file("out.txt", a)',
  'let x = list_files("")',
  'spawn("cube")\n    let x = count()',
  'spawn("cube")\n    let x = find("Lamp")\n    let y = within((0, 0, 0), 1)',
  'add_tag(e, "crate")\n    let x = count("crate")\n    remove_tag(e, "crate")',
  'e.position.x += 1\n    let x = within((0, 0, 0), 1)',
  'let x = a\n    for c in children(e) set_parent(c, none) end\n    x = count()',
];

/** A chain of entities, each below the one before: what goes up from the last goes a long way. */
const CHAIN =
  'let last = find("#1")\n  repeat 1500 times\n    let next = spawn("cube", {parent: last})\n    last = next\n  end';
const CHAIN_BODIES: readonly string[] = [
  'let x = world_position(last)',
  'let x = forward(last)',
  'let x = distance(last, e)',
  'let x = find_all("crate")',
  'teleport(last, (1, 2, 3))',
  'set_parent(last, parent(last))',
  'set_parent(last, parent(last), false)',
  'look last at (1, 2, 3)',
  'last.position.x += 1\n    let x = within((0, 0, 0), 1)',
  'e.position.x += 1\n    let x = within((0, 0, 0), 1)',
  'spawn("cube", last)',
  'let x = clone(e)',
];

/** Loop bodies of this many statements: what a block costs must grow with it. */
const BODY_LENGTHS = [1, 10, 100, 1000] as const;
const STATEMENTS = [
  'x += 1',
  'let y = x * 2 + 1',
  'v = v + (1, 2, 3)',
  'let y = [x, x]',
  'let y = {a: x}',
  'let y = "{x}"',
  'if x < 0 then x = 0 end',
  'let y = x => x',
] as const;

export const languageScripts = (): readonly BurnScript[] => [
  ...SIZES.flatMap((size) =>
    BODIES.map((text) => {
      const script = looping(`${size}: ${text.replace(/\n\s*/g, '; ')}`, DATA(size), text);
      return { ...script, source: BIG_MAP + script.source };
    }),
  ),
  ...CHAIN_BODIES.map((text) =>
    looping(`a chain: ${text.replace(/\n\s*/g, '; ')}`, ['let e = find("#1")', CHAIN], text),
  ),
  ...BODY_LENGTHS.flatMap((count) =>
    STATEMENTS.map((text) =>
      looping(
        `${count} times ${text}`,
        ['let x = 0', 'let v = (0, 0, 0)'],
        // Each in a block of its own, so that they may all declare the same name.
        Array.from({ length: count }, () => text).join('\n    '),
      ),
    ),
  ),
];

/** Values that grow until a bound stops them. */
const BOMBS: readonly (readonly [string, readonly string[], string])[] = [
  ['a list that grows', ['let all = []'], 'all.push(1)'],
  ['lists in a list', ['let all = []'], 'all.push([1, 2, 3])'],
  ['maps in a list', ['let all = []'], 'all.push({a: 1, b: 2, c: 3})'],
  ['texts in a list', ['let all = []', 'let i = 0'], 'all.push("text {i}")\n    i += 1'],
  ['vectors in a list', ['let all = []', 'let i = 0'], 'all.push((i, i, i))\n    i += 1'],
  ['numbers in a list', ['let all = []', 'let i = 0.5'], 'all.push(i)\n    i += 1'],
  ['closures in a list', ['let all = []', 'let i = 0'], 'let j = i\n    all.push(() => j)\n    i += 1'],
  ['entities in a list', ['let all = []'], 'all.push(find("#1"))'],
  ['nested lists', ['let all = []'], 'all = [all]'],
  ['nested maps', ['let all = {}'], 'all = {a: all, b: all}'],
  ['keys', ['let all = {}', 'let i = 0'], 'all["key {i}"] = i\n    i += 1'],
  ['shapes', ['let all = []', 'let i = 0'], 'let m = {}\n    m["key {i}"] = 1\n    all.push(m)\n    i += 1'],
  ['wide maps', ['let all = []'], `let m = {}\n    for i in 0..40 m["k{i}"] = i end\n    all.push(m)`],
  ['maps with a key removed', ['let all = []'], 'let m = {a: 1, b: 2}\n    m.remove("a")\n    all.push(m)'],
  ['emptied maps', ['let all = []'], 'let m = {}\n    m.clear()\n    all.push(m)'],
  ['copies of a list', ['let all = []', 'let a = range(1000)'], 'let b = a\n    b.push(1)\n    all.push(b)'],
  ['copies of a map', ['let all = []', 'let a = big_map(1000)'], 'let b = a\n    b.x = 1\n    all.push(b)'],
  ['a string that grows at its end', ['let s = ""'], 's += "x"'],
  ['a string that grows at its start', ['let s = ""'], 's = "x" + s'],
  ['strings that grow', ['let all = []', 'let s = ""'], 's += "x"\n    all.push(s)'],
  ['long strings', ['let all = []', 'let i = 0'], 'all.push("x{i}".repeat(10000))\n    i += 1'],
  [
    'long strings beyond Latin',
    ['let all = []', 'let i = 0'],
    'all.push("é😀{i}".repeat(10000))\n    i += 1',
  ],
  ['upper case', ['let all = []', 'let s = "ab".repeat(500000)'], 'all.push(s.upper())'],
  ['slices', ['let all = []', 'let s = "ab".repeat(500000)'], 'all.push(s.slice(1))'],
  [
    'short slices of long strings',
    ['let all = []', 'let i = 0'],
    'all.push("x{i}".repeat(50000).slice(0, 20))\n    i += 1',
  ],
  ['characters', ['let all = []', 'let s = "ab".repeat(5000)'], 'all.push(s.chars())'],
  ['words', ['let all = []', 'let s = "ab ".repeat(5000)'], 'all.push(s.split(" "))'],
  ['words of text beyond Latin', ['let all = []', 'let s = "é😀 ".repeat(5000)'], 'all.push(s.split(" "))'],
  ['ranges', ['let all = []'], 'all.push(range(1000))'],
  ['pairs', ['let all = []', 'let a = range(1000)'], 'all.push(a.enumerate())'],
  ['groups', ['let all = []', 'let a = range(1000)'], 'all.push(a.group_by(x => x))'],
  ['entries', ['let all = []', 'let m = big_map(1000)'], 'all.push(m.entries())'],
  [
    'values read from JSON',
    ['let all = []', 'let s = json_text(range(1000).map(i => {a: i}))'],
    'all.push(json_parse(s))',
  ],
  [
    'empty lists read from JSON',
    ['let all = []', 'let s = "[" + "[],".repeat(1000) + "[]]"'],
    'all.push(json_parse(s))',
  ],
  ['JSON texts', ['let all = []', 'let a = range(1000)'], 'all.push(json_text(a))'],
  ['a var', ['let e = find("#1")', 'let i = 0', 'let a = range(100)'], 'set_var(e, "v{i}", a)\n    i += 1'],
  ['tags', ['let e = find("#1")', 'let i = 0'], 'add_tag(e, "tag {i}")\n    i += 1'],
  ['entities', [], 'spawn("cube")'],
  ['entities with vars', ['let a = range(100)'], 'spawn("cube", {data: a})'],
  ['clones', ['let e = find("#1")', 'e.data = range(1000)'], 'clone(e)'],
  ['logs', ['let s = "ab".repeat(5000)'], 'log s'],
  ['files', ['let i = 0', 'let s = "ab".repeat(5000)'], 'write_file("f{i}", s)\n    i += 1'],
];

export const bombScripts = (): readonly BurnScript[] =>
  BOMBS.map(([name, setup, text]) => {
    const script = looping(name, setup, text);
    return { ...script, source: BIG_MAP + script.source };
  });

export const burnScripts = (): readonly BurnScript[] => [
  ...languageScripts(),
  ...bombScripts(),
  ...libraryScripts(),
];

/** Attacks on what a run may use, and on what is under way. */
import { body, value, type Attack } from './attack';

const DEEP = '('.repeat(20_000);

export const DEPTH: readonly Attack[] = [
  { name: 'recursion', source: 'fn f(n) return f(n + 1) end\nfn run() return f(0) end\n', code: 'too_deep' },
  {
    name: 'recursion in turns',
    source: 'fn a(n) return b(n) end\nfn b(n) return a(n) end\nfn run() return a(0) end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through map',
    source: 'fn f(n) return [n].map(f) end\nfn run() return f(0) end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through sort',
    source: 'fn f(n) return [n, n].sorted(f) end\nfn run() return f(0) end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through reduce',
    source: 'fn f(a, b) return [a, b].reduce(f) end\nfn run() return f(1, 2) end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through a map of maps',
    source: 'fn f(v) return {a: 1}.map(f) end\nfn run() return f(0) end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through a default',
    source: 'fn f(a = f()) return a end\nfn run() return f() end\n',
    code: 'too_deep',
  },
  {
    name: 'recursion through a closure',
    source: 'fn run()\n  let box = {f: none}\n  box.f = x => box.f(x + 1)\n  return box.f(0)\nend\n',
    code: 'too_deep',
  },
  {
    name: 'recursion with many variables',
    source: `fn f(n)\n${Array.from({ length: 150 }, (_, i) => `  let v${i} = n`).join('\n')}\n  return f(v149)\nend\nfn run() return f(0) end\n`,
    code: 'too_deep',
  },
  {
    name: 'recursion in a deep expression',
    source: `fn f(n) return ${'(1 + '.repeat(80)}f(n)${')'.repeat(80)} end\nfn run() return f(0) end\n`,
    code: 'too_deep',
  },
  {
    name: 'recursion in deep blocks',
    source: `fn f(n)\n${'if true then\n'.repeat(60)}f(n)\n${'end\n'.repeat(60)}end\nfn run() return f(0) end\n`,
    code: 'too_deep',
  },
  {
    name: 'recursion in a long chain',
    source: `fn f(n) return ${'1 + '.repeat(200)}f(n) end\nfn run() return f(0) end\n`,
    code: 'too_deep',
  },
  body('a list nested without end', '  let a = []\n  while true\n    a = [a]\n  end', {
    code: 'budget_exceeded',
  }),
  body('a result nested too deep', '  let a = []\n  repeat 5000 times a = [a] end\n  return a', {
    code: 'too_deep',
  }),
  body('text of what is nested too deep', '  let a = []\n  repeat 5000 times a = [a] end\n  return str(a)', {
    code: 'too_deep',
  }),
  body(
    'comparing what is nested too deep',
    '  let a = []\n  let b = []\n  repeat 5000 times\n    a = [a]\n    b = [b]\n  end\n  return a == b',
    { code: 'too_deep' },
  ),
  body('a var nested too deep', '  let a = {}\n  repeat 5000 times a = {a: a} end\n  find("Lamp").deep = a', {
    code: 'too_deep',
  }),
  body(
    'arguments nested too deep',
    '  let a = {}\n  repeat 5000 times a = {a: a} end\n  return call_tool("echo", a)',
    { code: 'too_deep' },
  ),
  body('JSON nested too deep', '  return json_parse("[".repeat(100000))', { code: 'too_deep' }),
  body(
    'flattening what is nested too deep',
    '  let a = [1]\n  repeat 5000 times a = [a] end\n  return a.flatten(1000000).flatten(1e9).length',
  ),
  value('20,000 brackets', DEEP),
  value('20,000 minus signs', '- '.repeat(20_000) + '1'),
  value('20,000 nots', 'not '.repeat(20_000) + '1'),
  value('20,000 members', `args${'.a'.repeat(20_000)}`),
  value('20,000 calls', `run${'()'.repeat(20_000)}`),
  value('20,000 lists', '['.repeat(20_000)),
  value('20,000 arrows', 'x => '.repeat(20_000) + '1'),
  value('20,000 conditions', 'if 1 then 2 else '.repeat(20_000) + '3'),
  value('20,000 interpolations', '"{'.repeat(20_000)),
  body('20,000 blocks', 'if true then\n'.repeat(20_000)),
  body('20,000 elifs', `if false then\n${'elif false then\n'.repeat(20_000)}end`),
  value('a long sum', `1${' + 1'.repeat(20_000)}`),
  body('20,000 variables', Array.from({ length: 20_000 }, (_, i) => `let v${i} = 1`).join('\n')),
  {
    name: 'a long chain of constants',
    source: `const C0 = [1]\n${Array.from({ length: 3000 }, (_, i) => `const C${i + 1} = C${i}`).join('\n')}\nfn run() return C3000 end\n`,
    result: [1],
  },
];

export const SIZE: readonly Attack[] = [
  body('a string that doubles', '  let s = "x"\n  while true s = s + s end', { code: 'output_too_large' }),
  body('a string in itself', '  let s = "x"\n  while true s = "{s}{s}" end', { code: 'output_too_large' }),
  value('a repeated string', '"xxxxxxxxxx".repeat(1e9)', { code: 'output_too_large' }),
  value('a padded string', '"x".pad_left(1e9)', { code: 'output_too_large' }),
  value('a replaced string', '"x".repeat(1000000).replace("x", "yyyy")', { code: 'output_too_large' }),
  value('a joined list', 'range(1000).map(i => "x".repeat(10000)).join("")', { code: 'output_too_large' }),
  value('a range', 'range(1e12)', { code: 'output_too_large' }),
  value('a range backwards', 'range(0, -1e300, -1)', { code: 'output_too_large' }),
  body('a list that doubles', '  let a = [1]\n  while true a = a + a end', {
    code: 'output_too_large',
    instructions: 50_000_000,
  }),
  body('a list that shares itself', '  let a = [1]\n  repeat 60 times a = [a, a] end\n  return a', {
    code: 'budget_exceeded',
  }),
  body(
    'text of what shares itself',
    '  let a = [1]\n  repeat 60 times a = [a, a] end\n  return str(a).length',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'comparing what shares itself',
    '  let a = [1]\n  let b = [1]\n  repeat 60 times\n    a = [a, a]\n    b = [b, b]\n  end\n  return a == b',
    { code: 'budget_exceeded' },
  ),
  body(
    'a var that shares itself',
    '  let a = [1]\n  repeat 60 times a = [a, a] end\n  find("Lamp").big = a',
    { code: 'budget_exceeded' },
  ),
  body(
    'JSON of what shares itself',
    '  let a = [1]\n  repeat 60 times a = [a, a] end\n  return json_text(a)',
    { code: 'budget_exceeded' },
  ),
  body(
    'flattening what shares itself',
    '  let a = [1]\n  repeat 60 times a = [a, a] end\n  return a.flatten(100)',
    { code: 'budget_exceeded' },
  ),
  body('maps without end', '  let all = []\n  while true all.push({a: 1, b: [1, 2, 3]}) end', {
    code: 'output_too_large',
    instructions: 50_000_000,
  }),
  body(
    'keys without end',
    '  let m = {}\n  let i = 0\n  while true\n    m["key {i}"] = i\n    i += 1\n  end',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'shapes without end',
    '  let i = 0\n  while true\n    let m = {}\n    m["key {i}"] = 1\n    i += 1\n  end',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'closures without end',
    '  let all = []\n  let i = 0\n  while true\n    let j = i\n    all.push(() => j)\n    i += 1\n  end',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'flat copies of growing text',
    '  let s = "x".repeat(2000)\n  let all = []\n  while true\n    s += "x"\n    let found = s.index_of("y")\n    all.push(s)\n  end',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'splitting again and again',
    '  let text = "a ".repeat(100000)\n  let all = []\n  while true all.push(text.split(" ")) end',
    { code: 'output_too_large', instructions: 50_000_000 },
  ),
  body(
    'the same long string again and again',
    '  let text = "a".repeat(1000000)\n  let all = []\n  repeat 100 times all.push(text) end\n  return all',
    { code: 'output_too_large' },
  ),
  body('logs without end', '  while true log "x".repeat(1000) end', { code: 'budget_exceeded' }),
  body('warnings without end', '  while true tool_warn("x".repeat(1000)) end', { code: 'budget_exceeded' }),
  body('entities without end', '  while true spawn("cube") end', { code: 'budget_exceeded' }),
  body('copies of copies', '  let e = spawn("cube")\n  while true set_parent(clone(e), e) end', {
    code: 'budget_exceeded',
  }),
];

export const TIME: readonly Attack[] = [
  body('an empty loop', '  while true\n  end', { code: 'budget_exceeded' }),
  body('a loop without a body', '  for i in 0..1e18 end', { code: 'budget_exceeded' }),
  body('a step that changes nothing', '  for i in 1e17..2e17 step 1e-300\n  end', {
    code: 'budget_exceeded',
  }),
  body('repeat without end', '  repeat 1e308 times end', { code: 'budget_exceeded' }),
  body(
    'loops in loops',
    '  repeat 100000 times repeat 100000 times repeat 100000 times let a = 1 end end end',
    { code: 'budget_exceeded' },
  ),
  body('a loop in an argument', '  while true abs(abs(abs(1))) end', { code: 'budget_exceeded' }),
  body('work behind and', '  while true and [1, 2, 3].map(x => x).all(x => x)\n  end', {
    code: 'budget_exceeded',
  }),
  body('work behind ??', '  while true\n    let a = none ?? [1, 2, 3].sorted()\n  end', {
    code: 'budget_exceeded',
  }),
  body('a long body', `  while true\n${'    let a = [1, 2, 3, 4]\n'.repeat(500)}  end`, {
    code: 'budget_exceeded',
  }),
  body('a long list in a loop', `  while true\n    let a = [${'1, '.repeat(500)}1]\n  end`, {
    code: 'budget_exceeded',
  }),
  body('sorting in a loop', '  let a = range(5000)\n  while true a.sort() end', { code: 'budget_exceeded' }),
  body(
    'sorting strings in a loop',
    '  let a = range(5000).map(i => "a".repeat(100) + str(i))\n  while true a.sort() end',
    { code: 'budget_exceeded' },
  ),
  body(
    'searching for what nearly fits',
    '  let text = "a".repeat(1000000)\n  let word = "a".repeat(500) + "b" + "a".repeat(499)\n  return text.contains(word)',
    { code: 'budget_exceeded' },
  ),
  body(
    'splitting by what nearly fits',
    '  let text = "a".repeat(1000000)\n  return text.split("a".repeat(5000) + "b" + "a".repeat(5000))',
    { code: 'budget_exceeded' },
  ),
  body(
    'replacing what nearly fits',
    '  let text = "a".repeat(1000000)\n  return text.replace("a".repeat(5000) + "b" + "a".repeat(5000), "")',
    { code: 'budget_exceeded' },
  ),
  body(
    'reading numbers that nearly are some',
    '  let text = "1".repeat(100000) + "x"\n  while true num(text) end',
    { code: 'budget_exceeded' },
  ),
  body('trimming much', '  let text = "a" + " ".repeat(1000000) + "a"\n  while true text.trim() end', {
    code: 'budget_exceeded',
  }),
  body(
    'comparing long strings',
    '  let a = "a".repeat(1000000)\n  let b = "a".repeat(999999) + "b"\n  while true let c = a == b end',
    { code: 'budget_exceeded' },
  ),
  body('long keys', '  let key = "a".repeat(1000000)\n  let m = {}\n  while true m[key + "b"] = 1 end', {
    code: 'budget_exceeded',
  }),
  body('walking text beyond the plane', '  let s = "😀".repeat(100000)\n  while true let c = s[99999] end', {
    code: 'budget_exceeded',
  }),
  body(
    'copying before each change',
    '  let a = range(100000)\n  while true\n    let b = a\n    b.push(1)\n  end',
    { code: 'budget_exceeded' },
  ),
  body('all entities again and again', '  while true find_all() end', { code: 'budget_exceeded' }),
  body('calling tools without end', '  while true try_tool("nothing") end', { code: 'budget_exceeded' }),
  body('unlike items', '  let a = range(3000).map(i => [i])\n  while true a.unique() end', {
    code: 'budget_exceeded',
  }),
  body('reading the same JSON', '  let text = json_text(range(10000))\n  while true json_parse(text) end', {
    code: 'budget_exceeded',
  }),
];

/** Functions that change what their callers are in the middle of. */
export const REENTRY: readonly Attack[] = [
  body(
    'a list emptied while it is mapped',
    '  let a = [1, 2, 3]\n  let b = a.map(fn(x) a.clear() return x end)\n  return [a, b]',
    { result: [[], [1, 2, 3]] },
  ),
  body(
    'a list that grows while it is filtered',
    '  let a = [1, 2]\n  let b = a.filter(fn(x) a.push(x) return true end)\n  return [a, b]',
    {
      result: [
        [1, 2, 1, 2],
        [1, 2],
      ],
    },
  ),
  body(
    'a list changed while it is sorted',
    '  let a = [3, 1, 2]\n  a.sort(fn(x) a = [] return x end)\n  return a',
    { result: [1, 2, 3] },
  ),
  body(
    'a list of lists emptied while one is sorted',
    '  let a = [[2, 1], [4, 3]]\n  a[1].sort(fn(x) a.clear() return x end)\n  return a',
    { code: 'runtime_error' },
  ),
  body(
    'a map changed while it is mapped',
    '  let m = {a: 1, b: 2}\n  let n = m.map(fn(k, v) m.remove("b") return v end)\n  return [m, n]',
    { result: [{ a: 1 }, { a: 1, b: 2 }] },
  ),
  body(
    'a loop over what the loop clears',
    '  let a = [1, 2, 3]\n  let n = 0\n  for x in a\n    a.clear()\n    n += x\n  end\n  return [a, n]',
    { result: [[], 6] },
  ),
  body(
    'an item that is changed as it is replaced',
    '  let a = [[1], [2]]\n  let f = fn() a.pop() return 9 end\n  a[0] = f()\n  return a',
    { result: [9] },
  ),
  body(
    'an index that goes away',
    '  let a = [1, 2]\n  let f = fn() a.pop() return 9 end\n  a[1] = f()\n  return a',
    { code: 'runtime_error' },
  ),
  body(
    'a reduce that clears',
    '  let a = [1, 2, 3]\n  return a.reduce(fn(t, x) a.clear() return t + x end, 0)',
    { result: 6 },
  ),
  body('a group that clears', '  let a = [1, 2, 3]\n  return a.group_by(fn(x) a.clear() return "k" end)', {
    result: { k: [1, 2, 3] },
  }),
  body(
    'a function in a map that replaces the map',
    '  let m = {push: none}\n  m.push = fn(x) m = {done: x} return x end\n  let r = m.push(5)\n  return [r, m.done]',
    { result: [5, 5] },
  ),
  body(
    'an entity destroyed in its own loop',
    '  for e in find_all()\n    destroy e\n    destroy e\n  end\n  return find_all().length',
    { result: 2 },
  ),
  body(
    'a parent below its child',
    '  let a = spawn("cube")\n  let b = spawn("cube")\n  set_parent(b, a)\n  set_parent(a, b)',
    { code: 'invalid_arguments' },
  ),
];

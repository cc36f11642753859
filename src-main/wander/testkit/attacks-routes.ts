/** The names that every object of the host has, by each route on which a script can name something; and more that grows. */
import { body, value, type Attack } from './attack';

const NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  '__defineGetter__',
] as const;

/** A name that is declared: each is a name like any other. */
const declaredAs = (name: string): readonly Attack[] => [
  body(`${name}: as a variable`, `  let ${name} = 1\n  ${name} += 1\n  return ${name}`, { result: 2 }),
  {
    name: `${name}: as a function`,
    source: `fn ${name}(x) return x end\nfn run() return ${name}(3) end\n`,
    result: 3,
  },
  {
    name: `${name}: as a parameter`,
    source: `fn f(${name} = 4) return ${name} end\nfn run() return f() end\n`,
    result: 4,
  },
  { name: `${name}: as a constant`, source: `const ${name} = 5\nfn run() return ${name} end\n`, result: 5 },
  body(`${name}: as a loop variable`, `  let n = 0\n  for ${name} in [1, 2] n += ${name} end\n  return n`, {
    result: 3,
  }),
  value(`${name}: as a parameter of a lambda`, `[1].map(${name} => ${name} + 1)[0]`, { result: 2 }),
];

/** A name behind a dot, in brackets, or in text. */
const routesOf = (name: string): readonly Attack[] => [
  value(`${name}: as a key`, `{${name}: 6}.${name}`, { result: 6 }),
  value(
    `${name}: as a key that is put together`,
    `{["${name.slice(0, 3)}" + "${name.slice(3)}"]: 7}["${name}"]`,
    { result: 7 },
  ),
  value(`${name}: in a map without it`, `[{}.${name}, {a: 1}["${name}"], {}.has("${name}")]`, {
    result: [null, null, false],
  }),
  body(
    `${name}: set in a map`,
    `  let m = {}\n  m.${name} = {${name}: 1}\n  m.${name}.${name} += 1\n  return m.${name}.${name}`,
    {
      result: 2,
    },
  ),
  value(`${name}: in what JSON says`, `json_parse("\\{\\"${name}\\": 8\\}").${name}`, { result: 8 }),
  value(`${name}: among the arguments`, `[args.${name}, args.map.${name}]`, { result: [null, null] }),
  body(
    `${name}: as a var`,
    `  let e = find("Lamp")\n  let before = e.${name}\n  e.${name} = 9\n  return [before, e["${name}"]]`,
    {
      result: [null, 9],
    },
  ),
  body(`${name}: as a tag`, `  add_tag(find("Lamp"), "${name}")\n  return find_all("${name}").length`, {
    result: 1,
  }),
  body(`${name}: as a name`, `  find("Lamp").name = "${name}"\n  return find("${name}").id`, { result: 1 }),
  value(
    `${name}: in a match`,
    `(fn(x) match x when "${name}" then return 1 else return 2 end end)("${name}")`,
    { result: 1 },
  ),
  value(`${name}: in text`, `"{{${name}: 1}}"`, { result: `{${name}: 1}` }),
  value(`${name}: as a group`, `["${name}"].group_by(x => x).${name}`, { result: [name] }),
  value(`${name}: as a method of a list`, `[1].${name}()`, { code: 'runtime_error' }),
  value(`${name}: as a method of text`, `"a".${name}()`, { code: 'runtime_error' }),
  value(`${name}: as a method of a function`, `(x => x).${name}()`, { code: 'runtime_error' }),
  value(`${name}: of a number`, `args.zero.${name}`, { code: 'runtime_error' }),
  value(`${name}: handed to a tool`, `call_tool("echo", {${name}: {${name}: 1}}).${name}.${name}`, {
    result: 1,
  }),
  value(`${name}: as a tool`, `try_tool("${name}").ok`, { result: false }),
  value(`${name}: as a component`, `has(find("Lamp"), "${name}")`, { code: 'runtime_error' }),
  value(`${name}: as a file`, `file_exists("${name}")`, { result: false }),
];

/** A word of the language can't be declared. */
const WORDS: readonly string[] = ['then'];

export const ROUTES: readonly Attack[] = NAMES.flatMap((name) => [
  ...(WORDS.includes(name) ? [] : declaredAs(name)),
  ...routesOf(name),
]);

/** What a failure of the host leaves a script with: data, and nothing of the failure. */
export const CAUGHT: readonly Attack[] = [
  value('the keys of a caught failure', 'try_tool("nothing").keys()', {
    result: ['ok', 'error', 'message', 'hint'],
  }),
  value('the stack of a caught failure', 'try_tool("nothing").stack', { result: null }),
  value('the constructor of a caught failure', 'try_tool("nothing").constructor', { result: null }),
  value('the kind of a caught failure', 'type_of(try_tool("nothing").error)', { result: 'string' }),
  value('a caught failure of a tool that throws', 'try_tool("throws").message', {
    result: 'thrown by the tool',
  }),
  value('a failure of a tool that is not caught', 'call_tool("throws")', { code: 'runtime_error' }),
  value('a failure of the file system', 'read_file("../../etc/passwd")', { code: 'not_found' }),
  value('a failure of the scene', 'set_parent(find("Lamp"), find("Lamp"))', { code: 'invalid_arguments' }),
];

const growing = (name: string, text: string, code: string): Attack =>
  body(name, `  let all = []\n  let i = 0\n  while true\n    ${text}\n    i += 1\n  end`, {
    code,
    instructions: 50_000_000,
  });

/** What is kept of all that makes something. */
export const KEPT: readonly Attack[] = [
  growing('slices that are kept', 'all.push(range(100).slice(1))', 'output_too_large'),
  growing('pairs that are kept', 'all.push(range(100).zip(range(100)))', 'output_too_large'),
  growing('positions that are kept', 'all.push(range(100).enumerate())', 'output_too_large'),
  growing('groups that are kept', 'all.push(range(100).group_by(x => x))', 'output_too_large'),
  growing('sorted copies that are kept', 'all.push(range(100).sorted(x => -x))', 'output_too_large'),
  growing('shuffled copies that are kept', 'all.push(shuffle(range(100)))', 'output_too_large'),
  growing('mapped lists that are kept', 'all.push(range(100).map(x => x))', 'output_too_large'),
  growing('filtered lists that are kept', 'all.push(range(100).filter(x => true))', 'output_too_large'),
  growing('lists without repeats that are kept', 'all.push(range(100).unique())', 'output_too_large'),
  growing('flat lists that are kept', 'all.push([range(50), range(50)].flatten())', 'output_too_large'),
  growing('joined text that is kept', 'all.push(range(1000).join("{i}"))', 'output_too_large'),
  growing('padded text that is kept', 'all.push("{i}".pad_left(1000))', 'output_too_large'),
  growing('formatted text that is kept', 'all.push(format(i, 20))', 'output_too_large'),
  growing('replaced text that is kept', 'all.push("aaaaaaaaaa".replace("a", "bbbb{i}"))', 'output_too_large'),
  growing('characters that are kept', 'all.push("abcdefghij".chars())', 'output_too_large'),
  growing('capitals that are kept', 'all.push("text number {i} of all".upper())', 'output_too_large'),
  growing('merged maps that are kept', 'all.push({a: 1}.merge({b: 2}))', 'output_too_large'),
  growing('entries that are kept', 'all.push({a: 1, b: 2}.entries())', 'output_too_large'),
  growing('JSON that is kept', 'all.push(json_text({a: i, b: [i, i]}))', 'output_too_large'),
  growing('read JSON that is kept', 'all.push(json_parse("[[1], [2], [3]]"))', 'output_too_large'),
  growing(
    'answers of tools that are kept',
    'all.push(call_tool("echo", {a: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}))',
    'budget_exceeded',
  ),
  growing('vars without end', 'set_var(find("Lamp"), "v{i}", i)', 'budget_exceeded'),
  growing('tags without end', 'add_tag(find("Lamp"), "t{i}")', 'budget_exceeded'),
  growing('a var that grows', 'find("Lamp").items = all\n    all.push(i)', 'output_too_large'),
  growing('files without end', 'write_file("f{i}", "x".repeat(100))', 'budget_exceeded'),
];

/** What looks as if it cost less than it does. */
export const CHEAP: readonly Attack[] = [
  body(
    'a long word looked for with in',
    '  let text = "a".repeat(1000000)\n  let word = "a".repeat(500) + "b" + "a".repeat(499)\n  return word in text',
    {
      code: 'budget_exceeded',
    },
  ),
  body(
    'a key that comes and goes',
    '  let m = {}\n  for i in 0..2000 m["k{i}"] = i end\n  while true\n    m.remove("k1")\n    m.k1 = 1\n  end',
    {
      code: 'budget_exceeded',
    },
  ),
  body('a list of all made anew', '  while true\n    spawn("cube")\n    let n = count()\n  end', {
    code: 'budget_exceeded',
  }),
  body(
    'a long way up',
    '  let last = find("Lamp")\n  repeat 200 times\n    let next = spawn("cube", {parent: last})\n    last = next\n  end\n  while true let far = world_position(last) end',
    {
      code: 'budget_exceeded',
    },
  ),
  body(
    'an entity with many vars',
    '  let m = {}\n  for i in 0..1000 m["v{i}"] = i end\n  while true spawn("cube", m) end',
    {
      code: 'budget_exceeded',
    },
  ),
  body('much destroyed at once', '  for i in 0..3000 destroy spawn("cube") end\n  return 1', {
    code: 'budget_exceeded',
    instructions: 500_000,
  }),
  body(
    'the order of long text beyond the plane',
    '  let a = "😀".repeat(100000) + "a"\n  let b = "😀".repeat(100000) + "b"\n  while true let c = a < b end',
    {
      code: 'budget_exceeded',
    },
  ),
];

/** Attacks that try to reach the host: by its names, by text that becomes code, by conversions. */
import { body, value, type Attack } from './attack';

const HOST_NAMES = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupSetter__',
  'isPrototypeOf',
  'toJSON',
  'then',
  'caller',
  'arguments',
  'call',
  'apply',
  'bind',
] as const;

/** The names of the host's objects, by every way of reading a name. */
export const NAMES: readonly Attack[] = HOST_NAMES.flatMap((name) => [
  value(`member ${name} of a map`, `{}.${name}`, { result: null }),
  value(`key ${name} of a map`, `{}["${name}"]`, { result: null }),
  value(`get ${name}`, `{}.get("${name}")`, { result: null }),
  value(`${name} in a map`, `"${name}" in {}`, { result: false }),
  value(`member ${name} of an entity`, `find("Lamp").${name}`, { result: null }),
  value(`member ${name} of a list`, `args.list.${name}`, { code: 'runtime_error' }),
  value(`member ${name} of a string`, `args.text.${name}`, { code: 'runtime_error' }),
  value(`member ${name} of a vector`, `args.at.${name}`, { code: 'runtime_error' }),
  value(`method ${name} of a list`, `args.list.${name}()`, { code: 'runtime_error' }),
  value(`method ${name} of a map`, `args.${name}("return 1")`, { code: 'runtime_error' }),
  value(`method ${name} of an entity`, `find("Lamp").${name}()`, { code: 'runtime_error' }),
  body(`${name} as a var`, `  let e = find("Lamp")\n  e.${name} = 1\n  return [e.${name}, e.nothing]`, {
    result: [1, null],
  }),
  body(
    `${name} set in a map`,
    `  let m = {}\n  m.${name} = {a: 1}\n  m.${name}.a += 1\n  return [m.${name}.a, {}.${name}]`,
    { result: [2, null] },
  ),
]);

export const REACHING: readonly Attack[] = [
  value('constructor of a constructor', '{}.constructor.constructor', { code: 'runtime_error' }),
  value('constructor by a computed name', '{}["con" + "structor"]', { result: null }),
  value('a list as a key', 'args.map[["constructor"]]', { code: 'runtime_error' }),
  value('a map as a key', 'args.map[{a: 1}]', { code: 'runtime_error' }),
  value('a function as a key', 'args.map[x => "constructor"]', { code: 'runtime_error' }),
  value('a list item by a name', 'args.list["length"]', { code: 'runtime_error' }),
  value('a list item by a name of the host', 'args.list["constructor"]', { code: 'runtime_error' }),
  value('a fraction as an index', 'args.list[0.5]', { code: 'runtime_error' }),
  value('an index beyond all', 'args.list[4294967296]', { code: 'runtime_error' }),
  value('a negative index beyond all', 'args.list[-9007199254740993]', { code: 'runtime_error' }),
  value('constructor of a function', '(x => x).constructor', { code: 'runtime_error' }),
  value('members of a library function', 'abs.constructor', { code: 'runtime_error' }),
  value('calling a library function with its insides', 'str.implementation', { code: 'runtime_error' }),
  value('fields of a handle', '[find("Lamp").host, find("Lamp").scene, find("Lamp").run]', {
    result: [null, null, null],
  }),
  value('a bare constructor', 'constructor("return 1")()'),
  value('globalThis', 'globalThis'),
  value('process', 'process.exit(1)'),
  value('require', 'require("fs")'),
  value('import', 'import("fs")'),
  value('eval', 'eval("1")'),
  value('Function', 'Function("return 1")()'),
  value('this', 'this.constructor'),
  value('new', 'new Date()'),
  value('a name with escapes', '\\u0063onstructor'),
  value('a template', '`${1}`'),
  value('a regular expression', '/a/.constructor'),
  value('a comment of the host', '1 /* */ + 2'),
  body('a function named like the host', '  let constructor = x => x + 1\n  return constructor(1)', {
    result: 2,
  }),
  body(
    'variables named like the host',
    '  let __proto__ = 1\n  let hasOwnProperty = 2\n  let toString = 3\n  return __proto__ + hasOwnProperty + toString',
    { result: 6 },
  ),
  {
    name: 'functions named like the host',
    source:
      'fn toString() return 1 end\nfn valueOf() return 2 end\nfn run() return toString() + valueOf() end\n',
    result: 3,
  },
  {
    name: 'a parameter called __proto__',
    source: 'fn f(__proto__, constructor) return [__proto__, constructor] end\nfn run() return f(1, 2) end\n',
    result: [1, 2],
  },
  value('text that ends a string of the host', '"\\"); process.exit(1); (\\""', {
    result: '"); process.exit(1); ("',
  }),
  value('line separators in text', '"\\u{2028}\\u{2029}".length', { result: 2 }),
  value('a name of a component from the host', 'has(find("Lamp"), "constructor")', { code: 'runtime_error' }),
  value('a component called __proto__', 'add_component(find("Lamp"), "__proto__", {a: 1})', {
    code: 'runtime_error',
  }),
  body(
    'a var called __proto__',
    '  let e = find("Lamp")\n  set_var(e, "__proto__", {polluted: 1})\n  return [e.__proto__.polluted, {}.polluted]',
    { result: [1, null] },
  ),
  value('JSON with __proto__', 'json_parse(\'{"__proto__": {"polluted": true}}\').polluted', {
    result: null,
  }),
  value('JSON of __proto__', 'json_text(json_parse(\'{"__proto__": {"a": 1}}\'))', {
    result: '{"__proto__":{"a":1}}',
  }),
  value('a map with __proto__ to a tool', 'call_tool("echo", {["__proto__"]: {polluted: 1}}).polluted', {
    result: null,
  }),
  value(
    'spawn with names of the host',
    'spawn("cube", {["__proto__"]: {polluted: 1}, constructor: 2}).constructor',
    { result: 2 },
  ),
  value('grouping by names of the host', '["__proto__", "constructor"].group_by(x => x).size()', {
    result: 2,
  }),
  value('a tool named like the host', 'try_tool("constructor").error', { result: 'not_found' }),
  value('a file named like the host', 'file_exists("__proto__")', { result: false }),
];

export const CONVERSION: readonly Attack[] = [
  value('a map that says what it is', '{toString: () => "x", valueOf: () => 1} + ""', { code: undefined }),
  value('a map in arithmetic', '{valueOf: () => 1} + 1', { code: 'runtime_error' }),
  value('a list in arithmetic', 'args.list * 1', { code: 'runtime_error' }),
  value('a list as a number', 'num([5])', { result: null }),
  value('a map with toJSON', '{toJSON: 1}', { result: { toJSON: 1 } }),
  value('a map with then', '{then: 1}', { result: { then: 1 } }),
  value('a function in text', '"{x => x}"', { result: 'fn' }),
  value('an order of maps', '{a: 1} < {a: 2}', { code: 'runtime_error' }),
  value('a string and a number', '"2" * 2', { code: 'runtime_error' }),
  value('a number too large', '1e308 * 10', { code: 'runtime_error' }),
  value('0 / 0', 'args.zero / args.zero', { code: 'runtime_error' }),
  value('a power of a negative number', 'pow(-1, 0.5)', { code: 'runtime_error' }),
  value('infinity in text', 'num("Infinity")', { result: null }),
  value('not a number in text', 'num("NaN")', { result: null }),
  value('a number too large in text', 'num("1e999")', { result: null }),
  value('a number too large in JSON', 'json_parse("1e999")', { code: 'runtime_error' }),
  value('a vector that overflows', '(1e308, 0, 0) * 100', { code: 'runtime_error' }),
  value('the length of a large vector', '(1e308, 1e308, 0).length', { code: 'runtime_error' }),
  value('minus zero', '-0', { result: 0 }),
  value('a replacement pattern', '"abc".replace("b", "$`$\'$&$1")', { result: "a$`$'$&$1c" }),
  value('splitting by the empty string', '"".split("")', { result: [] }),
  value('code points beyond the end', '"\\u{10FFFF}".length', { result: 1 }),
];

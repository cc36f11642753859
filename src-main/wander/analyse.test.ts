import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from './analyse';
import { format } from './format';

const FILES: Readonly<Record<string, string>> = {
  'scripts/combat.wander':
    'use "scripts/shared"\nconst BASE = 2\nfn hurt(e, amount)\n  return amount * BASE + shared.bonus()\nend',
  'scripts/shared.wander': 'fn bonus() -> number\n  return 1\nend',
  'scripts/broken.wander': 'fn bad()\n  return 1 +\nend',
  'scripts/brain.wander': 'behavior Brain\n  on tick\n  end\nend\nfn think()\nend',
  'loop/a.wander': 'use "loop/b"\nfn a() return b.b() end',
  'loop/b.wander': 'use "loop/a"\nfn b() return a.a() end',
};
const module = (path: string): string | undefined => (Object.hasOwn(FILES, path) ? FILES[path] : undefined);
const run = (source: string, options = {}) =>
  analyse(source, { mode: 'tool', file: 'tools/t.wander', module, ...options });
const told = (source: string, options = {}): string[] =>
  run(source, options).diagnostics.map(
    ({ file, line, code }) => `${file === 'tools/t.wander' ? '' : `${file ?? 'no file'} `}${line} ${code}`,
  );

test('functions and constants of a module are known, with their types', () => {
  expect(told('use "scripts/combat"\nfn run()\n  return combat.hurt(none, 1) + combat.BASE\nend')).toEqual(
    [],
  );
  expect(
    told('use "scripts/shared" as s\nfn run()\n  return s.bonus().x + s.bonus(1) + s.bonuss()\nend'),
  ).toEqual(['3 unknown_property', '3 wrong_arity', '3 unknown_function']);
  expect(told('use "scripts/combat"\nfn run()\n  return combat.BSE\nend')).toEqual(['3 unknown_name']);
  expect(told('use "scripts/combat"\nfn run()\n  combat.BASE = 1\nend')).toEqual(['3 not_assignable']);
});

test('modules are loaded once and stand behind what they use', () => {
  const { modules } = run(
    'use "scripts/combat"\nuse "scripts/shared"\nfn run()\n  return combat.hurt(1, shared.bonus())\nend',
  );
  expect([...modules.keys()]).toEqual(['scripts/shared.wander', 'scripts/combat.wander']);
});

test.each([
  ['a module that is not there', 'use "scripts/nope"\nfn run() end', ['1 unknown_module']],
  ['a path out of the project', 'use "../secret"\nfn run() end', ['1 invalid_module_path']],
  ['an absolute path', 'use "/etc/passwd"\nfn run() end', ['1 invalid_module_path']],
  ['a path of another system', 'use "c:\\\\x"\nfn run() end', ['1 invalid_module_path']],
  [
    'an error inside a module',
    'use "scripts/broken"\nfn run() return broken.bad() end',
    ['scripts/broken.wander 2 unexpected_end'],
  ],
  [
    'a behavior in a module',
    'use "scripts/brain"\nfn run() return brain.think() end',
    ['scripts/brain.wander 1 module_has_behavior'],
  ],
  ['modules in a circle', 'use "loop/a"\nfn run() return a.a() end', ['loop/b.wander 1 module_cycle']],
])('%s is told', (_, source, expected) => {
  expect(told(source)).toEqual(expected);
});

test('a circle of modules is shown', () => {
  const [cycle] = run('use "loop/a"\nfn run() return a.a() end').diagnostics;
  expect(cycle?.message).toBe(
    'These modules use each other in a circle: loop/a.wander → loop/b.wander → loop/a.wander.',
  );
});

test('where modules can’t be read, that is told', () => {
  expect(told('use "scripts/combat"\nfn run() end', { module: undefined })).toEqual([
    '1 modules_unavailable',
  ]);
});

test('there may be at most 64 modules', () => {
  const uses = Array.from({ length: 65 }, (_, index) => `use "m/m${index}"`).join('\n');
  expect(told(`${uses}\nfn run() end`, { module: () => 'fn f() end' })).toEqual(['65 too_many_modules']);
});

test('a tool needs run with at most one argument; a script does not', () => {
  expect(told('fn f() end')).toEqual(['1 missing_run']);
  expect(told('fn run(a, b) end')).toEqual(['1 invalid_run']);
  expect(told('fn run(a, b = 1) end')).toEqual([]);
  expect(told('fn f() end', { mode: 'script' })).toEqual([]);
});

test('a script does not know what only tools have', () => {
  const [first] = run('fn f()\n  return call_tool("x")\nend', { mode: 'script' }).diagnostics;
  expect(first).toMatchObject({
    code: 'unknown_function',
    hint: 'It exists only where the code runs as a tool.',
  });
});

test('every diagnostic has its line, column, length and file', () => {
  const [first] = run('fn run()\n  return nope\nend').diagnostics;
  expect(first).toMatchObject({
    severity: 'error',
    code: 'unknown_name',
    line: 2,
    column: 10,
    length: 4,
    file: 'tools/t.wander',
  });
});

test('S-16 S-17: characters that can not be seen, or that reorder what is shown, are warned of', () => {
  const source = `fn run()
  -- fine: עברית, ‏العربية and 👩‍👩‍👧
  -- \u202Eevil
  return "a\u200B\u2066b\u{E0041}"
end`;
  const { diagnostics } = run(source);
  expect(diagnostics.map(({ line, code, severity, message }) => [line, code, severity, message])).toEqual([
    [3, 'hidden_character', 'warning', "There are characters here that can't be seen: U+202E."],
    [4, 'hidden_character', 'warning', "There are characters here that can't be seen: U+200B, U+2066."],
    [4, 'hidden_character', 'warning', "There are characters here that can't be seen: U+E0041."],
  ]);
  expect(told(`fn run() return 1 -- ${'\u200B '.repeat(50)}\nend`)).toHaveLength(10);
});

test.each([
  ['blocks', `${'if args.a then '.repeat(98)}log 1${' end'.repeat(98)}`],
  [
    'chains inside blocks',
    `${'if args.a then '.repeat(95)}log args.a${' + 1'.repeat(240)}${' end'.repeat(95)}`,
  ],
  ['chains inside parentheses', `log ${'('.repeat(40)}1${' + 1)'.repeat(40)}${' + 1'.repeat(200)}`],
  ['functions inside functions', `let f = ${'fn(x) return '.repeat(45)}1${' end'.repeat(45)}\nf(1)`],
  ['members', `log args${'.a'.repeat(249)}`],
  ['lists', `log ${'['.repeat(98)}${']'.repeat(98)}`],
  ['maps', `log ${'{a: '.repeat(98)}1${'}'.repeat(98)}`],
  ['texts', `log ${'"{'.repeat(98)}1${'}"'.repeat(98)}`],
  ['elifs', `if args.a then log 1 ${'elif args.a then log 1 '.repeat(198)} end`],
])('a program at the bounds of nesting (%s) is still analysed and formatted', (_, statements) => {
  const source = `fn run(args)\n${statements}\nend`;
  expect(run(source).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(format(format(source))).toBe(format(source));
});

test('every code of a diagnostic has a test', () => {
  const folder = import.meta.dirname;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const tests = files
    .filter((name) => name.endsWith('.test.ts'))
    .map(text)
    .join('\n');
  const codes = new Set<string>();
  for (const name of files.filter((candidate) => !candidate.endsWith('.test.ts'))) {
    for (const [, code] of text(name).matchAll(/(?:\.error|\.warning)\(\s*'([a-z_]+)'/g))
      if (code) codes.add(code);
    for (const [, code] of text(name).matchAll(/return \['([a-z]+_[a-z_]+)',/g)) if (code) codes.add(code);
  }
  expect(codes.size).toBeGreaterThan(60);
  expect([...codes].filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
});

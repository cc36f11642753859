import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '../server/testkit/small-engine';
import { pathOf } from './check-file';
import { run } from './testkit/terminal';

let cwd: string;

beforeEach(() => {
  cwd = newFolder();
  for (const folder of ['tools', 'scripts']) mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, 'game.json'), '{}');
});

function write(path: string, lines: readonly string[]): void {
  writeFileSync(join(cwd, path), `${lines.join('\n')}\n`);
}

const GOOD_TOOL = [
  '{',
  '  "format": "skywalker.tool/1",',
  '  "name": "user_double",',
  '  "description": "Doubles a number. Example: {\\"n\\": 2}.",',
  '  "kind": "wander",',
  '  "input_schema": {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]}',
  '}',
];

test('files without a mistake exit with 0 and print nothing on stdout', async () => {
  write('tools/double.tool.json', GOOD_TOOL);
  write('tools/double.wander', ['fn run(args)', '  return args.n * 2', 'end']);
  write('scripts/util.wander', ['fn twice(n)', '  return n * 2', 'end']);
  expect(
    await run(['check', 'tools/double.tool.json', 'tools/double.wander', 'scripts/util.wander'], { cwd }),
  ).toEqual({
    code: 0,
    out: '',
    err: '3 files: 0 errors, 0 warnings\n',
  });
});

test('a mistake in Wander is shown with its line, carets under it, and a hint', async () => {
  write('scripts/a.wander', ['fn f()', '\treturn undefinedThing', 'end']);
  const ran = await run(['check', 'scripts/a.wander'], { cwd });
  expect(ran.code).toBe(1);
  const lines = ran.out.split('\n');
  expect(lines[0]).toBe('scripts/a.wander:2:9: error: "undefinedThing" is not a known name. [unknown_name]');
  expect(lines[1]).toBe('2 |   return undefinedThing');
  expect(lines[2]).toBe('  |          ^^^^^^^^^^^^^^');
  expect(lines[3]).toMatch(/^hint: /);
});

test('carets stand right after wide letters', async () => {
  write('scripts/a.wander', ['fn f()', '  return "🦊漢" + undefinedThing', 'end']);
  const lines = (await run(['check', 'scripts/a.wander'], { cwd })).out.split('\n');
  // Fox and ideograph take two columns each: 2 for the indent, 6 for return, 1, 6 for the text in quotes, 3.
  expect(lines[2]).toBe(`  | ${' '.repeat(18)}^^^^^^^^^^^^^^`);
});

test('a tool without run is told so, and its code is checked with what the definition says', async () => {
  write('tools/double.tool.json', GOOD_TOOL);
  write('tools/double.wander', ['fn begin_here(args)', '  return args.n', 'end']);
  const ran = await run(['check', 'tools/double.tool.json', 'tools/double.wander'], { cwd });
  expect(ran.out).toContain('missing_run');
  expect(ran.err).toContain('2 files: 1 error,');
  expect((await run(['check', 'tools/double.wander', '--script'], { cwd })).code).toBe(0);
});

test('a mistake in a definition is shown at its place, with a suggestion', async () => {
  write('tools/double.tool.json', [...GOOD_TOOL.slice(0, 5), '  "capabilities": {"mutat": true}', '}']);
  const ran = await run(['check', 'tools/double.tool.json'], { cwd });
  expect(ran.code).toBe(1);
  expect(ran.out).toContain(
    'tools/double.tool.json:6:29: error: capabilities.mutat is not a field that is known here',
  );
  expect(ran.out).toContain('hint: Did you mean "mutate"?');
});

test('a definition whose code is not there says which file is missing, and its other mistakes', async () => {
  write('tools/double.tool.json', [...GOOD_TOOL.slice(0, -1), '  , "capabilites": {}', '}']);
  const { code, out } = await run(['check', 'tools/double.tool.json'], { cwd });
  expect(code).toBe(1);
  expect(out).toContain('tools/double.wander, the code of the tool, is not there');
  expect(out).toContain('capabilities');
});

test('a definition of a tool that a client serves needs no code beside it', async () => {
  const external = GOOD_TOOL.map((line) =>
    line.replace('user_double', 'py_double').replace('"wander"', '"external"'),
  );
  write('tools/py_double.tool.json', external);
  expect(await run(['check', 'tools/py_double.tool.json'], { cwd })).toMatchObject({ code: 0, out: '' });
  write(
    'tools/py_double.tool.json',
    external.map((line) => line.replace('py_double', 'user_double')),
  );
  const { code, out } = await run(['check', 'tools/py_double.tool.json'], { cwd });
  expect(code).toBe(1);
  expect(out).toContain('"user_" is for the project\'s own tools');
});

test('JSON that does not parse is shown at its place', async () => {
  write('tools/a.tool.json', ['{', '  "name": "user_a",', '  "kind" "wander"', '}']);
  const ran = await run(['check', 'tools/a.tool.json', '--json'], { cwd });
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.out)).toMatchObject({
    diagnostics: [{ file: 'tools/a.tool.json', line: 3, column: 10, severity: 'error' }],
  });
});

test('modules are found in the project; a mistake in one is shown in its own file', async () => {
  write('scripts/util.wander', ['fn twice(n)', '  return n * undefinedThing', 'end']);
  write('scripts/a.wander', ['use "scripts/util"', 'fn f()', '  return util.twice(2)', 'end']);
  const ran = await run(['check', 'scripts/a.wander'], { cwd });
  expect(ran.out).toContain('scripts/util.wander:2:14: error:');
});

test('a file that is of no known kind or not there is told, and the others are checked', async () => {
  write('scripts/a.wander', ['fn f()', '  return undefinedThing', 'end']);
  const ran = await run(['check', 'readme.md', 'scripts/none.wander', 'scripts/a.wander'], { cwd });
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('neither a .wander nor a .tool.json');
  expect(ran.err).toMatch(/There is no file \S*scripts\/none\.wander\./);
  expect(ran.err).toContain('1 file: 1 error, 0 warnings; 2 not read');
  expect(ran.out).toContain('scripts/a.wander:2:10');
});

const BROKEN = ['fn f()', '  return undefinedThing', 'end'];

test('folders, globs and no name at all mean the files inside, each once', async () => {
  write('scripts/a.wander', BROKEN);
  mkdirSync(join(cwd, 'scripts/deep'));
  write('scripts/deep/b.wander', BROKEN);
  write('tools/double.tool.json', GOOD_TOOL);
  write('tools/double.wander', ['fn run(args)', '  return args.n * 2', 'end']);
  write('scripts/notes.txt', ['not looked at']);
  const summary = async (...names: string[]): Promise<string> =>
    (await run(['check', ...names], { cwd })).err;
  expect(await summary('scripts')).toBe('2 files: 2 errors, 0 warnings\n');
  expect(await summary('scripts/*.wander')).toBe('1 file: 1 error, 0 warnings\n');
  expect(await summary('**/*.wander')).toBe('3 files: 2 errors, 0 warnings\n');
  expect(await summary('scripts', 'scripts/a.wander', 'scripts/**')).toBe('2 files: 2 errors, 0 warnings\n');
  expect(await summary()).toBe('4 files: 2 errors, 0 warnings\n');
  const none = await run(['check', 'scripts/*.tool.json'], { cwd });
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toContain('scripts/*.tool.json names no .wander or .tool.json file.');
  const json = JSON.parse((await run(['check', 'scripts', '--json'], { cwd })).out) as {
    diagnostics: object[];
  };
  expect(json).toMatchObject({
    files: 2,
    diagnostics: [{ file: 'scripts/a.wander', line: 2, code: 'unknown_name' }, {}],
  });
});

test('a module that a tool uses may have what only tools have; a script may not', async () => {
  write('scripts/m.wander', ['fn all()', '  return call_tool("scene_query")', 'end']);
  expect((await run(['check', 'scripts'], { cwd })).code).toBe(1);
  write('tools/double.tool.json', GOOD_TOOL);
  write('tools/double.wander', ['use "scripts/m" as m', 'fn run(args)', '  return m.all()', 'end']);
  expect(await run(['check'], { cwd })).toMatchObject({ code: 0, out: '' });
  expect((await run(['check', 'scripts', '--script'], { cwd })).code).toBe(1);
});

test('behaviours are checked as scripts', async () => {
  write('scripts/door.wander', [
    'behavior Door',
    '  var n = 0',
    '  on click',
    '    set n to nn + 1',
    '  end',
    'end',
  ]);
  const ran = await run(['check', 'scripts'], { cwd });
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('scripts/door.wander:4:14: error:');
  write('scripts/door.wander', [
    'behavior Door',
    '  var n = 0',
    '',
    '  on click',
    '    set n to n + 1',
    '  end',
    'end',
  ]);
  expect((await run(['check', 'scripts', '--format'], { cwd })).code).toBe(0);
});

test('--format counts files that are not in their canonical form, at their first such line', async () => {
  write('scripts/a.wander', ['fn f(a)', '  return a+1', 'end']);
  expect((await run(['check', 'scripts'], { cwd })).code).toBe(0);
  const ran = await run(['check', 'scripts', '--format'], { cwd });
  expect(ran.code).toBe(1);
  expect(ran.out).toContain('scripts/a.wander:2:1: error: The file is not in its canonical form');
  write('scripts/a.wander', ['fn f(a)', '  return a + 1', 'end']);
  expect((await run(['check', 'scripts', '--format'], { cwd })).code).toBe(0);
});

test('--profile shows each line with its runs and instructions, and all of them are all that was used', async () => {
  const home = newFolder();
  const project = join(newFolder(), 'meadow');
  const there = { cwd: project, env: { SKYWALKER_HOME: home } };
  expect((await run(['new', project], there)).code).toBe(0);
  mkdirSync(join(project, 'scripts'), { recursive: true });
  const source = [
    'fn run(args)',
    '  let n = 0',
    '  for i in 0..args.times',
    '    n += i',
    '  end',
    '  log "sum {n}"',
    '  return n',
    'end',
  ];
  writeFileSync(join(project, 'scripts/sum.wander'), `${source.join('\n')}\n`);
  const command = ['check', 'scripts/sum.wander', '--profile', '--args', '{"times": 5}'];
  const ran = await run(command, there);
  expect(ran.code).toBe(0);
  const rows = ran.out.split('\n');
  expect(rows[1]).toBe('scripts/sum.wander');
  expect(rows.slice(2, 10).map((row) => row.slice(31))).toEqual(
    source.map((text, index) => `${index + 1} ${text}`),
  );
  expect(rows[5]).toMatch(/^ +\d+ +[\d.]+ % +5 {2}4 {5}n \+= i$/);
  expect(rows[2]?.slice(0, 31).trim()).toBe('');
  expect(ran.err).toContain('log: sum 10');
  const found = JSON.parse((await run([...command, '--json'], there)).out) as {
    profile: { instructions: number }[];
    outside: number;
    instructions: number;
  };
  expect(found).toMatchObject({ result: 10, logs: ['sum 10'] });
  expect(found.profile.reduce((all, line) => all + line.instructions, found.outside)).toBe(
    found.instructions,
  );
  const byCost = (await run([...command, '--order', 'cost'], there)).out.split('\n');
  const costs = byCost.slice(1, -3).map((row) => Number(row.slice(0, 12)));
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(costs).toHaveLength(5);
});

test('--profile of code that fails shows the lines up to there, the error and its call stack, and exits with 1', async () => {
  const there = { cwd: join(newFolder(), 'meadow'), env: { SKYWALKER_HOME: newFolder() } };
  expect((await run(['new', there.cwd], there)).code).toBe(0);
  mkdirSync(join(there.cwd, 'scripts'), { recursive: true });
  const source =
    'fn half(n)\n  return 1 / n\nend\nfn run(args)\n  log "before"\n  return half(args.n)\nend\n';
  writeFileSync(join(there.cwd, 'scripts/half.wander'), source);
  const ran = await run(['check', 'scripts/half.wander', '--profile', '--args', '{"n": 0}'], there);
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/ 1 {2}2 {3}return 1 \/ n\n/);
  expect(ran.err).toContain('error [runtime_error]: division by zero');
  expect(ran.err).toContain(
    '  in half (scripts/half.wander:2:12)\n  in run (scripts/half.wander:6:10)\nlog: before\n',
  );
  const wrong = [
    [['check', 'scripts/none.wander', '--profile'], 1],
    [['check', 'scripts/half.wander', '--args', '{}'], 2],
    [['check', 'scripts/half.wander', '--profile', '--args', '[]'], 2],
    [['check', 'scripts/half.wander', '--profile', '--order', 'x'], 2],
    [['check', '--profile'], 2],
  ] as const;
  for (const [args, code] of wrong) expect((await run(args, there)).code, args.join(' ')).toBe(code);
});

test('paths of problems are taken apart as they were put together', () => {
  expect(pathOf('steps[1].args["a key"].b')).toEqual(['steps', 1, 'args', 'a key', 'b']);
  expect(pathOf('["a.b"][0]')).toEqual(['a.b', 0]);
  expect(pathOf('')).toEqual([]);
});

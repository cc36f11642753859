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
  expect(ran.err).toContain("none.wander can't be read");
  expect(ran.out).toContain('scripts/a.wander:2:10');
  expect((await run(['check'], { cwd })).code).toBe(2);
});

test('paths of problems are taken apart as they were put together', () => {
  expect(pathOf('steps[1].args["a key"].b')).toEqual(['steps', 1, 'args', 'a key', 'b']);
  expect(pathOf('["a.b"][0]')).toEqual(['a.b', 0]);
  expect(pathOf('')).toEqual([]);
});

/** Every way in which a tool's file can be broken: it shows as invalid with where and why, never vanishes, never runs its old version. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { World } from './world.fixture';

const JSON_FILE = 'tools/x.tool.json';
const CODE_FILE = 'tools/x.wander';
const DEFINITION = {
  name: 'x',
  description: 'Gives one, for a test of broken files.',
  wander: 'fn run(args)\n  return 1\nend',
};

interface Breakage {
  readonly what: string;
  readonly by: (path: (name: string) => string, world: World) => void;
  /** Found in the reason. */
  readonly where: string;
  readonly why: string;
}

const text =
  (name: string, edit: (text: string) => string | Buffer) =>
  (path: (name: string) => string, world: World) => {
    writeFileSync(path(name), edit(world.read(name)));
  };

const BREAKAGES: readonly Breakage[] = [
  {
    what: 'JSON that ends early',
    by: text(JSON_FILE, (t) => t.slice(0, 60)),
    where: `${JSON_FILE}, line 4`,
    why: 'text',
  },
  { what: 'an empty file', by: text(JSON_FILE, () => ''), where: `${JSON_FILE}, line 1`, why: '' },
  {
    what: 'a list',
    by: text(JSON_FILE, () => '[]'),
    where: `${JSON_FILE}, line 1`,
    why: 'must be a JSON object',
  },
  {
    what: 'NUL bytes',
    by: text(JSON_FILE, (t) => t.replace('{', '{\u0000')),
    where: `${JSON_FILE}, line 1`,
    why: '',
  },
  {
    what: 'bytes that are no UTF-8',
    by: text(JSON_FILE, (t) => Buffer.concat([Buffer.from(t), Buffer.from([0xff])])),
    where: 'x.tool.json',
    why: 'not UTF-8',
  },
  { what: 'UTF-16', by: text(JSON_FILE, (t) => Buffer.from(t, 'utf16le')), where: 'x.tool.json', why: '' },
  {
    what: 'a merge conflict',
    by: text(JSON_FILE, (t) => t.replace('\n', '\n<<<<<<< HEAD\n')),
    where: `${JSON_FILE}, line 2`,
    why: '',
  },
  {
    what: 'a key twice',
    by: text(JSON_FILE, (t) => t.replace('{', '{\n  "name": "user_x",')),
    where: `${JSON_FILE}, line`,
    why: 'twice',
  },
  {
    what: '__proto__',
    by: text(JSON_FILE, (t) => t.replace('{', '{\n  "__proto__": {},')),
    where: `${JSON_FILE}, line`,
    why: '__proto__',
  },
  {
    what: 'a field of the wrong type',
    by: text(JSON_FILE, (t) => t.replace(/"description": "[^"]*"/, '"description": 7')),
    where: `${JSON_FILE}, line`,
    why: 'description',
  },
  {
    what: '100 MB',
    by: (path) => {
      truncateSync(path(JSON_FILE), 100 * 1024 * 1024);
    },
    where: 'x.tool.json',
    why: '104857600 bytes',
  },
  {
    what: 'a folder',
    by: (path) => {
      rmSync(path(JSON_FILE));
      mkdirSync(path(JSON_FILE));
    },
    where: 'x.tool.json',
    why: 'is a folder',
  },
  {
    what: 'a pipe',
    by: (path) => {
      rmSync(path(JSON_FILE));
      spawnSync('mkfifo', [path(JSON_FILE)]);
    },
    where: 'x.tool.json',
    why: 'not a regular file',
  },
  {
    what: 'a device',
    by: (path) => {
      rmSync(path(JSON_FILE));
      symlinkSync('/dev/zero', path(JSON_FILE));
    },
    where: JSON_FILE,
    why: 'leads outside',
  },
  {
    what: 'a link to nothing',
    by: (path) => {
      rmSync(path(JSON_FILE));
      symlinkSync('nothing', path(JSON_FILE));
    },
    where: JSON_FILE,
    why: 'is not there',
  },
  {
    what: 'a link in a circle',
    by: (path) => {
      rmSync(path(JSON_FILE));
      symlinkSync('x.tool.json', path(JSON_FILE));
    },
    where: JSON_FILE,
    why: 'link',
  },
  {
    what: 'the name of another',
    by: text(JSON_FILE, (t) => t.replace('"user_x"', '"user_y"')),
    where: JSON_FILE,
    why: 'says that it is user_y',
  },
  {
    what: 'a newer format',
    by: text(JSON_FILE, (t) => t.replace('skywalker.tool/1', 'skywalker.tool/9')),
    where: JSON_FILE,
    why: 'skywalker.tool/9',
  },
  {
    what: 'code that is gone',
    by: (path) => {
      rmSync(path(CODE_FILE));
    },
    where: CODE_FILE,
    why: 'is not there',
  },
  {
    what: 'code that is a folder',
    by: (path) => {
      rmSync(path(CODE_FILE));
      mkdirSync(path(CODE_FILE));
    },
    where: CODE_FILE,
    why: 'is a folder',
  },
  {
    what: 'code of 100 MB',
    by: (path) => {
      truncateSync(path(CODE_FILE), 100 * 1024 * 1024);
    },
    where: CODE_FILE,
    why: '104857600 bytes',
  },
  {
    what: 'code with NUL bytes',
    by: text(CODE_FILE, () => 'fn run(args)\n  return\u0000 1\nend'),
    where: `${CODE_FILE}, line 2`,
    why: '',
  },
  {
    what: 'code that is no UTF-8',
    by: text(CODE_FILE, () => Buffer.from([0x66, 0x6e, 0xff, 0xfe])),
    where: CODE_FILE,
    why: 'not UTF-8',
  },
  {
    what: 'code that does not compile',
    by: text(CODE_FILE, () => 'fn run(args)\n  return (\nend'),
    where: `${CODE_FILE}, line 2`,
    why: '',
  },
  { what: 'code without run', by: text(CODE_FILE, () => 'fn walk(args)\nend'), where: CODE_FILE, why: 'run' },
  {
    what: 'code in both places',
    by: text(JSON_FILE, (t) => t.replace('{', '{\n  "wander": "fn run(args)\\nend",')),
    where: JSON_FILE,
    why: CODE_FILE,
  },
];

test.each(BREAKAGES)(
  'a file that is broken by $what shows as invalid with where and why, is refused, and comes back',
  async ({ by, where, why }) => {
    const world = await World.open();
    await world.ok('tool_define', DEFINITION);
    expect(await world.ok('user_x')).toMatchObject({ result: 1 });
    const kept = [JSON_FILE, CODE_FILE].map((name): [string, string] => [name, world.read(name)]);
    by((name) => join(world.folder, name), world);
    // At the next call, without anything having been looked at.
    const refused = await world.error('user_x');
    expect(refused).toMatch(/^tool_invalid: /);
    expect(refused).toContain(where);
    expect(refused).toContain(why);
    const listed = (await world.list()).tools.find((tool) => tool.name === 'user_x');
    expect(listed).toMatchObject({ status: 'invalid' });
    expect(listed?.reason).toContain(where);
    expect(world.offered()).not.toContain('user_x');
    expect(world.audit().at(-1)).toMatchObject({ tool: 'user_x' });
    // Also in a project that is opened with it.
    const again = await world.reopen();
    expect(await again.statusOf('user_x')).toBe('invalid');
    expect(again.internal).toEqual([]);
    for (const [name, was] of kept) {
      rmSync(join(world.folder, name), { recursive: true, force: true });
      world.write(name, was);
    }
    expect(await again.ok('user_x')).toMatchObject({ result: 1 });
  },
);

test('a file that may not be read is invalid, not gone', async (context) => {
  if (process.getuid?.() === 0) context.skip();
  const world = await World.open();
  await world.ok('tool_define', DEFINITION);
  chmodSync(join(world.folder, JSON_FILE), 0o000);
  expect(await world.error('user_x')).toContain('permission is denied');
  expect(await world.statusOf('user_x')).toBe('invalid');
});

test('S-67: a byte order mark, \\r\\n and a lone \\r break nothing, and do not change the hash', async () => {
  const world = await World.open();
  await world.ok('tool_define', DEFINITION);
  const { hash } = await world.inspect('x');
  const [definition, code] = [world.read(JSON_FILE), world.read(CODE_FILE)];
  for (const end of ['\r\n', '\r']) {
    for (const mark of ['', '\ufeff']) {
      world.write(JSON_FILE, mark + definition.replaceAll('\n', end));
      world.write(CODE_FILE, mark + code.replaceAll('\n', end));
      expect([end, mark, await world.ok('user_x')]).toMatchObject([end, mark, { result: 1 }]);
      expect((await world.inspect('x')).hash).toBe(hash);
    }
  }
});

// Names

const SIMPLE = JSON.stringify({
  description: 'Gives one, for a test of names.',
  wander: 'fn run(args)\n  return 1\nend',
});

async function reasonsOf(
  names: readonly (string | Buffer)[],
): Promise<readonly (readonly [string, string, string])[]> {
  const world = await World.open();
  for (const name of names)
    writeFileSync(Buffer.concat([Buffer.from(join(world.folder, 'tools/')), Buffer.from(name)]), SIMPLE);
  const { tools } = await world.list({ reload: true });
  expect(world.internal).toEqual([]);
  return tools.map((tool) => [tool.name, tool.status, tool.reason ?? ''] as const);
}

test('S-54: a file whose name differs in case is listed with what to rename it to, also where only its ending does', async () => {
  expect(await reasonsOf(['Near.tool.json'])).toEqual([
    ['user_Near', 'invalid', expect.stringContaining("tools/Near.tool.json can't be a tool's file")],
  ]);
  expect(await reasonsOf(['near.TOOL.JSON'])).toEqual([
    ['user_near.TOOL.JSON', 'invalid', expect.stringContaining('tools/near.TOOL.JSON')],
  ]);
  expect(await reasonsOf(['near.tool.json', 'NEAR.tool.json'])).toEqual([
    ['user_NEAR', 'invalid', expect.stringContaining('are one file on Windows and macOS')],
    ['user_near', 'active', ''],
  ]);
});

test('user.name, user:name and user_name as file names say which file the tool would have', async () => {
  const found = await reasonsOf(['user.near.tool.json', 'user:near.tool.json', 'user_near.tool.json']);
  for (const [, , reason] of found.slice(0, 2)) expect(reason).toContain('tools/near.tool.json');
  expect(found.at(-1)).toEqual(['user_user_near', 'active', '']);
});

test('S-17: a file name that holds line ends, hidden or no characters is listed in one line, and is no tool', async () => {
  const odd: readonly (string | Buffer)[] = [
    'a\nb.tool.json',
    'a\u202eb.tool.json',
    Buffer.from([0x61, 0xff, ...Buffer.from('.tool.json')]),
    `${'a'.repeat(200)}.tool.json`,
    'con.tool.json',
    ' a.tool.json',
    'a .tool.json',
    'é.tool.json',
  ];
  const found = await reasonsOf(odd);
  expect(found.map(([, status]) => status)).toEqual(odd.map(() => 'invalid'));
  for (const [name, , reason] of found) {
    expect(reason).not.toBe('');
    expect(`${name}${reason}`).not.toMatch(/[\n\r\u202e]/);
  }
});

test('a tool that is defined where a file of the same name in another case stands is refused: elsewhere they are one file', async () => {
  const world = await World.open();
  world.write('tools/X.tool.json', SIMPLE);
  expect(await world.error('tool_define', DEFINITION)).toContain('conflict: tools/X.tool.json');
  renameSync(join(world.folder, 'tools/X.tool.json'), join(world.folder, 'tools/y.tool.json'));
  world.write('tools/X.wander', 'fn run(args)\nend');
  expect(await world.error('tool_define', DEFINITION)).toContain('conflict: tools/X.wander');
});

test('a name that the engine has, in a file: the tool is listed as what it is called, and the engine’s own is called', async () => {
  const world = await World.open();
  world.write('tools/scene_query.tool.json', SIMPLE);
  await world.list({ reload: true });
  expect(await world.statusOf('user_scene_query')).toBe('active');
  expect(world.registry.get('scene_query')?.kind).toBe('builtin');
});

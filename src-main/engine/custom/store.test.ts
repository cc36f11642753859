import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENEMIES_NEAR, PERSON, TAG_BY_TAG, until, World } from './world.fixture';

const CODE = 'fn run(args)\n  return 1\nend\n';
const FILE = JSON.stringify({ description: 'Gives back the number one, always.' });

function put(world: World, base: string, code = CODE, file = FILE): void {
  world.write(`tools/${base}.wander`, code);
  world.write(`tools/${base}.tool.json`, file);
}

test('a tool whose files are put into the folder is noticed, validated and offered, and can be called', async () => {
  const world = await World.open({ watch: true });
  put(world, 'one');
  await until(() => world.offered().includes('user_one'), 'the tool');
  expect(await world.ok('user_one')).toEqual({ result: 1 });
  const { events } = world.events.read({ since: 0, types: ['custom_tool.changed_on_disk'] });
  expect(events.at(-1)).toMatchObject({ tool: 'user_one', actor: 'system' });
  await world.close();
});

test('a hand edit of the code alone counts from the next call on, also before the watcher has seen it', async () => {
  const world = await World.open();
  await world.ok('tool_define', { name: 'one', description: 'Gives back a number, always.', wander: CODE });
  expect(await world.ok('user_one')).toEqual({ result: 1 });
  const { hash } = await world.inspect('one');
  world.write('tools/one.wander', CODE.replace('1', '22'));
  expect(await world.ok('user_one')).toEqual({ result: 22 });
  expect((await world.inspect('one')).hash).not.toBe(hash);
  await world.close();
  expect(world.audit().map((line) => line.event)).toEqual(['defined', 'call', 'changed_on_disk', 'call']);
});

test('S-01: a stored tool that is edited while the project is open is refused at the very next call', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  const args = { from: 'enemy', add: 'hostile' };
  await world.ok('user_tag_by_tag', args);
  const original = world.read('tools/tag_by_tag.tool.json');
  world.write('tools/tag_by_tag.tool.json', original.replace('{{args.add}}', 'evil'));
  expect(await world.error('user_tag_by_tag', args)).toContain('approval_required');
  expect(await world.error('user_tag_by_tag', args)).toContain('It has changed since user approved it');
  expect((await world.inspect('tag_by_tag')).approved?.definition.steps).toEqual(
    (JSON.parse(original) as { steps: unknown }).steps,
  );
  // The approved text put back is what was approved.
  world.write('tools/tag_by_tag.tool.json', original);
  expect(await world.ok('user_tag_by_tag', args)).toEqual({ result: { tagged: 0 } });
});

test('a call uses the schema of the edited file, not the old one', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  const text = world.read('tools/enemies_near.tool.json');
  world.write('tools/enemies_near.tool.json', text.replaceAll('"radius"', '"range"'));
  world.write(
    'tools/enemies_near.wander',
    world.read('tools/enemies_near.wander').replace('args.radius', 'args.range'),
  );
  expect(await world.ok('user_enemies_near', { range: 3 })).toMatchObject({ result: { count: 0 } });
  expect(await world.error('user_enemies_near', { radius: 3 })).toContain('invalid_arguments');
});

test('a file that is broken shows as invalid with its reason and line, never runs its old version, and comes back when it is mended', async () => {
  const world = await World.open({ watch: true });
  await world.ok('tool_define', ENEMIES_NEAR);
  const [file, code] = [world.read('tools/enemies_near.tool.json'), world.read('tools/enemies_near.wander')];
  const broken: [string, string, string][] = [
    ['tools/enemies_near.tool.json', `${file.slice(0, 60)}\n\n oops`, 'tools/enemies_near.tool.json, line '],
    [
      'tools/enemies_near.tool.json',
      file.replace('"timeout_ms": 5000', '"timeout_ms": "soon"'),
      'limits.timeout_ms must be a whole number',
    ],
    ['tools/enemies_near.wander', code.replace(/end\n$/, ''), 'tools/enemies_near.wander, line '],
    ['tools/enemies_near.wander', code.replace('radius', 'radius +'), 'tools/enemies_near.wander, line 6'],
  ];
  for (const [path, text, reason] of broken) {
    world.write(path, text);
    expect(await world.error('user_enemies_near')).toContain(
      `tool_invalid: user_enemies_near can't run: tools/enemies_near`,
    );
    const inspection = await world.inspect('enemies_near');
    expect(inspection.status).toBe('invalid');
    expect(inspection.reason).toContain(reason);
    expect(world.offered()).not.toContain('user_enemies_near');
    expect(await world.error('tool_approve', { name: 'enemies_near' }, PERSON)).toContain('tool_invalid');
    world.write(path, path.endsWith('.json') ? file : code);
    expect(await world.ok('user_enemies_near')).toMatchObject({ result: { count: 0 } });
  }
  await world.close();
});

test('the line of a problem in a definition file is the line where it stands', async () => {
  const world = await World.open();
  put(
    world,
    'one',
    CODE,
    '{\n  "description": "Gives back the number one.",\n  "limits": {\n    "max_calls": -4\n  }\n}',
  );
  expect((await world.inspect('one')).reason).toContain(
    'tools/one.tool.json, line 4: The definition of "user_one": limits.max_calls',
  );
});

test('a deleted file takes the tool away at once, also without the watcher', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  rmSync(join(world.folder, 'tools/enemies_near.tool.json'));
  expect(await world.error('user_enemies_near')).toContain('not_found');
  expect(await world.statusOf('user_enemies_near')).toBe('missing');
  // The definition without its code is there, with the reason.
  await world.ok('tool_define', { ...ENEMIES_NEAR });
  rmSync(join(world.folder, 'tools/enemies_near.wander'));
  expect(await world.error('user_enemies_near')).toContain(
    'tools/enemies_near.wander, the code of the tool, is not there',
  );
});

test('with a watcher, a deleted and an edited file are told within moments', async () => {
  const world = await World.open({ watch: true });
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  world.write(
    'tools/tag_by_tag.tool.json',
    world.read('tools/tag_by_tag.tool.json').replace('{{args.add}}', 'x'),
  );
  await until(() => !world.offered().includes('user_tag_by_tag'), 'the change');
  rmSync(join(world.folder, 'tools/tag_by_tag.tool.json'));
  await until(async () => (await world.statusOf('user_tag_by_tag')) === 'missing', 'the removal');
  const kinds = world.events.read({ since: 0, types: ['custom_tool'] }).events.map((event) => event.kind);
  expect(kinds).toEqual(['defined', 'approved', 'changed_on_disk', 'removed']);
  await world.close();
});

test('with a watcher, code and modules that change alone are told too, of every tool that they are part of and no other', async () => {
  const world = await World.open({ watch: true });
  world.write('scripts/shared.wander', 'fn size()\n  return 1\nend\n');
  for (const name of ['one', 'two', 'alone'])
    await world.ok('tool_define', {
      name,
      description: 'A tool that is tried out in a test.',
      wander:
        name === 'alone'
          ? 'fn run(args)\n  return 1\nend'
          : 'use "scripts/shared"\nfn run(args)\n  return shared.size()\nend',
    });
  const hash = (name: string): string | undefined => world.registry.get(name)?.custom?.hash;
  const before = ['user_one', 'user_two', 'user_alone'].map(hash);
  world.write('scripts/shared.wander', 'fn size()\n  return 2\nend\n');
  await until(
    () => hash('user_one') !== before[0] && hash('user_two') !== before[1],
    'the module is noticed',
  );
  expect(hash('user_alone')).toBe(before[2]);
  world.write('tools/alone.wander', 'fn run(args)\n  return 2\nend\n');
  await until(() => hash('user_alone') !== before[2], 'the code is noticed');
  expect(await world.ok('user_alone')).toEqual({ result: 2 });
  await world.close();
});

test('an approvals file that changes on the disk counts at the next call', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  const approvals = world.read('tools/approvals.json');
  rmSync(join(world.folder, 'tools/approvals.json'));
  expect(await world.error('user_tag_by_tag', { from: 'a', add: 'b' })).toContain('approval_required');
  world.write('tools/approvals.json', approvals.replace('"approved"', '"approved" '));
  expect(await world.ok('user_tag_by_tag', { from: 'a', add: 'b' })).toEqual({ result: { tagged: 0 } });
  world.write('tools/approvals.json', approvals.replace(/"signature": "./, '"signature": "_'));
  expect(await world.error('user_tag_by_tag', { from: 'a', add: 'b' })).toContain(
    'The signature of the approval',
  );
});

test('S-13: a module that an approved tool uses is part of it: editing the module alone needs approval again', async () => {
  const world = await World.open();
  world.write('scripts/maths.wander', 'fn twice(n)\n  return n * 2\nend\n');
  const wander =
    'use "scripts/maths" as maths\nfn run(args)\n  find("Orc").hp = maths.twice(4)\n  return maths.twice(4)\nend';
  await world.ok('entity_create', { name: 'Orc' });
  await world.ok('tool_define', {
    name: 'uses',
    description: 'Sets the hp with a module.',
    capabilities: { mutate: true },
    wander,
  });
  await world.approve('uses');
  expect(await world.ok('user_uses')).toEqual({ result: 8 });
  expect((await world.inspect('uses')).files).toContain('scripts/maths.wander');
  const before = await world.inspect('uses');
  expect(before.full_code).toBe(
    `${wander}\n\n-- ---- scripts/maths.wander, which is used above ----\nfn twice(n)\n  return n * 2\nend\n`,
  );
  expect(before.remarks).toContain('Its code uses scripts/maths.wander, which is part of what is approved.');
  world.write('scripts/maths.wander', 'fn twice(n)\n  return n * 3\nend\n');
  expect(await world.error('user_uses')).toContain('approval_required');
  expect(world.scene.get(1)?.vars.hp).toBe(8);
  // S-15: what a person reads before approving it again has the change.
  const after = await world.inspect('uses');
  expect([after.approved?.code, after.approved?.full_code]).toEqual([before.code, before.full_code]);
  expect(after.full_code).toBe(before.full_code?.replace('n * 2', 'n * 3'));
  rmSync(join(world.folder, 'scripts/maths.wander'));
  expect(await world.error('user_uses')).toContain('There is no file "scripts/maths.wander"');
  expect(await world.error('tool_promote', { name: 'uses' })).toContain('tool_invalid');
});

test('S-16: hidden and turning characters are refused in the files that a tool uses, as in its own code', async () => {
  const world = await World.open();
  const wander = 'use "scripts/m" as m\nfn run(args)\n  return m.one()\nend';
  const define = { name: 'uses', description: 'Gives back the number one, always.', wander };
  for (const [hidden, told] of [
    ['-- a \u202e b', 'scripts/m.wander, line 1: the code holds a bidirectional override (U+202E)'],
    ['-- a\n-- \u{e0041}', 'scripts/m.wander, line 2: the code holds a tag character (U+E0041)'],
    ['-- \u009b2J', 'scripts/m.wander, line 1: the code holds a control character (U+009B)'],
  ] as const) {
    world.write('scripts/m.wander', `${hidden}\nfn one()\n  return 1\nend\n`);
    expect(await world.error('tool_define', define)).toContain(told);
  }
  world.write('scripts/m.wander', 'fn one()\n  return 1\nend\n');
  await world.ok('tool_define', define);
  world.write('scripts/m.wander', '-- \u202e\nfn one()\n  return 1\nend\n');
  expect(await world.error('user_uses')).toContain('tool_invalid');
});

test('code in a file of the project: source names it, and it is read again when it changes', async () => {
  const world = await World.open();
  world.write('scripts/one.wander', CODE);
  await world.ok('tool_define', {
    name: 'one',
    description: 'Gives back a number, always.',
    source: 'scripts/one.wander',
  });
  expect((await world.inspect('one')).files).toEqual(['tools/one.tool.json', 'scripts/one.wander']);
  world.write('scripts/one.wander', CODE.replace('1', '3'));
  expect(await world.ok('user_one')).toEqual({ result: 3 });
  await world.ok('tool_remove', { name: 'one' });
  expect(existsSync(join(world.folder, 'scripts/one.wander'))).toBe(true);
  for (const source of ['../x.wander', '/etc/x.wander', 'scripts/none.wander', 'scripts/one.txt']) {
    expect(
      await world.error('tool_define', { name: 'one', description: 'Gives back a number, always.', source }),
      source,
    ).toContain('invalid_definition');
  }
});

test('S-12: a tool file that is a link leading outside is refused with where it leads', async () => {
  const world = await World.open();
  const outside = mkdtempSync(join(tmpdir(), 'sky-outside-'));
  writeFileSync(join(outside, 'x.tool.json'), FILE);
  writeFileSync(join(outside, 'x.wander'), CODE);
  symlinkSync(join(outside, 'x.tool.json'), join(world.folder, 'tools/x.tool.json'));
  world.write('tools/x.wander', CODE);
  expect(await world.inspect('x')).toMatchObject({
    status: 'invalid',
    reason: expect.stringContaining('leads outside the project') as string,
  });
  world.write('tools/y.tool.json', FILE);
  symlinkSync(join(outside, 'x.wander'), join(world.folder, 'tools/y.wander'));
  expect(await world.inspect('y')).toMatchObject({
    status: 'invalid',
    reason: expect.stringContaining('leads outside the project') as string,
  });
  expect(await world.error('user_y')).toContain('tool_invalid');
});

test('S-12: a tools folder that is a link leading outside gives no tools, and the list says why', async () => {
  const world = await World.open();
  const outside = mkdtempSync(join(tmpdir(), 'sky-outside-'));
  writeFileSync(join(outside, 'x.tool.json'), FILE);
  writeFileSync(join(outside, 'x.wander'), CODE);
  renameSync(join(world.folder, 'tools'), join(world.folder, 'old'));
  symlinkSync(outside, join(world.folder, 'tools'));
  const listing = await world.list({ reload: true });
  expect(listing.tools).toEqual([]);
  expect(listing.problems?.[0]).toContain('leads outside the project');
});

test('names that collide, differ from their file or can’t be a tool’s are listed with the reason', async () => {
  const world = await World.open();
  put(world, 'one');
  put(world, 'One');
  put(
    world,
    'copy',
    CODE,
    JSON.stringify({ name: 'user_one', description: 'A copy of the other, which forgot its name.' }),
  );
  put(
    world,
    'lone',
    CODE,
    JSON.stringify({ name: 'user_other', description: 'It says that it is another one.' }),
  );
  put(world, 'odd name');
  const { tools } = await world.list({ reload: true });
  expect(Object.fromEntries(tools.map((tool) => [tool.name, `${tool.status} ${tool.reason ?? ''}`]))).toEqual(
    {
      user_One: expect.stringContaining('are one file on Windows and macOS') as string,
      user_copy: expect.stringContaining('which tools/one.tool.json defines already') as string,
      user_lone: expect.stringContaining('Rename one of the two') as string,
      user_one: 'active ',
      'user_odd name': expect.stringContaining("can't be a tool's file") as string,
    },
  );
  expect(await world.ok('user_one')).toEqual({ result: 1 });
});

test('S-67: line ends, a byte order mark and a missing last line end change neither hash nor result', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  const { hash } = await world.inspect('enemies_near');
  const code = world.read('tools/enemies_near.wander');
  for (const text of [
    code.replaceAll('\n', '\r\n'),
    code.replaceAll('\n', '\r'),
    `\ufeff${code}`,
    code.trimEnd(),
    code.replace('\n', '\r\n'),
  ]) {
    world.write('tools/enemies_near.wander', text);
    expect(await world.ok('user_enemies_near')).toMatchObject({ result: { count: 0 } });
    expect((await world.inspect('enemies_near')).hash).toBe(hash);
  }
  // The author's file is left as it is.
  expect(world.read('tools/enemies_near.wander')).toBe(code.replace('\n', '\r\n'));
});

test('unknown fields and the order of a hand-written file survive what the engine writes', async () => {
  const world = await World.open();
  put(
    world,
    'one',
    CODE,
    JSON.stringify({ icon: 'star', description: 'Gives back the number one.', x: { y: 1 } }),
  );
  await world.ok('tool_enable', { name: 'one', enabled: false });
  expect(world.json('tools/one.tool.json')).toMatchObject({
    icon: 'star',
    x: { y: 1 },
    enabled: false,
    disabled_by: 'mcp:test',
  });
  await world.ok('tool_enable', { name: 'one', enabled: true });
  await world.ok('tool_define', { name: 'one', title: 'One' });
  expect(world.json('tools/one.tool.json')).toMatchObject({
    icon: 'star',
    x: { y: 1 },
    title: 'One',
    version: 2,
  });
});

test('a file that is not UTF-8, too large, a folder or a pipe is invalid, never a crash', async () => {
  const world = await World.open();
  writeFileSync(join(world.folder, 'tools/bytes.tool.json'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(world.folder, 'tools/large.tool.json'), ' '.repeat(3_000_000));
  mkdirSync(join(world.folder, 'tools/folder.tool.json'));
  const { tools } = await world.list({ reload: true });
  expect(tools.map((tool) => [tool.name, tool.status])).toEqual([
    ['user_bytes', 'invalid'],
    ['user_folder', 'invalid'],
    ['user_large', 'invalid'],
  ]);
});

test('S-54: a file that names the approvals or policy under an alias approves nothing', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  const approvals = world.read('tools/approvals.json');
  rmSync(join(world.folder, 'tools/approvals.json'));
  for (const name of ['Approvals.json', 'approvals.json ', 'approvals.json.', 'APPROV~1.JSO'])
    world.write(`tools/${name}`, approvals);
  expect(await world.error('user_tag_by_tag', { from: 'a', add: 'b' })).toContain('approval_required');
});

test('game.json that changes on the disk counts within moments: stricter at once, looser not', async () => {
  const world = await World.open({ watch: true });
  await world.ok('tool_define', ENEMIES_NEAR);
  const settings = world.read('game.json');
  world.write('game.json', settings.replace('"auto"', '"off"'));
  await until(() => world.custom.policy === 'off', 'the policy');
  expect(await world.error('user_enemies_near')).toContain('policy_off');
  world.write('game.json', settings.replace('"auto"', '"trust"'));
  await until(() => world.custom.policy === 'auto', 'the policy');
  expect((await world.list()).policy_note).toContain('"trust"');
  const { events } = world.events.read({ since: 0, types: ['policy'] });
  expect(events.map((event) => event.kind)).toEqual(['changed_on_disk', 'changed_on_disk']);
  await world.close();
});

test('1,000 tools load, and are all there', async () => {
  const world = await World.open();
  for (let index = 0; index < 1000; index++) put(world, `t${index}`);
  const again = await world.reopen();
  expect((await again.list()).tools.filter((tool) => tool.status === 'active')).toHaveLength(1000);
});

test('a link that goes in a circle, and paths that no file could have, make one tool invalid, never the project unopenable', async () => {
  const world = await World.open();
  symlinkSync('loop.tool.json', join(world.folder, 'tools/loop.tool.json'));
  symlinkSync('round.wander', join(world.folder, 'tools/round.wander'));
  world.write('tools/round.tool.json', FILE);
  const source = (path: string): string => JSON.stringify({ ...(JSON.parse(FILE) as object), source: path });
  world.write('tools/nul.tool.json', source('tools/a\0b.wander'));
  world.write('tools/long.tool.json', source(`${'x'.repeat(249)}.wander`));
  put(world, 'far', `use "${'x'.repeat(300)}" as far\n${CODE}`);
  put(world, 'farther', `use "${Array(400).fill('aaaaaaaaaa').join('/')}" as far\n${CODE}`);
  rmSync(join(world.folder, 'tools/approvals.json'), { force: true });
  symlinkSync('approvals.json', join(world.folder, 'tools/approvals.json'));
  const again = await world.reopen();
  const { tools } = await again.list();
  expect(tools.map((tool) => [tool.name, tool.status])).toEqual(
    ['user_far', 'user_farther', 'user_long', 'user_loop', 'user_nul', 'user_round'].map((name) => [
      name,
      'invalid',
    ]),
  );
  for (const tool of tools) expect(await again.error(tool.name)).toContain('tool_invalid');
  expect(again.internal).toEqual([]);
  await again.close();
});

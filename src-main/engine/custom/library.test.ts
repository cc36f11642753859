import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import type { LibraryInspection, LibraryTool } from './types';
import { ENEMIES_NEAR, PERSON, TAG_BY_TAG, World } from './world.fixture';

const changed = (definition: JsonObject, more: string): JsonObject => ({
  ...definition,
  description: `A tool of a test, which was changed. ${more}`,
});

async function libraryOf(world: World): Promise<readonly LibraryTool[]> {
  return (await world.list({ include_library: true })).library ?? [];
}

async function relation(world: World, name = 'user_enemies_near'): Promise<string | undefined> {
  return (await libraryOf(world)).find((tool) => tool.name === name)?.relation;
}

const inLibrary = async (world: World, name: string): Promise<LibraryInspection> =>
  (await world.ok('tool_inspect', { name, library: true })) as unknown as LibraryInspection;

test('the list says of each tool what it is, who put it there, and how it stands to this project’s', async () => {
  const one = await World.open();
  await one.ok('tool_define', ENEMIES_NEAR);
  await one.ok('tool_promote', { name: 'enemies_near' });
  expect(await libraryOf(one)).toMatchObject([
    {
      name: 'user_enemies_near',
      title: 'Enemies near',
      kind: 'wander',
      version: 1,
      author: 'mcp:test',
      tests: 1,
      promoted_by: 'mcp:test',
      capabilities: { mutate: false },
      relation: 'same',
      project_version: 1,
    },
  ]);
  const two = await World.open({ userFolder: one.userFolder });
  expect(await relation(two)).toBe('absent');
  await two.ok('tool_define', { from_library: 'enemies_near' });
  expect(await relation(two)).toBe('same');

  // What was taken from there and then changed is newer than the library; put there, it is newer than the first project's.
  await two.ok('tool_define', changed(ENEMIES_NEAR, 'Better.'));
  expect(await relation(two)).toBe('project_newer');
  await two.ok('tool_promote', { name: 'enemies_near' }, PERSON);
  expect(await relation(two)).toBe('same');
  expect(await relation(one)).toBe('library_newer');
  await one.ok('tool_define', changed(ENEMIES_NEAR, 'My own.'));
  expect(await relation(one)).toBe('different');
  const three = await World.open({ userFolder: one.userFolder });
  await three.ok('tool_define', { ...TAG_BY_TAG, name: 'enemies_near' });
  expect(await relation(three)).toBe('different');
});

test('a tool of the library is shown whole, with what would change for this project’s', async () => {
  const one = await World.open();
  await one.ok('tool_define', { ...ENEMIES_NEAR, capabilities: { calls: ['scene_query'] } });
  await one.ok('tool_promote', { name: 'enemies_near' });
  await one.ok('tool_define', { ...ENEMIES_NEAR, capabilities: {} });
  const found = await inLibrary(one, 'enemies_near');
  expect(found).toMatchObject({ status: 'library', relation: 'project_newer', version: 1 });
  expect(found.code).toContain('find_all("enemy")');
  expect(found.project?.code).toBe(found.code);
  expect(found.capability_changes).toEqual(['It now may also call scene_query.']);
  expect(await one.error('tool_inspect', { name: 'enemies_naer', library: true })).toContain(
    'Did you mean "enemies_near"?',
  );
});

test('taking a tool up in the place of another says so; its tests have to pass, and its approval is asked for anew', async () => {
  const one = await World.open();
  await one.ok('tool_define', TAG_BY_TAG);
  await one.approve('tag_by_tag');
  await one.ok('tool_promote', { name: 'tag_by_tag' });
  const two = await World.open({ userFolder: one.userFolder });
  await two.ok('tool_define', changed(TAG_BY_TAG, 'Another.'));
  await two.approve('tag_by_tag');
  const dry = await two.ok('tool_define', { from_library: 'tag_by_tag', dry_run: true });
  expect(dry.warnings).toEqual([
    "It would stand in the place of this project's user_tag_by_tag, version 1 by mcp:test.",
  ]);
  const taken = await two.ok('tool_define', { from_library: 'tag_by_tag' });
  expect(taken).toMatchObject({ status: 'pending_approval', version: 2 });
  expect(taken.warnings).toEqual([
    "It stands in the place of this project's user_tag_by_tag, version 1 by mcp:test.",
  ]);
  expect(existsSync(join(one.userFolder, 'tools', 'approvals.json'))).toBe(false);
  // Under another name it stands beside the project's own.
  expect(await two.ok('tool_define', { from_library: 'tag_by_tag', name: 'tag_two' })).toMatchObject({
    name: 'user_tag_two',
    warnings: [],
  });
});

test('files that the code uses come along, are part of what is approved, and replace nothing', async () => {
  const one = await World.open();
  mkdirSync(join(one.folder, 'lib'));
  one.write('lib/sums.wander', 'fn twice(n)\n  return n * 2\nend\n');
  await one.ok('tool_define', {
    name: 'doubled',
    description: 'Twice a number, with a function of a file of its own.',
    input_schema: { type: 'object', properties: { n: { type: 'number', default: 3 } } },
    capabilities: { read_scene: false },
    wander: 'use "lib/sums"\nfn run(args)\n  return sums.twice(args.n)\nend',
    tests: [{ name: 'six', args: {}, expect: { result: 6 } }],
  });
  await one.ok('tool_promote', { name: 'doubled' });
  expect((await inLibrary(one, 'doubled')).full_code).toContain('fn twice(n)');

  const two = await World.open({ userFolder: one.userFolder });
  expect((await libraryOf(two))[0]?.modules).toEqual(['lib/sums.wander']);
  await two.ok('tool_define', { from_library: 'doubled', dry_run: true });
  expect(existsSync(join(two.folder, 'lib'))).toBe(false);
  expect(await two.ok('tool_define', { from_library: 'doubled' })).toMatchObject({ status: 'active' });
  expect(two.read('lib/sums.wander')).toBe(one.read('lib/sums.wander'));
  expect((await two.inspect('doubled')).hash).toBe((await one.inspect('doubled')).hash);
  expect(await two.ok('user_doubled', { n: 4 })).toMatchObject({ result: 8 });

  const three = await World.open({ userFolder: one.userFolder });
  mkdirSync(join(three.folder, 'lib'));
  three.write('lib/sums.wander', 'fn twice(n)\n  return n * 3\nend\n');
  expect(await three.error('tool_define', { from_library: 'doubled' })).toContain(
    "conflict: The library's user_doubled uses lib/sums.wander, and this project has another file of that name.",
  );
  expect(three.read('lib/sums.wander')).toContain('n * 3');
  // A library that somebody edited brings nothing else along.
  const about = join(one.userFolder, 'tools', 'doubled.library.json');
  const sound = readFileSync(about, 'utf8');
  for (const path of ['../../evil.wander', '.skywalker/evil.wander', 'lib/evil.json', '/tmp/evil.wander']) {
    writeFileSync(about, sound.replaceAll('lib/sums.wander', path));
    const four = await World.open({ userFolder: one.userFolder });
    expect(await four.error('tool_define', { from_library: 'doubled' }), path).toContain(
      'which is no Wander file of a project',
    );
  }
});

test('what it calls and the library does not have is told where it is put there', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_define', {
    name: 'outer',
    description: 'Calls another tool of the project, for a test.',
    steps: [{ tool: 'user_enemies_near', args: {} }],
  });
  expect((await world.ok('tool_promote', { name: 'outer' })).warnings).toEqual([
    'It calls user_enemies_near, which the library does not have: other projects need it too.',
  ]);
  await world.ok('tool_promote', { name: 'enemies_near' });
  expect((await world.ok('tool_promote', { name: 'outer' })).warnings).toEqual([]);
});

test('only a person takes a tool out of the library; projects that have it keep theirs', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_promote', { name: 'enemies_near' });
  expect(await world.error('tool_promote', { name: 'enemies_near', remove: true })).toContain(
    "approval_requires_human: Only a person takes a tool out of the user's library",
  );
  expect((await libraryOf(world)).length).toBe(1);
  expect(await world.ok('tool_promote', { name: 'enemies_near', remove: true }, PERSON)).toMatchObject({
    in_library: false,
  });
  expect(await libraryOf(world)).toEqual([]);
  expect(await world.statusOf('user_enemies_near')).toBe('active');
  expect(world.audit().map((line) => line.event)).toContain('library_removed');
  expect(await world.error('tool_promote', { name: 'enemies_near', remove: true }, PERSON)).toContain(
    'not_found',
  );
});

test('what a person took out of the library they bring back as it was, while the project is open', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_promote', { name: 'enemies_near' });
  const folder = join(world.userFolder, 'tools');
  const files = (): JsonObject =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const before = files();
  await world.ok('tool_promote', { name: 'enemies_near', remove: true }, PERSON);
  expect(files()).toEqual({});
  const back = { name: 'enemies_near', restore: true };
  expect(await world.error('tool_promote', back)).toContain('approval_requires_human');
  expect(await world.ok('tool_promote', back, PERSON)).toMatchObject({ in_library: true });
  expect(files()).toEqual(before);
  expect(world.audit().at(-1)).toMatchObject({ event: 'promoted', actor: 'user', restored: true });
  expect(await world.error('tool_promote', back, PERSON)).toContain('not_found');
  // What somebody put there meanwhile stays.
  await world.ok('tool_promote', { name: 'enemies_near', remove: true }, PERSON);
  await world.ok('tool_promote', { name: 'enemies_near' });
  expect(await world.error('tool_promote', back, PERSON)).toContain('conflict');
});

test('what is known besides can be missing or broken, as in a library of an earlier version', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_promote', { name: 'enemies_near' });
  const about = join(world.userFolder, 'tools', 'enemies_near.library.json');
  writeFileSync(about, '{"format": 7');
  expect(await libraryOf(world)).toMatchObject([{ name: 'user_enemies_near', relation: 'same' }]);
  const two = await World.open({ userFolder: world.userFolder });
  expect(await two.ok('tool_define', { from_library: 'enemies_near' })).toMatchObject({ status: 'active' });
});

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { contentHash } from '../project/content-hash';
import { World } from './world.fixture';

const V1 = 'fn run(args)\n  return 1\nend';
const V2 = 'fn run(args)\n  return 2\nend';

function definition(wander: string, more: JsonObject = {}): JsonObject {
  return { name: 'x', description: 'Gives a number, for a test of changes.', wander, ...more };
}

const FILES = ['tools/x.wander', 'tools/x.tool.json'] as const;

/** Texts of the tool's files by path; null where there is none. */
function textsOf(world: World): Record<string, string | null> {
  return Object.fromEntries(
    FILES.map((path) => [path, existsSync(join(world.folder, path)) ? world.read(path) : null]),
  );
}

/** What a kill in the middle of a change leaves in the user's folder. */
class Begun {
  readonly path: string;

  constructor(
    world: World,
    readonly note: JsonObject,
    texts: { before?: Record<string, string | null>; after?: Record<string, string | null> } = {},
  ) {
    const { before = {}, after = {} } = texts;
    const files = Object.keys(after).map((path) => ({
      path,
      before: before[path] ?? null,
      after: after[path] ?? null,
    }));
    const at = '2020-01-01T00:00:00.000Z';
    this.path = join(
      world.userFolder,
      'changes',
      `${contentHash(realpathSync(world.folder)).slice(0, 32)}.json`,
    );
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(
      this.path,
      JSON.stringify({ format: 'skywalker.change/1', actor: 'mcp:test', at, facts: {}, files, ...note }),
    );
  }

  get isForgotten(): boolean {
    return !existsSync(this.path);
  }
}

async function reopened(world: World): Promise<World> {
  return World.open({ folder: world.folder, userFolder: world.userFolder });
}

/**
 * The audit as a kill after its first so many lines would have left it. The user's folder remembers a line only when it is on the
 * disk, so it knows of none that is gone.
 */
function cutAudit(world: World, lines: number): void {
  const path = '.skywalker/logs/custom_tools.jsonl';
  const kept = world.read(path).split('\n').slice(0, lines);
  world.write(path, kept.map((line) => `${line}\n`).join(''));
  const ledgers = join(world.userFolder, 'projects');
  for (const name of readdirSync(ledgers)) {
    const ledger = JSON.parse(readFileSync(join(ledgers, name), 'utf8')) as JsonObject;
    writeFileSync(join(ledgers, name), JSON.stringify({ ...ledger, audits: {} }));
  }
}

const facts = (line: JsonObject | undefined): JsonObject => {
  const placed = new Set(['seq', 'at', 'prev']);
  return Object.fromEntries(Object.entries(line ?? {}).filter(([key]) => !placed.has(key)));
};

test('a definition of which only the code was written is taken back, and the audit tells', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  const before = textsOf(world);
  await world.ok('tool_define', definition(V2));
  const after = textsOf(world);
  await world.close();
  cutAudit(world, 1);
  world.write('tools/x.tool.json', before['tools/x.tool.json'] ?? '');
  const begun = new Begun(world, { event: 'defined', tool: 'user_x' }, { before, after });
  const again = await reopened(world);
  expect(textsOf(again)).toEqual(before);
  expect(await again.ok('user_x')).toMatchObject({ result: 1 });
  expect(facts(again.audit()[1])).toEqual({
    event: 'recovered',
    actor: 'system',
    tool: 'user_x',
    undone: 'defined',
    by: 'mcp:test',
  });
  expect(begun.isForgotten).toBe(true);
});

test('a definition that was written and not noted is noted when the project is opened', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  await world.close();
  cutAudit(world, 0);
  const note = { event: 'defined', tool: 'user_x', facts: { hash: 'h', call: 'c1' } };
  new Begun(world, note, { after: textsOf(world) });
  const again = await reopened(world);
  expect(again.audit().map(facts)).toEqual([
    { event: 'defined', actor: 'mcp:test', tool: 'user_x', hash: 'h', call: 'c1', recovered: true },
  ]);
});

test('a change that was noted and not forgotten is not noted twice', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  const { call } = world.audit()[0] ?? {};
  await world.close();
  const note = { event: 'defined', tool: 'user_x', facts: { call: call ?? null } };
  new Begun(world, note, { after: textsOf(world) });
  const again = await reopened(world);
  expect(again.audit().map((line) => line.event)).toEqual(['defined']);
});

test('a line of an earlier run with the same number of the call is about another change', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  const { call = null } = world.audit()[0] ?? {};
  await world.close();
  const at = new Date(Date.now() + 1).toISOString();
  new Begun(world, { event: 'defined', tool: 'user_x', at, facts: { call } }, { after: textsOf(world) });
  const again = await reopened(world);
  expect(again.audit().map((line) => [line.event, line.recovered ?? false])).toEqual([
    ['defined', false],
    ['defined', true],
  ]);
});

test('a file that somebody wrote after the kill stays as they wrote it', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  const before = textsOf(world);
  await world.ok('tool_define', definition(V2));
  const after = textsOf(world);
  await world.close();
  const theirs = 'fn run(args)\n  return 3\nend\n';
  world.write('tools/x.wander', theirs);
  new Begun(world, { event: 'defined', tool: 'user_x' }, { before, after });
  const again = await reopened(world);
  expect(again.read('tools/x.wander')).toBe(theirs);
  expect(await again.ok('user_x')).toMatchObject({ result: 3 });
});

test('an approval that was written and not noted is noted; one that was not written is none', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1, { capabilities: { mutate: true } }));
  const { hash } = (await world.approve('x')) as { hash: string };
  await world.close();
  cutAudit(world, 1);
  const note = { event: 'approved', tool: 'user_x', actor: 'user', facts: { hash } };
  new Begun(world, note);
  const again = await reopened(world);
  expect(again.audit().slice(1).map(facts)).toEqual([
    { event: 'approved', actor: 'user', tool: 'user_x', hash, recovered: true },
  ]);
  expect(await again.statusOf('user_x')).toBe('active');

  await again.close();
  rmSync(join(world.folder, 'tools/approvals.json'));
  const begun = new Begun(world, note);
  const third = await reopened(world);
  expect(facts(third.audit()[2])).toMatchObject({ event: 'recovered', undone: 'approved', by: 'user' });
  expect(await third.statusOf('user_x')).toBe('pending_approval');
  expect(begun.isForgotten).toBe(true);
});

test('a note of an approval makes none, whatever it says', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1, { capabilities: { mutate: true } }));
  const { hash } = await world.inspect('x');
  await world.close();
  new Begun(world, { event: 'approved', tool: 'user_x', actor: 'user', facts: { hash } });
  const again = await reopened(world);
  expect(await again.statusOf('user_x')).toBe('pending_approval');
});

test('a removal is completed: the rest of the files goes, and with it the approval', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1, { capabilities: { mutate: true } }));
  await world.approve('x');
  const before = textsOf(world);
  await world.close();
  rmSync(join(world.folder, 'tools/x.tool.json'));
  const after = { 'tools/x.tool.json': null, 'tools/x.wander': null };
  new Begun(world, { event: 'removed', tool: 'user_x' }, { before, after });
  const again = await reopened(world);
  expect(readdirSync(join(world.folder, 'tools'))).toEqual(['approvals.json']);
  await again.ok('tool_define', definition(V1, { capabilities: { mutate: true } }));
  expect(await again.statusOf('user_x')).toBe('pending_approval');
});

test('a tool that a person was turning off is off for agents; one that was being turned on stays off', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  await world.ok('tool_enable', { name: 'x', enabled: false });
  await world.close();
  const off = { event: 'disabled', tool: 'user_x', actor: 'user', facts: { by_person: true } };
  new Begun(world, off, { after: textsOf(world) });
  const again = await reopened(world);
  expect(await again.error('tool_enable', { name: 'x', enabled: true })).toContain(
    'approval_requires_human: user_x was turned off by user',
  );
  await again.close();
  const before = textsOf(world);
  const text = (before['tools/x.tool.json'] ?? '').replace('"enabled": false', '"enabled": true');
  world.write('tools/x.tool.json', text);
  const on = { event: 'enabled', tool: 'user_x', actor: 'user', facts: { by_person: true } };
  new Begun(world, on, { before, after: textsOf(world) });
  const third = await reopened(world);
  expect(await third.statusOf('user_x')).toBe('disabled');
  expect(textsOf(third)).toEqual(before);
});

test('what fails on the way is taken back: no code of a definition that was not written', async () => {
  const world = await World.open();
  // A folder stands where the definition is to be written.
  mkdirSync(join(world.folder, 'tools/y.tool.json'));
  expect(await world.error('tool_define', { ...definition(V2), name: 'y' })).toContain('y.tool.json');
  expect(existsSync(join(world.folder, 'tools/y.wander'))).toBe(false);
});

test('what a project’s files say was begun here, was not; and a note that is none is forgotten', async () => {
  const world = await World.open();
  await world.ok('tool_define', definition(V1));
  const before = textsOf(world);
  await world.ok('tool_define', definition(V2));
  await world.close();
  const begun = new Begun(world, { event: 'granted', tool: 'user_x' }, { before, after: textsOf(world) });
  world.write('.skywalker/change.json', readFileSync(begun.path, 'utf8').replace('granted', 'removed'));
  const again = await reopened(world);
  expect(begun.isForgotten).toBe(true);
  expect(await again.ok('user_x')).toMatchObject({ result: 2 });
});

test('temporary files of killed writes are removed from the user’s folder once nobody can be writing them', async () => {
  const world = await World.open();
  const old = join(world.userFolder, 'projects', '.a.json.0123456789ab.tmp');
  const fresh = join(world.userFolder, 'projects', '.b.json.0123456789ab.tmp');
  mkdirSync(dirname(old), { recursive: true });
  for (const path of [old, fresh]) writeFileSync(path, '{');
  const yesterday = Date.now() / 1000 - 86_400;
  utimesSync(old, yesterday, yesterday);
  await world.reopen();
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
});

test('S-12: a tool’s file that is a link is never written through, and of a link only the link is removed', async () => {
  const world = await World.open();
  const settings = world.read('game.json');
  symlinkSync('../game.json', join(world.folder, 'tools/x.wander'));
  expect(await world.error('tool_define', definition(V1))).toBe(
    "permission_denied: tools/x.wander is a link to game.json, which is not the tool's to write. | Replace the link by a file of its own.",
  );
  expect(world.read('game.json')).toBe(settings);
  expect(readdirSync(join(world.folder, 'tools'))).toEqual(['x.wander']);

  world.write('data/code.txt', V1);
  rmSync(join(world.folder, 'tools/x.wander'));
  symlinkSync('../data/code.txt', join(world.folder, 'tools/x.wander'));
  world.write('tools/x.tool.json', JSON.stringify({ description: 'Gives a number, by way of a link.' }));
  await world.list({ reload: true });
  expect(await world.ok('user_x')).toMatchObject({ result: 1 });
  await world.ok('tool_remove', { name: 'x' });
  expect(readdirSync(join(world.folder, 'tools'))).toEqual([]);
  expect(world.read('data/code.txt')).toBe(V1);
});

test.each([
  { from: 'auto', to: 'ask', byUser: false, left: 'ask', noted: true },
  { from: 'ask', to: 'auto', byUser: false, left: 'ask', noted: false },
  { from: 'ask', to: 'auto', byUser: true, left: 'auto', noted: true },
])(
  'a policy that was being set from $from to $to when a kill came is $left (the user’s word was noted: $byUser)',
  async ({ from, to, byUser, left, noted }) => {
    const world = await World.open();
    await world.ok('tool_policy', { policy: from }, { actor: 'user', kind: 'human' });
    const before = { 'game.json': world.read('game.json') };
    await world.ok('tool_policy', { policy: to }, { actor: 'user', kind: 'human' });
    const after = { 'game.json': world.read('game.json') };
    await world.close();
    cutAudit(world, 1);
    if (!byUser) {
      const ledgers = join(world.userFolder, 'projects');
      for (const name of readdirSync(ledgers)) {
        const text = readFileSync(join(ledgers, name), 'utf8');
        writeFileSync(join(ledgers, name), text.replaceAll(`"policy":"${to}"`, `"policy":"${from}"`));
      }
    }
    const at = new Date().toISOString();
    const note = { event: 'policy', actor: 'user', at, facts: { policy: to, before: from, call: 'c1' } };
    const begun = new Begun(world, note, { before, after });
    const again = await reopened(world);
    expect(await again.ok('tool_policy')).toMatchObject({ policy: left, in_file: left });
    expect(facts(again.audit()[1])).toEqual(
      noted
        ? { event: 'policy', actor: 'user', policy: to, before: from, call: 'c1', recovered: true }
        : { event: 'recovered', actor: 'system', undone: 'policy', by: 'user' },
    );
    expect(begun.isForgotten).toBe(true);
  },
);

/** What somebody who can write into the project's folder does to a running engine. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { PERSON, until, World } from './world.fixture';

const mutating = (value: number, more: JsonObject = {}): JsonObject => ({
  name: 'x',
  description: 'Makes an entity, for a test of attacks.',
  capabilities: { mutate: true },
  wander: `fn run(args)\n  spawn("cube")\n  return ${value}\nend`,
  ...more,
});

const APPROVALS = 'tools/approvals.json';

interface Entry extends JsonObject {
  readonly name: string;
  readonly hash: string;
}

function entries(world: World): Entry[] {
  return world.json(APPROVALS).approvals as unknown as Entry[];
}

function put(world: World, approvals: readonly JsonObject[]): void {
  world.write(APPROVALS, JSON.stringify({ format: 'skywalker.approvals/1', approvals }));
}

test('S-01: approvals that are written into the file while the engine runs count for nothing, watched or not', async () => {
  for (const watch of [true, false]) {
    const world = await World.open({ watch });
    const { hash } = await world.ok('tool_define', mutating(1));
    await world.ok('tool_define', { ...mutating(2), name: 'other' });
    await world.approve('other');
    const [signed] = entries(world);
    if (signed === undefined) throw new Error('nothing was approved');
    const forged: Record<string, JsonObject> = {
      'not signed': {
        name: 'user_x',
        hash: hash ?? '',
        status: 'approved',
        by: 'user',
        at: '2030-01-01T00:00:00.000Z',
      },
      'of another tool': { ...signed, name: 'user_x' },
      'of another hash': { ...signed, name: 'user_x', hash: hash ?? '' },
    };
    for (const [what, entry] of Object.entries(forged)) {
      put(world, [signed, entry]);
      const refused = await world.error('user_x');
      expect(refused, what).toContain('approval_required');
      expect(refused, what).toMatch(/not signed|does not fit/);
    }
    // The one that was given goes on counting.
    expect(await world.ok('user_other')).toMatchObject({ result: 2 });
    // Taken out of the file, it is gone, and comes back only as it was signed.
    put(world, []);
    expect(await world.error('user_other')).toContain('approval_required');
    put(world, [{ ...signed, at: '2030-01-01T00:00:00.000Z' }]);
    expect(await world.error('user_other')).toContain('does not fit');
    await world.close();
  }
});

test('S-01: the files of an older version with its own approval, put back while the engine runs, do not run', async () => {
  const world = await World.open({ watch: true });
  const keep = (): Map<string, string> =>
    new Map([APPROVALS, 'tools/x.tool.json', 'tools/x.wander'].map((path) => [path, world.read(path)]));
  await world.ok('tool_define', mutating(1));
  await world.approve('x');
  const old = keep();
  await world.ok('tool_define', mutating(2));
  await world.approve('x');
  for (const [path, text] of old) world.write(path, text);
  const refused = await world.error('user_x');
  expect(refused).toContain('approval_required');
  expect(refused).toContain('An older approval');
  await world.close();
});

test('S-12: approvals.json that is a link approves nothing, and a decision is never written where it leads', async () => {
  const world = await World.open();
  await world.ok('tool_define', mutating(1));
  await world.approve('x');
  const text = world.read(APPROVALS);
  const path = join(world.folder, APPROVALS);
  const outside = join(world.folder, '..', 'theirs.json');
  mkdirSync(join(world.folder, 'data'), { recursive: true });
  for (const target of [join(world.folder, 'data/theirs.json'), outside]) {
    rmSync(path);
    writeFileSync(target, text);
    symlinkSync(target, path);
    expect(await world.error('user_x')).toMatch(/approval_required: .*a link/);
    expect(await world.error('tool_approve', { name: 'x' }, PERSON)).toMatch(/^io_error: .*a link/);
    expect(readFileSync(target, 'utf8')).toBe(text);
  }
  rmSync(path);
  renameSync(outside, path);
  expect(await world.ok('user_x')).toMatchObject({ result: 1 });
});

test('limits and capabilities that are raised by hand in an approved tool need another approval, or make it invalid', async () => {
  const world = await World.open({ watch: true });
  await world.ok('tool_define', mutating(1));
  await world.approve('x');
  const path = 'tools/x.tool.json';
  const definition = world.json(path);
  const raised = (more: JsonObject): void => world.write(path, JSON.stringify({ ...definition, ...more }));
  for (const more of [
    { limits: { instructions: 50_000_000 } },
    { limits: { timeout_ms: 120_000, max_calls: 10_000 } },
    { capabilities: { mutate: true, files: { write: ['data/'] } } },
    { capabilities: { mutate: true, calls: ['*'] } },
  ] as JsonObject[]) {
    raised(more);
    expect(await world.error('user_x'), JSON.stringify(more)).toMatch(/approval_required: .*changed since/);
  }
  for (const more of [
    { limits: { instructions: 50_000_001 } },
    { limits: { timeout_ms: 1e9 } },
    { limits: { instructions: -1 } },
    { limits: { instructions: '1e9' } },
    { limits: { max_depth: 99 } },
    { capabilities: { mutate: true, files: { write: ['tools/'] } } },
    { capabilities: { mutate: true, files: { read: ['../'] } } },
  ] as JsonObject[]) {
    raised(more);
    expect(await world.error('user_x'), JSON.stringify(more)).toContain('tool_invalid');
  }
  raised({});
  expect(await world.ok('user_x')).toMatchObject({ result: 1 });
  await world.close();
});

test('the watcher hears of approvals that are put there, and tells who is affected', async () => {
  const world = await World.open({ watch: true });
  await world.ok('tool_define', mutating(1));
  await world.approve('x');
  const text = world.read(APPROVALS);
  put(world, []);
  const told = () =>
    world.events.read({ since: 0, limit: 1000 }).events.filter((event) => event.kind === 'approvals_changed');
  await until(() => told().length === 1, 'the withdrawal');
  expect(await world.statusOf('user_x')).toBe('pending_approval');
  world.write(APPROVALS, text);
  await until(() => told().length === 2, 'the return');
  expect(await world.statusOf('user_x')).toBe('active');
  await world.close();
});

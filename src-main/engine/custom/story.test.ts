import { expect, test } from 'vitest';
import { verifyAudit } from './audit-verify';
import { AGENT, ENEMIES_NEAR, PERSON, TAG_BY_TAG, World } from './world.fixture';

async function withEnemies(): Promise<World> {
  const world = await World.open();
  await world.ok('entity_create', { name: 'Orc', tags: ['enemy'], position: [3, 0, 0], vars: { hp: 5 } });
  await world.ok('entity_create', { name: 'Wolf', tags: ['enemy'], position: [0, 0, 9], vars: { hp: 2 } });
  await world.ok('entity_create', { name: 'Crate', position: [1, 0, 0] });
  return world;
}

test('an agent defines the read-only enemies_near: it is saved as two files, active at once, and gives the right enemies', async () => {
  const world = await withEnemies();
  let announced = 0;
  world.registry.onChanged(() => (announced += 1));
  const answer = await world.ok('tool_define', ENEMIES_NEAR);
  expect(answer).toMatchObject({
    name: 'user_enemies_near',
    status: 'active',
    version: 1,
    tests: [{ name: 'finds one', ok: true }],
  });
  expect(announced).toBe(1);
  expect(world.offered()).toContain('user_enemies_near');
  expect(world.read('tools/enemies_near.wander')).toBe(`${ENEMIES_NEAR.wander as string}\n`);
  expect(world.json('tools/enemies_near.tool.json')).toMatchObject({
    format: 'skywalker.tool/1',
    name: 'user_enemies_near',
    source: 'tools/enemies_near.wander',
    version: 1,
    author: 'mcp:test',
  });
  expect(await world.ok('user_enemies_near', { radius: 8 })).toEqual({
    result: { count: 1, enemies: [{ id: 1, name: 'Orc', hp: 5 }] },
  });
  // The default radius of 10 takes both in, in scene order; a centre is a point.
  expect(await world.ok('user_enemies_near')).toMatchObject({
    result: { count: 2, enemies: [{ name: 'Orc' }, { name: 'Wolf' }] },
  });
  expect(await world.ok('user_enemies_near', { radius: 1, center: [0, 0, 9] })).toMatchObject({
    result: { count: 1, enemies: [{ id: 2 }] },
  });
  expect(await world.error('user_enemies_near', { raduis: 8 })).toContain('Did you mean "radius"?');
  expect(world.internal).toEqual([]);
});

test('the composite tag_by_tag waits for a person, who approves it; a call is one undo step; changed, it waits again', async () => {
  const world = await withEnemies();
  const args = { from: 'enemy', add: 'hostile' };
  const answer = await world.ok('tool_define', TAG_BY_TAG);
  expect(answer).toMatchObject({ name: 'user_tag_by_tag', status: 'pending_approval' });
  expect(answer.next).toContain('Studio > Tools');
  expect(world.offered()).not.toContain('user_tag_by_tag');

  const refused = await world.error('user_tag_by_tag', args);
  expect(refused).toContain('approval_required: user_tag_by_tag waits for a person');
  expect(refused).toContain('skywalker approve user_tag_by_tag');
  const denied = await world.error('tool_approve', { name: 'user_tag_by_tag' });
  expect(denied).toContain('approval_requires_human');
  expect(denied).toContain('Studio > Tools');
  expect(await world.statusOf('user_tag_by_tag')).toBe('pending_approval');

  const [dry] = await world.test({ name: 'user_tag_by_tag', args });
  expect(dry).toMatchObject({ ok: true, result: { tagged: 2 } });
  expect(
    dry?.scene_changes.map(({ entity, property, before, after }) => [entity, property, before, after]),
  ).toEqual([
    [1, 'tags', ['enemy'], ['enemy', 'hostile']],
    [2, 'tags', ['enemy'], ['enemy', 'hostile']],
  ]);

  const read = await world.inspect('user_tag_by_tag');
  expect(read.found).toMatchObject({ calls: ['entity_update', 'scene_query'], mutates: true });
  expect(await world.approve('user_tag_by_tag', { hash: read.hash })).toMatchObject({
    status: 'active',
    hash: read.hash,
  });
  expect(world.offered()).toContain('user_tag_by_tag');

  const before = world.scene.snapshot();
  const steps = world.history.steps().length;
  expect(await world.ok('user_tag_by_tag', args)).toEqual({ result: { tagged: 2 } });
  expect(world.scene.get(1)?.tags).toEqual(['enemy', 'hostile']);
  expect(world.history.steps().length).toBe(steps + 1);
  expect(world.history.steps().at(-1)).toMatchObject({ actor: 'mcp:test', label: 'Tag by tag' });
  const step = world.history.steps().at(-1)?.id ?? 0;
  await world.ok('history', { action: 'revert', step }, PERSON);
  expect(world.scene.snapshot().entities).toEqual(before.entities);

  const changed = await world.ok('tool_define', {
    name: 'tag_by_tag',
    description: 'Adds a tag to every entity that has another one.',
  });
  expect(changed).toMatchObject({ status: 'pending_approval', version: 2 });
  expect(await world.error('user_tag_by_tag', args)).toContain('It has changed since user approved it');
  const inspection = await world.inspect('tag_by_tag');
  expect(inspection.approved?.definition.description).toBe(TAG_BY_TAG.description);
  expect(inspection.capability_changes).toEqual([]);

  const events = world.events
    .read({ since: 0, types: ['custom_tool'] })
    .events.map((event) => `${event.kind} by ${event.actor}`);
  expect(events).toEqual(['defined by mcp:test', 'approved by user', 'changed by mcp:test']);
  await world.close();
  const audit = world
    .audit()
    .map((line) =>
      `${line.event as string} ${line.ok === undefined ? '' : line.ok ? 'well' : 'refused'}`.trim(),
    );
  expect(audit).toEqual(['defined', 'call refused', 'approved', 'call well', 'defined', 'call refused']);
  expect(world.audit()[3]).toMatchObject({
    tool: 'user_tag_by_tag',
    actor: 'mcp:test',
    nested: [
      { tool: 'scene_query' },
      { tool: 'entity_update', args: { entity: 1 } },
      { tool: 'entity_update', args: { entity: 2 } },
    ],
  });
  expect(verifyAudit(world.folder, { userFolder: world.userFolder })).toMatchObject({ ok: true });
  expect(world.internal).toEqual([]);
});

const MUTATING = { capabilities: { mutate: true } };

async function defineApproved(
  world: World,
  name: string,
  wander: string,
  more: object = MUTATING,
): Promise<void> {
  await world.ok('tool_define', { name, description: `A tool that is tried out: ${name}.`, wander, ...more });
  if ((await world.statusOf(`user_${name}`)) === 'pending_approval') await world.approve(name);
}

test('a tool that fails half-way leaves nothing behind and says its line', async () => {
  const world = await withEnemies();
  await defineApproved(
    world,
    'half',
    'fn run(args)\n  let e = spawn("cube", (1, 2, 3), "New")\n  e.hp = 3\n  find("Orc").hp = 99\n  return find("Nobody").hp\nend',
  );
  const before = world.state();
  const result = await world.call('user_half');
  expect(result).toMatchObject({ ok: false, error: { code: 'runtime_error', data: { line: 5 } } });
  expect(result.ok ? '' : result.error.message).toContain('(line 5)');
  expect(world.state()).toEqual(before);
});

test('a tool that loops for ever is stopped by its budget, with its line', async () => {
  const world = await withEnemies();
  await defineApproved(
    world,
    'endless',
    'fn run(args)\n  let n = 0\n  find("Orc").hp = 1\n  while true\n    n += 1\n  end\nend',
  );
  const before = world.state();
  const message = await world.error('user_endless');
  expect(message).toContain('budget_exceeded');
  expect(message).toContain('(line 4)');
  expect(world.state()).toEqual(before);
});

test('S-60: endless recursion is stopped, of a function by its depth and of a tool by the depth of tools, and shows the chain', async () => {
  const world = await withEnemies();
  await defineApproved(
    world,
    'deep',
    'fn f(n)\n  return f(n + 1)\nend\nfn run(args)\n  return f(0)\nend',
    {},
  );
  const deep = await world.error('user_deep');
  expect(deep).toContain('too deep');
  expect(deep).toContain('(line 2)');
  const own = { capabilities: { calls: ['user_again'] } };
  await defineApproved(world, 'again', 'fn run(args)\n  return call_tool("user_again", {})\nend', own);
  const before = world.state();
  const again = await world.error('user_again');
  expect(again).toContain('too_deep');
  expect(again).toContain('user_again → user_again');
  expect(again).toContain('(line 2)');
  expect(world.state()).toEqual(before);
});

test('a tool that returns 10 MiB fails with the size and the limit, and leaves nothing behind', async () => {
  const world = await withEnemies();
  const code =
    'fn run(args)\n  find("Orc").hp = 1\n  let out = []\n  for i in 0..100\n    out.push("x".repeat(104858))\n  end\n  return out\nend';
  await defineApproved(world, 'large', code, { ...MUTATING, limits: { instructions: 50_000_000 } });
  const before = world.state();
  const message = await world.error('user_large');
  expect(message).toContain('output_too_large');
  expect(message).toContain('65536');
  expect(world.state()).toEqual(before);
});

test('a tool whose test fails is not saved, and the answer shows what was expected', async () => {
  const world = await withEnemies();
  const tests = [{ name: 'wrong', args: {}, expect: { result: { count: 7 } } }];
  const before = world.state();
  const message = await world.error('tool_define', { ...ENEMIES_NEAR, tests });
  expect(message).toContain('tests_failed');
  expect(message).toContain('result.count: expected 7, was 2');
  expect(world.state()).toEqual(before);
  expect(await world.statusOf('user_enemies_near')).toBe('missing');
});

test('code that does not compile is refused with line and column, and nothing is saved', async () => {
  const world = await withEnemies();
  const message = await world.error('tool_define', {
    ...ENEMIES_NEAR,
    wander: 'fn run(args)\n  let x = = 3\nend',
  });
  expect(message).toContain('invalid_definition: tools/enemies_near.wander, line 2, column 11');
  expect(await world.statusOf('user_enemies_near')).toBe('missing');
});

test('a read-only tool that certainly writes does not save, and one that may is stopped when it does', async () => {
  const world = await withEnemies();
  const certain = await world.error('tool_define', {
    ...ENEMIES_NEAR,
    wander: 'fn run(args)\n  find("Orc").hp = 1\nend',
    tests: [],
  });
  expect(certain).toContain('invalid_definition');
  expect(certain).toContain('line 2');
  expect(await world.error('tool_define', { ...TAG_BY_TAG, capabilities: {} })).toContain(
    '"entity_update" changes the project',
  );
});

test('S-08, S-24: every way to approve or loosen is refused to an agent in the same words', async () => {
  const world = await withEnemies();
  await world.ok('tool_define', TAG_BY_TAG);
  const agents = [
    AGENT,
    { actor: 'agent:mira', kind: 'agent' as const },
    { actor: 'system', kind: 'system' as const },
  ];
  for (const caller of agents) {
    expect(await world.error('tool_approve', { name: 'tag_by_tag' }, caller)).toContain(
      'approval_requires_human',
    );
    expect(await world.error('tool_policy', { policy: 'trust' }, caller)).toContain(
      'approval_requires_human',
    );
  }
  const inBatch = { operations: [{ tool: 'tool_approve', args: { name: 'tag_by_tag' } }] };
  expect(await world.error('batch', inBatch)).toContain('capability_denied');
  expect(await world.error('batch', inBatch, PERSON)).toContain('capability_denied');
  expect(await world.statusOf('user_tag_by_tag')).toBe('pending_approval');
});

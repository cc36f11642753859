import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import type { ToolDefinition } from '../../tools/definition';
import { verifyAudit } from '../audit-verify';
import { AGENT, ENEMIES_NEAR, PERSON, TAG_BY_TAG, World } from '../world.fixture';

const CLI = { actor: 'cli', kind: 'human' } as const;
const OTHER = { actor: 'mcp:other', kind: 'agent' } as const;
const ARGS = { from: 'enemy', add: 'hostile' };

function readOnly(name: string, more: JsonObject = {}): JsonObject {
  return {
    name,
    description: `Gives back what it was given: ${name}.`,
    wander: 'fn run(args)\n  return 1\nend',
    ...more,
  };
}

// tool_define

test('a definition that is given again changes only what is given; null takes a field away; the version follows what it does', async () => {
  const world = await World.open();
  expect(await world.ok('tool_define', { ...ENEMIES_NEAR, title: 'Near' })).toMatchObject({ version: 1 });
  expect(await world.ok('tool_define', { name: 'enemies_near', tests: [] })).toMatchObject({ version: 1 });
  const again = await world.ok(
    'tool_define',
    { name: 'user.enemies_near', title: null, description: 'Enemies near a point, as a list.' },
    OTHER,
  );
  expect(again).toMatchObject({ version: 2, status: 'active' });
  const inspection = await world.inspect('enemies_near');
  expect(inspection).toMatchObject({
    title: 'Enemies near',
    author: 'mcp:test',
    provenance: { created_by: 'mcp:test', updated_by: 'mcp:other' },
  });
  expect(inspection.code).toContain('find_all("enemy")');
  expect(inspection.definition.tests).toEqual([]);
});

test('steps take the place of code and the other way round', async () => {
  const world = await World.open();
  await world.ok('tool_define', readOnly('x'));
  await world.ok('tool_define', { name: 'x', steps: [{ tool: 'scene_query' }] });
  expect(await world.inspect('x')).toMatchObject({ kind: 'composite', version: 2 });
  expect((await world.inspect('x')).files).toEqual(['tools/x.tool.json']);
  await world.ok('tool_define', { name: 'x', wander: 'fn run(args)\n  return 2\nend' });
  expect(await world.inspect('x')).toMatchObject({ kind: 'wander', version: 3 });
  expect(await world.ok('user_x')).toEqual({ result: 2 });
});

test('events about a tool name the call that made them, and those about files name none', async () => {
  const world = await World.open();
  await world.ok('tool_define', { ...readOnly('x'), capabilities: { mutate: true } });
  await world.approve('user_x');
  await world.ok('tool_enable', { name: 'user_x', enabled: false });
  await world.ok('tool_policy', { policy: 'ask' }, PERSON);
  const { events } = world.events.read({ since: 0, limit: 1000 });
  const calls = new Map(events.flatMap((each) => (each.type === 'tool' ? [[each.call, each.tool]] : [])));
  const told = events.filter((each) => each.type === 'custom_tool' || each.type === 'policy');
  expect(told.map((each) => [each.kind, calls.get(each.call)])).toEqual([
    ['defined', 'tool_define'],
    ['approved', 'tool_approve'],
    ['disabled', 'tool_enable'],
    ['changed', 'tool_policy'],
  ]);
});

test('what makes dry runs itself is refused inside one, and nothing waits for it', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  const refused = { ok: false, error: { code: 'capability_denied' } };
  for (const [tool, args] of [
    ['tool_test', { name: 'user_enemies_near' }],
    ['tool_define', ENEMIES_NEAR],
  ] as const) {
    expect(await world.pipeline.call({ tool, args, caller: AGENT, dryRun: true })).toMatchObject(refused);
    const [record] = await world.test({ name: 'user_enemies_near', setup: [{ tool, args }] }).catch(() => []);
    expect(record?.ok ?? false).toBe(false);
  }
  await world.ok('entity_create', { name: 'After' });
});

test('with dry_run everything is checked and tested, and nothing is saved, counted or told', async () => {
  const world = await World.open();
  const before = world.state();
  const events = world.events.last;
  const answer = await world.ok('tool_define', { ...ENEMIES_NEAR, dry_run: true });
  expect(answer).toMatchObject({ saved: false, status: 'active', tests: [{ ok: true }] });
  expect(world.state()).toEqual(before);
  // The event of the call itself, and no more.
  expect(world.events.last).toBe(events + 1);
});

test('S-07: arguments that would wave a guard away are refused', async () => {
  const world = await World.open();
  for (const field of ['skip_approval', 'trusted', 'force', 'approved', 'run_tests', 'status']) {
    expect(await world.error('tool_define', { ...TAG_BY_TAG, [field]: true }), field).toMatch(
      /^invalid_(arguments|definition)/,
    );
  }
  expect(
    await world.error('tool_define', { ...TAG_BY_TAG, capabilities: { mutate: true, approved: true } }),
  ).toContain('capabilities.approved');
  expect(await world.error('user_tag_by_tag', { ...ARGS, force: true })).toContain('not_found');
  await world.ok('tool_define', TAG_BY_TAG);
  expect(await world.error('user_tag_by_tag', { ...ARGS, force: true })).toContain('approval_required');
});

test('S-52: a name of an engine tool is never shadowed, names collide with none that is there', async () => {
  const world = await World.open();
  await world.ok('tool_define', readOnly('scene_query'));
  expect(world.offered()).toEqual(expect.arrayContaining(['scene_query', 'user_scene_query']));
  expect(await world.error('tool_define', readOnly('Scene-Query'))).toContain('Did you mean "scene_query"?');
});

test('an unknown tool in calls gets a did-you-mean, one that decides over tools is refused', async () => {
  const world = await World.open();
  const calls = (...names: string[]): Promise<string> =>
    world.error('tool_define', readOnly('x', { capabilities: { calls: names } }));
  expect(await calls('scene_qurey')).toContain('Did you mean "scene_query"?');
  expect(await calls('tool_approve')).toContain("can't be called from a tool");
  expect(await calls('entity_create')).toContain('the capabilities do not have "mutate"');
  expect(await calls('entity_*')).toContain('name the reading tools one by one');
});

test('a default that its own schema does not allow is refused', async () => {
  const world = await World.open();
  const input_schema = { type: 'object', properties: { radius: { type: 'number', minimum: 1, default: 0 } } };
  expect(await world.error('tool_define', readOnly('x', { input_schema }))).toContain(
    'The default of "radius"',
  );
});

test('S-47: a result that does not match the output schema fails the call; an error needs no match', async () => {
  const world = await World.open();
  const wander =
    'fn run(args)\n  if args.bad then return "no" end\n  if args.fail then tool_fail("asked to") end\n  return {n: 1}\nend';
  const flag = { type: 'boolean', default: false };
  const input_schema = { type: 'object', properties: { bad: flag, fail: flag } };
  const output_schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  await world.ok('tool_define', readOnly('x', { wander, input_schema, output_schema }));
  expect(world.registry.get('user_x')?.outputSchema).toMatchObject({ type: 'object', required: ['result'] });
  expect(await world.ok('user_x')).toEqual({ result: { n: 1 } });
  expect(await world.error('user_x', { bad: true })).toContain('invalid_output');
  expect(await world.error('user_x', { fail: true })).toContain('tool_failed: asked to (line 3)');
});

test('S-26: hints for clients follow from capabilities, never from what the tool says of itself', async () => {
  const world = await World.open();
  await world.ok('tool_define', readOnly('reads', { title: 'Read only, promise' }));
  await world.ok('tool_define', TAG_BY_TAG);
  await world.ok('tool_define', readOnly('writes', { capabilities: { files: { write: ['data/'] } } }));
  const hints = (name: string): unknown => world.registry.get(name)?.annotations;
  expect(hints('user_reads')).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  });
  expect(hints('user_tag_by_tag')).toMatchObject({ readOnlyHint: false });
  expect(hints('user_writes')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(await world.statusOf('user_writes')).toBe('pending_approval');
});

// tool_approve

test('with a hash an approval fails when the definition is another by now, and decides nothing', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  const { hash } = await world.inspect('tag_by_tag');
  await world.ok('tool_define', {
    name: 'tag_by_tag',
    description: 'Adds a tag to everything with another tag.',
  });
  expect(await world.error('tool_approve', { name: 'tag_by_tag', hash }, PERSON)).toContain('hash_changed');
  expect(existsSync(join(world.folder, 'tools/approvals.json'))).toBe(false);
  const now = await world.inspect('tag_by_tag');
  expect(
    await world.ok('tool_approve', { name: 'tag_by_tag', hash: now.hash.slice(0, 12) }, CLI),
  ).toMatchObject({ status: 'active' });
  expect(world.json('tools/approvals.json')).toMatchObject({
    approvals: [{ name: 'user_tag_by_tag', by: 'cli', hash: now.hash }],
  });
});

test('a rejected tool says why to its author, in the list, in a call and in an event; a changed one is asked about again', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.ok(
    'tool_approve',
    { name: 'tag_by_tag', approve: false, reason: 'Tags need a prefix.' },
    PERSON,
  );
  expect(await world.error('user_tag_by_tag', ARGS)).toContain(
    'tool_rejected: user_tag_by_tag was rejected by user: Tags need a prefix.',
  );
  expect((await world.list()).tools[0]).toMatchObject({
    status: 'rejected',
    reason: 'Rejected by user: Tags need a prefix.',
  });
  const { events } = world.events.read({ since: 0, types: ['custom_tool.rejected'] });
  expect(events[0]).toMatchObject({
    actor: 'user',
    tool: 'user_tag_by_tag',
    data: { author: 'mcp:test', decision_reason: 'Tags need a prefix.' },
  });
  expect(await world.ok('tool_define', { name: 'tag_by_tag', title: 'Better' })).toMatchObject({
    status: 'pending_approval',
  });
});

test('S-57: a person can take an approval back, and the disk says what the list says', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  await world.ok('tool_approve', { name: 'tag_by_tag', approve: false }, PERSON);
  expect(await world.statusOf('user_tag_by_tag')).toBe('rejected');
  const again = await world.reopen();
  expect(await again.statusOf('user_tag_by_tag')).toBe('rejected');
});

test('S-01, S-58: an approval outlives a restart, a re-save with other formatting, and no change of what the tool does', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  await world.close();
  const path = 'tools/tag_by_tag.tool.json';
  const reversed = Object.fromEntries(Object.entries(world.json(path)).reverse());
  world.write(
    path,
    `\ufeff${JSON.stringify({ ...reversed, icon: 'star', version: 9 }, null, 8).replaceAll('\n', '\r\n')}`,
  );
  const again = await World.open({ folder: world.folder, userFolder: world.userFolder });
  expect(await again.statusOf('user_tag_by_tag')).toBe('active');
  await again.close();
  world.write(path, world.read(path).replace('entity_update', 'entity_delete'));
  const last = await World.open({ folder: world.folder, userFolder: world.userFolder });
  expect(await last.statusOf('user_tag_by_tag')).toBe('pending_approval');
  expect(await last.error('user_tag_by_tag', ARGS)).toContain('It has changed since user approved it');
  expect(await last.inspect('tag_by_tag')).toMatchObject({
    approved: { definition: { steps: [{}, { tool: 'entity_update' }] } },
    capability_changes: ['It now may also call entity_delete.', 'It no longer may call entity_update.'],
  });
  expect((await last.inspect('tag_by_tag')).definition.icon).toBe('star');
});

test('S-23: the same tool in another project needs that project’s own approval', async () => {
  const one = await World.open();
  await one.ok('tool_define', TAG_BY_TAG);
  await one.approve('tag_by_tag');
  const two = await World.open({ userFolder: one.userFolder });
  await two.ok('tool_define', TAG_BY_TAG);
  expect(await two.statusOf('user_tag_by_tag')).toBe('pending_approval');
  two.write('tools/approvals.json', one.read('tools/approvals.json'));
  expect(await two.error('user_tag_by_tag', ARGS)).toContain('copied from another project');
});

test('a capability that is added is told in words', async () => {
  const world = await World.open();
  await world.ok('tool_define', readOnly('x', { capabilities: { files: { write: ['out/'] } } }));
  await world.approve('x');
  const capabilities = { files: { write: ['out/', 'data/'], read: ['data/'] }, mutate: true };
  const answer = await world.ok('tool_define', { name: 'x', capabilities, limits: { max_calls: 500 } });
  const sentences = [
    'It now may also edit the scene and call tools that change the project.',
    'It now may also write files in data/.',
    'It now may also read files in data/.',
    'Its limit of nested calls was raised from 100 to 500.',
  ];
  expect(answer.capability_changes).toEqual(sentences);
  const inspection = await world.inspect('x');
  expect(inspection.capability_changes).toEqual(sentences);
  expect(inspection.remarks).toEqual([
    'It declares that it edits the scene, and its code was found to change nothing.',
    'It may read files in "data/", and was not found to.',
    'It may write files in "out/", "data/", and was not found to.',
  ]);
});

// tool_policy

test('agents make the policy stricter, people also looser; the file and the audit have it', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  expect(await world.ok('tool_policy')).toMatchObject({
    policy: 'auto',
    tools: [{ name: 'user_enemies_near', status: 'active' }],
  });
  expect(await world.ok('tool_policy', { policy: 'ask' })).toMatchObject({
    policy: 'ask',
    tools: [{ status: 'pending_approval' }],
  });
  expect(world.json('game.json')).toMatchObject({ customTools: { policy: 'ask' } });
  expect(await world.error('tool_policy', { policy: 'auto' })).toContain(
    'Only a person can loosen the policy',
  );
  await world.ok('tool_policy', { policy: 'off' });
  expect(await world.error('user_enemies_near')).toContain('policy_off');
  expect(world.offered()).not.toContain('user_enemies_near');
  await world.ok('tool_policy', { policy: 'trust' }, CLI);
  expect(await world.statusOf('user_enemies_near')).toBe('active');
  await world.close();
  expect(
    world
      .audit()
      .filter((line) => line.event === 'policy')
      .map((line) => line.policy),
  ).toEqual(['ask', 'off', 'trust']);
});

test('S-06: a permissive policy in a project from elsewhere loosens nothing until a person says so here', async () => {
  const theirs = await World.open();
  await theirs.ok('tool_policy', { policy: 'trust' }, PERSON);
  await theirs.ok('tool_define', TAG_BY_TAG);
  expect(await theirs.statusOf('user_tag_by_tag')).toBe('active');
  await theirs.close();
  const mine = await World.open({ folder: theirs.folder, userFolder: join(theirs.folder, '..', 'me') });
  const listing = await mine.list();
  expect(listing).toMatchObject({ policy: 'auto', tools: [{ status: 'pending_approval' }] });
  expect(listing.policy_note).toContain('It counts once a person has set it here');
  await mine.ok('tool_policy', { policy: 'trust' }, PERSON);
  expect(await mine.statusOf('user_tag_by_tag')).toBe('active');
});

test('S-06: a project that has copied the id of another is not trusted for it', async () => {
  const mine = await World.open();
  await mine.ok('tool_policy', { policy: 'trust' }, PERSON);
  const copy = await World.open({ userFolder: mine.userFolder });
  await copy.close();
  copy.write('game.json', mine.read('game.json'));
  const again = await World.open({ folder: copy.folder, userFolder: mine.userFolder });
  expect(again.project.settings.id).toBe(mine.project.settings.id);
  expect(await again.list()).toMatchObject({
    policy: 'auto',
    policy_note: expect.stringContaining('"trust"') as string,
  });
  expect(mine.custom.policy).toBe('trust');
});

test('S-22: a stricter policy that is set later wins over what ran before, after a restart and for other sessions', async () => {
  const world = await World.open();
  await world.ok('tool_policy', { policy: 'trust' }, PERSON);
  await world.ok('tool_define', readOnly('ran'));
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  await world.ok('user_ran');
  await world.ok('tool_policy', { policy: 'ask' }, PERSON);
  const again = await world.reopen();
  expect(await again.error('user_ran', {}, OTHER)).toContain('approval_required');
  expect(await again.ok('tool_policy')).toMatchObject({
    tools: [
      { name: 'user_ran', status: 'pending_approval' },
      { name: 'user_tag_by_tag', status: 'active', decision: 'approved', by: 'user' },
    ],
  });
});

// tool_enable

test('S-59: a tool that is turned off stays off after a restart, is not offered and not called, and keeps its approval', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  let announced = 0;
  world.registry.onChanged(() => (announced += 1));
  await world.ok('tool_enable', { name: 'tag_by_tag', enabled: false });
  expect(announced).toBe(1);
  const again = await world.reopen();
  expect(again.offered()).not.toContain('user_tag_by_tag');
  expect(await again.error('user_tag_by_tag', ARGS)).toContain('tool_disabled');
  await again.ok('tool_enable', { name: 'tag_by_tag', enabled: true });
  expect(await again.ok('user_tag_by_tag', ARGS)).toEqual({ result: { tagged: 0 } });
});

test('what a person turned off, no agent turns on, by whatever tool', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_enable', { name: 'enemies_near', enabled: false }, PERSON);
  expect(await world.error('tool_enable', { name: 'enemies_near', enabled: true })).toContain(
    'approval_requires_human',
  );
  expect(await world.error('tool_define', { name: 'enemies_near', enabled: true })).toContain(
    'approval_requires_human',
  );
  expect(
    await world.ok('tool_define', {
      name: 'enemies_near',
      description: 'Enemies within a radius, as a list.',
    }),
  ).toMatchObject({ status: 'disabled' });
  expect(await world.ok('tool_enable', { name: 'enemies_near', enabled: true }, PERSON)).toMatchObject({
    status: 'active',
  });
});

test('what a person turned off stays off when an agent removes it and makes it again, or edits its file', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_enable', { name: 'enemies_near', enabled: false }, PERSON);
  await world.ok('tool_remove', { name: 'enemies_near' });
  const made = await world.ok('tool_define', ENEMIES_NEAR);
  expect(made).toMatchObject({ status: 'disabled', reason: 'Turned off by user.' });
  expect(await world.error('user_enemies_near')).toContain('tool_disabled');
  expect(await world.error('tool_enable', { name: 'enemies_near', enabled: true })).toContain(
    'approval_requires_human',
  );
  world.write(
    'tools/enemies_near.tool.json',
    world.read('tools/enemies_near.tool.json').replace('"enabled": false', '"enabled": true'),
  );
  const again = await world.reopen();
  expect(await again.statusOf('user_enemies_near')).toBe('disabled');
  await again.ok('tool_enable', { name: 'enemies_near', enabled: true }, PERSON);
  expect(await again.statusOf('user_enemies_near')).toBe('active');
});

test('a person who turns off what an agent turned off makes it theirs to turn on', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_enable', { name: 'enemies_near', enabled: false });
  await world.ok('tool_enable', { name: 'enemies_near', enabled: false }, PERSON);
  expect(await world.error('tool_enable', { name: 'enemies_near', enabled: true })).toContain(
    'turned off by user',
  );
  // What a person took away, anybody makes anew.
  await world.ok('tool_remove', { name: 'enemies_near' }, PERSON);
  expect(await world.ok('tool_define', ENEMIES_NEAR)).toMatchObject({ status: 'active' });
});

test('a rejected definition stays rejected when an agent removes it and makes it again, also under "trust"', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.approve('enemies_near', { approve: false, reason: 'Not here.' });
  await world.ok('tool_remove', { name: 'enemies_near' });
  expect(await world.ok('tool_define', ENEMIES_NEAR)).toMatchObject({ status: 'rejected' });
  await world.ok('tool_policy', { policy: 'trust' }, PERSON);
  expect(await world.error('user_enemies_near')).toContain('Not here.');
});

// tool_remove

test('S-24: restoring a tool signs no approval that was only written into the file', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  const { hash } = await world.inspect('tag_by_tag');
  const forged = {
    name: 'user_tag_by_tag',
    hash,
    status: 'approved',
    by: 'user',
    at: '2026-01-01T00:00:00.000Z',
  };
  world.write(
    'tools/approvals.json',
    JSON.stringify({ format: 'skywalker.approvals/1', approvals: [forged] }),
  );
  await world.ok('tool_remove', { name: 'tag_by_tag' });
  expect(await world.ok('tool_remove', { name: 'tag_by_tag', restore: true }, PERSON)).toMatchObject({
    status: 'pending_approval',
  });
  expect(await world.error('user_tag_by_tag', ARGS)).toContain('approval_required');
});

test('a removed tool is gone with its files and approval; a person brings all of it back, an agent without the approval', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  await world.approve('tag_by_tag');
  const file = world.read('tools/tag_by_tag.tool.json');
  await world.ok('tool_remove', { name: 'tag_by_tag' });
  expect(existsSync(join(world.folder, 'tools/tag_by_tag.tool.json'))).toBe(false);
  expect(await world.error('user_tag_by_tag', ARGS)).toContain('not_found');
  await world.ok('tool_define', TAG_BY_TAG);
  expect(await world.statusOf('user_tag_by_tag')).toBe('pending_approval');
  await world.ok('tool_remove', { name: 'tag_by_tag' });
  expect(await world.ok('tool_remove', { name: 'tag_by_tag', restore: true })).toMatchObject({
    status: 'pending_approval',
  });

  await world.approve('tag_by_tag');
  await world.ok('tool_remove', { name: 'tag_by_tag' }, PERSON);
  expect(await world.ok('tool_remove', { name: 'tag_by_tag', restore: true }, PERSON)).toMatchObject({
    status: 'active',
  });
  expect(JSON.parse(world.read('tools/tag_by_tag.tool.json'))).toMatchObject({
    steps: (JSON.parse(file) as JsonObject).steps,
  });
  expect(await world.error('tool_remove', { name: 'nothing' })).toContain('not_found');
});

test('every tool that was removed can be brought back while the project is open, and the list names them', async () => {
  const world = await World.open();
  for (let index = 1; index <= 30; index += 1) {
    await world.ok('tool_define', { ...ENEMIES_NEAR, name: `near_${index}`, tests: [] });
    await world.ok('tool_remove', { name: `near_${index}` });
  }
  const { removed } = await world.list();
  expect(removed?.length).toBe(30);
  expect(removed?.[0]).toMatchObject({ name: 'user_near_30', by: 'mcp:test' });
  expect(await world.ok('tool_remove', { name: 'near_1', restore: true })).toMatchObject({
    status: 'active',
  });
  expect((await world.list()).removed?.length).toBe(29);
  const later = await world.reopen();
  expect((await later.list()).removed).toBeUndefined();
  expect(await later.error('tool_remove', { name: 'near_2', restore: true })).toContain('not_found');
});

// tool_promote

test('a promoted tool can be taken up in another project, where it needs that project’s approval', async () => {
  const one = await World.open();
  await one.ok('tool_define', TAG_BY_TAG);
  await one.ok('tool_define', ENEMIES_NEAR);
  await one.approve('tag_by_tag');
  await one.ok('tool_promote', { name: 'tag_by_tag' });
  await one.ok('tool_promote', { name: 'enemies_near' });
  const two = await World.open({ userFolder: one.userFolder });
  const { library } = await two.list({ include_library: true });
  expect(library?.map((tool) => tool.name)).toEqual(['user_enemies_near', 'user_tag_by_tag']);
  expect(await two.ok('tool_define', { from_library: 'tag_by_tag' })).toMatchObject({
    name: 'user_tag_by_tag',
    status: 'pending_approval',
  });
  expect(await two.ok('tool_define', { from_library: 'enemies_near' })).toMatchObject({ status: 'active' });
  expect(two.read('tools/enemies_near.wander')).toContain('find_all("enemy")');
  expect((await two.inspect('tag_by_tag')).hash).toBe((await one.inspect('tag_by_tag')).hash);
  expect(await two.error('tool_define', { from_library: 'tag_by_tga' })).toContain(
    'Did you mean "tag_by_tag"?',
  );
});

test('an agent puts a tool into the library, and never replaces another of its name there; a person does', async () => {
  const one = await World.open();
  await one.ok('tool_define', ENEMIES_NEAR);
  await one.ok('tool_promote', { name: 'enemies_near' });
  await one.ok('tool_promote', { name: 'enemies_near' });
  const two = await World.open({ userFolder: one.userFolder });
  await two.ok('tool_define', { ...ENEMIES_NEAR, description: 'Enemies near, but another way.' });
  expect(await two.error('tool_promote', { name: 'enemies_near' })).toContain(
    "approval_requires_human: The user's library has another user_enemies_near",
  );
  const described = async (): Promise<string | undefined> =>
    (await two.list({ include_library: true })).library?.[0]?.description;
  expect(await described()).toBe(ENEMIES_NEAR.description);
  await two.ok('tool_promote', { name: 'enemies_near' }, PERSON);
  expect(await described()).toBe('Enemies near, but another way.');
});

// tool_test

test('a definition that is not saved can be tested, also with arguments and a set-up of one’s own', async () => {
  const world = await World.open();
  expect(await world.ok('tool_test', { definition: ENEMIES_NEAR })).toMatchObject({ passed: 1, failed: 0 });
  const setup = [
    { tool: 'entity_create', args: { name: 'A', tags: ['enemy'] } },
    { tool: 'entity_create', args: { name: 'B', tags: ['enemy'] } },
  ];
  const [record] = await world.test({ definition: ENEMIES_NEAR, args: {}, setup });
  expect(record).toMatchObject({ name: 'dry call', ok: true, result: { count: 2 } });
  expect(record?.instructions).toBeGreaterThan(10);
  expect(world.scene.count).toBe(0);
  expect(await world.statusOf('user_enemies_near')).toBe('missing');
});

test('tests that fail show what was expected and what was there, by path; one can be run alone', async () => {
  const world = await World.open();
  const tests: JsonObject[] = [
    { name: 'good', args: {}, expect: { result: { a: 1 } } },
    { name: 'error', args: { fail: true }, expect: { error: 'tool_failed', contains: 'as asked' } },
  ];
  const wander =
    'fn run(args)\n  log "hello"\n  tool_warn("careful")\n  if args.fail then tool_fail("as asked") end\n  return {a: 1, list: [1, 2]}\nend';
  const input_schema = { type: 'object', properties: { fail: { type: 'boolean', default: false } } };
  await world.ok('tool_define', readOnly('x', { wander, input_schema, tests }));
  const records = await world.test({ name: 'x' });
  expect(records).toMatchObject([
    { name: 'good', ok: true, logs: ['hello'], warnings: ['careful'] },
    { name: 'error', ok: true, error: { code: 'tool_failed' } },
  ]);
  const broken = {
    ...readOnly('y', { wander, input_schema }),
    tests: [{ name: 'bad', expect: { result: { a: 2, list: [1, 3] }, contains: 'nope' } }],
  };
  expect((await world.test({ definition: broken }))[0]?.differences).toEqual([
    { path: 'result.a', expected: 2, actual: 1 },
    { path: 'result.list[1]', expected: 3, actual: 2 },
    { path: 'contains', expected: 'nope', actual: expect.stringContaining('"a":1') as string },
  ]);
  expect(await world.test({ name: 'x', test: 'error' })).toHaveLength(1);
  expect(await world.error('tool_test', { name: 'x', test: 'eror' })).toContain('Did you mean "error"?');
  expect((await world.list()).tools[0]?.tests).toEqual({ total: 2, passed: 2, failed: 0 });
});

test('a set-up that fails is told as such, and the tool is not run', async () => {
  const world = await World.open();
  const tests = [{ name: 't', setup: [{ tool: 'entity_get', args: { entity: 99 } }], args: {} }];
  const [record] = await world.test({ definition: readOnly('x', { tests }) });
  expect(record?.ok).toBe(false);
  expect(record?.error?.message).toContain('setup[0] (entity_get) failed:');
});

test('S-27: tests of a tool that edits, writes files and calls others leave nothing behind anywhere', async () => {
  const world = await World.open();
  await world.ok('entity_create', { name: 'Orc', tags: ['enemy'] });
  const wander = [
    'fn run(args)',
    '  let e = spawn("cube", (1, 2, 3), "New")',
    '  e.hp = 4',
    '  destroy find("Orc")',
    '  call_tool("entity_create", {name: "Other"})',
    '  write_file("data/out.txt", "text")',
    '  return {text: read_file("data/out.txt"), there: file_exists("data/out.txt")}',
    'end',
  ].join('\n');
  const definition = readOnly('busy', {
    wander,
    capabilities: { mutate: true, calls: ['entity_create'], files: { read: ['data/'], write: ['data/'] } },
    tests: [{ name: 't', args: {}, expect: { result: { text: 'text', there: true } } }],
  });
  const before = world.state();
  const events = world.events.last;
  const [record] = await world.test({ definition });
  expect(record).toMatchObject({
    ok: true,
    warnings: ['dry run: data/out.txt was not written'],
  });
  expect(record?.scene_changes.map((change) => `${change.name} ${change.property}`)).toEqual([
    'Orc deleted',
    'New created',
    'Other created',
  ]);
  expect(world.state()).toEqual(before);
  expect(world.events.last).toBe(events + 1);
  await world.ok('tool_define', definition);
  await world.ok('tool_test', { name: 'busy' });
  expect((await world.inspect('busy')).statistics.calls).toBe(0);
});

// Lists, statistics, the audit

test('the list filters by status and kind, and counts calls, errors and callers', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_define', TAG_BY_TAG);
  await world.ok('user_enemies_near');
  await world.ok('user_enemies_near', {}, OTHER);
  await world.error('user_enemies_near', { radius: 'x' });
  expect((await world.list({ status: 'pending_approval' })).tools.map((tool) => tool.name)).toEqual([
    'user_tag_by_tag',
  ]);
  const [near] = (await world.list({ kind: 'wander' })).tools;
  expect(near).toMatchObject({
    statistics: { calls: 3, errors: 1, callers: { 'mcp:test': 2, 'mcp:other': 1 } },
  });
  const { recent } = await world.inspect('enemies_near');
  expect(recent.map((call) => call.ok)).toEqual([false, true, true]);
  const again = await world.reopen();
  expect((await again.inspect('enemies_near')).statistics).toMatchObject({ calls: 3, errors: 1 });
  expect((await again.inspect('enemies_near')).tests).toEqual({ total: 1, passed: 1, failed: 0 });
});

test('only the last 20 calls are kept, and the last errors with them', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.error('user_enemies_near', { radius: 'x' });
  for (let index = 0; index < 25; index++) await world.ok('user_enemies_near', { radius: index });
  const { recent } = await world.inspect('enemies_near');
  expect(recent).toHaveLength(21);
  expect(recent[0]?.args).toEqual({ radius: 24 });
  expect(recent[20]?.error?.code).toBe('invalid_arguments');
});

test('S-20: secrets are masked in the audit and the statistics, also where a tool passes them on; the tool gets them', async () => {
  const world = await World.open();
  const input_schema = {
    type: 'object',
    properties: {
      pin: { type: 'string', format: 'password' },
      apiKey: { type: 'string' },
      url: { type: 'string' },
    },
  };
  const steps = [{ tool: 'scene_query', args: { name: 'x {{args.pin}} y' } }];
  await world.ok('tool_define', {
    name: 'passes',
    description: 'Passes its secret on to a query.',
    input_schema,
    steps,
    result: '{{args.pin.length}}',
  });
  const args = { pin: 'hunter2!', apiKey: 'abcdef123456', url: 'https://me:s3cret@host.test/' };
  expect(await world.ok('user_passes', args)).toEqual({ result: 8 });
  const shown = JSON.stringify((await world.inspect('passes')).recent);
  await world.close();
  const kept =
    world.read('.skywalker/logs/custom_tools.jsonl') + world.read('.skywalker/tool-stats.json') + shown;
  for (const secret of ['hunter2!', 'abcdef123456', 's3cret']) expect(kept).not.toContain(secret);
  expect(kept).toContain('[redacted]');
});

test('S-08: every kind of call of a custom tool leaves the same audit record, refused or not', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  await world.ok('tool_define', {
    name: 'pipe',
    description: 'Calls the other tool as a step.',
    steps: [{ tool: 'user_enemies_near' }],
  });
  await world.ok('user_enemies_near');
  await world.ok('user_pipe');
  await world.ok('batch', { operations: [{ tool: 'user_enemies_near', args: { radius: 2 } }] });
  await world.error('user_enemies_nera');
  await world.close();
  const calls = world.audit().filter((line) => line.event === 'call');
  expect(calls.map((line) => [line.tool, line.ok])).toEqual([
    ['user_enemies_near', true],
    ['user_pipe', true],
    ['user_enemies_near', true],
    ['user_enemies_near', true],
    ['user_enemies_nera', false],
  ]);
  for (const line of calls.slice(0, 4)) {
    expect(Object.keys(line)).toEqual(
      expect.arrayContaining(['call', 'tool', 'kind', 'version', 'hash', 'actor', 'args', 'ok', 'ms']),
    );
  }
  expect(verifyAudit(world.folder, { userFolder: world.userFolder })).toMatchObject({ ok: true });
});

test('definitions and decisions that come at the same time follow one another, and none is lost', async () => {
  const world = await World.open();
  const names = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const answers = await Promise.all(
    names.map((name) =>
      world.call('tool_define', readOnly(name, { tests: [{ name: 'one', expect: { result: 1 } }] })),
    ),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  const versions = await Promise.all(
    names.map((_, index) =>
      world.ok('tool_define', { name: 't0', wander: `fn run(args)\n  return ${index + 1}\nend`, tests: [] }),
    ),
  );
  expect(versions.map((answer) => answer.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect((await world.list()).tools).toHaveLength(12);
});

test('S-10: a definition whose tool somebody else changes while its tests run is refused, and overwrites nothing', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  // A change that takes its time keeps the tests waiting.
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  world.registry.register({
    ...(world.registry.get('entity_create') as ToolDefinition),
    name: 'slow',
    inputSchema: { type: 'object', properties: {} },
    run: async () => {
      await finished;
      return { ok: true, text: 'done', structured: { id: 0, entity: {} } };
    },
  });
  const slow = world.call('slow');
  const defining = world.error('tool_define', {
    name: 'enemies_near',
    description: 'Enemies near a point, as a list of them.',
  });
  await new Promise((resolve) => setImmediate(resolve));
  await world.ok('tool_enable', { name: 'enemies_near', enabled: false }, PERSON);
  finish();
  await slow;
  expect(await defining).toContain('conflict: user_enemies_near was changed by somebody else');
  expect(await world.statusOf('user_enemies_near')).toBe('disabled');
  expect((await world.inspect('enemies_near')).description).toBe(ENEMIES_NEAR.description);
});

test('what a definition declares and does not use comes back as a warning', async () => {
  const world = await World.open();
  const answer = await world.ok('tool_define', readOnly('x', { capabilities: { calls: ['scene_query'] } }));
  expect(answer.warnings).toEqual([
    'It may read the scene, and was not found to: "read_scene": false is enough.',
    'It may call "scene_query", and was not found to.',
  ]);
});

test('tests of 20 definitions and calls that edit at the same time do not disturb one another', async () => {
  const world = await World.open();
  const work = Array.from({ length: 10 }, (_, index) => [
    world.call('tool_define', { ...ENEMIES_NEAR, name: `near_${index}` }),
    world.call('entity_create', { name: `E${index}`, tags: ['thing'] }),
  ]).flat();
  expect((await Promise.all(work)).every((answer) => answer.ok)).toBe(true);
  expect(world.scene.withTag('thing')).toHaveLength(10);
  expect(world.scene.withTag('enemy')).toHaveLength(0);
});

test('a library file that is broken is listed with its reason and taken up by nobody', async () => {
  const world = await World.open();
  mkdirSync(join(world.userFolder, 'tools'), { recursive: true });
  writeFileSync(join(world.userFolder, 'tools', 'odd.tool.json'), '{\n  oops\n}');
  expect((await world.list({ include_library: true })).library).toMatchObject([
    { name: 'user_odd', problem: expect.stringContaining('line 2') as string },
  ]);
  expect(await world.error('tool_define', { from_library: 'odd' })).toContain('line 2');
  expect(AGENT.actor).toBe('mcp:test');
});

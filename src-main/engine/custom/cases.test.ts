/** What broke others and no other test tries (docs/peer-cases.md), where it can happen with custom tools. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../json';
import { ENEMIES_NEAR, PERSON, TAG_BY_TAG, World } from './world.fixture';

const reads = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: `Gives back one, whatever it gets: ${name}.`,
  wander: 'fn run(args)\n  return 1\nend',
  ...more,
});

test('S-33: who never lists the tools again calls a new one by its name, also through batch, and is told what became of an old one', async () => {
  const world = await World.open();
  await world.ok('tool_define', reads('old'));
  const seen = world.offered();
  await world.ok('tool_define', reads('fresh'));
  expect(seen).not.toContain('user_fresh');
  expect(await world.ok('user_fresh')).toEqual({ result: 1 });
  expect(await world.ok('batch', { operations: [{ tool: 'user_fresh' }] })).toMatchObject({
    results: [{ result: { result: 1 } }],
  });
  await world.ok('tool_define', { name: 'old', capabilities: { mutate: true } });
  expect(await world.error('user_old')).toMatch(/^approval_required: user_old waits for a person/);
  await world.ok('tool_enable', { name: 'old', enabled: false }, PERSON);
  expect(await world.error('user_old')).toMatch(/^tool_disabled: user_old is turned off by user/);
  await world.ok('tool_remove', { name: 'old' }, PERSON);
  expect(await world.error('user_old')).toMatch(/^not_found: There is no tool "user_old"/);
});

test('S-42: a file whose schema clients refuse makes its own tool invalid, and no other is lost', async () => {
  const world = await World.open();
  await world.ok('tool_define', ENEMIES_NEAR);
  const before = world.offered();
  world.write(
    'tools/either.tool.json',
    JSON.stringify(reads('user_either', { input_schema: { type: 'object', oneOf: [{ required: ['a'] }] } })),
  );
  const { tools } = await world.list({ reload: true });
  expect(tools.map((tool) => [tool.name, tool.status])).toEqual([
    ['user_either', 'invalid'],
    ['user_enemies_near', 'active'],
  ]);
  expect(tools[0]?.reason).toContain('"oneOf" can\'t be at the top');
  expect(world.offered()).toEqual(before);
  expect(await world.ok('user_enemies_near')).toMatchObject({ result: { count: 0 } });
});

test('S-52: names that are one after cleaning up never make two tools, and look-alike letters are refused', async () => {
  const world = await World.open();
  await world.ok('tool_define', reads('near'));
  for (const name of ['user.near', 'user:near', 'user_near'])
    expect(await world.ok('tool_define', { name, title: 'Again' })).toMatchObject({ name: 'user_near' });
  for (const name of ['Near', 'ne ar', 'ne.ar', 'nеar', 'near\u200b', 'näar', 'ｎear', 'near!', ''])
    expect(await world.error('tool_define', reads(name)), JSON.stringify(name)).toMatch(/^invalid_/);
  expect((await world.list()).tools.map((tool) => tool.name)).toEqual(['user_near']);
});

test('S-51: what runs after texts were read as values is what the audit shows', async () => {
  const world = await World.open();
  const list = { type: 'array', items: { type: 'integer' } };
  const input_schema = {
    type: 'object',
    properties: { list, on: { type: 'boolean' }, n: { type: 'integer' }, text: { type: 'string' } },
  };
  await world.ok('tool_define', reads('echo', { input_schema, wander: 'fn run(args)\n  return args\nend' }));
  const ran = { list: [1, 2], on: false, n: 3, text: '007' };
  expect(await world.ok('user_echo', { list: '[1,2]', on: 'false', n: '3', text: '007' })).toEqual({
    result: ran,
  });
  expect(await world.ok('user_echo', { text: '[draft]' })).toEqual({ result: { text: '[draft]' } });
  await world.close();
  const calls = world.audit().filter((line) => line.event === 'call');
  expect(calls.map((line) => line.args)).toEqual([ran, { text: '[draft]' }]);
});

test('S-76: a result that JSON does not have is a number of its own or a clear failure, never broken text', async () => {
  const world = await World.open();
  const wander = 'fn run(args)\n  return [-0.0, 1e308 * args.n]\nend';
  const input_schema = { type: 'object', properties: { n: { type: 'number', default: 1 } } };
  await world.ok('tool_define', reads('numbers', { input_schema, wander }));
  expect(JSON.stringify(await world.ok('user_numbers'))).toBe('{"result":[0,1e+308]}');
  const failed = await world.error('user_numbers', { n: 100 });
  expect(failed).toMatch(/^(runtime_error|invalid_output): .*(finite|too large|infin)/i);
  expect(failed).toContain('(line 2)');
});

test('S-64: with 600 tools of its own a project still lists in pages, and finds a tool by what it does', async () => {
  const world = await World.open();
  for (let index = 0; index < 600; index += 1)
    world.write(`tools/t${index}.tool.json`, JSON.stringify(reads(`user_t${index}`)));
  world.write(
    'tools/lanterns.tool.json',
    JSON.stringify(reads('user_lanterns', { description: 'Lights every lantern in the harbour at dusk.' })),
  );
  expect((await world.list({ reload: true })).tools).toHaveLength(601);
  const found = await world.ok('tool_search', { query: 'lantern harbour dusk' });
  expect(JSON.stringify(found)).toContain('user_lanterns');
});

test('S-09: an approval that is given while its tool is being changed decides nothing about the new definition', async () => {
  const world = await World.open();
  await world.ok('tool_define', TAG_BY_TAG);
  const { hash } = await world.inspect('tag_by_tag');
  const [defined, approved] = await Promise.all([
    world.call('tool_define', {
      name: 'tag_by_tag',
      description: 'Adds a tag to everything with another one.',
    }),
    world.call('tool_approve', { name: 'tag_by_tag', hash }, PERSON),
  ]);
  expect(defined.ok).toBe(true);
  const status = await world.statusOf('user_tag_by_tag');
  const now = (await world.inspect('tag_by_tag')).hash;
  expect(now).not.toBe(hash);
  expect(status).toBe('pending_approval');
  expect(approved.ok ? 'approved the earlier one' : approved.error.code).toMatch(
    /approved the earlier one|hash_changed/,
  );
});

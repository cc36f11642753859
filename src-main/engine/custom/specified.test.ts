/** What is said of custom tools and shown by no other test; docs/custom-tools-rules.md lists every rule with what holds it. */
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { parseDefinition } from './definition';
import { definitionHash } from './hash';
import { ENEMIES_NEAR, PERSON, TAG_BY_TAG, World } from './world.fixture';

const DESCRIPTION = 'A tool that is tried out in a test.';

/** A project under the policy trust, with one entity that has a variable, a component and a tag. */
async function world(): Promise<World> {
  const made = await World.open();
  await made.ok('tool_policy', { policy: 'trust' }, PERSON);
  await made.ok('entity_create', {
    name: 'Orc',
    tags: ['enemy'],
    position: [3, 0, 0],
    vars: { hp: 5 },
    components: { light: { intensity: 1 } },
  });
  return made;
}

const code = (body: string, more: JsonObject = {}): JsonObject => ({
  name: 'x',
  description: DESCRIPTION,
  wander: `fn run(args)\n${body}\nend`,
  ...more,
});

async function resultOf(made: World, definition: JsonObject, args: JsonObject = {}): Promise<unknown> {
  await made.ok('tool_define', definition);
  return (await made.ok('user_x', args)).result;
}

// Kinds and names

test('the code of a tool has a function run, and holds declarations only', async () => {
  const made = await world();
  const wander = (text: string): Promise<string> => made.error('tool_define', { ...code(''), wander: text });
  expect(await wander('fn helper(args)\n  return 1\nend')).toContain('run');
  expect(await wander('let a = 1\nfn run(args)\n  return a\nend')).toMatch(/invalid_definition: .*line 1/);
  expect(
    await resultOf(made, {
      ...code(''),
      wander: 'const BASE = 40\nfn two()\n  return 2\nend\nfn run(args)\n  return BASE + two()\nend',
    }),
  ).toBe(42);
});

test('user.name and user:name are taken, and the stored name is user_name', async () => {
  const made = await world();
  for (const name of ['user.walls', 'user:walls', 'user_walls', 'walls'])
    expect(await made.ok('tool_define', { ...code('  return 1'), name })).toMatchObject({
      name: 'user_walls',
    });
  expect((await made.list()).tools.map((tool) => tool.name)).toEqual(['user_walls']);
  expect(made.json('tools/walls.tool.json').name).toBe('user_walls');
});

test('a file of an external tool is listed as offline, says so when it is called, and is not offered', async () => {
  const made = await world();
  made.write(
    'tools/ext_remote.tool.json',
    JSON.stringify({ name: 'ext_remote', kind: 'external', description: DESCRIPTION }),
  );
  const listed = (await made.list({ reload: true })).tools.find((tool) => tool.name === 'ext_remote');
  expect(listed).toMatchObject({ kind: 'external', status: 'offline' });
  expect(await made.error('ext_remote')).toMatch(/^tool_offline: .* \| Start the client again/);
  expect(made.offered()).not.toContain('ext_remote');
});

// Lifecycle tools

test('the answer of tool_define has name, status, hash, version, tests and warnings, and the reason where it is not active', async () => {
  const made = await World.open();
  const active = await made.ok('tool_define', ENEMIES_NEAR);
  expect(active).toMatchObject({
    name: 'user_enemies_near',
    status: 'active',
    version: 1,
    tests: [{ name: 'finds one', ok: true }],
    warnings: [],
  });
  expect(active.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(active.reason).toBeUndefined();
  const waits = await made.ok('tool_define', TAG_BY_TAG);
  expect(waits.reason).toContain('Waits for a person');
});

test('the list has kind, status, reason, capabilities, author, version, hash and statistics of each tool, and the policy', async () => {
  const made = await World.open();
  await made.ok('tool_define', TAG_BY_TAG);
  const listing = await made.list();
  expect(listing.policy).toBe('auto');
  expect(listing.tools).toMatchObject([
    {
      name: 'user_tag_by_tag',
      kind: 'composite',
      status: 'pending_approval',
      capabilities: { mutate: true, calls: ['scene_query', 'entity_update'] },
      author: 'mcp:test',
      version: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      statistics: { calls: 0, errors: 0 },
      reason: expect.stringContaining('Waits for a person') as string,
    },
  ]);
});

test('with reload the list takes up what is in the folder by now', async () => {
  const made = await world();
  made.write('tools/near.tool.json', JSON.stringify({ ...code('  return 1'), name: 'user_near' }));
  made.write('tools/odd.tool.json', '{');
  const { tools } = await made.list({ reload: true });
  expect(tools.map((tool) => [tool.name, tool.status])).toEqual([
    ['user_near', 'active'],
    ['user_odd', 'invalid'],
  ]);
});

test('tool_inspect shows definition, code, approval and the approved definition, which is kept by its hash', async () => {
  const made = await World.open();
  const wander = 'fn run(args)\n  find("Orc").hp = 1\nend\n';
  await made.ok('tool_define', { ...code(''), wander, capabilities: { mutate: true } });
  const { hash } = await made.approve('x');
  const kept = made.json(`.skywalker/approved/${typeof hash === 'string' ? hash : ''}.json`);
  expect(JSON.stringify(kept)).toContain('find(\\"Orc\\").hp = 1');
  await made.ok('tool_define', { name: 'x', wander: wander.replace('= 1', '= 2') });
  const read = await made.inspect('x');
  expect(read.code).toContain('= 2');
  expect(read).toMatchObject({
    definition: { name: 'user_x', capabilities: { mutate: true } },
    approved: { hash, definition: { name: 'user_x' } },
    statistics: { calls: 0 },
    recent: [],
  });
  expect(JSON.stringify(read.approved)).toContain('hp = 1');
});

// The definition

test('a description has at least 20 characters', async () => {
  const made = await world();
  const of = (length: number): JsonObject => ({ ...code('  return 1'), description: 'd'.repeat(length) });
  expect(await made.error('tool_define', of(19))).toContain('has 19 characters; at least 20 are needed');
  expect(await made.ok('tool_define', of(20))).toMatchObject({ status: 'active' });
});

test('arguments are closed unless the schema opens them; defaults are there before the code runs', async () => {
  const made = await world();
  const properties = { radius: { type: 'number', default: 10 } };
  const body = '  return [args.radius, args.more]';
  expect(await resultOf(made, code(body, { input_schema: { type: 'object', properties } }))).toEqual([
    10,
    null,
  ]);
  expect(await made.error('user_x', { radus: 3 })).toContain('Did you mean "radius"?');
  const open = { type: 'object', properties, additionalProperties: true };
  expect(await resultOf(made, code(body, { input_schema: open }), { more: 'yes' })).toEqual([10, 'yes']);
});

test('an external tool has 30 seconds where it says nothing, every other kind five', () => {
  const limitsOf = (more: JsonObject): unknown => {
    const parsed = parseDefinition({ name: 'x_y', description: DESCRIPTION, ...more }, { from: 'file' });
    return parsed.ok ? parsed.value.definition.limits.timeout_ms : parsed.error.message;
  };
  expect(limitsOf({ kind: 'external' })).toBe(30_000);
  expect(limitsOf({ wander: 'fn run(args)\nend' })).toBe(5000);
  expect(limitsOf({ steps: [{ tool: 'scene_query' }] })).toBe(5000);
});

// Limits

test('a limit that is hit is named with its value, and for code with the line', async () => {
  const made = await world();
  const failing = async (body: string, limits: JsonObject, more: JsonObject = {}): Promise<string> => {
    await made.ok('tool_define', code(body, { limits, ...more }));
    return made.error('user_x');
  };
  const loop = '  let n = 0\n  while true\n    n += 1\n  end';
  const instructions = await failing(loop, { instructions: 1000 });
  expect(instructions).toMatch(/^budget_exceeded: .*1,?000.*\(line 3\)/);
  const time = await failing(loop, { instructions: 50_000_000, timeout_ms: 20 });
  expect(time).toMatch(/^timeout: .*20/);
  expect(time).toMatch(/\(line [34]\)/);
  const output = await failing('  return "x".repeat(300)', { max_output_bytes: 256 });
  expect(output).toMatch(/^output_too_large: .*256/);
  const calls = { capabilities: { calls: ['entity_get'] } };
  const many = await failing(
    '  call_tool("entity_get", {entity: 1})\n  call_tool("entity_get", {entity: 1})',
    { max_calls: 1 },
    calls,
  );
  expect(many).toMatch(/^too_many_calls: .*more than 1 calls \(limits\.max_calls\).*\(line 3\)/);
  const own = { capabilities: { calls: ['user_x'] } };
  const deep = await failing('  return call_tool("user_x")', {}, own);
  expect(deep).toMatch(/^too_deep: .*8 custom tools.*\(line 2\)/);
});

// Capabilities

test('a tool that reaches the network is open-world for clients, and waits for a person', async () => {
  const made = await World.open();
  const remote = { kind: 'external', description: DESCRIPTION, capabilities: { network: true } };
  made.write('tools/ext_remote.tool.json', JSON.stringify({ ...remote, name: 'ext_remote' }));
  const [listed] = (await made.list({ reload: true })).tools;
  expect(listed?.status).toBe('pending_approval');
  expect(made.registry.get('ext_remote')?.annotations).toMatchObject({
    openWorldHint: true,
    readOnlyHint: false,
  });
});

test('who made a tool and who changed it last is kept with the time', async () => {
  const made = await world();
  const start = Date.now();
  await made.ok('tool_define', code('  return 1'));
  await made.ok('tool_define', code('  return 2'), PERSON);
  const { provenance, author } = made.json('tools/x.tool.json');
  expect([author, provenance]).toEqual([
    'mcp:test',
    {
      created_by: 'mcp:test',
      created_at: expect.any(String) as string,
      updated_by: 'user',
      updated_at: expect.any(String) as string,
    },
  ]);
  const { created_at, updated_at } = provenance as { created_at: string; updated_at: string };
  for (const time of [created_at, updated_at]) {
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(start);
  }
});

// Wander tools

test('a list of three numbers is a vector in code', async () => {
  const made = await world();
  const input_schema = { type: 'object', properties: { at: {} } };
  expect(
    await resultOf(made, code('  return [args.at.y, args.at * 2]', { input_schema }), { at: [1, 2, 3] }),
  ).toEqual([2, [2, 4, 6]]);
});

test('a text stays a text whatever it looks like, and is a colour where its schema says so', async () => {
  const made = await world();
  const text = { type: 'string' };
  const input_schema = { type: 'object', properties: { plain: text, paint: { ...text, format: 'color' } } };
  const body = '  return [args.plain.length, args.plain, args.paint.r, args.paint]';
  expect(await resultOf(made, code(body, { input_schema }), { plain: '#ff8000', paint: '#ff8000' })).toEqual([
    7,
    '#ff8000',
    1,
    '#ff8000',
  ]);
  expect(await made.error('user_x', { paint: 'reddish' })).toContain('invalid_arguments');
});

test('call_tool gives the structured result; try_tool gives ok with the result, or the error with its hint', async () => {
  const made = await world();
  const capabilities = { calls: ['entity_get'] };
  const body =
    '  let found = call_tool("entity_get", {entity: 1})\n  return {name: found.name, good: try_tool("entity_get", {entity: 1}).ok, bad: try_tool("entity_get", {entity: 99})}';
  expect(await resultOf(made, code(body, { capabilities }))).toMatchObject({
    name: 'Orc',
    good: true,
    bad: {
      ok: false,
      error: 'not_found',
      message: expect.stringContaining('99') as string,
      hint: expect.any(String) as string,
    },
  });
});

test('json_parse reads a text, json_text writes a value, with an indent where one is given', async () => {
  const made = await world();
  const body =
    '  return [json_parse("\\{\\"a\\": [1, null]}").a, json_text({a: [1, 2]}), json_text({a: 1}, 2)]';
  expect(await resultOf(made, code(body))).toEqual([[1, null], '{"a":[1,2]}', '{\n  "a": 1\n}']);
});

test('list_files and file_exists see the folders that are declared', async () => {
  const made = await world();
  made.write('data/a.txt', 'one');
  const capabilities = { files: { read: ['data/'] } };
  const body = '  return [list_files("data"), file_exists("data/a.txt"), file_exists("data/b.txt")]';
  expect(await resultOf(made, code(body, { capabilities }))).toEqual([['data/a.txt'], true, false]);
  expect(
    await made
      .ok('tool_define', code('  return list_files("scenes")', { capabilities }))
      .then(() => made.error('user_x')),
  ).toContain('capability_denied');
});

test.each([
  ['a property', '  find("Orc").name = "Other"'],
  ['a variable', '  find("Orc").hp = 1'],
  ['a component’s field', '  find("Orc").light.intensity = 2'],
  ['a builtin that edits', '  let e = spawn("cube")'],
  ['a builtin that takes away', '  destroy find("Orc")'],
])('a tool without mutate that sets %s is refused with the line when it is defined', async (_what, line) => {
  const made = await world();
  const before = made.state();
  expect(await made.error('tool_define', code(`  let a = 1\n${line}`))).toMatch(
    /^invalid_definition: tools\/x\.wander, line 3, column \d+: /,
  );
  expect(made.state()).toEqual(before);
});

test('a tool has no clock', async () => {
  const made = await world();
  for (const name of ['now', 'time', 'clock', 'date'])
    expect(await made.error('tool_define', code(`  return ${name}()`)), name).toContain('invalid_definition');
});

// Composite tools

test('a composite’s element is called item where nothing else is said, and its index index', async () => {
  const made = await world();
  const result = await resultOf(
    made,
    {
      name: 'x',
      description: DESCRIPTION,
      input_schema: { type: 'object', properties: { names: { type: 'array', items: { type: 'string' } } } },
      capabilities: { mutate: true },
      steps: [
        {
          id: 'made',
          tool: 'entity_create',
          for_each: '{{args.names}}',
          args: { name: '{{item}}-{{index}}' },
        },
      ],
      result: '{{steps.made.length}}',
    },
    { names: ['a', 'b'] },
  );
  expect(result).toBe(2);
  expect([...made.scene.named('a-0'), ...made.scene.named('b-1')]).toHaveLength(2);
});

// Tests

test('a test expects success where it says nothing, and no more milliseconds than max_ms', async () => {
  const made = await world();
  const tests = (expected: JsonObject): JsonObject =>
    code(
      '  if args.fail then tool_fail("asked to") end\n  let n = 0\n  while n < 300000\n    n += 1\n  end\n  return n',
      {
        input_schema: { type: 'object', properties: { fail: { type: 'boolean', default: false } } },
        limits: { instructions: 50_000_000 },
        tests: [{ name: 't', args: {}, ...expected }],
      },
    );
  const [slow] = await made.test({ definition: tests({ expect: { max_ms: 0.000001 } }) });
  expect(slow?.ok).toBe(false);
  expect(slow?.differences).toMatchObject([{ path: 'max_ms', expected: 0.000001 }]);
  expect((await made.test({ definition: tests({ expect: { max_ms: 60_000 } }) }))[0]?.ok).toBe(true);
  expect((await made.test({ definition: tests({ args: { fail: true } }) }))[0]?.ok).toBe(false);
  expect(
    (await made.test({ definition: tests({ args: { fail: true }, expect: { ok: false } }) }))[0]?.ok,
  ).toBe(true);
});

test('a test’s record tells name, ok, milliseconds, instructions, result and what it would have changed', async () => {
  const made = await world();
  const [record] = await made.test({
    definition: code('  find("Orc").hp = 6\n  return "done"', { capabilities: { mutate: true } }),
    args: {},
  });
  expect(record).toMatchObject({ name: 'dry call', ok: true, result: 'done' });
  expect(record?.ms).toBeGreaterThanOrEqual(0);
  expect(record?.instructions).toBeGreaterThan(0);
  expect(record?.scene_changes).toMatchObject([{ name: 'Orc', property: 'vars.hp', before: 5, after: 6 }]);
});

// Policy and approval

test.each([
  ['off', 'policy_off', 'policy_off'],
  ['ask', 'pending_approval', 'pending_approval'],
  ['auto', 'active', 'pending_approval'],
  ['trust', 'active', 'active'],
])(
  'under the policy "%s" a tool that reads is %s, and one that changes something is %s',
  async (policy, reads, changes) => {
    const made = await World.open();
    await made.ok('tool_define', ENEMIES_NEAR);
    await made.ok('tool_define', TAG_BY_TAG);
    await made.ok('tool_define', {
      ...code('  return 1'),
      name: 'writes',
      capabilities: { files: { write: ['data/'] } },
    });
    await made.ok('tool_policy', { policy }, PERSON);
    expect(await made.statusOf('user_enemies_near')).toBe(reads);
    expect(await made.statusOf('user_tag_by_tag')).toBe(changes);
    expect(await made.statusOf('user_writes')).toBe(changes);
    expect(made.json('game.json').customTools).toEqual({ policy });
  },
);

test('the kind of a tool is in its hash', () => {
  const raw = { name: 'ext_x', kind: 'external', description: DESCRIPTION };
  const parsed = parseDefinition(raw, { from: 'file' });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const { definition } = parsed.value;
  expect(definitionHash({ ...definition, kind: 'script' })).not.toBe(definitionHash(definition));
});

test('an approval names tool, hash, status, who, when and the key, and carries a signature', async () => {
  const made = await World.open();
  await made.ok('tool_define', TAG_BY_TAG);
  const { hash } = await made.approve('tag_by_tag', { reason: 'Needed.' });
  const { approvals } = made.json('tools/approvals.json');
  expect(approvals).toEqual([
    {
      name: 'user_tag_by_tag',
      hash,
      status: 'approved',
      by: 'user',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      reason: 'Needed.',
      signature: expect.any(String) as string,
      key: expect.any(String) as string,
    },
  ]);
});

// Errors

/** What a call makes fail, for each code that an agent can meet with tools of its own. */
const FAILURES: Readonly<Record<string, (made: World) => Promise<unknown>>> = {
  not_found: (made) => made.call('user_nothing'),
  invalid_arguments: async (made) => {
    await made.ok('tool_define', ENEMIES_NEAR);
    return made.call('user_enemies_near', { radius: 'far' });
  },
  invalid_definition: (made) => made.call('tool_define', code('  return (')),
  invalid_output: async (made) => {
    await made.ok('tool_define', code('  return 1', { output_schema: { type: 'string' } }));
    return made.call('user_x');
  },
  capability_denied: async (made) => {
    await made.ok(
      'tool_define',
      code('  return read_file(args.p)', {
        input_schema: { properties: { p: { type: 'string' } } },
        capabilities: { files: { read: ['data/'] } },
      }),
    );
    return made.call('user_x', { p: 'game.json' });
  },
  permission_denied: (made) => made.call('file_read', { path: '../outside.txt' }),
  approval_required: async (made) => {
    await made.ok('tool_policy', { policy: 'ask' });
    await made.ok('tool_define', ENEMIES_NEAR);
    return made.call('user_enemies_near');
  },
  approval_requires_human: async (made) => {
    await made.ok('tool_define', TAG_BY_TAG);
    return made.call('tool_approve', { name: 'tag_by_tag' });
  },
  policy_off: async (made) => {
    await made.ok('tool_define', ENEMIES_NEAR);
    await made.ok('tool_policy', { policy: 'off' });
    return made.call('user_enemies_near');
  },
  tool_disabled: async (made) => {
    await made.ok('tool_define', ENEMIES_NEAR);
    await made.ok('tool_enable', { name: 'enemies_near', enabled: false });
    return made.call('user_enemies_near');
  },
  tool_offline: async (made) => {
    made.write(
      'tools/ext_r.tool.json',
      JSON.stringify({ name: 'ext_r', kind: 'external', description: DESCRIPTION }),
    );
    await made.list({ reload: true });
    return made.call('ext_r');
  },
  tool_invalid: async (made) => {
    made.write('tools/odd.tool.json', '{');
    await made.list({ reload: true });
    return made.call('user_odd');
  },
  tool_failed: async (made) => {
    await made.ok('tool_define', code('  tool_fail("asked to", "do not ask for it")'));
    return made.call('user_x');
  },
  tests_failed: (made) =>
    made.call('tool_define', code('  return 1', { tests: [{ name: 't', expect: { result: 2 } }] })),
  budget_exceeded: async (made) => {
    await made.ok('tool_define', code('  while true\n  end'));
    return made.call('user_x');
  },
  timeout: async (made) => {
    await made.ok(
      'tool_define',
      code('  while true\n  end', { limits: { instructions: 50_000_000, timeout_ms: 10 } }),
    );
    return made.call('user_x');
  },
  output_too_large: async (made) => {
    await made.ok('tool_define', code('  return "x".repeat(300)', { limits: { max_output_bytes: 256 } }));
    return made.call('user_x');
  },
  too_many_calls: async (made) => {
    await made.ok(
      'tool_define',
      code('  return call_tool("entity_get", {entity: 1})', {
        capabilities: { calls: ['entity_get'] },
        limits: { max_calls: 0 },
      }),
    );
    return made.call('user_x');
  },
  too_deep: async (made) => {
    await made.ok(
      'tool_define',
      code('  return call_tool("user_x")', { capabilities: { calls: ['user_x'] } }),
    );
    return made.call('user_x');
  },
  hash_changed: async (made) => {
    await made.ok('tool_define', TAG_BY_TAG);
    return made.call('tool_approve', { name: 'tag_by_tag', hash: '0'.repeat(64) }, PERSON);
  },
  conflict: async (made) => {
    made.write('data/a.txt', 'one');
    return made.call('file_write', { path: 'data/a.txt', text: 'two', revision: 'another' });
  },
  io_error: async (made) => {
    made.write('tools/approvals.json', '{');
    await made.ok('tool_define', TAG_BY_TAG);
    return made.call('tool_approve', { name: 'tag_by_tag' }, PERSON);
  },
};

test.each(Object.keys(FAILURES))(
  'an agent that meets %s is told what is wrong, and what to do next',
  async (expected) => {
    const made = await World.open();
    await made.ok('entity_create', { name: 'Orc' });
    const result = await FAILURES[expected]?.(made);
    expect(result).toMatchObject({ ok: false, error: { code: expected } });
    const error: unknown = isJsonObject(result) ? result.error : undefined;
    const { message, hint } = isJsonObject(error) ? error : {};
    expect(typeof message === 'string' && message.length).toBeGreaterThan(15);
    expect(typeof hint === 'string' && hint.length).toBeGreaterThan(10);
    expect(ERROR_CODES).toContain(expected);
    expect(made.internal).toEqual([]);
  },
);

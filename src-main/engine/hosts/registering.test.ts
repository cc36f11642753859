import { expect, test } from 'vitest';
import type { ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { Caller } from '../tools/definition';
import { PERSON } from '../custom/world.fixture';
import type { HostWorld } from './world.fixture';
import { CALLER, codeOf, HARNESS, RECALL, until, worldsForTests } from './world.fixture';

const world = worldsForTests();

const OTHER: Caller = { actor: 'mcp:other', kind: 'agent', session: 'socket-9', mayWait: true };

function named(name: string, more: JsonObject = {}): JsonObject {
  return { ...RECALL, name, ...more };
}

/** The call that waits for a person. */
async function question(made: HostWorld): Promise<JsonObject> {
  const waiting = async (): Promise<readonly JsonObject[]> =>
    (await made.ok('call_waiting', {}, PERSON)).waiting as readonly JsonObject[];
  await until(async () => (await waiting()).length > 0, 'the question');
  return (await waiting())[0] ?? {};
}

async function errorsOf(made: HostWorld, tools: readonly JsonObject[]): Promise<string[]> {
  const { errors } = await made.ok('tool_host_register', { tools }, HARNESS);
  return (errors as unknown as readonly ToolError[]).map(({ code, message }) => `${code}: ${message}`);
}

test('a bad definition is told with its place and its name, and the others are served', async () => {
  const made = await world();
  const answer = await made.ok(
    'tool_host_register',
    {
      tools: [
        named('good'),
        named('Bad Name'),
        named('short', { description: 'Too short' }),
        named('typo', { capabilites: {} }),
        named('schema', { input_schema: { type: 'array' } }),
        named('wide', { capabilities: { calls: ['entity_creat'] } }),
        named('rules', { capabilities: { calls: ['tool_policy'] } }),
        named('edits', { capabilities: { calls: ['entity_create'] } }),
        named('good'),
      ],
    },
    HARNESS,
  );
  expect(answer.tools).toMatchObject([{ name: 'py_good', status: 'active' }]);
  const errors = answer.errors as readonly JsonObject[];
  expect(errors.map(({ data }) => (data as JsonObject).index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(errors.map(({ code }) => code)).toEqual(Array(8).fill('invalid_definition'));
  const text = JSON.stringify(errors);
  expect(text).toContain('Did you mean \\"capabilities\\"?');
  expect(text).toContain('Did you mean \\"entity_create\\"?');
  expect(text).toContain('py_good is given twice');
  expect(errors[1]).toMatchObject({ data: { index: 2, name: 'short' } });
  expect(made.world.offered().filter((name) => name.startsWith('py_'))).toEqual(['py_good']);
});

test('a tool without a description is taken with one that says so; both spellings of a schema are understood, and not both at once', async () => {
  const made = await world();
  await made.serve(
    [
      { name: 'bare' },
      { name: 'camel', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } },
    ],
    { label: 'Odds' },
  );
  expect(made.world.registry.get('py_bare')?.description).toBe(
    'A tool that “Odds” serves; nothing says what it does.',
  );
  expect(await made.error('py_camel', { a: 'text' })).toMatch(/^invalid_arguments/);
  expect(await errorsOf(made, [named('both', { inputSchema: {} })])).toEqual([
    'invalid_definition: The tool has both inputSchema and input_schema.',
  ]);
});

test('the prefix is put in front once', async () => {
  const made = await world();
  await made.serve([named('one'), named('py_two')]);
  expect(made.world.offered().filter((name) => name.startsWith('py_'))).toEqual(['py_one', 'py_two']);
});

test('what changes the project or reaches the network waits for a person, by mutates and by capability', async () => {
  const made = await world();
  const { tools } = await made.ok(
    'tool_host_register',
    {
      tools: [
        named('reads'),
        named('mutates', { mutates: true }),
        named('mutate', { capabilities: { mutate: true } }),
        named('network', { capabilities: { network: true } }),
      ],
    },
    HARNESS,
  );
  expect((tools as readonly JsonObject[]).map(({ status }) => status)).toEqual([
    'active',
    'pending_approval',
    'pending_approval',
    'pending_approval',
  ]);
  expect(made.world.offered()).not.toContain('py_mutates');
  expect(await made.error('py_mutates', { query: 'x' })).toMatch(/^approval_required: py_mutates/);
});

test('an approval holds for the definition: registered again it needs no other, changed it waits, and the difference is shown', async () => {
  const made = await world();
  const tool = named('edit', { mutates: true });
  const host = await made.serve([tool]);
  await made.world.approve('py_edit');
  expect(await made.world.statusOf('py_edit')).toBe('active');
  await made.ok('tool_host_unregister', { host }, HARNESS);
  expect(await made.world.statusOf('py_edit')).toBe('missing');
  await made.serve([tool]);
  expect(await made.world.statusOf('py_edit')).toBe('active');

  const changed = named('edit', {
    mutates: true,
    description: 'Searches the shared memory and edits what it likes. Example: {"query": "x"}',
    capabilities: { calls: ['entity_delete'] },
  });
  await made.serve([changed], { replace: true });
  const inspected = await made.world.inspect('py_edit');
  expect(inspected).toMatchObject({
    status: 'pending_approval',
    version: 2,
    approved: { definition: { description: tool.description } },
    capability_changes: ['It now may also call entity_delete.'],
  });
});

test('only people approve; the refusal names the tool as it is', async () => {
  const made = await world();
  await made.serve([named('edit', { mutates: true })]);
  expect(await made.error('tool_approve', { name: 'py_edit' })).toMatch(
    /^approval_requires_human: .*\(here py_edit\)/,
  );
});

test.each([
  ['user', "the project's own tools"],
  ['tool', 'tools of the engine'],
  ['entity', 'tools of the engine'],
  ['scene_more', 'tools of the engine'],
  ['Py', 'lowercase'],
  ['a__b', 'lowercase'],
  ['x'.repeat(33), 'at most 32'],
])('the namespace %s is refused: no name may pass for one of the engine', async (namespace, why) => {
  const made = await world();
  const channel = { deliver: () => undefined, withdraw: () => undefined };
  const refused = made.hosts.register(HARNESS, { namespace, tools: [RECALL] }, channel, {
    transport: 'connection',
  });
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  expect(JSON.stringify(refused)).toContain(why);
});

test('a name is at most 64 characters with its prefix', async () => {
  const made = await world();
  await made.serve([named('x'.repeat(61))]);
  expect(await errorsOf(made, [named('x'.repeat(62))])).toEqual([
    expect.stringContaining('has 65 characters'),
  ]);
});

test('hidden text in descriptions, titles, schemas and labels is refused', async () => {
  const made = await world();
  const hidden = 'Searches the memory.\u200b And more of it than is seen.';
  expect(
    await errorsOf(made, [
      named('a', { description: hidden }),
      named('b', { title: 'Re\u202ecall' }),
      named('c', {
        input_schema: { type: 'object', properties: { q: { type: 'string', description: hidden } } },
      }),
    ]),
  ).toEqual(Array(3).fill(expect.stringMatching(/^invalid_definition: .*refused/)));
  const labelled = { tools: [named('d')], label: 'Mem\u200bory' };
  expect(await made.error('tool_host_register', labelled, HARNESS)).toMatch(/^invalid_arguments: label/);
  expect(await made.error('tool_host_register', { ...labelled, label: 'a\nb' }, HARNESS)).toMatch(
    /more than one line/,
  );
});

test('ten thousand tools, a megabyte of description and a deep schema are refused, and nothing of them stays', async () => {
  const made = await world();
  const many = Array.from({ length: 10_000 }, (_, index) => named(`t${index}`));
  expect(await made.error('tool_host_register', { tools: many }, HARNESS)).toMatch(
    /^invalid_arguments: .*256/,
  );
  const channel = { deliver: () => undefined, withdraw: () => undefined };
  expect(
    made.hosts.register(HARNESS, { namespace: 'ext', tools: many }, channel, { transport: 'connection' }),
  ).toMatchObject({ ok: false, error: { code: 'invalid_arguments' } });
  let deep: JsonObject = { type: 'string' };
  for (let level = 0; level < 200; level += 1) deep = { type: 'object', properties: { a: deep } };
  const errors = await made
    .ok('tool_host_register', { tools: [named('long', { description: 'x'.repeat(1_000_000) })] }, HARNESS)
    .then((answer) => answer.errors);
  expect(JSON.stringify(errors).length).toBeLessThan(2000);
  const refused = made.hosts.register(
    HARNESS,
    { namespace: 'ext', tools: [named('deep', { input_schema: deep })] },
    channel,
    { transport: 'connection' },
  );
  expect(refused).toMatchObject({ ok: true, value: { tools: [], errors: [{ code: 'invalid_definition' }] } });
  expect(made.world.offered().filter((name) => /^(py|ext)_/.test(name))).toEqual([]);
});

test('given the host, what is not given any more leaves, and what is kept goes on with its calls', async () => {
  const made = await world();
  const host = await made.serve([named('keep'), named('drop')]);
  const kept = made.call('py_keep', { query: 'a' });
  const dropped = made.call('py_drop', { query: 'b' });
  const calls = await made.fetch(host);
  expect(calls.map(({ tool }) => tool)).toEqual(['py_keep', 'py_drop']);
  expect(await made.serve([named('keep'), named('new')], { host })).toBe(host);
  expect(codeOf(await dropped)).toBe('tool_offline');
  expect(made.world.offered().filter((name) => name.startsWith('py_'))).toEqual(['py_keep', 'py_new']);
  const [first, second] = calls;
  expect(codeOf(await made.reply(host, first?.call ?? 0, { text: 'kept' }))).toMatch(/^ok/);
  expect(codeOf(await made.reply(host, second?.call ?? 0, { text: 'late' }))).toBe('unknown_call');
  expect(codeOf(await kept)).toBe('ok kept');
});

test('a name that another host serves is refused; its owner takes it over with replace, and its waiting calls fail', async () => {
  const made = await world();
  const first = await made.serve([RECALL], { label: 'First' });
  const { errors } = await made.ok('tool_host_register', { tools: [RECALL] }, HARNESS);
  expect(errors).toMatchObject([
    { code: 'conflict', message: 'py_memory_recall is served by “First” (mcp:harness) already.' },
  ]);
  const waiting = made.call('py_memory_recall', { query: 'a' });
  await made.next(first);
  const second = await made.serve([RECALL], { replace: true }, { ...HARNESS, session: 'socket-7' });
  expect(codeOf(await waiting)).toBe('tool_offline');
  const again = made.call('py_memory_recall', { query: 'b' });
  const { call } = await made.next(second);
  await made.reply(second, call, { text: 'from the second' });
  expect(codeOf(await again)).toBe('ok from the second');
  // Leaving, the first takes nothing of the second's along.
  await made.ok('tool_host_unregister', { host: first }, HARNESS);
  expect(made.world.offered()).toContain('py_memory_recall');
});

test("to take over another owner's name a person is asked, with what is taken from whom", async () => {
  const made = await world();
  await made.serve([RECALL], { label: 'Memory' });
  const own = await made.serve([named('own')], {}, OTHER);
  const taking = made.call('tool_host_register', { host: own, tools: [RECALL], replace: true }, OTHER);
  const asked = await question(made);
  // Whoever may look at what waits does not learn what the host proves itself with.
  expect(JSON.stringify(await made.ok('call_waiting', {}, CALLER))).not.toContain(own);
  expect(asked).toMatchObject({
    actor: 'mcp:other',
    tool: 'tool_host_register',
    because: 'it takes over py_memory_recall from “Memory” (mcp:harness)',
  });
  await made.ok('call_answer', { call: asked.call ?? '', allow: true }, PERSON);
  expect(await taking).toMatchObject({ ok: true, structured: { errors: [] } });
  expect((await made.world.list()).tools[0]?.host).toMatchObject({ owner: 'mcp:other', online: true });
});

test('what a person declines is not taken over', async () => {
  const made = await world();
  await made.serve([RECALL]);
  const taking = made.call('tool_host_register', { tools: [RECALL], replace: true }, OTHER);
  const asked = await question(made);
  await made.ok('call_answer', { call: asked.call ?? '', allow: false }, PERSON);
  expect(codeOf(await taking)).toBe('declined');
  expect((await made.world.list()).tools[0]?.host?.owner).toBe('mcp:harness');
});

test('a person takes a name over without being asked; without replace nobody is asked', async () => {
  const made = await world();
  await made.serve([RECALL]);
  const { errors } = await made.ok('tool_host_register', { tools: [RECALL] }, OTHER);
  expect(errors).toMatchObject([{ code: 'conflict', hint: expect.stringContaining('"replace": true') }]);
  await made.serve([RECALL], { replace: true }, { ...PERSON, session: 'window' });
  expect((await made.world.list()).tools[0]?.host?.owner).toBe('user');
});

test('listing and inspecting show who serves a tool, and never what the host proves itself with', async () => {
  const made = await world();
  const host = await made.serve([RECALL], { label: 'Team memory' });
  const shown = { id: 'H-1', label: 'Team memory', owner: 'mcp:harness', transport: 'poll', online: true };
  expect((await made.world.list()).tools[0]).toMatchObject({ kind: 'external', host: shown, files: [] });
  expect(await made.world.inspect('py_memory_recall')).toMatchObject({ host: shown, author: 'mcp:harness' });
  const everything = JSON.stringify([
    await made.ok('tool_list_custom'),
    await made.ok('tool_inspect', { name: 'py_memory_recall' }),
    await made.ok('tool_host_list'),
    await made.ok('events_poll', { since: 0 }),
    made.world.audit(),
  ]);
  expect(host).toMatch(/^H-1\..{20}$/);
  expect(everything).not.toContain(host);
});

test('only the host itself polls, answers and unregisters: the id alone is not enough for another client', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  const waiting = made.call('py_memory_recall', { query: 'a' });
  const { call } = await made.next(host);
  for (const [tool, args] of [
    ['tool_host_poll', { host }],
    ['tool_host_reply', { host, call, text: 'forged' }],
    ['tool_host_unregister', { host }],
    ['tool_host_register', { host, tools: [] }],
  ] as const)
    expect(await made.error(tool, args, OTHER)).toMatch(/^not_found: There is no host/);
  // The shown name opens nothing either.
  expect(await made.error('tool_host_unregister', { host: 'H-1' }, HARNESS)).toMatch(/^not_found/);
  // Another connection of the same client, which lost its first one, goes on.
  await made.reply(host, call, { text: 'mine' }, { ...HARNESS, session: 'socket-5' });
  expect(codeOf(await waiting)).toBe('ok mine');
  await made.ok('tool_host_unregister', { host: 'H-1' }, PERSON);
  expect(made.world.offered()).not.toContain('py_memory_recall');
});

test('tool_host_list tells of every host, and a host of its own id', async () => {
  const made = await world();
  const host = await made.serve([RECALL, named('other')], { label: 'Memory' });
  const answered = made.call('py_other', { query: 'a' });
  void made.call('py_other', { query: 'b' });
  const [first] = await made.fetch(host);
  await made.reply(host, first?.call ?? 0, { text: 'done' });
  await answered;
  void made.call('py_memory_recall', { query: 'c' });
  made.clock.move(4_000);
  const { hosts, events } = await made.ok('tool_host_list');
  expect(hosts).toEqual([
    {
      id: 'H-1',
      label: 'Memory',
      owner: 'mcp:harness',
      transport: 'poll',
      tools: ['py_memory_recall', 'py_other'],
      queued: 1,
      in_flight: 1,
      served: 1,
      seconds_since_poll: expect.closeTo(4, 0) as number,
    },
  ]);
  // Events so far are of registering and of the call that was answered.
  expect(events).toEqual({ oldest: 1, last_seq: 2, next: 2 });
  const { hosts: own } = await made.ok('tool_host_list', {}, HARNESS);
  expect(own).toMatchObject([{ id: 'H-1', host }]);
});

test('registering, changing, leaving and expiring are events and lines of the audit; polling is neither', async () => {
  const made = await world();
  const host = await made.serve([RECALL], { label: 'Memory' });
  await made.serve([RECALL, named('more')], { host });
  await made.fetch(host);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  await made.serve([named('brief')]);
  made.clock.move(60_000);
  const { events } = await made.ok('events_poll', { since: 0, types: ['tool_host', 'tool'] });
  expect(
    (events as readonly JsonObject[]).map(({ type, kind, actor, summary }) => [type, kind, actor, summary]),
  ).toEqual([
    ['tool_host', 'registered', 'mcp:harness', '“Memory” (mcp:harness) serves py_memory_recall'],
    ['tool_host', 'updated', 'mcp:harness', '“Memory” (mcp:harness) serves py_memory_recall, py_more'],
    ['tool_host', 'left', 'mcp:harness', '“Memory” (mcp:harness) stopped serving its tools'],
    ['tool_host', 'registered', 'mcp:harness', 'mcp:harness serves py_brief'],
    ['tool_host', 'expired', 'mcp:harness', 'mcp:harness is gone: it has not polled for its ttl'],
  ]);
  expect(
    made.world
      .audit()
      .map(({ event, host: id, tools }) => [event, id, JSON.stringify(tools).includes('py_more')]),
  ).toEqual([
    ['host_registered', 'H-1', false],
    ['host_registered', 'H-1', true],
    ['host_left', 'H-1', true],
    ['host_registered', 'H-2', false],
    ['host_left', 'H-2', false],
  ]);
});

test('a client that has as many hosts as it may, over all its connections, leaves room for others', async () => {
  const made = await world();
  const first = await made.serve([RECALL]);
  for (let index = 1; index < 64; index += 1)
    await made.serve([], {}, { ...HARNESS, actor: `mcp:harness/a${index}`, session: `socket-${index}` });
  expect(await made.error('tool_host_register', { tools: [] }, HARNESS)).toMatch(
    /^conflict: mcp:harness has 64 hosts already\./,
  );
  await made.serve([RECALL, named('more')], { host: first });
  await made.serve([named('others')], {}, OTHER);
  await made.ok('tool_host_unregister', { host: first }, HARNESS);
  await made.serve([RECALL]);
});

test('one connection that takes all it may, whatever it calls itself, leaves room for every other', async () => {
  const made = await world();
  const take = async (session: string, wanted: number): Promise<number> => {
    for (let index = 0; index < wanted; index += 1) {
      // Another name each time: only the connection is the same.
      const caller = { ...HARNESS, actor: `mcp:${session}-${index}`, session };
      const registered = await made.call('tool_host_register', { tools: [] }, caller);
      if (registered.ok) continue;
      expect(registered.error.message).toMatch(/of them on this connection; the rest is for others\.$/);
      return index;
    }
    return wanted;
  };
  // A third of what is left, each time: (128 - x) / 2 = x, then of the 85, 57, 38 … that are left.
  expect([await take('s1', 200), await take('s2', 200), await take('s3', 200)]).toEqual([43, 29, 19]);
  for (let index = 0; index < 20; index += 1) expect(await take(`more${index}`, 1)).toBe(1);
  // Clients without a connection are one party, whatever they call themselves.
  const stateless = (index: number): Caller => ({ actor: `mcp:anybody-${index}`, kind: 'agent' });
  let had = 0;
  while ((await made.call('tool_host_register', { tools: [] }, stateless(had))).ok) had += 1;
  expect(had).toBe(6);
  expect(await take('last', 1)).toBe(1);
});

test('all that come in by the port, in however many sessions, leave half for the socket', async () => {
  const made = await world();
  let had = 0;
  for (let session = 0; session < 64; session += 1) {
    const caller = { ...HARNESS, actor: `mcp:s${session}`, session: `http-${session}` };
    while ((await made.call('tool_host_register', { tools: [] }, caller)).ok) had += 1;
  }
  expect(had).toBe(64);
  expect((await made.call('tool_host_register', { tools: [] }, { actor: 'mcp:s', kind: 'agent' })).ok).toBe(
    false,
  );
  await made.serve([RECALL]);
});

test('one connection that serves as many tools as it may leaves some for every other', async () => {
  const made = await world();
  const serve = async (session: string, part: number): Promise<number> => {
    const tools = Array.from({ length: 250 }, (_, index) => named(`${session}_${part}_${index}`));
    const caller = { ...HARNESS, actor: `mcp:${session}-${part}`, session };
    const { tools: taken } = await made.ok('tool_host_register', { tools }, caller);
    return (taken as readonly unknown[]).length;
  };
  // Half of what the others leave: (2,000 - x) / 2 = x.
  expect([await serve('s1', 0), await serve('s1', 1), await serve('s1', 2), await serve('s1', 3)]).toEqual([
    250, 250, 167, 0,
  ]);
  expect(await serve('s2', 0)).toBe(250);
});

test('a host that polls is told what people decide on its tools and who takes them over, once, and at once', async () => {
  const made = await world();
  const host = await made.serve([{ ...RECALL, mutates: true }, named('other')]);
  const poll = (wait: number): Promise<JsonObject> =>
    made.ok('tool_host_poll', { host, wait_ms: wait }, HARNESS);
  expect(await poll(0)).toEqual({ calls: [], cancelled: [] });
  const waiting = poll(25_000);
  await made.world.approve('py_memory_recall');
  expect(await waiting).toMatchObject({
    calls: [],
    changed: [{ name: 'py_memory_recall', status: 'active' }],
  });
  expect(await poll(0)).toEqual({ calls: [], cancelled: [] });
  await made.ok('tool_enable', { name: 'py_other', enabled: false }, PERSON);
  await made.ok('tool_enable', { name: 'py_other', enabled: true }, PERSON);
  await made.ok('tool_enable', { name: 'py_other', enabled: false }, PERSON);
  expect(await poll(25_000)).toMatchObject({
    changed: [{ name: 'py_other', status: 'disabled', reason: 'Turned off by user.' }],
  });
  const rival = made.ok('tool_host_register', { tools: [RECALL], replace: true, label: 'New' }, HARNESS);
  const told = poll(25_000);
  await rival;
  expect(await told).toMatchObject({
    changed: [{ name: 'py_memory_recall', status: 'replaced', reason: '“New” (mcp:harness) took it over.' }],
  });
  expect(await poll(0)).toEqual({ calls: [], cancelled: [] });
});

test('others are served while many tools are checked, and see all of them or none', async () => {
  const made = await world();
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`field_${index}`, { type: 'string', pattern: '^[a-z]+$' }]),
  );
  const tools = Array.from({ length: 256 }, (_, index) => ({
    ...named(`tool_${index}`),
    input_schema: { type: 'object', properties },
  }));
  let done = false;
  const registered = made.ok('tool_host_register', { tools }, HARNESS).then((result) => {
    done = true;
    return result;
  });
  const seen = new Set<number>();
  let served = 0;
  const offered = (): number => made.world.offered().filter((name) => name.startsWith('py_')).length;
  while (!done) {
    await made.ok('scene_overview');
    await new Promise((resolve) => setImmediate(resolve));
    served += 1;
    seen.add(offered());
  }
  expect((await registered).errors).toEqual([]);
  expect(offered()).toBe(256);
  expect(served).toBeGreaterThan(2);
  expect([...seen].filter((count) => count !== 0 && count !== 256)).toEqual([]);
});

test('of two that register the same names at once each name is one’s, and what was defined meanwhile is seen', async () => {
  const made = await world();
  const tools = Array.from({ length: 200 }, (_, index) => named(`tool_${index}`));
  const [first, second, defined] = await Promise.all([
    made.ok('tool_host_register', { tools }, HARNESS),
    made.ok('tool_host_register', { tools }, OTHER),
    made.ok('tool_define', {
      name: 'py_tool_199',
      description: 'Is defined while the hosts register theirs, for a test.',
      wander: 'fn run(args)\n  return 1\nend',
    }),
  ]);
  expect(defined.status).toBe('active');
  const count = (result: JsonObject): number[] => [
    (result.tools as readonly unknown[]).length,
    (result.errors as readonly unknown[]).length,
  ];
  // Whoever is done first has all that is free; errors beyond a hundred are not told one by one.
  expect([count(first), count(second)].sort()).toEqual([
    [0, 100],
    [199, 1],
  ]);
});

test('a call by a name that has vanished, or never was, is a line of the audit', async () => {
  const made = await world();
  const host = await made.serve([RECALL]);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  await made.error('py_memory_recall', { query: 'doors' });
  await made.error('no_such_tool');
  await made.call('scene_overview');
  // A decision waits for the disk, and takes what was before it along.
  made.world.custom.note('tests_added', 'system', {});
  const calls = made.world.audit().filter(({ event }) => event === 'call');
  expect(calls).toMatchObject([
    {
      tool: 'py_memory_recall',
      actor: 'mcp:caller',
      ok: false,
      args: { query: 'doors' },
      error: { code: 'not_found' },
    },
    { tool: 'no_such_tool', ok: false, error: { code: 'not_found' } },
  ]);
});

test('tool_enable and tool_remove are for hosted tools too; what a person turned off stays off whoever serves it', async () => {
  const made = await world();
  let host = await made.serve([RECALL, named('other')]);
  await made.ok('tool_enable', { name: 'py_memory_recall', enabled: false }, PERSON);
  expect(await made.error('py_memory_recall', { query: 'x' })).toMatch(/^tool_disabled/);
  await made.ok('tool_host_unregister', { host }, HARNESS);
  host = await made.serve([RECALL, named('other')]);
  expect(await made.world.statusOf('py_memory_recall')).toBe('disabled');
  expect(await made.error('tool_enable', { name: 'py_memory_recall', enabled: true })).toMatch(
    /^approval_requires_human/,
  );
  await made.ok('tool_enable', { name: 'py_memory_recall', enabled: true }, PERSON);
  expect(await made.world.statusOf('py_memory_recall')).toBe('active');

  await made.ok('tool_enable', { name: 'py_other', enabled: false });
  await made.serve([RECALL, named('other')], { host });
  expect(await made.world.statusOf('py_other')).toBe('disabled');

  await made.ok('tool_remove', { name: 'py_memory_recall' });
  expect(await made.error('py_memory_recall', { query: 'x' })).toMatch(/^not_found/);
  expect(await made.ok('tool_host_list')).toMatchObject({ hosts: [{ tools: ['py_other'] }] });
});

test('a project tool whose file would be that of a tool which clients serve is refused, and the other way round', async () => {
  const made = await world();
  const channel = { deliver: () => undefined, withdraw: () => undefined };
  const persist = { namespace: 'py', persist: true, tools: [named('kept')] };
  const options = { transport: 'connection' } as const;
  expect(made.hosts.register(HARNESS, persist, channel, options)).toMatchObject({
    ok: true,
    value: { tools: [{ name: 'py_kept' }], errors: [] },
  });
  const define = {
    name: 'py_kept',
    description: 'Counts what is there, for a test.',
    wander: 'fn run(args)\n  return 1\nend',
  };
  expect(await made.error('tool_define', define)).toMatch(/^name_taken: The file of py_kept/);
  await made.ok('tool_define', { ...define, name: 'py_mine' });
  expect(await errorsOf(made, [named('mine')])).toEqual([
    expect.stringMatching(/^name_taken: The file of user_py_mine/),
  ]);
});

test('the tools of hosts are never called from a tool', async () => {
  const made = await world();
  await made.serve([RECALL]);
  for (const tool of [
    'tool_host_register',
    'tool_host_poll',
    'tool_host_reply',
    'tool_host_unregister',
    'tool_host_list',
  ])
    expect(
      await made.error('batch', { operations: [{ tool, args: { tools: [], host: 'x', call: 1 } }] }, CALLER),
    ).toMatch(/^capability_denied: .*can never be called from a tool/);
});

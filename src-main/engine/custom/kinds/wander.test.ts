import fc from 'fast-check';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../json';
import { AGENT, PERSON, World } from '../world.fixture';

const ANY = { type: 'object', additionalProperties: true };

async function world(): Promise<World> {
  const made = await World.open();
  await made.ok('tool_policy', { policy: 'trust' }, PERSON);
  await made.ok('entity_create', {
    name: 'Orc',
    tags: ['enemy'],
    position: [3, 0, 0],
    vars: { hp: 5, bag: ['key'] },
  });
  await made.ok('entity_create', { name: 'Room', position: [10, 0, 0], rotation: [0, 90, 0] });
  await made.ok('entity_create', { name: 'Door', parent: 'Room', position: [0, 0, 2] });
  return made;
}

async function define(made: World, body: string, more: JsonObject = {}, name = 'x'): Promise<void> {
  const wander = `fn run(args)\n${body}\nend`;
  await made.ok('tool_define', {
    name,
    description: 'A tool that is tried out in a test.',
    wander,
    input_schema: ANY,
    ...more,
  });
}

const EDITS = { capabilities: { mutate: true } };

async function result(made: World, args: JsonObject = {}): Promise<unknown> {
  return (await made.ok('user_x', args)).result;
}

test('values cross as they should: entities as ids, vectors as lists, colours as text; logs and warnings beside the result', async () => {
  const made = await world();
  await define(
    made,
    '  log "seen {find("Orc")}"\n  tool_warn("careful")\n  return {e: find("Orc"), p: find("Orc").position, c: #ff8000, half: (1, 0, 0, 0.5), v: args.v, s: args.s}',
  );
  expect(await made.ok('user_x', { v: [1, 2, 3], s: '#fff' })).toEqual({
    result: { e: 1, p: [3, 0, 0], c: '#ff8000', half: '#ff000080', v: [1, 2, 3], s: '#fff' },
    logs: ['seen Orc'],
    warnings: ['careful'],
  });
});

test('edits of every sort join one transaction and one undo step', async () => {
  const made = await world();
  await define(
    made,
    [
      '  let orc = find("Orc")',
      '  orc.name = "Ork"',
      '  orc.position.y += 2',
      '  orc.hp = orc.hp - 1',
      '  orc.bag.push("coin")',
      '  add_tag(orc, "angry")',
      '  orc.light.intensity = 3',
      '  let lamp = spawn("sphere", (0, 1, 0), "Lamp", {color: #ff0000, vars: {on: true}, tags: ["lamp"]})',
      '  set_parent(lamp, find("Room"), true)',
      '  teleport(find("Door"), (0, 0, 0))',
      '  return world_position(lamp)',
    ].join('\n'),
    EDITS,
  );
  const before = made.scene.snapshot();
  const steps = made.history.steps().length;
  expect(await result(made)).toEqual([0, 1, 0]);
  const orc = made.scene.get(1);
  expect(orc).toMatchObject({
    name: 'Ork',
    position: [3, 2, 0],
    tags: ['enemy', 'angry'],
    vars: { hp: 4, bag: ['key', 'coin'] },
  });
  expect(orc?.components.light).toMatchObject({ intensity: 3, kind: 'point' });
  const [lamp] = made.scene.named('Lamp');
  expect(made.scene.get(lamp ?? 0)).toMatchObject({
    parent: 2,
    color: '#ff0000',
    vars: { on: true },
    components: { mesh: { mesh: 'sphere' } },
  });
  expect(made.scene.worldPosition(3).map((part) => Math.round(part * 1e9) / 1e9 + 0)).toEqual([0, 0, 0]);
  expect(made.history.steps().length).toBe(steps + 1);
  await made.ok('history', { action: 'undo' });
  expect(made.scene.snapshot().entities).toEqual(before.entities);
});

test('without read_scene the code sees an empty scene', async () => {
  const made = await world();
  await define(made, '  return {n: find_all().length, orc: find("Orc"), c: count("enemy")}', {
    capabilities: { read_scene: false },
  });
  expect(await result(made)).toEqual({ n: 0, orc: null, c: 0 });
});

test('S-26: a reading tool that edits where the checker can not tell is stopped at once, with its line', async () => {
  const made = await world();
  // A function given as a value: which one is called is known when it runs.
  await define(
    made,
    '  let orc = find("Orc")\n  let name = args.key\n  orc[name] = 1\n  return orc.hp',
  ).catch(() => undefined);
  const inner = {
    name: 'edits',
    description: 'Sets the hp of the orc.',
    capabilities: { mutate: true },
    wander: 'fn run(args)\n  find("Orc").hp = 1\nend',
  };
  await made.ok('tool_define', inner);
  expect(
    await made.error('tool_define', {
      ...inner,
      name: 'outer',
      capabilities: { calls: ['user_edits'] },
      wander: 'fn run(args)\n  return call_tool("user_edits")\nend',
    }),
  ).toContain('"mutate"');
  await define(made, '  return call_tool("user_" + args.which)', {
    capabilities: { calls: ['user_later'] },
  }).catch(() => undefined);
  expect(made.scene.get(1)?.vars.hp).toBe(5);
});

test('S-08: a nested call narrows: what the outer tool may not, the inner may not for it, and says who', async () => {
  const made = await world();
  await define(made, '  find("Orc").hp = 1\n  return 1', EDITS, 'inner');
  await define(made, '  return call_tool("user_" + args.which)', {
    capabilities: { mutate: true, calls: ['user_inner', 'user_x', 'entity_get'] },
  });
  expect(await result(made, { which: 'inner' })).toEqual({ result: 1 });
  const composite = {
    name: 'outer',
    description: 'Calls x through a reading pipe.',
    input_schema: ANY,
    steps: [{ tool: 'user_x', args: { which: 'inner' } }],
  };
  expect(await made.error('tool_define', composite)).toContain('"user_x" changes the project');
  await made.ok('tool_define', { ...composite, capabilities: { mutate: true, calls: ['user_x'] } });
  expect(await made.error('user_outer')).toContain('user_outer may not call user_inner');
  expect(made.scene.get(1)?.vars.hp).toBe(1);
});

test('try_tool goes on after a failure, which leaves nothing of its own behind', async () => {
  const made = await world();
  await define(
    made,
    '  find("#1").hp = 77\n  spawn("cube")\n  tool_fail("half-way", "try again")',
    EDITS,
    'inner',
  );
  await define(made, '  find("Orc").name = "Tried"\n  return try_tool("user_inner")', {
    capabilities: { mutate: true, calls: ['user_inner'] },
  });
  const count = made.scene.count;
  expect(await result(made)).toEqual({
    ok: false,
    error: 'tool_failed',
    message: 'half-way (line 4)',
    hint: 'try again',
  });
  expect(made.scene.get(1)).toMatchObject({ name: 'Tried', vars: { hp: 5 } });
  expect(made.scene.count).toBe(count);
});

test('a nested failure that is not caught fails the tool with its code and line, and takes everything back', async () => {
  const made = await world();
  await define(made, '  spawn("cube")\n  return call_tool("entity_get", {entity: 99})', {
    capabilities: { mutate: true, calls: ['entity_get'] },
  });
  const before = made.state();
  const message = await made.error('user_x');
  expect(message).toContain('entity_get: [not_found] There is no entity');
  expect(message).toContain('(line 3)');
  expect(made.state()).toEqual(before);
});

test('a failure that comes from another tool has the call stack of both, innermost first', async () => {
  const made = await world();
  await define(made, '  return 1 / args.n', {}, 'inner');
  await define(made, '  return call_tool("user_inner", {n: 0})', { capabilities: { calls: ['user_inner'] } });
  const failed = await made.call('user_x');
  expect(failed).toMatchObject({
    ok: false,
    error: {
      data: {
        tool: 'user_x',
        file: 'tools/x.wander',
        stack: [
          { function: 'run', line: 2, file: 'tools/inner.wander' },
          { function: 'run', line: 2, file: 'tools/x.wander' },
        ],
      },
    },
  });
});

test('files that a failing call wrote are as they were; those of a good one stay', async () => {
  const made = await world();
  const capabilities = { mutate: true, files: { read: ['data/'], write: ['data/'] } };
  await define(
    made,
    '  write_file("data/new/out.json", json_text({n: args.n}))\n  if args.fail then tool_fail("no") end\n  return json_parse(read_file("data/new/out.json"))',
    { capabilities },
  );
  expect(await made.error('user_x', { n: 1, fail: true })).toContain('tool_failed');
  expect(existsSync(join(made.folder, 'data/new'))).toBe(false);
  expect(await result(made, { n: 2 })).toEqual({ n: 2 });
  expect(await made.error('user_x', { n: 3, fail: true })).toContain('tool_failed');
  expect(made.read('data/new/out.json')).toBe('{"n":2}');
  await define(made, '  return read_file("scenes/main.sky.json")', { capabilities });
  expect(await made.error('user_x')).toContain(
    'capability_denied: user_x may not read scenes/main.sky.json (line 2)',
  );
});

test('randomness repeats for the same arguments and differs for others; the actor is who called', async () => {
  const made = await world();
  await define(made, '  return {r: [random(), random_int(1, 1000000)], who: tool_actor()}');
  const first = await result(made, { a: 1 });
  expect(await result(made, { a: 1 })).toEqual(first);
  expect(await result(made, { a: 2 })).not.toEqual(first);
  expect(first).toMatchObject({ who: AGENT.actor });
});

test('an error says its line and has the call stack as data, and the last logs', async () => {
  const made = await world();
  await define(made, '  log "so far"\n  return [1, 2][args.i]', {}, 'x');
  const failed = await made.call('user_x', { i: 5 });
  expect(failed).toMatchObject({
    ok: false,
    error: {
      code: 'runtime_error',
      data: { line: 3, file: 'tools/x.wander', stack: [{ function: 'run', line: 3 }], logs: ['so far'] },
    },
  });
});

test('the event of a failed call has its call stack and last logs; secrets in them are masked', async () => {
  const made = await world();
  await define(made, '  log "password: hunter2"\n  return [1, 2][args.i]');
  await made.call('user_x', { i: 5 });
  const event = made.events
    .read({ since: 0, limit: 1000 })
    .events.find((each) => each.type === 'tool' && each.tool === 'user_x');
  expect(event?.data).toMatchObject({
    error: { code: 'runtime_error', stack: [{ function: 'run', line: 3, file: 'tools/x.wander' }] },
  });
  expect(JSON.stringify(event)).toContain('password');
  expect(JSON.stringify(event)).not.toContain('hunter2');
});

test('a test’s record has the instructions used and the limit, in words too, and the call stack where it fails', async () => {
  const made = await world();
  await define(made, '  log "at {args.i}"\n  return [1, 2][args.i]', { limits: { instructions: 2000 } });
  const [record] = await made.test({ name: 'user_x', args: { i: 1 } });
  expect(record).toMatchObject({ ok: true, instruction_limit: 2000, logs: ['at 1'] });
  const used = record?.instructions ?? 0;
  const passed = await made.call('tool_test', { name: 'user_x', args: { i: 1 } });
  expect(passed.ok && passed.text).toContain(`, ${used} of 2000 instructions (`);
  expect(passed.ok && passed.text).toContain('log: at 1');
  const failed = await made.call('tool_test', { name: 'user_x', args: { i: 5 } });
  expect(failed.ok && failed.text).toContain('in run (tools/x.wander:3:16)');
});

test('a tool that is cancelled or out of time stops, and leaves nothing behind', async () => {
  const made = await world();
  await define(made, '  spawn("cube")\n  let n = 0\n  while true\n    n += 1\n  end', {
    ...EDITS,
    limits: { instructions: 50_000_000, timeout_ms: 50 },
  });
  const before = made.state();
  expect(await made.error('user_x')).toContain('timeout');
  expect(made.state()).toEqual(before);
});

test('S-50: names of object members are data for scripts, arguments and vars', async () => {
  const made = await world();
  await define(
    made,
    '  let orc = find("Orc")\n  orc.constructor = args.constructor\n  return {constructor: orc.constructor, toString: args.toString, none: args.hasOwnProperty}',
    EDITS,
  );
  expect(await result(made, { constructor: 'a', toString: 'b' })).toEqual({
    constructor: 'a',
    toString: 'b',
    none: null,
  });
  expect(made.scene.get(1)?.vars).toMatchObject({ constructor: 'a' });
  expect(await made.error('user_x', JSON.parse('{"__proto__": {"x": 1}}') as JsonObject)).toContain(
    '__proto__',
  );
});

test('found effects stand beside what is declared', async () => {
  const made = await world();
  await define(
    made,
    '  find("Orc").hp = 1\n  write_file("data/a.txt", "x")\n  call_tool("scene_query", {})\n  return read_file(args.path)',
    {
      capabilities: {
        mutate: true,
        calls: ['scene_query', 'entity_get'],
        files: { read: ['data/'], write: ['data/'] },
      },
    },
  );
  const { found, remarks } = await made.inspect('x');
  expect(found).toMatchObject({
    writes: ['vars.hp'],
    calls: ['scene_query'],
    files_written: ['data/a.txt'],
    mutates: true,
  });
  expect(found?.unbounded.length).toBeGreaterThan(0);
  expect(remarks).toContain('It may call "entity_get", and was not found to.');
  expect(remarks.some((remark) => remark.startsWith('Not to be told from the code:'))).toBe(true);
});

const STATEMENTS = [
  'spawn("cube", (1, 2, 3), "New")',
  'find("Orc").hp = args.n',
  'find("Orc").name = "Other"',
  'destroy find("Room")',
  'add_tag(find("Orc"), "t{args.n}")',
  'write_file("data/f{args.n}.txt", "text")',
  'call_tool("entity_create", {name: "Called"})',
  'try_tool("entity_delete", {entity: args.n})',
  'if args.n > 2 then tool_fail("asked to") end',
  'let z = [1][args.n]',
  'log "line"',
];

test('S-27: whatever a tool does, a dry run leaves scene, ids, files, history, statistics and events as they were', async () => {
  const made = await world();
  const capabilities = { mutate: true, calls: ['entity_*'], files: { read: ['data/'], write: ['data/'] } };
  const body = fc.array(fc.constantFrom(...STATEMENTS), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(body, fc.integer({ min: 0, max: 4 }), async (statements, n) => {
      const wander = `fn run(args)\n  ${statements.join('\n  ')}\n  return args.n\nend`;
      const definition = {
        name: 'dry',
        description: 'Does this and that to the scene.',
        wander,
        input_schema: ANY,
        capabilities,
      };
      const before = made.state();
      const events = made.events.last;
      const [record] = await made.test({ definition, args: { n } });
      expect(record).toBeDefined();
      expect(made.state()).toEqual(before);
      expect(made.events.last).toBe(events + 1);
      expect(made.internal).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect((await made.list()).tools).toEqual([]);
});

test('whatever a tool does, a call that fails leaves everything as it was, and one that works is one step that undoes exactly', async () => {
  const made = await world();
  const capabilities = { mutate: true, calls: ['entity_*'], files: { read: ['data/'], write: [] } };
  const statements = fc.array(fc.constantFrom(...STATEMENTS.filter((each) => !each.includes('write_file'))), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(statements, fc.integer({ min: 0, max: 4 }), async (lines, n) => {
      const wander = `fn run(args)\n  ${lines.join('\n  ')}\n  return args.n\nend`;
      await made.ok('tool_define', {
        name: 'x',
        description: 'Does this and that to the scene.',
        wander,
        input_schema: ANY,
        capabilities,
      });
      const { entities } = made.scene.snapshot();
      const steps = made.history.steps().length;
      const outcome = await made.call('user_x', { n });
      const added = made.history.steps().length - steps;
      expect(added).toBeLessThanOrEqual(1);
      if (!outcome.ok) expect(added).toBe(0);
      if (added === 1) await made.ok('history', { action: 'undo' });
      expect(made.scene.snapshot().entities).toEqual(entities);
    }),
    { numRuns: 40 },
  );
});

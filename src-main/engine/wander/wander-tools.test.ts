import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../json';
import { createTestProject, type TestProject } from '../tools/builtin/testing';
import { AGENT, USER } from '../tools/testing';
import { compileSchema } from '../tools/validation';
import { registerWanderTools } from './wander-tools';

let p: TestProject;

beforeEach(async () => {
  p = await createTestProject();
  registerWanderTools(p);
  await p.ok('entity_create', { name: 'Orc', tags: ['enemy'], vars: { hp: 5 }, position: [3, 0, 0] });
  await p.ok('entity_create', { name: 'Wolf', tags: ['enemy'], vars: { hp: 2 } });
});

afterEach(() => {
  p.remove();
});

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(p.folder, path)), { recursive: true });
  writeFileSync(join(p.folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(p.folder, path), 'utf8');
}

function sceneState(): string {
  return JSON.stringify([p.scene.snapshot(), p.scene.nextId, p.scene.revision, p.history.steps().length]);
}

test('the descriptions have examples that are valid calls', () => {
  for (const name of ['wander_check', 'wander_reference', 'wander_run', 'wander_format']) {
    const tool = p.registry.get(name);
    const [prose = '', examples = ''] = (tool?.description ?? '').split(' Example: ');
    expect(prose.split(/[.!?](?:\s|$)/).filter((each) => each.trim() !== '').length).toBeLessThanOrEqual(6);
    const validator = compileSchema(tool?.inputSchema ?? {});
    if (!validator.ok) throw new Error(validator.error.message);
    const list = examples.replace(/\.$/, '').split(/ or (?=\{)/);
    for (const example of list)
      expect(validator.value.check(JSON.parse(example), name)).toMatchObject({ ok: true });
  }
});

test('a check tells place, line with carets, code, hint and fix of what is wrong', async () => {
  const source = 'fn run(args)\n  let near = findall("enemy")\n  return near\nend\n';
  const found = await p.ok('wander_check', { source, tool: true });
  expect(found).toMatchObject({ ok: false, errors: 1 });
  expect(found.diagnostics).toMatchObject([
    {
      severity: 'error',
      code: 'unknown_function',
      line: 2,
      column: 14,
      length: 7,
      text: '  let near = findall("enemy")',
      caret: '             ^^^^^^^',
      fix: { line: 2, column: 14, length: 7, replacement: 'find_all' },
    },
  ]);
  const text = await p.text('wander_check', { source, tool: true });
  expect(text).toContain('the source:2:14: error: ');
  expect(text).toContain('2 |   let near = findall("enemy")\n  |              ^^^^^^^\n');
});

test('a script does not know what only tools have; as a tool its effects are listed', async () => {
  const source = 'fn run(args)\n  find("Orc").hp = 1\n  return call_tool("scene_query", {})\nend\n';
  expect(await p.ok('wander_check', { source })).toMatchObject({ ok: false, errors: 1 });
  expect(await p.ok('wander_check', { source })).not.toHaveProperty('effects');
  expect(await p.ok('wander_check', { source, tool: true })).toMatchObject({
    ok: true,
    effects: { writes: ['vars.hp'], calls: ['scene_query'], mutates: true },
    functions: [{ name: 'run', parameters: ['args'], line: 1 }],
  });
});

test('a file is checked with the modules that it uses, and as a tool where a definition stands beside it', async () => {
  write('scripts/util.wander', 'fn twice(n)\n  return nn * 2\nend\n');
  write('tools/x.wander', 'use "scripts/util" as util\nfn run(args)\n  return util.twice(args.n)\nend\n');
  expect(await p.ok('wander_check', { path: 'tools/x.wander', tool: false })).not.toHaveProperty('effects');
  write('tools/x.tool.json', '{"input_schema": {"type": "object"}, "capabilities": {"mutate": false}}');
  const found = await p.ok('wander_check', { path: 'tools/x.wander' });
  expect(found).toHaveProperty('effects');
  expect(found.diagnostics).toMatchObject([
    { file: 'scripts/util.wander', line: 2, column: 10, text: '  return nn * 2', caret: '         ^^' },
  ]);
  write('tools/x.wander', 'fn run(args)\n  find("Orc").hp = 1\nend\n');
  expect(await p.ok('wander_check', { path: 'tools/x.wander' })).toMatchObject({
    diagnostics: [{ code: 'capability_denied', line: 2 }],
  });
});

test('a script’s behaviours are listed with their params, handlers, states and tests', async () => {
  const source = `behavior Door
  intent "Opens when it is clicked."
  param speed = 2 in 0..10 "metres a second"
  var open = false
  on click
    set open to true
  end
  state Shut
    on enter
      log "shut"
    end
  end
  test "stays shut"
    expect not open
  end
end
`;
  const found = await p.ok('wander_check', { source });
  expect(found).toMatchObject({
    ok: true,
    behaviors: [
      {
        name: 'Door',
        intent: 'Opens when it is clicked.',
        params: [{ name: 'speed', type: 'number', default: 2, min: 0, max: 10, doc: 'metres a second' }],
        vars: [{ name: 'open', type: 'bool' }],
        handlers: [
          { trigger: 'click', line: 5 },
          { trigger: 'enter', state: 'Shut' },
        ],
        states: ['Shut'],
        tests: [{ name: 'stays shut', line: 13 }],
      },
    ],
  });
  expect(await p.text('wander_check', { source })).toContain(
    'behavior Door: Opens when it is clicked. 2 handlers, 1 state, 1 test',
  );
  expect((await p.ok('wander_check', { source, tool: true })).ok).toBe(false);
});

test('with format a check gives the canonical form', async () => {
  const found = await p.ok('wander_check', {
    source: 'fn run( args )\nreturn 1\nend',
    tool: true,
    format: true,
  });
  expect(found.formatted).toBe('fn run(args)\n  return 1\nend\n');
});

test('what is no readable text of the project is refused, each with its reason', async () => {
  write('data/bytes.wander', new Uint8Array([0xff, 0xfe, 0x00, 0x01]));
  write('data/large.wander', 'x'.repeat(1_048_577));
  write('data/text.txt', 'fn run()\nend');
  mkdirSync(join(p.folder, 'data/folder.wander'));
  symlinkSync('/etc/hostname', join(p.folder, 'data/link.wander'));
  const refused: readonly (readonly [object, string])[] = [
    [{}, 'invalid_arguments'],
    [{ source: '', path: 'data/text.txt' }, 'invalid_arguments'],
    [{ path: 'data/text.txt' }, 'invalid_arguments'],
    [{ path: 'data/nothing.wander' }, 'not_found'],
    [{ path: 'data/bytes.wander' }, 'io_error'],
    [{ path: 'data/large.wander' }, 'io_error'],
    [{ path: 'data/folder.wander' }, 'io_error'],
    [{ path: '../outside.wander' }, 'permission_denied'],
    [{ path: '/etc/passwd.wander' }, 'permission_denied'],
    [{ path: 'data/link.wander' }, 'permission_denied'],
    [{ path: '.skywalker/x.wander' }, 'permission_denied'],
  ];
  for (const tool of ['wander_check', 'wander_run', 'wander_format']) {
    for (const [args, code] of refused) {
      expect((await p.error(tool, { ...args })).code, `${tool} ${JSON.stringify(args)}`).toBe(code);
    }
  }
});

test('a source of a megabyte, of bytes or of nothing is answered in the language’s terms', async () => {
  for (const source of ['x'.repeat(1_048_577), '\u0000\u0001\ufffd', '{"json": true}', '('.repeat(50_000)]) {
    const found = await p.ok('wander_check', { source, tool: true });
    expect(found.ok).toBe(false);
    expect((await p.error('wander_run', { source })).code).toBe('compile_error');
    expect((await p.error('wander_format', { source })).code).toBe('compile_error');
  }
  expect((await p.error('wander_run', { source: '' })).message).toContain('"run"');
});

test('the reference has topics, groups, and every name with signature and example', async () => {
  const all = await p.ok('wander_reference');
  expect(all.topics).toContain('statements');
  expect(all.text).toContain('list.push');
  expect(await p.ok('wander_reference', { topic: 'Statements' })).toMatchObject({ topic: 'Statements' });
  expect(await p.ok('wander_reference', { topic: 'find_all' })).toMatchObject({
    entries: [{ name: 'find_all', group: 'scene' }],
  });
  expect(await p.ok('wander_reference', { topic: 'call_tool' })).toMatchObject({
    entries: [{ tool_only: true, group: 'tool' }],
  });
  const groups = all.topics as string[];
  const counted = await Promise.all(groups.map((topic) => p.ok('wander_reference', { topic })));
  expect(counted.flatMap((each) => each.entries ?? []).length).toBeGreaterThan(150);
  expect((await p.error('wander_reference', { topic: 'find_al' })).hint).toBe('Did you mean "find_all"?');
});

const CHANGING = `fn run(args)
  for e in find_all("enemy")
    e.hp = e.hp - args.by
    log "{e.name} has {e.hp}"
  end
  let cube = spawn("cube", (0, 1, 0), "New")
  destroy find("Wolf")
  return [find_all("enemy").length, cube.name]
end
`;

test('a run gives result, logs, instructions and the changes that it would have made, and leaves nothing', async () => {
  const before = sceneState();
  const events = p.events.last;
  const ran = await p.ok('wander_run', { source: CHANGING, args: { by: 2 } });
  expect(ran).toMatchObject({
    result: [2, 'New'],
    logs: ['Orc has 3', 'Wolf has 0'],
    instruction_limit: 1_000_000,
    total_changes: 3,
    changes: [
      { entity: 1, name: 'Orc', property: 'vars.hp', before: 5, after: 3 },
      { entity: 2, property: 'deleted' },
      { entity: 3, property: 'created' },
    ],
  });
  expect(ran.instructions).toBeGreaterThan(10);
  expect(sceneState()).toBe(before);
  // The call itself, and nothing about entities.
  const told = p.events.read({ since: events }).events;
  expect(told.map((event) => [event.type, event.tool])).toEqual([['tool', 'wander_run']]);
  const again = await p.ok('wander_run', { source: CHANGING, args: { by: 2 } });
  expect(again.instructions).toBe(ran.instructions);
});

test('a profile has each line with how often it ran and what it used; the lines and what is outside are all that was used', async () => {
  write(
    'scripts/loop.wander',
    'fn run(args)\n  let n = 0\n  for i in 0..args.times\n    n += i\n  end\n  return n\nend\n',
  );
  const call = { path: 'scripts/loop.wander', args: { times: 10 }, profile: true };
  const ran = await p.ok('wander_run', call);
  const lines = ran.profile as { line: number; runs: number; instructions: number }[];
  expect(lines).toMatchObject([
    { file: 'scripts/loop.wander', line: 2, runs: 1 },
    { line: 3, runs: 1 },
    { line: 4, runs: 10 },
    { line: 6, runs: 1 },
  ]);
  const sum = lines.reduce((all, line) => all + line.instructions, 0);
  expect(sum + Number(ran.outside)).toBe(ran.instructions);
  expect((await p.ok('wander_run', { ...call, profile: false })).instructions).toBe(ran.instructions);
  expect(await p.text('wander_run', call)).toMatch(
    / \d+ +[\d.]+ % +10 {2}scripts\/loop\.wander:4: n \+= i\n/,
  );
  const failed = await p.error('wander_run', { ...call, args: {} });
  expect(failed.data).toMatchObject({
    profile: [
      { line: 2, runs: 1 },
      { line: 3, runs: 1 },
    ],
  });
});

test('the code of a tool runs with the limits that its definition says', async () => {
  write('tools/x.wander', 'fn run(args)\n  return args.n\nend\n');
  const schema = '{"type": "object", "properties": {"n": {"type": "integer", "default": 4}}}';
  write(
    'tools/x.tool.json',
    `{"input_schema": ${schema}, "limits": {"instructions": 5000, "timeout_ms": -1}}`,
  );
  const ran = await p.ok('wander_run', { path: 'tools/x.wander' });
  expect(ran).toMatchObject({ result: 4, instruction_limit: 5000 });
});

test('a run that fails says its line, call stack, logs and instructions', async () => {
  const source =
    'fn half(n)\n  return 10 / n\nend\nfn run(args)\n  log "going"\n  return half(args.n)\nend\n';
  const error = await p.error('wander_run', { source, args: { n: 0 } });
  expect(error).toMatchObject({
    code: 'runtime_error',
    data: {
      line: 2,
      logs: ['going'],
      stack: [
        { function: 'half', line: 2 },
        { function: 'run', line: 6 },
      ],
    },
  });
  expect(error.data).toHaveProperty('instructions');
  write('scripts/half.wander', source);
  expect((await p.error('wander_run', { path: 'scripts/half.wander', args: { n: 0 } })).data).toMatchObject({
    file: 'scripts/half.wander',
    stack: [{ file: 'scripts/half.wander' }, { file: 'scripts/half.wander' }],
  });
});

test('a run that does not end stops at the budget', async () => {
  const source = 'fn run(args)\n  spawn("cube")\n  while true\n  end\nend\n';
  const before = sceneState();
  const error = await p.error('wander_run', { source });
  expect(error).toMatchObject({ code: 'budget_exceeded', data: { line: 3 } });
  expect(sceneState()).toBe(before);
});

test('a run may call tools and see files, and what it writes is not written', async () => {
  write('data/in.txt', 'text');
  const source = `fn run(args)
  call_tool("entity_create", {name: "Called", tags: ["enemy"]})
  write_file("data/out.txt", read_file("data/in.txt"))
  return [count("enemy"), read_file("data/out.txt"), try_tool("scene_save").error, try_tool("tool_define").error]
end
`;
  const before = sceneState();
  expect(await p.ok('wander_run', { source })).toMatchObject({
    result: [3, 'text', 'capability_denied', 'not_found'],
    total_changes: 1,
  });
  expect(sceneState()).toBe(before);
  expect(() => read('data/out.txt')).toThrow();
});

test('nothing that changes the scene can wait for a run: batches, dry runs and other runs refuse it', async () => {
  const source = 'fn run(args)\n  return try_tool("wander_run", {source: "fn run()\\nend"}).error\nend';
  expect(await p.ok('wander_run', { source })).toMatchObject({ result: 'capability_denied' });
  const batch = { operations: [{ tool: 'wander_run', args: { source } }] };
  expect((await p.error('batch', batch)).code).toBe('capability_denied');
  expect(
    await p.pipeline.call({ tool: 'wander_run', args: { source }, caller: AGENT, dryRun: true }),
  ).toMatchObject({ ok: false, error: { code: 'capability_denied' } });
  await p.ok('entity_create', { name: 'After' });
});

test('the canonical form is given, and written where that is asked for', async () => {
  const source = 'fn f( a,b )\nreturn a+b -- sum\nend\n';
  const formatted = 'fn f(a, b)\n  return a + b -- sum\nend\n';
  expect(await p.ok('wander_format', { source })).toEqual({ text: formatted, changed: true, written: false });
  write('scripts/f.wander', source);
  expect(await p.ok('wander_format', { path: 'scripts/f.wander' })).toMatchObject({
    changed: true,
    written: false,
  });
  expect(read('scripts/f.wander')).toBe(source);
  expect(await p.ok('wander_format', { path: 'scripts/f.wander', write: true })).toMatchObject({
    written: true,
  });
  expect(read('scripts/f.wander')).toBe(formatted);
  expect(await p.ok('wander_format', { path: 'scripts/f.wander', write: true })).toMatchObject({
    changed: false,
    written: false,
  });
  expect(p.history.steps().length).toBe(2);
  expect((await p.error('wander_format', { source, write: true })).code).toBe('invalid_arguments');
});

test('formatting is taken back with the call around it, and does not reach the code of tools', async () => {
  const source = 'fn run()\nreturn 1\nend\n';
  write('scripts/f.wander', source);
  write('tools/x.wander', source);
  const operations: Json = [
    { tool: 'wander_format', args: { path: 'scripts/f.wander', write: true } },
    { tool: 'entity_get', args: { entity: 99 } },
  ];
  expect((await p.error('batch', { operations })).code).toBe('not_found');
  expect(read('scripts/f.wander')).toBe(source);
  const tool = { path: 'tools/x.wander', write: true };
  expect((await p.error('wander_format', tool)).code).toBe('permission_denied');
  expect(await p.ok('wander_format', tool, USER)).toMatchObject({ written: true });
});

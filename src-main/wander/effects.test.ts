import { expect, test } from 'vitest';
import { analyse } from './analyse';

const FACTS = { componentTypes: ['light', 'mesh'] };
const effectsOf = (source: string, module?: (path: string) => string | undefined) =>
  analyse(source, { mode: 'tool', facts: FACTS, module }).effects;
const inRun = (statements: string) => effectsOf(`fn run(args)\n${statements}\nend`);

test('reads and writes are named by property, component field and var', () => {
  const effects = inRun(`for e in find_all("crate")
    if e.light.intensity > 1 and e.hp and e.name != "x" then
      e.position.y += 1
      e.light.intensity = 2
      e.stats.hp = 3
      e["armor"] = 1
      e.load = e.parent.position
    end
  end`);
  expect(effects).toMatchObject({
    reads: ['light.intensity', 'name', 'parent', 'position', 'vars.hp'],
    writes: ['light.intensity', 'position', 'vars.armor', 'vars.load', 'vars.stats'],
    builtins: ['find_all'],
    mutates: true,
    firstWrite: { line: 4, column: 7 },
    unbounded: [],
  });
});

test('statements and functions that change the scene are writes', () => {
  expect(
    inRun(
      'let e = spawn("cube")\nmove e by (1, 0, 0)\nrotate e by (0, 90, 0)\nlook e at (0, 0, 0)\nadd_tag(e, "x")\ndestroy e',
    ),
  ).toMatchObject({
    writes: ['position', 'rotation', 'tags'],
    builtins: ['add_tag', 'destroy', 'look', 'move', 'rotate', 'spawn'],
    mutates: true,
    firstWrite: { line: 2, column: 9 },
  });
});

test('a push into what an entity holds is a write', () => {
  expect(inRun('let e = find("A")\ne.items.push(1)')).toMatchObject({
    reads: ['vars.items'],
    writes: ['vars.items'],
    mutates: true,
  });
});

test('changing values of the script is no write', () => {
  const effects = inRun(
    'let m = {}\nm.a = 1\nlet xs = [1]\nxs.push(2)\nlet v = (1, 2)\nv.x = 3\nxs[0] = v\nreturn m',
  );
  expect(effects).toMatchObject({ reads: [], writes: [], mutates: false, unbounded: [] });
});

test('what may be an entity or not is named as unbounded, and is no certain write', () => {
  const effects = inRun('let e = args.e\ne.hp = 1');
  expect(effects.mutates).toBe(false);
  expect(effects.unbounded).toEqual(['assigning .hp may change an entity, or only a value of the script']);
});

test('functions that change an entity say what they write', () => {
  const effects = inRun(`let e = find("A")
  teleport(e, (0, 0, 0))
  add_tag(e, "x")
  set_parent(e, none)
  set_var(e, "hp", 1)
  add_component(e, "light")
  remove_var(e, args.name)`);
  expect(effects.writes).toEqual(['light', 'parent', 'position', 'tags', 'vars.hp']);
  expect(effects.unbounded).toEqual([
    'remove_var names what it changes by a value that is worked out as it runs',
  ]);
});

test('tools and files are named by literals and constants', () => {
  const source = `const TOOL = "scene_query"
const SAME = TOOL
fn run(args)
  call_tool(SAME, {})
  let other = "entity_update"
  try_tool(other)
  write_file("out/a.txt", read_file("data/a.txt"))
  return [list_files("data"), file_exists("data/b.txt")]
end`;
  expect(effectsOf(source)).toMatchObject({
    calls: ['entity_update', 'scene_query'],
    filesRead: ['data', 'data/a.txt', 'data/b.txt'],
    filesWritten: ['out/a.txt'],
    mutates: false,
    unbounded: [],
  });
});

test('names that are worked out as it runs are unbounded', () => {
  const effects = inRun('call_tool(args.tool)\nread_file("data/{args.name}")\nfind("A")[args.key] = 1');
  expect(effects.unbounded).toEqual([
    'call_tool names a tool by a value that is worked out as it runs',
    'read_file names a file or folder by a value that is worked out as it runs',
    'a property of an entity is named by a value that is worked out as it runs',
  ]);
});

test('only what run leads to counts, through calls, functions handed on and modules', () => {
  const module = (path: string) =>
    path === 'lib/fx.wander'
      ? 'fn glow(e)\n  set_light(e)\nend\nfn set_light(e: entity)\n  e.light.intensity = 1\nend\nfn unused(e: entity)\n  e.hp = 1\nend'
      : undefined;
  const source = `use "lib/fx"
fn run(args)
  find_all("a").map(mark)
  fx.glow(find("A"))
end
fn mark(e: entity)
  e.seen = true
end
fn never(e: entity)
  e.gone = true
end`;
  const effects = effectsOf(source, module);
  expect(effects.writes).toEqual(['light.intensity', 'vars.seen']);
  expect(effects.firstWrite).toEqual({ line: 7, column: 3 });
});

test('a tool without the capability is refused at each line that certainly writes, and only there', () => {
  const check = (source: string) =>
    analyse(source, { mode: 'tool', facts: { ...FACTS, mutate: false } }).diagnostics.map(
      ({ code, line }) => `${line} ${code}`,
    );
  expect(check('fn run(args)\n  let e = find("A")\n  e.hp = 1\n  destroy e\n  spawn("cube")\nend')).toEqual([
    '3 capability_denied',
    '4 capability_denied',
    '5 capability_denied',
  ]);
  expect(check('fn run(args)\n  args.e.hp = 1\n  return find("A").hp\nend')).toEqual([]);
  expect(check('fn run(args)\n  return 1\nend\nfn helper()\n  spawn("cube")\nend')).toEqual([]);
  expect(check('fn run(args)\n  helper()\nend\nfn helper()\n  spawn("cube")\nend')).toEqual([
    '5 capability_denied',
  ]);
});

test('a parameter is an entity where everyone calls it with one, so that its changes are certain', () => {
  const { writes, mutates } = effectsOf(
    'fn run()\n  for e in find_all() mark(e) end\nend\nfn mark(e)\n  e.seen = true\nend',
  );
  expect({ writes, mutates }).toEqual({ writes: ['vars.seen'], mutates: true });
});

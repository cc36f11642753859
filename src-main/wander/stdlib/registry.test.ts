import { expect, test } from 'vitest';
import { runText } from '../testkit/run-text';
import { STDLIB, libraryFunction, libraryMethod } from './registry';
import type { StdlibEntry } from './define';
import { signatureText } from './signature';

/** Names that handlers know have no place in a tool, where the examples run. */
const RUNNABLE = STDLIB.filter(({ name, handlerOnly }) => name !== 'tool_fail' && handlerOnly !== true);

const SCENE = [
  { name: 'Lamp', tags: ['light'], components: { light: { intensity: 2 } }, vars: { hp: 1 } },
  { name: 'Crate', tags: ['crate'], position: [1, 0, 0] as const },
];

function runExample(entry: StdlibEntry): ReturnType<typeof runText> {
  const source = `fn run(args)\n  let items = [3, 1, 2]\n  let stats = {hp: 3}\n  log items\n  log stats\n  return ${entry.example}\nend`;
  const tools = { entity_get: () => ({ id: 1 }) };
  const files = { 'data/notes.txt': 'three crates' };
  return runText(source, { scene: SCENE, tool: { tools, files } });
}

test('every entry has a doc line, an example that names it, and a cost', () => {
  for (const entry of STDLIB) {
    const name = signatureText(entry);
    expect(entry.doc, name).toMatch(/^[A-Z0-9-].*[.?]$/s);
    expect(entry.doc, name).not.toContain('\n');
    expect(entry.example, name).toContain(entry.name);
    expect(['number', 'function'], name).toContain(typeof entry.cost);
    if (typeof entry.cost === 'number' && entry.constant !== true)
      expect(entry.cost, name).toBeGreaterThan(0);
  }
});

test('no two entries have one name for one kind of receiver', () => {
  const names = STDLIB.map((entry) => `${entry.receiver ?? ''}.${entry.name}`);
  expect(new Set(names).size).toBe(names.length);
});

test('every entry is found by its name', () => {
  for (const entry of STDLIB) {
    const found =
      entry.receiver === undefined ? libraryFunction(entry.name) : libraryMethod(entry.receiver, entry.name);
    expect(found).toBe(entry);
  }
});

test('a name that every object has, such as constructor, is no entry', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    expect(libraryFunction(name)).toBeUndefined();
    expect(libraryMethod('map', name)).toBeUndefined();
  }
});

test.each(RUNNABLE.map((entry) => [signatureText(entry), entry] as const))(
  'the example of %s runs',
  (_name, entry) => {
    const outcome = runExample(entry);
    expect(outcome).toMatchObject({ ok: true });
  },
);

test('the example of tool_fail fails as it says', () => {
  const entry = STDLIB.find(({ name }) => name === 'tool_fail');
  expect(entry && runExample(entry)).toMatchObject({
    ok: false,
    error: { code: 'tool_failed', message: 'no crate here', hint: 'spawn one first' },
  });
});

test('what an entry says it gives is what its example gives', () => {
  const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
    number: (value) => typeof value === 'number',
    string: (value) => typeof value === 'string',
    bool: (value) => typeof value === 'boolean',
    none: (value) => value === null,
    vec: (value) => Array.isArray(value) && value.length === 3,
    color: (value) => typeof value === 'string' && value.startsWith('#'),
    map: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    entity: (value) => typeof value === 'number',
  };
  for (const entry of RUNNABLE) {
    const outcome = runExample(entry);
    const isKind = kinds[entry.result];
    if (isKind !== undefined && outcome.ok) expect(isKind(outcome.result), signatureText(entry)).toBe(true);
    if (entry.result.startsWith('list') && outcome.ok)
      expect(outcome.result, signatureText(entry)).toBeInstanceOf(Array);
  }
});

test('entries that change the scene are the ones that need the capability', () => {
  for (const entry of STDLIB.filter(({ mutates, toolOnly }) => mutates === true && toolOnly !== true)) {
    const outcome = runText(`fn run(args)\n  return ${entry.example}\nend`, { scene: SCENE, mutate: false });
    expect(outcome, signatureText(entry)).toMatchObject({
      ok: false,
      error: { code: 'capability_denied', line: 2 },
    });
  }
});

test('nothing is missing that a script may count on', () => {
  const functions =
    'abs sign floor ceil round trunc sqrt pow exp log ln log2 log10 sin cos tan asin acos atan atan2 deg rad min max clamp ' +
    'lerp inverse_lerp smoothstep approach remap wrap mod pi vec distance distance_squared length normalize dot cross ' +
    'direction angle_between rotate reflect color rgb hsv mix luminance to_hex random random_int chance pick shuffle noise ' +
    'seed text number format range find find_all nearest within tagged has exists count children parent world_position ' +
    'forward right up spawn clone teleport add_tag remove_tag set_parent add_component remove_component set_var remove_var ' +
    'type_of str num assert call_tool try_tool tool_warn tool_fail read_file list_files file_exists write_file json_parse ' +
    'json_text tool_actor';
  expect(functions.split(' ').filter((name) => libraryFunction(name) === undefined)).toEqual([]);
  const methods = {
    string:
      'upper lower trim split join replace contains starts_with ends_with slice index_of repeat pad_left pad_right chars ' +
      'to_number is_empty',
    list:
      'push pop insert remove remove_at clear contains index_of slice reverse sort sorted unique flatten first last map ' +
      'filter reduce any all count sum min max find group_by zip enumerate join is_empty',
    map: 'size get set has contains remove keys values entries merge map filter clear is_empty',
  } as const;
  for (const receiver of ['string', 'list', 'map'] as const) {
    const missing = methods[receiver]
      .split(' ')
      .filter((name) => libraryMethod(receiver, name) === undefined);
    expect(missing, receiver).toEqual([]);
  }
});

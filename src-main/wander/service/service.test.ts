import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineTable } from '../positions';
import { complete } from './completion';
import { applyEdits, diagnostics, quickFixes } from './diagnostics';
import type { ServiceFacts } from './document';
import { hover } from './hover';
import { definition, references, rename, renameTarget } from './navigation';
import { encodeTokens, semanticTokens } from './semantic-tokens';
import { signatureHelp } from './signature';
import { folding, symbols } from './structure';

const MODULES: Readonly<Record<string, string>> = {
  'scripts/combat.wander':
    'const BASE = 2\n-- Takes hp away.\nfn hurt(e: entity, amount = 1) -> number\n  return e.hp - amount\nend',
};

const FACTS: ServiceFacts = {
  mode: 'tool',
  file: 'tools/t.wander',
  module: (path) => (Object.hasOwn(MODULES, path) ? MODULES[path] : undefined),
  modulePaths: ['scripts/combat.wander', 'scripts/shared.wander'],
  componentTypes: ['light', 'mesh'],
  componentFields: { light: ['intensity', 'range'] },
  toolNames: ['scene_query', 'entity_update'],
  tags: ['crate', 'enemy'],
  entityNames: ['Lamp', 'Door', 'Lamp'],
  varNames: ['hp', 'max hp'],
  inputSchema: {
    type: 'object',
    properties: {
      radius: { type: 'number', default: 10, description: 'How far to look.' },
      at: { type: 'array' },
    },
  },
};

/** The text without its `|`, and where that stood. */
function marked(text: string): { text: string; offset: number } {
  const offset = text.indexOf('|');
  return { text: text.slice(0, offset) + text.slice(offset + 1), offset };
}
const run = (statements: string): string => `fn run(args)\n${statements}\nend`;
function labels(source: string): readonly string[] {
  const { text, offset } = marked(source);
  return complete(text, offset, FACTS).map(({ label }) => label);
}
const has = (source: string, ...wanted: string[]): void =>
  expect(labels(source)).toEqual(expect.arrayContaining(wanted));
const lacks = (source: string, ...unwanted: string[]): void => {
  const found = labels(source);
  for (const label of unwanted) expect(found).not.toContain(label);
};

test('members are those of the inferred type', () => {
  has(run('let e = find("A")\ne.|'), 'position', 'tags', 'light', 'mesh');
  lacks(run('let e = find("A")\ne.|'), 'push', 'x', 'upper');
  has(run('find("A").position.|'), 'x', 'y', 'z', 'length');
  lacks(run('find("A").position.|'), 'position');
  has(run('let xs = find_all("a")\nxs.|'), 'length', 'filter', 'push');
  has(run('let s = "a"\ns.up|'), 'upper', 'length');
  has(run('let m = {hp: 1, name: "x"}\nm.|'), 'hp', 'name', 'keys');
  has(run('return find_all("a").map(e => e.|)'), 'position');
  has(run('return #fff.|'), 'r', 'a');
});

test('members are offered on a line of its own and before what follows', () => {
  has(run('let e = find("A")\ne.|\nlog 1'), 'position');
  has(run('let e = find("A")\ne.|\ne.hp = 1'), 'position');
  has(run('let e = find("A")\nif e.| then log 1 end'), 'position');
  has(run('let e = find("A")\nlog "hp {e.|}"'), 'position');
});

test('where anything may stand, an entity comes first', () => {
  const [first] = labels('fn f(e)\ne.|\nend').filter((label) => ['position', 'push', 'x'].includes(label));
  expect(first).toBe('position');
});

test('vars that the text or the scene knows of are members of entities', () => {
  const source = run('for e in find_all("a")\ne.loot = 1\nend\nfind("B").|');
  has(source, 'loot', 'hp');
  lacks(source, 'max hp');
  lacks(run('find("B").lo|'), 'lo');
  has(run('find("A").lo = 1\nreturn find("B").lo|'), 'lo');
});

test('arguments come from the input schema, with their docs', () => {
  const { text, offset } = marked(run('return args.|'));
  const radius = complete(text, offset, FACTS).find(({ label }) => label === 'radius');
  expect(radius).toMatchObject({
    kind: 'property',
    detail: 'number',
    doc: 'How far to look.',
    insert: 'radius',
    rank: 0,
  });
  has(run('return args["|"]'), 'radius', 'at');
});

test('fields of components are offered behind them', () => {
  expect(labels(run('let e = find("A")\ne.light.|'))).toEqual(['intensity', 'range']);
});

test('functions and constants of a module are offered behind its name', () => {
  const { text, offset } = marked(`use "scripts/combat"\n${run('return combat.|')}`);
  expect(complete(text, offset, FACTS)).toMatchObject([
    { label: 'BASE', kind: 'constant', detail: 'number' },
    {
      label: 'hurt',
      kind: 'function',
      detail: 'fn hurt(e: entity, amount?) -> number',
      doc: 'Takes hp away.',
      insert: 'hurt($1)$0',
    },
  ]);
});

test('names in quotes depend on the call around', () => {
  expect(labels(run('call_tool("|")'))).toEqual(['entity_update', 'scene_query']);
  expect(labels(run('try_tool("sce|")'))).toEqual(['entity_update', 'scene_query']);
  expect(labels(run('find("|")'))).toEqual(['Door', 'Lamp']);
  expect(labels(run('find_all("|")'))).toEqual(['crate', 'enemy']);
  expect(labels(run('add_tag(find("A"), "|")'))).toEqual(['crate', 'enemy']);
  expect(labels(run('has(find("A"), "|")'))).toEqual(['light', 'mesh']);
  expect(labels('use "|"\nfn run() end')).toEqual(['scripts/combat', 'scripts/shared']);
  expect(labels(run('log "|"'))).toEqual([]);
  expect(labels(run('find("A|'))).toEqual(['Door', 'Lamp']);
});

test('what is replaced is the word or the text around the cursor', () => {
  const { text, offset } = marked(run('find("La|mp")'));
  const [item] = complete(text, offset, FACTS);
  expect(text.slice(item?.span.start, item?.span.end)).toBe('Lamp');
  const word = marked(run('let radius = 1\nreturn rad|'));
  const found = complete(word.text, word.offset, FACTS).find(({ label }) => label === 'radius');
  expect(word.text.slice(found?.span.start, found?.span.end)).toBe('rad');
});

test('a statement may begin with a keyword, a name or a call', () => {
  has(run('let total = 1\n|'), 'total', 'if', 'for', 'return', 'distance', 'log');
  has(run('if args.at then |'), 'return');
  has(run('let x = |'), 'distance', 'true', 'fn', 'if then else');
  lacks(run('let x = |'), 'while', 'return');
});

test('variables are offered where they can be seen', () => {
  const source = run('let a = 1\nfor i in 0..3\nlet b = 2\n|\nend\nlet c = 3');
  has(source, 'a', 'b', 'i', 'args');
  lacks(source, 'c');
  lacks(run('if args.at then\nlet inner = 1\nend\n|'), 'inner');
  lacks(run('let x = |'), 'x');
  has(run('if args.at then\nlet inner = 1\n|\nelse\nend'), 'inner');
  lacks(run('if args.at then\nlet inner = 1\nelse\n|\nend'), 'inner');
  has(run('find_all("a").map(fn(e)\nlet near = 1\n|\nend)'), 'near', 'e');
  has(run('let f = (p, q) => |'), 'p', 'q');
});

test('functions of the file and of the library come with their signatures', () => {
  const { text, offset } = marked(
    `-- Doubles.\nfn twice(n: number)\n  return n * 2\nend\n${run('return |')}`,
  );
  const items = complete(text, offset, FACTS);
  expect(items.find(({ label }) => label === 'twice')).toMatchObject({
    kind: 'function',
    detail: 'fn twice(n: number) -> number',
    doc: 'Doubles.',
    rank: 1,
  });
  expect(items.find(({ label }) => label === 'clamp')?.detail).toBe(
    'clamp(x: number, lo: number, hi: number) -> number',
  );
  expect(items.find(({ label }) => label === 'call_tool')).toBeDefined();
  expect(
    complete(text, offset, { ...FACTS, mode: 'script' }).find(({ label }) => label === 'call_tool'),
  ).toBeUndefined();
});

test('nothing is offered where a name is made up, in comments and in numbers', () => {
  for (const source of [
    'let |',
    'let na|',
    'for |',
    '-- find|',
    'return 12|',
    'log "a|b"',
    'log "a {1} b|"',
  ]) {
    expect(labels(run(source)), source).toEqual([]);
  }
  expect(labels('fn f(|) end')).toEqual([]);
  expect(labels('fn f(a, |) end')).toEqual([]);
});

test('types are offered where one is declared, and declarations at the top', () => {
  has('fn f(a: |) end', 'number', 'entity');
  has('fn f(a: number|| ) end'.replace('||', '| '), 'list');
  has('fn f() -> |\nend', 'number');
  has(run('let x: |'), 'vec');
  lacks(run('let m = {a: |}'), 'vec|', 'list');
  expect(labels('|')).toEqual(['fn run', 'const', 'fn', 'use']);
  has('fn run()\nend\n\n|', 'fn');
});

function hovered(source: string): string | undefined {
  const { text, offset } = marked(source);
  return hover(text, offset, FACTS)?.code;
}

test('hover says what a name is', () => {
  expect(hovered(run('let n = 1\nreturn n|'))).toBe('let n: number');
  expect(hovered(run('for e in find_all("a") log e| end'))).toBe('for e: entity');
  expect(hovered('const A = [1, 2]\nfn run() return A| end')).toBe('const A: list<number> = [1, 2]');
  expect(hovered('fn run() return f|(1) end\nfn f(a, b = 2) return a + b end')).toBe(
    'fn f(a: number, b?: number) -> number',
  );
  expect(hovered(run('return clam|p(1, 2, 3)'))).toBe('clamp(x: number, lo: number, hi: number) -> number');
  expect(hovered(run('return find("A").posi|tion'))).toBe('position: vec');
  expect(hovered(run('return find("A").hp|'))).toBe('var hp: any');
  expect(hovered(run('return find("A").light|.intensity'))).toBe('component light');
  expect(hovered(run('return [1].pu|sh(2)'))).toBe('list.push(item)');
  expect(hovered(run('return args.radi|us'))).toBe('radius: number');
  expect(hovered(`use "scripts/combat"\n${run('return combat.hu|rt(find("A"))')}`)).toBe(
    'fn hurt(e: entity, amount?) -> number',
  );
  expect(hovered(run('return 1 +| 2'))).toBeUndefined();
});

test('hover shows docs and an example', () => {
  const { text, offset } = marked(run('return dis|tance((0, 0), (1, 1))'));
  const found = hover(text, offset, FACTS);
  expect(found?.doc).not.toBe('');
  expect(found?.example).toContain('distance(');
  expect(text.slice(found?.span.start, found?.span.end)).toBe('distance');
});

test('signature help knows the parameter at the cursor', () => {
  const help = (source: string) => {
    const { text, offset } = marked(source);
    const found = signatureHelp(text, offset, FACTS);
    const parameter = found?.parameters[found.active];
    return found && [found.label, parameter && found.label.slice(parameter.start, parameter.end)];
  };
  expect(help(run('return clamp(|)'))).toEqual([
    'clamp(x: number, lo: number, hi: number) -> number',
    'x: number',
  ]);
  expect(help(run('return clamp(1, |'))).toEqual([
    'clamp(x: number, lo: number, hi: number) -> number',
    'lo: number',
  ]);
  expect(help(run('return clamp(sqrt(2), 1, |)'))).toEqual([
    'clamp(x: number, lo: number, hi: number) -> number',
    'hi: number',
  ]);
  expect(help(run('return clamp(sqrt(|), 1, 2)'))?.[1]).toBe('x: number');
  expect(help('fn f(a, b: string) end\nfn run()\n  f(1, |)\nend')).toEqual([
    'fn f(a: number, b: string)',
    'b: string',
  ]);
  expect(help(run('let xs = [1]\nxs.insert(0, |)'))?.[1]).toBe('item');
  expect(help(run('return max(1, 2, 3, |)'))?.[1]).toMatch(/…/);
  expect(help(run('return (1, |)'))).toBeUndefined();
});

test('definition leads to the declaration, in a module too', () => {
  const at = (source: string) => {
    const { text, offset } = marked(source);
    const found = definition(text, offset, FACTS);
    return (
      found && [
        found.file ?? '',
        (found.file === undefined ? text : (MODULES[found.file] ?? '')).slice(
          found.span.start,
          found.span.end,
        ),
      ]
    );
  };
  expect(at(run('let num = 1\nreturn nu|m'))).toEqual(['', 'num']);
  expect(at('const A = 1\nfn run() return A| end')).toEqual(['', 'A']);
  expect(at(`use "scripts/combat"\n${run('return combat.hu|rt(1)')}`)).toEqual([
    'scripts/combat.wander',
    'hurt',
  ]);
  expect(at(`use "scripts/combat"\n${run('return com|bat.BASE')}`)).toEqual(['scripts/combat.wander', '']);
  expect(at('use "scripts/com|bat"\nfn run() end')).toEqual(['scripts/combat.wander', '']);
  expect(at(run('return clam|p(1, 2, 3)'))).toBeUndefined();
});

test('references are all places of one thing, and of no other of its name', () => {
  const { text, offset } = marked(run('let x = 1\nif x then\nlet x = 2\nlog x\nend\nreturn x| + 1'));
  expect(
    references(text, offset, FACTS).map(
      ({ span, role }) => `${role} ${new LineTable(text).lineOf(span.start)}`,
    ),
  ).toEqual(['declare 2', 'read 3', 'read 7']);
});

function renamed(source: string, name: string): string {
  const { text, offset } = marked(source);
  const outcome = rename(text, offset, name, FACTS);
  return outcome.ok ? applyEdits(text, outcome.edits) : outcome.message;
}

test('rename changes every place of a name and keeps what the text means', () => {
  expect(renamed('fn f(a|, b) return a + b + (c => c + a)(1) end', 'x')).toBe(
    'fn f(x, b) return x + b + (c => c + x)(1) end',
  );
  expect(renamed('const A = 1\nfn f() return A| end', 'B')).toBe('const B = 1\nfn f() return B end');
  expect(renamed('fn f() return g(1) end\nfn g|(x) return x end', 'h')).toBe(
    'fn f() return h(1) end\nfn h(x) return x end',
  );
  expect(renamed('use "scripts/combat"\nfn run() return comb|at.BASE end', 'c')).toBe(
    'use "scripts/combat" as c\nfn run() return c.BASE end',
  );
  expect(renamed('use "scripts/combat" as x\nfn run() return x|.BASE end', 'c')).toBe(
    'use "scripts/combat" as c\nfn run() return c.BASE end',
  );
  expect(renamed('fn f(e) return e.hp + {hp: e|}.hp end', 'hp')).toBe(
    'fn f(hp) return hp.hp + {hp: hp}.hp end',
  );
});

test('rename refuses names that are taken or can’t be', () => {
  expect(renamed('fn f(a|, b) return a + b end', 'b')).toBe('"b" is already used where this name stands.');
  expect(renamed('fn f(a|)\nif a then let b = a return b end\nend', 'b')).toBe(
    '"b" is already used where this name stands.',
  );
  expect(renamed('fn f(a|) return sqrt(a) end', 'sqrt')).toBe(
    '"sqrt" is already used where this name stands.',
  );
  expect(renamed('fn f(a|) return a end', 'end')).toBe('"end" is a word of the language.');
  expect(renamed('fn f(a|) return a end', '2x')).toMatch(/is not a name/);
  expect(renamed('fn f() return sq|rt(1) end', 'root')).toBe(
    '"sqrt" belongs to the library and keeps its name.',
  );
  expect(renamed('fn ru|n() end', 'go_on')).toBe('A tool starts at "run", which keeps its name.');
  expect(renamed('use "scripts/combat"\nfn run() return combat.BA|SE end', 'X')).toBe(
    'It is declared in scripts/combat.wander; rename it there.',
  );
  const { text, offset } = marked('fn f(a|) return a end');
  expect(renameTarget(text, offset, FACTS)).toEqual({ name: 'a', span: { start: 5, end: 6 } });
  expect(renameTarget('fn f() return 1 end', 15, FACTS)).toBeUndefined();
});

test('the outline is the declarations in order', () => {
  expect(
    symbols('use "scripts/combat"\nconst A = 1\nfn f(n: number) return "x" end', FACTS).map(
      ({ name, kind, detail }) => [name, kind, detail],
    ),
  ).toEqual([
    ['combat', 'module', 'scripts/combat'],
    ['A', 'constant', ''],
    ['f', 'function', '(n: number) -> string'],
  ]);
});

test('blocks, brackets, comments and uses can be folded', () => {
  const text =
    'use "a"\nuse "b"\n-- one\n-- two\nfn f(x)\n  if x then\n    y()\n  else\n    z({\n      a: 1,\n    })\n  end\nend';
  expect(folding(text).map(({ from, to, kind }) => `${from}-${to} ${kind}`)).toEqual([
    '1-2 imports',
    '3-4 comment',
    '5-12 block',
    '6-7 block',
    '8-11 block',
    '9-10 block',
  ]);
});

test('semantic tokens say what words are, and which calls change the scene', () => {
  const text = 'const A = 1\nfn f(p: number)\n  let v = A\n  spawn("cube")\n  return v.x + p + sqrt(v)\nend';
  const found = semanticTokens(text, FACTS).map(
    ({ span, type, modifiers }) => `${text.slice(span.start, span.end)} ${[type, ...modifiers].join(' ')}`,
  );
  expect(found).toEqual([
    'A variable declaration readonly',
    'f function declaration',
    'p parameter declaration',
    'number type',
    'v variable declaration',
    'A variable readonly',
    'spawn function defaultLibrary mutation',
    'v variable',
    'x property',
    'p parameter',
    'sqrt function defaultLibrary',
    'v variable',
  ]);
});

test('semantic tokens are encoded against the one before', () => {
  const text = 'fn f(a)\n  return a\nend';
  expect([...encodeTokens(semanticTokens(text, FACTS), new LineTable(text))]).toEqual([
    0, 3, 1, 2, 1, 0, 2, 1, 1, 1, 1, 9, 1, 1, 0,
  ]);
});

test('quick fixes mend what is wrong at a place', () => {
  const text = run('let raduis = 1\nreturn radius + disance((0, 0), (1, 1))');
  const titles = quickFixes(text, { start: 0, end: text.length }, FACTS).map(({ title }) => title);
  expect(titles).toContain('Change to "distance"');
  const at = text.indexOf('disance');
  const [fix] = quickFixes(text, { start: at, end: at }, FACTS);
  expect(applyEdits(text, fix?.edits ?? [])).toContain('+ distance(');
});

test('diagnostics are those of the text, not of its modules', () => {
  expect(diagnostics(run('return nope'), FACTS)).toMatchObject([
    { code: 'unknown_name', line: 2, column: 8 },
  ]);
});

test('every question can be asked at every place of a text being typed, whatever it holds', () => {
  const whole =
    'use "scripts/combat"\nconst A = {a: [1, 2], b: #fff}\nfn run(args: map) -> any\n  let e = find("A")\n  for x, y in A.a\n    log "v {x + e.position.x} {A["b"]}"\n  end\n  match e.hp when 1, 2 then combat.hurt(e, 1) else destroy e end\n  return find_all("a").filter(e => e.hp > 1).map(fn(e) return e.name end)\nend\n';
  for (let end = 0; end <= whole.length; end += 3) {
    const text = whole.slice(0, end) + (end % 2 === 0 ? '' : whole.slice(end + 20));
    for (const offset of [end, Math.floor(end / 2)]) {
      complete(text, offset, FACTS);
      hover(text, offset, FACTS);
      signatureHelp(text, offset, FACTS);
      definition(text, offset, FACTS);
      references(text, offset, FACTS);
      rename(text, offset, 'fresh', FACTS);
    }
    semanticTokens(text, FACTS);
    symbols(text, FACTS);
    folding(text);
  }
});

test('every answer is plain data: its spans are two numbers and nothing of the tree hangs on them', () => {
  const text =
    'use "scripts/combat"\nconst A = 1\nbehavior Door\nvar open = nope\non start\nlet x = A\nlog x + combat.BASE + raduis\ngo to Wide\nend\nstate Wide\non enter\nopen = true\nend\nend\nend\nfn f(p)\nreturn sqrt(p)\nend\n';
  const facts: ServiceFacts = { ...FACTS, mode: 'script' };
  const spans: object[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (/span$/i.test(key) && typeof one === 'object' && one !== null) spans.push(one as object);
      look(one);
    }
  };
  for (let offset = 0; offset <= text.length; offset += 1) {
    look([hover(text, offset, facts), definition(text, offset, facts), references(text, offset, facts)]);
    look([renameTarget(text, offset, facts), rename(text, offset, 'fresh', facts)]);
    look(complete(text, offset, facts));
  }
  const whole = { start: 0, end: text.length };
  look([diagnostics(text, facts), quickFixes(text, whole, facts), symbols(text, facts)]);
  expect(spans.length).toBeGreaterThan(1000);
  for (const span of spans) expect(Object.keys(span).sort()).toEqual(['end', 'start']);
});

test('what is said of a text does not depend on the texts and questions before it', () => {
  const texts = [
    run('let e = find("A")\nif e != none then\nreturn e.position.w\nend'),
    'fn run(args)\nreturn twice(args.radius)\nend\nfn twice(x)\nreturn x * 2\nend',
    'use "scripts/combat" as c\nfn run(args)\nlet e = find("A")\nreturn c.hurt(e)\nend',
  ];
  const other: ServiceFacts = { ...FACTS, mode: 'script', inputSchema: true };
  const step = fc.record({
    text: fc.constantFrom(...texts),
    at: fc.nat(),
    remove: fc.nat(4),
    put: fc.constantFrom('', ' ', '.', '"', ')', 'end', '\n', 'e', '= 1'),
    facts: fc.constantFrom(FACTS, other),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      for (const { text: whole, at, remove, put, facts } of steps) {
        const from = at % (whole.length + 1);
        const text = whole.slice(0, from) + put + whole.slice(from + remove);
        const ask = (known: ServiceFacts): unknown => [
          diagnostics(text, known),
          hover(text, from, known),
          complete(text, from, known),
          semanticTokens(text, known),
        ];
        expect(ask(facts)).toEqual(ask({ ...facts }));
      }
    }),
    { numRuns: 60 },
  );
});

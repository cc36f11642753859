import { expect, test } from 'vitest';
import { analyse } from '../analyse';
import type { CheckFacts } from './context';
import { asWritten } from './type';

const inputSchema = {
  type: 'object',
  properties: {
    at: { type: 'array', minItems: 3, maxItems: 3, items: { type: 'number' } },
    name: { type: 'string' },
  },
};

/** `line code` of each diagnostic of a tool whose `run(args)` is these statements; lines count from the first of them. */
function told(statements: string, facts: CheckFacts = { inputSchema }): string[] {
  const { diagnostics } = analyse(`fn run(args)\n${statements}\nend`, { mode: 'tool', facts });
  return diagnostics.map(({ line, code }) => `${line - 1} ${code}`);
}

/** The type of `shown` in `let shown = …`. */
function shown(statements: string): string {
  const { environment, unit, diagnostics } = analyse(`fn run(args)\n${statements}\nreturn args\nend`, {
    mode: 'tool',
    facts: { inputSchema },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const reference = unit.references.find(
    ({ binding, role }) =>
      binding.kind === 'local' && binding.variable.name === 'shown' && role === 'declare',
  );
  return reference?.binding.kind === 'local'
    ? asWritten(environment.variable(reference.binding.variable))
    : '';
}

const FOUND = 'let e = find("A")\n';

test.each([
  ['behind != none', `${FOUND}if e != none then\nlet shown = e\nend`, 'entity'],
  ['behind none !=', `${FOUND}if none != e then\nlet shown = e\nend`, 'entity'],
  ['behind is not none', `${FOUND}if e is not none then\nlet shown = e\nend`, 'entity'],
  ['where it is true', `${FOUND}if e then\nlet shown = e\nend`, 'entity'],
  ['where it is not false', `${FOUND}if not e then\nlog 1\nelse\nlet shown = e\nend`, 'entity'],
  ['in the other branch', `${FOUND}if e == none then\nlog 1\nelse\nlet shown = e\nend`, 'entity'],
  ['behind an elif', `${FOUND}if e == none then\nlog 1\nelif args.name then\nlet shown = e\nend`, 'entity'],
  ['with "and"', `${FOUND}if args.name and e != none then\nlet shown = e\nend`, 'entity'],
  [
    'with "or", where neither holds',
    `${FOUND}if e == none or args.name then\nlog 1\nelse\nlet shown = e\nend`,
    'entity',
  ],
  ['not with "or", where one holds', `${FOUND}if e != none or args.name then\nlet shown = e\nend`, 'entity?'],
  ['in a conditional', `${FOUND}let shown = if e != none then e else find("B") ?? 3`, 'number|entity'],
  ['behind a guard', `${FOUND}if e == none then return 1 end\nlet shown = e`, 'entity'],
  [
    'behind several guards',
    `${FOUND}if not e then return 1 elif args.name then return 2 end\nlet shown = e`,
    'entity',
  ],
  [
    'behind a guard in a loop',
    `for n in ["A"]\nlet e = find(n)\nif e == none then continue end\nlet shown = e\nend`,
    'entity',
  ],
  ['behind an assertion', `${FOUND}assert(e != none, "there is no A")\nlet shown = e`, 'entity'],
  [
    'not behind the block of the guard',
    `${FOUND}if args.name then\nif e == none then return 1 end\nend\nlet shown = e`,
    'entity?',
  ],
  ['not behind a guard that goes on', `${FOUND}if e == none then log 1 end\nlet shown = e`, 'entity?'],
  ['in the loop of a condition', `${FOUND}while e != none\nlet shown = e\nend`, 'entity'],
  ['not where it is assigned', `${FOUND}while e != none\nlet shown = e\ne = find("B")\nend`, 'entity?'],
  ['though it was assigned before', `${FOUND}e = find("B")\nif e != none then\nlet shown = e\nend`, 'entity'],
  [
    'not where a function changes it',
    `${FOUND}let f = () => e\nlet g = fn()\ne = none\nend\ng()\nif e != none then\ng()\nlet shown = e\nend`,
    'entity?',
  ],
  ['by its type', 'let x = args.any\nif type_of(x) == "number" then\nlet shown = x\nend', 'number'],
  [
    'by its type, the other way round',
    'let x = args.any\nif "vector" == type_of(x) then\nlet shown = x\nend',
    'vec',
  ],
  ['by what it is not', `${FOUND}if type_of(e) != "none" then\nlet shown = e\nend`, 'entity'],
  ['where anything is left', 'let x = args.any\nif x != none then\nlet shown = x\nend', 'any'],
  [
    'by a match of its type',
    'let x = args.any\nmatch type_of(x)\nwhen "number", "string" then\nlet shown = x\nend',
    'number|string',
  ],
  [
    'by the rest of a match',
    `${FOUND}match type_of(e)\nwhen "none" then log 1\nelse\nlet shown = e\nend`,
    'entity',
  ],
  ['a part of a map', 'if args.at != none then\nlet shown = args.at\nend', 'vec'],
  ['not another part', 'if args.at != none then\nlet shown = args.name\nend', 'string?'],
  [
    'not a part of a map that changes',
    'let m = {at: find("A")}\nm.b = 1\nif m.at != none then\nm.at = none\nlet shown = m.at\nend',
    'entity?',
  ],
])('what a variable may be is known: %s', (_, statements, expected) => {
  const withAny = statements.replace('args.any', '[1, "a", (1, 2)].map(i => json_parse("1")).first()');
  expect(shown(withAny)).toBe(expected);
});

test.each([
  [
    'a method that numbers do not have',
    'let x = json_parse("1")\nif type_of(x) == "number" then\nreturn x.upper()\nend',
    ['3 unknown_method'],
  ],
  ['a property of none', 'let x = find("A")\nif x == none then\nreturn x.name\nend', ['3 unknown_property']],
  [
    'none where the guard lets it through',
    'let x = find("A")\nif x != none then return 1 end\nreturn x.name',
    ['3 unknown_property'],
  ],
  [
    'a default behind what is there',
    'let x = find("A")\nif x == none then return 1 end\nreturn x ?? 2',
    ['3 never_none'],
  ],
  [
    'nothing of a branch that is never come to',
    'let x = 1\nif type_of(x) == "string" then\nreturn x.upper()\nend',
    [],
  ],
  [
    'nothing of a property of an entity, which may change',
    'let e = find("A")\nif e.hp == none then\ne.hp = 3\nreturn e.hp + 1\nend',
    [],
  ],
  [
    'nothing of another function called type_of',
    'let x = json_parse("1")\nif kind(x) == "number" then\nreturn x.upper()\nend\nend\nfn kind(x)\nreturn type_of(x)',
    [],
  ],
  [
    'on the right of "and" and "or"',
    'let x = json_parse("1")\nreturn [type_of(x) == "number" and x.upper(), type_of(x) != "number" or x.upper()]',
    ['2 unknown_method', '2 unknown_method'],
  ],
])('certain mistakes behind a condition: %s', (_, statements, expected) => {
  expect(told(statements)).toEqual(expected);
});

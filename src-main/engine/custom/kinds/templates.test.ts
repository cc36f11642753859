import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolFailure } from '../../errors';
import type { Json } from '../../json';
import { compileTemplate, isTruthy, type TemplateScope } from './templates';

const roots = new Map<string, Json>([
  ['args', { from: 'enemy', n: 3, flag: false, none: null, 'a key': 1, nested: { list: [[1, 2], [3]] } }],
  ['steps', { found: { matches: [{ id: 12, name: 'Orc' }, { id: 13 }], total: 2 }, left_out: null }],
  ['index', 1],
  ['actor', 'mcp:test'],
]);
const scope: TemplateScope = { roots, skipped: new Set(['left_out']) };

function resolve(value: Json): Json {
  const compiled = compileTemplate(value, 'args');
  if (!compiled.ok) return compiled.error.message;
  try {
    return compiled.value.resolve(scope);
  } catch (error) {
    if (error instanceof ToolFailure)
      return `${error.error.code}: ${error.error.message} | ${error.error.hint ?? ''}`;
    throw error;
  }
}

test('a template alone keeps the type of its value', () => {
  expect(resolve('{{args.n}}')).toBe(3);
  expect(resolve('{{ args.flag }}')).toBe(false);
  expect(resolve('{{steps.found.matches}}')).toEqual([{ id: 12, name: 'Orc' }, { id: 13 }]);
  expect(resolve('{{args.none}}')).toBe(null);
  expect(resolve('{{index}}')).toBe(1);
});

test('inside text a template is interpolated', () => {
  expect(resolve('n={{args.n}} {{args.from}}s')).toBe('n=3 enemys');
  expect(resolve('{{args.nested.list}}!')).toBe('[[1,2],[3]]!');
  expect(resolve(' {{args.n}}')).toBe(' 3');
});

test('paths have fields, indexes from both ends, quoted keys and length', () => {
  expect(resolve('{{steps.found.matches[0].name}}')).toBe('Orc');
  expect(resolve('{{steps.found.matches[-1].id}}')).toBe(13);
  expect(resolve('{{args.nested.list[0][1]}}')).toBe(2);
  expect(resolve('{{args["a key"]}}')).toBe(1);
  expect(resolve('{{steps.found.matches.length}}')).toBe(2);
  expect(resolve('{{args.from.length}}')).toBe(5);
});

test('a default stands in for what is missing or null', () => {
  expect(resolve('{{args.color ?? "red"}}')).toBe('red');
  expect(resolve('{{args.none ?? 4}}')).toBe(4);
  expect(resolve('{{args.x ?? args.y ?? -1.5}}')).toBe(-1.5);
  expect(resolve('{{args.x ?? []}}')).toEqual([]);
  expect(resolve('{{args.x ?? null}}')).toBe(null);
  expect(resolve('{{args.flag ?? true}}')).toBe(false);
  expect(resolve('{{args.x ?? "}}"}}')).toBe('}}');
});

test('a path that does not exist names the missing field with a did-you-mean', () => {
  expect(resolve('{{steps.found.matchs.length}}')).toBe(
    'template_error: {{steps.found.matchs.length}}: steps.found is an object without "matchs". | Did you mean "matches"?',
  );
  expect(resolve('{{steps.found.matches[7]}}')).toContain(
    'steps.found.matches is an array of 2, so [7] does not exist.',
  );
  expect(resolve('{{arg.n}}')).toContain('Did you mean "args"?');
  expect(resolve('{{args.n.x}}')).toContain('args.n is a number without "x".');
  expect(resolve('{{steps.left_out.id}}')).toContain('the step "left_out" was skipped by its when');
});

test('what is not a path is refused when the template is made, with its place', () => {
  expect(resolve({ a: ['{{args.n + 1}}'] })).toBe(
    'args.a[0]: "{{args.n + 1}}": "+ 1}}" is not understood here.',
  );
  expect(resolve('{{args.n')).toContain('"}}" is missing');
  expect(resolve('{{}}')).toContain('a path such as args.name is missing');
  expect(resolve('{{args.}}')).toContain('a field name is missing');
  expect(resolve('{{args["x}}')).toContain('a quote is not closed');
});

test('a backslash keeps braces as they are', () => {
  expect(resolve('\\{{args.n}}')).toBe('{{args.n}}');
});

test('S-50: names of object members are data, never the prototype', () => {
  expect(resolve('{{args.constructor}}')).toContain('without "constructor"');
  expect(resolve('{{args.__proto__ ?? "none"}}')).toBe('none');
  const value = resolve(JSON.parse('{"__proto__": {"polluted": "{{args.n}}"}}') as Json);
  expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('values without templates come back as they are', () => {
  const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{'));
  fc.assert(
    fc.property(plain, (value) => {
      expect(JSON.stringify(resolve(value as Json))).toBe(JSON.stringify(value));
    }),
  );
});

test('any text is either a template or refused with a reason, and never throws otherwise', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[].?"\\ args0n-') }), (text) => {
      resolve(`{{${text}}}`);
    }),
  );
});

test('when understands false, 0, null, empty and missing as no', () => {
  for (const no of [undefined, null, false, 0, '', [], {}]) expect(isTruthy(no)).toBe(false);
  for (const yes of [true, -1, 'false', [0], { a: null }]) expect(isTruthy(yes)).toBe(true);
});

test('a template that puts a large value into many places is refused before it fills the memory; one that passes it on is not', () => {
  const big = new Map<string, Json>([['args', { text: 'x'.repeat(1_000_000), list: Array(1000).fill(0) }]]);
  const sizeOf = (template: Json): number | string => {
    const compiled = compileTemplate(template, 'args');
    if (!compiled.ok) return compiled.error.message;
    try {
      return JSON.stringify(compiled.value.resolve({ roots: big })).length;
    } catch (error) {
      if (error instanceof ToolFailure) return error.error.code;
      throw error;
    }
  };
  expect(sizeOf('{{args.text}}')).toBe(1_000_002);
  expect(sizeOf('{{args.text}}{{args.text}}')).toBe(2_000_002);
  expect(sizeOf({ a: '{{args.text}}', b: ['{{args.list}}'] })).toBeGreaterThan(1_000_000);
  expect(sizeOf('{{args.text}}'.repeat(17))).toBe('output_too_large');
  expect(sizeOf(Array(90_000).fill('{{args}}') as Json)).toBe('output_too_large');
  expect(sizeOf({ a: { b: Array(17).fill({ c: '{{args.text}}' }) as Json } })).toBe('output_too_large');
});

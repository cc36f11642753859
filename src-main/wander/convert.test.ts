import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Run } from './context';
import { fromJson } from './convert';
import type { JsonValue } from './host';
import { parseJson, writeJson } from './json-text';
import { Pcg32 } from './random';
import { hostOf, limitsOf, loadText, runLoaded, runText } from './testkit/run-text';
import { Shape } from './values';
import { toJson } from './to-json';

const newRun = (instructions = 10_000_000): Run =>
  new Run({
    host: hostOf({}),
    limits: limitsOf({ instructions }),
    random: () => new Pcg32(1),
    root: Shape.root(),
    depthBelow: 0,
  });

/** JSON whose numbers are what they are: without -0, which JSON text has and values here do not. */
const json = fc
  .jsonValue({ maxDepth: 6 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('-0,', '0,')) as JsonValue);

test('JSON comes out as it went in', () => {
  fc.assert(
    fc.property(json, (value) => {
      const run = newRun();
      expect(toJson(run, fromJson(run, value, 'boundary'), 'the result', 'id')).toEqual(
        JSON.parse(JSON.stringify(value, (_key, part: unknown) => (part === 0 ? 0 : part))),
      );
    }),
  );
});

test('JSON text written and read is what it was', () => {
  fc.assert(
    fc.property(json, fc.nat(4), (value, indent) => {
      const run = newRun();
      const first = fromJson(run, value, 'boundary');
      const text = writeJson(run, first, indent);
      expect(JSON.parse(text)).toEqual(toJson(run, first, 'the result', 'id'));
      expect(toJson(run, parseJson(run, text), 'the result', 'id')).toEqual(
        toJson(run, first, 'the result', 'id'),
      );
    }),
  );
});

test('the reader of JSON text takes exactly what JSON.parse takes', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u00e9"',
    '"\\x"',
    '1',
    '-',
    '0',
    '.5',
    '2e1,',
    'null',
    'true',
    ' ',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const run = newRun();
      let expected: JsonValue | undefined;
      try {
        expected = JSON.parse(text) as JsonValue;
      } catch {
        expected = undefined;
      }
      if (expected === undefined) expect(() => parseJson(run, text)).toThrow(/^json_parse: expected /);
      else
        expect(toJson(run, parseJson(run, text), 'x', 'id')).toEqual(
          toJson(run, fromJson(run, expected, 'boundary'), 'x', 'id'),
        );
    }),
    { numRuns: 2000 },
  );
});

test('S-50 __proto__ in arguments is a key like any other, and nothing is polluted', () => {
  const args = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as JsonValue;
  const outcome = runText('fn run(args) return {args: args, p: args.__proto__.polluted} end', { args });
  expect(JSON.stringify(outcome.ok && outcome.result)).toBe(
    '{"args":{"__proto__":{"polluted":1},"constructor":2},"p":1}',
  );
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('S-51 strings that look like something else stay strings', () => {
  const args = { a: '[draft]', b: '{a}', c: '007', d: '#ff8800', e: 'true' };
  expect(runText('fn run(args) return args end', { args })).toMatchObject({ ok: true, result: args });
});

test('S-76 a result never has NaN, an infinity or -0', () => {
  for (const expression of [
    '0 / args.zero',
    'args.big * args.big',
    'pow(args.big, 2)',
    '(args.big, 0, 0) * args.big',
  ]) {
    const outcome = runText(`fn run(args) return ${expression} end`, { args: { zero: 0, big: 1e300 } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'runtime_error' } });
  }
  const zero = runText('fn run(args) return [-0, -args.zero, (-0, 0, 0), 0 * -1] end', { args: { zero: 0 } });
  expect(JSON.stringify(zero.ok && zero.result)).toBe('[0,0,[0,0,0],0]');
  expect(zero.ok && Array.isArray(zero.result) && Object.is(zero.result[0], 0)).toBe(true);
});

test('a result larger than its limit fails, and says how large it may be', () => {
  const source = 'fn run() return range(1000).map(i => "x".repeat(100)) end';
  expect(runText(source, { limits: { outputBytes: 10_000 } })).toMatchObject({
    ok: false,
    error: { code: 'output_too_large', message: 'the result is larger than 10000 bytes', line: 1 },
  });
});

test('a map keeps its keys and their order on its way out, before and after its program got copies of its own', async () => {
  const maps = [
    '{}',
    '{a: 1, b: "x", c: none, d: (1, 2, 3), e: [true], f: {}}',
    '{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: {k: -0}}',
    '{b: 1, "2": 2, "1": 1, a: 3}',
    '{a: 1, "__proto__": {b: 2}, constructor: 3}',
  ];
  const expected =
    '[{},{"a":1,"b":"x","c":null,"d":[1,2,3],"e":[true],"f":{}},' +
    '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":{"k":0}},' +
    '{"1":1,"2":2,"b":1,"a":3},{"a":1,"__proto__":{"b":2},"constructor":3}]';
  const program = loadText(`fn run() return [${maps.join(', ')}] end`);
  for (const units of [0, 10_000_000]) {
    await program.ran(units);
    const outcome = runLoaded(program);
    expect(JSON.stringify(outcome.ok && outcome.result)).toBe(expected);
  }
});

test('a value that is twice in itself, forty times over, is not written out to its end', () => {
  for (const twice of ['{a: m, b: m}', '[m, m]', '{"1": m, "0": m}']) {
    const source = `fn run()\n  let m = 1\n  repeat 40 times\n    m = ${twice}\n  end\n  return m\nend`;
    expect(runText(source)).toMatchObject({
      ok: false,
      error: { code: 'budget_exceeded' },
      instructions: 1_000_000,
    });
    expect(runText(source, { instructions: 50_000_000, limits: { outputBytes: 100_000 } })).toMatchObject({
      ok: false,
      error: { code: 'output_too_large' },
    });
  }
});

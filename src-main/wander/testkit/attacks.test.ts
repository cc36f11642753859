import { expect, test } from 'vitest';
import { HostError, type JsonValue } from '../host';
import { loadProgram } from '../load';
import { compileProgram } from '../compile/program';
import { analyse } from '../analyse';
import type { Attack } from './attack';
import { DEPTH, REENTRY, SIZE, TIME } from './attacks-limits';
import { CONVERSION, NAMES, REACHING } from './attacks-reach';
import { CAUGHT, CHEAP, KEPT, ROUTES } from './attacks-routes';
import { MemoryScene } from './memory-scene';
import { fingerprint, strangeness } from './plain';
import { runLoaded } from './run-text';

const ATTACKS: readonly Attack[] = [
  ...NAMES,
  ...REACHING,
  ...CONVERSION,
  ...DEPTH,
  ...SIZE,
  ...TIME,
  ...REENTRY,
  ...ROUTES,
  ...CAUGHT,
  ...KEPT,
  ...CHEAP,
];

const ARGS: JsonValue = { list: [1, 2], text: 'abc', at: [1, 2, 3], map: { a: 1 }, zero: 0 };

const SCENE = [
  { name: 'Lamp', components: { light: { intensity: 1 } } },
  { name: 'Crate', tags: ['crate'], parent: 1 },
];

function attack({ name, source, instructions }: Attack): ReturnType<typeof runLoaded> | undefined {
  // The checker refuses some before they run; those are run all the same, as far as their names mean something.
  const { diagnostics } = loadProgram(source, { mode: 'tool' });
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const unreadable = diagnostics.some(
    ({ severity, code }) =>
      severity === 'error' && !/mismatch|property|method|lost_change|arity|argument/.test(code),
  );
  if (unreadable) return undefined;
  const tools = {
    echo: (args: JsonValue) => args,
    throws: (): never => {
      throw new HostError('runtime_error', 'thrown by the tool');
    },
  };
  const outcome = runLoaded(compileProgram(unit, modules), {
    args: ARGS,
    scene: new MemoryScene(SCENE),
    instructions,
    tool: { tools },
  });
  expect(outcome.instructions).toBeLessThanOrEqual(instructions ?? 1_000_000);
  if (outcome.ok) expect(strangeness(outcome.result), name).toBeUndefined();
  else expect(outcome.error.line, name).toBeGreaterThan(0);
  return outcome;
}

test('there are many attacks, and no two have one name', () => {
  expect(ATTACKS.length).toBeGreaterThan(600);
  // Those that are written out one by one, without the same for each name.
  expect(ATTACKS.length - ROUTES.length - NAMES.length).toBeGreaterThanOrEqual(150);
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
});

test.each(ATTACKS.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const before = fingerprint();
  const outcome = attack(one);
  expect(fingerprint()).toBe(before);
  if (one.code !== undefined) expect(outcome).toMatchObject({ ok: false, error: { code: one.code } });
  if ('result' in one) expect(outcome).toMatchObject({ ok: true });
  if ('result' in one && outcome?.ok === true) expect(outcome.result).toEqual(one.result);
});

test('nothing is kept from one run of a program to the next', () => {
  const source =
    'const START = [1]\nfn run(args)\n  let mine = START\n  mine.push(args.list[0])\n  args.list.push(9)\n  let m = {}\n  m["k"] = random()\n  return [mine, args.list, START, m]\nend\n';
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const program = compileProgram(unit, modules);
  const args = { list: [5, 6] };
  const once = runLoaded(program, { args });
  const again = runLoaded(program, { args });
  expect(once).toMatchObject({ ok: true });
  expect(again).toEqual(once);
  expect(args).toEqual({ list: [5, 6] });
});

test('a tool that calls itself has bounds of its own each time, and its caller goes on with what it had', () => {
  const source =
    'fn run(args)\n  let mine = [args.depth]\n  let below = none\n  if args.depth < 4 then below = call_tool("again", {depth: args.depth + 1}) end\n  mine.push(args.depth)\n  return {mine: mine, below: below}\nend\n';
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const program = compileProgram(unit, modules);
  const used: number[] = [];
  const call = (args: JsonValue): JsonValue => {
    const outcome = runLoaded(program, { args, tool: { tools: { again: call } } });
    used.push(outcome.instructions);
    return outcome.ok ? outcome.result : outcome.error.code;
  };
  const nest = (depth: number): JsonValue => ({
    mine: [depth, depth],
    below: depth < 4 ? nest(depth + 1) : null,
  });
  expect(call({ depth: 0 })).toEqual(nest(0));
  expect(used).toHaveLength(5);
  expect(Math.max(...used)).toBeLessThan(2000);
});

import { expect, test } from 'vitest';
import type { JsonValue } from '../host';
import { loadProgram } from '../load';
import { compileProgram } from '../compile/program';
import { analyse } from '../analyse';
import type { Attack } from './attack';
import { DEPTH, REENTRY, SIZE, TIME } from './attacks-limits';
import { CONVERSION, NAMES, REACHING } from './attacks-reach';
import { MemoryScene } from './memory-scene';
import { runLoaded } from './run-text';

const ATTACKS: readonly Attack[] = [
  ...NAMES,
  ...REACHING,
  ...CONVERSION,
  ...DEPTH,
  ...SIZE,
  ...TIME,
  ...REENTRY,
];

const ARGS: JsonValue = { list: [1, 2], text: 'abc', at: [1, 2, 3], map: { a: 1 }, zero: 0 };

const SCENE = [
  { name: 'Lamp', components: { light: { intensity: 1 } } },
  { name: 'Crate', tags: ['crate'], parent: 1 },
];

/** What a polluted host would show. */
const fingerprint = (): string =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).map(String).join())
    .join('|');

/** Fails unless it is data and nothing else. */
function expectPlain(value: unknown, name: string): void {
  if (value === null || ['number', 'string', 'boolean'].includes(typeof value)) return;
  expect(typeof value, name).toBe('object');
  const prototype: unknown = Object.getPrototypeOf(value);
  expect([Object.prototype, Array.prototype], name).toContain(prototype);
  for (const part of Object.values(value as object)) expectPlain(part, name);
}

function attack({ name, source, instructions }: Attack): ReturnType<typeof runLoaded> | undefined {
  // The checker refuses some before they run; those are run all the same, as far as their names mean something.
  const { diagnostics } = loadProgram(source, { mode: 'tool' });
  const { unit, modules } = analyse(source, { mode: 'tool' });
  const unreadable = diagnostics.some(
    ({ severity, code }) =>
      severity === 'error' && !/mismatch|property|method|lost_change|arity|argument/.test(code),
  );
  if (unreadable) return undefined;
  const tools = { echo: (args: JsonValue) => args };
  const outcome = runLoaded(compileProgram(unit, modules), {
    args: ARGS,
    scene: new MemoryScene(SCENE),
    instructions,
    tool: { tools },
  });
  if (outcome.ok) expectPlain(outcome.result, name);
  else expect(outcome.error.line, name).toBeGreaterThan(0);
  return outcome;
}

test('there are many attacks, and no two have one name', () => {
  expect(ATTACKS.length).toBeGreaterThan(60);
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

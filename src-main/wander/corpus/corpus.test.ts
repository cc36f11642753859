/** Runs each example of this folder and compares what comes of it with the expectation beside it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { JsonValue } from '../host';
import { loadProgram } from '../load';
import type { RunOutcome } from '../run';
import { MemoryScene, type EntityDraft } from '../testkit/memory-scene';
import { runLoaded } from '../testkit/run-text';

interface Expectation {
  /** What a reader should know. */
  readonly note?: string;
  readonly args?: JsonValue;
  /** Instead of `args`, where the text matters. */
  readonly argsText?: string;
  readonly argsSchema?: JsonValue;
  readonly mutate?: boolean;
  readonly instructions?: number;
  readonly modules?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Names of tools that give back their arguments. */
  readonly tools?: readonly string[];
  /** What is wrong before it runs. */
  readonly diagnostic?: { readonly code: string; readonly line: number };
  readonly result?: JsonValue;
  readonly resultText?: string;
  readonly error?: { readonly [key: string]: JsonValue } & { readonly stack?: readonly string[] };
  readonly logs?: readonly string[];
  readonly warnings?: readonly string[];
  /** Some properties of some entities afterwards, by id; null for one that is gone. */
  readonly scene?: { readonly [id: string]: { readonly [property: string]: JsonValue } | null };
}

/** The scene that every example runs in. */
const SCENE: readonly EntityDraft[] = [
  { name: 'Crate A', position: [1, 0, 0], tags: ['crate'], vars: { load: 3 } },
  { name: 'Big Crate', position: [0, 0, 8], tags: ['crate'] },
  { name: 'Crate C', position: [-2, 0, 0], tags: ['crate'], vars: { load: 7 }, enabled: false },
  { name: 'Lamp', position: [0, 5, 0], tags: ['light'], components: { light: { intensity: 2 } } },
  { name: 'Crate E', position: [0, 0, 2], tags: ['crate'] },
];

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.wander'))
  .map((file) => file.slice(0, -'.wander'.length))
  .sort();

const readText = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');

function checkOutcome(outcome: RunOutcome, expected: Expectation): void {
  if (expected.error === undefined) {
    expect(outcome).toMatchObject({ ok: true });
    if (!outcome.ok) return;
    if (expected.resultText === undefined) expect(outcome.result).toEqual(expected.result);
    else expect(JSON.stringify(outcome.result)).toBe(expected.resultText);
  } else {
    const { stack, ...rest } = expected.error;
    expect(outcome).toMatchObject({ ok: false, error: rest });
    if (stack !== undefined && !outcome.ok) {
      expect(outcome.error.stack.map((frame) => `${frame.function}:${frame.line}`)).toEqual(stack);
    }
  }
  expect(outcome.logs).toEqual(expected.logs ?? []);
  expect(outcome.warnings).toEqual(expected.warnings ?? []);
}

function checkScene(scene: MemoryScene, expected: NonNullable<Expectation['scene']>): void {
  for (const [id, properties] of Object.entries(expected)) {
    const entity = scene.entity(Number(id));
    if (properties === null) expect(entity, `#${id}`).toBeUndefined();
    else
      for (const [key, value] of Object.entries(properties))
        expect(entity, `#${id}`).toHaveProperty(key, value);
  }
}

test('there are examples', () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
});

test.each(names)('%s', (name) => {
  const source = readText(`${name}.wander`);
  const expected = JSON.parse(readText(`${name}.json`)) as Expectation;
  const modules = new Map(Object.entries(expected.modules ?? {}));
  const { program, diagnostics } = loadProgram(source, { mode: 'tool', module: (path) => modules.get(path) });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (expected.diagnostic !== undefined) {
    expect(errors.map(({ code, line }) => ({ code, line }))[0]).toEqual(expected.diagnostic);
    return;
  }
  expect(errors).toEqual([]);
  if (program === undefined) return;
  const mutate = expected.mutate ?? true;
  const scene = new MemoryScene(SCENE, mutate);
  const args =
    expected.argsText === undefined ? (expected.args ?? {}) : (JSON.parse(expected.argsText) as JsonValue);
  const tools = Object.fromEntries((expected.tools ?? []).map((tool) => [tool, (given: JsonValue) => given]));
  const { argsSchema, instructions, files } = expected;
  const options = { scene, mutate, args, argsSchema, instructions, tool: { files, tools } };
  const first = runLoaded(program, options);
  checkOutcome(first, expected);
  if (expected.scene !== undefined) checkScene(scene, expected.scene);
  // A run leaves nothing behind in the program: another one gives the same.
  const second = runLoaded(program, { ...options, scene: new MemoryScene(SCENE, mutate) });
  expect(second).toEqual(first);
});

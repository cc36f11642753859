/** Plays each example of this folder and compares what happens with the trace beside it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { format } from '../../format';
import type { JsonValue } from '../../host';
import { MemoryScene, type EntityDraft } from '../../testkit/memory-scene';
import type { AttachedScript, PlayInput } from '../contract';
import { runTests } from '../tests';
import { ONE, play } from '../trace.fixture';

interface Example {
  /** What a reader should know. */
  readonly note?: string;
  /** Without them, one entity called One. */
  readonly scene?: readonly EntityDraft[];
  /** Which entities the text is on; the first, where nothing is said. */
  readonly on?: readonly (Omit<AttachedScript, 'source' | 'name'> & { readonly name?: string })[];
  readonly seed?: number;
  readonly instructions?: number;
  readonly steps?: number;
  readonly inputs?: { readonly [step: string]: PlayInput };
  readonly trace?: readonly string[];
  /** Some properties of some entities afterwards, by id; null for one that is gone. */
  readonly after?: { readonly [id: string]: { readonly [property: string]: JsonValue } | null };
  /** What its tests tell: `ok name`, or `failed name` and what was wrong. */
  readonly tests?: readonly string[];
}

const folder = import.meta.dirname;
const read = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.wander'))
  .map((file) => file.slice(0, -'.wander'.length))
  .sort();

function testLines(source: string, scene: readonly EntityDraft[]): readonly string[] {
  const { compiled, tests } = runTests(source, {
    scene: () => ({ scene: new MemoryScene(scene), entity: 1 }),
  });
  expect(compiled).toBe(true);
  return tests.flatMap(({ passed, name, steps, expectations, errors }) => [
    `${passed ? 'ok' : 'failed'} ${name}: ${expectations.length} expectations, ${steps} steps`,
    ...expectations
      .filter((expectation) => !expectation.passed)
      .map(
        ({ line, detail, condition, message }) =>
          `  ${line}: ${message ?? condition}: ${detail ?? 'it does not hold'}`,
      ),
    ...errors.map(({ handler, error }) => `  ${handler}, line ${error.line ?? 0}: ${error.message}`),
  ]);
}

test.each(names)('%s', (name) => {
  const source = read(`${name}.wander`);
  const example = JSON.parse(read(`${name}.json`)) as Example;
  const { scene = ONE, on = [{ entity: 1 }], seed = 1, instructions, steps = 0, inputs = {} } = example;
  const scripts = on.map((place, index) => ({ name: `script ${index}`, source, ...place }));
  const setup = { scene, scripts, seed, steps, inputs, ...(instructions !== undefined && { instructions }) };
  const played = play(setup);
  expect(played.trace).toEqual(example.trace ?? []);
  expect(play(setup)).toEqual(played);
  for (const [id, properties] of Object.entries(example.after ?? {})) {
    const entity = played.scene.entity(Number(id));
    if (properties === null) expect(entity, `#${id}`).toBeUndefined();
    else
      for (const [key, value] of Object.entries(properties))
        expect(entity, `#${id}`).toHaveProperty(key, value);
  }
  expect(testLines(source, scene)).toEqual(example.tests ?? []);
  expect(format(source)).toBe(source);
});

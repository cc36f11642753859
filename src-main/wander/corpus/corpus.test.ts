/** Runs each example of this folder and compares what comes of it with the expectation beside it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic';
import {
  loadExample,
  loadExampleWithKernels,
  runExample,
  testExample,
  type Example,
  type ExampleCase,
} from '../testkit/example';
import type { MemoryScene } from '../testkit/memory-scene';
import type { RunOutcome } from '../run';

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.wander'))
  .map((file) => file.slice(0, -'.wander'.length))
  .sort();

const readText = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');

function checkDiagnostics(found: readonly Diagnostic[], expected: NonNullable<Example['diagnostics']>): void {
  const told = found.map(
    ({ severity, line, column, code, message }) => `${severity} ${line}:${column} ${code}: ${message}`,
  );
  expect(found.length, told.join('\n')).toBe(expected.length);
  expected.forEach((part, index) => {
    expect(found[index], told[index]).toMatchObject({ severity: 'error', ...part });
  });
}

function checkOutcome(outcome: RunOutcome, expected: ExampleCase): void {
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

function checkScene(scene: MemoryScene, expected: NonNullable<ExampleCase['scene']>): void {
  for (const [id, properties] of Object.entries(expected)) {
    const entity = scene.entity(Number(id));
    if (properties === null) expect(entity, `#${id}`).toBeUndefined();
    else
      for (const [key, value] of Object.entries(properties))
        expect(entity, `#${id}`).toHaveProperty(key, value);
  }
}

test('there are at least 200 examples', () => {
  expect(names.length).toBeGreaterThanOrEqual(200);
});

test.each(names)('%s', (name) => {
  const example = JSON.parse(readText(`${name}.json`)) as Example;
  const source = readText(`${name}.wander`);
  const { program, diagnostics, effects } = loadExample(source, example);
  checkDiagnostics(diagnostics, example.diagnostics ?? []);
  if (example.effects !== undefined) expect(effects).toMatchObject(example.effects);
  if (example.tests !== undefined) {
    const { tests } = testExample(source, example);
    expect(tests.length).toBe(example.tests.length);
    tests.forEach((found, index) => expect(found).toMatchObject(example.tests?.[index] ?? {}));
    return;
  }
  // Code of a game has nothing to start at; what is wrong with it is all that is shown.
  const isRun = example.script !== true || example.error !== undefined;
  if (program === undefined || !isRun) return;
  const withKernels = runExample(loadExampleWithKernels(source, example), example);
  runExample(program, example).forEach(({ expected, outcome, scene, again }, index) => {
    checkOutcome(outcome, expected);
    if (expected.scene !== undefined) checkScene(scene, expected.scene);
    expect(again).toEqual(outcome);
    // A kernel looks at the clock less often.
    const used = expected.error?.code === 'timeout' ? { instructions: outcome.instructions } : {};
    expect({ ...withKernels[index]?.outcome, ...used }).toEqual(outcome);
    expect(withKernels[index]?.scene.dump()).toEqual(scene.dump());
  });
});

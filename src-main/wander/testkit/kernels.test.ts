/** Programs with kernels for all that can be one, beside the same walked over: whatever comes of them must be the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KernelCounts } from '../kernel/kernels';
import { ListedChoices } from './choices';
import { endingOf, runWithKernels, type Bounds, type KernelTrials } from './comparing';
import { ProgramGenerator } from './generator';
import { NumericGenerator } from './generator-numeric';
import { WideGenerator } from './generator-wide';

const COUNT = 1000;
const SEED = 20_240_601;

const total = (): KernelCounts => ({ ended: 0, givenUp: 0, refused: 0 });

function compare(source: string, bounds: readonly Bounds[], counts: KernelCounts): string[] {
  const found = runWithKernels(source, bounds);
  expect('problem' in found ? found.problem : undefined, source).toBeUndefined();
  const { trials, counts: more } = found as KernelTrials;
  for (const { kernels, walked } of trials) expect(kernels, source).toEqual(walked);
  counts.ended += more?.ended ?? 0;
  counts.givenUp += more?.givenUp ?? 0;
  counts.refused += more?.refused ?? 0;
  return trials.map(({ walked }) => endingOf(walked));
}

test(`${COUNT} random programs over numbers give the same with kernels as walked over, under several budgets`, () => {
  const counts = total();
  const endings = new Map<string, number>();
  for (let index = 0; index < COUNT; index += 1) {
    const budgets = [50_000, 10 + ((index * 37) % 400), 1000 + ((index * 101) % 3000)];
    const bounds = budgets.map((instructions) => ({ instructions }));
    for (const ending of compare(new NumericGenerator(SEED + index).program(), bounds, counts))
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  expect(counts.ended).toBeGreaterThan(COUNT);
  expect(counts.givenUp).toBeGreaterThan(COUNT / 4);
  expect(counts.refused).toBeGreaterThan(COUNT / 50);
  for (const ending of ['ok', 'runtime_error', 'budget_exceeded', 'too_deep'])
    expect(endings.get(ending), ending).toBeGreaterThan(COUNT / 100);
}, 180_000);

test('each budget up to what a program needs ends it at the same place', () => {
  const counts = total();
  for (let index = 0; index < 60; index += 1) {
    const source = new NumericGenerator(SEED - index).program();
    const bounds = Array.from({ length: 120 }, (_, spent) => ({ instructions: spent * (1 + (index % 5)) }));
    compare(source, bounds, counts);
  }
  expect(counts.givenUp).toBeGreaterThan(500);
}, 180_000);

test('programs of all kinds give the same with kernels', () => {
  const counts = total();
  for (let index = 0; index < 120; index += 1) {
    const bounds = [{ instructions: index % 5 === 0 ? 200 : 20_000 }];
    compare(new ProgramGenerator(SEED + index).program(), bounds, counts);
    compare(new WideGenerator(SEED + index).program(), bounds, counts);
  }
  expect(counts.ended + counts.givenUp + counts.refused).toBeGreaterThan(0);
}, 180_000);

test('programs over numbers are brought down to the smallest that fails, if one does', () => {
  const choices = fc.uint8Array({ maxLength: 800, size: 'max' });
  const property = fc.property(choices, fc.integer({ min: 20, max: 3000 }), (bytes, instructions) => {
    compare(new NumericGenerator(new ListedChoices(bytes)).program(), [{ instructions }], total());
  });
  fc.assert(property, { seed: SEED, numRuns: 400 });
}, 180_000);

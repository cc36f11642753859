import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ListedChoices } from './choices';
import { endingOf, runBoth, withoutCount, type Bounds, type Trials } from './comparing';
import { ProgramGenerator } from './generator';
import { WideGenerator } from './generator-wide';

const COUNT = 2000;
const WIDE_COUNT = 1000;
const SEED = 20_240_601;

/** Now and then the budget or the memory ends in the middle of what a program does. */
const boundsFor = (index: number): Bounds => ({
  instructions: index % 5 === 0 ? 200 : 20_000,
  ...(index % 7 === 0 && { memoryBytes: 4000 }),
});

function compare(source: string, bounds: Bounds): string {
  const trials = runBoth(source, bounds);
  expect('problem' in trials ? trials.problem : undefined, source).toBeUndefined();
  const { compiled, walked, copied } = trials as Trials;
  expect(compiled, source).toEqual(walked);
  if (copied !== undefined) expect(withoutCount(compiled), source).toEqual(withoutCount(copied));
  return endingOf(compiled);
}

/** The programs are worth comparing: many end well, many fail, some run out of budget. */
function expectVariety(endings: ReadonlyMap<string, number>, count: number): void {
  expect(endings.get('ok')).toBeGreaterThan(count / 10);
  expect(endings.get('runtime_error')).toBeGreaterThan(count / 5);
  expect(endings.get('budget_exceeded')).toBeGreaterThan(count / 100);
}

test(`${COUNT} random programs give the same compiled and walked: result, error, place, scene, instructions`, () => {
  const endings = new Map<string, number>();
  for (let index = 0; index < COUNT; index += 1) {
    const ending = compare(new ProgramGenerator(SEED + index).program(), boundsFor(index));
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  expectVariety(endings, COUNT);
}, 180_000);

test(`so do ${WIDE_COUNT} with the whole library, modules and functions within functions`, () => {
  const endings = new Map<string, number>();
  for (let index = 0; index < WIDE_COUNT; index += 1) {
    const ending = compare(new WideGenerator(SEED + index).program(), boundsFor(index));
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }
  expectVariety(endings, WIDE_COUNT);
}, 180_000);

test('so do programs that are brought down to the smallest that fails, if one does', () => {
  const choices = fc.uint8Array({ maxLength: 1500, size: 'max' });
  const property = fc.property(choices, fc.integer({ min: 50, max: 5000 }), (bytes, instructions) => {
    compare(new WideGenerator(new ListedChoices(bytes)).program(), { instructions });
  });
  fc.assert(property, { seed: SEED, numRuns: 500 });
}, 180_000);

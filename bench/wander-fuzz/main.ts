/**
 * `node bench/run.mjs wander-fuzz [--json] [--seconds N] [--seed N]`: random programs under the compiler and under the oracle,
 * changed texts of the corpus through everything that reads one, and the language service asked at any place of them. Goes on
 * for so many seconds, each round with the next seed, and stops at the first thing that does not hold, brought down to the
 * smallest text that shows it.
 */
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { ListedChoices, SeededChoices } from '../../src-main/wander/testkit/choices';
import { endingOf, runBoth, withoutCount } from '../../src-main/wander/testkit/comparing';
import { ProgramGenerator } from '../../src-main/wander/testkit/generator';
import { WideGenerator } from '../../src-main/wander/testkit/generator-wide';
import { mutate } from '../../src-main/wander/testkit/mutations';
import { exerciseService, exerciseText, exerciseWhole } from '../../src-main/wander/testkit/robust';

const RUNS = 200;
const FACTS = { mode: 'tool', tags: ['crate'], entityNames: ['Lamp'], toolNames: ['echo'] } as const;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
});

const corpus = join(process.env.SKYWALKER_BENCH ?? '.', '../../src-main/wander/corpus');
const texts = readdirSync(corpus)
  .filter((name) => name.endsWith('.wander'))
  .map((name) => readFileSync(join(corpus, name), 'utf8'));

const endings: Record<string, number> = {};
const counts = { programs: 0, texts: 0, places: 0 };

/** Throws where compiled and walked differ. */
function compare(source: string, instructions: number, memoryBytes: number | undefined): void {
  const trials = runBoth(source, { instructions, memoryBytes });
  counts.programs += 1;
  if ('problem' in trials) throw new Error(`no program: ${trials.problem}\n${source}`);
  const { compiled, walked, copied } = trials;
  endings[endingOf(compiled)] = (endings[endingOf(compiled)] ?? 0) + 1;
  if (!isDeepStrictEqual(compiled, walked))
    throw new Error(`compiled ${JSON.stringify(compiled)}\nwalked ${JSON.stringify(walked)}\n${source}`);
  if (copied !== undefined && !isDeepStrictEqual(withoutCount(compiled), withoutCount(copied)))
    throw new Error(`shared ${JSON.stringify(compiled)}\ncopied ${JSON.stringify(copied)}\n${source}`);
}

const bounds = fc.tuple(
  fc.oneof(fc.constant(20_000), fc.integer({ min: 20, max: 3000 })),
  fc.oneof(fc.constant(undefined), fc.integer({ min: 500, max: 50_000 })),
);
const mutated = fc
  .tuple(fc.nat({ max: texts.length - 1 }), fc.uint8Array({ minLength: 8, maxLength: 60 }))
  .map(([index, bytes]) => mutate(texts[index] ?? '', texts, new ListedChoices(bytes)));

/** What must hold, by its name. */
const properties = {
  'small programs': fc.property(fc.uint8Array({ maxLength: 1500, size: 'max' }), bounds, (bytes, limits) => {
    compare(new WideGenerator(new ListedChoices(bytes)).program(), ...limits);
  }),
  'large programs': fc.property(fc.nat(), bounds, (seed, limits) => {
    compare(new WideGenerator(new SeededChoices(seed)).program(), ...limits);
    compare(new ProgramGenerator(new SeededChoices(seed)).program(), ...limits);
  }),
  'changed texts': fc.property(mutated, (text) => {
    counts.texts += 1;
    exerciseText(text);
    exerciseText(text, 'script');
  }),
  'the service': fc.property(mutated, fc.nat(), (text, number) => {
    counts.places += 2;
    exerciseWhole(text, FACTS);
    exerciseService(text, number % (text.length + 1), FACTS);
    exerciseService(text, text.length, FACTS);
  }),
};

const end = performance.now() + Number(options.seconds) * 1000;
const seed = Number(options.seed);
let round = 0;
let failure: string | undefined;
for (; failure === undefined && performance.now() < end; round += 1) {
  for (const [name, property] of Object.entries(properties)) {
    const details = fc.check(property as fc.IProperty<unknown>, { seed: seed + round, numRuns: RUNS });
    if (!details.failed) continue;
    const thrown = details.errorInstance instanceof Error ? details.errorInstance.stack : '';
    failure = `${name}, seed ${seed + round}: ${JSON.stringify(details.counterexample)}\n${thrown ?? ''}`;
    break;
  }
}
const result = { rounds: round, ...counts, endings, failed: failure !== undefined };
console.log(options.json ? JSON.stringify(result) : result);
if (failure !== undefined) {
  console.error(failure);
  process.exitCode = 1;
}

import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ListedChoices, SeededChoices } from './choices';
import { WideGenerator } from './generator-wide';
import { mutate } from './mutations';
import { exerciseService, exerciseText, exerciseWhole } from './robust';

const SEED = 20_240_601;
const CORPUS = join(import.meta.dirname, '..', 'corpus');
const TEXTS: readonly string[] = readdirSync(CORPUS)
  .filter((name) => name.endsWith('.wander'))
  .map((name) => readFileSync(join(CORPUS, name), 'utf8'));

const FACTS = { mode: 'tool', tags: ['crate'], entityNames: ['Lamp'], toolNames: ['echo'] } as const;

const mutated = fc
  .tuple(fc.nat({ max: TEXTS.length - 1 }), fc.uint8Array({ minLength: 8, maxLength: 60 }))
  .map(([index, bytes]) => mutate(TEXTS[index] ?? '', TEXTS, new ListedChoices(bytes)));

test('1,500 texts of the corpus with bytes and tokens changed are read, checked, formatted and run without a fault', () => {
  let run = 0;
  const property = fc.property(mutated, (text) => {
    if (exerciseText(text) !== undefined) run += 1;
    exerciseText(text, 'script');
  });
  fc.assert(property, { seed: SEED, numRuns: 1500 });
  // Some of them are programs still.
  expect(run).toBeGreaterThan(150);
}, 120_000);

test('the service answers at any place of a changed text', () => {
  const property = fc.property(mutated, fc.nat(), (text, number) => {
    exerciseWhole(text, FACTS);
    exerciseService(text, number % (text.length + 1), FACTS);
    exerciseService(text, text.length, FACTS);
  });
  fc.assert(property, { seed: SEED, numRuns: 300 });
}, 120_000);

test('the service answers at every place of a text that is being typed', () => {
  for (let index = 0; index < 4; index += 1) {
    const program = new WideGenerator(SEED + index).program().slice(0, 600);
    const text = mutate(program, TEXTS, new SeededChoices(index));
    exerciseWhole(text, FACTS);
    for (let offset = 0; offset <= text.length; offset += 1) exerciseService(text, offset, FACTS);
  }
}, 120_000);

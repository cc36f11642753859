import { expect, test } from 'vitest';
import { EXAMPLES } from '../examples.fixture';
import { MemoryScene } from '../testkit/memory-scene';
import { createPlay } from './play';
import { runTests } from './tests';

const source = EXAMPLES.find((example) => example.source.startsWith('behavior Beacon'))?.source ?? '';
const scene = () => ({ scene: new MemoryScene([{ name: 'Lamp' }]), entity: 1 });

test('the test of the Beacon passes with its three expectations', () => {
  const report = runTests(source, { scene });
  expect(report).toMatchObject({ compiled: true, passed: 1, failed: 0, diagnostics: [] });
  expect(report.tests[0]).toMatchObject({
    name: 'two charges heat it',
    behavior: 'Beacon',
    passed: true,
    steps: 8,
    errors: [],
    expectations: [{ passed: true }, { passed: true, condition: 'pulses == 2' }, { passed: true }],
  });
});

test('the Beacon is hot from the sixth step after its charges, and cold six steps later', () => {
  const memory = new MemoryScene([{ name: 'Lamp' }]);
  const scripts = [{ entity: 1, name: 'beacon', source }];
  const play = createPlay({ host: { scene: memory, scripts: () => scripts }, seed: 1 });
  const events = [2, 5].map((delay) => ({ name: 'charge', to: 1, data: { delay } }));
  const seen: string[] = [];
  for (let step = 0; step <= 14; step += 1) {
    const report = play.step(step === 1 ? { events } : {});
    for (const { from, to } of report.states) seen.push(`${step} ${from ?? ''} -> ${to}`);
    for (const { name, value } of report.vars) seen.push(`${step} ${name} = ${JSON.stringify(value)}`);
    expect(report.errors).toEqual([]);
  }
  expect(seen).toEqual([
    '0  -> Cold',
    '0 pulses = 0',
    '0 mode = "cold"',
    '3 pulses = 1',
    '6 Cold -> Hot',
    '6 pulses = 2',
    '6 mode = "hot"',
    '12 Hot -> Cold',
    '12 mode = "cold"',
  ]);
  expect(memory.entity(1)?.vars).toEqual({ pulses: 2, mode: 'cold' });
});

/** The reference says of each example what it gives; here each of them runs and gives that. */
import { expect, test } from 'vitest';
import { runText } from '../testkit/run-text';
import { EXAMPLE_RESULTS } from './example-results';
import { entryName } from './signature';
import { STDLIB } from './registry';

const SCENE = [
  { name: 'Lamp', tags: ['light'], components: { light: { intensity: 2 } }, vars: { hp: 1 } },
  { name: 'Crate', tags: ['crate'], position: [1, 0, 0] as const },
];
const tool = { tools: { entity_get: () => ({ id: 1 }) }, files: { 'data/notes.txt': 'three crates' } };

const entries = STDLIB.filter(({ group }) => group !== 'game');

test('each entry has a result, and each result an entry', () => {
  expect(Object.keys(EXAMPLE_RESULTS).sort()).toEqual(entries.map(entryName).sort());
});

test.each(entries.map((entry) => [entryName(entry), entry] as const))('the example of %s', (name, entry) => {
  const { gives, look, then, fails } = EXAMPLE_RESULTS[name] ?? {};
  const lines = [
    'fn run(args)',
    '  let items = [3, 1, 2]',
    '  let stats = {hp: 3}',
    `  let value = ${entry.example}`,
    '  log [value]',
    `  log [${look ?? 'none'}]`,
    '  return [items, stats]',
    'end',
  ];
  const outcome = runText(lines.join('\n'), { scene: SCENE, tool });
  if (fails !== undefined) {
    expect(outcome).toMatchObject({ ok: false, error: { message: fails } });
    return;
  }
  expect(outcome).toMatchObject({ ok: true, logs: [`[${gives ?? 'none'}]`, `[${then ?? 'none'}]`] });
});

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MemoryScene } from '../../src-main/wander/testkit/memory-scene';
import { runText } from '../../src-main/wander/testkit/run-text';
import { benchEntities, PROGRAMS, SCAN_ARGS, sourceOf, wanderOf } from './programs';

const folder = dirname(fileURLToPath(import.meta.url));

test.each(PROGRAMS.filter(({ expected }) => expected !== undefined))(
  'the program $name of the bench gives what Lua gives for it',
  (program) => {
    const { expected } = program;
    const outcome = runText(wanderOf(folder, program), { instructions: 50_000_000 });
    expect(outcome).toMatchObject({ ok: true, result: expected });
  },
);

test('the scan looks at 5,000 entities and gives 1,250 rows', () => {
  const entities = benchEntities();
  expect(entities).toHaveLength(5000);
  const outcome = runText(sourceOf(folder, 'scan.wander'), {
    scene: new MemoryScene(entities),
    args: SCAN_ARGS,
  });
  expect(outcome).toMatchObject({ ok: true });
  const rows = outcome.ok && Array.isArray(outcome.result) ? outcome.result : [];
  expect(rows).toHaveLength(1250);
  // Entity 3: x = 2, y = 2, z = -13, so it is √177 away.
  expect(rows[0]).toEqual({
    id: 3,
    name: 'Unit 3',
    at: [2, 2, -13],
    hp: 13,
    team: 'red',
    far: Math.sqrt(177),
  });
});

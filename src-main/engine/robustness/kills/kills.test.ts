/** kill −9 between any two accesses to the disk of a define/approve/call/save cycle. `SKYWALKER_KILLS` makes more of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../../testkit/built-entry';
import { KillRounds } from './rounds';

const ROUNDS = Number(process.env.SKYWALKER_KILLS ?? 25);
const SEED = Number(process.env.SKYWALKER_SEED ?? 1);

let child: BuiltEntry;

beforeAll(async () => {
  child = await buildEntry('src-main/engine/robustness/kills/child.ts');
}, 120_000);

afterAll(() => child.remove());

test(
  `killed ${ROUNDS} times, the project always opens, no definition or approval is half-written, and the audit's chain is whole`,
  async () => {
    const rounds = await KillRounds.start({
      command: [process.execPath, child.script],
      seed: SEED,
    });
    const summary = await rounds.run(ROUNDS);
    expect(summary.problems).toEqual([]);
    expect(summary.opened).toBe(ROUNDS);
    // It was no idle run.
    expect(summary.cycles).toBeGreaterThan(ROUNDS / 3);
    expect(Object.keys(summary.kills)).toHaveLength(4);
    expect(Object.keys(summary.within).length).toBeGreaterThan(1);
  },
  60_000 + ROUNDS * 6_000,
);

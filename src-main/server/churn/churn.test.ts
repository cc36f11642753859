/**
 * Clients that come, call, poll and are killed in the middle, many at once. `SKYWALKER_CHURN_MINUTES=5` makes it a soak;
 * `node bench/run.mjs churn` measures the memory too.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../../testkit/built-entry';
import { Churn } from './churn';

const MINUTES = Number(process.env['SKYWALKER_CHURN_MINUTES'] ?? 0);
const CALLS = 1000;

let clients: BuiltEntry;

beforeAll(async () => {
  clients = await buildEntry('src-main/server/churn/churn-process.fixture.ts');
}, 120_000);

afterAll(() => clients.remove());

test(
  'of 1,000 calls by 50 clients that are killed at random none loses its answer or is made twice, and nothing of the killed is left',
  async () => {
    const churn = await Churn.start({
      script: clients.script,
      clients: 50,
      processes: 2,
      killShare: 0.05,
      seed: 7,
      hostsComeBack: true,
    });
    const until = performance.now() + MINUTES * 60_000;
    try {
      do {
        const round = await churn.round(CALLS, 1);
        expect({ wrong: round.wrong, lost: round.lostWrites }).toEqual({ wrong: [], lost: [] });
        // What a killed process had answered and not yet told is made again.
        expect(round.answered).toBeGreaterThanOrEqual(CALLS);
        // It was no idle run.
        expect(round.processesKilled).toBe(1);
        expect(round.writes).toBeGreaterThan(CALLS / 5);
        expect(round.served).toBeGreaterThan(CALLS / 10);
        expect(Object.keys(round.killed).length).toBeGreaterThan(5);
      } while (performance.now() < until);
      const { connections, waiters, hosts, handles } = await churn.rest(() => undefined);
      expect({ connections, waiters, hosts, handles }).toEqual({
        connections: 0,
        waiters: 0,
        hosts: 0,
        handles: 0,
      });
    } finally {
      await churn.close();
    }
  },
  (5 + 2 * MINUTES) * 60_000,
);

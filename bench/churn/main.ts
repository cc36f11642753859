/**
 * `node bench/run.mjs churn [--json] [--calls N] [--clients N] [--minutes N] [--seed N] [--snapshots FOLDER]`: 50 clients
 * on HTTP with and without sessions and on the agent socket make 10,000 calls; one call in twenty is cut off in the middle
 * with its connection, and some processes of clients are killed. Ends with 1 where an answer was lost or anything of them is
 * left. With `--minutes` it goes on round after round for so long, and the heap is measured ten times on the way: what levels
 * off is told from what grows. `--snapshots` writes the heap at the start, in the middle and at the end, for Chrome's DevTools.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeHeapSnapshot } from 'node:v8';
import { Churn, type ChurnRest, type ChurnRound } from '../../src-main/server/churn/churn';
import { workAsProcess } from '../../src-main/server/churn/process';

const [first, second] = process.argv.slice(2);
if (first === 'clients') await workAsProcess(second);

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    calls: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    snapshots: { type: 'string' },
  },
});

/** The memory of events and of each way in is full after so many. */
const WARM_UP = 6_000;
/** What is left may hold so much more than before. */
const GROWTH = 1.2;
/** How often the heap is measured, the first time at the start. */
const HEAP_SAMPLES = 10;

const collect = (): void => void globalThis.gc?.();
const say = (text: string): void => {
  if (!options.json) console.log(text);
};
const calls = Number(options.calls);
const runMs = Number(options.minutes) * 60_000;
const snapshot = (name: string): void => {
  if (options.snapshots === undefined) return;
  mkdirSync(options.snapshots, { recursive: true });
  writeHeapSnapshot(join(options.snapshots, `${name}.heapsnapshot`));
};
const churn = await Churn.start({
  script: process.argv[1] ?? '',
  args: ['clients'],
  clients: Number(options.clients),
  processes: 5,
  killShare: 0.05,
  seed: Number(options.seed),
  hostsComeBack: false,
});
say(`Warming up with ${WARM_UP} calls.`);
const warmUp = await churn.round(WARM_UP, 2);
const before = await churn.rest(collect);
snapshot('0-start');
const rounds: ChurnRound[] = [];
const answered = (): number => rounds.reduce((sum, round) => sum + round.answered, 0);
/** The heap with nothing of the clients left, over the run. */
const heap = [sampleOf(before)];
const started = performance.now();
/** Time that went into measuring is none of the run. */
let measuringMs = 0;
const passedMs = (): number => performance.now() - started - measuringMs;
do {
  rounds.push(await churn.round(calls, 5));
  say(`${answered()} calls answered.`);
  if (passedMs() < runMs && passedMs() >= (heap.length * runMs) / HEAP_SAMPLES) {
    const start = performance.now();
    heap.push(sampleOf(await churn.rest(collect)));
    if (heap.length === HEAP_SAMPLES / 2) snapshot('1-middle');
    measuringMs += performance.now() - start;
  }
} while (passedMs() < runMs);
const seconds = passedMs() / 1000;
const after = await churn.rest(collect);
heap.push(sampleOf(after));
snapshot('2-end');
await churn.close();

/** `[calls answered so far, MiB]`. */
function sampleOf({ heapBytes }: ChurnRest): readonly [calls: number, mib: number] {
  return [answered(), Math.round((heapBytes / 2 ** 20) * 100) / 100];
}

const { heapBytes, ...left } = after;
const sum = (of: (round: ChurnRound) => number): number =>
  rounds.reduce((total, round) => total + of(round), 0);
const killed: Record<string, number> = {};
for (const round of rounds)
  for (const [what, count] of Object.entries(round.killed)) killed[what] = (killed[what] ?? 0) + count;
const summary = {
  clients: Number(options.clients),
  calls_answered: answered(),
  connections_killed: Object.values(killed).reduce((total, count) => total + count, 0),
  killed_in: killed,
  processes_killed: sum((round) => round.processesKilled),
  calls_of_hosts: sum((round) => round.served),
  refused_and_repeated: sum((round) => round.refused),
  wrong_or_lost_answers: [warmUp, ...rounds].flatMap((round) => round.wrong),
  lost_writes: [warmUp, ...rounds].flatMap((round) => round.lostWrites),
  left: { ...left },
  heap_mib_by_calls: heap,
  memory_vs_start: Math.round((heapBytes / before.heapBytes) * 1000) / 1000,
  calls_per_second: Math.round(answered() / seconds),
};
const good =
  summary.wrong_or_lost_answers.length + summary.lost_writes.length === 0 &&
  summary.calls_answered >= calls &&
  Object.values(left).every((count) => count === 0) &&
  summary.memory_vs_start <= GROWTH;
console.log(JSON.stringify(summary, null, 2));
process.exit(good ? 0 : 1);

/**
 * `node bench/run.mjs kills [--json] [--rounds N] [--seed N]`: kill −9 at random moments of define/approve/call/save cycles
 * (`src-main/engine/robustness/kills`), and what was found when the project was opened after each. Ends with 1 where
 * anything was half-written.
 */
import { parseArgs } from 'node:util';
import { defineUntilKilled } from '../../src-main/engine/robustness/kills/definer';
import { KillRounds } from '../../src-main/engine/robustness/kills/rounds';

const [first, ...rest] = process.argv.slice(2);
if (first === 'killed') await defineUntilKilled(rest);

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
});
const rounds = Number(options.rounds);
const runs = await KillRounds.start({
  command: [process.execPath, process.argv[1] ?? '', 'killed'],
  seed: Number(options.seed),
});
const summary = await runs.run(rounds, (round) => {
  if (!options.json && round % 25 === 0) console.log(`${round} of ${rounds}`);
});
if (options.json) console.log(JSON.stringify(summary, null, 2));
else {
  const { cycles, within, torn, finished, undone, opened, problems } = summary;
  const within_ = Object.entries(within).map(([what, count]) => `${count} while ${what}`);
  console.log(`${rounds} kills in ${cycles} whole cycles (${within_.join(', ')}); opened ${opened} times.`);
  console.log(
    `Audit: ${torn} torn last lines, repaired. Changes: ${finished} completed, ${undone} taken back.`,
  );
  console.log(problems.length === 0 ? 'Nothing was half-written.' : problems.join('\n'));
}
process.exit(summary.problems.length === 0 && summary.opened === rounds ? 0 : 1);

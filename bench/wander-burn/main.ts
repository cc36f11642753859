/**
 * `node bench/run.mjs wander-burn [--json] [--only PATTERN] [--entities N] [--top N]`: how much computation one default budget
 * buys, at the worst, over some thousands of scripts: each library function with arguments of each size, the operators and
 * statements, what fills the memory. They run in a scene of the engine with so many entities (5), or with 0 in that of the tests,
 * which looks at each of its entities for everything. Times are those of the processor, the least of some rounds, so that other work on the machine
 * counts little.
 */
import { parseArgs } from 'node:util';
import { burnScripts, type BurnScript } from '../wander/burn-scripts';
import { Scene } from '../../src-main/engine/scene/scene';
import { EngineSceneHost } from '../../src-main/engine/wander/scene-host';
import type { SceneHost } from '../../src-main/wander/host';
import { loadProgram } from '../../src-main/wander/load';
import type { Program } from '../../src-main/wander/compile/program';
import { runProgram } from '../../src-main/wander/run';
import { MemoryScene } from '../../src-main/wander/testkit/memory-scene';
import { MemoryToolHost } from '../../src-main/wander/testkit/tool-host';

const BUDGET = 1_000_000;
/** A script that takes longer than this is bad enough. */
const LIMIT_MS = 5000;
const ROUNDS = 5;
/** What takes less is not measured again. */
const DULL_MS = 40;

interface Burn {
  readonly name: string;
  readonly ms: number;
  readonly instructions: number;
  /** How it ended. */
  readonly code: string;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    entities: { type: 'string', default: '5' },
    top: { type: 'string', default: '25' },
  },
});

const scene = sceneOf(Number(options.entities));

/** A lamp, and crates in rows, a third of them below the lamp. */
function sceneOf(count: number): Scene {
  const made = new Scene();
  const transaction = made.begin();
  for (let index = 0; index < count; index += 1) {
    if (index === 0)
      transaction.create({ name: 'Lamp', tags: ['ab'], components: { light: { intensity: 1 } } });
    else
      transaction.create({
        name: `Crate ${index}`,
        tags: ['crate'],
        parent: index % 3 === 0 ? 1 : null,
        position: [index % 300, 0, Math.floor(index / 300)],
        vars: { hp: 3 },
      });
  }
  transaction.commit();
  return made;
}

function burnIn(program: Program, host: SceneHost): Omit<Burn, 'name'> {
  const tool = new MemoryToolHost({
    files: { a: 'x'.repeat(10_000), 'big.txt': 'word '.repeat(50_000) },
    tools: { echo: (args) => args, ab: (args) => args },
  });
  const cpu = process.cpuUsage();
  const start = performance.now();
  const outcome = runProgram(program, {
    host: { scene: host, mutate: true, tool },
    args: {},
    seed: 1,
    limits: { instructions: BUDGET, now: () => performance.now(), deadline: start + LIMIT_MS },
  });
  const { user, system } = process.cpuUsage(cpu);
  const ms = Math.min(performance.now() - start, (user + system) / 1000);
  return { ms, instructions: outcome.instructions, code: outcome.ok ? 'ok' : outcome.error.code };
}

function burnOnce(program: Program): Omit<Burn, 'name'> {
  if (scene.count === 0) {
    const small = new MemoryScene([
      { name: 'Lamp', tags: ['ab'], components: { light: { intensity: 1 } } },
      { name: 'Crate', parent: 1, tags: ['crate'] },
    ]);
    return burnIn(program, small);
  }
  const transaction = scene.begin();
  try {
    return burnIn(program, new EngineSceneHost(scene, transaction));
  } finally {
    transaction.rollback();
  }
}

function burn({ name, source }: BurnScript): Burn {
  const { program, diagnostics } = loadProgram(source, { mode: 'tool' });
  if (program === undefined) throw new Error(`${name}: ${diagnostics[0]?.message ?? 'no program'}`);
  let best = burnOnce(program);
  for (let round = 1; round < ROUNDS && best.ms > DULL_MS && best.ms < LIMIT_MS / 2; round += 1) {
    const next = burnOnce(program);
    if (next.ms < best.ms) best = next;
  }
  return { name, ...best };
}

const pattern = new RegExp(options.only);
const burns = burnScripts()
  .filter(({ source }) => pattern.test(source))
  .map(burn)
  .sort((a, b) => b.ms - a.ms);
const endings: Record<string, number> = {};
for (const { code } of burns) endings[code] = (endings[code] ?? 0) + 1;
const result = {
  scripts: burns.length,
  worst_budget_burn_ms: Math.round(burns[0]?.ms ?? 0),
  worst_budget_burn: burns[0]?.name,
  over_100_ms: burns.filter(({ ms }) => ms > 100).length,
  endings,
};
if (options.json) console.log(JSON.stringify(result));
else {
  console.log(result);
  for (const { name, ms, instructions, code } of burns.slice(0, Number(options.top)))
    console.log(
      `${ms.toFixed(0).padStart(6)} ms ${String(instructions).padStart(8)} ${code.padEnd(18)} ${name.slice(0, 140)}`,
    );
}

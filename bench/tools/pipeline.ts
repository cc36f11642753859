/**
 * What a call costs besides the tool's own work: resolve, look at the files, gate, validate, transaction, undo step, event,
 * audit line and statistics, with what of it is written to the disk in the background. In scenes of 1,000 and of 100,000
 * entities.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { Engine } from '../../src-main/engine/engine';
import { isJsonObject, type JsonObject } from '../../src-main/engine/json';
import { EngineSceneHost } from '../../src-main/engine/wander/scene-host';
import { loadProgram } from '../../src-main/wander/load';
import { runProgram } from '../../src-main/wander/run';
import { stopwatch } from '../wander/clock';
import { makeProject } from './project';

const AGENT = { actor: 'mcp:bench', kind: 'agent' } as const;
const PERSON = { actor: 'user', kind: 'human' } as const;

const TOOLS = {
  reads: 'fn run(args)\n  return args.n\nend\n',
  mutates: 'fn run(args)\n  find(args.id).enabled = args.n % 2 == 0\n  return args.n\nend\n',
} as const;

const INPUT: JsonObject = {
  type: 'object',
  properties: { n: { type: 'integer' }, id: { type: 'integer' } },
  required: ['n'],
};

/** Calls in one sample. */
const CALLS = 1000;

/** The autosave of a scene with 100,000 entities is work of its own, and none of a call's. */
const NO_AUTOSAVE = { quiet: 3_600_000, every: 3_600_000 };

/** Microseconds; the least of all rounds. */
export interface CallTimes {
  /** The whole of a call, the tool's own work with it. */
  readonly reads: number;
  readonly mutates: number;
  /** The program of the read-only tool alone, without the door. */
  readonly bare: number;
}

export async function callTimes(
  rounds: number,
): Promise<{ readonly few: CallTimes; readonly many: CallTimes }> {
  const few = { reads: Infinity, mutates: Infinity, bare: Infinity };
  const many = { ...few };
  const sizes = [
    { engine: await engineWith(1000), least: few },
    { engine: await engineWith(100_000), least: many },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const { engine, least } of sizes) {
      least.bare = Math.min(least.bare, sampleBare(engine));
      for (const name of ['reads', 'mutates'] as const)
        least[name] = Math.min(least[name], await sampleCalls(engine, name));
    }
  }
  for (const { engine } of sizes) await engine.close({ discardUnsaved: true });
  return { few, many };
}

async function engineWith(entities: number): Promise<Engine> {
  const project = await makeProject(0);
  const opened = await Engine.open({ ...project, purpose: 'bench', autosave: NO_AUTOSAVE });
  if (!opened.ok) throw new Error(opened.error.message);
  const engine = opened.value;
  const tx = engine.scene.begin();
  for (let index = 0; index < entities; index += 1)
    tx.create({ name: `Entity ${index}`, position: [index % 300, 0, Math.floor(index / 300)] });
  tx.commit();
  for (const [name, wander] of Object.entries(TOOLS)) {
    await decide(engine, 'tool_define', {
      name,
      description: `A tool that ${name} and does next to nothing.`,
      input_schema: INPUT,
      capabilities: { mutate: name === 'mutates' },
      wander,
    });
    if (name === 'mutates') await decide(engine, 'tool_approve', { name });
  }
  return engine;
}

async function decide(engine: Engine, tool: string, args: JsonObject): Promise<void> {
  const result = await engine.call({ tool, args, caller: PERSON });
  if (!result.ok) throw new Error(result.error.message);
}

/** Microseconds for one call, and the turns in which files are written counted in. */
async function sampleCalls(engine: Engine, name: keyof typeof TOOLS): Promise<number> {
  const passed = stopwatch();
  for (let n = 0; n < CALLS; n += 1) {
    const result = await engine.call({ tool: `user_${name}`, args: { n, id: 500 }, caller: AGENT });
    if (!result.ok || !isJsonObject(result.structured) || result.structured.result !== n)
      throw new Error(JSON.stringify(result));
    // Otherwise no file would be written before the end.
    if (n % 50 === 49) await turn();
  }
  await engine.events.flush();
  return (passed() * 1000) / CALLS;
}

function sampleBare(engine: Engine): number {
  const { program } = loadProgram(TOOLS.reads, { mode: 'tool', module: () => undefined });
  if (program === undefined) throw new Error('the program has errors');
  const host = { scene: new EngineSceneHost(engine.scene, undefined), mutate: false };
  const passed = stopwatch();
  for (let n = 0; n < CALLS; n += 1) {
    const outcome = runProgram(program, {
      host,
      args: { n, id: 500 },
      limits: { instructions: 1_000_000, deadline: Infinity, now: () => performance.now() },
      seed: 1,
    });
    if (!outcome.ok || outcome.result !== n) throw new Error('the program gave something else');
  }
  return (passed() * 1000) / CALLS;
}

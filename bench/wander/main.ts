/**
 * `node bench/run.mjs wander [--json] [--rounds N] [--only NAME,…] [--no-burn]`: how fast Wander runs, with everything that bounds it switched on,
 * beside Lua 5.4, QuickJS and Wasmoon. The figures are ratios from this one run: each is the least of several rounds, in which
 * the engines take turns. See docs/wander-speed.md.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue, WanderHost } from '../../src-main/wander/host';
import { buildLanguage, type Language } from './builds';
import { burnAll, burnHere } from './burn';
import { geomean, rounded, sample } from './clock';
import { quickJsScan, runLua, wasmoonScan, writeLuaData } from './peers';
import { benchEntities, PROGRAMS, SCAN_ARGS, sourceOf, wanderOf, type BenchProgram } from './programs';

const folder = process.env.SKYWALKER_BENCH ?? '';
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const json = process.argv.includes('--json');
const ROUNDS = Number(option('rounds') ?? 7);
/** Milliseconds that one sample fills. */
const LEAST = 40;
/** The most that a tool may ask for, and no more: what a program of the bench needs lies within it. */
const INSTRUCTIONS = 50_000_000;

interface BenchScene {
  readonly host: WanderHost;
  /** Changes an entity that no program looks for, as somebody else would between two calls. */
  readonly change: () => void;
}

/** The scene of the engine itself, with the entities in it. */
function benchScene(language: Language): BenchScene {
  const scene = new language.Scene();
  const transaction = scene.begin();
  // Ids are given in order, from 1, as they stand in the list.
  for (const { name, enabled, position, tags, vars } of benchEntities())
    transaction.create({ name, enabled, position, tags, vars });
  const bystander = transaction.create({ name: 'Bystander', enabled: false }).id;
  transaction.commit();
  let scale = 1;
  return {
    host: { scene: new language.EngineSceneHost(scene, undefined), mutate: false },
    change: () => {
      scale = 3 - scale;
      const tx = scene.begin();
      tx.update(bystander, { scale: [scale, scale, scale] });
      tx.commit();
    },
  };
}

interface Runner {
  readonly run: () => { readonly result: JsonValue; readonly instructions: number };
  /** Tells the program that it has run so much, as the engine does: see src-main/wander/compile/copies.ts. */
  readonly warm: (units: number) => Promise<void>;
}

/** A program ready to run with all bounds: instructions, clock, stop flag, memory, depth, size of the result. */
function runnerFor(language: Language, host: WanderHost, benchProgram: BenchProgram): Runner {
  const { name } = benchProgram;
  const { program, diagnostics } = language.loadProgram(wanderOf(folder, benchProgram), {
    mode: 'tool',
    module: () => undefined,
  });
  if (program === undefined)
    throw new Error(`${name}: ${diagnostics.map(({ message }) => message).join('; ')}`);
  const args: JsonValue = name === 'scan' ? SCAN_ARGS : {};
  return {
    warm: (units) => {
      const warmed = program.ran(units);
      if (warmed !== undefined) language.raiseInlining();
      return warmed ?? Promise.resolve();
    },
    run: () => {
      const outcome = language.runProgram(program, {
        host,
        args,
        limits: {
          instructions: INSTRUCTIONS,
          deadline: performance.now() + 10_000,
          now: () => performance.now(),
          memoryBytes: 64 * 1_048_576,
          outputBytes: 16 * 1_048_576,
          stopped: () => false,
          heapBytes: language.heapBytes,
          collect: language.collectGarbage,
        },
        seed: 1,
      });
      if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message} (line ${outcome.error.line})`);
      return outcome;
    },
  };
}

/** Milliseconds for a tool of 50 lines, before V8's threads have the programs to work on: their time counts as ours. */
function compileTime(language: Language): number {
  const tool = sourceOf(folder, 'tool.wander');
  const load = (): void => void language.loadProgram(tool, { mode: 'tool', module: () => undefined });
  sample(load, 600);
  return Math.min(...Array.from({ length: ROUNDS }, () => sample(load, LEAST)));
}

async function compare(): Promise<Record<string, unknown>> {
  const chosen = option('only')?.split(',');
  const programs = PROGRAMS.filter(({ name }) => chosen?.includes(name) ?? true);
  const metered = await buildLanguage(true);
  const unmetered = await buildLanguage(false);
  const compileMs = compileTime(metered);
  const [{ host, change }, { host: freeHost }] = [benchScene(metered), benchScene(unmetered)];
  const temporary = mkdtempSync(join(tmpdir(), 'wander-bench-'));
  const data = join(temporary, 'entities.lua');
  writeLuaData(data, benchEntities());
  const entries = programs.map((program) => ({
    program,
    bounded: runnerFor(metered, host, program),
    free: runnerFor(unmetered, freeHost, program),
    data: program.name === 'scan' ? data : undefined,
    least: { wander: Infinity, unmetered: Infinity, lua54: Infinity },
  }));
  for (const { program, bounded, free, data: file } of entries) {
    const { result, instructions } = bounded.run();
    assert.ok(instructions > 0, 'the accounting is on');
    const without = free.run();
    assert.equal(without.instructions, 0, 'the accounting is off');
    assert.deepEqual(without.result, result, `${program.name}: with and without accounting`);
    assert.deepEqual(runLua(folder, program.name, 1, file).result, result, `${program.name}: Lua and Wander`);
    if (program.expected !== undefined) assert.deepEqual(result, program.expected, program.name);
  }
  const scanned = entries.find(({ program }) => program.name === 'scan');
  const peers =
    scanned === undefined
      ? undefined
      : {
          quickjs: await quickJsScan(folder, benchEntities()),
          wasmoon_proxies: await wasmoonScan(folder, benchEntities(), true),
          wasmoon_copies: await wasmoonScan(folder, benchEntities(), false),
        };
  const peerTimes = { quickjs: Infinity, wasmoon_proxies: Infinity, wasmoon_copies: Infinity };
  let changedScan = Infinity;
  const scanChanged = (): void => {
    change();
    scanned?.bounded.run();
  };
  // The engine's process lives long, so what is measured is warm; see first_ms of the burns for what is not.
  for (const { bounded, free } of entries) {
    for (const { run, warm } of [bounded, free]) {
      sample(run, 30);
      await warm(INSTRUCTIONS);
      sample(run, 150);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { program, bounded, free, data: file, least } of entries) {
      least.wander = Math.min(least.wander, sample(bounded.run, LEAST));
      least.lua54 = Math.min(least.lua54, runLua(folder, program.name, LEAST, file).milliseconds);
      least.unmetered = Math.min(least.unmetered, sample(free.run, LEAST));
    }
    if (peers === undefined || scanned === undefined) continue;
    changedScan = Math.min(changedScan, sample(scanChanged, LEAST));
    for (const name of ['quickjs', 'wasmoon_proxies', 'wasmoon_copies'] as const) {
      const { result, milliseconds } = await peers[name].measure(LEAST);
      assert.deepEqual(result, scanned.bounded.run().result, `scan: ${name} and Wander`);
      peerTimes[name] = Math.min(peerTimes[name], milliseconds);
    }
  }
  rmSync(temporary, { recursive: true });
  const ratios = entries.map(({ program: { name }, least }) => ({ name, vs: least.wander / least.lua54 }));
  const worst = ratios.reduce((a, b) => (b.vs > a.vs ? b : a));
  const scan = scanned?.least.wander ?? NaN;
  return {
    geomean_vs_lua54: rounded(geomean(ratios.map(({ vs }) => vs))),
    worst_vs_lua54: rounded(worst.vs),
    worst_program: worst.name,
    scan_vs_quickjs: rounded(scan / peerTimes.quickjs),
    // The same after a change of the scene, which undoes what was remembered of it.
    scan_after_change_vs_quickjs: rounded(changedScan / peerTimes.quickjs),
    scan_vs_wasmoon: rounded(scan / Math.min(peerTimes.wasmoon_proxies, peerTimes.wasmoon_copies)),
    budget_overhead: rounded(geomean(entries.map(({ least }) => least.wander / least.unmetered))),
    compile_50_lines_ms: rounded(compileMs),
    vs_lua54: Object.fromEntries(ratios.map(({ name, vs }) => [name, rounded(vs)])),
    overhead: Object.fromEntries(
      entries.map(({ program, least }) => [program.name, rounded(least.wander / least.unmetered)]),
    ),
    wander_ms: Object.fromEntries(entries.map(({ program, least }) => [program.name, rounded(least.wander)])),
    lua54_ms: Object.fromEntries(entries.map(({ program, least }) => [program.name, rounded(least.lua54)])),
    scan_ms: Object.fromEntries(Object.entries(peerTimes).map(([name, value]) => [name, rounded(value)])),
  };
}

const burn = option('burn');
if (burn !== undefined) {
  const language = await buildLanguage(true);
  burnHere(burn, language, benchScene(language).host);
} else {
  const figures = await compare();
  const burns = process.argv.includes('--no-burn') ? {} : burnAll(2);
  const all = { ...figures, ...burns };
  console.log(JSON.stringify(all, null, json ? 0 : 2));
}

/** The engines that Wander is compared with. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sample, sampleAsync } from './clock';
import { SCAN_ARGS, sourceOf, type BenchEntity } from './programs';

export interface Measured {
  readonly result: unknown;
  /** Of one run. */
  readonly milliseconds: number;
}

/* What is used of the peers: they are not installed where nobody benches. */

interface Handle {
  dispose(): void;
}

interface QuickJsContext {
  readonly global: Handle;
  readonly undefined: Handle;
  readonly runtime: { setInterruptHandler(stops: () => boolean): void };
  newString(text: string): Handle;
  evalCode(text: string): unknown;
  getProp(of: Handle, name: string): Handle;
  callFunction(fn: Handle, self: Handle, ...args: Handle[]): unknown;
  unwrapResult(result: unknown): Handle;
  getString(handle: Handle): string;
}

interface QuickJs {
  readonly getQuickJS: () => Promise<{ newContext(): QuickJsContext }>;
}

interface LuaEngine {
  doString(text: string): Promise<unknown>;
  readonly global: { get(name: string): unknown; setTimeout(end: number): void };
}

interface Wasmoon {
  readonly LuaFactory: new () => {
    createEngine(options: { enableProxy: boolean; injectObjects: boolean }): Promise<LuaEngine>;
  };
}

const fromPeers = createRequire(join(process.env.SKYWALKER_PEERS ?? '', 'package.json'));

/* ---- PUC Lua 5.4 ------------------------------------------------------------------------------------------------------- */

/** A table of Lua's. */
function luaText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(luaText).join(',')}}`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `[${JSON.stringify(key)}]=${luaText(item)}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Writes what the scan gets as a file that Lua reads before its clock starts. */
export function writeLuaData(file: string, entities: readonly BenchEntity[]): void {
  writeFileSync(file, `return ${luaText(entities)}, ${luaText(SCAN_ARGS)}\n`);
}

/** Without any limit, in a process of its own, by its own clock. */
export function runLua(folder: string, name: string, least: number, data?: string): Measured {
  const program = join(folder, 'programs', `${name}.lua`);
  const { stdout, stderr, status } = spawnSync(
    'lua5.4',
    [join(folder, 'harness.lua'), program, String(least / 1000), ...(data === undefined ? [] : [data])],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`lua5.4 ${name}: ${stderr}`);
  const { result, seconds } = JSON.parse(stdout) as { result: unknown; seconds: number };
  return { result, milliseconds: seconds * 1000 };
}

/* ---- QuickJS in WebAssembly ---------------------------------------------------------------------------------------------- */

export interface ScanPeer {
  measure(least: number): Promise<Measured>;
}

/**
 * The entities go over as one JSON text and the rows come back as one: a call for each property takes twice as long. The
 * interrupt hook is on, as it must be where scripts are not trusted. The context is warm, and so is the compiled function.
 */
export async function quickJsScan(folder: string, entities: readonly BenchEntity[]): Promise<ScanPeer> {
  const { getQuickJS } = fromPeers('quickjs-emscripten') as QuickJs;
  const context = (await getQuickJS()).newContext();
  let interrupts = 0;
  context.runtime.setInterruptHandler(() => {
    interrupts += 1;
    return false;
  });
  context.unwrapResult(context.evalCode(sourceOf(folder, 'scan.quickjs'))).dispose();
  const run = context.getProp(context.global, 'run');
  const scan = (): unknown => {
    const given = context.newString(JSON.stringify(entities));
    const args = context.newString(JSON.stringify(SCAN_ARGS));
    const answer = context.unwrapResult(context.callFunction(run, context.undefined, given, args));
    const result: unknown = JSON.parse(context.getString(answer));
    for (const handle of [given, args, answer]) handle.dispose();
    return result;
  };
  return {
    measure(least) {
      const result = scan();
      const milliseconds = sample(scan, least);
      if (interrupts === 0) throw new Error('the interrupt hook of QuickJS was never called');
      return Promise.resolve({ result, milliseconds });
    },
  };
}

/* ---- Lua 5.4 in WebAssembly --------------------------------------------------------------------------------------------- */

/**
 * Wasmoon hands over objects either as proxies, each access of which calls back into JavaScript, or as copies; the rows come
 * back as copies of tables. `proxies` says which: the faster of the two is what Wander is compared with.
 */
export async function wasmoonScan(
  folder: string,
  entities: readonly BenchEntity[],
  proxies: boolean,
): Promise<ScanPeer> {
  const { LuaFactory } = fromPeers('wasmoon') as Wasmoon;
  const lua = await new LuaFactory().createEngine({ enableProxy: proxies, injectObjects: true });
  await lua.doString(readFileSync(join(folder, 'programs', 'scan.lua'), 'utf8'));
  // Lists of JavaScript are indexed from 1 in both ways of handing them over.
  const run = lua.global.get('run') as (given: unknown, args: unknown) => unknown;
  const scan = async (): Promise<unknown> => {
    lua.global.setTimeout(Date.now() + 60_000);
    return Promise.resolve(run(entities, SCAN_ARGS));
  };
  return {
    async measure(least) {
      const result = await scan();
      const milliseconds = await sampleAsync(async () => void (await scan()), least);
      return { result, milliseconds };
    },
  };
}

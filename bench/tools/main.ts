/**
 * `node bench/run.mjs tools [--json] [--rounds N]`: what a project with 1,000 custom tools costs, and what a call does. Real
 * files, the real watcher, the real server; each figure stands beside the least that anybody would have to do for the same. Each
 * is the least of several rounds, in which ours and the other take turns. Ends with 1 where a bound is passed.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { rounded } from '../wander/clock';
import { listingTimes } from './listing';
import { changeTimes, loadOnce, loadPlainly } from './load';
import { callTimes } from './pipeline';
import { makeProject, type BenchProject } from './project';

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const json = process.argv.includes('--json');
const ROUNDS = Number(option('rounds') ?? 7);

/** Milliseconds, microseconds and ratios that must not be passed. */
const BOUNDS = {
  load_1000_tools_ms: 1500,
  changed_file_ms: 100,
  list_1000_tools_ms: 20,
  read_call_us: 30,
  mutating_call_us: 60,
  read_many_vs_few: 1.3,
  mutating_many_vs_few: 1.3,
} as const;

/** Milliseconds that a process of its own took for one part: what is measured is a program that has just started. */
function inProcess(part: 'load' | 'plain', project: BenchProject): number {
  const [script = ''] = process.argv.slice(1);
  const args = [script, '--part', part, '--folder', project.folder, '--user', project.userFolder];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function loadTimes(project: BenchProject): { load: number; plain: number } {
  const least = { load: Infinity, plain: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const part of ['load', 'plain'] as const)
      least[part] = Math.min(least[part], inProcess(part, project));
  }
  return least;
}

async function measure(): Promise<Record<string, number>> {
  const project = await makeProject();
  const { load, plain } = loadTimes(project);
  const changes = await changeTimes(project, ROUNDS);
  const { list, bare } = await listingTimes(project, ROUNDS * 8);
  rmSync(dirname(project.folder), { recursive: true });
  const { few, many } = await callTimes(ROUNDS * 4);
  return {
    load_1000_tools_ms: load,
    load_vs_json_and_ajv: load / plain,
    changed_file_ms: changes.active,
    changed_file_vs_watcher: changes.active / changes.watched,
    list_1000_tools_ms: list,
    list_vs_bare_sdk_server: list / bare,
    read_call_us: many.reads - many.bare,
    mutating_call_us: many.mutates - many.bare,
    read_many_vs_few: many.reads / few.reads,
    mutating_many_vs_few: many.mutates / few.mutates,
    bare_program_us: many.bare,
    mutating_vs_read: many.mutates / many.reads,
  };
}

const part = option('part');
if (part === undefined) {
  const figures = await measure();
  const all = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]));
  const passed = Object.entries(BOUNDS).filter(([name, bound]) => !((all[name] ?? Infinity) < bound));
  console.log(JSON.stringify({ ...all, over: passed.map(([name]) => name) }, null, json ? 0 : 2));
  if (passed.length > 0) process.exitCode = 1;
} else {
  const project = { folder: option('folder') ?? '', userFolder: option('user') ?? '' };
  console.log(part === 'load' ? await loadOnce(project) : loadPlainly(project.folder));
}

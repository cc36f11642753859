/** Opening a project with 1,000 tools, each time in a process that has just started, and one changed file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject } from '../../src-main/engine/json';
import { ProjectWatcher } from '../../src-main/engine/project/watcher';
import { stopwatch } from '../wander/clock';
import { activeTools, nameOf, openEngine, TOOLS, writeTool, type BenchProject } from './project';

/** Milliseconds from nothing to a project in which every tool can be called. */
export async function loadOnce(project: BenchProject, expected = TOOLS): Promise<number> {
  const passed = stopwatch();
  const engine = await openEngine(project);
  const milliseconds = passed();
  const active = activeTools(engine);
  if (active !== expected) throw new Error(`${active} tools are active, not ${expected}`);
  await engine.close();
  return milliseconds;
}

/** The least that anybody has to do with these files: read them, parse the JSON, compile the schemas with Ajv. */
export function loadPlainly(folder: string): number {
  const passed = stopwatch();
  const ajv = new Ajv2020({ strict: false, useDefaults: true });
  const names = readdirSync(join(folder, 'tools'));
  let schemas = 0;
  for (const name of names) {
    const text = readFileSync(join(folder, 'tools', name), 'utf8');
    if (!name.endsWith('.tool.json')) continue;
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || !isJsonObject(value.input_schema)) throw new Error(name);
    ajv.compile(value.input_schema);
    schemas += 1;
  }
  if (schemas !== TOOLS) throw new Error(`${schemas} schemas`);
  return passed();
}

/**
 * Milliseconds from writing a file of a tool to the moment at which the registry offers the new text, and to that at which a
 * watcher of the same folder has told of the change; the least of several changes. Nobody calls the tool meanwhile: a call looks at the file itself.
 */
export async function changeTimes(
  project: BenchProject,
  changes: number,
): Promise<{ readonly active: number; readonly watched: number }> {
  const engine = await openEngine(project);
  const watcher = new ProjectWatcher(project.folder);
  await watcher.ready;
  const least = { active: Infinity, watched: Infinity };
  for (let change = 0; change < changes; change += 1) {
    // A read-only composite: whatever it says is active at once.
    const index = 1 + 10 * (change + 1);
    const name = nameOf(index);
    const note = ` (edit ${change})`;
    const seen = once((done) =>
      engine.registry.onChanged(() => {
        const tool = engine.registry.get(name);
        if (tool?.custom?.status === 'active' && tool.description.includes(note)) done();
      }),
    );
    const told = once((done) =>
      watcher.on(({ path }) => path.endsWith(`${name.slice(5)}.tool.json`) && done()),
    );
    const start = performance.now();
    const since = (): number => performance.now() - start;
    writeTool(project.folder, index, note);
    const [active, watched] = await Promise.all([seen.then(since), told.then(since)]);
    least.active = Math.min(least.active, active);
    least.watched = Math.min(least.watched, watched);
  }
  await watcher.close();
  await engine.close();
  return least;
}

function once(follow: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = follow(() => {
      stop();
      resolve();
    });
  });
}

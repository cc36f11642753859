/** What behaviours logged goes to Output, and where they failed to Problems. */
import { callTool } from './bridge';
import { appendOutput } from './output-store';
import { useProblems, type Problem } from './problems-store';
import { arrayOf, numberOf, objectOf, stringOf } from './read-json';
import { useScene } from './scene-store';

const SOURCE = 'play';

/** What was read of which play. */
let known = { run: 0, newest: 0 };
let byPath = new Map<string, Map<string, Problem>>();
let reading: Promise<void> | undefined;

/** Reads what is new. */
export function followPlayLog({
  run,
  newestLog,
}: {
  readonly run: number;
  readonly newestLog: number;
}): Promise<void> {
  if (run === known.run && newestLog <= known.newest) return Promise.resolve();
  reading ??= read(run).finally(() => {
    reading = undefined;
  });
  return reading;
}

async function read(run: number): Promise<void> {
  if (run !== known.run) {
    known = { run, newest: 0 };
    for (const path of byPath.keys()) useProblems.getState().set(SOURCE, path, []);
    byPath = new Map();
  }
  const result = await callTool('logs', { since: known.newest, limit: 1000 });
  if (!result.ok) return;
  const data = objectOf(result.structured);
  if (numberOf(data['run']) !== run) return;
  const touched = new Set<string>();
  for (const entry of arrayOf(data['entries'])) {
    const path = take(objectOf(entry));
    if (path !== undefined) touched.add(path);
  }
  known = { run, newest: numberOf(data['newest']) ?? known.newest };
  for (const path of touched)
    useProblems.getState().set(SOURCE, path, [...(byPath.get(path)?.values() ?? [])]);
}

/** The path that it is a problem of, if it is one. */
function take(entry: ReturnType<typeof objectOf>): string | undefined {
  const text = stringOf(entry['text']) ?? '';
  const level = stringOf(entry['level']);
  const name = stringOf(entry['name']) ?? '';
  const id = numberOf(entry['entity']);
  const file = stringOf(entry['file']);
  const line = numberOf(entry['line']) ?? 0;
  const who = id === undefined ? '' : `#${id} ${name}: `;
  const inFile = file?.endsWith('.wander') === true;
  const place = file === undefined ? '' : ` (${file}${line === 0 ? '' : `, line ${line}`})`;
  appendOutput(
    'play',
    [`${who}${text}${level === 'error' ? place : ''}`],
    level === 'error' ? 'error' : level === 'warning' ? 'warning' : 'info',
  );
  if (level !== 'error') return undefined;
  // Code in the scene itself is a problem of the scene's file.
  const path = inFile ? file : (useScene.getState().info?.file ?? undefined);
  if (path === undefined) return undefined;
  const hint = stringOf(entry['hint']);
  const problems = byPath.get(path) ?? new Map<string, Problem>();
  byPath.set(path, problems);
  // The newest of one place says the most: that a behaviour does not run any more.
  problems.set(`${line} ${id ?? 0} ${stringOf(entry['behavior']) ?? ''}`, {
    severity: 'error',
    message: `${who}${text}${inFile ? '' : place}`,
    ...(hint === undefined ? {} : { hint }),
    line: inFile ? line : 0,
    column: inFile ? (numberOf(entry['column']) ?? 0) : 0,
  });
  return path;
}

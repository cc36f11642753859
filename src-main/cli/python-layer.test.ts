/** The tests of `clients/python`, run by the machine's Python against the command as it is; each is one here. */
import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEntry, type BuiltEntry } from '../testkit/built-entry';
import { findPython } from '../testkit/python';

const runner = join(resolve(import.meta.dirname, '../..'), 'clients/python/tests/run.py');
const python = findPython();
const names = python === undefined ? [] : listTests(python);
/** Name → what went wrong, or null. */
const outcomes = new Map<string, string | null>();
let command: BuiltEntry | undefined;

beforeAll(async () => {
  if (python === undefined) return;
  command = await buildEntry('src-main/cli/main.ts');
  const child = spawn(python, [runner], {
    env: { ...process.env, SKYWALKER_BIN: command.script },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, problem } = JSON.parse(line) as { name: string; problem: string | null };
    // Parts of one test may fail apart.
    outcomes.set(name, outcomes.get(name) ?? problem);
  }
}, 600_000);

afterAll(() => command?.remove());

if (python === undefined) {
  const why = 'python3 of 3.10 or later is not on this machine: the tests of clients/python are not run';
  console.warn(why);
  test.skip(why, () => undefined);
}

test.each(names)('%s', (name) => {
  expect(outcomes.get(name), 'it was not run').not.toBeUndefined();
  expect(outcomes.get(name)).toBeNull();
});

test.skipIf(python === undefined)('no test of clients/python failed before it had begun', () => {
  const others = [...outcomes].filter(([name]) => !names.includes(name));
  expect(others).toEqual([]);
});

function listTests(program: string): string[] {
  const listed = spawnSync(program, [runner, '--list'], { encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(`The tests of clients/python can't be listed: ${listed.stderr}`);
  return listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string);
}

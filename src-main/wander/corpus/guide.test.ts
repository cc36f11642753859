/**
 * Every block of Wander in docs/wander.md does what the page says.
 *
 * A block with `fn run` is a tool: `-- args …` above it, `-- logs …`, `-- gives …` (JSON) or `-- error …` at its end. One
 * that begins with `-- file PATH` is a module for the blocks below it. One with a behavior holds tests, which pass. All
 * others are the inside of a function, and each line that ends with `-- gives …` gives that.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTests } from '../behavior/tests';
import type { JsonValue } from '../host';
import { loadProgram } from '../load';
import { EXAMPLE_SCENE } from '../testkit/example';
import { MemoryScene } from '../testkit/memory-scene';
import { runLoaded } from '../testkit/run-text';

const page = readFileSync(join(import.meta.dirname, '../../../docs/wander.md'), 'utf8');
const blocks = [...page.matchAll(/^```wander\n(.*?)^```$/gms)].map((found) => ({
  source: found[1] ?? '',
  line: page.slice(0, found.index).split('\n').length + 1,
}));

const modules: Record<string, string> = {};
for (const { source } of blocks) {
  const path = /^-- file (\S+)$/m.exec(source)?.[1];
  if (path !== undefined) modules[path] = source;
}

/** What stands behind a comment such as `-- gives`, for each of them. */
const notes = (source: string, word: string): readonly string[] =>
  [...source.matchAll(new RegExp(`^-- ${word} (.*)$`, 'gm'))].map((found) => found[1] ?? '');

const json = (text: string): JsonValue => JSON.parse(text) as JsonValue;

function runTool(
  source: string,
  args: JsonValue,
): string | { readonly result: JsonValue; readonly logs: readonly string[] } {
  const { program, diagnostics } = loadProgram(source, { mode: 'tool', module: (path) => modules[path] });
  const problem = diagnostics[0]?.message;
  if (program === undefined) return problem ?? 'it does not compile';
  const outcome = runLoaded(program, { scene: new MemoryScene(EXAMPLE_SCENE), args });
  if (!outcome.ok) return outcome.error.message;
  return problem ?? { result: outcome.result, logs: outcome.logs };
}

function checkTool(source: string): void {
  const found = runTool(source, json(notes(source, 'args')[0] ?? '{}'));
  const [error] = notes(source, 'error');
  if (error !== undefined) return expect(found).toBe(error);
  expect(found).toEqual({
    result: json(notes(source, 'gives')[0] ?? 'null'),
    logs: notes(source, 'logs').map(json),
  });
}

function checkLines(source: string): void {
  const expected: JsonValue[] = [];
  const lines = source.split('\n').map((line) => {
    const [, code, value] = /^(.*?)\s*-- gives (.*)$/.exec(line) ?? [];
    if (code === undefined || value === undefined) return line;
    expected.push(json(value));
    return `shown_here.push(${code})`;
  });
  expect(expected.length).toBeGreaterThan(0);
  const found = runTool(`fn run()\nlet shown_here = []\n${lines.join('\n')}\nreturn shown_here\nend`, {});
  expect(found).toEqual({ result: expected, logs: [] });
}

function checkBehavior(source: string): void {
  const report = runTests(source, { scene: () => ({ scene: new MemoryScene(EXAMPLE_SCENE), entity: 1 }) });
  expect(report.diagnostics).toEqual([]);
  const failed = report.tests.flatMap(({ expectations, errors }) => [
    ...expectations.filter(({ passed }) => !passed),
    ...errors,
  ]);
  expect(failed).toEqual([]);
  expect(report.passed).toBeGreaterThan(0);
}

test('the page has examples of each kind', () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(blocks.filter(({ source }) => source.startsWith('behavior')).length).toBeGreaterThan(1);
});

test.each(blocks)('the example at line $line', ({ source }) => {
  if (source.startsWith('-- file')) return;
  if (source.startsWith('behavior')) checkBehavior(source);
  else if (/^fn run\(/m.test(source)) checkTool(source);
  else checkLines(source);
});

/** Where the tests of an open file stand, and how they went: for the actions above them and the marks in the margin. */
import type { editor } from 'monaco-editor/editor/editor.api.js';
import { useBehaviors } from '../../state/behaviors-store';
import { useTools } from '../../state/tools-store';
import { useTests } from '../tests/test-store';
import type { TestState, ToolTests } from '../tests/test-tree';
import { testLines, wordsOfFailure } from './problems';
import { toolOfPath } from './tool-paths';

export interface TestPlace {
  /** From 1. */
  readonly line: number;
  /** The tool, or the file of behaviours. */
  readonly tool: string;
  /** The one test that stands here; undefined above `fn run`, which stands for all tests of its tool. */
  readonly test?: string;
  /** How many tests are meant. */
  readonly count: number;
  readonly state: TestState;
  /** The state in a sentence; failures with what was wrong. */
  readonly words: string;
}

const RUN = /^\s*fn\s+run\s*\(/;
const TEST_BLOCK = /^\s*test\s+"((?:[^"\\]|\\.)*)"/;

type Text = Pick<editor.ITextModel, 'getLineCount' | 'getLineContent' | 'getValue'>;

/** In the order of their lines. Of a tool's code, the place of `fn run`; of any other file, none. */
export function testPlaces(path: string, text: Text): readonly TestPlace[] {
  const tool = toolOfPath(path, useTools.getState().tools);
  if (tool === undefined) return path.endsWith('.wander') ? blockPlaces(path, text) : [];
  const known = useTests.getState().tools.get(tool.name);
  if (path.endsWith('.tool.json')) {
    return testLines(text.getValue()).map(({ name, line }) => placeOfTest(line, tool.name, name, known));
  }
  if (!path.endsWith('.wander')) return [];
  const line = firstLine(text, RUN);
  if (line === undefined) return [];
  const count = known?.tests.length ?? tool.tests.total;
  return [{ line, tool: tool.name, count, ...stateOfAll(known) }];
}

/** Each `test` block of a file of behaviours. */
function blockPlaces(path: string, text: Text): readonly TestPlace[] {
  const known = useTests.getState().tools.get(path);
  const file = useBehaviors.getState().files.find((one) => one.path === path);
  const places: TestPlace[] = [];
  for (let line = 1; line <= text.getLineCount(); line += 1) {
    const name = TEST_BLOCK.exec(text.getLineContent(line))?.[1];
    if (name === undefined) continue;
    const same = (file?.tests ?? []).filter((test) => test.name === name);
    const label = (same.find((test) => test.line === line) ?? same[0])?.label ?? name;
    places.push(placeOfTest(line, path, label, known));
  }
  return places;
}

function firstLine(text: Text, pattern: RegExp): number | undefined {
  for (let line = 1; line <= text.getLineCount(); line += 1)
    if (pattern.test(text.getLineContent(line))) return line;
  return undefined;
}

function placeOfTest(line: number, tool: string, test: string, known: ToolTests | undefined): TestPlace {
  const record = known?.records.get(test);
  const at = { line, tool, test, count: 1 };
  if (known?.running.has(test)) return { ...at, state: 'running', words: `“${test}” is running` };
  if (record === undefined) return { ...at, state: 'unknown', words: `“${test}” has not run` };
  return record.ok
    ? { ...at, state: 'passed', words: `“${test}” passed` }
    : { ...at, state: 'failed', words: wordsOfFailure(record).message };
}

/** The state of all of a tool's tests, as they stand together. */
function stateOfAll(known: ToolTests | undefined): Pick<TestPlace, 'state' | 'words'> {
  const tests = known?.tests ?? [];
  if (known === undefined || known.records.size + known.running.size === 0 || tests.length === 0)
    return { state: 'unknown', words: 'Its tests have not run' };
  if (known.running.size > 0) return { state: 'running', words: 'Its tests are running' };
  const failed = tests.filter((test) => known.records.get(test.name)?.ok === false);
  if (failed.length > 0) {
    const names = failed.slice(0, 3).map((test) => `“${test.name}”`);
    const more = failed.length > 3 ? ` and ${failed.length - 3} more` : '';
    return {
      state: 'failed',
      words: `${failed.length} of ${tests.length === 1 ? '1 test' : `${tests.length} tests`} failed: ${names.join(', ')}${more}`,
    };
  }
  const ran = tests.filter((test) => known.records.has(test.name)).length;
  return ran === tests.length
    ? { state: 'passed', words: tests.length === 1 ? 'Its test passed' : `All ${tests.length} tests passed` }
    : { state: 'unknown', words: `${ran} of ${tests.length} tests have run and passed` };
}

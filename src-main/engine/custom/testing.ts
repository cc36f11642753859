/** Runs a tool's tests, each as a dry run through the door: everything is rolled back, nothing is counted or kept. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { Caller, ToolDefinition, ToolResult } from '../tools/definition';
import { matchSubset } from '../tools/match';
import type { CallPipeline, DryRunOutcome } from '../tools/pipeline';
import type { RunFacts } from './kinds/compiled';
import type { TestDifference, TestExpectation, TestRecord, ToolTest } from './types';

/** Property changes of one record. */
export const MAX_CHANGES = 1000;

export interface TestRun {
  readonly pipeline: Pick<CallPipeline, 'dryRun'>;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** The tool to test; the facts of its run go to the sink. */
  readonly tool: (sink: (facts: RunFacts) => void) => ToolDefinition;
  /** Milliseconds. */
  readonly monotonic: () => number;
  /** Given each result whole: a record has no pictures. */
  readonly onResult?: (result: ToolResult) => void;
}

/** Milliseconds for all tests of one call; those left over fail as not run. */
export const MAX_TOTAL_MS = 60_000;

/** Milliseconds of tests after which other work has its turn: a cancellation is heard, and the window goes on. */
const TURN_MS = 20;

export async function runTests(tests: readonly ToolTest[], run: TestRun): Promise<TestRecord[]> {
  const records: TestRecord[] = [];
  const started = run.monotonic();
  let turn = started;
  for (const test of tests) {
    if (run.monotonic() - turn > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = run.monotonic();
    }
    const late = run.monotonic() - started > MAX_TOTAL_MS;
    if (late || run.signal.aborted) {
      records.push(
        notRun(
          test,
          late ? `All tests together took longer than ${MAX_TOTAL_MS} ms.` : 'The call was cancelled.',
        ),
      );
    } else records.push(await runTest(test, run));
  }
  return records;
}

function notRun(test: ToolTest, message: string): TestRecord {
  return {
    name: test.name,
    ok: false,
    ms: 0,
    error: { code: 'timeout', message, hint: 'Run this test alone with tool_test {"test": …}.' },
    scene_changes: [],
  };
}

export async function runTest(test: ToolTest, run: TestRun): Promise<TestRecord> {
  let facts: RunFacts = {};
  const tool = run.tool((found) => {
    facts = found;
  });
  const outcome = await run.pipeline.dryRun(
    { tool: tool.name, args: test.args ?? {}, caller: run.caller, signal: run.signal, dryRun: true },
    { definition: tool, ...(test.setup === undefined ? {} : { setup: test.setup }) },
  );
  run.onResult?.(outcome.result);
  return recordOf(test, outcome, facts, tool.custom?.limits.instructions);
}

function recordOf(
  test: ToolTest,
  outcome: DryRunOutcome,
  facts: RunFacts,
  limit: number | undefined,
): TestRecord {
  const { result, setupError } = outcome;
  const base = {
    name: test.name,
    ms: Math.round(outcome.ms * 1000) / 1000,
    ...(facts.instructions === undefined ? {} : { instructions: facts.instructions }),
    ...(facts.instructions === undefined || limit === undefined ? {} : { instruction_limit: limit }),
    ...(facts.covers === undefined ? {} : { covers: facts.covers }),
    ...(outcome.notExercised.length === 0 ? {} : { not_exercised: outcome.notExercised }),
    ...(test.expect === undefined ? {} : { expected: expectationJson(test.expect) }),
  };
  if (setupError !== undefined) {
    const { code, message, hint } = setupError.error;
    const error = {
      code,
      message: `setup[${setupError.index}] (${setupError.tool}) failed: ${message}`,
      ...(hint === undefined ? {} : { hint }),
    };
    return { ...base, ok: false, error, scene_changes: [] };
  }
  const differences = differencesOf(test.expect ?? {}, result, outcome.ms);
  const logs = facts.logs ?? [];
  return {
    ...base,
    ok: differences.length === 0,
    ...(result.ok ? { result: valueOf(result) } : { error: result.error }),
    ...(logs.length === 0 ? {} : { logs }),
    ...(result.ok && result.warnings !== undefined && result.warnings.length > 0
      ? { warnings: result.warnings }
      : {}),
    ...(differences.length === 0 ? {} : { differences }),
    scene_changes: outcome.changes.slice(0, MAX_CHANGES),
  };
}

/** What the tool returned: `result` of its structured answer. */
function valueOf(result: Extract<ToolResult, { ok: true }>): Json {
  const { structured } = result;
  if (structured === undefined) return result.text;
  return Object.hasOwn(structured, 'result') ? (structured.result ?? null) : structured;
}

function differencesOf(expected: TestExpectation, result: ToolResult, ms: number): TestDifference[] {
  const differences: TestDifference[] = [];
  const wantsOk = expected.ok ?? expected.error === undefined;
  const code = result.ok ? null : result.error.code;
  if (result.ok !== wantsOk) {
    differences.push({ path: 'ok', expected: wantsOk, actual: result.ok });
    if (!result.ok)
      differences.push({
        path: 'error',
        expected: null,
        actual: `${result.error.code}: ${result.error.message}`,
      });
  }
  if (expected.error !== undefined && code !== expected.error) {
    differences.push({ path: 'error', expected: expected.error, actual: code });
  }
  if (expected.result !== undefined && result.ok) {
    differences.push(...matchSubset(expected.result, valueOf(result), 'result'));
  }
  if (expected.contains !== undefined) {
    const text = outputText(result);
    if (!text.includes(expected.contains)) {
      differences.push({ path: 'contains', expected: expected.contains, actual: text.slice(0, 500) });
    }
  }
  if (expected.max_ms !== undefined && ms > expected.max_ms) {
    differences.push({ path: 'max_ms', expected: expected.max_ms, actual: Math.round(ms * 1000) / 1000 });
  }
  return differences;
}

function outputText(result: ToolResult): string {
  if (!result.ok) return `${result.error.code}: ${result.error.message}\n${result.error.hint ?? ''}`;
  const structured = result.structured === undefined ? '' : `\n${JSON.stringify(result.structured)}`;
  return result.text + structured;
}

function expectationJson(expectation: TestExpectation): JsonObject {
  const json: unknown = JSON.parse(JSON.stringify(expectation));
  return isJsonObject(json) ? json : {};
}

/** All tools' tests as a tree, with the state of each: what the panel shows, filters, counts and runs. */
import type { TestRecord, ToolTest } from '../../../src-preload/contract';

export type TestState = 'unknown' | 'running' | 'passed' | 'failed';

export interface TestNode {
  readonly tool: string;
  readonly name: string;
  readonly state: TestState;
  readonly ms?: number;
  readonly test: ToolTest;
  readonly record?: TestRecord;
}

export interface ToolNode {
  readonly tool: string;
  /** Of its tests: running, else failed, else unknown, else passed. */
  readonly state: TestState;
  readonly tests: readonly TestNode[];
  /** Why its tests can't be run at all, in words: a coverage failure is not a failed test. */
  readonly problem?: string;
}

/** What is known of one tool's tests. */
export interface ToolTests {
  readonly tool: string;
  readonly tests: readonly ToolTest[];
  /** By test name, from the last run. */
  readonly records: ReadonlyMap<string, TestRecord>;
  /** Names that run now. */
  readonly running: ReadonlySet<string>;
  readonly problem?: string;
}

export type StateFilter = 'all' | 'failed' | 'passed' | 'unknown';

/**
 * Tools with their tests, failed ones first and then by name; only tests that match words and state, and tools that still have one.
 * Tools without any test come last, where what did not run is asked for too.
 */
export function testTree(
  tools: readonly ToolTests[],
  query: string,
  filter: StateFilter,
): readonly ToolNode[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const untested = new Set(tools.filter((one) => one.tests.length === 0).map((one) => one.tool));
  return tools
    .map((one) => toolNode(one))
    .map((node) => ({
      ...node,
      tests: node.tests.filter(
        (test) => fits(test, filter) && words.every((word) => textOf(test).includes(word)),
      ),
    }))
    .filter(
      (node) =>
        node.tests.length > 0 ||
        (node.problem !== undefined &&
          filter !== 'passed' &&
          words.every((word) => node.tool.includes(word))) ||
        (untested.has(node.tool) &&
          (filter === 'all' || filter === 'unknown') &&
          words.every((word) => node.tool.toLowerCase().includes(word))),
    )
    .sort((a, b) => rank(a) - rank(b) || (a.tool < b.tool ? -1 : 1));
}

function toolNode(one: ToolTests): ToolNode {
  const tests = one.tests.map((test): TestNode => {
    const record = one.records.get(test.name);
    const state: TestState = one.running.has(test.name)
      ? 'running'
      : record === undefined
        ? 'unknown'
        : record.ok
          ? 'passed'
          : 'failed';
    return {
      tool: one.tool,
      name: test.name,
      state,
      test,
      ...(record === undefined ? {} : { ms: record.ms, record }),
    };
  });
  return {
    tool: one.tool,
    state: stateOf(tests),
    tests,
    ...(one.problem === undefined ? {} : { problem: one.problem }),
  };
}

function stateOf(tests: readonly TestNode[]): TestState {
  return (
    (['running', 'failed', 'unknown'] as const).find((state) => tests.some((test) => test.state === state)) ??
    (tests.length > 0 ? 'passed' : 'unknown')
  );
}

/** Running keeps its place among the failed, so that rows do not jump while tests run. */
function rank({ state, tests, problem }: ToolNode): number {
  if (tests.length === 0 && problem === undefined) return 2;
  return state === 'failed' || state === 'running' ? 0 : 1;
}

function fits(test: TestNode, filter: StateFilter): boolean {
  return filter === 'all' || test.state === filter || test.state === 'running';
}

function textOf(test: TestNode): string {
  return `${test.tool} ${test.name}`.toLowerCase();
}

export interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly running: number;
  readonly unknown: number;
}

export function countTests(tools: readonly ToolTests[]): TestCounts {
  const counts = { total: 0, passed: 0, failed: 0, running: 0, unknown: 0 };
  for (const one of tools) {
    for (const test of toolNode(one).tests) {
      counts.total += 1;
      counts[test.state] += 1;
    }
  }
  return counts;
}

/** What to run again: each tool with the tests that failed. */
export function failedTests(
  tools: readonly ToolTests[],
): readonly { readonly tool: string; readonly tests: readonly string[] }[] {
  return tools
    .map((one) => ({
      tool: one.tool,
      tests: one.tests.filter((test) => one.records.get(test.name)?.ok === false).map((test) => test.name),
    }))
    .filter((one) => one.tests.length > 0);
}

/** One test's key among all tests of all tools. */
export function keyOf(tool: string, name: string): string {
  return `${tool}\n${name}`;
}

/** Reports of test runs: TAP version 14, and JUnit's XML. */
import * as z from 'zod';
import { runFacts, shareText, stackLines } from '../engine/text/run-facts';

/** What is read of one record of `tool_test`. */
export const RECORD = z.looseObject({
  name: z.string(),
  ok: z.boolean(),
  ms: z.number(),
  instructions: z.number().optional(),
  instruction_limit: z.number().optional(),
  error: z
    .looseObject({
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
      data: z.json().optional(),
    })
    .optional(),
  differences: z
    .array(z.looseObject({ path: z.string(), expected: z.unknown(), actual: z.unknown() }))
    .optional(),
  logs: z.array(z.string()).optional(),
});

export type TestEntry = z.infer<typeof RECORD>;

export interface ToolRun {
  readonly name: string;
  readonly ok: boolean;
  readonly tests: readonly TestEntry[];
  /** Why no test could run. */
  readonly problem?: string;
}

/** One subtest for each tool. */
export function tap(runs: readonly ToolRun[]): string {
  const lines = ['TAP version 14', `1..${runs.length}`];
  for (const [index, run] of runs.entries()) {
    const skipped = run.ok && run.tests.length === 0 ? ' # SKIP no tests' : '';
    lines.push(`# Subtest: ${tapText(run.name)}`, `    1..${run.tests.length}${skipped}`);
    for (const [number, test] of run.tests.entries()) {
      lines.push(
        `    ${test.ok ? 'ok' : 'not ok'} ${number + 1} - ${tapText(test.name)} # time=${test.ms.toFixed(1)}ms${usedText(test)}`,
      );
      if (!test.ok) lines.push('      ---', ...diagnosis(test).map((line) => `      ${line}`), '      ...');
    }
    lines.push(`${run.ok ? 'ok' : 'not ok'} ${index + 1} - ${tapText(run.name)}${skipped}`);
    if (run.problem !== undefined) lines.push('  ---', `  message: ${JSON.stringify(run.problem)}`, '  ...');
  }
  return lines.join('\n');
}

function usedText({ instructions, instruction_limit: limit }: TestEntry): string {
  if (instructions === undefined || limit === undefined) return '';
  return ` instructions=${instructions}/${limit} (${shareText(instructions, limit)})`;
}

/** YAML, of which JSON is a part. */
function diagnosis(test: TestEntry): string[] {
  const lines: string[] = [];
  if (test.error) {
    lines.push(`message: ${JSON.stringify(`${test.error.code}: ${test.error.message}`)}`);
    if (test.error.hint !== undefined) lines.push(`hint: ${JSON.stringify(test.error.hint)}`);
  }
  const { stack, logs: last } = runFacts(test.error?.data);
  if (stack.length > 0)
    lines.push('stack:', ...stackLines(stack).map((line) => `  - ${JSON.stringify(line)}`));
  if (test.differences && test.differences.length > 0) {
    lines.push('differences:');
    for (const { path, expected, actual } of test.differences) {
      lines.push(
        `  - path: ${JSON.stringify(path)}`,
        `    expected: ${asJson(expected)}`,
        `    actual: ${asJson(actual)}`,
      );
    }
  }
  const logs = test.logs ?? last;
  if (logs.length > 0) lines.push('logs:', ...logs.map((log) => `  - ${JSON.stringify(log)}`));
  return lines.length > 0 ? lines : ['message: "failed"'];
}

/** A description in which nothing reads as a directive, a new line or an escape. */
function tapText(text: string): string {
  return text.replace(/[\\#]/g, '\\$&').replace(/\s+/g, ' ').trim();
}

export function junit(runs: readonly ToolRun[]): string {
  const tests = runs.reduce(
    (sum, run) => sum + Math.max(run.tests.length, run.problem === undefined ? 0 : 1),
    0,
  );
  const failures = runs.reduce((sum, run) => sum + failuresOf(run), 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="skywalker" tests="${tests}" failures="${failures}">`,
    ...runs.flatMap((run) => [
      `  <testsuite name="${xml(run.name)}" tests="${Math.max(run.tests.length, run.problem === undefined ? 0 : 1)}" failures="${failuresOf(run)}">`,
      ...run.tests.flatMap((test) => testcase(run.name, test)),
      ...(run.problem === undefined
        ? []
        : [
            `    <testcase classname="${xml(run.name)}" name="definition"><failure message="${xml(run.problem)}"/></testcase>`,
          ]),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function testcase(tool: string, test: TestEntry): string[] {
  const head = `    <testcase classname="${xml(tool)}" name="${xml(test.name)}" time="${(test.ms / 1000).toFixed(4)}"`;
  if (test.ok) return [`${head}/>`];
  const lines = diagnosis(test).join('\n');
  const message = test.error
    ? `${test.error.code}: ${test.error.message}`
    : 'the result is another than expected';
  return [`${head}>`, `      <failure message="${xml(message)}">${xml(lines)}</failure>`, '    </testcase>'];
}

function failuresOf(run: ToolRun): number {
  return run.tests.filter((test) => !test.ok).length + (run.problem === undefined ? 0 : 1);
}

function asJson(value: unknown): string {
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** Text for an attribute or an element; characters that XML can't hold are left out. */
function xml(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- XML 1.0 has no way to write these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"'\n\t]/g, (c) => `&#${c.charCodeAt(0)};`)
  );
}

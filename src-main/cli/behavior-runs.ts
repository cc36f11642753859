/** The tests of behaviours, as runs of `skywalker test`. */
import * as z from 'zod';
import { CommandError, EXIT } from './exit-codes';
import type { ProjectSession } from './session';
import type { TestEntry, ToolRun } from './test-report';

/** What is read of the answer of `wander_test`. */
const ANSWER = z.looseObject({
  tests: z.array(
    z.looseObject({
      path: z.string(),
      name: z.string(),
      passed: z.boolean(),
      seconds: z.number(),
      expectations: z.array(
        z.looseObject({
          line: z.number(),
          passed: z.boolean(),
          condition: z.string(),
          detail: z.string().optional(),
        }),
      ),
      errors: z.array(
        z.looseObject({ message: z.string(), line: z.number().optional(), hint: z.string().optional() }),
      ),
      logs: z.array(z.string()),
    }),
  ),
  diagnostics: z.array(
    z.looseObject({ path: z.string(), severity: z.string(), line: z.number(), message: z.string() }),
  ),
});

type BehaviorTest = z.infer<typeof ANSWER>['tests'][number];

/** Runs the tests of one file, or of all: a run for each file that has tests, or errors that keep them from running. */
export async function runBehaviors(session: ProjectSession, path?: string): Promise<ToolRun[]> {
  const result = await session.call('wander_test', path === undefined ? {} : { path });
  if (!result.ok) throw new CommandError(EXIT.failed, result.error.message, result.error.hint);
  const { tests, diagnostics } = ANSWER.parse(result.structured);
  const errors = diagnostics.filter((one) => one.severity === 'error');
  const paths = new Set([...tests, ...errors].map((one) => one.path));
  return [...paths].map((name) => {
    const entries = tests.filter((test) => test.path === name).map(entryOf);
    const [first] = errors.filter((error) => error.path === name);
    return {
      name,
      ok: first === undefined && entries.every((entry) => entry.ok),
      tests: entries,
      ...(first !== undefined && { problem: `line ${first.line}: ${first.message}` }),
    };
  });
}

/** Its time is that of the play. */
function entryOf({ name, passed, seconds, expectations, errors, logs }: BehaviorTest): TestEntry {
  const entry = { name, ok: passed, ms: seconds * 1000, ...(logs.length > 0 && { logs }) };
  const [error] = errors;
  const broken = expectations.find((one) => !one.passed);
  if (error !== undefined) {
    const { message, line, hint } = error;
    const where = line === undefined ? '' : `line ${line}: `;
    return {
      ...entry,
      error: { code: 'runtime_error', message: `${where}${message}`, ...(hint !== undefined && { hint }) },
    };
  }
  if (broken === undefined) return entry;
  const detail = broken.detail === undefined ? '' : `; ${broken.detail}`;
  const message = `line ${broken.line}: expected ${broken.condition}${detail}`;
  return { ...entry, error: { code: 'expectation', message } };
}

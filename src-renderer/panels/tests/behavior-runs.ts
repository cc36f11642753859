/** Running the `test` blocks of .wander files, and what each expectation gave. */
import { create } from 'zustand';
import type { Json, TestRecord } from '../../../src-preload/contract';
import { useBehaviors, type BehaviorFile } from '../../state/behaviors-store';
import { callTool } from '../../state/bridge';
import { arrayOf, booleanOf, numberOf, objectOf, stringOf, stringsOf } from '../../state/read-json';
import { keyOf } from './test-tree';

export interface Expectation {
  readonly line: number;
  readonly passed: boolean;
  readonly condition: string;
  readonly message: string | undefined;
  /** What its sides were, where it failed. */
  readonly detail: string | undefined;
}

export interface BehaviorOutcome {
  readonly steps: number;
  /** Of play. */
  readonly seconds: number;
  readonly expectations: readonly Expectation[];
  readonly errors: readonly { readonly message: string; readonly line: number | undefined }[];
}

interface RunStore {
  /** By file and test. */
  readonly outcomes: ReadonlyMap<string, BehaviorOutcome>;
}

export const useBehaviorRuns = create<RunStore>(() => ({ outcomes: new Map() }));

/** Where a file's tests failed in their last run: at the expectation, or where a handler went wrong. */
export function failuresOf(path: string): readonly { readonly line: number; readonly message: string }[] {
  const file = useBehaviors.getState().files.find((one) => one.path === path);
  return (file?.tests ?? []).flatMap(({ label, line }) => {
    const outcome = useBehaviorRuns.getState().outcomes.get(keyOf(path, label));
    if (outcome === undefined) return [];
    return [
      ...outcome.errors.map((error) => ({
        line: error.line ?? line,
        message: `“${label}”: ${error.message}`,
      })),
      ...outcome.expectations
        .filter((one) => !one.passed)
        .map((one) => ({
          line: one.line,
          message: `“${label}”: ${one.message ?? one.condition}${one.detail === undefined ? '' : `: ${one.detail}`}`,
        })),
    ];
  });
}

/** Whether it is a file of behaviours, and not a tool. */
export function isScript(name: string): boolean {
  return name.endsWith('.wander');
}

export interface ScriptRun {
  readonly records: readonly TestRecord[];
  /** Why nothing could be run. */
  readonly problem: string | undefined;
}

/** Runs a file's tests, or one of them. With `id`, `cancelCall` ends it. */
export async function runScript(path: string, test: string | undefined, id: string): Promise<ScriptRun> {
  const file = useBehaviors.getState().files.find((one) => one.path === path);
  const wanted = test === undefined ? undefined : file?.tests.find((one) => one.label === test);
  const result = await callTool(
    'wander_test',
    { path, ...(wanted === undefined ? {} : { name: wanted.name }) },
    { id },
  );
  if (!result.ok)
    return { records: [], problem: result.error.code === 'cancelled' ? undefined : result.error.message };
  const data = objectOf(result.structured);
  const outcomes = new Map(useBehaviorRuns.getState().outcomes);
  const records: TestRecord[] = [];
  for (const value of arrayOf(data['tests'])) {
    const label = labelOf(value, file);
    if (wanted !== undefined && label !== wanted.label) continue;
    const one = objectOf(value);
    const outcome = outcomeOf(value);
    outcomes.set(keyOf(path, label), outcome);
    records.push({
      name: label,
      ok: one['passed'] === true,
      ms: outcome.seconds * 1000,
      logs: stringsOf(one['logs']),
      scene_changes: [],
    });
  }
  useBehaviorRuns.setState({ outcomes });
  return { records, problem: problemOf(data) };
}

/** A text with errors runs no test. */
function problemOf(data: ReturnType<typeof objectOf>): string | undefined {
  if (booleanOf(data['compiled']) !== false) return undefined;
  const broken = arrayOf(data['diagnostics'])
    .map(objectOf)
    .find((one) => one['severity'] === 'error');
  if (broken === undefined) return 'The code has errors.';
  return `${stringOf(broken['path']) ?? ''}, line ${numberOf(broken['line']) ?? 1}: ${stringOf(broken['message']) ?? ''}`;
}

function labelOf(value: Json, file: BehaviorFile | undefined): string {
  const one = objectOf(value);
  const name = stringOf(one['name']) ?? '';
  const line = numberOf(one['line']);
  return file?.tests.find((test) => test.name === name && test.line === line)?.label ?? name;
}

function outcomeOf(value: Json): BehaviorOutcome {
  const one = objectOf(value);
  return {
    steps: numberOf(one['steps']) ?? 0,
    seconds: numberOf(one['seconds']) ?? 0,
    expectations: arrayOf(one['expectations']).map((each) => {
      const expectation = objectOf(each);
      return {
        line: numberOf(expectation['line']) ?? 1,
        passed: expectation['passed'] === true,
        condition: stringOf(expectation['condition']) ?? '',
        message: stringOf(expectation['message']),
        detail: stringOf(expectation['detail']),
      };
    }),
    errors: arrayOf(one['errors']).map((each) => {
      const error = objectOf(each);
      const handler = stringOf(error['handler']);
      const message = stringOf(error['message']) ?? '';
      return {
        message: handler === undefined ? message : `${handler}: ${message}`,
        line: numberOf(error['line']),
      };
    }),
  };
}

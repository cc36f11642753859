/** Every tool's tests with their last run, and running them. Shared by the Tests panel, the review page and the editor. */
import { create } from 'zustand';
import type {
  TestRecord,
  ToolError,
  ToolInspection,
  ToolSummary,
  ToolTest,
} from '../../../src-preload/contract';
import type { BehaviorFile } from '../../state/behaviors-store';
import { callTool, cancelCall } from '../../state/bridge';
import { appendOutput } from '../../state/output-store';
import { arrayOf, isObject, stringOf } from '../../state/read-json';
import { inspectTool } from '../tools/inspections';
import { readRecords } from '../tools/read-inspection';
import { isScript, runScript } from './behavior-runs';
import type { ToolTests } from './test-tree';

/** What to run: all tests of a tool, or the named ones. */
export interface RunRequest {
  readonly tool: string;
  readonly tests?: readonly string[];
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** The tool whose tests run now. */
  readonly tool: string;
}

interface TestStore {
  readonly tools: ReadonlyMap<
    string,
    ToolTests & { readonly hash: string; /** Path of the definition. */ readonly file?: string }
  >;
  readonly loading: boolean;
  readonly progress: RunProgress | null;
  /** Reads the tests of tools that are new or changed, and forgets those that are gone. */
  readonly load: (summaries: readonly ToolSummary[]) => Promise<void>;
  /** The same for files of behaviours. */
  readonly loadScripts: (files: readonly BehaviorFile[]) => void;
  /** Takes over what is known of a tool that was read anyway. */
  readonly take: (inspection: ToolInspection) => void;
  readonly run: (requests: readonly RunRequest[]) => Promise<void>;
  /** No further test is begun, and the call under way is ended: its tests stay as they were. */
  readonly stop: () => void;
}

let stopping = false;
/** Of the call under way. */
const CALL = 'tests';
let loads = 0;

export const useTests = create<TestStore>((set, get) => {
  const update = (tool: string, change: (before: ToolTests) => Partial<ToolTests>): void =>
    set((state) => {
      const before = state.tools.get(tool);
      return before ? { tools: new Map(state.tools).set(tool, { ...before, ...change(before) }) } : state;
    });

  const runOne = async (request: RunRequest): Promise<void> => {
    const known = get().tools.get(request.tool);
    const names = request.tests ?? known?.tests.map((test) => test.name) ?? [];
    update(request.tool, () => ({ running: new Set(names) }));
    if (isScript(request.tool)) return runScriptOf(request);
    const results =
      request.tests === undefined
        ? [await callTool('tool_test', { name: request.tool }, { id: CALL })]
        : await inTurn(request.tests, (test) =>
            callTool('tool_test', { name: request.tool, test }, { id: CALL }),
          );
    if (results.some((result) => !result.ok && result.error.code === 'cancelled'))
      return update(request.tool, () => ({ running: new Set<string>() }));
    const records = results.flatMap((result) =>
      result.ok ? readRecords(result.structured) : recordsIn(result.error),
    );
    const failure = results.find((result) => !result.ok);
    for (const record of records) appendOutput(`test ${request.tool}`, record.logs ?? []);
    update(request.tool, (before) => ({
      running: new Set<string>(),
      records: new Map([...before.records, ...records.map((record) => [record.name, record] as const)]),
      problem: records.length === 0 && failure && !failure.ok ? failure.error.message : undefined,
    }));
  };

  const runScriptOf = async ({ tool, tests }: RunRequest): Promise<void> => {
    const runs =
      tests === undefined
        ? [await runScript(tool, undefined, CALL)]
        : await inTurn(tests, (test) => runScript(tool, test, CALL));
    const records = runs.flatMap((run) => run.records);
    for (const record of records) appendOutput(`test ${tool}`, record.logs ?? []);
    update(tool, (before) => ({
      running: new Set<string>(),
      records: new Map([...before.records, ...records.map((record) => [record.name, record] as const)]),
      problem: runs.find((run) => run.problem !== undefined)?.problem,
    }));
  };

  return {
    tools: new Map(),
    loading: false,
    progress: null,
    load: async (summaries) => {
      loads += 1;
      const mine = loads;
      const known = get().tools;
      const wanted = summaries.filter(
        (tool) =>
          known.get(tool.name)?.hash !== tool.hash || known.get(tool.name)?.tests.length !== tool.tests.total,
      );
      const names = new Set(summaries.map((tool) => tool.name));
      const isKept = (name: string): boolean => names.has(name) || isScript(name);
      if (![...known.keys()].every(isKept)) {
        set({ tools: new Map([...known].filter(([name]) => isKept(name))) });
      }
      if (wanted.length === 0) return;
      set({ loading: true });
      // A few at a time: a project can have a thousand tools.
      const queue = [...wanted];
      const worker = async (): Promise<void> => {
        for (let tool = queue.shift(); tool !== undefined && mine === loads; tool = queue.shift()) {
          const result = await inspectTool(tool.name);
          if (result.ok) get().take(result.inspection);
          else
            set((state) => ({ tools: new Map(state.tools).set(tool.name, unreadable(tool, result.error)) }));
        }
      };
      await Promise.all([worker(), worker(), worker(), worker()]);
      if (mine === loads) set({ loading: false });
    },
    loadScripts: (files) =>
      set((state) => {
        const tools = new Map([...state.tools].filter(([name]) => !isScript(name)));
        for (const { path, revision, tests } of files) {
          if (tests.length === 0) continue;
          const before = state.tools.get(path);
          tools.set(
            path,
            before?.hash === revision
              ? before
              : {
                  tool: path,
                  hash: revision,
                  tests: tests.map(({ label }) => ({ name: label })),
                  records: new Map(),
                  running: before?.running ?? new Set(),
                },
          );
        }
        return { tools };
      }),
    take: (inspection) =>
      set((state) => {
        const before = state.tools.get(inspection.name);
        const fresh = before?.hash === inspection.hash ? before.records : new Map<string, TestRecord>();
        const file = inspection.files.find((path) => path.endsWith('.tool.json'));
        return {
          tools: new Map(state.tools).set(inspection.name, {
            tool: inspection.name,
            hash: inspection.hash,
            tests: readTests(inspection.definition['tests']),
            records: new Map([
              ...(inspection.last_tests ?? []).map((record) => [record.name, record] as const),
              ...fresh,
            ]),
            running: before?.running ?? new Set<string>(),
            ...(file === undefined ? {} : { file }),
            ...(inspection.status === 'invalid'
              ? { problem: inspection.reason ?? 'The file does not parse or validate.' }
              : {}),
          }),
        };
      }),
    run: async (requests) => {
      if (get().progress !== null) return;
      stopping = false;
      const total = requests.length;
      for (const [done, request] of requests.entries()) {
        if (stopping) break;
        set({ progress: { done, total, tool: request.tool } });
        await runOne(request);
      }
      set({ progress: null });
    },
    stop: () => {
      stopping = true;
      cancelCall(CALL);
    },
  };
});

/** Tests that failed can come back as an error that carries their records. */
function recordsIn(error: ToolError): readonly TestRecord[] {
  return isObject(error.data) ? readRecords(error.data).filter((record) => record.name !== '') : [];
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    if (stopping) break;
    results.push(await work(item));
  }
  return results;
}

function unreadable(tool: ToolSummary, error: ToolError): ToolTests & { hash: string } {
  return {
    tool: tool.name,
    hash: tool.hash,
    tests: [],
    records: new Map(),
    running: new Set(),
    problem: error.message,
  };
}

/** The tests of a definition; what does not read as one is left out. */
export function readTests(value: unknown): readonly ToolTest[] {
  return arrayOf(value)
    .filter(isObject)
    .map((test, index) => ({
      ...(test as unknown as ToolTest),
      name: stringOf(test['name']) ?? `test ${index + 1}`,
    }));
}

/** Runs of tools on generated inputs, in parts, so that they show how far they are and can be stopped. */
import { create } from 'zustand';
import type { ToolError } from '../../../src-preload/contract';
import { callTool, cancelCall } from '../../state/bridge';
import { showError, showToast } from '../../state/toasts';
import { useTools } from '../../state/tools-store';
import { keyOfFinding, mergeFindings, readFuzzPart, type FuzzFinding } from './fuzz-merge';

/** Inputs of one run, and of its first call. */
const RUNS = 200;
const FIRST_PART = 20;

/** Milliseconds that a call should take, so that the run shows how far it is and can be stopped, and fills no feed. */
const COMFORTABLE_MS = 400;

export interface FuzzRun {
  /** Of the definition that ran. */
  readonly hash: string;
  readonly seed: number;
  readonly state: 'running' | 'done' | 'stopped';
  readonly total: number;
  readonly done: number;
  readonly ok: number;
  readonly skipped: number;
  readonly findings: readonly FuzzFinding[];
  /** Keys of findings that are tests by now. */
  readonly kept: ReadonlySet<string>;
  /** Why it could not go on. */
  readonly error: ToolError | undefined;
}

interface FuzzStore {
  /** By tool: the last run. */
  readonly runs: ReadonlyMap<string, FuzzRun>;
  readonly start: (tool: string) => Promise<void>;
  /** Ends the part that is under way too. */
  readonly stop: (tool: string) => void;
  /** Adds a finding to the tests of the tool. */
  readonly keep: (tool: string, finding: FuzzFinding) => Promise<void>;
}

function callIdOf(tool: string): string {
  return `fuzz ${tool}`;
}

export const useFuzz = create<FuzzStore>((set, get) => {
  const update = (tool: string, change: (before: FuzzRun) => Partial<FuzzRun>): void =>
    set((state) => {
      const before = state.runs.get(tool);
      return before ? { runs: new Map(state.runs).set(tool, { ...before, ...change(before) }) } : state;
    });
  const runPart = async (
    tool: string,
    seed: number,
    from: number,
    size: number,
  ): Promise<number | undefined> => {
    const args = { name: tool, seed, from, runs: Math.min(size, RUNS - from) };
    const result = await callTool('tool_fuzz', args, { id: callIdOf(tool) });
    if (!result.ok) {
      const stopped = get().runs.get(tool)?.state === 'stopped';
      update(tool, () => ({ ...(stopped ? {} : { error: result.error }), state: 'stopped' }));
      return undefined;
    }
    const part = readFuzzPart(result.structured);
    if (part === undefined) return undefined;
    const before = get().runs.get(tool);
    // Somebody changed it meanwhile: what was found before is about another definition.
    const same = before?.hash === '' || before?.hash === part.hash;
    update(tool, (run) => ({
      hash: part.hash,
      done: (same ? run.done : 0) + part.runs,
      ok: (same ? run.ok : 0) + part.ok,
      skipped: (same ? run.skipped : 0) + part.skipped,
      findings: mergeFindings(same ? run.findings : [], part.findings),
    }));
    return part.next;
  };
  return {
    runs: new Map(),
    start: async (tool) => {
      const before = get().runs.get(tool);
      if (before?.state === 'running') return;
      // Once more means other inputs.
      const seed = before === undefined ? 1 : before.seed + 1;
      const fresh: FuzzRun = {
        hash: '',
        seed,
        state: 'running',
        total: RUNS,
        done: 0,
        ok: 0,
        skipped: 0,
        findings: [],
        kept: new Set(),
        error: undefined,
      };
      set((state) => ({ runs: new Map(state.runs).set(tool, fresh) }));
      let from: number | undefined = 0;
      let size = FIRST_PART;
      while (from !== undefined && from < RUNS && get().runs.get(tool)?.state === 'running') {
        const started = performance.now();
        from = await runPart(tool, seed, from, size);
        const share = COMFORTABLE_MS / Math.max(1, performance.now() - started);
        size = Math.max(1, Math.min(RUNS, Math.floor(size * Math.min(share, 10))));
      }
      update(tool, (run) => (run.state === 'running' ? { state: 'done' } : {}));
    },
    stop: (tool) => {
      update(tool, () => ({ state: 'stopped' }));
      cancelCall(callIdOf(tool));
    },
    keep: async (tool, finding) => {
      const result = await callTool('tool_fuzz', { name: tool, inputs: [finding.args], keep: true });
      if (!result.ok) {
        showError(result.error, 'The test was not kept');
        return;
      }
      if (readFuzzPart(result.structured)?.findings.some((each) => each.verdict === 'failure') !== true) {
        showToast({
          tone: 'info',
          title: 'It goes well by now',
          detail: 'The tool bears this input, so there is nothing to keep.',
        });
        return;
      }
      update(tool, (run) => ({ kept: new Set([...run.kept, keyOfFinding(finding)]) }));
      await useTools.getState().refresh();
    },
  };
});

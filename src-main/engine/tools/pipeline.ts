/**
 * The one door. Whatever reads or changes a project is a call that comes through here: from the window, the command line,
 * MCP clients, batches, and other tools. The order of steps of one call is in call-tree.ts.
 */
import { setMaxListeners } from 'node:events';
import type { ToolError } from '../errors';
import type { JsonObject } from '../json';
import type { EventLog } from '../events/event-log';
import { describeChanges } from '../scene/changes';
import type { PropertyChange } from '../scene/entity';
import type { History } from '../scene/history';
import type { Scene } from '../scene/scene';
import type { EntityChanges } from '../scene/transaction';
import { callEvent, entityEvent, withoutTheirSecrets, type FinishedCall } from './call-record';
import { CallTree } from './call-tree';
import type { TreeParts } from './tree-parts';
import type { CallRequest, Steps, ToolDefinition, ToolResult } from './definition';
import type { Permissions } from './permissions';
import { schemasOf } from './masked-calls';
import { failureResult } from './result';
import type { ToolRegistry } from './registry';
import { runSteps, wait } from './steps';
import { RunningCalls } from './running-calls';
import { cancelledError } from './stopping';
import { hasToWait, WriterQueue } from './writer-queue';

export type { FinishedCall } from './call-record';

export interface PipelineParts {
  readonly registry: ToolRegistry;
  readonly scene: Scene;
  readonly history: History;
  readonly events: Pick<EventLog, 'append' | 'read'>;
  /** Seconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back, the one that deadlines are on. */
  monotonic(): number;
  /** Where stacks of internal errors go; stderr by default. */
  log?(text: string): void;
}

export interface DryRunOptions {
  /** Calls made before, whose changes are not counted among the tool's own. */
  readonly setup?: readonly { readonly tool: string; readonly args?: JsonObject }[];
  /** Runs in place of the registered tool of its name, also where tools below call that name. */
  readonly definition?: ToolDefinition;
}

export interface DryRunOutcome {
  readonly result: ToolResult;
  /** What the tool changed, and would have kept. */
  readonly changes: readonly PropertyChange[];
  /** Of the tool, without the setup. */
  readonly ms: number;
  /** What could not be tried, in short sentences: writing a file, saving the scene. Of the setup too. */
  readonly notExercised: readonly string[];
  /** The first setup call that failed; the tool was not run then, and `result` is that failure. */
  readonly setupError?: { readonly index: number; readonly tool: string; readonly error: ToolError };
}

/** Events of nested calls for each outermost one; listeners get all of them. */
const MAX_NESTED_EVENTS = 500;

const NEVER_ABORTED = new AbortController().signal;
// Every call that waits listens to it.
setMaxListeners(0, NEVER_ABORTED);

export class CallPipeline {
  /** Calls under way, but for dry runs and polling. */
  readonly running: RunningCalls;
  private readonly tree: TreeParts;
  private readonly listeners = new Set<(records: readonly FinishedCall[]) => void>();
  private lastCall: number;
  private lastQuiet = 0;
  private lastDry = 0;

  constructor(private readonly parts: PipelineParts) {
    this.running = new RunningCalls({ events: parts.events, now: () => parts.now() });
    this.tree = {
      registry: parts.registry,
      scene: parts.scene,
      history: parts.history,
      writers: new WriterQueue(),
      permissions: undefined,
      now: () => parts.now(),
      monotonic: () => parts.monotonic(),
      log: (text) => {
        if (parts.log === undefined) console.error(text);
        else parts.log(text);
      },
    };
    // Every such call makes an event, so ids go on where the log of an earlier run ends and never repeat in it.
    this.lastCall = parts.events.read({ since: 0, limit: 1 }).last;
  }

  /** Sets what agents of the roster may do, from the next call on. */
  restrict(permissions: Permissions): void {
    this.tree.permissions = permissions;
  }

  /**
   * Makes a call. Whatever goes wrong is a failure in the result; the promise never rejects. A tool that does not have to
   * wait has run when this returns.
   */
  call(request: CallRequest): Promise<ToolResult> {
    return request.dryRun === true
      ? this.dryRun(request).then((outcome) => outcome.result)
      : runSteps(this.outermost(request));
  }

  /**
   * Runs a tool, after the setup, and takes everything back: the scene with its next id, side effects, nothing recorded or
   * counted. Tools that wait for approval may run, and ones that are not registered. The whole run takes its turn among
   * the calls that change the scene, so a call that is itself changing the scene must not await it.
   */
  dryRun(request: CallRequest, options: DryRunOptions = {}): Promise<DryRunOutcome> {
    return runSteps(this.dry(request, options));
  }

  /**
   * Does something at a moment when no call is changing the scene, in its turn among those that do, and without a trace.
   * `work` is done when it returns: it must not wait. A call that is itself changing the scene must not await this.
   */
  async between<T>(work: () => T): Promise<T> {
    const { writers } = this.tree;
    const acquired = writers.acquire({ signal: NEVER_ABORTED });
    if (hasToWait(acquired)) await acquired;
    try {
      return work();
    } finally {
      writers.release();
    }
  }

  /** Told of every call when its outermost call has ended, that one first; not of dry runs. Returns what ends it. */
  onFinished(listener: (record: FinishedCall) => void): () => void {
    return this.onFinishedTree((records) => {
      for (const record of records) listener(record);
    });
  }

  /** Told of an outermost call with all below it, in the order in which they began, when it has ended; not of dry runs. */
  onFinishedTree(listener: (records: readonly FinishedCall[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private *outermost(request: CallRequest): Steps<ToolResult> {
    const { tool: name, caller } = request;
    const tool = this.parts.registry.get(name);
    const id = this.nextId(tool);
    const tree = new CallTree(this.tree, {
      id,
      caller,
      signal: request.signal ?? NEVER_ABORTED,
      cancellation: request.cancellation,
      away: request.away,
      dryRun: false,
      onProgress: request.onProgress,
      onLog: request.onLog,
      onWaiting: request.onWaiting,
      input: request.input,
    });
    if (tool?.quiet !== true)
      this.running.begin({
        id,
        tool: name.slice(0, 64),
        title: tool?.title ?? name.slice(0, 64),
        actor: caller.actor,
        since: this.parts.now(),
        asks: () => tree.answer.waiting,
        stop: (by) => tree.stopping.stop(by),
      });
    const result = yield* tree.perform(undefined, name, request.args);
    tree.stopping.end();
    this.running.end(id);
    request.onResult?.(result);
    this.record(tree);
    return result;
  }

  private *dry(request: CallRequest, options: DryRunOptions): Steps<DryRunOutcome> {
    const { writers, scene, monotonic } = this.tree;
    const signal = request.cancellation?.signal ?? request.signal ?? NEVER_ABORTED;
    this.lastDry += 1;
    const { definition, setup = [] } = options;
    const tree = new CallTree(this.tree, {
      id: `d${this.lastDry}`,
      caller: request.caller,
      signal,
      dryRun: true,
      stand: definition && new Map([[definition.name, definition]]),
    });
    try {
      const acquired = writers.acquire({ signal });
      if (hasToWait(acquired)) yield* wait(acquired);
    } catch {
      return { result: failureResult(cancelledError(request.tool)), changes: [], ms: 0, notExercised: [] };
    }
    const tx = scene.begin();
    tree.tx = tx;
    try {
      for (const [index, step] of setup.entries()) {
        const result = yield* tree.perform(undefined, step.tool, step.args ?? {});
        if (!result.ok)
          return {
            result,
            changes: [],
            ms: 0,
            notExercised: [...tree.leftOut],
            setupError: { index, tool: step.tool, error: result.error },
          };
      }
      const before = tx.changes();
      const started = monotonic();
      const result = yield* tree.perform(undefined, request.tool, request.args);
      const ms = monotonic() - started;
      const changes = result.ok ? describeChanges(between(before, tx.changes())) : [];
      return { result, changes, ms, notExercised: [...tree.leftOut] };
    } finally {
      tree.tx = undefined;
      try {
        tx.rollback();
      } catch (error) {
        this.tree.log(
          `Rolling a dry run back failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
        );
      }
      tree.compensate();
      writers.release();
    }
  }

  private nextId(tool: ToolDefinition | undefined): string {
    if (tool?.quiet === true) {
      this.lastQuiet += 1;
      return `q${this.lastQuiet}`;
    }
    this.lastCall += 1;
    return `c${this.lastCall}`;
  }

  private record(tree: CallTree): void {
    const { commits } = tree;
    const records = withoutTheirSecrets(tree.records, schemasOf(this.parts.registry));
    const shown = records.slice(0, 1 + MAX_NESTED_EVENTS);
    const nested = { calls: records.length - 1, omitted: records.length - shown.length };
    for (const [index, call] of shown.entries()) {
      if (call.tool?.quiet !== true)
        this.parts.events.append(callEvent(call, index === 0 ? nested : undefined));
    }
    for (const { change, call } of commits) {
      const { undoStep, id, name, caller } = call;
      const event = entityEvent(change, {
        actor: caller.actor,
        tool: name,
        call: id,
        revision: this.parts.scene.revision,
        undoStep,
      });
      if (event !== undefined) this.parts.events.append(event);
    }
    for (const listener of [...this.listeners]) {
      try {
        listener(records);
      } catch (error) {
        this.tree.log(
          `A listener of finished calls failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
        );
      }
    }
  }
}

/** The changes from the state that `first` describes to the one that `second` does; both count from the same start. */
function between(first: EntityChanges, second: EntityChanges): EntityChanges {
  const changes = new Map<number, { before: EntityChange['before']; after: EntityChange['after'] }>();
  for (const [id, { before, after }] of second) {
    const earlier = first.get(id);
    const from = earlier === undefined ? before : earlier.after;
    if (from !== after) changes.set(id, { before: from, after });
  }
  for (const [id, { before, after }] of first) {
    if (!second.has(id)) changes.set(id, { before: after, after: before });
  }
  return changes;
}

type EntityChange = EntityChanges extends ReadonlyMap<number, infer T> ? T : never;

/** One call under way: what stands around it, its limits, and the context that its tool gets. */
import { setMaxListeners } from 'node:events';
import { ToolFailure, toolError, type ToolError } from '../errors';
import type { Json, JsonObject } from '../json';
import type { Scene } from '../scene/scene';
import type { Transaction } from '../scene/transaction';
import { narrow } from './capabilities';
import type { CallTree } from './call-tree';
import { NO_INPUT, type ClientInput } from './client-input';
import type {
  Caller,
  CallProgress,
  EffectiveCapabilities,
  LogLevel,
  Steps,
  ToolContext,
  ToolDefinition,
  ToolResult,
} from './definition';
import { failed } from './result';
import { isUninterrupted, runStepsNow } from './steps';
import { WriterQueue } from './writer-queue';

/** Files of one call that are kept in mind. */
export const MAX_TOUCHED = 100;

export interface TouchedFile {
  readonly access: 'read' | 'write';
  /** Project-relative. */
  readonly path: string;
}

/** Promises that already give way to a time limit or cancellation, so that no frame around needs to see to it. */
const guarded = new WeakSet<object>();

export class Frame {
  readonly chain: readonly string[];
  readonly customDepth: number;
  readonly depth: number;
  /** What the tool's own code may do. */
  readonly capabilities: EffectiveCapabilities | undefined;
  readonly warnings: string[] = [];
  /** Calls made below a custom tool, at every depth. */
  nestedCalls = 0;
  ended = false;
  /** Project files that the call itself touched, each with `read` or `write`; undefined where none. */
  touched: Map<string, TouchedFile> | undefined;
  /** On the monotonic clock; the soonest of all tools around. */
  deadline = Infinity;
  /** The tool whose limit the deadline is. */
  private limitedBy:
    { readonly name: string; readonly timeoutMs: number; readonly raisable: boolean } | undefined;
  private abort: AbortController | undefined;
  private release: (() => void) | undefined;
  private lane: WriterQueue | undefined;

  constructor(
    readonly tree: CallTree,
    readonly parent: Frame | undefined,
    readonly tool: ToolDefinition,
    readonly args: JsonObject,
    readonly callId: string,
    readonly transactional: boolean,
  ) {
    this.chain = parent === undefined ? [tool.name] : [...parent.chain, tool.name];
    this.customDepth = (parent?.customDepth ?? 0) + (tool.custom === undefined ? 0 : 1);
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.capabilities =
      tool.custom === undefined
        ? parent?.capabilities
        : narrow(parent?.capabilities, tool.name, tool.custom.capabilities);
  }

  /** Time runs from here: waiting for others to finish does not count. */
  start(): void {
    this.deadline = this.parent?.deadline ?? Infinity;
    this.limitedBy = this.parent?.limitedBy;
    const limit = this.tool.custom?.limits.timeout_ms ?? this.tool.timeoutMs;
    if (limit === undefined) return;
    const own = this.tree.parts.monotonic() + limit;
    if (own >= this.deadline) return;
    this.deadline = own;
    this.limitedBy = { name: this.tool.name, timeoutMs: limit, raisable: this.tool.custom !== undefined };
  }

  end(): void {
    this.ended = true;
    this.release?.();
  }

  /** Aborted when the call is cancelled or out of time. Made on demand: most calls never wait. */
  get signal(): AbortSignal {
    if (this.deadline === Infinity) return this.tree.signal;
    if (this.parent !== undefined && this.deadline === this.parent.deadline) return this.parent.signal;
    if (this.abort === undefined) {
      const abort = new AbortController();
      this.abort = abort;
      // A tool may wait for many things at once.
      setMaxListeners(0, abort.signal);
      const above = this.parent?.signal ?? this.tree.signal;
      const left = Math.max(0, this.deadline - this.tree.parts.monotonic());
      if (above.aborted) abort.abort(above.reason);
      const pass = (): void => {
        abort.abort(above.reason);
      };
      above.addEventListener('abort', pass, { once: true });
      const timer = setTimeout(() => {
        abort.abort(new ToolFailure(this.timeoutError()));
      }, left);
      this.release = () => {
        clearTimeout(timer);
        above.removeEventListener('abort', pass);
      };
    }
    return this.abort.signal;
  }

  /** Without making a signal where there is none yet. */
  get aborted(): boolean {
    return this.tree.aborted || this.abort?.signal.aborted === true || this.parent?.aborted === true;
  }

  /** Why the call has to stop now, if it has to. */
  interruption(): ToolError | undefined {
    if (this.tree.aborted) return this.tree.stopping.error(this.tool.name);
    if (this.tree.parts.monotonic() > this.deadline) return this.timeoutError();
    for (let frame = this.parent; frame !== undefined; frame = frame.parent) {
      if (frame.ended) return endedError(frame.tool.name, frame.callId);
    }
    return undefined;
  }

  /** A promise that gives way to the time limit and to cancellation, unless it is marked as uninterrupted. */
  guard(promise: PromiseLike<unknown>): PromiseLike<unknown> {
    if (guarded.has(promise) || isUninterrupted(promise)) return promise;
    const { signal } = this;
    const raced = new Promise<unknown>((resolve, reject) => {
      const stop = (): void => {
        reject(new ToolFailure(this.interruption() ?? this.timeoutError()));
      };
      const finish = (): void => {
        signal.removeEventListener('abort', stop);
      };
      if (signal.aborted) {
        stop();
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      promise.then(
        (value) => {
          finish();
          resolve(value);
        },
        (reason: unknown) => {
          finish();
          reject(reason instanceof Error ? reason : new Error(String(reason)));
        },
      );
    });
    guarded.add(raced);
    return raced;
  }

  /** Lets one changing call below this one run at a time: their savepoints must not interleave. */
  enterLane(waiter: { readonly signal: AbortSignal }): undefined | Promise<void> {
    this.lane ??= new WriterQueue();
    return this.lane.acquire(waiter);
  }

  leaveLane(): void {
    this.lane?.release();
  }

  /** Whether a changing call below is still under way. */
  get laneBusy(): boolean {
    return this.lane?.busy ?? false;
  }

  private timeoutError(): ToolError {
    const { limitedBy } = this;
    const what = limitedBy === undefined ? this.tool.name : limitedBy.name;
    // The limit of one of the engine's tools is nobody's to raise.
    const raisable = limitedBy?.raisable !== false;
    const ms =
      limitedBy === undefined ? '' : ` of ${limitedBy.timeoutMs} ms${raisable ? ' (limits.timeout_ms)' : ''}`;
    const inside =
      limitedBy !== undefined && limitedBy.name !== this.tool.name ? `, while in ${this.tool.name}` : '';
    return toolError(
      'timeout',
      `${what} took longer than its limit${ms}${inside}.`,
      raisable ? 'Do less in one call, or raise the limit (at most 120000).' : 'Do less in one call.',
    );
  }
}

function endedError(tool: string, callId: string): ToolError {
  return toolError(
    'unknown_call',
    `The call ${callId} of ${tool} has ended.`,
    'Call tools before answering, not after.',
  );
}

/** What `run` gets. */
export class CallContext implements ToolContext {
  readonly caller: Caller;
  readonly callId: string;
  readonly dryRun: boolean;
  readonly depth: number;
  readonly deadline: number;
  readonly scene: Scene;
  readonly capabilities?: EffectiveCapabilities;
  readonly allowed?: { readonly by: string; readonly because: string };

  constructor(private readonly frame: Frame) {
    const { tree } = frame;
    // Everybody else waits until an open change is finished, so there is nothing that a long poll could wait for.
    this.caller = tree.tx === undefined ? tree.caller : { ...tree.caller, mayWait: false };
    this.callId = frame.callId;
    this.dryRun = tree.dryRun;
    this.depth = frame.depth;
    this.deadline = frame.deadline;
    this.capabilities = frame.capabilities;
    if (frame.parent === undefined && tree.answer.given !== undefined) this.allowed = tree.answer.given;
    this.scene = frame.capabilities?.read_scene === false ? tree.emptyScene() : tree.parts.scene;
  }

  get tx(): Transaction {
    const { tree, tool, transactional } = this.frame;
    if (!transactional || tree.tx === undefined)
      throw new Error(`${tool.name} is not a tool that changes the scene`);
    return tree.tx;
  }

  get signal(): AbortSignal {
    return this.frame.signal;
  }

  get aborted(): boolean {
    return this.frame.aborted;
  }

  *call(tool: string, args: Json): Steps<ToolResult> {
    if (this.frame.ended) return { ok: false, error: endedError(this.frame.tool.name, this.callId) };
    return yield* this.frame.tree.perform(this.frame, tool, args);
  }

  callNow(tool: string, args: Json): ToolResult {
    if (this.frame.ended) return failed('unknown_call', `The call ${this.callId} has ended.`);
    return runStepsNow(this.frame.tree.perform(this.frame, tool, args, { now: true }), tool);
  }

  warn(message: string): void {
    // A tool that warns in a loop says nothing more with its thousandth warning.
    if (this.frame.warnings.length < 100) this.frame.warnings.push(message);
  }

  get input(): ClientInput {
    return this.frame.parent === undefined ? this.frame.tree.input : NO_INPUT;
  }

  log(level: LogLevel, message: string): void {
    this.frame.tree.log(level, message);
  }

  progress(progress: CallProgress): void {
    if (this.frame.parent === undefined) this.frame.tree.progress(progress);
  }

  touched(access: 'read' | 'write', path: string): void {
    const files = (this.frame.touched ??= new Map<string, TouchedFile>());
    // One more than is kept says that there were more.
    if (files.size <= MAX_TOUCHED) files.set(`${access} ${path}`, { access, path });
  }

  onRollback(undo: () => void): void {
    this.frame.tree.onRollback(undo);
  }

  afterCommit(action: () => void): void {
    this.frame.tree.afterCommit(action);
  }

  notExercised(what: string): void {
    this.frame.tree.leaveOut(what);
  }

  relabel(label: string): void {
    if (this.frame.parent === undefined) this.frame.tree.label = label;
  }
}

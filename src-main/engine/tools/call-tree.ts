/**
 * One outermost call with all calls below it, and the order in which each of them goes: resolve, gate, validate, ask a
 * person where one has to be asked, open a transaction or savepoint, run, check the result, commit or roll back, keep the
 * record.
 */
import { ToolFailure, toolError, type ToolError } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { Scene } from '../scene/scene';
import type { History } from '../scene/history';
import type { SceneChange, Transaction } from '../scene/transaction';
import { countCall, describeThrown, internalError, unknownTool } from './call-failures';
import type { FinishedCall } from './call-record';
import type { Cancellation } from './cancellation';
import { boundedError, checkResult } from './check-result';
import { NO_INPUT, type ClientInput } from './client-input';
import type {
  Caller,
  CallProgress,
  CallRequest,
  LogLevel,
  Steps,
  ToolDefinition,
  ToolResult,
} from './definition';
import { CallContext, Frame } from './frame';
import { cannotRunDry, gate, judgesArguments } from './gate';
import { Held } from './held';
import { copyJson } from './plain-json';
import type { Permissions } from './permissions';
import type { ToolRegistry } from './registry';
import { failed, failureResult } from './result';
import { SideEffects } from './side-effects';
import { cannotWait, isPromiseLike, toSteps, wait } from './steps';
import { Stopping } from './stopping';
import { compileSchema } from './validation';
import { hasToWait, type WriterQueue } from './writer-queue';

export interface TreeParts {
  readonly registry: ToolRegistry;
  readonly scene: Scene;
  readonly history: History;
  readonly writers: WriterQueue;
  /** What agents of the roster may do; undefined where there is no roster. */
  permissions: Permissions | undefined;
  /** Seconds since the Unix epoch. */
  readonly now: () => number;
  /** Milliseconds. */
  readonly monotonic: () => number;
  /** For what people look for after an `internal_error`; never shown to a caller. */
  readonly log: (text: string) => void;
}

export interface TreeOptions {
  readonly id: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** In the place of the signal. */
  readonly cancellation?: Cancellation;
  /** Aborted when nobody hears the answer any more. */
  readonly away?: AbortSignal;
  readonly dryRun: boolean;
  /** Tools that stand in for registered ones, by name. */
  readonly stand?: ReadonlyMap<string, ToolDefinition>;
  readonly onProgress?: CallRequest['onProgress'];
  readonly onLog?: CallRequest['onLog'];
  readonly onWaiting?: CallRequest['onWaiting'];
  readonly input?: ClientInput;
}

type Draft = { -readonly [K in keyof FinishedCall]: FinishedCall[K] };

/** Sentences of one dry run on what it left out. */
const MAX_LEFT_OUT = 100;

export class CallTree {
  /** In the order in which calls began, so the outermost is the first. */
  readonly records: FinishedCall[] = [];
  /** The open transaction. */
  tx: Transaction | undefined;
  /** What was committed: at most once, but for a tool that works outside the scene and calls several that change it. */
  readonly commits: { readonly change: SceneChange; readonly call: FinishedCall }[] = [];
  label: string | undefined;
  /** What a dry run could not try, each once. */
  readonly leftOut = new Set<string>();
  /** Who allowed the outermost call, and why a person was asked. */
  answer: { readonly by: string; readonly because: string } | undefined;
  readonly caller: Caller;
  readonly dryRun: boolean;
  readonly stopping: Stopping;
  private readonly effects: SideEffects;
  private empty: Scene | undefined;
  private writing = false;
  /** Calls below the outermost that have ended. */
  private ended = 0;
  private readonly held = new Held();
  /** Tools that a person allowed for this call; undefined where nobody was asked. */
  private allowed: ReadonlySet<string> | undefined;
  /** Hashes of the custom tools below, as they were when the person was asked. */
  private shown: ReadonlyMap<string, string> | undefined;
  /** Milliseconds that the call waited for a person. */
  private waited = 0;
  private asks = false;

  constructor(
    readonly parts: TreeParts,
    private readonly options: TreeOptions,
  ) {
    this.caller = options.caller;
    this.dryRun = options.dryRun;
    this.stopping = new Stopping(options.cancellation ?? options.signal);
    this.effects = new SideEffects(options.id, parts.log);
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Without making a signal. */
  get aborted(): boolean {
    return this.stopping.aborted;
  }

  /** It waits for a person's answer. */
  get asking(): boolean {
    return this.asks;
  }

  /** Makes one call. Whatever goes wrong comes back as a failure; nothing is thrown. */
  *perform(
    parent: Frame | undefined,
    name: string,
    args: unknown,
    options: { readonly now?: boolean } = {},
  ): Steps<ToolResult> {
    const { id } = this.options;
    const record: Draft = {
      id: this.records.length === 0 ? id : `${id}.${this.records.length}`,
      ...(parent === undefined ? {} : { parent: parent.callId }),
      tool: undefined,
      name,
      args: {},
      result: failed('internal_error', 'The call has not ended.'),
      caller: this.caller,
      ms: 0,
      depth: parent === undefined ? 0 : parent.depth + 1,
      mutates: false,
      entities: [],
      at: 0,
    };
    this.records.push(record);
    const started = this.parts.monotonic();
    try {
      record.result = yield* this.attempt(parent, record, args, options.now === true);
    } catch (error) {
      record.result = failureResult(this.errorOf(error, record));
    }
    if (!record.result.ok) {
      const { error, needs } = record.result;
      record.result = failureResult(boundedError(error));
      // Whoever called a tool from a tool can't be asked in its place.
      if (needs !== undefined && parent === undefined) record.result = { ...record.result, needs };
    }
    // Refused before it was validated: what was asked for is still worth keeping.
    if (!record.result.ok && Object.keys(record.args).length === 0) {
      record.args = plainArguments(args);
      if (parent !== undefined) this.held.add(record.args);
    }
    // What a person took to decide is not what the call took.
    record.ms = this.parts.monotonic() - started - (parent === undefined ? this.waited : 0);
    record.at = this.parts.now();
    if (parent !== undefined) this.tellEnded(record.name);
    return record.result;
  }

  /** Rolls back a dry run's side effects, or whatever else is left. */
  compensate(): void {
    this.effects.compensate();
  }

  get input(): ClientInput {
    return this.options.input ?? NO_INPUT;
  }

  log(level: LogLevel, message: string): void {
    this.options.onLog?.(level, message);
  }

  progress(progress: CallProgress): void {
    this.options.onProgress?.(progress);
  }

  private tellEnded(name: string): void {
    this.ended += 1;
    const { ended: done } = this;
    this.options.onProgress?.({ done, message: `${name} is done (${done} calls)` });
  }

  /** Keeps in mind what a dry run could not try. */
  leaveOut(what: string): void {
    if (this.dryRun && this.leftOut.size < MAX_LEFT_OUT) this.leftOut.add(what);
  }

  onRollback(undo: () => void): void {
    if (this.tx === undefined) this.effects.onRollback(undo);
    else this.tx.onRollback(undo);
  }

  afterCommit(action: () => void): void {
    if (!this.dryRun) this.effects.afterCommit(action);
  }

  emptyScene(): Scene {
    this.empty ??= new Scene({ components: this.parts.scene.components });
    return this.empty;
  }

  private *attempt(parent: Frame | undefined, record: Draft, args: unknown, now: boolean): Steps<ToolResult> {
    const counted = countCall(parent, record.name);
    if (counted !== undefined) return failureResult(counted);
    if (this.aborted) return failureResult(this.stopping.error(record.name));
    const interrupted = parent?.interruption();
    if (interrupted !== undefined) return failureResult(interrupted);
    if (this.held.isFull) return failureResult(this.held.error(record.name));

    const standing = this.options.stand?.get(record.name);
    let tool = standing ?? this.parts.registry.get(record.name);
    if (standing === undefined && tool?.custom?.refresh?.() === true)
      tool = this.parts.registry.get(record.name);
    if (tool === undefined) return failureResult(unknownTool(this.parts.registry, record.name));
    record.tool = tool;
    record.mutates = tool.mutates;

    const shown = this.shown?.get(tool.name);
    if (parent !== undefined && shown !== undefined && shown !== tool.custom?.hash)
      return failureResult(changedError(tool.name));
    const refused = this.gate(tool, isJsonObject(args) ? args : {}, parent, false);
    if (refused !== undefined) {
      if (this.dryRun && cannotRunDry(tool)) this.leaveOut(`${tool.name} was not run.`);
      return failureResult(refused);
    }
    if (now && tool.waits === true) return failureResult(cannotWait(tool.name));

    const validator = compileSchema(tool.inputSchema);
    if (!validator.ok)
      return failed(
        'tool_invalid',
        `The input schema of ${tool.name} can't be used: ${validator.error.message}`,
      );
    const checked = validator.value.check(args, tool.name);
    if (!checked.ok) {
      if (isJsonObject(args) && !this.dryRun) tool.refused?.(args, this.caller, checked.error.message);
      return failureResult(checked.error);
    }
    record.args = checked.value;
    if (parent !== undefined && !this.held.add(checked.value))
      return failureResult(this.held.error(tool.name));
    // Once more with what will run: a value that arrived as text was not readable for the gate before.
    const late = judgesArguments(tool) ? this.gate(tool, checked.value, parent) : undefined;
    if (late !== undefined) return failureResult(late);

    const transactional = tool.mutates && tool.outsideScene !== true;
    const frame = new Frame(this, parent, tool, checked.value, record.id, transactional);
    try {
      const unasked = parent === undefined && !this.dryRun ? yield* this.askPerson(frame, record) : undefined;
      if (unasked !== undefined) return failureResult(unasked);
      if (!transactional && tool.exclusive !== true) return yield* this.runCompensated(frame);
      if (this.tx !== undefined) return yield* this.runInSavepoint(frame, this.tx);
      return yield* this.runAsWriter(frame, record);
    } finally {
      if (frame.touched !== undefined) record.files = [...frame.touched.values()];
      frame.end();
    }
  }

  /**
   * Waits for a person where the caller's entry in the roster wants that. Before anything else: a call that waits holds
   * neither the turn of those that change the scene nor a transaction, and its time limit has not begun.
   */
  private *askPerson(frame: Frame, record: Draft): Steps<ToolError | undefined> {
    const { permissions, monotonic } = this.parts;
    const { tool, args } = frame;
    const wanted = permissions?.question(this.caller, tool, args);
    if (permissions === undefined || wanted === undefined) return undefined;
    const from = monotonic();
    this.options.onWaiting?.();
    this.asks = true;
    const answer = yield* wait(
      permissions.ask({
        ...wanted,
        call: record.id,
        caller: this.caller,
        tool,
        args,
        signals: this.options.away === undefined ? [this.signal] : [this.signal, this.options.away],
      }),
    );
    this.asks = false;
    this.waited = monotonic() - from;
    if (!answer.ok) return this.stopping.isStopped ? this.stopping.error(tool.name) : answer.error;
    record.allowed = { by: answer.value.by, waitedMs: this.waited };
    this.answer = { by: answer.value.by, because: wanted.because };
    this.allowed = new Set(wanted.covers);
    this.shown = wanted.below;
    // What a person allowed is what they saw: not what it became meanwhile.
    tool.custom?.refresh?.();
    return this.revoked(frame);
  }

  private gate(
    tool: ToolDefinition,
    args: JsonObject,
    parent: Frame | undefined,
    validated = true,
  ): ToolError | undefined {
    return gate(tool, args, {
      caller: this.caller,
      dryRun: this.dryRun,
      depth: parent === undefined ? 0 : parent.depth + 1,
      chain: parent?.chain ?? [],
      customDepth: parent?.customDepth ?? 0,
      capabilities: parent?.capabilities,
      parent: parent && {
        name: parent.tool.name,
        mutates: parent.tool.mutates || parent.tool.outsideScene === true,
      },
      inTransaction: this.tx !== undefined,
      permissions: this.parts.permissions,
      allowed: this.allowed,
      validated,
    });
  }

  /** Nothing to roll back in the scene; side effects are, when the call fails. */
  private *runCompensated(frame: Frame): Steps<ToolResult> {
    const down = this.effects.mark;
    let kept = false;
    try {
      const result = yield* this.run(frame);
      kept = result.ok;
      if (kept && frame.parent === undefined) this.effects.runActions();
      return result;
    } finally {
      if (!kept) this.effects.compensate(down);
    }
  }

  /** The outermost change: waits for its turn, and makes one undo step or nothing. */
  private *runAsWriter(frame: Frame, record: Draft): Steps<ToolResult> {
    const { writers, scene } = this.parts;
    // Held already where a tool that works outside the scene calls one that changes it.
    const nested = this.writing;
    const acquired = nested ? undefined : writers.acquire(this);
    if (hasToWait(acquired)) yield* wait(acquired);
    this.writing = true;
    try {
      const revoked = hasToWait(acquired) ? this.revoked(frame) : undefined;
      if (revoked !== undefined) return failureResult(revoked);
      if (!frame.transactional) return yield* this.runCompensated(frame);
      const tx = scene.begin();
      this.tx = tx;
      let result: ToolResult | undefined;
      try {
        result = yield* this.run(frame);
      } finally {
        this.tx = undefined;
        if (result?.ok === true) this.commit(tx, frame, record);
        else tx.rollback();
      }
      if (result.ok) this.effects.runActions();
      return result;
    } finally {
      if (!nested) {
        this.writing = false;
        writers.release();
      }
    }
  }

  /** Why a call that waited may not run any more: its tool was disabled, changed or removed meanwhile. */
  private revoked({ tool, args, parent }: Frame): ToolError | undefined {
    const present = this.options.stand?.get(tool.name) ?? this.parts.registry.get(tool.name);
    if (present === undefined) return unknownTool(this.parts.registry, tool.name);
    if (present !== tool && present.custom?.hash !== tool.custom?.hash) return changedError(tool.name);
    return this.gate(present, args, parent);
  }

  /** Inside a change: a failure takes back what this call did, and nothing else. */
  private *runInSavepoint(frame: Frame, tx: Transaction): Steps<ToolResult> {
    const entered = frame.parent?.enterLane(frame.parent);
    if (entered !== undefined && hasToWait(entered)) yield* wait(entered);
    try {
      const savepoint = tx.savepoint();
      let result: ToolResult | undefined;
      try {
        result = yield* this.run(frame);
      } finally {
        if (result?.ok !== true && this.tx === tx) tx.rollbackTo(savepoint);
      }
      return result;
    } finally {
      frame.parent?.leaveLane();
    }
  }

  private commit(tx: Transaction, frame: Frame, record: Draft): void {
    const change = tx.commit();
    if (change === null) return;
    this.commits.push({ change, call: record });
    const step = this.parts.history.push({
      label: this.label ?? frame.tool.title,
      actor: this.caller.actor,
      call: record.id,
      time: this.parts.now(),
      change,
    });
    // A change that replaced the scene ended the history: there is no step to undo.
    if (change.replaced !== true) record.undoStep = step.id;
    record.entities = [...change.changes.keys()];
  }

  private *run(frame: Frame): Steps<ToolResult> {
    frame.start();
    const { tool } = frame;
    const given = tool.run(frame.args, new CallContext(frame));
    let result = isResult(given) ? given : yield* this.drive(frame, toSteps(given));
    if (frame.laneBusy) {
      // A call below that is still under way must not change the scene behind this one's back.
      const entered = frame.enterLane(frame);
      if (entered !== undefined && hasToWait(entered)) yield frame.guard(entered);
    }
    const interrupted = frame.interruption();
    if (interrupted !== undefined) return failureResult(interrupted);
    result = checkResult(tool, result);
    if (frame.parent !== undefined && !this.held.add(result))
      return failureResult(this.held.error(tool.name));
    if (!result.ok || frame.warnings.length === 0) return result;
    return { ...result, warnings: [...frame.warnings, ...(result.warnings ?? [])] };
  }

  /** Passes on what the tool waits for, so that it gives way to time limits, and wakes it. */
  private *drive(frame: Frame, steps: Steps<ToolResult>): Steps<ToolResult> {
    let turn = steps.next();
    while (turn.done !== true) {
      let sent: unknown;
      let failure: { reason: unknown } | undefined;
      try {
        sent = yield frame.guard(turn.value);
        const interrupted = frame.interruption();
        if (interrupted !== undefined) failure = { reason: new ToolFailure(interrupted) };
      } catch (reason) {
        failure = { reason };
      }
      turn = failure === undefined ? steps.next(sent) : steps.throw(failure.reason);
    }
    return turn.value;
  }

  private errorOf(error: unknown, { id, name }: Draft): ToolError {
    if (error instanceof ToolFailure) return error.error;
    if (this.aborted) return this.stopping.error(name);
    this.parts.log(`internal_error ${id} in ${name}: ${describeThrown(error)}`);
    return internalError(id, name);
  }
}

function changedError(tool: string): ToolError {
  return toolError(
    'conflict',
    `${tool} was changed while the call waited, so it did not run.`,
    'Look at the new definition (tool_inspect), then call it again.',
  );
}

function plainArguments(args: unknown): JsonObject {
  const copy = copyJson(args ?? {});
  return copy.ok && isJsonObject(copy.value) ? copy.value : {};
}

function isResult(value: unknown): value is ToolResult {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ok' in value &&
    typeof value.ok === 'boolean' &&
    !isPromiseLike(value)
  );
}

/**
 * One outermost call with all calls below it, and the order in which each of them goes: resolve, gate, validate, ask a
 * person where one has to be asked, open a transaction or savepoint, run, check the result, commit or roll back, keep the
 * record.
 */
import { ToolFailure, toolError, type ToolError } from '../errors';
import { isJsonObject, type JsonObject } from '../json';
import { Scene } from '../scene/scene';
import type { SceneChange, Transaction } from '../scene/transaction';
import { countCall, describeThrown, internalError, unknownTool } from './call-failures';
import type { FinishedCall } from './call-record';
import { boundedError } from './check-result';
import { NO_INPUT, type ClientInput } from './client-input';
import type { Caller, CallProgress, LogLevel, Steps, ToolDefinition, ToolResult } from './definition';
import { Frame } from './frame';
import { cannotRunDry, gate, judgesArguments } from './gate';
import { Held } from './held';
import { PersonsAnswer } from './persons-answer';
import { copyJson } from './plain-json';
import { failed, failureResult } from './result';
import { runTool } from './run-tool';
import { SideEffects } from './side-effects';
import { cannotWait, wait } from './steps';
import { Stopping } from './stopping';
import type { CallDraft, TreeOptions, TreeParts } from './tree-parts';
import { compileOwnSchema, compileSchema } from './validation';
import { hasToWait } from './writer-queue';

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
  /** Of a person who was asked about the outermost call. */
  readonly answer = new PersonsAnswer();
  readonly caller: Caller;
  readonly dryRun: boolean;
  readonly stopping: Stopping;
  private readonly effects: SideEffects;
  private empty: Scene | undefined;
  private writing = false;
  /** Calls below the outermost that have ended. */
  private ended = 0;
  private readonly held = new Held();

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

  /** Makes one call. Whatever goes wrong comes back as a failure; nothing is thrown. */
  *perform(
    parent: Frame | undefined,
    name: string,
    args: unknown,
    options: { readonly now?: boolean } = {},
  ): Steps<ToolResult> {
    const { id } = this.options;
    const record: CallDraft = {
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
    record.ms = this.parts.monotonic() - started - (parent === undefined ? this.answer.waitedMs : 0);
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

  private *attempt(
    parent: Frame | undefined,
    record: CallDraft,
    args: unknown,
    now: boolean,
  ): Steps<ToolResult> {
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

    if (parent !== undefined && this.answer.isOther(tool)) return failureResult(changedError(tool.name));
    const refused = this.gate(tool, isJsonObject(args) ? args : {}, parent, false);
    if (refused !== undefined) {
      if (this.dryRun && cannotRunDry(tool)) this.leaveOut(`${tool.name} was not run.`);
      return failureResult(refused);
    }
    if (now && tool.waits === true) return failureResult(cannotWait(tool.name));

    const compile = tool.custom === undefined ? compileOwnSchema : compileSchema;
    const validator = compile(tool.inputSchema);
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
  private *askPerson(frame: Frame, record: CallDraft): Steps<ToolError | undefined> {
    const { permissions, monotonic } = this.parts;
    const { tool, args } = frame;
    const wanted = permissions?.question(this.caller, tool, args);
    if (permissions === undefined || wanted === undefined) return undefined;
    this.options.onWaiting?.();
    const { away } = this.options;
    const signals = away === undefined ? [this.signal] : [this.signal, away.signal];
    const asked = { ...wanted, call: record.id, caller: this.caller, tool, args, signals };
    const answer = yield* this.answer.to(asked, permissions, monotonic);
    if (!answer.ok) return this.stopping.isStopped ? this.stopping.error(tool.name) : answer.error;
    record.allowed = { by: answer.value.by, waitedMs: this.answer.waitedMs };
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
      allowed: this.answer.allowed,
      validated,
    });
  }

  /** Nothing to roll back in the scene; side effects are, when the call fails. */
  private *runCompensated(frame: Frame): Steps<ToolResult> {
    const down = this.effects.mark;
    let kept = false;
    try {
      const result = yield* runTool(frame, this.held);
      kept = result.ok;
      if (kept && frame.parent === undefined) this.effects.runActions();
      return result;
    } finally {
      if (!kept) this.effects.compensate(down);
    }
  }

  /** The outermost change: waits for its turn, and makes one undo step or nothing. */
  private *runAsWriter(frame: Frame, record: CallDraft): Steps<ToolResult> {
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
        result = yield* runTool(frame, this.held);
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
        result = yield* runTool(frame, this.held);
      } finally {
        if (result?.ok !== true && this.tx === tx) tx.rollbackTo(savepoint);
      }
      return result;
    } finally {
      frame.parent?.leaveLane();
    }
  }

  private commit(tx: Transaction, frame: Frame, record: CallDraft): void {
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

  private errorOf(error: unknown, { id, name }: CallDraft): ToolError {
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

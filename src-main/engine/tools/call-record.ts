/** What is kept of a call: the record that listeners get, and its event. */
import type { EngineEvent } from '../events/event';
import type { Json, JsonObject } from '../json';
import type { SceneChange } from '../scene/transaction';
import { briefRunFacts } from '../text/run-facts';
import { brief, briefLine, briefObject } from './brief';
import type { Caller, ToolDefinition, ToolResult, ToolSuccess } from './definition';
import type { TouchedFile } from './frame';
import { maskCalls, type SchemaOf } from './masked-calls';
import { difference, secretsOf, withoutSecrets } from './secrets';

/** A call that has ended, well or not: also one that the gate refused or that named no tool. */
export interface FinishedCall {
  readonly id: string;
  /** The enclosing call. */
  readonly parent?: string;
  /** Undefined where there is no tool of that name. */
  readonly tool: ToolDefinition | undefined;
  readonly name: string;
  /** As they ran, defaults filled in, without the secrets of custom tools. Not redacted: see `redact` before keeping them. */
  readonly args: JsonObject;
  readonly result: ToolResult;
  readonly caller: Caller;
  /** Milliseconds on the monotonic clock, nested calls included. */
  readonly ms: number;
  /** 0 for a call from a person or client. */
  readonly depth: number;
  readonly mutates: boolean;
  readonly undoStep?: number;
  /** Who allowed it, and how long it waited for that; `ms` does not count this. */
  readonly allowed?: { readonly by: string; readonly waitedMs: number };
  /** Ids of entities that the call created, changed or deleted; on the call that committed them. */
  readonly entities: readonly number[];
  /** Project files that the call itself touched, not those of calls below it; undefined where none. */
  readonly files?: readonly TouchedFile[];
  /** Seconds since the Unix epoch, at its end. */
  readonly at: number;
}

const briefs = new WeakMap<FinishedCall, JsonObject>();

/** A call's arguments, short and redacted: what the event, the audit and the statistics keep. */
export function briefArgs(call: FinishedCall): JsonObject {
  const known = briefs.get(call);
  if (known !== undefined) return known;
  const made = briefObject(call.args, call.tool?.inputSchema);
  briefs.set(call, made);
  return made;
}

/**
 * Calls of one tree as they may be kept: what a custom tool was given in secret it may have passed on, or given back, under
 * another name. Before anything of it is cut, so that no part of a secret is left.
 */
export function withoutTheirSecrets(
  given: readonly FinishedCall[],
  schemaOf: SchemaOf,
): readonly FinishedCall[] {
  if (!given.some(({ tool }) => tool?.custom !== undefined || holdsCalls(tool))) return given;
  const secrets = new Set<string>();
  // Those that a call holds need not have been made: a test is a dry run, and a batch may be refused.
  const calls = given.map((call) => {
    const args = holdsCalls(call.tool) ? maskCalls(call.args, schemaOf) : call.args;
    if (args === call.args) return call;
    for (const secret of difference(call.args, args)) secrets.add(secret);
    return { ...call, args };
  });
  for (const { tool, args, result } of calls) {
    for (const secret of secretsOf(args, tool?.inputSchema)) secrets.add(secret);
    if (!result.ok || result.structured === undefined || tool?.custom === undefined) continue;
    // The text of a result says the same as its structure.
    for (const secret of secretsOf(result.structured, tool.outputSchema)) secrets.add(secret);
  }
  return secrets.size === 0 ? calls : calls.map((call) => maskedCall(call, secrets));
}

/** Whether its arguments may hold calls of others: those of a batch, and of what tries and defines tools. */
function holdsCalls(tool: ToolDefinition | undefined): boolean {
  if (tool === undefined || tool.custom !== undefined) return false;
  return tool.operations !== undefined || tool.category === 'custom';
}

function maskedCall(call: FinishedCall, secrets: ReadonlySet<string>): FinishedCall {
  const masked = <T>(value: T): T => withoutSecrets(value as Json, secrets) as T;
  const { result } = call;
  return {
    ...call,
    args: masked(call.args),
    result: result.ok
      ? {
          ...result,
          text: masked(result.text),
          ...(result.structured === undefined ? {} : { structured: masked(result.structured) }),
          ...(result.warnings === undefined ? {} : { warnings: masked(result.warnings) }),
        }
      : { ok: false, error: masked(result.error) },
  };
}

type NewEvent = Omit<EngineEvent, 'seq' | 'time'>;

/** The event of a call. `nested` counts calls below it, and those among them that are not in the log. */
export function callEvent(
  call: FinishedCall,
  nested?: { readonly calls: number; readonly omitted: number },
): NewEvent {
  const { result } = call;
  const data: Record<string, Json> = {
    ok: result.ok,
    ms: Math.round(call.ms * 1_000) / 1_000,
    mutates: call.mutates,
    args: briefArgs(call),
    depth: call.depth,
  };
  if (result.ok) {
    data.result = brief(result.structured ?? result.text, result.structured && call.tool?.outputSchema);
    const pictures = picturesIn(result);
    if (pictures > 0) data.pictures = pictures;
    if (result.warnings !== undefined && result.warnings.length > 0) data.warnings = brief(result.warnings);
  } else {
    const { code, message, hint, data: facts } = result.error;
    data.error = {
      code,
      message: briefLine(message, 400),
      ...(hint === undefined ? {} : { hint: briefLine(hint, 400) }),
      ...briefObject(briefRunFacts(facts)),
    };
  }
  if (call.allowed !== undefined) {
    data.allowed_by = call.allowed.by;
    data.waited_ms = Math.round(call.allowed.waitedMs);
  }
  if (call.undoStep !== undefined) data.undo_step = call.undoStep;
  if (call.entities.length > 0) data.entities = call.entities.slice(0, 100);
  if (nested !== undefined && nested.calls > 0) {
    data.nested_calls = nested.calls;
    if (nested.omitted > 0) data.nested_omitted = nested.omitted;
  }
  return {
    type: 'tool',
    actor: call.caller.actor,
    tool: call.name.slice(0, 64),
    call: call.id,
    ...(call.parent === undefined ? {} : { parent: call.parent }),
    summary: summaryOf(call),
    data,
  };
}

function picturesIn({ images = [], content = [] }: ToolSuccess): number {
  return images.length + content.filter(({ type }) => type === 'image').length;
}

function summaryOf(call: FinishedCall): string {
  const title = call.tool?.title ?? call.name.slice(0, 64);
  const { result } = call;
  if (!result.ok) return briefLine(`${title} failed: ${result.error.message}`);
  // What follows the first line is detail: a list, or the record as JSON.
  const first = /\S.*/.exec(result.text.slice(0, 2_000))?.[0] ?? '';
  // "Change an entity: Changed #3 Lamp" would say it twice.
  const verb = (title.split(' ')[0] ?? '').replace(/e$/, '').toLowerCase();
  const itself = verb.length > 2 && first.toLowerCase().startsWith(verb);
  return briefLine(first === '' ? title : itself ? first : `${title}: ${first}`);
}

/** Ids in one list of an `entity` event. Readers of a longer one look at the scene. */
const MAX_IDS = 1_000;

/** The event of a committed change, an undo or a redo; undefined where no entity and no setting changed. */
export function entityEvent(
  change: SceneChange,
  facts: {
    readonly actor: string;
    readonly tool?: string;
    readonly call?: string;
    readonly revision: number;
    readonly undoStep?: number;
  },
): NewEvent | undefined {
  const created: number[] = [];
  const changed: number[] = [];
  const deleted: number[] = [];
  for (const [id, { before, after }] of change.changes) {
    (before === null ? created : after === null ? deleted : changed).push(id);
  }
  const environment = change.environment !== undefined;
  const replaced = change.replaced === true;
  if (created.length + changed.length + deleted.length === 0 && !environment && !replaced) return undefined;
  const counts = { created: created.length, changed: changed.length, deleted: deleted.length };
  const cut = counts.created > MAX_IDS || counts.changed > MAX_IDS || counts.deleted > MAX_IDS;
  const words: string[] = [];
  if (counts.created > 0) words.push(`${counts.created} created`);
  if (counts.changed > 0) words.push(`${counts.changed} changed`);
  if (counts.deleted > 0) words.push(`${counts.deleted} deleted`);
  if (environment) words.push('environment changed');
  return {
    type: 'entity',
    kind: replaced ? 'replaced' : 'changed',
    actor: facts.actor,
    ...(facts.tool === undefined ? {} : { tool: facts.tool }),
    ...(facts.call === undefined ? {} : { call: facts.call }),
    summary: replaced ? 'The scene was replaced' : `Entities: ${words.join(', ')}`,
    data: {
      created: created.slice(0, MAX_IDS),
      changed: changed.slice(0, MAX_IDS),
      deleted: deleted.slice(0, MAX_IDS),
      counts,
      revision: facts.revision,
      ...(cut ? { truncated: true } : {}),
      ...(environment ? { environment: true } : {}),
      ...(replaced ? { replaced: true } : {}),
      ...(facts.undoStep === undefined ? {} : { undo_step: facts.undoStep }),
    },
  };
}

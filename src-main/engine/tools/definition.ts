/** What a tool is, who calls it, and what a call gives back: the types that everything around the door shares. */
import type { Json, JsonObject } from '../json';
import type { Scene } from '../scene/scene';
import type { Transaction } from '../scene/transaction';
import type { ToolError } from '../errors';
import type { Cancellation } from './cancellation';
import type { ClientInput, InputNeeded } from './client-input';

export type ToolKind = 'builtin' | 'wander' | 'composite' | 'external' | 'script' | 'motion' | 'skill';

export type ToolStatus =
  'active' | 'pending_approval' | 'rejected' | 'disabled' | 'offline' | 'invalid' | 'policy_off';

/** What a custom tool may do. A call runs with the intersection of these along the chain of callers. */
export interface Capabilities {
  readonly read_scene: boolean;
  readonly mutate: boolean;
  /** Names or globs of tools it may call. */
  readonly calls: readonly string[];
  readonly files: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly network: boolean;
}

export interface Limits {
  readonly instructions: number;
  /** Milliseconds of wall time. */
  readonly timeout_ms: number;
  readonly max_output_bytes: number;
  /** Nested calls, at every depth below. */
  readonly max_calls: number;
}

export interface Caller {
  /** `user` (the window), `cli` (a terminal), `mcp:<client>[/<agent>]`, `agent:<id>`, `system`. Only `user` and `cli` are human. */
  readonly actor: string;
  readonly kind: 'human' | 'agent' | 'system';
  /** The connection, where there is one. */
  readonly session?: string;
  /** A long poll (`wait_ms`) may hold this call. Unset elsewhere than on the agent socket and in the window. */
  readonly mayWait?: boolean;
}

export interface CallRequest {
  readonly tool: string;
  readonly args?: unknown;
  readonly caller: Caller;
  /** Run everything, then roll everything back; no event, statistics or file is left behind. */
  readonly dryRun?: boolean;
  /** Aborting it cancels the call; its edits are rolled back. */
  readonly signal?: AbortSignal;
  /** The same, for callers that seldom cancel. */
  readonly cancellation?: Cancellation;
  /** Cancelled when nobody is there any more to hear the answer: a call that waits for a person is given up then. */
  readonly away?: Cancellation;
  /** Given the result as soon as it stands, before it is recorded: an answer need not wait for that. Must not throw. */
  readonly onResult?: (result: ToolResult) => void;
  /** Told when the call begins to wait for a person. */
  readonly onWaiting?: () => void;
  /** Told of each call below this one that has ended. Some tools tell of parts of their own work. */
  readonly onProgress?: (progress: CallProgress) => void;
  /** Told of what a tool says while it works, at any depth. */
  readonly onLog?: (level: LogLevel, message: string) => void;
  /** What the client gave with the call besides its arguments, and can be asked for. */
  readonly input?: ClientInput;
}

export interface CallProgress {
  /** Parts done. */
  readonly done: number;
  /** Of so many, where that is known. */
  readonly total?: number;
  /** A few words. */
  readonly message: string;
}

export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** More of a result, for who can read it: as MCP's blocks of content. Data is base64. */
export type ResultContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly uri: string; readonly mimeType: string; readonly text: string }
  | { readonly type: 'resource'; readonly uri: string; readonly mimeType: string; readonly blob: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly description?: string;
      readonly mimeType?: string;
    };

export interface ImageContent {
  /** Base64. */
  readonly data: string;
  readonly mimeType: 'image/png';
}

export interface ToolSuccess {
  readonly ok: true;
  /** What a model or person reads. */
  readonly text: string;
  readonly structured?: JsonObject;
  readonly images?: readonly ImageContent[];
  /** Follows the text, in this order. */
  readonly content?: readonly ResultContent[];
  readonly warnings?: readonly string[];
}

export interface ToolFailureResult {
  readonly ok: false;
  readonly error: ToolError;
  /** What the client has to give before the call can go on; with `input_required`, and of an outermost call only. */
  readonly needs?: InputNeeded;
}

export type ToolResult = ToolSuccess | ToolFailureResult;

/**
 * Work that may have to wait. It yields only promises that are pending, and is sent what they resolve to; a tool whose
 * work never waits runs to its end at once, so that a Wander tool can call it within the same turn.
 */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

export type MaybeSteps<T> = T | PromiseLike<T> | Steps<T>;

/** What `run` gets besides its arguments. */
export interface ToolContext {
  readonly caller: Caller;
  /** Id of this call, such as `c12`. */
  readonly callId: string;
  readonly scene: Scene;
  /** The open transaction. Reading tools have none: asking for it there is a bug of the tool. */
  readonly tx: Transaction;
  readonly dryRun: boolean;
  readonly depth: number;
  /** On the monotonic clock (`performance.now()`). */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Whether it is aborted: for work that never waits, which is spared a signal and a timer of its own. */
  readonly aborted: boolean;
  /** Who allowed this call, and what they were told of it; undefined where nobody was asked. Of the outermost call only. */
  readonly allowed?: { readonly by: string; readonly because: string };
  /** What this call may still do; undefined for calls that come straight from a person or client. */
  readonly capabilities?: EffectiveCapabilities;
  /** Calls another tool through the door, one level deeper, in this transaction. A failure has left nothing behind. */
  call(tool: string, args: Json): Steps<ToolResult>;
  /** The same where the caller can't wait. A tool that would have to fails with `tool_failed`. */
  callNow(tool: string, args: Json): ToolResult;
  /** What the client gave with this call. Nothing in a call below another: it was asked for that one. */
  readonly input: ClientInput;
  warn(message: string): void;
  /** Says something to the client while the call is under way, if it wants to hear that. */
  log(level: LogLevel, message: string): void;
  /** Tells whoever waits for the outermost call how far it is. */
  progress(progress: CallProgress): void;
  /** Notes a project file that this call reads or writes, by its project-relative path. */
  touched(access: 'read' | 'write', path: string): void;
  /** Compensates a side effect made in this call when the call, or one around it, is rolled back. Newest first. */
  onRollback(undo: () => void): void;
  /** Runs once the outermost call has committed; never for a call that failed or ran dry. */
  afterCommit(action: () => void): void;
  /** Says, in a dry run, what the call would have done and could not be tried; nothing elsewhere. One short sentence. */
  notExercised(what: string): void;
  /** Names the undo step, which otherwise has the tool's title. Of the outermost call only. */
  relabel(label: string): void;
}

export type Narrowed = 'read_scene' | 'mutate' | 'network';

/** The narrowing of every custom tool on the chain; each list must allow, so nothing ever widens. */
export interface EffectiveCapabilities {
  readonly read_scene: boolean;
  readonly mutate: boolean;
  readonly network: boolean;
  /** For each of these that is false, the first tool on the chain that does not have it. */
  readonly narrowedBy?: Readonly<Partial<Record<Narrowed, string>>>;
  /** One entry for each custom tool on the chain: its name and the globs it allows. */
  readonly calls: readonly { readonly tool: string; readonly allow: readonly string[] }[];
  readonly files: readonly {
    readonly tool: string;
    readonly read: readonly string[];
    readonly write: readonly string[];
  }[];
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface FileUse {
  readonly read?: string | true;
  readonly write?: string | true;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  /** For language models: what it does, when to use it, an example. */
  readonly description: string;
  /** A permission category: `scene`, `entity`, `custom` … */
  readonly category: string;
  readonly kind: ToolKind;
  /** JSON Schema 2020-12 of an object, closed. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: ToolAnnotations;
  /** Opens a transaction: the call changes the scene or the project. */
  readonly mutates: boolean;
  /** Changes something outside the scene which undo does not cover, such as saving. The pipeline opens no transaction. */
  readonly outsideScene?: boolean;
  /** Waits until no other call is changing the scene, and keeps others waiting; can't run inside another change. */
  readonly exclusive?: boolean;
  /** Set on an `outsideScene` tool whose `run` leaves nothing behind when `context.dryRun`; others are refused there. */
  readonly dryRunSafe?: boolean;
  /** Makes dry runs itself, which take their turn among the calls that change the scene: refused inside a dry run. */
  readonly ownDryRuns?: boolean;
  /** Always has to wait, so `callNow` refuses it before it starts. */
  readonly waits?: boolean;
  /** Project files that it touches: the argument that names the file, or true where no argument does. */
  readonly files?: FileUse;
  /** False where it neither reads nor changes the scene: a tool without `read_scene` may call it. */
  readonly usesScene?: boolean;
  /** Makes no event (polling tools). */
  readonly quiet?: boolean;
  /** Refuses callers that are not human, and custom tools whoever runs them, with this error. */
  readonly humanOnly?: (args: JsonObject, caller: Caller) => ToolError | undefined;
  /**
   * Why a person has to allow a call with these (validated) arguments, whoever but a person makes it, in words that complete
   * "it waits because …"; undefined where nobody has to be asked. The call waits before it runs; `run` finds who allowed it.
   */
  readonly asks?: (args: JsonObject, caller: Caller) => string | undefined;
  /** Whether a call with these (validated) arguments only reads, of a tool that can do more: then permissions treat it so. */
  readonly reads?: (args: JsonObject) => boolean;
  /** The calls that its (validated) arguments hold, of a tool that does nothing but make them. */
  readonly operations?: (args: JsonObject) => readonly { readonly tool: string; readonly args: JsonObject }[];
  /** Told of arguments (as they came) that its schema refuses, where others wait for what they say. Not in dry runs. */
  readonly refused?: (args: JsonObject, caller: Caller, problem: string) => void;
  /** True for lifecycle, policy and host tools, which no tool may call. */
  readonly governance?: boolean;
  /** Milliseconds that a call may take with all calls below it, of a tool that keeps others waiting; custom tools have `limits`. */
  readonly timeoutMs?: number;
  /** Set on custom tools. */
  readonly custom?: CustomToolFacts;
  run(args: JsonObject, context: ToolContext): MaybeSteps<ToolResult>;
}

/** What the door needs to know of a custom tool, besides its definition. */
export interface CustomToolFacts {
  readonly version: number;
  readonly author: string;
  readonly hash: string;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  /** Whether it may run now, and if not, the error to answer with. Looked at on every call. */
  readonly status: ToolStatus;
  readonly refusal?: ToolError;
  /**
   * Looks whether the tool's files have changed since it was registered, so that an edit counts from the next call on. True
   * where the registry holds another definition by now, or none.
   */
  readonly refresh?: () => boolean;
}

/**
 * What play mode and the step machine of behaviours agree on. All of it is plain data and functions: the machine knows no
 * engine and no clock, so that the same scripts, scene, seed and inputs give the same reports, byte for byte.
 *
 *   listBehaviors(source, options)   list.ts    what a source text holds, for the Inspector, `wander_check` and `behavior_set`
 *   createPlay(options)              play.ts    a game from its first step on
 *   runTests(source, options)        tests.ts   the `test` blocks of a source text, each in a scene of its own
 *
 * None of them throws for anything that a script can cause. What a host throws beside `HostError` is a bug of the host's and
 * goes on to the caller.
 */
import type { Diagnostic, RunError } from '../diagnostic';
import type { JsonValue, SceneHost, Triple } from '../host';

export { MAIN_BEHAVIOR } from '../words';

/** Steps in a second of play. */
export const STEPS_PER_SECOND = 60;

/* ---- what a text holds ----------------------------------------------------------------------------------------------- */

export type TriggerKind =
  | 'start'
  | 'tick'
  | 'event'
  | 'key'
  | 'action'
  | 'click'
  | 'collide'
  | 'collide_end'
  | 'trigger_enter'
  | 'trigger_exit'
  /** Of a state. */
  | 'enter'
  | 'exit';

export interface HandlerInfo {
  readonly trigger: TriggerKind;
  /** The event's, key's or action's name; the name or tag of what is touched. */
  readonly argument?: string;
  /** The state it stands in. */
  readonly state?: string;
  /** From 1. */
  readonly line: number;
}

export interface ParamInfo {
  readonly name: string;
  /** As a script may write it: `number`, `string`, `bool`, `vec`, `color`, `entity`, `list`, `map`, `any`. */
  readonly type: string;
  readonly default: JsonValue;
  /** Of `in min..max`, both included. */
  readonly min?: number;
  readonly max?: number;
  readonly doc?: string;
  readonly line: number;
}

export interface VarInfo {
  readonly name: string;
  readonly type: string;
  readonly line: number;
}

export interface TestInfo {
  readonly name: string;
  /** Absent for a test that stands outside of behaviours, in a file without bare members. */
  readonly behavior?: string;
  readonly line: number;
}

export interface BehaviorInfo {
  readonly name: string;
  readonly intent?: string;
  readonly params: readonly ParamInfo[];
  readonly vars: readonly VarInfo[];
  readonly handlers: readonly HandlerInfo[];
  /** The first is where it starts. */
  readonly states: readonly string[];
  readonly tests: readonly TestInfo[];
  readonly line: number;
}

export interface BehaviorListing {
  /** Those that could be read, also where the text has errors. */
  readonly behaviors: readonly BehaviorInfo[];
  /** Tests outside of behaviours. */
  readonly tests: readonly TestInfo[];
  /** Names of the `fn` at the top of the file. */
  readonly functions: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How a text is read. */
export interface SourceOptions {
  /** Project-relative path, or another name for errors (`Door/script`); absent for a text that has none. */
  readonly file?: string;
  /** Gives a module's text by its project-relative path (`scripts/combat.wander`), or `undefined`. */
  readonly module?: (path: string) => string | undefined;
  /** For did-you-mean; as the checker takes it for tools. */
  readonly componentTypes?: readonly string[];
}

export type ListBehaviors = (source: string, options?: SourceOptions) => BehaviorListing;

/* ---- a game ---------------------------------------------------------------------------------------------------------- */

/** A text on an entity. */
export interface AttachedScript {
  readonly entity: number;
  /** Its name, unique on the entity: a script is told from others by entity and name. */
  readonly name: string;
  readonly source: string;
  /** Which behaviour of the text runs; absent: all of them, in the order of the text. */
  readonly behavior?: string;
  /**
   * Values for params, by name. What is not given is its default; a var of that name which the entity has already comes before
   * both. What is no param of the behaviour is passed over.
   */
  readonly params?: { readonly [name: string]: JsonValue };
  /** Where the text comes from, for errors. */
  readonly file?: string;
}

export interface PlayHost {
  /**
   * The scene as the game changes it; `mutate` is taken for granted. Every change shows at once. An update of an entity that
   * is refused throws `HostError`, and is then the script's error.
   */
  readonly scene: SceneHost;
  /**
   * All scripts that are to run: entities in scene order, each one's scripts in their order. Asked once in a step, before
   * anything else. The same array (`===`) says that nothing has changed. A script that is new starts in that step; one that
   * is gone, or whose source, behaviour or entity changed, ends without a word (its state, timers and waits are dropped).
   * Scripts of entities that are disabled, or stand below one that is, stand still, and what would reach them is not kept for them.
   */
  scripts(): readonly AttachedScript[];
  /** As of `SourceOptions`. */
  readonly module?: (path: string) => string | undefined;
}

export interface PlayOptions {
  readonly host: PlayHost;
  /** Random numbers start from it: the scene's seed. */
  readonly seed: number;
  /** Units for each run of a handler, and for each stretch between two waits; 1,000,000 when absent. */
  readonly instructions?: number;
  /** Says that play was stopped: looked at every few thousand units, so that a long step ends soon. */
  readonly stopped?: () => boolean;
}

/** A touch of two entities, told to both: to `a` with `b` as `other`, and the other way round. */
export interface Contact {
  readonly kind: 'collide' | 'collide_end' | 'trigger_enter' | 'trigger_exit';
  readonly a: number;
  readonly b: number;
  /** World space. */
  readonly point?: Triple;
  /** Of unit length, from `a` to `b`; `b` gets it turned round. */
  readonly normal?: Triple;
  /** Speed of the hit, m/s. */
  readonly impact?: number;
}

/**
 * What happened since the last step. Lists are worked through in their order. Key names are in lower case: `"space"`,
 * `"enter"`, `"left"`, `"w"`, `"1"`.
 */
export interface PlayInput {
  /** Keys that went down; one that is down already is passed over. */
  readonly press?: readonly string[];
  /** Keys that went up. A key may stand in both: it was down for this step. */
  readonly release?: readonly string[];
  /**
   * Actions whose value changed: a button is 1 when held and 0 otherwise, an axis -1..1, a stick two of them. An action stays
   * as it was last set; it is pressed in the step in which it goes from 0 to something else.
   */
  readonly actions?: { readonly [name: string]: number | readonly [number, number] };
  /** Entities that were clicked. */
  readonly clicks?: readonly { readonly entity: number; readonly point?: Triple }[];
  readonly contacts?: readonly Contact[];
  /** Events from outside, delivered in this step before those of scripts; without `to`, to all. */
  readonly events?: readonly { readonly name: string; readonly data?: JsonValue; readonly to?: number }[];
}

/** Which script something came from. */
export interface ScriptPlace {
  readonly entity: number;
  /** As of `AttachedScript`. */
  readonly script: string;
  readonly behavior: string;
}

export interface PlayLog extends ScriptPlace {
  readonly text: string;
  readonly line: number;
  readonly file?: string;
}

export interface PlayError extends ScriptPlace {
  /** `on tick`, `on event "hit"`, `Hot: on enter`, or `the script` where it could not start at all. */
  readonly handler: string;
  /** With line, column and call stack; `code` is `runtime_error`, `budget_exceeded`, `compile_error` … */
  readonly error: RunError;
  /** The script on this entity does not run any more: it could not be read, or this was its fifth error. */
  readonly disabled: boolean;
}

export interface EmittedEvent {
  readonly name: string;
  readonly from: ScriptPlace;
  /** An entity's id; absent when it goes to all. */
  readonly to?: number;
  readonly data: JsonValue;
}

export interface StateChange extends ScriptPlace {
  /** Absent when it starts. */
  readonly from?: string;
  readonly to: string;
}

export interface VarChange {
  readonly entity: number;
  readonly name: string;
  readonly value: JsonValue;
}

/** What happened in a step, in the order in which it did. Entities that moved, came or went show in the scene. */
export interface StepReport {
  /** From 1. */
  readonly step: number;
  readonly logs: readonly PlayLog[];
  readonly errors: readonly PlayError[];
  /** Emitted in this step, for the next. */
  readonly events: readonly EmittedEvent[];
  readonly states: readonly StateChange[];
  /** Vars and params that behaviours declare and changed, each once with its last value. */
  readonly vars: readonly VarChange[];
  /** Logs and errors beyond what a step may report (1,000 each) that were left out. */
  readonly omitted: number;
  /** Units of the budget that all handlers used together. */
  readonly instructions: number;
}

/** How a script stands. */
export interface ScriptStatus extends ScriptPlace {
  /** Of a behaviour that has states. */
  readonly state?: string;
  /** Seconds in that state. */
  readonly stateTime: number;
  /** Handlers that wait. */
  readonly waits: number;
  readonly timers: number;
  readonly errors: number;
  readonly disabled: boolean;
}

export interface Play {
  /** Steps done so far. */
  readonly steps: number;
  /** One step of 1/60 s. Entities that scripts destroyed are removed at its end. */
  step(input?: PlayInput): StepReport;
  /** In the order in which they run. */
  status(): readonly ScriptStatus[];
}

export type CreatePlay = (options: PlayOptions) => Play;

/* ---- tests ----------------------------------------------------------------------------------------------------------- */

/** A scene for one test: it may be changed freely and is dropped afterwards. */
export interface TestScene {
  readonly scene: SceneHost;
  /** The entity that the behaviour runs on: `self` in the test. */
  readonly entity: number;
}

export interface TestOptions extends SourceOptions {
  /** Called once for each test. */
  readonly scene: () => TestScene;
  readonly params?: { readonly [name: string]: JsonValue };
  /** Only tests whose name holds this text, in any letter case. */
  readonly filter?: string;
  readonly seed?: number;
  readonly instructions?: number;
  /** Seconds of play that one test may take; 600 when absent. */
  readonly maxSeconds?: number;
  readonly stopped?: () => boolean;
}

export interface ExpectationResult {
  readonly line: number;
  readonly passed: boolean;
  /** The condition as the text has it. */
  readonly condition: string;
  /** The text behind it, where there is one. */
  readonly message?: string;
  /** Of one that failed: what its sides were, such as `pulses is 1, and 2 was expected`. */
  readonly detail?: string;
}

export interface TestResult extends TestInfo {
  /** All expectations hold, and nothing failed: neither the test itself nor a handler while it ran. */
  readonly passed: boolean;
  readonly steps: number;
  /** Of play, not of the clock: `steps / 60`. */
  readonly seconds: number;
  readonly expectations: readonly ExpectationResult[];
  readonly errors: readonly PlayError[];
  readonly logs: readonly PlayLog[];
}

export interface TestReport {
  /** False: the text has errors, and no test was run. */
  readonly compiled: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly tests: readonly TestResult[];
  readonly diagnostics: readonly Diagnostic[];
}

export type RunTests = (source: string, options: TestOptions) => TestReport;

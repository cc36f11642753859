/**
 * What the code of a behaviour may ask of the running game, and do to it, beyond what every program can. The step machine
 * implements it; where no game runs, a run has none.
 */
import type { Frame } from './compile/code';
import type { Site } from './errors';
import type { Value } from './values';

/** Names that handlers know, of what they were called with. */
export type HandlerWord = 'data' | 'contact_point' | 'contact_normal' | 'impact';

/** The names that stand for values of a running game. */
export type GameWord = 'self' | 'other' | 'dt' | 'time' | 'frame' | 'state' | 'state_time' | HandlerWord;

export interface Game {
  /** Seconds of a step. */
  readonly dt: number;
  /** Entity, number, text, or none where there is no such thing. */
  word(name: GameWord): Value;

  /** A var or param of the behaviour, by its place. What it gives is held by the var. */
  readVar(slot: number): Value;
  /** The value is one that nothing else holds, or is marked as shared. */
  writeVar(slot: number, value: Value, site: Site): void;

  /** For the next step. The value is shared; `to` must be an entity; absent, it goes to all. `run.site` is set. */
  emit(event: string, data: Value, to: Value | undefined): void;

  isKeyDown(name: string): boolean;
  isKeyPressed(name: string): boolean;
  /** How far an action is: 0 when it rests. */
  actionValue(name: string): Value;
  isActionPressed(name: string): boolean;
  isActionReleased(name: string): boolean;

  /** An armed timer of a handler other than `on tick`; see `compile/timers.ts`. */
  arm(timer: ArmedTimer): void;
  /** Seconds that a timer of `on tick` has counted, this step included; it begins anew with its state. */
  count(timer: number): TickTimer;

  /** Of a test: what an `expect` found. */
  expected(outcome: ExpectOutcome): void;
  /** Of a test: what the player does before the next step. `run.site` is set. */
  input(kind: 'press' | 'hold' | 'release' | 'click', value: Value): void;
}

export interface TickTimer {
  seconds: number;
  /** Of `after`: it has run. */
  done: boolean;
}

export interface ArmedTimer {
  readonly index: number;
  readonly repeats: boolean;
  readonly seconds: number;
  readonly site: Site;
  /** The variables that it works on. */
  readonly frame: Frame;
  /** Runs the body once. */
  readonly start: () => Steps;
}

/** What a stretch of code that may wait asks for, until it ends. */
export type Steps = Generator<Wait, number, undefined>;

export type Wait =
  | { readonly kind: 'steps'; readonly steps: number; readonly site: Site }
  /** Goes on in the first step in which it holds. */
  | { readonly kind: 'until'; readonly holds: () => boolean; readonly site: Site };

export interface ExpectOutcome {
  readonly passed: boolean;
  readonly site: Site;
  readonly condition: string;
  readonly message?: string;
  readonly detail?: string;
}

/** What there is of scripts while a game runs: each text on each entity, its behaviours, and what they are in the middle of. */
import type { BehaviorCode, BehaviorProgram } from '../compile/behaviors';
import type { Frame } from '../compile/code';
import type { Site } from '../errors';
import type { ArmedTimer, Steps, TickTimer, Wait } from '../game';
import type { EntityRef, Value } from '../values';
import type { AttachedScript } from './contract';
import type { PlayRun } from './play-run';
import type { VarEntry } from './vars';

/** What a handler was called with. */
export interface Given {
  readonly data: Value;
  readonly other: EntityRef | null;
  readonly point?: Value;
  readonly normal?: Value;
  readonly impact?: Value;
}

export const NOTHING_GIVEN: Given = { data: null, other: null };

/** A text on an entity. */
export class ScriptInstance {
  readonly behaviors: BehaviorInstance[] = [];
  errors = 0;
  disabled = false;
  /** Units of the budget in this step. */
  used = 0;
  /** It has used more than its part of this step. */
  spent = false;

  constructor(
    readonly attached: AttachedScript,
    readonly program: BehaviorProgram | undefined,
    readonly run: PlayRun | undefined,
  ) {}

  /** Handlers that wait, and timers that run by themselves. */
  get pending(): number {
    return this.behaviors.reduce((sum, { waiting, timers }) => sum + waiting.length + timers.length, 0);
  }

  disable(): void {
    this.disabled = true;
    for (const behavior of this.behaviors) behavior.clear();
  }
}

/** Memory that lasts beyond a run: what is reached from a frame. */
export class Holder {
  /** Bytes as last counted, and made since. */
  counted = 0;
  made = 0;

  constructor(public frame: Frame | undefined) {}
}

/** Code of a behaviour that is under way. */
export class Activation extends Holder {
  steps: Steps | undefined;
  wait: Wait | undefined;
  /** The step in which it goes on. */
  resumeAt = 0;
  isTest = false;

  constructor(
    readonly behavior: BehaviorInstance,
    readonly code: ActivationCode,
    readonly given: Given,
    /** Of the state that it belongs to, and ends with. */
    readonly stay: number | undefined,
  ) {
    super(undefined);
  }
}

export interface ActivationCode {
  /** For errors. */
  readonly text: string;
  readonly site: Site;
  readonly depth: number;
}

export class RunningTimer extends Holder {
  /** Seconds of the game. */
  due: number;
  /** Its body, where it waits. */
  activation: Activation | undefined;

  constructor(
    readonly timer: ArmedTimer,
    readonly stay: number | undefined,
    now: number,
  ) {
    super(timer.frame);
    this.due = now + timer.seconds;
  }
}

export class BehaviorInstance {
  vars: readonly VarEntry[] = [];
  started = false;
  /** Among the states of the code; -1 before the first. */
  state = -1;
  /** Counts how often a state began: it tells one stay in a state from another. */
  stay = 0;
  /** The step in which the state began. */
  since = 0;
  isExiting = false;
  /** Changes of state in this step. */
  changes = 0;
  waiting: Activation[] = [];
  timers: RunningTimer[] = [];
  /** Timers of `on tick`, by their place. */
  readonly counters = new Map<number, { readonly stay: number | undefined; readonly timer: TickTimer }>();

  constructor(
    readonly script: ScriptInstance,
    readonly code: BehaviorCode,
  ) {}

  get stateName(): string | undefined {
    return this.code.states[this.state]?.name;
  }

  clear(): void {
    this.waiting = [];
    this.timers = [];
  }
}

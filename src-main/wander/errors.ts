/** How a run ends before its end. Thrown inside the language only: `run.ts` turns each into a value. */

import type { StackFrame } from './diagnostic';

/** A place in a source text: one line of the call stack, or where a run failed. */
export interface Site {
  /** Offset of the first character. */
  readonly start: number;
  readonly unit: SiteUnit;
}

export interface SiteUnit {
  readonly file?: string;
  readonly source: string;
}

/** The deepest calls tell what happened; a recursion's hundred equal ones do not. */
const MAX_FRAMES = 20;

/** A run that failed, in the script's terms. */
export class Failure extends Error {
  /** The functions it went through, innermost first, each with the place that it had reached. */
  readonly frames: { readonly function: string; readonly site: Site }[] = [];
  /** Where the failure came from before that: the call stack of another tool, whose failure this one passes on. */
  below: readonly StackFrame[] = [];
  private reached: Site;

  constructor(
    readonly code: string,
    message: string,
    readonly site: Site,
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'Failure';
    this.reached = site;
  }

  /** Notes that the failure left a function which was called from `callSite`. */
  leave(functionName: string, callSite: Site): void {
    if (this.frames.length < MAX_FRAMES) this.frames.push({ function: functionName, site: this.reached });
    this.reached = callSite;
  }
}

/** `stop`: ends the whole run, which then gives none. */
export class Stop extends Error {
  constructor(name = 'Stop') {
    super(name);
    this.name = name;
  }
}

/** `go to`: ends the handler, and its behaviour changes its state. */
export class GoTo extends Stop {
  constructor(
    /** The name of a state. */
    readonly state: string,
    readonly site: Site,
  ) {
    super('GoTo');
  }
}

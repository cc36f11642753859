/**
 * What a program is made of once it is compiled: JavaScript closures, each of which was written here by hand. No text of a
 * script ever becomes text of a program below.
 */
import { recursionFailure, type Run } from '../context';
import { Stop, type Site } from '../errors';
import { Cell, type Callable, type Value } from '../values';

/**
 * The variables of one call: the captured cells at 0, then the slots, one further than the resolver numbered them. A captured
 * variable's slot holds its cell.
 */
export type Frame = (Value | Cell | readonly Cell[])[];

export type Eval = (frame: Frame, run: Run) => Value;
export type Test = (frame: Frame, run: Run) => boolean;

export type Arithmetic = '+' | '-' | '*' | '/' | '%';

/** How a statement ended. */
export const NEXT = 0;
export const BREAK = 1;
export const CONTINUE = 2;
/** The function ends; `run.result` is what it gives. */
export const RETURN = 3;
export type Exec = (frame: Frame, run: Run) => number;

/** The value in a slot that is known to hold no cell: the only way in which compiled code reads one. */
export const readSlot = (frame: Frame, slot: number): Value => frame[slot] as Value;
export const readCell = (frame: Frame, slot: number): Cell => frame[slot] as Cell;
export const capturedCells = (frame: Frame): readonly Cell[] => frame[0] as readonly Cell[];

export interface CodeParts {
  readonly template: Frame;
  readonly body: Eval;
  /** Slots of parameters that closures share. */
  readonly cells: readonly number[];
  /** What missing arguments are, by parameter. */
  readonly defaults: readonly (Eval | undefined)[];
  /** Units charged on entry. */
  readonly weight: number;
  /** What a call takes of the run's depth. */
  readonly depth: number;
}

const NO_CELLS: readonly Cell[] = [];

export class FunctionCode implements Callable {
  readonly takesExtras = true;
  /** Copied for each call. */
  private template: Frame = [NO_CELLS];
  /** Slots of a frame. */
  private size = 1;
  private cells: readonly number[] = [];
  private defaults: readonly (Eval | undefined)[] = [];
  body: Eval = () => null;
  weight = 1;
  depth = 1;
  /** With so many arguments, nothing is left to be done for them; -1 where closures share some. */
  readonly plainCount: number;

  constructor(
    readonly name: string,
    readonly least: number,
    readonly most: number,
    /** Where the function's name, or the function, begins. */
    readonly site: Site,
    /** Whether a call with all arguments has them in its frame as they are: closures share none of them. */
    readonly isPlain: boolean,
  ) {
    this.plainCount = isPlain ? most : -1;
  }

  /** Functions may call each other in any order, so each exists before it is compiled. */
  complete(parts: CodeParts): void {
    this.template = parts.template;
    this.size = parts.template.length;
    this.cells = parts.cells;
    this.defaults = parts.defaults;
    this.body = parts.body;
    this.weight = parts.weight;
    this.depth = parts.depth;
  }

  /*
   * A frame with as many arguments. Small frames are written out: V8 makes such an array in place, where copying one is a call.
   * What is called often is short, so that V8 builds it into its callers.
   */

  frameOfNone(): Frame {
    return this.size <= 4 ? [NO_CELLS, null, null, null] : this.template.slice();
  }

  frameOfOne(captured: readonly Cell[], a: Value): Frame {
    return this.size <= 4 ? [captured, a, null, null] : this.largeFrame(captured, a, null, null);
  }

  frameOfTwo(captured: readonly Cell[], a: Value, b: Value): Frame {
    return this.size <= 4 ? [captured, a, b, null] : this.largeFrame(captured, a, b, null);
  }

  frameOfThree(captured: readonly Cell[], a: Value, b: Value, c: Value): Frame {
    return this.size <= 4 ? [captured, a, b, c] : this.largeFrame(captured, a, b, c);
  }

  private largeFrame(captured: readonly Cell[], a: Value, b: Value, c: Value): Frame {
    if (this.size <= 8) return [captured, a, b, c, null, null, null, null];
    const frame = this.template.slice();
    frame[0] = captured;
    frame[1] = a;
    frame[2] = b;
    frame[3] = c;
    return frame;
  }

  invoke(run: Run, captured: readonly Cell[], args: readonly Value[], callSite: Site): Value {
    const frame = this.template.slice();
    frame[0] = captured;
    for (let index = 0; index < args.length; index += 1) frame[index + 1] = args[index] ?? null;
    return this.enter(frame, run, callSite, args.length);
  }

  invokeOne(run: Run, captured: readonly Cell[], a: Value, callSite: Site): Value {
    return this.enter(this.frameOfOne(captured, a), run, callSite, 1);
  }

  invokeTwo(run: Run, captured: readonly Cell[], a: Value, b: Value, callSite: Site): Value {
    return this.enter(this.frameOfTwo(captured, a, b), run, callSite, 2);
  }

  /** Runs the body on a frame that holds the first `given` arguments. A call in compiled code does the same; see calls.ts. */
  private enter(frame: Frame, run: Run, callSite: Site, given: number): Value {
    const before = run.depth;
    if ((run.depth = before + this.depth) > run.maxDepth) throw recursionFailure(callSite);
    try {
      if ((run.fuel -= this.weight) < 0) run.refill(this.site);
      if (given < this.most || !this.isPlain) this.prepare(frame, run, given);
      const value = this.body(frame, run);
      run.depth = before;
      return value;
    } catch (thrown) {
      throw leaving(run, this.name, callSite, thrown);
    }
  }

  /** Puts shared parameters into cells and works out what was not given, each of which may use those before it. */
  prepare(frame: Frame, run: Run, given: number): void {
    const { cells, defaults } = this;
    for (const slot of cells) if (slot <= given) frame[slot] = new Cell(readSlot(frame, slot));
    for (let index = given; index < this.most; index += 1) {
      const value = defaults[index]?.(frame, run) ?? null;
      frame[index + 1] = cells.includes(index + 1) ? new Cell(value) : value;
    }
  }
}

/** What goes on through the stack after something was thrown in a function. */
export function leaving(run: Run, name: string, callSite: Site, thrown: unknown): unknown {
  if (thrown instanceof Stop) return thrown;
  const failure = run.failureOf(thrown);
  if (failure === undefined) return thrown;
  failure.leave(name, callSite);
  return failure;
}

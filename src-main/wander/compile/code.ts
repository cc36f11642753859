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

const NOTHING: CodeParts = {
  template: [[]],
  body: () => null,
  cells: [],
  defaults: [],
  weight: 1,
  depth: 1,
};

export class FunctionCode implements Callable {
  readonly takesExtras = true;
  private parts = NOTHING;
  /** Copied for each call. */
  template = NOTHING.template;

  constructor(
    readonly name: string,
    readonly least: number,
    readonly most: number,
    /** Where the function's name, or the function, begins. */
    readonly site: Site,
  ) {}

  /** Functions may call each other in any order, so each exists before it is compiled. */
  complete(parts: CodeParts): void {
    this.parts = parts;
    this.template = parts.template;
  }

  invoke(run: Run, captured: readonly Cell[], args: readonly Value[], callSite: Site): Value {
    const frame = this.template.slice();
    frame[0] = captured;
    for (let index = 0; index < args.length; index += 1) frame[index + 1] = args[index] ?? null;
    return this.enter(frame, run, callSite, args.length);
  }

  /** Runs the body on a frame that holds the first `given` arguments. */
  enter(frame: Frame, run: Run, callSite: Site, given: number): Value {
    const { weight, depth, body } = this.parts;
    run.depth += depth;
    if (run.depth > run.maxDepth) throw recursionFailure(callSite);
    try {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(this.site);
      if (given < this.most || this.parts.cells.length > 0) this.prepare(frame, run, given);
      const value = body(frame, run);
      run.depth -= depth;
      return value;
    } catch (thrown) {
      throw leaving(run, this.name, callSite, thrown);
    }
  }

  /** Puts shared parameters into cells and works out what was not given, each of which may use those before it. */
  private prepare(frame: Frame, run: Run, given: number): void {
    const { cells, defaults } = this.parts;
    for (const slot of cells) if (slot <= given) frame[slot] = new Cell(readSlot(frame, slot));
    for (let index = given; index < this.most; index += 1) {
      const value = defaults[index]?.(frame, run) ?? null;
      frame[index + 1] = cells.includes(index + 1) ? new Cell(value) : value;
    }
  }
}

/** What goes on through the stack after something was thrown in a function. */
function leaving(run: Run, name: string, callSite: Site, thrown: unknown): unknown {
  if (thrown instanceof Stop) return thrown;
  const failure = run.failureOf(thrown);
  if (failure === undefined) return thrown;
  failure.leave(name, callSite);
  return failure;
}

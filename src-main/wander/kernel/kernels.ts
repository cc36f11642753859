/**
 * Kernels: functions and loops of a program that do nothing but work with numbers, as code of WebAssembly. A kernel changes
 * nothing before it has come to its end: it works on variables of its own, and takes its fuel from a copy. Where it comes upon
 * anything that is not plain (an error, a bound that was passed, a result that is not finite), it is given up, and the closures do
 * the whole again from its start. So all that is ever told of an error is what the closures tell.
 */
import type { FnDeclaration } from '../ast';
import { RETURN, NEXT, type Eval, type Exec, type Frame } from '../compile/code';
import type { Run } from '../context';
import { F64, I32 } from './bytes';
import { candidatesIn, type FunctionCandidate, type LoopCandidate } from './candidates';
import { instantiate, isTrap, type Exports, type Numeric } from './engine';
import { NUMERIC, NUMERIC_IMPORTS } from './library';
import { NEXT_SLICE_FUNCTION, SLICE } from './accounting';
import { entryOf, signatureOf } from './functions';
import { ENDED, RETURNED_BOOL, RETURNED_NUMBER, type LoopStatement } from './loops';
import { FUEL_EXPORT, IMPORTS, moduleOf, outputExport, type KernelFunction } from './module';
import { typeOf } from './pieces';

/** When a kernel is worth coming into. */
export interface KernelPolicy {
  /** Functions that do little in a call are only called by other kernels. */
  readonly longOnly: boolean;
  /** Once it was given up so often, the closures do it. */
  readonly mostGivenUp: number;
  /** After so many calls, one whose calls took fewer units on the average than it costs to come into it is left alone. */
  readonly trial: number;
  readonly leastUnits: number;
}

export const POLICY: KernelPolicy = { longOnly: true, mostGivenUp: 8, trial: 64, leastUnits: 150 };

/** For tests: whatever can be a kernel is one, always. */
export const ALWAYS: KernelPolicy = {
  longOnly: false,
  mostGivenUp: Infinity,
  trial: Infinity,
  leastUnits: 0,
};

/** What became of the calls of a program's kernels. */
export interface KernelCounts {
  ended: number;
  givenUp: number;
  /** An argument was none for it. */
  refused: number;
}

export class Kernels {
  readonly counts: KernelCounts = { ended: 0, givenUp: 0, refused: 0 };
  /** Whose fuel is used. */
  run: Run | undefined;
  private readonly functions: ReadonlyMap<FnDeclaration, FunctionCandidate>;
  private readonly loops: ReadonlyMap<object, LoopCandidate>;
  private readonly fuelLeft: Numeric;
  private readonly outputs: readonly Numeric[];

  private constructor(
    private readonly exports: Exports,
    functions: readonly FunctionCandidate[],
    loops: readonly LoopCandidate[],
    outputs: number,
    private readonly policy: KernelPolicy,
  ) {
    this.functions = new Map(functions.map((candidate) => [candidate.declaration, candidate]));
    this.loops = new Map(loops.map((candidate) => [candidate.node, candidate]));
    this.fuelLeft = exports.function(FUEL_EXPORT);
    this.outputs = Array.from({ length: outputs }, (_, index) => exports.function(outputExport(index)));
  }

  /** Those of a program with these functions; none where it has none, or the engine below makes none. */
  static of(declarations: readonly FnDeclaration[], policy: KernelPolicy): Kernels | undefined {
    const { functions, loops } = candidatesIn(declarations);
    const outputs = Math.max(
      1,
      ...loops.map(({ outer }) => outer.filter(({ isAssigned }) => isAssigned).length),
    );
    const entered = functions.filter(({ isLong }) => isLong || !policy.longOnly);
    if (entered.length + loops.length === 0) return undefined;
    const slice = { name: SLICE, signature: { parameters: [I32], results: [I32] } };
    const bytes = moduleOf(
      [slice, ...NUMERIC_IMPORTS],
      [
        NEXT_SLICE_FUNCTION,
        ...functions.map(functionOf),
        ...entered.map(entryFunction),
        ...loops.map(loopFunction),
      ],
      outputs,
    );
    // The import and the kernels need each other.
    const holder: { kernels?: Kernels } = {};
    const nextSlice = (fuel: number): number => holder.kernels?.run?.nextSlice(fuel) ?? -1;
    const exports = instantiate(bytes, { [IMPORTS]: { ...NUMERIC, [SLICE]: nextSlice } });
    if (exports === undefined) return undefined;
    holder.kernels = new Kernels(exports, entered, loops, outputs, policy);
    return holder.kernels;
  }

  /** The body of a function: its kernel where it has one, else what was given. */
  body(declaration: object, plain: Eval): Eval {
    const candidate = this.functions.get(declaration as FnDeclaration);
    if (candidate === undefined) return plain;
    const enter = this.exports.function(entryName(candidate.declaration, this.functions));
    const call = caller(candidate.declaration.parameters.length, enter);
    const isBool = candidate.result === 'bool';
    const gate = new Gate(this, this.policy);
    return (frame, run) => {
      if (!gate.isOpen) return plain(frame, run);
      const { fuel, beyond } = run;
      this.run = run;
      let value: number;
      try {
        value = call(frame, run.maxDepth - run.depth, fuel);
      } catch (thrown) {
        gate.giveUp(run, fuel, beyond, thrown);
        return plain(frame, run);
      }
      if (value !== value) {
        this.run = undefined;
        this.counts.refused += 1;
        return plain(frame, run);
      }
      if (!gate.end(run, fuel, beyond, this.fuelLeft())) return plain(frame, run);
      return isBool ? value === 1 : value;
    };
  }

  /** A loop: its kernel where it has one, else what was given. */
  loop(node: LoopStatement, plain: Exec): Exec {
    const candidate = this.loops.get(node);
    if (candidate === undefined) return plain;
    const enter = this.exports.function(loopName(candidate, this.loops));
    const inputs = candidate.outer.map(({ variable, kind }) => ({
      slot: variable.slot + 1,
      isBool: kind === 'bool',
    }));
    const outputs = candidate.outer
      .filter(({ isAssigned }) => isAssigned)
      .map(({ variable, kind }, index) => ({
        slot: variable.slot + 1,
        isBool: kind === 'bool',
        read: this.outputs[index] ?? this.fuelLeft,
      }));
    const [result = this.fuelLeft] = this.outputs;
    const gate = new Gate(this, this.policy);
    const { length } = inputs;
    return (frame, run) => {
      if (!gate.isOpen) return plain(frame, run);
      const args: number[] = [run.maxDepth - run.depth];
      for (let index = 0; index < length; index += 1) {
        const input = inputs[index];
        const value = frame[input?.slot ?? 0];
        if (input?.isBool === true) {
          if (typeof value !== 'boolean') return this.refuse(plain, frame, run);
          args.push(value ? 1 : 0);
        } else {
          if (typeof value !== 'number' || value - value !== 0) return this.refuse(plain, frame, run);
          args.push(value);
        }
      }
      const { fuel, beyond } = run;
      args.push(fuel);
      this.run = run;
      let how: number;
      try {
        how = enter(...args);
      } catch (thrown) {
        gate.giveUp(run, fuel, beyond, thrown);
        return plain(frame, run);
      }
      if (!gate.end(run, fuel, beyond, this.fuelLeft())) return plain(frame, run);
      if (how === ENDED) {
        for (const { slot, isBool, read } of outputs) frame[slot] = isBool ? read() === 1 : read();
        return NEXT;
      }
      run.result = how === RETURNED_NUMBER ? result() : how === RETURNED_BOOL ? result() === 1 : null;
      return RETURN;
    };
  }

  private refuse(plain: Exec, frame: Frame, run: Run): number {
    this.counts.refused += 1;
    return plain(frame, run);
  }
}

/** Whether a kernel is used, and what its calls did to the run. */
class Gate {
  isOpen = true;
  private givenUp = 0;
  private calls = 0;
  private units = 0;

  constructor(
    private readonly kernels: Kernels,
    private readonly policy: KernelPolicy,
  ) {}

  /** Takes over what a call that came to its end has left of the fuel; false where there is no more. */
  end(run: Run, fuel: number, beyond: number, left: number): boolean {
    this.kernels.run = undefined;
    if (!run.goOn(left)) {
      this.goBack(run, fuel, beyond);
      return false;
    }
    this.kernels.counts.ended += 1;
    if (this.calls < this.policy.trial) {
      this.calls += 1;
      this.units += fuel + beyond - run.fuel - run.beyond;
      // Where nothing is counted, nothing is known.
      if (this.calls === this.policy.trial && this.units > 0)
        this.isOpen = this.units >= this.policy.trial * this.policy.leastUnits;
    }
    return true;
  }

  /** After a call that did not come to its end. */
  giveUp(run: Run, fuel: number, beyond: number, thrown: unknown): void {
    this.kernels.run = undefined;
    this.goBack(run, fuel, beyond);
    if (!isTrap(thrown)) throw thrown;
  }

  private goBack(run: Run, fuel: number, beyond: number): void {
    run.goBack(fuel, beyond);
    this.kernels.counts.givenUp += 1;
    this.givenUp += 1;
    if (this.givenUp >= this.policy.mostGivenUp) this.isOpen = false;
  }
}

/** Calls a function's kernel with what lies in a frame; NaN where an argument is none for it. */
function caller(count: number, enter: Numeric): (frame: Frame, room: number, fuel: number) => number {
  switch (count) {
    case 0:
      return (_frame, room, fuel) => enter(room, fuel);
    case 1:
      return (frame, room, fuel) => {
        const a = frame[1];
        return isFinite(a) ? enter(a, room, fuel) : NaN;
      };
    case 2:
      return (frame, room, fuel) => {
        const a = frame[1];
        const b = frame[2];
        return isFinite(a) && isFinite(b) ? enter(a, b, room, fuel) : NaN;
      };
    case 3:
      return (frame, room, fuel) => {
        const a = frame[1];
        const b = frame[2];
        const c = frame[3];
        return isFinite(a) && isFinite(b) && isFinite(c) ? enter(a, b, c, room, fuel) : NaN;
      };
    default:
      return (frame, room, fuel) => {
        const args: number[] = [];
        for (let index = 1; index <= count; index += 1) {
          const value = frame[index];
          if (!isFinite(value)) return NaN;
          args.push(value);
        }
        return enter(...args, room, fuel);
      };
  }
}

const isFinite = (value: Frame[number] | undefined): value is number =>
  typeof value === 'number' && value - value === 0;

/* ---- the module's functions ------------------------------------------------------------------------------------------ */

const functionOf = (candidate: FunctionCandidate): KernelFunction => ({
  key: candidate.declaration,
  signature: signatureOf(candidate.declaration, candidate.result),
  ...candidate.lowered,
});

const entryFunction = (candidate: FunctionCandidate, index: number): KernelFunction => {
  const { declaration, result } = candidate;
  const parameters = [...declaration.parameters.map(() => F64), I32, I32];
  return {
    key: candidate,
    name: `function ${index}`,
    signature: { parameters, results: [typeOf(result)] },
    locals: [],
    code: entryOf(declaration),
  };
};

const loopFunction = ({ node, outer, lowered }: LoopCandidate, index: number): KernelFunction => ({
  key: node,
  name: `loop ${index}`,
  signature: { parameters: [I32, ...outer.map(({ kind }) => typeOf(kind)), I32], results: [I32] },
  ...lowered,
});

const positionIn = (keys: Iterable<object>, wanted: object): number => [...keys].indexOf(wanted);

const entryName = (declaration: FnDeclaration, all: ReadonlyMap<FnDeclaration, unknown>): string =>
  `function ${positionIn(all.keys(), declaration)}`;

const loopName = ({ node }: LoopCandidate, all: ReadonlyMap<object, unknown>): string =>
  `loop ${positionIn(all.keys(), node)}`;

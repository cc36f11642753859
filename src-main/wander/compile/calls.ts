/** Calls: of functions of the program, of the library, and of values. */
import type { CallExpression, Expression } from '../ast';
import { recursionFailure, type Run } from '../context';
import type { Site } from '../errors';
import {
  arityFailure,
  callEntry,
  callHint,
  checkArgument,
  type Argument,
  type StdlibEntry,
} from '../stdlib/define';
import { libraryFunction } from '../stdlib/registry';
import { ANY_KIND, KINDS } from '../kinds';
import { kindOf, withArticle } from '../type-names';
import { Fn, Vec, type Cell, type Value } from '../values';
import { callValue } from '../dispatch';
import { FunctionCode, leaving, type Eval, type Frame } from './code';
import { compileExpression } from './expressions';
import { compileOperand } from './operands';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';

export function compileCall(scope: FunctionScope, node: CallExpression): Eval {
  const { callee } = node;
  const site = scope.site(callee);
  if (callee.kind === 'name' && (callee.binding?.kind === 'function' || callee.binding?.kind === 'builtin')) {
    return compileNamedCall(scope, callee.binding, node.arguments, site);
  }
  const fallback =
    node.fallback?.kind === 'function' || node.fallback?.kind === 'builtin'
      ? compileNamedCall(scope, node.fallback, node.arguments, site)
      : undefined;
  return compileValueCall(scope, node, fallback, site);
}

type NamedBinding = Extract<CallExpression['fallback'], { kind: 'function' | 'builtin' }>;

export function compileNamedCall(
  scope: FunctionScope,
  binding: NamedBinding,
  args: readonly Expression[],
  site: Site,
): Eval {
  if (binding.kind === 'function') {
    const code = scope.program.functionOf(binding.declaration);
    return code === undefined ? () => null : compileDirectCall(scope, code, args, site);
  }
  const entry = libraryFunction(binding.name);
  return entry === undefined ? () => null : compileLibraryCall(scope, entry, args, site);
}

/** Evaluates arguments in order. */
function compileArguments(
  scope: FunctionScope,
  nodes: readonly Expression[],
): (frame: Frame, run: Run) => Value[] {
  const evals = nodes.map((node) => compileKept(scope, node));
  return (frame, run) => evals.map((evaluate) => evaluate(frame, run));
}

type Enter = (code: FunctionCode, frame: Frame, run: Run) => Value;

/** Runs a function on the frame of a call from one place: what `FunctionCode.enter` does, with a body that V8 can build in. */
function entering(site: Site, given: number): Enter {
  return (code, frame, run) => {
    const before = run.depth;
    if ((run.depth = before + code.depth) > run.maxDepth) throw recursionFailure(site);
    try {
      if ((run.fuel -= code.weight) < 0) run.refill(code.site);
      if (given < code.most || !code.isPlain) code.prepare(frame, run, given);
      const value = code.body(frame, run);
      run.depth = before;
      return value;
    } catch (thrown) {
      throw leaving(run, code.name, site, thrown);
    }
  };
}

/** The same where nothing is to be done for the arguments. */
function enteringPlain(site: Site): Enter {
  return (code, frame, run) => {
    const before = run.depth;
    if ((run.depth = before + code.depth) > run.maxDepth) throw recursionFailure(site);
    try {
      if ((run.fuel -= code.weight) < 0) run.refill(code.site);
      const value = code.body(frame, run);
      run.depth = before;
      return value;
    } catch (thrown) {
      throw leaving(run, code.name, site, thrown);
    }
  };
}

const NO_CELLS: readonly Cell[] = [];

/** A call of a function of the program: the arguments go straight into its frame. */
function compileDirectCall(
  scope: FunctionScope,
  code: FunctionCode,
  nodes: readonly Expression[],
  site: Site,
): Eval {
  const count = nodes.length;
  if (count < code.least || count > code.most) return compileWrongCall(scope, code, nodes, site);
  const [a, b, c, d] = nodes.map((node) => compileKept(scope, node));
  const enter = count === code.most && code.isPlain ? enteringPlain(site) : entering(site, count);
  if (a === undefined) return (_frame, run) => enter(code, code.frameOfNone(), run);
  if (b === undefined) return (frame, run) => enter(code, code.frameOfOne(NO_CELLS, a(frame, run)), run);
  if (c === undefined)
    return (frame, run) => enter(code, code.frameOfTwo(NO_CELLS, a(frame, run), b(frame, run)), run);
  if (d === undefined) {
    return (frame, run) =>
      enter(code, code.frameOfThree(NO_CELLS, a(frame, run), b(frame, run), c(frame, run)), run);
  }
  const args = compileArguments(scope, nodes);
  return (frame, run) => code.invoke(run, [], args(frame, run), site);
}

/** The checker reports such calls; where one runs all the same, it fails when it is reached. */
function compileWrongCall(
  scope: FunctionScope,
  code: { readonly name: string; readonly least: number; readonly most: number },
  nodes: readonly Expression[],
  site: Site,
  hint?: string,
): Eval {
  const args = compileArguments(scope, nodes);
  return (frame, run) => {
    const given = args(frame, run).length;
    run.site = site;
    return arityFailure(run, code, given, hint);
  };
}

/* ---- the library --------------------------------------------------------------------------------------------------- */

/** Gives an argument as its parameter wants it; most are, and the rest is looked at in `checkArgument`. */
export function checking(entry: StdlibEntry, index: number): (run: Run, value: Value) => Value | undefined {
  const kinds = entry.kinds[index] ?? 0;
  const takesNumbers = (kinds & KINDS.number) !== 0;
  const takesVectors = (kinds & KINDS.vec) !== 0;
  return (run, value) => {
    if (typeof value === 'number') {
      if (takesNumbers) return value;
    } else if (takesVectors && value instanceof Vec) return value;
    else if (value !== null && (kinds === ANY_KIND || (kindOf(value) & kinds) !== 0)) return value;
    return checkArgument(run, entry, index, value);
  };
}

/** Charges for a call; most entries cost the same whatever they get. */
export function charging(entry: StdlibEntry): (run: Run, a?: Argument, b?: Argument, c?: Argument) => void {
  const { cost } = entry;
  if (typeof cost === 'number') return (run) => run.charge(cost);
  return (run, a, b, c) => run.charge(cost(a, b, c));
}

function compileLibraryCall(
  scope: FunctionScope,
  entry: StdlibEntry,
  nodes: readonly Expression[],
  site: Site,
): Eval {
  const count = nodes.length;
  if (entry.constant === true) {
    return (_frame, run) => {
      run.site = site;
      return run.fail(`${entry.name} is a value, and can't be called`);
    };
  }
  if (count < entry.least || count > entry.most)
    return compileWrongCall(scope, entry, nodes, site, callHint(entry));
  const compile = (node: Expression, index: number): Eval =>
    entry.parameters[index]?.keeps === true
      ? compileKept(scope, node)
      : compileOperand(scope, node, ...nodes.slice(index + 1));
  const evals = nodes.map(compile);
  const [a, b, c] = evals;
  if (entry.most === Infinity || count > 3) {
    return (frame, run) => {
      const args = evals.map((evaluate) => evaluate(frame, run));
      run.site = site;
      return callEntry(run, entry, undefined, args);
    };
  }
  if (entry.name === 'distance') {
    const distance = scope.program.copies.of('points', 'distance').compileDistance(scope, entry, nodes, site);
    if (distance !== undefined) return distance;
  }
  const { implementation } = entry;
  const charge = charging(entry);
  if (a === undefined) {
    return (_frame, run) => {
      run.site = site;
      charge(run);
      return implementation(run);
    };
  }
  const checkFirst = checking(entry, 0);
  if (b === undefined) {
    return (frame, run) => {
      const value = a(frame, run);
      run.site = site;
      const first = checkFirst(run, value);
      charge(run, first);
      return implementation(run, first);
    };
  }
  const checkSecond = checking(entry, 1);
  if (c === undefined) {
    return (frame, run) => {
      const value = a(frame, run);
      const other = b(frame, run);
      run.site = site;
      const first = checkFirst(run, value);
      const second = checkSecond(run, other);
      charge(run, first, second);
      return implementation(run, first, second);
    };
  }
  const checkThird = checking(entry, 2);
  return (frame, run) => {
    const value = a(frame, run);
    const other = b(frame, run);
    const last = c(frame, run);
    run.site = site;
    const first = checkFirst(run, value);
    const second = checkSecond(run, other);
    const third = checkThird(run, last);
    charge(run, first, second, third);
    return implementation(run, first, second, third);
  };
}

/* ---- values -------------------------------------------------------------------------------------------------------- */

function compileValueCall(
  scope: FunctionScope,
  node: CallExpression,
  fallback: Eval | undefined,
  site: Site,
): Eval {
  const callee = compileExpression(scope, node.callee);
  const args = compileArguments(scope, node.arguments);
  const name = node.callee.kind === 'name' ? `"${node.callee.text}"` : 'this';
  const count = node.arguments.length;
  const [a, b] = count <= 2 ? node.arguments.map((node) => compileKept(scope, node)) : [];
  const enter = enteringPlain(site);
  const otherwise = (frame: Frame, run: Run, value: Value): Value => {
    if (fallback !== undefined) return fallback(frame, run);
    run.site = site;
    return run.fail(`${name} is ${withArticle(value)}, and can't be called`);
  };
  if (a !== undefined && b === undefined) {
    return (frame, run) => {
      const value = callee(frame, run);
      if (!(value instanceof Fn)) return otherwise(frame, run, value);
      const first = a(frame, run);
      const { code } = value;
      if (code instanceof FunctionCode && code.plainCount === 1)
        return enter(code, code.frameOfOne(value.captured, first), run);
      return callValue(run, value, [first], site);
    };
  }
  if (a !== undefined && b !== undefined) {
    return (frame, run) => {
      const value = callee(frame, run);
      if (!(value instanceof Fn)) return otherwise(frame, run, value);
      const first = a(frame, run);
      const second = b(frame, run);
      const { code } = value;
      if (code instanceof FunctionCode && code.plainCount === 2)
        return enter(code, code.frameOfTwo(value.captured, first, second), run);
      return callValue(run, value, [first, second], site);
    };
  }
  return (frame, run) => {
    const value = callee(frame, run);
    return value instanceof Fn ? callValue(run, value, args(frame, run), site) : otherwise(frame, run, value);
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

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
import { kindOf, withArticle } from '../type-names';
import { Fn, type Cell, type Value } from '../values';
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

/** Runs a function on the frame of a call from one place: what `FunctionCode.enter` does, with a body that V8 can build in. */
function entering(site: Site, given: number): (code: FunctionCode, frame: Frame, run: Run) => Value {
  return (code, frame, run) => {
    const { depth } = code;
    run.depth += depth;
    if (run.depth > run.maxDepth) throw recursionFailure(site);
    try {
      run.fuel -= code.weight;
      if (run.fuel < 0) run.refill(code.site);
      if (given < code.most || !code.isPlain) code.prepare(frame, run, given);
      const value = code.body(frame, run);
      run.depth -= depth;
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
  const enter = entering(site, count);
  if (a === undefined) return (_frame, run) => enter(code, code.frame(NO_CELLS), run);
  if (b === undefined) return (frame, run) => enter(code, code.frame(NO_CELLS, a(frame, run)), run);
  if (c === undefined) {
    return (frame, run) => enter(code, code.frame(NO_CELLS, a(frame, run), b(frame, run)), run);
  }
  if (d === undefined) {
    return (frame, run) =>
      enter(code, code.frame(NO_CELLS, a(frame, run), b(frame, run), c(frame, run)), run);
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

/** An argument as its parameter wants it; most are, and the rest is looked at in `checkArgument`. */
export function checked(run: Run, entry: StdlibEntry, index: number, value: Value): Value | undefined {
  const kinds = entry.kinds[index] ?? 0;
  return value !== null && (kindOf(value) & kinds) !== 0 ? value : checkArgument(run, entry, index, value);
}

export function chargeCost(
  run: Run,
  entry: StdlibEntry,
  a?: Argument,
  b?: Argument,
  c?: Argument,
  d?: Argument,
): void {
  const { cost } = entry;
  run.charge(typeof cost === 'number' ? cost : cost(a, b, c, d));
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
  const { implementation } = entry;
  if (a === undefined) {
    return (_frame, run) => {
      run.site = site;
      chargeCost(run, entry);
      return implementation(run);
    };
  }
  if (b === undefined) {
    return (frame, run) => {
      const value = a(frame, run);
      run.site = site;
      const first = checked(run, entry, 0, value);
      chargeCost(run, entry, first);
      return implementation(run, first);
    };
  }
  if (c === undefined) {
    return (frame, run) => {
      const value = a(frame, run);
      const other = b(frame, run);
      run.site = site;
      const first = checked(run, entry, 0, value);
      const second = checked(run, entry, 1, other);
      chargeCost(run, entry, first, second);
      return implementation(run, first, second);
    };
  }
  return (frame, run) => {
    const value = a(frame, run);
    const other = b(frame, run);
    const last = c(frame, run);
    run.site = site;
    const first = checked(run, entry, 0, value);
    const second = checked(run, entry, 1, other);
    const third = checked(run, entry, 2, last);
    chargeCost(run, entry, first, second, third);
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
  const enter = entering(site, count);
  if (a !== undefined) {
    return (frame, run) => {
      const value = callee(frame, run);
      if (value instanceof Fn) {
        const first = a(frame, run);
        const second = b === undefined ? null : b(frame, run);
        const { code } = value;
        if (code instanceof FunctionCode && code.most === count && code.least <= count) {
          return enter(code, code.frame(value.captured, first, second), run);
        }
        return callValue(run, value, b === undefined ? [first] : [first, second], site);
      }
      if (fallback !== undefined) return fallback(frame, run);
      run.site = site;
      return run.fail(`${name} is ${withArticle(value)}, and can't be called`);
    };
  }
  return (frame, run) => {
    const value = callee(frame, run);
    if (value instanceof Fn) return callValue(run, value, args(frame, run), site);
    if (fallback !== undefined) return fallback(frame, run);
    run.site = site;
    return run.fail(`${name} is ${withArticle(value)}, and can't be called`);
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

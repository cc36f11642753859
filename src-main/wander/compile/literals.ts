/** Expressions that make values, and names. */
import type { Expression, LambdaExpression, ListExpression, MapExpression, NameExpression } from '../ast';
import { BYTES } from '../budget';
import type { Run } from '../context';
import type { Site } from '../errors';
import { keyFrom } from '../members';
import { negate } from '../operators';
import { LibraryFunction } from '../stdlib/define';
import { itemBytes } from '../stdlib/lists';
import { putEntry } from '../stdlib/maps';
import { libraryFunction } from '../stdlib/registry';
import { textOf } from '../text';
import { withArticle } from '../type-names';
import { Color, Fn, List, MapValue, share, Vec, type Value } from '../values';
import type { Eval, Frame } from './code';
import { compileExpression, compileTest } from './expressions';
import { compileLambda } from './functions';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';
import { useMaker } from '../to-json';

type LiteralNode = Extract<
  Expression,
  {
    kind:
      | 'color'
      | 'name'
      | 'interpolation'
      | 'vector'
      | 'color-parts'
      | 'list'
      | 'map'
      | 'unary'
      | 'conditional'
      | 'lambda';
  }
>;

export function compileLiteral(scope: FunctionScope, node: LiteralNode): Eval {
  switch (node.kind) {
    case 'color': {
      const color = new Color(node.r, node.g, node.b, node.a);
      return () => color;
    }
    case 'interpolation':
      return compileInterpolation(scope, node.parts, scope.site(node));
    case 'name':
      return compileName(scope, node);
    case 'vector':
      return compileVector(scope, node.x, node.y, node.z, scope.site(node));
    case 'color-parts':
      return compileColorParts(scope, node.parts, scope.site(node));
    case 'list':
      return compileList(scope, node);
    case 'map':
      return compileMap(scope, node);
    case 'unary':
      return compileUnary(scope, node);
    case 'conditional': {
      const test = compileTest(scope, node.condition);
      const yes = compileExpression(scope, node.yes);
      const no = compileExpression(scope, node.no);
      return (frame, run) => (test(frame, run) ? yes(frame, run) : no(frame, run));
    }
    case 'lambda':
      return compileClosure(scope, node);
  }
}

/** A value that is put into a second place. */
export function compileShare(value: Eval): Eval {
  return (frame, run) => share(value(frame, run));
}

function compileName(scope: FunctionScope, node: NameExpression): Eval {
  const { binding } = node;
  switch (binding?.kind) {
    case 'local':
      return scope.reader(binding.variable);
    case 'constant': {
      const constant = scope.program.constantOf(binding.declaration);
      return constant === undefined ? () => null : (_frame, run) => constant(run);
    }
    case 'function': {
      const code = scope.program.functionOf(binding.declaration);
      const fn = code === undefined ? null : Fn.of(code);
      return () => fn;
    }
    case 'builtin': {
      const entry = libraryFunction(binding.name);
      if (entry === undefined) return () => null;
      if (entry.constant === true) return (_frame, run) => entry.implementation(run);
      const fn = Fn.of(LibraryFunction.of(entry));
      return () => fn;
    }
    default:
      // A program with such a name is not run.
      return () => null;
  }
}

function compileInterpolation(
  scope: FunctionScope,
  parts: readonly (string | Expression)[],
  site: Site,
): Eval {
  const evals = parts.map((part) =>
    typeof part === 'string' ? (): Value => part : compileExpression(scope, part),
  );
  const [first = (): Value => '', ...others] = evals;
  return (frame, run) => {
    const firstValue = first(frame, run);
    run.site = site;
    const start = textOf(run, firstValue);
    let rest = '';
    for (const other of others) {
      const value = other(frame, run);
      run.site = site;
      rest += textOf(run, value);
      run.checkTextLength(rest.length);
    }
    return run.joinTexts(start, rest);
  };
}

function compileVector(
  scope: FunctionScope,
  xNode: Expression,
  yNode: Expression,
  zNode: Expression | undefined,
  site: Site,
): Eval {
  const x = compileExpression(scope, xNode);
  const y = compileExpression(scope, yNode);
  const z = zNode === undefined ? (): Value => 0 : compileExpression(scope, zNode);
  return (frame, run) => {
    const a = x(frame, run);
    const b = y(frame, run);
    const c = z(frame, run);
    if (typeof a === 'number' && typeof b === 'number' && typeof c === 'number') return new Vec(a, b, c);
    run.site = site;
    return new Vec(partOf(run, 'x', a), partOf(run, 'y', b), partOf(run, 'z', c));
  };
}

/** A part of a vector or colour, which must be a number. */
function partOf(run: Run, name: string, value: Value): number {
  if (typeof value === 'number') return value;
  return run.fail(
    `the part ${name} of a ${name.length === 1 && 'xyz'.includes(name) ? 'vector' : 'color'} must be a number, not ${withArticle(value)}`,
  );
}

function compileColorParts(scope: FunctionScope, nodes: readonly Expression[], site: Site): Eval {
  const parts = nodes.map((node) => compileExpression(scope, node));
  return (frame, run) => {
    const values = parts.map((part) => part(frame, run));
    run.site = site;
    const [r = null, g = null, b = null, a = null] = values;
    return new Color(partOf(run, 'r', r), partOf(run, 'g', g), partOf(run, 'b', b), partOf(run, 'a', a));
  };
}

function compileList(scope: FunctionScope, node: ListExpression): Eval {
  const site = scope.site(node);
  const items = node.items.map((item) => compileKept(scope, item));
  const evaluate = inOrder(items);
  return (frame, run) => {
    const values = evaluate(frame, run);
    let bytes: number = BYTES.list;
    for (let index = 0; index < values.length; index += 1) bytes += itemBytes(values[index] ?? null);
    run.memory -= bytes;
    if (run.memory < 0) {
      run.site = site;
      run.outOfMemory();
    }
    return new List(values);
  };
}

/** Evaluates some expressions one after the other; few of them without a loop, in which V8 could build in none. */
function inOrder(evals: readonly Eval[]): (frame: Frame, run: Run) => Value[] {
  const [a, b, c, d, e, f] = evals;
  if (a === undefined) return () => [];
  if (b === undefined) return (frame, run) => [a(frame, run)];
  if (c === undefined) return (frame, run) => [a(frame, run), b(frame, run)];
  if (d === undefined) return (frame, run) => [a(frame, run), b(frame, run), c(frame, run)];
  if (e === undefined) return (frame, run) => [a(frame, run), b(frame, run), c(frame, run), d(frame, run)];
  if (f === undefined) {
    return (frame, run) => [a(frame, run), b(frame, run), c(frame, run), d(frame, run), e(frame, run)];
  }
  if (evals.length === 6) {
    return (frame, run) => [
      a(frame, run),
      b(frame, run),
      c(frame, run),
      d(frame, run),
      e(frame, run),
      f(frame, run),
    ];
  }
  return (frame, run) => {
    const values: Value[] = [];
    for (const evaluate of evals) values.push(evaluate(frame, run));
    return values;
  };
}

function compileMap(scope: FunctionScope, node: MapExpression): Eval {
  const site = scope.site(node);
  const values = node.entries.map((entry) => compileKept(scope, entry.value));
  const names = node.entries.map((entry) => entry.key);
  const fixed = names.filter((key) => typeof key === 'string');
  const distinct = fixed.length === names.length && new Set(fixed).size === fixed.length;
  const shape = distinct ? scope.program.root.extend(fixed) : undefined;
  if (shape !== undefined) {
    const { copies } = scope.program;
    const { recordMaker } = copies.of('records', 'map');
    if (!copies.learns) useMaker(shape, recordMaker);
    const evaluate = inOrder(values);
    const own = BYTES.map + BYTES.item * values.length;
    return (frame, run) => {
      const slots = evaluate(frame, run);
      let bytes = own;
      for (let index = 0; index < slots.length; index += 1) bytes += itemBytes(slots[index] ?? null);
      run.memory -= bytes;
      if (run.memory < 0) {
        run.site = site;
        run.outOfMemory();
      }
      return MapValue.shaped(shape, slots);
    };
  }
  const keys = names.map((key) =>
    typeof key === 'string' ? (): Value => key : compileExpression(scope, key),
  );
  const sites = node.entries.map((entry) => scope.site(entry.keySpan));
  return (frame, run) => {
    const map = run.emptyMap();
    run.site = site;
    run.allocate(BYTES.map);
    for (let index = 0; index < values.length; index += 1) {
      const key = keys[index]?.(frame, run) ?? null;
      const value = values[index]?.(frame, run) ?? null;
      run.site = sites[index] ?? site;
      putEntry(run, map, keyFrom(run, key), value);
    }
    return map;
  };
}

function compileUnary(scope: FunctionScope, node: Extract<Expression, { kind: 'unary' }>): Eval {
  if (node.operator === 'not') {
    const test = compileTest(scope, node.operand);
    return (frame, run) => !test(frame, run);
  }
  const site = scope.site(node.operatorSpan);
  const operand = compileExpression(scope, node.operand);
  return (frame, run) => {
    const value = operand(frame, run);
    if (typeof value === 'number') return -value;
    run.site = site;
    return negate(run, value);
  };
}

function compileClosure(scope: FunctionScope, node: LambdaExpression): Eval {
  const { code, cells } = compileLambda(scope, node);
  const bytes = BYTES.closure + BYTES.item * cells.length;
  const site = scope.site(node);
  return (frame, run) => {
    run.site = site;
    run.allocate(bytes);
    return new Fn(
      code,
      cells.map((cell) => cell(frame)),
    );
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

/**
 * The language once more, as plainly as it can be said: a walk over the tree, for comparing the compiler with. It has no fast
 * paths and no slots. Besides the compiler's way of holding lists (marked as shared, copied when changed) it has another: every
 * list and map is copied whenever it is put anywhere, so that what the two give must be the same.
 */
import type { Block, Expression, FunctionParts, Name, Variable } from '../ast';
import { BYTES } from '../budget';
import { isFresh } from '../compile/sharing';
import { isAtRisk } from '../compile/operands';
import { recursionFailure, type Run } from '../context';
import { Stop, type Site, type SiteUnit } from '../errors';
import { keyFrom, readIndex, readMember } from '../members';
import {
  add,
  compare,
  contains,
  divide,
  equal,
  multiply,
  negate,
  remainder,
  subtract,
  truthy,
} from '../operators';
import { LibraryFunction } from '../stdlib/define';
import { itemBytes } from '../stdlib/lists';
import { putEntry } from '../stdlib/maps';
import { libraryFunction } from '../stdlib/registry';
import { textOf } from '../text';
import { withArticle } from '../type-names';
import { readField } from '../entities';
import {
  Color,
  EntityRef,
  Fn,
  List,
  MapValue,
  share,
  Vec,
  type Callable,
  type Cell,
  type Value,
} from '../values';
import { forEachChild, type Node } from '../walk';
import { depthWeight, functionWeight } from '../weights';
import type { OracleProgram } from './oracle-program';
import { call, method } from './oracle-calls';
import { runBlock } from './oracle-statements';

/** Variables in scope, each in a cell of its own. */
export class Env {
  readonly cells: Map<Variable, { value: Value }>;

  constructor(
    readonly program: OracleProgram,
    readonly unit: SiteUnit,
    cells: ReadonlyMap<Variable, { value: Value }> = new Map(),
  ) {
    this.cells = new Map(cells);
  }

  site(span: { readonly start: number }): Site {
    return { start: span.start, unit: this.unit };
  }

  cell(variable: Variable): { value: Value } {
    const cell = this.cells.get(variable);
    if (cell === undefined) throw new Error(`the variable ${variable.name} has no cell`);
    return cell;
  }

  declare(variable: Variable | undefined, value: Value): void {
    if (variable !== undefined) this.cells.set(variable, { value });
  }

  /** A value that is put somewhere. */
  keep(node: Expression, value: Value): Value {
    if (this.program.copies) return deepCopy(value);
    return isFresh(node) ? value : share(value);
  }

  /** What a loop variable gets. */
  keepItem(value: Value): Value {
    return this.program.copies ? deepCopy(value) : share(value);
  }
}

export function deepCopy(value: Value): Value {
  if (value instanceof List) return new List(value.items.map(deepCopy));
  if (!(value instanceof MapValue)) return value;
  const copy = value.copy();
  copy.keys().forEach((key) => copy.set(key, deepCopy(copy.get(key) ?? null)));
  return copy;
}

export class OracleFunction implements Callable {
  readonly takesExtras = true;
  readonly least: number;
  readonly most: number;

  constructor(
    readonly name: string,
    private readonly parts: FunctionParts,
    readonly site: Site,
    private readonly home: Env,
  ) {
    this.least = parts.parameters.filter((parameter) => parameter.default === undefined).length;
    this.most = parts.parameters.length;
  }

  invoke(run: Run, _captured: readonly Cell[], args: readonly Value[], callSite: Site): Value {
    const depth = depthWeight(this.parts);
    run.depth += depth;
    if (run.depth > run.maxDepth) throw recursionFailure(callSite);
    try {
      run.fuel -= functionWeight(this.parts);
      if (run.fuel < 0) run.refill(this.site);
      const value = this.body(run, args);
      run.depth -= depth;
      return value;
    } catch (thrown) {
      if (thrown instanceof Stop) throw thrown;
      const failure = run.failureOf(thrown);
      failure?.leave(this.name, callSite);
      throw failure ?? thrown;
    }
  }

  private body(run: Run, args: readonly Value[]): Value {
    const env = new Env(this.home.program, this.home.unit, this.home.cells);
    this.parts.parameters.forEach((parameter, index) => {
      const given = args[index];
      const value =
        given ??
        (parameter.default === undefined || index < args.length
          ? null
          : keptValue(run, env, parameter.default));
      env.declare(parameter.variable, value);
    });
    return runBody(run, env, this.parts.body);
  }
}

function runBody(run: Run, env: Env, body: Block): Value {
  const end = runBlock(run, env, body);
  return end.kind === 'return' ? end.value : null;
}

/** What `return` gives: a variable of this function that no closure shares gives its value away. */
export function returned(run: Run, env: Env, node: Expression): Value {
  const value = evaluate(run, env, node);
  const isOwn = node.kind === 'name' && node.binding?.kind === 'local' && !node.binding.variable.captured;
  return isOwn && !env.program.copies ? value : env.keep(node, value);
}

export function keptValue(run: Run, env: Env, node: Expression): Value {
  return env.keep(node, evaluate(run, env, node));
}

export function operand(run: Run, env: Env, node: Expression, ...later: readonly Expression[]): Value {
  const value = evaluate(run, env, node);
  return isAtRisk(node, later) ? env.keep(node, value) : value;
}

let watcher: ((node: Expression, value: Value) => void) | undefined;

/** Has every value that an expression gives told to a test; `undefined` ends it. */
export function watchValues(watch: typeof watcher): void {
  watcher = watch;
}

export function evaluate(run: Run, env: Env, node: Expression): Value {
  const value = valueOf(run, env, node);
  watcher?.(node, value);
  return value;
}

function valueOf(run: Run, env: Env, node: Expression): Value {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'bool':
      return node.value;
    case 'none':
    case 'bad-expression':
      return null;
    case 'color':
      return new Color(node.r, node.g, node.b, node.a);
    case 'interpolation': {
      const [first = '', ...rest] = node.parts.map((part) => {
        const value = typeof part === 'string' ? part : evaluate(run, env, part);
        run.site = env.site(node);
        return textOf(run, value);
      });
      return run.joinTexts(first, rest.join(''));
    }
    case 'name':
      return nameValue(run, env, node);
    case 'vector':
    case 'color-parts':
      return parts(run, env, node);
    case 'list': {
      const items = node.items.map((item) => keptValue(run, env, item));
      run.site = env.site(node);
      run.allocate(items.reduce<number>((bytes, item) => bytes + itemBytes(item), BYTES.list));
      return new List(items);
    }
    case 'map':
      return mapValue(run, env, node);
    case 'unary': {
      const value = evaluate(run, env, node.operand);
      if (node.operator === 'not') return !truthy(value);
      run.site = env.site(node.operatorSpan);
      return negate(run, value);
    }
    case 'binary':
      return binary(run, env, node);
    case 'conditional':
      return evaluate(run, env, truthy(evaluate(run, env, node.condition)) ? node.yes : node.no);
    case 'call':
      return call(run, env, node);
    case 'method':
      return method(run, env, node);
    case 'member': {
      if (node.member !== undefined)
        return nameValue(run, env, {
          kind: 'name',
          text: '',
          start: node.start,
          end: node.end,
          binding: node.member,
        });
      return memberChain(run, env, node);
    }
    case 'index': {
      const subject = operand(run, env, node.subject, node.index);
      const index = evaluate(run, env, node.index);
      run.site = env.site(node.bracket);
      return readIndex(run, subject, index);
    }
    case 'lambda': {
      run.site = env.site(node);
      run.allocate(BYTES.closure + BYTES.item * capturedBy(node, env));
      const home = new Env(env.program, env.unit, env.cells);
      return new Fn(new OracleFunction('function', node, env.site(node), home), []);
    }
  }
}

/** How many variables around it a function takes along. */
function capturedBy(node: Node, env: Env): number {
  const named = new Set<Variable>();
  const visit = (part: Node): void => {
    if (part.kind === 'name' && part.binding?.kind === 'local') named.add(part.binding.variable);
    forEachChild(part, visit);
  };
  visit(node);
  return [...named].filter((variable) => env.cells.has(variable)).length;
}

/** `a.b.c`: an entity's component and the name behind it are one step, which gives none where the component is missing. */
function memberChain(run: Run, env: Env, node: Extract<Expression, { kind: 'member' }>): Value {
  const names: Name[] = [];
  let root: Expression = node;
  for (; root.kind === 'member' && root.member === undefined; root = root.subject) names.unshift(root.name);
  let value = evaluate(run, env, root);
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const [field] = names;
    run.site = env.site(name);
    if (value instanceof EntityRef && field !== undefined && run.isComponent(name.text)) {
      value = readField(run, value, name.text, field.text);
      names.shift();
    } else value = readMember(run, value, name.text);
  }
  return value;
}

function nameValue(run: Run, env: Env, node: Extract<Expression, { kind: 'name' }>): Value {
  const { binding } = node;
  switch (binding?.kind) {
    case 'local':
      return env.cell(binding.variable).value;
    case 'constant':
      return env.program.constant(run, binding.declaration);
    case 'function':
      return Fn.of(env.program.functionOf(binding.declaration));
    case 'builtin': {
      const entry = libraryFunction(binding.name);
      if (entry === undefined) return null;
      return entry.constant === true ? entry.implementation(run) : Fn.of(LibraryFunction.of(entry));
    }
    default:
      return null;
  }
}

function parts(run: Run, env: Env, node: Extract<Expression, { kind: 'vector' | 'color-parts' }>): Value {
  const isVector = node.kind === 'vector';
  const nodes = isVector ? [node.x, node.y, ...(node.z === undefined ? [] : [node.z])] : node.parts;
  const values = nodes.map((part) => evaluate(run, env, part));
  run.site = env.site(node);
  const [x = 0, y = 0, z = 0, w = 0] = values.map((value, index) => {
    if (typeof value === 'number') return value;
    const name = (isVector ? 'xyz' : 'rgba').charAt(index);
    return run.fail(
      `the part ${name} of a ${isVector ? 'vector' : 'color'} must be a number, not ${withArticle(value)}`,
    );
  });
  return isVector ? new Vec(x, y, z) : new Color(x, y, z, w);
}

function mapValue(run: Run, env: Env, node: Extract<Expression, { kind: 'map' }>): Value {
  const keys = node.entries.map((entry) => entry.key);
  const map = run.emptyMap();
  const isPlain =
    keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length && keys.length <= 32;
  if (!isPlain) {
    run.site = env.site(node);
    run.allocate(BYTES.map);
  }
  for (const { key, keySpan, value } of node.entries) {
    const name = typeof key === 'string' ? key : evaluate(run, env, key);
    const kept = keptValue(run, env, value);
    run.site = env.site(keySpan);
    if (isPlain) map.set(keyFrom(run, name), kept);
    else putEntry(run, map, keyFrom(run, name), kept);
  }
  if (isPlain) {
    run.site = env.site(node);
    run.allocate(
      map.values().reduce<number>((bytes, value) => bytes + BYTES.item + itemBytes(value), BYTES.map),
    );
  }
  return map;
}

const ARITHMETIC = { '+': add, '-': subtract, '*': multiply, '/': divide, '%': remainder } as const;

export function arithmetic(run: Run, operator: keyof typeof ARITHMETIC, left: Value, right: Value): Value {
  return ARITHMETIC[operator](run, left, right);
}

function binary(run: Run, env: Env, node: Extract<Expression, { kind: 'binary' }>): Value {
  const { operator } = node;
  if (operator === 'and')
    return truthy(evaluate(run, env, node.left)) && truthy(evaluate(run, env, node.right));
  if (operator === 'or')
    return truthy(evaluate(run, env, node.left)) || truthy(evaluate(run, env, node.right));
  if (operator === '??') return evaluate(run, env, node.left) ?? evaluate(run, env, node.right);
  const left = operand(run, env, node.left, node.right);
  const right = evaluate(run, env, node.right);
  run.site = env.site(node.operatorSpan);
  switch (operator) {
    case '==':
      return equal(run, left, right);
    case '!=':
      return !equal(run, left, right);
    case '<':
      return compare(run, operator, left, right) < 0;
    case '<=':
      return compare(run, operator, left, right) <= 0;
    case '>':
      return compare(run, operator, left, right) > 0;
    case '>=':
      return compare(run, operator, left, right) >= 0;
    case 'in':
      return contains(run, left, right);
    case 'not in':
      return !contains(run, left, right);
    default:
      return arithmetic(run, operator, left, right);
  }
}

/** Which functions and loops of a program can be kernels. */
import type { Block, Expression, FnDeclaration, Statement, Variable } from '../ast';
import { forEachChild, type Node } from '../walk';
import type { Lowered, Results } from './expressions';
import { FunctionLowering } from './functions';
import { LoopLowering, type LoopStatement, type Outer } from './loops';
import { MAX_CODE, sizeOf } from './module';
import { Unfit, type Kind } from './pieces';

export interface FunctionCandidate {
  readonly declaration: FnDeclaration;
  readonly result: Kind;
  readonly lowered: Lowered;
  /** Whether it does so much in one call, or may, that it is worth coming into from the closures. */
  readonly isLong: boolean;
}

export interface LoopCandidate {
  readonly node: LoopStatement;
  readonly outer: readonly Outer[];
  readonly lowered: Lowered;
}

export interface Candidates {
  readonly functions: readonly FunctionCandidate[];
  readonly loops: readonly LoopCandidate[];
}

/** Of a program with more functions, or loops in them, the rest stay as they are. */
const MOST_FUNCTIONS = 500;
const MOST_LOOPS = 500;
/** Bytes of all that is lowered: what takes longer is not worth the wait. */
const MOST_CODE = 120_000;
/** Variables around one loop. */
const MOST_OUTER = 24;

export function candidatesIn(declarations: readonly FnDeclaration[]): Candidates {
  const attempts = new Attempts();
  const functions = functionsIn(declarations.slice(0, MOST_FUNCTIONS), attempts);
  const results = new Map(functions.map(({ declaration, result }) => [declaration, result]));
  const long = new Set(functions.filter(({ isLong }) => isLong).map(({ declaration }) => declaration));
  const finder = new LoopFinder(results, attempts);
  for (const declaration of declarations) if (!long.has(declaration)) finder.block(declaration.body);
  return { functions, loops: finder.found };
}

/** Lowers things, where they are fit for that, until there is code enough. */
class Attempts {
  private left = MOST_CODE;

  lower<T extends { readonly lowered: Lowered }>(make: () => T): T | undefined {
    if (this.left <= 0) return undefined;
    try {
      const made = make();
      const size = sizeOf(made.lowered.code);
      this.left -= size;
      return size > MAX_CODE ? undefined : made;
    } catch (thrown) {
      if (thrown instanceof Unfit) return undefined;
      throw thrown;
    }
  }
}

/* ---- functions ------------------------------------------------------------------------------------------------------- */

type Shape = Omit<FunctionCandidate, 'isLong' | 'declaration'>;

/** What decides whether a function is worth coming into. */
interface Contents {
  readonly loops: boolean;
  readonly calls: ReadonlySet<FnDeclaration>;
}

function functionsIn(declarations: readonly FnDeclaration[], attempts: Attempts): FunctionCandidate[] {
  const contents = new Map(declarations.map((declaration) => [declaration, contentsOf(declaration.body)]));
  const shapes = new ShapeFinder(contents, attempts).shapes;
  const reached = new Map(
    [...shapes.keys()].map((declaration) => [declaration, reachedFrom(declaration, contents)]),
  );
  // One with a loop, or one that comes back to itself.
  const isLongItself = (declaration: FnDeclaration): boolean =>
    contents.get(declaration)?.loops === true || reached.get(declaration)?.has(declaration) === true;
  return [...shapes].map(([declaration, shape]) => ({
    declaration,
    ...shape,
    isLong: isLongItself(declaration) || [...(reached.get(declaration) ?? [])].some(isLongItself),
  }));
}

/**
 * Functions may call each other, so all of them are taken for kernels until they turn out to be none. Whenever that happens,
 * or it is found what one gives, those that call it are looked at again.
 */
class ShapeFinder {
  readonly shapes = new Map<FnDeclaration, Shape>();
  private readonly results: Map<FnDeclaration, Kind>;
  private readonly callers = new Map<FnDeclaration, FnDeclaration[]>();
  private readonly open: Set<FnDeclaration>;

  constructor(
    contents: ReadonlyMap<FnDeclaration, Contents>,
    private readonly attempts: Attempts,
  ) {
    this.results = new Map([...contents.keys()].map((declaration) => [declaration, 'unknown']));
    for (const [caller, { calls }] of contents)
      for (const called of calls) this.callers.set(called, [...(this.callers.get(called) ?? []), caller]);
    this.open = new Set(contents.keys());
    this.settle();
    // What is still not known calls only itself.
    for (const [declaration, result] of this.results) if (result === 'unknown') this.drop(declaration);
    this.settle();
  }

  private settle(): void {
    for (const declaration of this.open) {
      // It may come back while this goes on.
      this.open.delete(declaration);
      if (this.results.has(declaration)) this.look(declaration);
    }
  }

  private look(declaration: FnDeclaration): void {
    const shape = this.attempts.lower(() => {
      const lowering = new FunctionLowering(declaration, this.results);
      const lowered = lowering.lower();
      return { lowered, result: lowering.result };
    });
    if (shape === undefined) {
      this.drop(declaration);
      return;
    }
    this.shapes.set(declaration, shape);
    if (shape.result === this.results.get(declaration)) return;
    this.results.set(declaration, shape.result);
    this.lookAtCallers(declaration);
  }

  private drop(declaration: FnDeclaration): void {
    this.results.delete(declaration);
    this.shapes.delete(declaration);
    this.lookAtCallers(declaration);
  }

  private lookAtCallers(declaration: FnDeclaration): void {
    for (const caller of this.callers.get(declaration) ?? []) this.open.add(caller);
  }
}

/** What a function calls, and what that calls. */
function reachedFrom(
  declaration: FnDeclaration,
  contents: ReadonlyMap<FnDeclaration, Contents>,
): ReadonlySet<FnDeclaration> {
  const reached = new Set(contents.get(declaration)?.calls);
  // What is added is come to as well.
  for (const next of reached) for (const called of contents.get(next)?.calls ?? []) reached.add(called);
  return reached;
}

function contentsOf(body: Block): Contents {
  let loops = false;
  const calls = new Set<FnDeclaration>();
  const visit = (node: Node): void => {
    if (node.kind === 'while' || node.kind === 'repeat' || node.kind === 'for-range') loops = true;
    const binding =
      node.kind === 'method'
        ? node.member
        : node.kind === 'call' && node.callee.kind === 'name'
          ? node.callee.binding
          : undefined;
    if (binding?.kind === 'function') calls.add(binding.declaration);
    forEachChild(node, visit);
  };
  body.statements.forEach(visit);
  return { loops, calls };
}

/* ---- loops ----------------------------------------------------------------------------------------------------------- */

/** Goes through functions, and looks at each outermost loop; where it is none, at those in it. */
class LoopFinder {
  readonly found: LoopCandidate[] = [];
  private looked = 0;
  /** What the variables around a loop were declared with, where that is a bool. */
  private readonly bools = new Set<Variable>();

  constructor(
    private readonly results: Results,
    private readonly attempts: Attempts,
  ) {}

  block({ statements }: Block): void {
    statements.forEach((statement) => this.node(statement));
  }

  private node(node: Node): void {
    if (node.kind === 'let' && node.variable !== undefined && givesBool(node.value, this.results))
      this.bools.add(node.variable);
    if (node.kind === 'while' || node.kind === 'repeat' || node.kind === 'for-range') {
      this.looked += 1;
      const candidate = this.looked <= MOST_LOOPS ? this.loop(node) : undefined;
      if (candidate !== undefined) {
        this.found.push(candidate);
        return;
      }
    }
    forEachChild(node, (child) => this.node(child));
  }

  private loop(node: LoopStatement): LoopCandidate | undefined {
    return this.attempts.lower(() => {
      const outer = outerOf(node, this.bools);
      if (outer.length > MOST_OUTER) throw new Unfit('too many variables around it');
      return { node, outer, lowered: new LoopLowering(node, outer, this.results).lower() };
    });
  }
}

/** Whether it certainly gives a bool. */
function givesBool(node: Expression, results: Results): boolean {
  switch (node.kind) {
    case 'bool':
      return true;
    case 'unary':
      return node.operator === 'not';
    case 'binary':
      return !['+', '-', '*', '/', '%', '??'].includes(node.operator);
    case 'call':
      return (
        node.callee.kind === 'name' &&
        node.callee.binding?.kind === 'function' &&
        results.get(node.callee.binding.declaration) === 'bool'
      );
    default:
      return false;
  }
}

/** The variables that a loop uses and does not declare, in the order of the text. */
function outerOf(loop: LoopStatement, bools: ReadonlySet<Variable>): Outer[] {
  const inner = new Set<Variable | undefined>();
  const used = new Map<Variable, boolean>();
  const visit = (node: Node): void => {
    if (node.kind === 'let' && node.redeclares !== true) inner.add(node.variable);
    if (node.kind === 'for-range') inner.add(node.variable);
    if (node.kind === 'name' && node.binding?.kind === 'local') {
      const { variable } = node.binding;
      used.set(variable, used.get(variable) ?? false);
    }
    const assigned = assignedBy(node);
    if (assigned !== undefined) used.set(assigned, true);
    forEachChild(node, visit);
  };
  visit(loop);
  return [...used]
    .filter(([variable]) => !inner.has(variable))
    .map(([variable, isAssigned]) => ({
      variable,
      isAssigned,
      kind: bools.has(variable) ? 'bool' : 'number',
    }));
}

function assignedBy(node: Statement | Expression): Variable | undefined {
  if (node.kind === 'let' && node.redeclares === true) return node.variable;
  if (node.kind !== 'assign' || node.target.kind !== 'name') return undefined;
  const { binding } = node.target;
  return binding?.kind === 'local' ? binding.variable : undefined;
}

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

/** Of a program with more functions, the rest stay as they are. */
const MOST_FUNCTIONS = 500;
const MOST_LOOPS = 500;
/** Variables around one loop. */
const MOST_OUTER = 24;
/** Times that functions may turn out to be none, and take others with them. */
const MOST_ROUNDS = 20;

export function candidatesIn(declarations: readonly FnDeclaration[]): Candidates {
  const functions = functionsIn(declarations.slice(0, MOST_FUNCTIONS));
  const results = new Map(functions.map(({ declaration, result }) => [declaration, result]));
  const long = new Set(functions.filter(({ isLong }) => isLong).map(({ declaration }) => declaration));
  const finder = new LoopFinder(results);
  for (const declaration of declarations) if (!long.has(declaration)) finder.block(declaration.body);
  return { functions, loops: finder.found };
}

/** Lowers something, where it is fit for that. */
function attempt<T extends { readonly lowered: Lowered }>(make: () => T): T | undefined {
  try {
    const made = make();
    return sizeOf(made.lowered.code) > MAX_CODE ? undefined : made;
  } catch (thrown) {
    if (thrown instanceof Unfit) return undefined;
    throw thrown;
  }
}

/* ---- functions ------------------------------------------------------------------------------------------------------- */

type Shape = Omit<FunctionCandidate, 'isLong' | 'declaration'>;

/** They may call each other, so all of them are taken for kernels until one turns out to be none. */
function functionsIn(declarations: readonly FnDeclaration[]): FunctionCandidate[] {
  const fit = new Set(declarations);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const shapes = shapesOf(fit);
    if (shapes === undefined) continue;
    return [...shapes].map(([declaration, shape]) => ({
      declaration,
      ...shape,
      isLong: isLong(declaration, shapes),
    }));
  }
  return [];
}

/** Works out what each gives; none where one of them had to be dropped. */
function shapesOf(fit: Set<FnDeclaration>): Map<FnDeclaration, Shape> | undefined {
  const results = new Map<FnDeclaration, Kind>([...fit].map((declaration) => [declaration, 'unknown']));
  const shapes = new Map<FnDeclaration, Shape>();
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const declaration of fit) {
      const shape = attempt(() => {
        const lowering = new FunctionLowering(declaration, results);
        const lowered = lowering.lower();
        return { lowered, result: lowering.result };
      });
      if (shape === undefined) fit.delete(declaration);
      else {
        if (shape.result !== results.get(declaration)) isSettled = false;
        results.set(declaration, shape.result);
        shapes.set(declaration, shape);
      }
    }
  }
  const unknown = [...fit].filter((declaration) => results.get(declaration) === 'unknown');
  for (const declaration of unknown) fit.delete(declaration);
  return fit.size === results.size ? shapes : undefined;
}

/** A function with a loop, one that comes back to itself, and what calls such a one. */
function isLong(declaration: FnDeclaration, shapes: ReadonlyMap<FnDeclaration, Shape>): boolean {
  const seen = new Set<FnDeclaration>();
  const visit = (at: FnDeclaration): boolean => {
    if (seen.has(at)) return true;
    seen.add(at);
    const { loops, calls } = contentsOf(at.body);
    const found = loops || calls.some((called) => shapes.has(called) && visit(called));
    seen.delete(at);
    return found;
  };
  return visit(declaration);
}

function contentsOf(body: Block): { loops: boolean; calls: FnDeclaration[] } {
  let loops = false;
  const calls: FnDeclaration[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'while' || node.kind === 'repeat' || node.kind === 'for-range') loops = true;
    const binding =
      node.kind === 'method'
        ? node.member
        : node.kind === 'call' && node.callee.kind === 'name'
          ? node.callee.binding
          : undefined;
    if (binding?.kind === 'function') calls.push(binding.declaration);
    forEachChild(node, visit);
  };
  body.statements.forEach(visit);
  return { loops, calls };
}

/* ---- loops ----------------------------------------------------------------------------------------------------------- */

/** Goes through functions, and looks at each outermost loop; where it is none, at those in it. */
class LoopFinder {
  readonly found: LoopCandidate[] = [];
  /** What the variables around a loop were declared with, where that is a bool. */
  private readonly bools = new Set<Variable>();

  constructor(private readonly results: Results) {}

  block({ statements }: Block): void {
    statements.forEach((statement) => this.node(statement));
  }

  private node(node: Node): void {
    if (node.kind === 'let' && node.variable !== undefined && givesBool(node.value, this.results))
      this.bools.add(node.variable);
    if (node.kind === 'while' || node.kind === 'repeat' || node.kind === 'for-range') {
      const candidate = this.found.length < MOST_LOOPS ? this.loop(node) : undefined;
      if (candidate !== undefined) {
        this.found.push(candidate);
        return;
      }
    }
    forEachChild(node, (child) => this.node(child));
  }

  private loop(node: LoopStatement): LoopCandidate | undefined {
    return attempt(() => {
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

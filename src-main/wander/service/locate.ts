/** From an offset to what stands there. */
import type {
  Block,
  Expression,
  File,
  FunctionParts,
  MemberExpression,
  MethodExpression,
  Span,
  Statement,
  TypeNode,
  Variable,
} from '../ast';
import type { Token } from '../lexer';
import { allConstants, allFunctions, behaviorAt, bodiesOf, loneValues } from '../declarations';
import type { Reference } from '../names';
import { forEachChild, forEachChildOfFunction, type Node } from '../walk';
import type { Document } from './document';

/** Both ends count: a cursor behind a word is at the word. */
export function contains(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

/** A span alone: answers are plain data, without the part of the tree that they are about. */
export function plainSpan({ start, end }: Span): Span {
  return { start, end };
}

/** The place at the offset where a name stands that means something. */
export function referenceAt({ analysis }: Document, offset: number): Reference | undefined {
  return analysis.unit.references.find((reference) => contains(reference.span, offset));
}

/** Calls `visit` with every node of a file, outer ones first. */
export function forEachNode(file: File, visit: (node: Node) => void): void {
  const walk = (node: Node): void => {
    visit(node);
    forEachChild(node, walk);
  };
  for (const value of loneValues(file)) walk(value);
  for (const declaration of bodiesOf(file)) forEachChildOfFunction(declaration, walk);
}

/** The nodes around an offset, outermost first. */
export function nodesAt(file: File, offset: number): readonly Node[] {
  const path: Node[] = [];
  const walk = (node: Node): void => {
    if (!contains(node, offset)) return;
    path.push(node);
    forEachChild(node, walk);
  };
  for (const value of loneValues(file)) walk(value);
  for (const declaration of bodiesOf(file))
    if (contains(declaration, offset)) forEachChildOfFunction(declaration, walk);
  return path;
}

/** The member or method whose name the offset is in. */
export function memberAt(file: File, offset: number): MemberExpression | MethodExpression | undefined {
  return nodesAt(file, offset).findLast(
    (node): node is MemberExpression | MethodExpression =>
      (node.kind === 'member' || node.kind === 'method') && contains(node.name, offset),
  );
}

/** Index of the last token that begins before the offset; -1 when there is none. */
export function tokenBefore(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle];
    if (token !== undefined && token.start < offset && token.kind !== 'end') low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** Calls `visit` with every type written in a file. */
export function forEachType(file: File, visit: (type: TypeNode) => void): void {
  const maybe = (type: TypeNode | undefined): void => {
    if (type !== undefined) visit(type);
  };
  const parts = ({ parameters, returns }: FunctionParts): void => {
    parameters.forEach((parameter) => maybe(parameter.type));
    maybe(returns);
  };
  allConstants(file).forEach(({ type }) => maybe(type));
  for (const { vars } of file.behaviors) vars.forEach(({ type }) => maybe(type));
  allFunctions(file).forEach(parts);
  forEachNode(file, (node) => {
    if (node.kind === 'let') maybe(node.type);
    if (node.kind === 'lambda') parts(node);
  });
}

/* ---- what can be seen -------------------------------------------------------------------------------------------- */

/** The variables that can be seen at an offset, innermost last; of two with one name only the inner. */
export function visibleVariables(file: File, offset: number): readonly Variable[] {
  const found = new Map<string, Variable>();
  const add = (variable: Variable | undefined): void => {
    if (variable === undefined || variable.name === '') return;
    found.delete(variable.name);
    found.set(variable.name, variable);
  };
  for (const { variable } of behaviorAt(file, offset)?.vars ?? []) add(variable);
  const fn = bodiesOf(file).findLast(
    (declaration) => declaration.start <= offset && offset <= declaration.end,
  );
  if (fn !== undefined) new ScopeWalk(offset, add).functionParts(fn);
  return [...found.values()];
}

class ScopeWalk {
  constructor(
    private readonly offset: number,
    private readonly add: (variable: Variable | undefined) => void,
  ) {}

  functionParts(parts: FunctionParts): void {
    for (const parameter of parts.parameters) this.add(parameter.variable);
    this.block(parts.body);
  }

  private block(body: Block | undefined): void {
    for (const statement of body?.statements ?? []) {
      if (statement.start > this.offset) return;
      this.statement(statement);
    }
  }

  private statement(node: Statement): void {
    const isInside = this.offset <= node.end;
    switch (node.kind) {
      case 'let':
        // Its own first value does not see it.
        if (!isInside) this.add(node.variable);
        break;
      case 'if':
      case 'match': {
        if (!isInside) return;
        // The space behind a branch, up to the next, belongs to it.
        const bodies = [
          ...node.arms.map((arm) => ({ start: arm.span.start, body: arm.body })),
          ...(node.otherwise ? [{ start: node.otherwise.start, body: node.otherwise }] : []),
        ];
        this.block(bodies.findLast(({ start }) => start <= this.offset)?.body);
        break;
      }
      case 'for-each':
        if (!isInside) return;
        if (this.offset > node.subject.end) {
          this.add(node.firstVariable);
          this.add(node.secondVariable);
          this.block(node.body);
        }
        break;
      case 'for-range':
        if (!isInside) return;
        if (this.offset > (node.step ?? node.to).end) {
          this.add(node.variable);
          this.block(node.body);
        }
        break;
      case 'while':
      case 'repeat':
      case 'every':
      case 'after':
        if (isInside) this.block(node.body);
        break;
      default:
    }
    if (isInside) forEachChild(node, (child) => this.lambdas(child));
  }

  /** Goes into the function values around the offset; other statements have been walked. */
  private lambdas(node: Node): void {
    if (!contains(node, this.offset) || isStatement(node)) return;
    if (node.kind === 'lambda') this.functionParts(node);
    else forEachChild(node, (child) => this.lambdas(child));
  }
}

const EXPRESSION_KINDS: ReadonlySet<string> = new Set(
  'number string interpolation bool none color name vector color-parts list map unary binary conditional call method member index lambda bad-expression'.split(
    ' ',
  ),
);

function isStatement(node: Node): node is Exclude<Node, Expression> {
  return !EXPRESSION_KINDS.has(node.kind);
}

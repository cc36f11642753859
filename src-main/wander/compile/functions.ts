/** Functions: declared ones and those that are values. */
import type { FunctionParts, LambdaExpression } from '../ast';
import { depthWeight, functionWeight } from '../weights';
import type { Cell } from '../values';
import { FunctionCode, type Eval, type Frame } from './code';
import { FunctionScope } from './scope';
import { compileKept, compileReturned } from './sharing';
import { compileBlock } from './statements';

/** The fewest arguments that a function takes. */
export function leastArguments(parts: FunctionParts): number {
  return parts.parameters.filter((parameter) => parameter.default === undefined).length;
}

/** Whether closures share none of its parameters. */
export function isPlain(parts: FunctionParts): boolean {
  return parts.parameters.every(({ variable }) => variable?.captured !== true);
}

/** Compiles a function into its code, which exists already, so that others could name it. */
export function compileFunction(scope: FunctionScope, parts: FunctionParts, code: FunctionCode): void {
  const cells: number[] = [];
  const defaults = parts.parameters.map((parameter) => {
    // A default may use the parameters before it, but not its own.
    const value = parameter.default === undefined ? undefined : compileKept(scope, parameter.default);
    if (parameter.variable !== undefined) {
      const slot = scope.declare(parameter.variable);
      if (parameter.variable.captured) cells.push(slot);
    }
    return value;
  });
  const plain = compileBody(scope, parts);
  const template: Frame = [[], ...new Array<null>(parts.frame.slots).fill(null)];
  code.complete({
    template,
    body: scope.program.kernels?.body(parts, plain) ?? plain,
    cells,
    defaults,
    weight: functionWeight(parts),
    depth: depthWeight(parts),
  });
}

function compileBody(scope: FunctionScope, parts: FunctionParts): Eval {
  const [only, ...others] = parts.body.statements;
  // An observer is to see the statement.
  if (only?.kind === 'return' && others.length === 0 && scope.program.observer === undefined) {
    return only.value === undefined ? () => null : compileReturned(scope, only.value);
  }
  const exec = compileBlock(scope, parts.body);
  return scope.program.copies.of('control', 'body').bodyOf(exec);
}

/** A function that is a value, and how to find the cells that it takes along. */
export function compileLambda(
  scope: FunctionScope,
  node: LambdaExpression,
): { code: FunctionCode; cells: readonly ((frame: Frame) => Cell)[] } {
  const inner = new FunctionScope(scope.program, scope.unit, scope);
  const code = new FunctionCode(
    'function',
    leastArguments(node),
    node.parameters.length,
    scope.site(node),
    isPlain(node),
  );
  compileFunction(inner, node, code);
  return { code, cells: inner.captureFrom(scope) };
}

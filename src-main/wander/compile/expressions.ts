/** Which part of the compiler a node belongs to. What the parts make of it are closures, and each node may have its own copy of their code: see copies.ts. */
import type { Expression } from '../ast';
import type { Site } from '../errors';
import type { Arithmetic, Eval, Test } from './code';
import type { FunctionScope } from './scope';

const NONE: Eval = () => null;

export function compileExpression(scope: FunctionScope, node: Expression): Eval {
  const { copies } = scope.program;
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'bool': {
      const { value } = node;
      return () => value;
    }
    case 'none':
    case 'bad-expression':
      return NONE;
    case 'color':
    case 'name':
    case 'interpolation':
    case 'vector':
    case 'color-parts':
    case 'list':
    case 'map':
    case 'unary':
    case 'conditional':
    case 'lambda':
      return copies.of('literals', node.kind).compileLiteral(scope, node);
    case 'binary':
      return copies.of('binary', node.operator).compileBinary(scope, node);
    case 'call':
      return copies.of('calls', String(node.arguments.length)).compileCall(scope, node);
    case 'method':
      return copies.of('methods', String(node.arguments.length)).compileMethod(scope, node);
    case 'member':
      return copies.of('members', 'member').compileMember(scope, node);
    case 'index':
      return copies.of('members', 'index').compileIndex(scope, node);
  }
}

/** An expression as a condition: its truth, without making a value of it where that can be avoided. */
export function compileTest(scope: FunctionScope, node: Expression): Test {
  const literal = node.kind === 'binary' || node.kind === 'unary' ? node.operator : 'truth';
  return scope.program.copies.of('binary', literal).compileTest(scope, node);
}

/** Arithmetic between two expressions; `x += e` is one too. */
export function compileArithmetic(
  scope: FunctionScope,
  operator: Arithmetic,
  left: Expression,
  right: Expression,
  site: Site,
): Eval {
  return scope.program.copies.of('binary', operator).compileArithmetic(scope, operator, left, right, site);
}

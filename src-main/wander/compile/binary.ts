/**
 * Operators. Two numbers are handled here, by closures for the shapes that occur most (a variable and a number of the text,
 * two variables, anything); the rest in operators.ts.
 */
import type { BinaryExpression, BinaryOperator, Expression } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import {
  add,
  compare,
  contains,
  divide,
  equal,
  modulo,
  multiply,
  remainder,
  subtract,
  truthy,
} from '../operators';
import { Vec, type Value } from '../values';
import { readSlot, type Arithmetic, type Eval, type Test } from './code';
import { compileExpression, compileTest as testOf } from './expressions';
import { hadVectors, noteVectors } from './hints';
import { compileOperand } from './operands';
import { constantNumber, type FunctionScope } from './scope';

export function compileBinary(scope: FunctionScope, node: BinaryExpression): Eval {
  switch (node.operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compileArithmetic(scope, node.operator, node.left, node.right, scope.site(node.operatorSpan));
    case '??': {
      const left = compileExpression(scope, node.left);
      const right = compileExpression(scope, node.right);
      return (frame, run) => left(frame, run) ?? right(frame, run);
    }
    default:
      return compileTest(scope, node);
  }
}

/** Arithmetic between two expressions; `x += e` is one too. */
export function compileArithmetic(
  scope: FunctionScope,
  operator: Arithmetic,
  leftNode: Expression,
  rightNode: Expression,
  site: Site,
): Eval {
  const { learns } = scope.program.copies;
  const slow = slowWay(operator, learns ? rightNode : undefined, site);
  const slot = scope.plainSlot(leftNode);
  const number = constantNumber(rightNode);
  const vectors = !learns && hadVectors(rightNode);
  if (slot !== undefined && number !== undefined && !vectors) {
    const special = slotAndNumber(operator, slot, number, slow);
    if (special !== undefined) return special;
  }
  const left = compileOperand(scope, leftNode, rightNode);
  const right = compileExpression(scope, rightNode);
  return (
    (vectors ? ofVectors(operator, left, right, slow) : undefined) ?? general(operator, left, right, slow)
  );
}

/** What an operator does with values of any kind. */
export function slowArithmetic(operator: Arithmetic): (run: Run, a: Value, b: Value) => Value {
  return { '+': add, '-': subtract, '*': multiply, '/': divide, '%': remainder }[operator];
}

type Slow = (run: Run, a: Value, b: Value) => Value;

/** For all but two numbers with a finite result; notes vectors under `learns`. */
function slowWay(operator: Arithmetic, learns: Expression | undefined, site: Site): Slow {
  const compute = slowArithmetic(operator);
  if (learns === undefined) {
    return (run, a, b) => {
      run.site = site;
      return compute(run, a, b);
    };
  }
  return (run, a, b) => {
    noteVectors(learns, a, b);
    run.site = site;
    return compute(run, a, b);
  };
}

function general(operator: Arithmetic, left: Eval, right: Eval, slow: Slow): Eval {
  // A result that is not finite is worked out again on the slow way, which reports it.
  switch (operator) {
    case '+':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (typeof a === 'number' && typeof b === 'number') {
          const sum = a + b;
          if (sum - sum === 0) return sum;
        }
        return slow(run, a, b);
      };
    case '-':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (typeof a === 'number' && typeof b === 'number') {
          const difference = a - b;
          if (difference - difference === 0) return difference;
        }
        return slow(run, a, b);
      };
    case '*':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (typeof a === 'number' && typeof b === 'number') {
          const product = a * b;
          if (product - product === 0) return product;
        }
        return slow(run, a, b);
      };
    case '/':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (typeof a === 'number' && typeof b === 'number' && b !== 0) {
          const quotient = a / b;
          if (quotient - quotient === 0) return quotient;
        }
        return slow(run, a, b);
      };
    case '%':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (typeof a === 'number' && typeof b === 'number') {
          const rest = modulo(a, b);
          if (rest - rest === 0) return rest;
        }
        return slow(run, a, b);
      };
  }
}

function slotAndNumber(operator: Arithmetic, slot: number, b: number, slow: Slow): Eval | undefined {
  switch (operator) {
    case '+':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        if (typeof a === 'number') {
          const sum = a + b;
          if (sum - sum === 0) return sum;
        }
        return slow(run, a, b);
      };
    case '-':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        if (typeof a === 'number') {
          const difference = a - b;
          if (difference - difference === 0) return difference;
        }
        return slow(run, a, b);
      };
    case '*':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        if (typeof a === 'number') {
          const product = a * b;
          if (product - product === 0) return product;
        }
        return slow(run, a, b);
      };
    case '%':
      if (b === 0) return undefined;
      return (frame, run) => {
        const a = readSlot(frame, slot);
        if (typeof a === 'number') {
          const rest = modulo(a, b);
          if (rest - rest === 0) return rest;
        }
        return slow(run, a, b);
      };
    case '/':
      return undefined;
  }
}

/** For operators that had vectors: where V8 builds them into one another, vectors between them are never made. */
function ofVectors(operator: Arithmetic, left: Eval, right: Eval, slow: Slow): Eval | undefined {
  switch (operator) {
    case '+':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (a instanceof Vec && b instanceof Vec) {
          const x = a.x + b.x;
          const y = a.y + b.y;
          const z = a.z + b.z;
          // Where the sum is finite, its parts are.
          const sum = x + y + z;
          if (sum - sum === 0) return new Vec(x, y, z);
        }
        return slow(run, a, b);
      };
    case '-':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (a instanceof Vec && b instanceof Vec) {
          const x = a.x - b.x;
          const y = a.y - b.y;
          const z = a.z - b.z;
          const sum = x + y + z;
          if (sum - sum === 0) return new Vec(x, y, z);
        }
        return slow(run, a, b);
      };
    case '*':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (a instanceof Vec && typeof b === 'number') {
          const x = a.x * b;
          const y = a.y * b;
          const z = a.z * b;
          const sum = x + y + z;
          if (sum - sum === 0) return new Vec(x, y, z);
        }
        return slow(run, a, b);
      };
    case '/':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        if (a instanceof Vec && typeof b === 'number' && b !== 0) {
          const x = a.x / b;
          const y = a.y / b;
          const z = a.z / b;
          const sum = x + y + z;
          if (sum - sum === 0) return new Vec(x, y, z);
        }
        return slow(run, a, b);
      };
    case '%':
      return undefined;
  }
}

const LOGICAL: ReadonlySet<BinaryOperator> = new Set([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'in',
  'not in',
]);

/** An expression as a condition: its truth, without making a value of it where that can be avoided. */
export function compileTest(scope: FunctionScope, node: Expression): Test {
  if (node.kind === 'unary' && node.operator === 'not') {
    const test = testOf(scope, node.operand);
    return (frame, run) => !test(frame, run);
  }
  if (node.kind === 'binary' && LOGICAL.has(node.operator)) return compileLogical(scope, node);
  const value = compileExpression(scope, node);
  return (frame, run) => {
    const found = value(frame, run);
    return typeof found === 'boolean' ? found : truthy(found);
  };
}

function compileLogical(scope: FunctionScope, node: BinaryExpression): Test {
  const { operator } = node;
  if (operator === 'and' || operator === 'or') {
    const left = testOf(scope, node.left);
    const right = testOf(scope, node.right);
    if (operator === 'and') return (frame, run) => left(frame, run) && right(frame, run);
    return (frame, run) => left(frame, run) || right(frame, run);
  }
  const site = scope.site(node.operatorSpan);
  const slot = scope.plainSlot(node.left);
  const number = constantNumber(node.right);
  if (slot !== undefined && number !== undefined) {
    const special = slotAgainstNumber(operator, slot, number, site);
    if (special !== undefined) return special;
  }
  return generalTest(
    operator,
    compileOperand(scope, node.left, node.right),
    compileExpression(scope, node.right),
    site,
  );
}

function slotAgainstNumber(operator: BinaryOperator, slot: number, b: number, site: Site): Test | undefined {
  switch (operator) {
    case '<':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        return typeof a === 'number' ? a < b : order(run, site, '<', a, b) < 0;
      };
    case '<=':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        return typeof a === 'number' ? a <= b : order(run, site, '<=', a, b) <= 0;
      };
    case '>':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        return typeof a === 'number' ? a > b : order(run, site, '>', a, b) > 0;
      };
    case '>=':
      return (frame, run) => {
        const a = readSlot(frame, slot);
        return typeof a === 'number' ? a >= b : order(run, site, '>=', a, b) >= 0;
      };
    default:
      return undefined;
  }
}

function order(run: Run, site: Site, operator: string, a: Value, b: Value): number {
  run.site = site;
  return compare(run, operator, a, b);
}

function generalTest(operator: BinaryOperator, left: Eval, right: Eval, site: Site): Test {
  switch (operator) {
    case '<':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        return typeof a === 'number' && typeof b === 'number' ? a < b : order(run, site, '<', a, b) < 0;
      };
    case '<=':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        return typeof a === 'number' && typeof b === 'number' ? a <= b : order(run, site, '<=', a, b) <= 0;
      };
    case '>':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        return typeof a === 'number' && typeof b === 'number' ? a > b : order(run, site, '>', a, b) > 0;
      };
    case '>=':
      return (frame, run) => {
        const a = left(frame, run);
        const b = right(frame, run);
        return typeof a === 'number' && typeof b === 'number' ? a >= b : order(run, site, '>=', a, b) >= 0;
      };
    case '==':
      return (frame, run) => same(run, site, left(frame, run), right(frame, run));
    case '!=':
      return (frame, run) => !same(run, site, left(frame, run), right(frame, run));
    case 'in':
    case 'not in': {
      const wanted = operator === 'in';
      return (frame, run) => {
        const item = left(frame, run);
        const container = right(frame, run);
        run.site = site;
        return contains(run, item, container) === wanted;
      };
    }
    default:
      throw new Error(`"${operator}" is no comparison`);
  }
}

export function same(run: Run, site: Site, a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b;
  run.site = site;
  return equal(run, a, b);
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

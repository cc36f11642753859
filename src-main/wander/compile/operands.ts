/**
 * Operands that are worked out before others: `xs + [xs.pop()]`. What stands on the left is the value that it had then,
 * whether or not the list is held elsewhere too. So where something to the right may change it, it is marked as shared, and
 * the change makes a copy. Where nothing can, which is nearly always, it is not.
 */
import type { Expression, Variable } from '../ast';
import { STDLIB } from '../stdlib/registry';
import { forEachChild } from '../walk';
import type { Eval } from './code';
import { compileExpression } from './expressions';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';

const METHODS = STDLIB.filter((entry) => entry.receiver !== undefined);
const KNOWN: ReadonlySet<string> = new Set(METHODS.map((entry) => entry.name));
const CHANGING: ReadonlySet<string> = new Set(
  METHODS.filter((entry) => entry.changesReceiver === true).map((entry) => entry.name),
);
const CALLING: ReadonlySet<string> = new Set(
  METHODS.filter((entry) => entry.parameters.some(({ type }) => type === 'function')).map(
    (entry) => entry.name,
  ),
);

function rootVariable(node: Expression): Variable | undefined {
  let root = node;
  while ((root.kind === 'member' && root.member === undefined) || root.kind === 'index') root = root.subject;
  return root.kind === 'name' && root.binding?.kind === 'local' ? root.binding.variable : undefined;
}

/** Whether working out the node itself, not its parts, may run functions of the program. */
function runsCode(node: Expression): boolean {
  if (node.kind === 'call') return node.callee.kind !== 'name' || node.callee.binding?.kind !== 'builtin';
  if (node.kind !== 'method') return false;
  return node.member !== undefined || CALLING.has(node.name.text) || !KNOWN.has(node.name.text);
}

/** Whether working out the node may change what the variable holds. Closures are the only way from elsewhere. */
export function mayChange(node: Expression, variable: Variable): boolean {
  if (variable.captured && runsCode(node)) return true;
  if (node.kind === 'method' && CHANGING.has(node.name.text) && rootVariable(node.subject) === variable)
    return true;
  if (node.kind === 'lambda') return false;
  let found = false;
  forEachChild(node, (child) => {
    found ||= mayChange(child as Expression, variable);
  });
  return found;
}

/** Whether working out `later` may change what the operand was. */
export function isAtRisk(node: Expression, later: readonly Expression[]): boolean {
  const variable = rootVariable(node);
  return variable !== undefined && later.some((other) => mayChange(other, variable));
}

/** An operand that is worked out before `later`. */
export function compileOperand(
  scope: FunctionScope,
  node: Expression,
  ...later: readonly Expression[]
): Eval {
  return isAtRisk(node, later) ? compileKept(scope, node) : compileExpression(scope, node);
}

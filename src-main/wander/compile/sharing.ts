/** Which values stand nowhere yet, so that they may be stored without being marked as shared. */
import type { Expression } from '../ast';
import { STDLIB, libraryFunction } from '../stdlib/registry';
import type { Eval } from './code';
import { compileExpression } from './expressions';
import type { FunctionScope } from './scope';

/** Results that may be something which stands in a list or map too. */
const givesPart = (result: string): boolean => /\b(?:item|any|given)\b/.test(result.replace(/<.*>/g, ''));

const METHODS_THAT_GIVE_PARTS: ReadonlySet<string> = new Set(
  STDLIB.filter((entry) => entry.receiver !== undefined && givesPart(entry.result)).map(
    (entry) => entry.name,
  ),
);

/** Whether what the expression gives is held by nothing else. Functions of a program see to it when they return. */
export function isFresh(node: Expression): boolean {
  switch (node.kind) {
    case 'name':
    case 'member':
    case 'index':
      return false;
    case 'conditional':
      return isFresh(node.yes) && isFresh(node.no);
    case 'binary':
      return node.operator !== '??' || (isFresh(node.left) && isFresh(node.right));
    case 'call':
      return isFreshCall(node.callee, node.fallback !== undefined);
    case 'method':
      return node.member !== undefined || !METHODS_THAT_GIVE_PARTS.has(node.name.text);
    default:
      return true;
  }
}

function isFreshCall(callee: Expression, hasFallback: boolean): boolean {
  if (hasFallback) return false;
  if (callee.kind !== 'name' || callee.binding?.kind !== 'builtin') return true;
  const entry = libraryFunction(callee.binding.name);
  return entry !== undefined && !givesPart(entry.result);
}

/** For a value that is put into a variable, list, map or argument. */
export function compileKept(scope: FunctionScope, node: Expression): Eval {
  const value = compileExpression(scope, node);
  return isFresh(node) ? value : scope.program.copies.of('literals', 'share').compileShare(value);
}

/** For what a function returns: a variable of its own ends with it, and gives its value away. */
export function compileReturned(scope: FunctionScope, node: Expression): Eval {
  return scope.plainSlot(node) === undefined ? compileKept(scope, node) : compileExpression(scope, node);
}

/**
 * What operators worked on while a program was made of the shared copies. Its own copies (see copies.ts) try that first. Only
 * speed depends on it: whatever else comes is handled as ever.
 */
import type { Expression } from '../ast';
import { Vec, type Value } from '../values';

/** Right sides of operators that had a vector on one side. */
const vectors = new WeakSet<Expression>();

export function noteVectors(right: Expression, a: Value, b: Value): void {
  if (a instanceof Vec || b instanceof Vec) vectors.add(right);
}

export const hadVectors = (right: Expression): boolean => vectors.has(right);

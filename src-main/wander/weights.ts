/**
 * What code costs, as a function of the program alone. A block (a function's body, a loop's body, an arm of `if` or `match`)
 * is charged when it is entered, for all that stands in it outside of the blocks within it: the right sides of `and`, `or`
 * and `??` and both arms of an `if` expression included, whether they are worked out or not. So a run can't do work that it
 * has not paid, however long a loop's body is.
 */
import type { Block, Expression, FunctionParts, IfStatement, Statement } from './ast';
import { forEachChild, type Node } from './walk';

/** For an iteration of a loop, beside what is in its body. */
const ITERATION = 1;

export function blockWeight(block: Block): number {
  return Math.max(
    1,
    block.statements.reduce((sum, statement) => sum + statementWeight(statement), 0),
  );
}

/** A function's entry: its body, and its default values. */
export function functionWeight(parts: FunctionParts): number {
  return parts.parameters.reduce(
    (sum, { default: value }) => sum + (value === undefined ? 0 : expressionWeight(value)),
    blockWeight(parts.body),
  );
}

/** One iteration; the condition of a `while` is worked out with each. */
export function iterationWeight(body: Block, condition?: Expression): number {
  return ITERATION + blockWeight(body) + (condition === undefined ? 0 : expressionWeight(condition));
}

/** A statement without the blocks in it. */
export function statementWeight(statement: Statement): number {
  switch (statement.kind) {
    case 'if':
      return statement.arms.reduce((sum, arm) => sum + expressionWeight(arm.condition), 1);
    case 'match':
      return statement.arms.reduce(
        (sum, arm) => sum + weightOfAll(arm.values),
        1 + expressionWeight(statement.subject),
      );
    case 'while':
      return 1 + expressionWeight(statement.condition);
    case 'for-each':
      return 1 + expressionWeight(statement.subject);
    case 'for-range':
      return 1 + weightOfAll([statement.from, statement.to, ...(statement.step ? [statement.step] : [])]);
    case 'repeat':
      return 1 + expressionWeight(statement.times);
    case 'every':
    case 'after':
      return 1 + expressionWeight(statement.seconds);
    default: {
      let weight = 1;
      // What is left holds expressions only.
      forEachChild(statement, (child) => (weight += expressionWeight(child as Expression)));
      return weight;
    }
  }
}

const weightOfAll = (nodes: readonly Expression[]): number =>
  nodes.reduce((sum, node) => sum + expressionWeight(node), 0);

export function expressionWeight(node: Expression): number {
  let weight = ownWeight(node);
  if (node.kind === 'lambda') return weight;
  forEachChild(node, (child) => (weight += expressionWeight(child as Expression)));
  return weight;
}

/** What makes an object, or calls something, costs more than what moves a value. */
function ownWeight(node: Expression): number {
  switch (node.kind) {
    case 'interpolation':
      return 2 + 2 * node.parts.length;
    case 'vector':
    case 'color-parts':
      return 2;
    case 'list':
      return 3;
    case 'map':
      return 4 + 2 * node.entries.length;
    case 'call':
    case 'method':
      return 3;
    case 'lambda':
      return 6;
    default:
      return 1;
  }
}

/**
 * What a call of the function takes of the depth that a run may have: its frame and the nesting of its code decide how much
 * of the stack below it takes.
 */
export function depthWeight(parts: FunctionParts): number {
  return 1 + Math.floor(nestingOf(parts) / 8) + Math.floor(parts.frame.slots / 16);
}

function nestingOf(parts: FunctionParts): number {
  let deepest = 0;
  const visit = (node: Node, depth: number): void => {
    deepest = Math.max(deepest, depth);
    // A function within has its own frames.
    if (node.kind === 'lambda') return;
    if (node.kind === 'if') visitArms(node, depth + 1);
    else forEachChild(node, (child) => visit(child, depth + 1));
  };
  /** Each arm is what is done otherwise by the one before it, and stands on it. */
  const visitArms = ({ arms, otherwise }: IfStatement, depth: number): void => {
    arms.forEach(({ condition, body }, index) => {
      for (const part of [condition, ...body.statements]) visit(part, depth + index);
    });
    for (const statement of otherwise?.statements ?? []) visit(statement, depth + arms.length);
  };
  for (const { default: value } of parts.parameters) if (value !== undefined) visit(value, 1);
  for (const statement of parts.body.statements) visit(statement, 1);
  return deepest;
}

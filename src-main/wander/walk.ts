/** Going through a tree without knowing every kind of node. */
import type { Block, Expression, FunctionParts, Statement } from './ast';

export type Node = Expression | Statement;

/** Calls `visit` with each node directly below, in the order of the text. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  const block = (body: Block | undefined): void => body?.statements.forEach(visit);
  const maybe = (child: Expression | undefined): void => {
    if (child !== undefined) visit(child);
  };
  switch (node.kind) {
    case 'let':
    case 'log':
    case 'wait':
    case 'press':
    case 'hold':
    case 'release':
    case 'click':
      return visit(node.value);
    case 'every':
    case 'after':
      visit(node.seconds);
      return block(node.body);
    case 'expect':
      return visit(node.condition);
    case 'assign':
      visit(node.target);
      return visit(node.value);
    case 'if':
      for (const arm of node.arms) {
        visit(arm.condition);
        block(arm.body);
      }
      return block(node.otherwise);
    case 'while':
      visit(node.condition);
      return block(node.body);
    case 'for-each':
      visit(node.subject);
      return block(node.body);
    case 'for-range':
      visit(node.from);
      visit(node.to);
      maybe(node.step);
      return block(node.body);
    case 'repeat':
      visit(node.times);
      return block(node.body);
    case 'match':
      visit(node.subject);
      for (const arm of node.arms) {
        arm.values.forEach(visit);
        block(arm.body);
      }
      return block(node.otherwise);
    case 'return':
      return maybe(node.value);
    case 'destroy':
      return visit(node.target);
    case 'move':
      visit(node.target);
      maybe(node.by);
      maybe(node.toward);
      return maybe(node.speed);
    case 'rotate':
      visit(node.target);
      return visit(node.by);
    case 'look':
      visit(node.target);
      return visit(node.at);
    case 'emit':
      maybe(node.payload);
      return maybe(node.target);
    case 'expression':
      return visit(node.expression);
    case 'interpolation':
      for (const part of node.parts) if (typeof part !== 'string') visit(part);
      return;
    case 'vector':
      visit(node.x);
      visit(node.y);
      return maybe(node.z);
    case 'color-parts':
      return node.parts.forEach(visit);
    case 'list':
      return node.items.forEach(visit);
    case 'map':
      for (const { key, value } of node.entries) {
        if (typeof key !== 'string') visit(key);
        visit(value);
      }
      return;
    case 'unary':
      return visit(node.operand);
    case 'binary':
      visit(node.left);
      return visit(node.right);
    case 'conditional':
      visit(node.condition);
      visit(node.yes);
      return visit(node.no);
    case 'call':
      visit(node.callee);
      return node.arguments.forEach(visit);
    case 'method':
      visit(node.subject);
      return node.arguments.forEach(visit);
    case 'member':
      return visit(node.subject);
    case 'index':
      visit(node.subject);
      return visit(node.index);
    case 'lambda':
      return forEachChildOfFunction(node, visit);
    case 'break':
    case 'continue':
    case 'stop':
    case 'go':
    case 'bad-statement':
    case 'number':
    case 'string':
    case 'bool':
    case 'none':
    case 'color':
    case 'name':
    case 'bad-expression':
      return;
  }
}

/** The default values of the parameters and the statements of the body. */
export function forEachChildOfFunction(parts: FunctionParts, visit: (child: Node) => void): void {
  for (const parameter of parts.parameters) if (parameter.default !== undefined) visit(parameter.default);
  parts.body.statements.forEach(visit);
}

/** How deep the tree below a node goes, itself included; without recursion, since it guards against deep trees. */
export function treeDepth(root: Node): number {
  let level: Node[] = [root];
  let depth = 0;
  while (level.length > 0) {
    depth += 1;
    const next: Node[] = [];
    for (const node of level) forEachChild(node, (child) => next.push(child));
    level = next;
  }
  return depth;
}

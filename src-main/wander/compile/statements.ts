/** Which part of the compiler a statement belongs to, and blocks; see expressions.ts. */
import type { Block, Statement } from '../ast';
import type { LoopStatement } from '../kernel/loops';
import { blockWeight, statementWeight } from '../weights';
import { NEXT, type Exec, type Test } from './code';
import { compileExpect, compileGo, compileInput } from './game-statements';
import type { FunctionScope } from './scope';
import { compileTimer } from './timers';

/** As many statements as one closure runs. */
const SEQUENCE = 4;

/** The statements of a block, without a charge: whoever enters it charges. */
export function compileBlock(scope: FunctionScope, block: Block): Exec {
  let execs = block.statements.map((statement) => compileStatement(scope, statement));
  while (execs.length > 1) {
    const whole = execs;
    execs = [];
    for (let at = 0; at < whole.length; at += SEQUENCE) {
      const part = whole.slice(at, at + SEQUENCE);
      execs.push(scope.program.copies.of('control', `sequence ${part.length}`).compileSequence(part));
    }
  }
  return execs[0] ?? (() => NEXT);
}

/** An arm of `if` or `match`, with its charge. */
export function compileArm(scope: FunctionScope, block: Block): Exec {
  const site = scope.site(block.statements[0] ?? block);
  const exec = compileBlock(scope, block);
  return scope.program.copies.of('control', 'arm').charged(site, blockWeight(block), exec);
}

export function compileBranch(scope: FunctionScope, test: Test, body: Exec, otherwise: Exec): Exec {
  return scope.program.copies.of('control', 'branch').branch(test, body, otherwise);
}

export function compileStatement(scope: FunctionScope, node: Statement): Exec {
  const exec = compileOwn(scope, node);
  const { observer } = scope.program;
  return observer === undefined ? exec : observer.around(scope.site(node), statementWeight(node), exec);
}

function compileOwn(scope: FunctionScope, node: Statement): Exec {
  const { copies } = scope.program;
  switch (node.kind) {
    case 'let':
      return copies.of('assign', 'let').compileLet(scope, node);
    case 'assign':
      return copies.of('assign', node.target.kind).compileAssign(scope, node);
    case 'while':
      return withKernel(scope, node, copies.of('loops', node.kind).compileWhile(scope, node));
    case 'for-each':
      return copies.of('loops', node.kind).compileForEach(scope, node);
    case 'for-range':
      return withKernel(scope, node, copies.of('loops', node.kind).compileForRange(scope, node));
    case 'repeat':
      return withKernel(scope, node, copies.of('loops', node.kind).compileRepeat(scope, node));
    case 'every':
    case 'after':
      return compileTimer(scope, node);
    case 'go':
      return compileGo(scope, node);
    case 'expect':
      return compileExpect(scope, node);
    case 'press':
    case 'hold':
    case 'release':
    case 'click':
      return compileInput(scope, node);
    case 'wait':
      // What holds one is compiled to steps.
      throw new Error('a wait where code runs to its end');
    case 'bad-statement':
      return () => NEXT;
    default:
      return copies.of('control', node.kind).compileControl(scope, node);
  }
}

const withKernel = (scope: FunctionScope, node: LoopStatement, exec: Exec): Exec =>
  scope.program.kernels?.loop(node, exec) ?? exec;

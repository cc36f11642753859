/** Statements, apart from assignments and loops. */
import type { Block, IfStatement, MatchStatement, ReturnStatement, Statement } from '../ast';
import type { Run } from '../context';
import { Stop, type Site } from '../errors';
import { destroyEntity, lookAt, moveBy, moveToward, turnBy } from '../scene-statements';
import { textOf } from '../text';
import { share, type Value } from '../values';
import { blockWeight, statementWeight } from '../weights';
import { compileAssign, compileLet } from './assign';
import { compileTest, same } from './binary';
import { NEXT, RETURN, type Eval, type Exec } from './code';
import { compileExpression } from './expressions';
import { compileExpect, compileGo, compileInput } from './game-statements';
import { compileForEach, compileForRange, compileRepeat, compileWhile, signal } from './loops';
import { compileOperand } from './operands';
import type { FunctionScope } from './scope';
import { compileReturned } from './sharing';
import { compileTimer } from './timers';

/** The statements of a block, without a charge: whoever enters it charges. */
export function compileBlock(scope: FunctionScope, block: Block): Exec {
  const execs = block.statements.map((statement) => compileStatement(scope, statement));
  const [a, b, c] = execs;
  if (a === undefined) return () => NEXT;
  if (b === undefined) return a;
  if (c === undefined) {
    return (frame, run) => {
      const end = a(frame, run);
      return end === NEXT ? b(frame, run) : end;
    };
  }
  if (execs.length === 3) {
    return (frame, run) => {
      let end = a(frame, run);
      if (end !== NEXT) return end;
      end = b(frame, run);
      return end === NEXT ? c(frame, run) : end;
    };
  }
  return (frame, run) => {
    for (const exec of execs) {
      const end = exec(frame, run);
      if (end !== NEXT) return end;
    }
    return NEXT;
  };
}

/** An arm of `if` or `match`, with its charge. */
export function compileArm(scope: FunctionScope, block: Block): Exec {
  const site = scope.site(block.statements[0] ?? block);
  const weight = blockWeight(block);
  const exec = compileBlock(scope, block);
  return (frame, run) => {
    run.fuel -= weight;
    if (run.fuel < 0) run.refill(site);
    return exec(frame, run);
  };
}

export function compileStatement(scope: FunctionScope, node: Statement): Exec {
  const exec = compileOwn(scope, node);
  const { observer } = scope.program;
  return observer === undefined ? exec : observer.around(scope.site(node), statementWeight(node), exec);
}

function compileOwn(scope: FunctionScope, node: Statement): Exec {
  switch (node.kind) {
    case 'let':
      return compileLet(scope, node);
    case 'assign':
      return compileAssign(scope, node);
    case 'if':
      return compileIf(scope, node);
    case 'while':
      return compileWhile(scope, node);
    case 'for-each':
      return compileForEach(scope, node);
    case 'for-range':
      return compileForRange(scope, node);
    case 'repeat':
      return compileRepeat(scope, node);
    case 'match':
      return compileMatch(scope, node);
    case 'return':
      return compileReturn(scope, node);
    case 'break':
    case 'continue':
      return signal(node.kind);
    case 'stop':
      return () => {
        throw new Stop();
      };
    case 'expression': {
      const value = compileExpression(scope, node.expression);
      return (frame, run) => {
        value(frame, run);
        return NEXT;
      };
    }
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
      return compileEffect(scope, node);
  }
}

function compileIf(scope: FunctionScope, node: IfStatement): Exec {
  const tests = node.arms.map((arm) => compileTest(scope, arm.condition));
  const bodies = node.arms.map((arm) => compileArm(scope, arm.body));
  const otherwise = node.otherwise === undefined ? (): number => NEXT : compileArm(scope, node.otherwise);
  const [test] = tests;
  const [body] = bodies;
  if (tests.length === 1 && test !== undefined && body !== undefined) {
    return (frame, run) => (test(frame, run) ? body(frame, run) : otherwise(frame, run));
  }
  return (frame, run) => {
    for (let index = 0; index < tests.length; index += 1) {
      if (tests[index]?.(frame, run) === true) return bodies[index]?.(frame, run) ?? NEXT;
    }
    return otherwise(frame, run);
  };
}

function compileMatch(scope: FunctionScope, node: MatchStatement): Exec {
  const later = node.arms.flatMap((arm) => arm.values);
  const subject = compileOperand(scope, node.subject, ...later);
  const arms = node.arms.map((arm) => ({
    values: arm.values.map((value) => ({ value: compileExpression(scope, value), site: scope.site(value) })),
    body: compileArm(scope, arm.body),
  }));
  const otherwise = node.otherwise === undefined ? (): number => NEXT : compileArm(scope, node.otherwise);
  return (frame, run) => {
    const wanted = subject(frame, run);
    for (const { values, body } of arms) {
      for (const { value, site } of values)
        if (same(run, site, wanted, value(frame, run))) return body(frame, run);
    }
    return otherwise(frame, run);
  };
}

function compileReturn(scope: FunctionScope, node: ReturnStatement): Exec {
  if (node.value === undefined) {
    return (_frame, run) => {
      run.result = null;
      return RETURN;
    };
  }
  const value = compileReturned(scope, node.value);
  return (frame, run) => {
    run.result = value(frame, run);
    return RETURN;
  };
}

type Effect = Extract<Statement, { kind: 'log' | 'destroy' | 'move' | 'rotate' | 'look' | 'emit' }>;

/** Statements that do something with the values of one or two expressions. */
function compileEffect(scope: FunctionScope, node: Effect): Exec {
  const site = scope.site(node);
  switch (node.kind) {
    case 'log':
      return effect(site, (run, value) => run.log(textOf(run, value)), compileExpression(scope, node.value));
    case 'destroy':
      return effect(site, destroyEntity, compileExpression(scope, node.target));
    case 'rotate':
      return effect(site, turnBy, compileExpression(scope, node.target), compileExpression(scope, node.by));
    case 'look':
      return effect(site, lookAt, compileExpression(scope, node.target), compileExpression(scope, node.at));
    case 'move': {
      const target = compileExpression(scope, node.target);
      if (node.by !== undefined) return effect(site, moveBy, target, compileExpression(scope, node.by));
      const toward = node.toward === undefined ? (): Value => null : compileExpression(scope, node.toward);
      const speed = node.speed === undefined ? (): Value => null : compileExpression(scope, node.speed);
      return effect(site, moveToward, target, toward, speed);
    }
    case 'emit': {
      const parts = [node.payload, node.target].map((part) =>
        part === undefined ? (): Value => null : compileExpression(scope, part),
      );
      const [payload = NONE, to = NONE] = parts;
      const { event } = node;
      return (frame, run) => {
        const data = share(payload(frame, run));
        const receiver = to(frame, run);
        run.site = site;
        run.game?.emit(event, data, receiver);
        return NEXT;
      };
    }
  }
}

const NONE: Eval = () => null;

function effect(
  site: Site,
  act: (run: Run, a: Value, b: Value, c: Value) => void,
  a: Eval,
  b: Eval = NONE,
  c: Eval = NONE,
): Exec {
  return (frame, run) => {
    const first = a(frame, run);
    const second = b(frame, run);
    const third = c(frame, run);
    run.site = site;
    act(run, first, second, third);
    return NEXT;
  };
}

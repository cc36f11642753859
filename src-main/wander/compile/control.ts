/** Statements in sequence, branches and what else is neither an assignment nor a loop. */
import type { IfStatement, MatchStatement, ReturnStatement, Statement } from '../ast';
import type { Run } from '../context';
import { Stop, type Site } from '../errors';
import { destroyEntity, lookAt, moveBy, moveToward, turnBy } from '../scene-statements';
import { textOf } from '../text';
import { share, type Value } from '../values';
import { same } from './binary';
import { BREAK, CONTINUE, NEXT, RETURN, type Eval, type Exec, type Test } from './code';
import { compileExpression, compileTest } from './expressions';
import { compileOperand } from './operands';
import type { FunctionScope } from './scope';
import { compileReturned } from './sharing';
import { compileArm, compileBranch } from './statements';

/** Statements one after the other, four at most. */
export function compileSequence([a, b, c, d]: readonly Exec[]): Exec {
  if (a === undefined) return () => NEXT;
  if (b === undefined) return a;
  if (c === undefined) {
    return (frame, run) => {
      const end = a(frame, run);
      return end === NEXT ? b(frame, run) : end;
    };
  }
  if (d === undefined) {
    return (frame, run) => {
      let end = a(frame, run);
      if (end !== NEXT) return end;
      end = b(frame, run);
      return end === NEXT ? c(frame, run) : end;
    };
  }
  return (frame, run) => {
    let end = a(frame, run);
    if (end !== NEXT) return end;
    end = b(frame, run);
    if (end !== NEXT) return end;
    end = c(frame, run);
    return end === NEXT ? d(frame, run) : end;
  };
}

/** What is charged before it is done. */
export function charged(site: Site, weight: number, exec: Exec): Exec {
  return (frame, run) => {
    if ((run.fuel -= weight) < 0) run.refill(site);
    return exec(frame, run);
  };
}

type ControlNode =
  | Effect
  | Extract<Statement, { kind: 'if' | 'match' | 'return' | 'break' | 'continue' | 'stop' | 'expression' }>;

export function compileControl(scope: FunctionScope, node: ControlNode): Exec {
  switch (node.kind) {
    case 'if':
      return compileIf(scope, node);
    case 'match':
      return compileMatch(scope, node);
    case 'return':
      return compileReturn(scope, node);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE;
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
    default:
      return compileEffect(scope, node);
  }
}

function compileIf(scope: FunctionScope, node: IfStatement): Exec {
  const otherwise = node.otherwise === undefined ? (): number => NEXT : compileArm(scope, node.otherwise);
  return node.arms
    .map((arm) => ({ test: compileTest(scope, arm.condition), body: compileArm(scope, arm.body) }))
    .reduceRight((rest, { test, body }) => compileBranch(scope, test, body, rest), otherwise);
}

/** A function's body: what it returned, or none. */
export function bodyOf(exec: Exec): Eval {
  return (frame, run) => {
    if (exec(frame, run) !== RETURN) return null;
    const { result } = run;
    run.result = null;
    return result;
  };
}

/** One arm of an `if`, and what is done otherwise. */
export function branch(test: Test, body: Exec, otherwise: Exec): Exec {
  return (frame, run) => (test(frame, run) ? body(frame, run) : otherwise(frame, run));
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
      const toAll = node.target === undefined;
      return (frame, run) => {
        const data = share(payload(frame, run));
        const receiver = to(frame, run);
        run.site = site;
        run.game?.emit(event, data, toAll ? undefined : receiver);
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

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

/**
 * Code that may wait, as generators that were written here by hand, one for each kind of statement that can hold a `wait`.
 * All other statements in it are the closures that they are everywhere. Charges are the same as in code that runs to its end.
 */
import type {
  Block,
  ForEachStatement,
  ForRangeStatement,
  IfStatement,
  MatchStatement,
  RepeatStatement,
  Statement,
  WhileStatement,
} from '../ast';
import type { WaitStatement } from '../ast-behaviors';
import type { Run } from '../context';
import type { Steps } from '../game';
import { MapValue, share, type Value } from '../values';
import { blockWeight, iterationWeight } from '../weights';
import { same } from './binary';
import { BREAK, NEXT, RETURN, type Exec, type Frame } from './code';
import { compileExpression, compileTest } from './expressions';
import { durationFrom } from './game-statements';
import { itemsOf, numberFrom, setter } from './loops';
import { compileOperand } from './operands';
import type { FunctionScope } from './scope';
import { compileStatement } from './statements';
import { compileTimerSteps } from './timers';

export type StepsExec = (frame: Frame, run: Run) => Steps;

/** A piece of code, which takes time or does not. */
export type Piece =
  | { readonly exec: Exec; readonly steps?: undefined }
  | { readonly steps: StepsExec; readonly exec?: undefined };

const STEPS_PER_SECOND = 60;
/** So that a tenth of a second is 6 steps, and not 7. */
const ROUNDING = 1e-6;

/** Whether the code waits somewhere; `counted` says that timers in it run as part of it. */
export function waits(block: Block, counted: boolean): boolean {
  return block.statements.some((statement) => statementWaits(statement, counted));
}

function statementWaits(node: Statement, counted: boolean): boolean {
  switch (node.kind) {
    case 'wait':
      return true;
    case 'if':
    case 'match':
      return (
        node.arms.some(({ body }) => waits(body, counted)) ||
        (node.otherwise !== undefined && waits(node.otherwise, counted))
      );
    case 'while':
    case 'repeat':
    case 'for-each':
    case 'for-range':
      return waits(node.body, counted);
    case 'every':
    case 'after':
      return counted && waits(node.body, counted);
    default:
      return false;
  }
}

/** Runs a piece; to be delegated to with `yield*`. */
function* runPiece(piece: Piece, frame: Frame, run: Run): Steps {
  return piece.exec === undefined ? yield* piece.steps(frame, run) : piece.exec(frame, run);
}

function compilePiece(scope: FunctionScope, node: Statement): Piece {
  if (!statementWaits(node, scope.timers === 'counted')) return { exec: compileStatement(scope, node) };
  switch (node.kind) {
    case 'wait':
      return { steps: compileWait(scope, node) };
    case 'if':
      return { steps: compileIf(scope, node) };
    case 'match':
      return { steps: compileMatch(scope, node) };
    case 'while':
      return { steps: compileWhile(scope, node) };
    case 'repeat':
      return { steps: compileRepeat(scope, node) };
    case 'for-each':
      return { steps: compileForEach(scope, node) };
    case 'for-range':
      return { steps: compileForRange(scope, node) };
    case 'every':
    case 'after':
      return { steps: compileTimerSteps(scope, node) };
    default:
      return { exec: compileStatement(scope, node) };
  }
}

/** The statements of a block, without a charge. */
export function compileSteps(scope: FunctionScope, block: Block): StepsExec {
  const pieces = block.statements.map((statement) => compilePiece(scope, statement));
  return function* (frame, run) {
    for (const piece of pieces) {
      const end = piece.exec === undefined ? yield* piece.steps(frame, run) : piece.exec(frame, run);
      if (end !== NEXT) return end;
    }
    return NEXT;
  };
}

/** An arm of `if` or `match`, with its charge. */
function compileArm(scope: FunctionScope, block: Block | undefined): Piece {
  if (block === undefined) return { exec: () => NEXT };
  const site = scope.site(block.statements[0] ?? block);
  const weight = blockWeight(block);
  const body = compileSteps(scope, block);
  return {
    *steps(frame, run) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      return yield* body(frame, run);
    },
  };
}

function compileWait(scope: FunctionScope, node: WaitStatement): StepsExec {
  const site = scope.site(node);
  if (node.unit === 'until') {
    const test = compileTest(scope, node.value);
    return function* (frame, run) {
      yield { kind: 'until', holds: () => test(frame, run), site };
      return NEXT;
    };
  }
  const value = compileExpression(scope, node.value);
  const isFrames = node.unit === 'frames';
  const factor = isFrames ? 1 : STEPS_PER_SECOND;
  const what = isFrames ? 'wait: the number of frames' : 'wait: the number of seconds';
  return function* (frame, run) {
    const given = durationFrom(run, site, what, value(frame, run));
    yield { kind: 'steps', steps: Math.max(1, Math.ceil(given * factor - ROUNDING)), site };
    return NEXT;
  };
}

function compileIf(scope: FunctionScope, node: IfStatement): StepsExec {
  const arms = node.arms.map((arm) => ({
    test: compileTest(scope, arm.condition),
    body: compileArm(scope, arm.body),
  }));
  const otherwise = compileArm(scope, node.otherwise);
  return function* (frame, run) {
    for (const { test, body } of arms) if (test(frame, run)) return yield* runPiece(body, frame, run);
    return yield* runPiece(otherwise, frame, run);
  };
}

function compileMatch(scope: FunctionScope, node: MatchStatement): StepsExec {
  const later = node.arms.flatMap((arm) => arm.values);
  const subject = compileOperand(scope, node.subject, ...later);
  const kept = scope.hide();
  const arms = node.arms.map((arm) => ({
    values: arm.values.map((value) => ({ value: compileExpression(scope, value), site: scope.site(value) })),
    body: compileArm(scope, arm.body),
  }));
  const otherwise = compileArm(scope, node.otherwise);
  return function* (frame, run) {
    const wanted = subject(frame, run);
    frame[kept] = wanted;
    for (const { values, body } of arms) {
      for (const { value, site } of values)
        if (same(run, site, wanted, value(frame, run))) return yield* runPiece(body, frame, run);
    }
    return yield* runPiece(otherwise, frame, run);
  };
}

function compileWhile(scope: FunctionScope, node: WhileStatement): StepsExec {
  const weight = iterationWeight(node.body, node.condition);
  const site = scope.site(node);
  const test = compileTest(scope, node.condition);
  const body = compileSteps(scope, node.body);
  return function* (frame, run) {
    while (test(frame, run)) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      const end = yield* body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

function compileRepeat(scope: FunctionScope, node: RepeatStatement): StepsExec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const timesSite = scope.site(node.times);
  const times = compileExpression(scope, node.times);
  const body = compileSteps(scope, node.body);
  return function* (frame, run) {
    const count = numberFrom(run, timesSite, 'repeat: the number of times', times(frame, run));
    for (let done = 0; done < count; done += 1) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      const end = yield* body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

function compileForRange(scope: FunctionScope, node: ForRangeStatement): StepsExec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const stepSite = scope.site(node.step ?? node);
  const from = compileExpression(scope, node.from);
  const to = compileExpression(scope, node.to);
  const step = node.step === undefined ? (): Value => 1 : compileExpression(scope, node.step);
  const { inclusive } = node;
  const set = setter(scope, node.variable);
  const body = compileSteps(scope, node.body);
  const [fromSite, toSite] = [scope.site(node.from), scope.site(node.to)];
  return function* (frame, run) {
    const [first, last, by] = [from(frame, run), to(frame, run), step(frame, run)];
    let at = numberFrom(run, fromSite, 'the start of a range', first);
    const end = numberFrom(run, toSite, 'the end of a range', last);
    const change = numberFrom(run, stepSite, 'the step of a range', by);
    if (change === 0) {
      run.site = stepSite;
      run.fail('the step of a range is 0, so it would never end');
    }
    const isInside = (value: number): boolean =>
      (change > 0 ? value < end : value > end) || (inclusive && value === end);
    while (isInside(at)) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      set(frame, at);
      const done = yield* body(frame, run);
      if (done === BREAK) break;
      if (done === RETURN) return RETURN;
      at += change;
    }
    return NEXT;
  };
}

function compileForEach(scope: FunctionScope, node: ForEachStatement): StepsExec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const subjectSite = scope.site(node.subject);
  const subject = compileExpression(scope, node.subject);
  const setFirst = setter(scope, node.firstVariable);
  const setSecond = node.second === undefined ? undefined : setter(scope, node.secondVariable);
  const kept = scope.hide();
  const body = compileSteps(scope, node.body);
  return function* (frame, run) {
    const value = subject(frame, run);
    frame[kept] = value;
    run.site = subjectSite;
    const keys = value instanceof MapValue ? value.keys() : undefined;
    const items = itemsOf(run, value);
    for (let index = 0; index < items.length; index += 1) {
      run.fuel -= weight;
      if (run.fuel < 0) run.refill(site);
      const item = items[index] ?? null;
      if (setSecond !== undefined) {
        setFirst(frame, keys === undefined ? index : (keys[index] ?? null));
        setSecond(frame, share(item));
      } else setFirst(frame, keys === undefined ? share(item) : (keys[index] ?? null));
      const end = yield* body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

/**
 * `every n seconds … end` and `after n seconds … end`. In `on tick`, which comes to them in each step, they count the time
 * for which it did, and run their body as part of it. In other handlers, which come to them once, they are armed: from then
 * on they run by themselves, on a copy of the handler's variables, until their state ends.
 */
import type { TimerStatement } from '../ast-behaviors';
import type { Run } from '../context';
import { Cell, share, type Value } from '../values';
import { blockWeight } from '../weights';
import { NEXT, type Exec, type Frame } from './code';
import { compileExpression } from './expressions';
import { durationFrom } from './game-statements';
import { gameOf, type FunctionScope } from './scope';
import { compileBlock } from './statements';
import { compileSteps, waits, type StepsExec } from './steps';

/** What sums of steps may be off by. */
const ROUNDING = 1e-6;

export function compileTimer(scope: FunctionScope, node: TimerStatement): Exec {
  if (scope.timers === 'armed') return compileArmed(scope, node);
  const isDue = compileDue(scope, node);
  const enter = charge(scope, node);
  const body = compileBlock(scope, node.body);
  return (frame, run) => {
    if (!isDue(frame, run)) return NEXT;
    enter(run);
    return body(frame, run);
  };
}

/** A timer of `on tick` whose body waits. */
export function compileTimerSteps(scope: FunctionScope, node: TimerStatement): StepsExec {
  const isDue = compileDue(scope, node);
  const enter = charge(scope, node);
  const body = compileSteps(scope, node.body);
  return function* (frame, run) {
    if (!isDue(frame, run)) return NEXT;
    enter(run);
    return yield* body(frame, run);
  };
}

function charge(scope: FunctionScope, node: TimerStatement): (run: Run) => void {
  const site = scope.site(node);
  const weight = blockWeight(node.body);
  return (run) => {
    run.fuel -= weight;
    if (run.fuel < 0) run.refill(site);
  };
}

function compileSeconds(scope: FunctionScope, node: TimerStatement): (frame: Frame, run: Run) => number {
  const seconds = compileExpression(scope, node.seconds);
  const site = scope.site(node);
  const what = `${node.kind}: the number of seconds`;
  return (frame, run) => durationFrom(run, site, what, seconds(frame, run));
}

/** Counts a step, and says whether the timer is due: at most once in a step. */
function compileDue(scope: FunctionScope, node: TimerStatement): (frame: Frame, run: Run) => boolean {
  const seconds = compileSeconds(scope, node);
  const { index = 0, kind } = node;
  return (frame, run) => {
    const length = seconds(frame, run);
    const timer = gameOf(run).count(index);
    if (timer.done || timer.seconds < length - ROUNDING) return false;
    if (kind === 'after') timer.done = true;
    else timer.seconds = Math.min(timer.seconds - length, length);
    return true;
  };
}

function compileArmed(scope: FunctionScope, node: TimerStatement): Exec {
  const seconds = compileSeconds(scope, node);
  const site = scope.site(node);
  const enter = charge(scope, node);
  const { index = 0 } = node;
  const repeats = node.kind === 'every';
  const body = waits(node.body, false)
    ? { steps: compileSteps(scope, node.body) }
    : { exec: compileBlock(scope, node.body) };
  return (frame, run) => {
    const length = seconds(frame, run);
    const own = copyOf(frame);
    run.site = site;
    gameOf(run).arm({
      index,
      repeats,
      seconds: length,
      site,
      frame: own,
      *start() {
        enter(run);
        return body.steps === undefined ? body.exec(own, run) : yield* body.steps(own, run);
      },
    });
    return NEXT;
  };
}

/** A frame of its own with the same values; what closures share stays shared. */
function copyOf(frame: Frame): Frame {
  return frame.map((held, slot) => (slot === 0 || held instanceof Cell ? held : share(held as Value)));
}

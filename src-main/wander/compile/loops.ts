/** Loops. Each iteration is charged for what stands in the body, and at least for itself. */
import type { ForEachStatement, ForRangeStatement, RepeatStatement, Variable, WhileStatement } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import { textCodePoints } from '../text';
import { withArticle } from '../type-names';
import { Cell, List, MapValue, share, Vec, type Value } from '../values';
import { iterationWeight } from '../weights';
import { BREAK, NEXT, RETURN, type Exec, type Frame } from './code';
import { compileExpression, compileTest } from './expressions';
import type { FunctionScope } from './scope';
import { compileBlock } from './statements';

export function compileWhile(scope: FunctionScope, node: WhileStatement): Exec {
  const weight = iterationWeight(node.body, node.condition);
  const site = scope.site(node);
  const test = compileTest(scope, node.condition);
  const body = compileBlock(scope, node.body);
  return (frame, run) => {
    while (test(frame, run)) {
      if ((run.fuel -= weight) < 0) run.refill(site);
      const end = body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

/** A loop variable: another one in each iteration where closures share it. */
export function setter(
  scope: FunctionScope,
  variable: Variable | undefined,
): (frame: Frame, value: Value) => void {
  if (variable === undefined) return () => undefined;
  const slot = scope.declare(variable);
  if (variable.captured) {
    return (frame, value) => {
      frame[slot] = new Cell(value);
    };
  }
  return (frame, value) => {
    frame[slot] = value;
  };
}

export function numberFrom(run: Run, site: Site, what: string, value: Value): number {
  if (typeof value === 'number') return value;
  run.site = site;
  return run.fail(`${what} must be a number, not ${withArticle(value)}`);
}

export function compileForRange(scope: FunctionScope, node: ForRangeStatement): Exec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const fromSite = scope.site(node.from);
  const toSite = scope.site(node.to);
  const stepSite = scope.site(node.step ?? node);
  const from = compileExpression(scope, node.from);
  const to = compileExpression(scope, node.to);
  const step = node.step === undefined ? undefined : compileExpression(scope, node.step);
  const { inclusive } = node;
  const set = setter(scope, node.variable);
  const slot = node.variable?.captured === false ? node.variable.slot + 1 : undefined;
  const body = compileBlock(scope, node.body);
  if (step === undefined && slot !== undefined) {
    return (frame, run) => {
      const first = from(frame, run);
      const last = to(frame, run);
      let at = numberFrom(run, fromSite, 'the start of a range', first);
      const end = numberFrom(run, toSite, 'the end of a range', last);
      while (inclusive ? at <= end : at < end) {
        if ((run.fuel -= weight) < 0) run.refill(site);
        frame[slot] = at;
        const done = body(frame, run);
        if (done === BREAK) break;
        if (done === RETURN) return RETURN;
        at += 1;
      }
      return NEXT;
    };
  }
  return (frame, run) => {
    const first = from(frame, run);
    const last = to(frame, run);
    const by = step === undefined ? 1 : step(frame, run);
    let at = numberFrom(run, fromSite, 'the start of a range', first);
    const end = numberFrom(run, toSite, 'the end of a range', last);
    const change = numberFrom(run, stepSite, 'the step of a range', by);
    if (change === 0) {
      run.site = stepSite;
      run.fail('the step of a range is 0, so it would never end');
    }
    const inside = (value: number): boolean =>
      change > 0 ? value < end || (inclusive && value === end) : value > end || (inclusive && value === end);
    while (inside(at)) {
      if ((run.fuel -= weight) < 0) run.refill(site);
      set(frame, at);
      const done = body(frame, run);
      if (done === BREAK) break;
      if (done === RETURN) return RETURN;
      at += change;
    }
    return NEXT;
  };
}

export function compileRepeat(scope: FunctionScope, node: RepeatStatement): Exec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const timesSite = scope.site(node.times);
  const times = compileExpression(scope, node.times);
  const body = compileBlock(scope, node.body);
  return (frame, run) => {
    const count = numberFrom(run, timesSite, 'repeat: the number of times', times(frame, run));
    for (let done = 0; done < count; done += 1) {
      if ((run.fuel -= weight) < 0) run.refill(site);
      const end = body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

export function compileForEach(scope: FunctionScope, node: ForEachStatement): Exec {
  const weight = iterationWeight(node.body);
  const site = scope.site(node);
  const subjectSite = scope.site(node.subject);
  const subject = compileExpression(scope, node.subject);
  const setFirst = setter(scope, node.firstVariable);
  const setSecond = node.second === undefined ? undefined : setter(scope, node.secondVariable);
  const body = compileBlock(scope, node.body);
  return (frame, run) => {
    const value = subject(frame, run);
    run.site = subjectSite;
    const keys = value instanceof MapValue ? value.keys() : undefined;
    const items = itemsOf(run, value);
    for (let index = 0; index < items.length; index += 1) {
      if ((run.fuel -= weight) < 0) run.refill(site);
      const item = items[index] ?? null;
      if (setSecond !== undefined) {
        setFirst(frame, keys === undefined ? index : (keys[index] ?? null));
        setSecond(frame, share(item));
      } else setFirst(frame, keys === undefined ? share(item) : (keys[index] ?? null));
      const end = body(frame, run);
      if (end === BREAK) break;
      if (end === RETURN) return RETURN;
    }
    return NEXT;
  };
}

/** What a loop goes over; a list or map is marked shared, so that a change in the loop makes a copy and leaves this as it is. */
export function itemsOf(run: Run, value: Value): readonly Value[] {
  if (value instanceof List) {
    value.shared = true;
    return value.items;
  }
  if (value instanceof MapValue) {
    value.shared = true;
    run.charge(value.size >> 3);
    return value.values();
  }
  if (typeof value === 'string') return textCodePoints(run, value);
  // A list of three numbers that came as JSON is a vector here.
  if (value instanceof Vec) return [value.x, value.y, value.z];
  return run.fail(
    `a for loop goes over a list, map, string or range, not over ${withArticle(value)}`,
    value === null ? 'Look whether the value is there first, or give a default with ??.' : undefined,
  );
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

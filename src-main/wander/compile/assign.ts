/** Assignments: the right side first, then the indexes of the target, then the change. */
import type { AssignOperator, AssignStatement, Expression, LetStatement } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import { writeProperty } from '../entities';
import { owned, type Step } from '../places';
import { putEntry } from '../stdlib/maps';
import { Cell, EntityRef, List, MapValue, type Value } from '../values';
import { slowArithmetic } from './binary';
import { NEXT, type Arithmetic, type Eval, type Exec, type Frame } from './code';
import { compileArithmetic, compileExpression } from './expressions';
import { mayChange } from './operands';
import { compilePlace, type Place } from './places';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';

export function compileLet(scope: FunctionScope, node: LetStatement): Exec {
  const value = compileKept(scope, node.value);
  const { variable } = node;
  if (variable === undefined) return (frame, run) => (value(frame, run), NEXT);
  if (node.redeclares === true) {
    const write = scope.writer(variable);
    return (frame, run) => {
      write(frame, value(frame, run), run);
      return NEXT;
    };
  }
  const slot = scope.declare(variable);
  if (variable.captured) {
    // Each time that it is declared it is another variable: closures made in a loop keep their own.
    return (frame, run) => {
      frame[slot] = new Cell(value(frame, run));
      return NEXT;
    };
  }
  return (frame, run) => {
    frame[slot] = value(frame, run);
    return NEXT;
  };
}

const ARITHMETIC: Readonly<Record<Exclude<AssignOperator, '='>, Arithmetic>> = {
  '+=': '+',
  '-=': '-',
  '*=': '*',
  '/=': '/',
  '%=': '%',
};

export function compileAssign(scope: FunctionScope, node: AssignStatement): Exec {
  const { target, operator } = node;
  if (target.kind === 'bad-expression') return () => NEXT;
  if (target.kind === 'name') return compileVariable(scope, node, target);
  return operator === '='
    ? compilePlain(scope, node, target)
    : compileCompound(scope, node, target, ARITHMETIC[operator]);
}

/* ---- variables ------------------------------------------------------------------------------------------------------- */

type NameNode = Extract<Expression, { kind: 'name' }>;

function compileVariable(scope: FunctionScope, node: AssignStatement, target: NameNode): Exec {
  // Anything else has been reported, and such a program is not run.
  if (target.binding?.kind !== 'local') return () => NEXT;
  const value =
    node.operator === '='
      ? compileKept(scope, node.value)
      : compileCompoundValue(scope, target, node, ARITHMETIC[node.operator]);
  const slot = scope.plainSlot(target);
  if (slot !== undefined) {
    return (frame, run) => {
      frame[slot] = value(frame, run);
      return NEXT;
    };
  }
  const write = scope.writer(target.binding.variable);
  const site = scope.site(target);
  return (frame, run) => {
    const stored = value(frame, run);
    run.site = site;
    write(frame, stored, run);
    return NEXT;
  };
}

/** `x += e`: the right side is worked out before x is read. */
function compileCompoundValue(
  scope: FunctionScope,
  target: NameNode,
  node: AssignStatement,
  operator: Arithmetic,
): Eval {
  const site = scope.site(node.operatorSpan);
  const variable = target.binding?.kind === 'local' ? target.binding.variable : undefined;
  if (variable !== undefined && !mayChange(node.value, variable)) {
    return compileArithmetic(scope, operator, target, node.value, site);
  }
  const read = compileExpression(scope, target);
  const right = compileExpression(scope, node.value);
  const compute = slowArithmetic(operator);
  return (frame, run) => {
    const value = right(frame, run);
    const old = read(frame, run);
    run.site = site;
    return compute(run, old, value);
  };
}

/* ---- places ---------------------------------------------------------------------------------------------------------- */

type PlaceNode = Extract<Expression, { kind: 'member' | 'index' }>;

const replaceBy = (value: Value): { replaces: true; apply: () => Value } => ({
  replaces: true,
  apply: () => value,
});

function compilePlain(scope: FunctionScope, node: AssignStatement, target: PlaceNode): Exec {
  const value = compileKept(scope, node.value);
  const site = scope.site(target.kind === 'member' ? target.name : target.bracket);
  const place = compilePlace(scope, target, site);
  const { slot } = place;
  if (slot !== undefined && place.length === 1) {
    return target.kind === 'index'
      ? compileItemOfSlot(place, slot, value, compileExpression(scope, target.index), site)
      : compileMemberOfSlot(place, slot, value, target.name.text, site);
  }
  return (frame, run) => {
    const stored = value(frame, run);
    place.change(frame, run, place.steps(frame, run), replaceBy(stored));
    return NEXT;
  };
}

/** `items[i] = v` on a variable. */
function compileItemOfSlot(place: Place, slot: number, value: Eval, index: Eval, site: Site): Exec {
  return (frame, run) => {
    const stored = value(frame, run);
    const at = index(frame, run);
    const holder = frame[slot];
    const isItem = holder instanceof List && typeof at === 'number' && holder.items[at] !== undefined;
    // Long strings are charged on the general way.
    if (!isItem || typeof stored === 'string') {
      place.change(frame, run, [{ member: false, key: at }], replaceBy(stored));
      return NEXT;
    }
    let mine = holder;
    if (holder.shared) {
      run.site = site;
      mine = owned(run, holder);
      frame[slot] = mine;
    }
    mine.items[at] = stored;
    return NEXT;
  };
}

/** `x.name = v` on a variable. */
function compileMemberOfSlot(place: Place, slot: number, value: Eval, name: string, site: Site): Exec {
  const steps: readonly Step[] = [{ member: true, key: name }];
  return (frame: Frame, run: Run) => {
    const stored = value(frame, run);
    const holder = frame[slot];
    run.site = site;
    if (holder instanceof EntityRef) writeProperty(run, holder, name, stored);
    else if (holder instanceof MapValue) {
      const mine = owned(run, holder);
      frame[slot] = mine;
      putEntry(run, mine, name, stored);
    } else place.change(frame, run, steps, replaceBy(stored));
    return NEXT;
  };
}

/** `x.a += e`, `x[i] *= e`: the steps are worked out once. */
function compileCompound(
  scope: FunctionScope,
  node: AssignStatement,
  target: PlaceNode,
  operator: Arithmetic,
): Exec {
  const value = compileExpression(scope, node.value);
  const operatorSite = scope.site(node.operatorSpan);
  const place = compilePlace(
    scope,
    target,
    scope.site(target.kind === 'member' ? target.name : target.bracket),
  );
  const compute = slowArithmetic(operator);
  return (frame, run) => {
    const right = value(frame, run);
    place.change(frame, run, place.steps(frame, run), {
      replaces: false,
      apply(old) {
        const { site } = run;
        run.site = operatorSite;
        const result = compute(run, old, right);
        run.site = site;
        return result;
      },
    });
    return NEXT;
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

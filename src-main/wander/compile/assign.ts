/** Assignments: the right side first, then the indexes of the target, then the change. */
import type { AssignOperator, AssignStatement, Expression, LetStatement } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import { writeProperty } from '../entities';
import { modulo } from '../operators';
import { owned, type Step } from '../places';
import { BYTES } from '../budget';
import { itemBytes } from '../stdlib/lists';
import { putEntry } from '../stdlib/maps';
import { Cell, EntityRef, List, MapValue, type Shape, type Value } from '../values';
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
  const near = nearPlace(scope, target);
  if (near !== undefined) {
    if (near.name === undefined) return compileItem(place, near.slot, value, near.index, site);
    return near.index === undefined
      ? compileEntry(place, near.slot, value, near.name, site)
      : compileEntryOfItem(place, near, value, site);
  }
  return (frame, run) => {
    const stored = value(frame, run);
    place.change(frame, run, place.steps(frame, run), replaceBy(stored));
    return NEXT;
  };
}

/** `x[i]`, `x.name` or `x[i].name`, x being a variable that lies in the frame: what is nearly always assigned. */
type NearPlace =
  | { readonly slot: number; readonly index: Eval; readonly name: undefined }
  | { readonly slot: number; readonly index: undefined; readonly name: string }
  | { readonly slot: number; readonly index: Eval; readonly name: string };

/** Longer keys are charged for. */
const MAX_KEY = 128;

function nearPlace(scope: FunctionScope, target: PlaceNode): NearPlace | undefined {
  const name = target.kind === 'member' ? target.name.text : undefined;
  const inner = target.kind === 'member' ? target.subject : target;
  if (name !== undefined && name.length > MAX_KEY) return undefined;
  if (inner.kind === 'index') {
    const slot = scope.plainSlot(inner.subject);
    return slot === undefined ? undefined : { slot, index: compileExpression(scope, inner.index), name };
  }
  const slot = scope.plainSlot(inner);
  return slot === undefined || name === undefined ? undefined : { slot, index: undefined, name };
}

/** `items[i] = v`, `counts[key] = v` */
function compileItem(place: Place, slot: number, value: Eval, index: Eval, site: Site): Exec {
  return (frame, run) => {
    const stored = value(frame, run);
    const at = index(frame, run);
    const holder = frame[slot];
    // Long strings are charged on the general way.
    if (holder instanceof List && typeof at === 'number' && typeof stored !== 'string') {
      if (holder.items[at] !== undefined) {
        let mine = holder;
        if (holder.shared) {
          run.site = site;
          mine = owned(run, holder);
          frame[slot] = mine;
        }
        mine.items[at] = stored;
        return NEXT;
      }
    } else if (
      holder instanceof MapValue &&
      !holder.shared &&
      typeof at === 'string' &&
      at.length <= MAX_KEY
    ) {
      run.site = site;
      putEntry(run, holder, at, stored);
      return NEXT;
    }
    place.change(frame, run, [{ member: false, key: at }], replaceBy(stored));
    return NEXT;
  };
}

/** `x.name = v` */
function compileEntry(place: Place, slot: number, value: Eval, name: string, site: Site): Exec {
  const steps: readonly Step[] = [{ member: true, key: name }];
  let shape: Shape | undefined;
  let known = -1;
  return (frame: Frame, run: Run) => {
    const stored = value(frame, run);
    const holder = frame[slot];
    run.site = site;
    if (holder instanceof MapValue) {
      if (holder.shape !== shape) {
        shape = holder.shape;
        known = shape?.slotOf(name) ?? -1;
      }
      if (known >= 0 && !holder.shared) {
        run.allocate(itemBytes(stored) - BYTES.item);
        holder.slots[known] = stored;
        return NEXT;
      }
      const mine = owned(run, holder);
      frame[slot] = mine;
      putEntry(run, mine, name, stored);
    } else if (holder instanceof EntityRef) writeProperty(run, holder, name, stored);
    else place.change(frame, run, steps, replaceBy(stored));
    return NEXT;
  };
}

/** `items[i].name = v` */
function compileEntryOfItem(
  place: Place,
  { slot, index, name }: Extract<NearPlace, { name: string; index: Eval }>,
  value: Eval,
  site: Site,
): Exec {
  let shape: Shape | undefined;
  let known = -1;
  return (frame, run) => {
    const stored = value(frame, run);
    const at = index(frame, run);
    const holder = frame[slot];
    if (holder instanceof List && !holder.shared && typeof at === 'number') {
      const item = holder.items[at];
      if (item instanceof MapValue && !item.shared) {
        if (item.shape !== shape) {
          shape = item.shape;
          known = shape?.slotOf(name) ?? -1;
        }
        if (known >= 0) {
          run.site = site;
          run.allocate(itemBytes(stored) - BYTES.item);
          item.slots[known] = stored;
          return NEXT;
        }
      }
    }
    place.change(
      frame,
      run,
      [
        { member: false, key: at },
        { member: true, key: name },
      ],
      replaceBy(stored),
    );
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
  const change = (frame: Frame, run: Run, steps: readonly Step[], right: Value): number => {
    place.change(frame, run, steps, {
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
  const near = nearPlace(scope, target);
  if (near === undefined) {
    return (frame, run) => {
      const right = value(frame, run);
      return change(frame, run, place.steps(frame, run), right);
    };
  }
  if (near.name === undefined) return compileItemChange(near, operator, value, change);
  return near.index === undefined
    ? compileEntryChange(near, operator, value, change)
    : compileEntryOfItemChange(near, operator, value, change);
}

type ChangeAt = (frame: Frame, run: Run, steps: readonly Step[], right: Value) => number;

/** What an operator makes of two numbers; not a finite one where it must be done, and fail, on the general way. */
function ofNumbers(operator: Arithmetic): (a: number, b: number) => number {
  switch (operator) {
    case '+':
      return (a, b) => a + b;
    case '-':
      return (a, b) => a - b;
    case '*':
      return (a, b) => a * b;
    case '/':
      return (a, b) => a / b;
    case '%':
      return modulo;
  }
}

/** `items[i] += e`, `counts[key] += e` */
function compileItemChange(
  { slot, index }: Extract<NearPlace, { name: undefined }>,
  operator: Arithmetic,
  value: Eval,
  change: ChangeAt,
): Exec {
  const compute = ofNumbers(operator);
  return (frame, run) => {
    const right = value(frame, run);
    const at = index(frame, run);
    const holder = frame[slot];
    if (typeof right === 'number') {
      if (holder instanceof List && !holder.shared && typeof at === 'number') {
        const old = holder.items[at];
        if (typeof old === 'number') {
          const result = compute(old, right);
          if (result - result === 0) {
            holder.items[at] = result;
            return NEXT;
          }
        }
      } else if (
        holder instanceof MapValue &&
        !holder.shared &&
        typeof at === 'string' &&
        at.length <= MAX_KEY
      ) {
        const old = holder.get(at);
        if (typeof old === 'number') {
          const result = compute(old, right);
          if (result - result === 0) {
            holder.set(at, result);
            return NEXT;
          }
        }
      }
    }
    return change(frame, run, [{ member: false, key: at }], right);
  };
}

/** `x.name += e` */
function compileEntryChange(
  { slot, name }: Extract<NearPlace, { index: undefined }>,
  operator: Arithmetic,
  value: Eval,
  change: ChangeAt,
): Exec {
  const compute = ofNumbers(operator);
  const steps: readonly Step[] = [{ member: true, key: name }];
  let shape: Shape | undefined;
  let known = -1;
  return (frame, run) => {
    const right = value(frame, run);
    const holder = frame[slot];
    if (holder instanceof MapValue && !holder.shared && typeof right === 'number') {
      if (holder.shape !== shape) {
        shape = holder.shape;
        known = shape?.slotOf(name) ?? -1;
      }
      const old = known < 0 ? undefined : holder.slots[known];
      if (typeof old === 'number') {
        const result = compute(old, right);
        if (result - result === 0) {
          holder.slots[known] = result;
          return NEXT;
        }
      }
    }
    return change(frame, run, steps, right);
  };
}

/** `items[i].name += e` */
function compileEntryOfItemChange(
  { slot, index, name }: Extract<NearPlace, { name: string; index: Eval }>,
  operator: Arithmetic,
  value: Eval,
  change: ChangeAt,
): Exec {
  const compute = ofNumbers(operator);
  let shape: Shape | undefined;
  let known = -1;
  return (frame, run) => {
    const right = value(frame, run);
    const at = index(frame, run);
    const holder = frame[slot];
    if (holder instanceof List && !holder.shared && typeof at === 'number' && typeof right === 'number') {
      const item = holder.items[at];
      if (item instanceof MapValue && !item.shared) {
        if (item.shape !== shape) {
          shape = item.shape;
          known = shape?.slotOf(name) ?? -1;
        }
        const old = known < 0 ? undefined : item.slots[known];
        if (typeof old === 'number') {
          const result = compute(old, right);
          if (result - result === 0) {
            item.slots[known] = result;
            return NEXT;
          }
        }
      }
    }
    const steps = [
      { member: false, key: at },
      { member: true, key: name },
    ];
    return change(frame, run, steps, right);
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

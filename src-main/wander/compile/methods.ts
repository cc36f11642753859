/** Calls with a dot: methods of values, functions of modules, functions held in maps. */
import type { MethodExpression } from '../ast';
import type { Run } from '../context';
import {
  callMethod,
  callValue,
  candidatesFor,
  changesReceiver,
  entryFor,
  heldFunction,
  keepsArguments,
  noSuchMethod,
  type Candidates,
} from '../dispatch';
import type { Site } from '../errors';
import { owned, type Step } from '../places';
import { callEntry, vecAsList, type StdlibEntry } from '../stdlib/define';
import { itemBytes } from '../stdlib/lists';
import { List, MapValue, Vec, type Fn, type Value } from '../values';
import { charging, checking, compileNamedCall } from './calls';
import type { Eval, Frame } from './code';
import { compileExpression } from './expressions';
import { compileOperand } from './operands';
import { compilePlace, type Place } from './places';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';

const NONE: Eval = () => null;

export function compileMethod(scope: FunctionScope, node: MethodExpression): Eval {
  const site = scope.site(node.name);
  const { member } = node;
  if (member?.kind === 'function') return compileNamedCall(scope, member, node.arguments, site);
  if (member !== undefined) {
    return (_frame, run) => {
      run.site = site;
      return run.fail(`${node.name.text} is a constant of the module, and can't be called`);
    };
  }
  const candidates = candidatesFor(node.name.text);
  const compile = changesReceiver(candidates) ? compileChange : compileQuery;
  return compile(scope, node, candidates, site);
}

/* ---- methods that look ----------------------------------------------------------------------------------------------- */

function compileQuery(
  scope: FunctionScope,
  node: MethodExpression,
  candidates: Candidates,
  site: Site,
): Eval {
  const subject = compileOperand(scope, node.subject, ...node.arguments);
  const evals = node.arguments.map((argument, index) =>
    compileOperand(scope, argument, ...node.arguments.slice(index + 1)),
  );
  const [a, b, c] = evals;
  // Which kinds of value have it is known, and for each how it is called.
  const list = queryOf(ownEntry(scope, candidates.list), evals.length);
  const map = queryOf(candidates.map, evals.length);
  const text = queryOf(candidates.text, evals.length);
  const queryFor = (receiver: Value): Query | undefined =>
    typeof receiver === 'string'
      ? text
      : receiver instanceof List
        ? list
        : receiver instanceof MapValue
          ? map
          : undefined;
  if (a === undefined) {
    return (frame, run) => {
      const receiver = subject(frame, run);
      run.site = site;
      const query = queryFor(receiver);
      if (query === undefined) return callMethod(run, candidates, receiver, [], site);
      query.charge(run, receiver);
      return query.implementation(run, receiver);
    };
  }
  if (b === undefined) {
    return (frame, run) => {
      const receiver = subject(frame, run);
      const value = a(frame, run);
      run.site = site;
      const query = queryFor(receiver);
      if (query === undefined) return callMethod(run, candidates, receiver, [value], site);
      const first = query.checkFirst(run, value);
      query.charge(run, receiver, first);
      return query.implementation(run, receiver, first);
    };
  }
  if (c === undefined) {
    return (frame, run) => {
      const receiver = subject(frame, run);
      const value = a(frame, run);
      const other = b(frame, run);
      run.site = site;
      const query = queryFor(receiver);
      if (query === undefined) return callMethod(run, candidates, receiver, [value, other], site);
      const first = query.checkFirst(run, value);
      const second = query.checkSecond(run, other);
      query.charge(run, receiver, first, second);
      return query.implementation(run, receiver, first, second);
    };
  }
  return (frame, run) => {
    const receiver = subject(frame, run);
    const args = evals.map((evaluate) => evaluate(frame, run));
    run.site = site;
    return callMethod(run, candidates, receiver, args, site);
  };
}

interface Query {
  readonly implementation: StdlibEntry['implementation'];
  readonly charge: ReturnType<typeof charging>;
  readonly checkFirst: ReturnType<typeof checking>;
  readonly checkSecond: ReturnType<typeof checking>;
}

/** A method that calls a function does so from code of its own, where this node has such. */
function ownEntry(scope: FunctionScope, entry: StdlibEntry | undefined): StdlibEntry | undefined {
  if (entry?.parameters[0]?.type !== 'function') return entry;
  const { LIST_FUNCTIONS } = scope.program.copies.of('listFunctions', 'method');
  return LIST_FUNCTIONS.find(({ name }) => name === entry.name) ?? entry;
}

/** How an entry is called with so many arguments; none where it does not take them one by one. */
function queryOf(entry: StdlibEntry | undefined, count: number): Query | undefined {
  if (entry === undefined || count < entry.least || count > entry.most || entry.most === Infinity)
    return undefined;
  return {
    implementation: entry.implementation,
    charge: charging(entry),
    checkFirst: checking(entry, 0),
    checkSecond: checking(entry, 1),
  };
}

/* ---- methods that change ---------------------------------------------------------------------------------------------- */

function compileChange(
  scope: FunctionScope,
  node: MethodExpression,
  candidates: Candidates,
  site: Site,
): Eval {
  const place = compilePlace(scope, node.subject, site);
  const compile = keepsArguments(candidates) ? compileKept : compileExpression;
  const evals = node.arguments.map((argument) => compile(scope, argument));
  const change = candidates.list?.replacesReceiver === true ? replaceHeld : changeHeld;
  const { slot } = place;
  if (slot !== undefined && place.length === 0 && evals.length <= 2 && change === changeHeld) {
    const otherwise: ChangeHeld = (run, frame, args) =>
      changeHeld(run, { place, frame, steps: [], candidates, site }, args);
    return candidates.name === 'push' && evals.length === 1
      ? compilePush(slot, evals, site, otherwise)
      : compileChangeOfVariable(slot, evals, candidates, site, otherwise);
  }
  return (frame, run) => {
    const steps = place.steps(frame, run);
    const args = evals.map((evaluate) => evaluate(frame, run));
    return change(run, { place, frame, steps, candidates, site }, args);
  };
}

type ChangeHeld = (run: Run, frame: Frame, args: readonly Value[]) => Value;

/** The list or map in a variable, which is about to be changed. */
function mineOf<T extends List | MapValue>(run: Run, frame: Frame, slot: number, held: T): T {
  if (!held.shared) return held;
  const mine = owned(run, held);
  frame[slot] = mine;
  return mine;
}

/** `items.push(x)`: what push of the library does, where V8 knows which kind of list it is. */
function compilePush(slot: number, [item = NONE]: readonly Eval[], site: Site, otherwise: ChangeHeld): Eval {
  return (frame, run) => {
    const value = item(frame, run);
    const held = frame[slot];
    if (!(held instanceof List)) return otherwise(run, frame, [value]);
    run.site = site;
    const { items } = mineOf(run, frame, slot, held);
    run.charge(1);
    run.checkListLength(items.length + 1);
    run.allocate(itemBytes(value));
    items.push(value);
    return null;
  };
}

/** A change of what a variable holds, by a method with few arguments. */
function compileChangeOfVariable(
  slot: number,
  [a, b]: readonly Eval[],
  candidates: Candidates,
  site: Site,
  otherwise: ChangeHeld,
): Eval {
  const count = a === undefined ? 0 : b === undefined ? 1 : 2;
  const list = queryOf(candidates.list, count);
  const map = queryOf(candidates.map, count);
  if (a === undefined) {
    return (frame, run) => {
      const held = frame[slot];
      if (!(held instanceof List || held instanceof MapValue)) return otherwise(run, frame, []);
      const query = held instanceof List ? list : map;
      if (query === undefined) return otherwise(run, frame, []);
      run.site = site;
      const mine = mineOf(run, frame, slot, held);
      query.charge(run, mine);
      return query.implementation(run, mine);
    };
  }
  if (b === undefined) {
    return (frame, run) => {
      const value = a(frame, run);
      const held = frame[slot];
      if (!(held instanceof List || held instanceof MapValue)) return otherwise(run, frame, [value]);
      const query = held instanceof List ? list : map;
      if (query === undefined) return otherwise(run, frame, [value]);
      run.site = site;
      const mine = mineOf(run, frame, slot, held);
      const first = query.checkFirst(run, value);
      query.charge(run, mine, first);
      return query.implementation(run, mine, first);
    };
  }
  return (frame, run) => {
    const value = a(frame, run);
    const other = b(frame, run);
    const held = frame[slot];
    if (!(held instanceof List || held instanceof MapValue)) return otherwise(run, frame, [value, other]);
    const query = held instanceof List ? list : map;
    if (query === undefined) return otherwise(run, frame, [value, other]);
    run.site = site;
    const mine = mineOf(run, frame, slot, held);
    const first = query.checkFirst(run, value);
    const second = query.checkSecond(run, other);
    query.charge(run, mine, first, second);
    return query.implementation(run, mine, first, second);
  };
}

interface Call {
  readonly place: Place;
  readonly frame: Frame;
  readonly steps: readonly Step[];
  readonly candidates: Candidates;
  readonly site: Site;
}

function changeHeld(
  run: Run,
  { place, frame, steps, candidates, site }: Call,
  args: readonly Value[],
): Value {
  let result: Value = null;
  const held: { function?: Fn } = {};
  place.change(frame, run, steps, {
    replaces: false,
    apply(old) {
      const { site: outer } = run;
      run.site = site;
      const receiver = old instanceof Vec && candidates.list !== undefined ? vecAsList(old) : old;
      const entry = entryFor(candidates, receiver);
      if (entry === undefined || !(receiver instanceof List || receiver instanceof MapValue)) {
        held.function = heldFunction(candidates, receiver) ?? noSuchMethod(run, candidates.name, receiver);
        // It is called when the change is over: it may itself change what this place holds.
        return old;
      }
      const mine = owned(run, receiver);
      result = callEntry(run, entry, mine, args);
      run.site = outer;
      return mine;
    },
  });
  return held.function === undefined ? result : callValue(run, held.function, args, site);
}

/** A method that calls functions makes a new value first, and that is then put in the place. */
function replaceHeld(
  run: Run,
  { place, frame, steps, candidates, site }: Call,
  args: readonly Value[],
): Value {
  const receiver = place.read(frame, run, steps);
  run.site = site;
  const list = receiver instanceof Vec ? vecAsList(receiver) : receiver;
  if (candidates.list === undefined || !(list instanceof List))
    return callMethod(run, candidates, receiver, args, site);
  const replacement = callEntry(run, candidates.list, list, args);
  place.change(frame, run, steps, { replaces: true, apply: () => replacement });
  return null;
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;

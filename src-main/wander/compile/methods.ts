/** Calls with a dot: methods of values, functions of modules, functions held in maps. */
import type { MethodExpression } from '../ast';
import type { Run } from '../context';
import type { Site } from '../errors';
import { owned } from '../places';
import { callEntry, vecAsList, type StdlibEntry } from '../stdlib/define';
import { libraryMethod, methodNames } from '../stdlib/registry';
import { nearestWord } from '../suggest';
import { withArticle } from '../type-names';
import { Fn, List, MapValue, Vec, type Value } from '../values';
import { chargeCost, checked, compileNamedCall } from './calls';
import { callValue, type Eval } from './code';
import { compileExpression } from './expressions';
import { compileOperand } from './operands';
import { compilePlace, type Place } from './places';
import type { FunctionScope } from './scope';
import { compileKept } from './sharing';

/** The entries that a name may mean, by what it is called on. */
interface Candidates {
  readonly name: string;
  readonly list: StdlibEntry | undefined;
  readonly map: StdlibEntry | undefined;
  readonly text: StdlibEntry | undefined;
}

export function compileMethod(scope: FunctionScope, node: MethodExpression): Eval {
  const site = scope.site(node.name);
  const { member } = node;
  if (member?.kind === 'function') return compileNamedCall(scope, member, node.arguments, site);
  if (member !== undefined) {
    return (_frame, run) => {
      run.site = site;
      return run.fail(`${node.name.text} is no function of the module`);
    };
  }
  const name = node.name.text;
  const candidates = {
    name,
    list: libraryMethod('list', name),
    map: libraryMethod('map', name),
    text: libraryMethod('string', name),
  };
  const changes = candidates.list?.changesReceiver === true || candidates.map?.changesReceiver === true;
  return changes ? compileChange(scope, node, candidates, site) : compileQuery(scope, node, candidates, site);
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
  const [a, b] = evals;
  if (a === undefined) {
    return (frame, run) => {
      const receiver = subject(frame, run);
      run.site = site;
      const entry = entryFor(candidates, receiver);
      if (entry === undefined || entry.least > 0) return callOther(run, candidates, receiver, [], site);
      chargeCost(run, entry, receiver);
      return entry.implementation(run, receiver);
    };
  }
  if (b === undefined) {
    return (frame, run) => {
      const receiver = subject(frame, run);
      const value = a(frame, run);
      run.site = site;
      const entry = entryFor(candidates, receiver);
      if (entry === undefined || entry.least > 1 || entry.most < 1)
        return callOther(run, candidates, receiver, [value], site);
      const first = checked(run, entry, 0, value);
      chargeCost(run, entry, receiver, first);
      return entry.implementation(run, receiver, first);
    };
  }
  return (frame, run) => {
    const receiver = subject(frame, run);
    const args = evals.map((evaluate) => evaluate(frame, run));
    run.site = site;
    return callOther(run, candidates, receiver, args, site);
  };
}

/** The entry for this receiver as it is; none when it must be looked at more closely. */
function entryFor(candidates: Candidates, receiver: Value): StdlibEntry | undefined {
  if (receiver instanceof List) return candidates.list;
  if (receiver instanceof MapValue) return candidates.map;
  return typeof receiver === 'string' ? candidates.text : undefined;
}

/** Any method call, on the slow way. `run.site` is set. */
export function callOther(
  run: Run,
  candidates: Candidates,
  receiver: Value,
  args: Value[],
  site: Site,
): Value {
  const entry = entryFor(candidates, receiver);
  if (entry !== undefined) return callEntry(run, entry, receiver, args);
  if (receiver instanceof MapValue) {
    const held = receiver.get(candidates.name);
    if (held instanceof Fn) return callValue(run, held.code, held.captured, args, site);
  }
  // A list of three numbers that came as JSON is a vector here.
  if (receiver instanceof Vec && candidates.list !== undefined) {
    return callEntry(run, candidates.list, vecAsList(receiver), args);
  }
  return noSuchMethod(run, candidates.name, receiver);
}

function noSuchMethod(run: Run, name: string, receiver: Value): never {
  if (receiver === null) {
    return run.fail(
      `none has no method "${name}"`,
      'Look whether the value is there first, or give a default with ??.',
    );
  }
  const kind = receiver instanceof List ? 'list' : receiver instanceof MapValue ? 'map' : 'string';
  const known = typeof receiver === 'string' || kind !== 'string' ? methodNames(kind) : [];
  const near = nearestWord(name, known);
  const hint = near === undefined ? undefined : `Did you mean "${near}"?`;
  const isLength = name === 'length' || name === 'len';
  return run.fail(
    `${withArticle(receiver)} has no method "${name}"`,
    isLength ? '.length is written without ( ).' : hint,
  );
}

/* ---- methods that change ---------------------------------------------------------------------------------------------- */

function compileChange(
  scope: FunctionScope,
  node: MethodExpression,
  candidates: Candidates,
  site: Site,
): Eval {
  const place = compilePlace(scope, node.subject, site);
  const keeps = [candidates.list, candidates.map].some((entry) =>
    entry?.parameters.some(({ keeps: kept }) => kept === true),
  );
  const evals = node.arguments.map((argument) =>
    keeps ? compileKept(scope, argument) : compileExpression(scope, argument),
  );
  const slow: Eval = (frame, run) => {
    const steps = place.steps(frame, run);
    const args = evals.map((evaluate) => evaluate(frame, run));
    return changeHeld(run, place, frame, steps, candidates, args, site);
  };
  const { slot } = place;
  const { list } = candidates;
  const [a, b] = evals;
  if (slot === undefined || place.length > 0 || list?.least !== 1 || list.replacesReceiver === true)
    return slow;
  if (a === undefined || b !== undefined) return slow;
  // `items.push(x)` on a variable.
  return (frame, run) => {
    const value = a(frame, run);
    const receiver = frame[slot];
    if (!(receiver instanceof List)) {
      return changeHeld(run, place, frame, [], candidates, [value], site);
    }
    run.site = site;
    let mine = receiver;
    if (mine.shared) {
      mine = owned(run, mine);
      frame[slot] = mine;
    }
    const first = checked(run, list, 0, value);
    chargeCost(run, list, mine, first);
    return list.implementation(run, mine, first);
  };
}

function changeHeld(
  run: Run,
  place: Place,
  frame: Parameters<Eval>[0],
  steps: Parameters<Place['change']>[2],
  candidates: Candidates,
  args: Value[],
  site: Site,
): Value {
  if (candidates.list?.replacesReceiver === true)
    return replaceHeld(run, place, frame, steps, candidates, args, site);
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
        const entryOfMap = receiver instanceof MapValue ? receiver.get(candidates.name) : undefined;
        if (!(entryOfMap instanceof Fn)) return noSuchMethod(run, candidates.name, receiver);
        // It is called when the change is over: it may itself change what this place holds.
        held.function = entryOfMap;
        return old;
      }
      const mine = owned(run, receiver);
      result = callEntry(run, entry, mine, args);
      run.site = outer;
      return mine;
    },
  });
  if (held.function === undefined) return result;
  return callValue(run, held.function.code, held.function.captured, args, site);
}

/** A method that calls functions makes a new value first, and that is then put in the place. */
function replaceHeld(
  run: Run,
  place: Place,
  frame: Parameters<Eval>[0],
  steps: Parameters<Place['change']>[2],
  candidates: Candidates,
  args: Value[],
  site: Site,
): Value {
  const receiver = place.read(frame, run, steps);
  run.site = site;
  const { list } = candidates;
  const mayReplace = receiver instanceof List || receiver instanceof Vec;
  if (list === undefined || !mayReplace) return callOther(run, candidates, receiver, args, site);
  const replacement = callEntry(run, list, receiver instanceof Vec ? vecAsList(receiver) : receiver, args);
  place.change(frame, run, steps, { replaces: true, apply: () => replacement });
  return null;
}

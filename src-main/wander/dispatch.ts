/** Which method a name means for a value. `run.site` is set. */
import { arityFailure, callEntry, vecAsList, type StdlibEntry } from './stdlib/define';
import { libraryMethod, methodNames } from './stdlib/registry';
import { nearestWord } from './suggest';
import type { Run } from './context';
import type { Site } from './errors';
import { withArticle } from './type-names';
import { Fn, List, MapValue, Vec, type Value } from './values';

/** The entries that a name may mean, by what it is called on. */
export interface Candidates {
  readonly name: string;
  readonly list: StdlibEntry | undefined;
  readonly map: StdlibEntry | undefined;
  readonly text: StdlibEntry | undefined;
}

export function candidatesFor(name: string): Candidates {
  return {
    name,
    list: libraryMethod('list', name),
    map: libraryMethod('map', name),
    text: libraryMethod('string', name),
  };
}

export function changesReceiver({ list, map }: Candidates): boolean {
  return list?.changesReceiver === true || map?.changesReceiver === true;
}

/** Whether a method of this name puts its arguments into its receiver. */
export function keepsArguments({ list, map }: Candidates): boolean {
  return [list, map].some((entry) => entry?.parameters.some(({ keeps }) => keeps === true));
}

/** The entry for this receiver as it is; none when it must be looked at more closely. */
export function entryFor(candidates: Candidates, receiver: Value): StdlibEntry | undefined {
  if (receiver instanceof List) return candidates.list;
  if (receiver instanceof MapValue) return candidates.map;
  return typeof receiver === 'string' ? candidates.text : undefined;
}

/** A function that a map holds under the name, where it is no method. */
export function heldFunction(candidates: Candidates, receiver: Value): Fn | undefined {
  if (!(receiver instanceof MapValue) || candidates.map !== undefined) return undefined;
  const held = receiver.get(candidates.name);
  return held instanceof Fn ? held : undefined;
}

/** Calls a function value with exactly these arguments. */
export function callValue(run: Run, fn: Fn, args: readonly Value[], site: Site): Value {
  const { code } = fn;
  if (args.length < code.least || args.length > code.most) {
    run.site = site;
    arityFailure(run, code, args.length);
  }
  return code.invoke(run, fn.captured, args, site);
}

/** Any call of a method that does not change its receiver. */
export function callMethod(
  run: Run,
  candidates: Candidates,
  receiver: Value,
  args: readonly Value[],
  site: Site,
): Value {
  const entry = entryFor(candidates, receiver);
  if (entry !== undefined) return callEntry(run, entry, receiver, args);
  const held = heldFunction(candidates, receiver);
  if (held !== undefined) return callValue(run, held, args, site);
  // A list of three numbers that came as JSON is a vector here.
  if (receiver instanceof Vec && candidates.list !== undefined) {
    return callEntry(run, candidates.list, vecAsList(receiver), args);
  }
  return noSuchMethod(run, candidates.name, receiver);
}

export function noSuchMethod(run: Run, name: string, receiver: Value): never {
  if (receiver === null) {
    return run.fail(
      `none has no method "${name}"`,
      'Look whether the value is there first, or give a default with ??.',
    );
  }
  const what = `${withArticle(receiver)} has no method "${name}"`;
  if (name === 'length' || name === 'len') return run.fail(what, '.length is written without ( ).');
  const near = nearestWord(name, methodsOf(receiver));
  return run.fail(what, near === undefined ? undefined : `Did you mean "${near}"?`);
}

function methodsOf(receiver: Value): Iterable<string> {
  if (receiver instanceof List) return methodNames('list');
  if (receiver instanceof MapValue) return methodNames('map');
  return typeof receiver === 'string' ? methodNames('string') : [];
}

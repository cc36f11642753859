/** Which recorded calls become one step: runs of calls of one tool that differ in values only, where nothing else depends on a single one of them. */
import { valueAt, type Json } from '../../json';
import type { Origins } from './origins';
import type { RecordedCall } from './recorded';
import { keyOf, pathText, schemaAt, takesEntity, unitsOf, type Path, type Unit } from './units';

/** Calls by index; several are one step with `for_each`. */
export interface Group {
  readonly calls: readonly number[];
  /** Places at which the calls differ. */
  readonly differing: readonly Unit[];
  /** What the step loops over, where that is what an earlier step gave. */
  readonly over?: Loop;
}

export interface Loop {
  /** Of the step: the first call of its group. */
  readonly call: number;
  /** The array in that call's result; undefined where it is the results of a step that loops itself. */
  readonly array: Path | undefined;
  /** Where in an element each differing value stands, by the place in the arguments. */
  readonly rests: ReadonlyMap<string, Path>;
}

export function groupCalls(calls: readonly RecordedCall[], origins: Origins): readonly Group[] {
  const apart = new Set<number>();
  for (;;) {
    const groups = attempt(calls, origins, apart);
    const torn = tornRun(calls, origins, groups);
    if (torn === undefined) return groups;
    for (const call of torn) apart.add(call);
  }
}

function attempt(
  calls: readonly RecordedCall[],
  origins: Origins,
  apart: ReadonlySet<number>,
): readonly Group[] {
  const groups: Group[] = [];
  for (let from = 0; from < calls.length;) {
    let to = from + 1;
    while (to < calls.length && !apart.has(from) && !apart.has(to) && sameShape(calls[from], calls[to]))
      to += 1;
    const members = Array.from({ length: to - from }, (_, index) => from + index);
    const run = members.length > 1 ? runOf(members, calls, origins, groups) : undefined;
    if (run !== undefined) groups.push(run);
    else for (const call of members) groups.push({ calls: [call], differing: [] });
    from = to;
  }
  return groups;
}

function sameShape(a: RecordedCall | undefined, b: RecordedCall | undefined): boolean {
  if (a === undefined || b === undefined || a.tool.name !== b.tool.name) return false;
  const places = (call: RecordedCall): string =>
    unitsOf(call.args)
      .map(({ path, lost }) => `${pathText(path)} ${lost ?? ''}`)
      .sort()
      .join('\n');
  return places(a) === places(b);
}

/** Undefined where the calls can't be one step. */
function runOf(
  members: readonly number[],
  calls: readonly RecordedCall[],
  origins: Origins,
  before: readonly Group[],
): Group | undefined {
  const [first = 0] = members;
  const units = unitsOf(calls[first]?.args ?? {});
  const differing = units.filter(({ path, value }) =>
    members.some((call) => JSON.stringify(valueAt(calls[call]?.args, path)) !== JSON.stringify(value)),
  );
  // What the log lost can't be told to be the same.
  if (units.some(({ lost }) => lost !== undefined)) return undefined;
  if (differing.length === 0) return { calls: members, differing };
  const over = loopOf(members, differing, calls, origins, before);
  if (over !== undefined) return { calls: members, differing, over };
  const dependent = members.some((call) =>
    differing.some(({ path }) => {
      const unit = { path, value: valueAt(calls[call]?.args, path) ?? null };
      return origins.of(call, unit) !== undefined || origins.ofElements(call, unit) !== undefined;
    }),
  );
  return dependent ? undefined : { calls: members, differing };
}

/** The array or step whose elements all differing values come from. */
function loopOf(
  members: readonly number[],
  differing: readonly Unit[],
  calls: readonly RecordedCall[],
  origins: Origins,
  before: readonly Group[],
): Loop | undefined {
  const [first = 0] = members;
  const rests = new Map<string, Path>();
  let place: { readonly call: number; readonly array: Path | undefined } | undefined;
  for (const { path } of differing) {
    const values = members.map((call): Json => valueAt(calls[call]?.args, path) ?? null);
    const schema = schemaAt(calls[first]?.tool.inputSchema ?? {}, path);
    const telling = takesEntity(schema, path) || values.every((value) => typeof value === 'string');
    if (!telling) return undefined;
    const ofStep = ofRun(values, before, origins);
    const inResult = ofStep === undefined ? origins.ofSequence(first, values) : undefined;
    const found = ofStep ?? inResult;
    if (found === undefined) return undefined;
    const array = inResult?.array;
    const same =
      place === undefined ||
      (place.call === found.call && pathText(place.array ?? []) === pathText(array ?? []));
    if (!same) return undefined;
    place = { call: found.call, array };
    rests.set(pathText(path), found.rest);
  }
  return place === undefined ? undefined : { ...place, rests };
}

/** An earlier step that loops, and gave the values in this order. */
function ofRun(
  values: readonly Json[],
  before: readonly Group[],
  origins: Origins,
): { readonly call: number; readonly rest: Path } | undefined {
  for (const { calls } of [...before].reverse()) {
    if (calls.length !== values.length || calls.length < 2) continue;
    const places = calls.map((call, index) => origins.placeOf(call, values[index] ?? null));
    const [rest] = places;
    if (rest === undefined || places.some((each) => each === undefined || pathText(each) !== pathText(rest)))
      continue;
    return { call: calls[0] ?? 0, rest };
  }
  return undefined;
}

/** A run of which a single call's result is needed elsewhere. */
function tornRun(
  calls: readonly RecordedCall[],
  origins: Origins,
  groups: readonly Group[],
): readonly number[] | undefined {
  const runOfCall = new Map<number, Group>();
  for (const group of groups)
    if (group.calls.length > 1) for (const call of group.calls) runOfCall.set(call, group);
  for (const group of groups) {
    for (const call of group.calls) {
      for (const unit of unitsOf(calls[call]?.args ?? {})) {
        if (group.over?.rests.has(pathText(unit.path)) === true) continue;
        const single = origins.of(call, unit);
        const sources = single === undefined ? (origins.ofElements(call, unit) ?? []) : [single];
        for (const source of sources) {
          const run = runOfCall.get(source.call);
          if (run !== undefined && run !== group) return run.calls;
        }
      }
    }
  }
  return undefined;
}

/** A name for the elements of a loop: what differs, or "item". */
export function elementKeys(differing: readonly Unit[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path } of differing) {
    let key = keyOf(path);
    for (let number = 2; taken.has(key); number += 1) key = `${keyOf(path)}_${number}`;
    taken.add(key);
    keys.set(pathText(path), key);
  }
  return keys;
}

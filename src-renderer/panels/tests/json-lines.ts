/** Expected and actual side by side, line by line: JSON flattened so that equal places stand beside each other. */
import type { Json, JsonObject } from '../../../src-preload/contract';
import { isObject } from '../../state/read-json';

export type LineState = 'same' | 'different' | 'missing' | 'extra';

export interface PairLine {
  /** Levels below the top. */
  readonly depth: number;
  /** Key or index, `''` at the top and for closing brackets. */
  readonly key: string;
  /** Text at the left; undefined where only the actual value has the line. */
  readonly expected?: string;
  readonly actual?: string;
  readonly state: LineState;
  /** `result.enemies[0].hp`. */
  readonly path: string;
}

/** Rows beyond this are not made; the caller says how many places are left out. */
const MAX_LINES = 2000;

/**
 * Lines of both values. What is expected is a subset: keys that only the actual object has are `extra` and no failure. Operators (`$gte` …)
 * count as one value. `failed` holds the paths that the engine says differ; a value that differs elsewhere within a tolerance is the same.
 */
export function pairLines(
  expected: Json,
  actual: Json | undefined,
  failed: ReadonlySet<string>,
  path = 'result',
): readonly PairLine[] {
  const lines: PairLine[] = [];
  const add = (line: PairLine): void => {
    if (lines.length < MAX_LINES) lines.push(line);
  };
  compare(expected, actual, { depth: 0, key: '', path }, failed, add);
  return lines;
}

interface Place {
  readonly depth: number;
  readonly key: string;
  readonly path: string;
}

function compare(
  expected: Json | undefined,
  actual: Json | undefined,
  place: Place,
  failed: ReadonlySet<string>,
  add: (line: PairLine) => void,
): void {
  const bothLists = Array.isArray(expected) && Array.isArray(actual);
  const bothObjects = isObject(expected) && isObject(actual) && !isOperator(expected);
  if (!bothLists && !bothObjects) return leaf(expected, actual, place, failed, add);
  const [open, close] = bothLists ? ['[', ']'] : ['{', '}'];
  add({ ...place, expected: open, actual: open, state: 'same' });
  for (const child of bothLists
    ? indexes(expected, actual)
    : keys(expected as JsonObject, actual as JsonObject)) {
    compare(
      child.expected,
      child.actual,
      { depth: place.depth + 1, key: child.key, path: `${place.path}${child.suffix}` },
      failed,
      add,
    );
  }
  add({ ...place, key: '', expected: close, actual: close, state: 'same' });
}

function leaf(
  expected: Json | undefined,
  actual: Json | undefined,
  place: Place,
  failed: ReadonlySet<string>,
  add: (line: PairLine) => void,
): void {
  const state: LineState =
    expected === undefined
      ? 'extra'
      : actual === undefined
        ? 'missing'
        : isFailed(place.path, failed)
          ? 'different'
          : 'same';
  add({
    ...place,
    ...(expected === undefined ? {} : { expected: shortJson(expected) }),
    ...(actual === undefined ? {} : { actual: shortJson(actual) }),
    state,
  });
}

/** A difference at a place, or inside of it where one side has no such inside. */
function isFailed(path: string, failed: ReadonlySet<string>): boolean {
  if (failed.has(path)) return true;
  for (const one of failed) if (one.startsWith(`${path}.`) || one.startsWith(`${path}[`)) return true;
  return false;
}

interface Child {
  readonly key: string;
  readonly suffix: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

function indexes(expected: readonly Json[], actual: readonly Json[]): Child[] {
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, i) => ({
    key: String(i),
    suffix: `[${i}]`,
    expected: expected[i],
    actual: actual[i],
  }));
}

function keys(expected: JsonObject, actual: JsonObject): Child[] {
  const own = (object: JsonObject, key: string): Json | undefined =>
    Object.hasOwn(object, key) ? object[key] : undefined;
  const names = [
    ...Object.keys(expected),
    ...Object.keys(actual).filter((key) => !Object.hasOwn(expected, key)),
  ];
  return names.map((key) => ({
    key,
    suffix: `.${key}`,
    expected: own(expected, key),
    actual: own(actual, key),
  }));
}

function isOperator(value: JsonObject): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => name.startsWith('$'));
}

const LONGEST = 400;

/** One line of JSON, cut where it is long. */
export function shortJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST
    ? `${text.slice(0, LONGEST)}… ${(text.length - LONGEST).toLocaleString('en')} more`
    : text;
}

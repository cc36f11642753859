/** Turns outside data into plain JSON of our own: what comes in may be shared, frozen, cyclic, or no JSON at all. */
import { fail, succeed, type Outcome } from '../errors';
import type { Json } from '../json';

/** Deepest nesting of arguments and results. */
export const MAX_JSON_DEPTH = 64;

/** Most values (numbers, texts, arrays, objects …) in one set of arguments. */
export const MAX_JSON_VALUES = 1_000_000;

interface Walk {
  values: number;
  problem?: string;
}

/**
 * A deep copy. Refused, as `invalid_arguments` that names the place: numbers that are not finite, the key `__proto__`,
 * nesting deeper than 64, more than a million values, and anything that JSON does not have. Properties that are
 * `undefined` are left out.
 */
export function copyJson(value: unknown, name = 'arguments'): Outcome<Json> {
  const walk: Walk = { values: 0 };
  const copy = copyValue(value, 0, walk, () => name);
  return walk.problem === undefined ? succeed(copy) : fail('invalid_arguments', walk.problem);
}

/** The first place in a value that JSON can't hold, in words; undefined where all of it is plain JSON. */
export function jsonProblem(value: unknown, name = 'result'): string | undefined {
  const walk: Walk = { values: 0 };
  copyValue(value, 0, walk, () => name);
  return walk.problem;
}

// The path is a function, so that it is put together only for a problem.
function copyValue(value: unknown, depth: number, walk: Walk, path: () => string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    return refuse(walk, `${path()} is ${value}; only finite numbers are allowed.`);
  }
  if (typeof value !== 'object') return refuse(walk, `${path()} is no JSON value (${typeof value}).`);
  if (depth >= MAX_JSON_DEPTH) return refuse(walk, `${path()} is nested more than ${MAX_JSON_DEPTH} deep.`);
  walk.values += 1;
  if (Array.isArray(value)) return copyArray(value, depth, walk, path);
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (walk.problem !== undefined) break;
    if (key === '__proto__') return refuse(walk, `${path()} has the key "__proto__", which is not allowed.`);
    if (item === undefined) continue;
    walk.values += 1;
    copy[key] = copyValue(item, depth + 1, walk, () => `${path()}.${key}`);
  }
  return checkSize(walk, path) ?? copy;
}

function copyArray(value: readonly unknown[], depth: number, walk: Walk, path: () => string): Json {
  const copy: Json[] = [];
  for (let index = 0; index < value.length; index += 1) {
    if (walk.problem !== undefined || walk.values > MAX_JSON_VALUES) break;
    walk.values += 1;
    copy.push(copyValue(value[index] ?? null, depth + 1, walk, () => `${path()}[${index}]`));
  }
  return checkSize(walk, path) ?? copy;
}

function checkSize(walk: Walk, path: () => string): Json | undefined {
  if (walk.values <= MAX_JSON_VALUES || walk.problem !== undefined) return undefined;
  return refuse(walk, `${path()} has more than ${MAX_JSON_VALUES} values.`);
}

function refuse(walk: Walk, problem: string): Json {
  walk.problem ??= problem;
  return null;
}

/** Values in a JSON value, itself counted. */
export function countValues(value: Json): number {
  let count = 0;
  const pending: Json[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    count += 1;
    if (typeof next === 'object' && next !== null)
      for (const each of Array.isArray(next) ? (next as readonly Json[]) : Object.values(next))
        pending.push(each);
  }
  return count;
}

/**
 * About how many characters a value takes: those of its texts and keys, and a few for everything else. Stops counting
 * above `limit`, so that asking costs no more than that.
 */
export function roughSize(value: unknown, limit: number): number {
  let size = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0 && size <= limit) {
    const next = pending.pop();
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next !== 'object' || next === null) size += 8;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      // What does not fit any more need not be looked at.
      if (size <= limit) for (const element of next) pending.push(element);
    } else {
      size += 2;
      for (const [key, element] of Object.entries(next)) {
        size += key.length + 4;
        pending.push(element);
      }
    }
  }
  return size;
}

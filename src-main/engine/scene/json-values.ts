/** Copying, comparing and printing of JSON values that records hold. */
import type { Json, JsonObject } from '../json';
import type { Outcome } from '../errors';
import { fail, succeed } from '../errors';

/** Levels of lists and objects in one value. More than any real data has, and far below what the stack holds. */
const MAX_JSON_DEPTH = 64;

/**
 * Sets an own property, whatever its name: a plain assignment to `__proto__` would change the object's prototype instead.
 */
export function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** The own property's value, or undefined; never something inherited. */
export function getOwn<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Stays inside this file: ends a copy that met something JSON can't hold. */
class Refused extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/**
 * A copy of outside data as JSON that nobody else holds. Fails with `invalid_arguments`, naming the place, for anything
 * JSON can't hold: functions, NaN, infinite numbers, undefined in lists, more than `MAX_JSON_DEPTH` levels.
 */
export function adoptJson(value: unknown, where: string): Outcome<Json> {
  try {
    return succeed(copyJson(value, where, 0));
  } catch (error) {
    if (error instanceof Refused) return fail('invalid_arguments', error.message, error.hint);
    throw error;
  }
}

function copyJson(value: unknown, where: string, depth: number): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new Refused(`${where} is ${value}, which a scene can't hold`, 'Give a finite number.');
  }
  if (typeof value !== 'object')
    throw new Refused(`${where} is ${value === undefined ? 'undefined' : `a ${typeof value}`}, not JSON`);
  if (depth >= MAX_JSON_DEPTH) {
    throw new Refused(
      `${where.slice(0, 200)} is nested deeper than ${MAX_JSON_DEPTH} levels`,
      'Flatten the value.',
    );
  }
  if (Array.isArray(value))
    return value.map((item, index) => copyJson(item, `${where}[${index}]`, depth + 1));
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) setOwn(copy, key, copyJson(item, `${where}.${key}`, depth + 1));
  }
  return copy;
}

/** Equality of JSON values: the order of an object's keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (isList(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

/** A JSON value in one line, with spaces after colons and commas. */
export function inlineJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(inlineJson).join(', ')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value))
    parts.push(`${JSON.stringify(key)}: ${inlineJson(value[key] ?? null)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

export const EMPTY_OBJECT: JsonObject = Object.freeze({});

/** About how many characters a value takes: those of its texts and keys, and a few for everything else. */
export function roughSize(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  if (isList(value)) for (const element of value) size += roughSize(element);
  else for (const [key, element] of Object.entries(value)) size += key.length + 4 + roughSize(element);
  return size;
}

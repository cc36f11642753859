/** Makes a value that shows a failure smaller, for as long as the failure is the same. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { without } from './schema-form';

/** How much a person has to read of a value. Whatever replaces a value has to cost less, so that shrinking ends. */
export function costOf(value: Json): number {
  if (value === null) return 1;
  if (typeof value === 'boolean') return value ? 2 : 1;
  if (typeof value === 'number') {
    const size = Math.log2(1 + Math.abs(value)) + (value < 0 ? 0.5 : 0);
    return Number.isInteger(value) ? 1 + size : 12 + size;
  }
  if (typeof value === 'string')
    return Array.from(value).reduce((sum, character) => sum + (character === 'a' ? 1 : 1.5), 2);
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<number>((sum, item) => sum + 1 + costOf(item), 2);
  return Object.values(isJsonObject(value) ? value : {}).reduce<number>(
    (sum, item) => sum + 3 + costOf(item),
    2,
  );
}

/** Values that cost less, the boldest steps first. */
export function* smallerThan(value: Json): Generator<Json> {
  const limit = costOf(value);
  for (const candidate of candidates(value)) if (costOf(candidate) < limit) yield candidate;
}

function* candidates(value: Json): Generator<Json> {
  if (value === true) yield false;
  else if (typeof value === 'number') yield* numbers(value);
  else if (typeof value === 'string') yield* texts(value);
  else if (Array.isArray(value)) yield* lists(value as readonly Json[]);
  else if (isJsonObject(value)) yield* objects(value);
}

function* numbers(value: number): Generator<number> {
  yield 0;
  yield 1;
  yield -1;
  if (!Number.isInteger(value)) {
    yield Math.trunc(value);
    yield Math.round(value * 10) / 10;
  }
  if (value < 0) yield -value;
  // Ever closer to the value, so that a bound is found in few steps.
  const whole = Math.trunc(value);
  for (let gap = Math.trunc(whole / 2); gap !== 0; gap = Math.trunc(gap / 2)) yield whole - gap;
}

function* texts(value: string): Generator<string> {
  const letters = Array.from(value);
  yield '';
  yield 'a';
  for (let part = Math.floor(letters.length / 2); part > 0; part = Math.floor(part / 2)) {
    yield letters.slice(0, letters.length - part).join('');
    yield letters.slice(part).join('');
  }
  if (letters.length > 40) return;
  for (const [index, letter] of letters.entries()) {
    yield [...letters.slice(0, index), ...letters.slice(index + 1)].join('');
    if (letter !== 'a') yield [...letters.slice(0, index), 'a', ...letters.slice(index + 1)].join('');
  }
}

function* lists(value: readonly Json[]): Generator<Json> {
  yield [];
  for (let part = Math.floor(value.length / 2); part > 0; part = Math.floor(part / 2)) {
    yield value.slice(0, value.length - part);
    yield value.slice(part);
  }
  const most = Math.min(value.length, 40);
  for (let index = 0; index < most; index += 1) yield [...value.slice(0, index), ...value.slice(index + 1)];
  for (let index = 0; index < most; index += 1) {
    for (const smaller of smallerThan(value[index] ?? null))
      yield [...value.slice(0, index), smaller, ...value.slice(index + 1)];
  }
}

function* objects(value: JsonObject): Generator<Json> {
  const keys = Object.keys(value);
  yield {};
  for (const key of keys) yield without(value, key);
  for (const key of keys)
    for (const smaller of smallerThan(value[key] ?? null)) yield { ...value, [key]: smaller };
}

/**
 * A value as small as was found for which `fails` is still true. `fails` is asked at most `tries` times; it says no where time
 * is up.
 */
export async function shrink(
  value: JsonObject,
  fails: (candidate: JsonObject) => Promise<boolean>,
  tries: number,
): Promise<JsonObject> {
  let current = value;
  let left = tries;
  let found = true;
  while (found && left > 0) {
    found = false;
    for (const candidate of smallerThan(current)) {
      if (!isJsonObject(candidate)) continue;
      if (left <= 0) break;
      left -= 1;
      if (!(await fails(candidate))) continue;
      current = candidate;
      found = true;
      break;
    }
  }
  return current;
}

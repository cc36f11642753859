/**
 * What operators do with two values. Nothing is ever converted but what the language says: a bool counts as 0 or 1 in
 * arithmetic, and anything joins a string. Compiled code handles numbers itself and comes here for the rest.
 */
import { MAX_NESTING, BYTES } from './budget';
import type { Run } from './context';
import { nameOfType, withArticle } from './type-names';
import { compareTexts, searchCost, textOf } from './text';
import { Color, EntityRef, List, MapValue, shareAll, Vec, type Value } from './values';

/** `false`, `none`, `0`, `""`, an empty list or map are false; all else is true. */
export function truthy(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === null) return false;
  if (value instanceof List) return value.items.length > 0;
  return !(value instanceof MapValue) || value.size > 0;
}

/** A number, or a bool as one. */
const asNumber = (value: Value): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return undefined;
};

/** A result of arithmetic, which must be finite. */
export function finite(run: Run, value: number): number {
  if (Number.isFinite(value)) return value;
  return run.fail('the result is too large to be a number', 'Numbers go up to about 1.8e308.');
}

function finiteVec(run: Run, x: number, y: number, z: number): Vec {
  // Where the sum is finite, its parts are.
  const sum = x + y + z;
  if (sum - sum === 0) return new Vec(x, y, z);
  finite(run, x);
  finite(run, y);
  return new Vec(x, y, finite(run, z));
}

function finiteColor(run: Run, r: number, g: number, b: number, a: number): Color {
  finite(run, r);
  finite(run, g);
  return new Color(r, g, finite(run, b), a);
}

function mismatch(run: Run, operator: string, left: Value, right: Value): never {
  return run.fail(
    `"${operator}" can't be used with ${withArticle(left)} and ${withArticle(right)}`,
    mismatchHint(left, right),
  );
}

function mismatchHint(left: Value, right: Value): string | undefined {
  if (left === null || right === null)
    return 'One side is none: give a default with ??, or look whether the value is there first.';
  const isText = typeof left === 'string' || typeof right === 'string';
  const isNumber = typeof left === 'number' || typeof right === 'number';
  return isText && isNumber
    ? 'num(text) makes a number of a string, str(x) a string of a number.'
    : undefined;
}

export const divisionByZero = (run: Run): never =>
  run.fail('division by zero', 'Look first whether what you divide by is 0.');

export function add(run: Run, left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string')
    return run.joinTexts(textOf(run, left), textOf(run, right));
  const a = asNumber(left);
  const b = asNumber(right);
  if (a !== undefined && b !== undefined) return finite(run, a + b);
  if (left instanceof Vec && right instanceof Vec)
    return finiteVec(run, left.x + right.x, left.y + right.y, left.z + right.z);
  if (left instanceof Color && right instanceof Color) {
    return finiteColor(run, left.r + right.r, left.g + right.g, left.b + right.b, Math.max(left.a, right.a));
  }
  if (left instanceof List && right instanceof List) return joinLists(run, left, right);
  return mismatch(run, '+', left, right);
}

function joinLists(run: Run, left: List, right: List): List {
  const length = left.items.length + right.items.length;
  run.checkListLength(length);
  run.charge(length >> 3);
  run.allocate(BYTES.list + BYTES.item * length);
  return new List(shareAll(left.items.concat(right.items)));
}

export function subtract(run: Run, left: Value, right: Value): Value {
  const a = asNumber(left);
  const b = asNumber(right);
  if (a !== undefined && b !== undefined) return finite(run, a - b);
  if (left instanceof Vec && right instanceof Vec)
    return finiteVec(run, left.x - right.x, left.y - right.y, left.z - right.z);
  return mismatch(run, '-', left, right);
}

export function multiply(run: Run, left: Value, right: Value): Value {
  const a = asNumber(left);
  const b = asNumber(right);
  if (a !== undefined) {
    if (b !== undefined) return finite(run, a * b);
    return right instanceof Vec || right instanceof Color
      ? scale(run, right, a)
      : mismatch(run, '*', left, right);
  }
  if (b !== undefined && (left instanceof Vec || left instanceof Color)) return scale(run, left, b);
  if (left instanceof Vec && right instanceof Vec)
    return finiteVec(run, left.x * right.x, left.y * right.y, left.z * right.z);
  return mismatch(run, '*', left, right);
}

function scale(run: Run, value: Vec | Color, factor: number): Value {
  if (value instanceof Vec) return finiteVec(run, value.x * factor, value.y * factor, value.z * factor);
  return finiteColor(run, value.r * factor, value.g * factor, value.b * factor, value.a);
}

export function divide(run: Run, left: Value, right: Value): Value {
  const a = asNumber(left);
  const b = asNumber(right);
  if (b !== undefined) {
    if (a !== undefined) return b === 0 ? divisionByZero(run) : finite(run, a / b);
    if (left instanceof Vec)
      return b === 0 ? divisionByZero(run) : finiteVec(run, left.x / b, left.y / b, left.z / b);
  }
  if (left instanceof Vec && right instanceof Vec) {
    if (right.x === 0 || right.y === 0 || right.z === 0) return divisionByZero(run);
    return finiteVec(run, left.x / right.x, left.y / right.y, left.z / right.z);
  }
  return mismatch(run, '/', left, right);
}

/** The remainder has the sign of the dividend. */
export function remainder(run: Run, left: Value, right: Value): Value {
  const a = asNumber(left);
  const b = asNumber(right);
  if (a === undefined || b === undefined) return mismatch(run, '%', left, right);
  return b === 0 ? divisionByZero(run) : anyModulo(run, a, b);
}

/** The remainder of any two finite numbers; `b` is not 0. Where they are far from each other it costs what it takes. */
export function anyModulo(run: Run, a: number, b: number): number {
  const rest = modulo(a, b);
  if (rest - rest === 0) return rest;
  run.charge((Math.log2(Math.abs(a)) - Math.log2(Math.abs(b))) >> 4);
  return a % b;
}

const EXACT = 2 ** 52;
const FAR = 2 ** 53;

/**
 * The remainder, with the sign of the dividend; NaN where `b` is 0, and where the two are so far from each other that it takes
 * long. Whole numbers that need no more than 32 bits are taken as such, however V8 holds them: its own remainder of two doubles
 * divides bit by bit.
 */
export function modulo(a: number, b: number): number {
  const whole = a | 0;
  return whole === a && whole >= 0 && (b | 0) === b ? whole % (b | 0) : longModulo(a, b);
}

/** The same for larger whole numbers. The quotient may be one off, as it was rounded, and the remainder says so. */
function longModulo(a: number, b: number): number {
  if (!(a > 0 && a < EXACT && b > 0 && Math.floor(a) === a && Math.floor(b) === b))
    return Math.abs(a) > Math.abs(b) * FAR ? NaN : a % b;
  const rest = a - Math.floor(a / b) * b;
  return rest < 0 ? rest + b : rest >= b ? rest - b : rest;
}

export function negate(run: Run, value: Value): Value {
  const number = asNumber(value);
  if (number !== undefined) return -number;
  if (value instanceof Vec) return new Vec(-value.x, -value.y, -value.z);
  return run.fail(`"-" can't be used with ${withArticle(value)}`);
}

/** Equality by value; maps in any order; a bool equals the number that it counts as. */
export function equal(run: Run, left: Value, right: Value): boolean {
  return equalDeep(run, left, right, 0);
}

function equalDeep(run: Run, left: Value, right: Value, depth: number): boolean {
  if (typeof left === 'string') return typeof right === 'string' && equalTexts(run, left, right);
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') {
    const a = asNumber(left);
    return a !== undefined && a === asNumber(right);
  }
  if (left instanceof Vec)
    return right instanceof Vec && left.x === right.x && left.y === right.y && left.z === right.z;
  if (left instanceof EntityRef) return right instanceof EntityRef && left.id === right.id;
  if (left instanceof Color) {
    return (
      right instanceof Color &&
      left.r === right.r &&
      left.g === right.g &&
      left.b === right.b &&
      left.a === right.a
    );
  }
  if (depth > MAX_NESTING)
    run.failWith('too_deep', `values nested more than ${MAX_NESTING} deep can't be compared`);
  if (left instanceof List) return right instanceof List && equalLists(run, left, right, depth);
  return left instanceof MapValue && right instanceof MapValue && equalMaps(run, left, right, depth);
}

function equalTexts(run: Run, left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  if (left.length > 128) {
    run.useText(left);
    run.useText(right);
  }
  return left === right;
}

function equalLists(run: Run, left: List, right: List, depth: number): boolean {
  if (left.items.length !== right.items.length) return false;
  return left.items.every((item, index) => {
    run.charge(1);
    return equalDeep(run, item, right.items[index] ?? null, depth + 1);
  });
}

function equalMaps(run: Run, left: MapValue, right: MapValue, depth: number): boolean {
  if (left.size !== right.size) return false;
  const values = left.values();
  return left.keys().every((key, index) => {
    run.charge(1);
    const other = right.get(key);
    return other !== undefined && equalDeep(run, values[index] ?? null, other, depth + 1);
  });
}

/** Below 0, 0 or above 0, for two numbers, two strings or two vectors; anything else fails. */
export function compare(run: Run, operator: string, left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length > 128) run.useText(left);
    if (right.length > 128) run.useText(right);
    return compareTexts(run, left, right);
  }
  if (left instanceof Vec && right instanceof Vec)
    return left.x - right.x || left.y - right.y || left.z - right.z;
  if (left === null || right === null || nameOfType(left) !== nameOfType(right))
    return mismatch(run, operator, left, right);
  return run.fail(
    `"${operator}" can't order ${nameOfType(left)} values`,
    'Numbers, strings and vectors have an order.',
  );
}

/** `item in container`: an item of a list, a key of a map, a part of a string. */
export function contains(run: Run, item: Value, container: Value): boolean {
  if (container instanceof List) {
    return container.items.some((other) => {
      run.charge(1);
      return equal(run, item, other);
    });
  }
  if (container instanceof MapValue) return typeof item === 'string' && container.has(item);
  if (typeof container === 'string') {
    if (typeof item !== 'string')
      return run.fail(`"in" looks for a string in a string, not for ${withArticle(item)}`);
    run.useText(container);
    run.charge(searchCost(container, item));
    return container.includes(item);
  }
  return run.fail(`"in" needs a list, map or string on its right side, not ${withArticle(container)}`);
}

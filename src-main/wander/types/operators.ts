/** Which kinds operators take, and what they give. */
import type { BinaryOperator } from '../ast';
import { KINDS } from '../kinds';
import {
  ANY,
  BOOL,
  COLOR,
  NEVER,
  NUMBER,
  STRING,
  VEC,
  itemType,
  listOf,
  may,
  union,
  without,
  type Type,
} from './type';

/** A bool counts as 0 or 1 in arithmetic. */
const NUMERIC = KINDS.number | KINDS.bool;

interface Rule {
  readonly left: number;
  readonly right: number;
  readonly result: Type;
}

const rule = (left: number, right: number, result: Type): Rule => ({ left, right, result });
const { vec, color, list, string, map } = KINDS;
const EVERY = 1023;

const RULES: ReadonlyMap<BinaryOperator, readonly Rule[]> = new Map<BinaryOperator, readonly Rule[]>([
  ['-', [rule(NUMERIC, NUMERIC, NUMBER), rule(vec, vec, VEC)]],
  [
    '*',
    [
      rule(NUMERIC, NUMERIC, NUMBER),
      rule(vec, vec, VEC),
      rule(vec, NUMERIC, VEC),
      rule(NUMERIC, vec, VEC),
      rule(color, NUMERIC, COLOR),
      rule(NUMERIC, color, COLOR),
    ],
  ],
  ['/', [rule(NUMERIC, NUMERIC, NUMBER), rule(vec, NUMERIC, VEC), rule(vec, vec, VEC)]],
  ['%', [rule(NUMERIC, NUMERIC, NUMBER)]],
  ...(['<', '<=', '>', '>='] as const).map((operator): [BinaryOperator, readonly Rule[]] => [
    operator,
    [rule(NUMERIC, NUMERIC, BOOL), rule(string, string, BOOL), rule(vec, vec, BOOL)],
  ]),
  ...(['in', 'not in'] as const).map((operator): [BinaryOperator, readonly Rule[]] => [
    operator,
    [rule(EVERY, list | map, BOOL), rule(string, string, BOOL)],
  ]),
]);

/** What an operator gives; `undefined` when it can work with no value of these types. */
export function binaryType(operator: BinaryOperator, left: Type, right: Type): Type | undefined {
  if (left.kinds === 0 || right.kinds === 0) return resultWithNothing(operator);
  switch (operator) {
    case '+':
      return sumType(left, right);
    case '==':
    case '!=':
    case 'and':
    case 'or':
      return BOOL;
    case '??':
      return may(left, KINDS.none) ? union(without(left, KINDS.none), right) : left;
    default: {
      let found: Type | undefined;
      for (const { left: l, right: r, result } of RULES.get(operator) ?? [])
        if (may(left, l) && may(right, r)) found = found === undefined ? result : union(found, result);
      return found;
    }
  }
}

/** The result where one side never comes to be, so far. */
function resultWithNothing(operator: BinaryOperator): Type {
  switch (operator) {
    case '==':
    case '!=':
    case 'and':
    case 'or':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
    case 'not in':
      return BOOL;
    default:
      return NEVER;
  }
}

function sumType(left: Type, right: Type): Type | undefined {
  let found = NEVER;
  if (may(left, string) || may(right, string)) found = union(found, STRING);
  if (may(left, NUMERIC) && may(right, NUMERIC)) found = union(found, NUMBER);
  if (may(left, vec) && may(right, vec)) found = union(found, VEC);
  if (may(left, color) && may(right, color)) found = union(found, COLOR);
  if (may(left, list) && may(right, list)) {
    found = union(
      found,
      left.item === undefined || right.item === undefined
        ? listOf(ANY)
        : listOf(union(itemType(left), itemType(right))),
    );
  }
  return found.kinds === 0 ? undefined : found;
}

export function negativeType(operand: Type): Type | undefined {
  if (operand.kinds === 0) return NEVER;
  let found = NEVER;
  if (may(operand, NUMERIC)) found = union(found, NUMBER);
  if (may(operand, vec)) found = union(found, VEC);
  return found.kinds === 0 ? undefined : found;
}

/** What an operator needs, for messages. */
export function needsOf(operator: BinaryOperator): string {
  switch (operator) {
    case '+':
      return 'two numbers, vectors, colors or lists, or a string on one side';
    case '-':
      return 'two numbers or two vectors';
    case '*':
      return 'numbers, vectors, or one of them a color';
    case '/':
      return 'two numbers, or a vector and a number or vector';
    case '%':
      return 'two numbers';
    case 'in':
    case 'not in':
      return 'a list, map or string on its right side';
    default:
      return 'two numbers, two strings or two vectors';
  }
}

/** Whether `==` could ever be true between the two. */
export function mayEqual(left: Type, right: Type): boolean {
  if (left.kinds === 0 || right.kinds === 0) return true;
  return may(left, right.kinds) || (may(left, NUMERIC) && may(right, NUMERIC));
}

/**
 * Partial matching of JSON, for the expectations of tests and for `where` of scene_query: objects match by the keys that
 * are given, arrays element by element, numbers within 1e-6, everything else exactly. In place of a value, an object of
 * operators: `$gte` `$lte` `$gt` `$lt` (numbers or texts), `$len` (of a text, array or object), `$contains` (part of a text,
 * an element of an array, a key of an object), `$type`, `$exists`.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { didYouMean } from '../text/suggest';

export interface Difference {
  /** Where, such as `result.enemies[0].hp`; empty for the whole value. */
  readonly path: string;
  readonly expected: Json;
  /** Null also where nothing is there. */
  readonly actual: Json;
}

/** How far apart two numbers may be and still match. */
const NUMBER_TOLERANCE = 1e-6;

const TYPES = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'] as const;

type Check = (operand: Json, actual: Json | undefined) => boolean;

const OPERATORS = new Map<string, Check>([
  ['$gte', (operand, actual) => compare(actual, operand, (order) => order >= 0)],
  ['$lte', (operand, actual) => compare(actual, operand, (order) => order <= 0)],
  ['$gt', (operand, actual) => compare(actual, operand, (order) => order > 0)],
  ['$lt', (operand, actual) => compare(actual, operand, (order) => order < 0)],
  ['$len', (operand, actual) => matches(operand, lengthOf(actual))],
  ['$contains', contains],
  ['$type', (operand, actual) => hasType(operand, actual)],
  ['$exists', (operand, actual) => (actual !== undefined) === operand],
]);

/** What differs, in the order of `expected`; empty where it matches. `undefined` stands for a value that is not there. */
export function matchSubset(expected: Json, actual: Json | undefined, path = ''): Difference[] {
  const differences: Difference[] = [];
  collect(expected, actual, path, differences);
  return differences;
}

export function matches(expected: Json, actual: Json | undefined): boolean {
  return matchSubset(expected, actual).length === 0;
}

/** Why an expectation could never be met: unknown operators, operators beside plain keys, operands of a wrong type. */
export function expectationProblems(expected: Json, path = ''): string[] {
  if (Array.isArray(expected)) {
    return expected.flatMap((item: Json, index) => expectationProblems(item, `${path}[${index}]`));
  }
  if (!isJsonObject(expected)) return [];
  const at = path === '' ? '' : ` at ${path}`;
  const operators = Object.keys(expected).filter((key) => key.startsWith('$'));
  const problems: string[] = [];
  for (const operator of operators) {
    const operand = expected[operator] ?? null;
    if (!OPERATORS.has(operator)) {
      const suggestion = didYouMean(operator, [...OPERATORS.keys()]);
      problems.push(`"${operator}"${at} is no operator.${suggestion === undefined ? '' : ` ${suggestion}`}`);
    } else {
      problems.push(...operandProblems(operator, operand, at));
    }
  }
  if (operators.length > 0 && operators.length < Object.keys(expected).length) {
    problems.push(`Operators and plain keys can't be mixed in one object${at}.`);
  }
  if (operators.length > 0) return problems;
  return Object.entries(expected).flatMap(([key, value]) => expectationProblems(value, join(path, key)));
}

function operandProblems(operator: string, operand: Json, at: string): string[] {
  if (operator === '$type' && !TYPES.some((type) => type === operand)) {
    return [`"$type"${at} needs one of ${TYPES.join(', ')}.`];
  }
  if (operator === '$exists' && typeof operand !== 'boolean') return [`"$exists"${at} needs true or false.`];
  if (/^\$[gl]te?$/.test(operator) && typeof operand !== 'number' && typeof operand !== 'string') {
    return [`"${operator}"${at} needs a number or a text.`];
  }
  if (operator === '$len') {
    return typeof operand === 'number' || isJsonObject(operand)
      ? expectationProblems(operand, '$len')
      : [`"$len"${at} needs a number or operators.`];
  }
  return [];
}

function collect(expected: Json, actual: Json | undefined, path: string, into: Difference[]): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    if (Math.abs(expected - actual) > NUMBER_TOLERANCE) into.push({ path, expected, actual });
    return;
  }
  if (Array.isArray(expected)) {
    collectArray(expected, actual, path, into);
    return;
  }
  if (isJsonObject(expected)) {
    if (isOperators(expected)) {
      for (const [operator, operand] of Object.entries(expected)) {
        const holds = OPERATORS.get(operator)?.(operand, actual) ?? false;
        if (!holds) into.push({ path, expected: { [operator]: operand }, actual: actual ?? null });
      }
    } else if (!isJsonObject(actual)) {
      into.push({ path, expected, actual: actual ?? null });
    } else {
      for (const [key, value] of Object.entries(expected)) {
        collect(value, Object.hasOwn(actual, key) ? actual[key] : undefined, join(path, key), into);
      }
    }
    return;
  }
  if (expected !== actual) into.push({ path, expected, actual: actual ?? null });
}

function collectArray(
  expected: readonly Json[],
  actual: Json | undefined,
  path: string,
  into: Difference[],
): void {
  if (!Array.isArray(actual)) {
    into.push({ path, expected, actual: actual ?? null });
    return;
  }
  const list: readonly Json[] = actual;
  if (list.length !== expected.length) {
    into.push({ path: join(path, 'length'), expected: expected.length, actual: list.length });
  }
  for (let index = 0; index < Math.min(expected.length, list.length); index += 1) {
    collect(expected[index] ?? null, list[index], `${path}[${index}]`, into);
  }
}

function isOperators(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key.startsWith('$'));
}

function compare(actual: Json | undefined, operand: Json, accepts: (order: number) => boolean): boolean {
  if (typeof actual === 'number' && typeof operand === 'number') return accepts(actual - operand);
  if (typeof actual === 'string' && typeof operand === 'string') {
    return accepts(actual < operand ? -1 : actual > operand ? 1 : 0);
  }
  return false;
}

function lengthOf(value: Json | undefined): number | undefined {
  // Characters as people count them, not UTF-16 units.
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : undefined;
}

function contains(operand: Json, actual: Json | undefined): boolean {
  if (typeof actual === 'string') return typeof operand === 'string' && actual.includes(operand);
  if (Array.isArray(actual)) return actual.some((item: Json) => matches(operand, item));
  return isJsonObject(actual) && typeof operand === 'string' && Object.hasOwn(actual, operand);
}

function hasType(operand: Json, actual: Json | undefined): boolean {
  switch (operand) {
    case 'null':
      return actual === null;
    case 'array':
      return Array.isArray(actual);
    case 'object':
      return isJsonObject(actual);
    case 'integer':
      return Number.isInteger(actual);
    case 'boolean':
    case 'number':
    case 'string':
      return typeof actual === operand;
    default:
      return false;
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

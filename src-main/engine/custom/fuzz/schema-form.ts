/** A JSON Schema as what makes values of it sees it: references followed, combined schemas put together, one type chosen. */
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { resolvePointer } from '../../tools/schema-walk';

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** References followed and `allOf` put in; of true, and of what can't be followed, a schema that allows everything. */
export function resolved(schema: Json | undefined, root: JsonObject): JsonObject {
  let current = isJsonObject(schema) ? schema : {};
  for (let hops = 0; hops < 16 && typeof current.$ref === 'string'; hops += 1) {
    const { $ref, ...beside } = current;
    const target = resolvePointer(root, $ref);
    if (!isJsonObject(target)) return beside;
    current = merged(target, beside);
  }
  const parts = listOf(current.allOf);
  if (parts.length === 0) return current;
  const rest = without(current, 'allOf');
  return parts.reduce<JsonObject>((sum, part) => merged(sum, resolved(part, root)), rest);
}

/** A copy without one key. */
export function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** Both schemas at once, roughly: properties and required names of both, the narrower bounds, of the rest the second's. */
export function merged(a: JsonObject, b: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...a, ...b };
  if (isJsonObject(a.properties) && isJsonObject(b.properties))
    result.properties = { ...a.properties, ...b.properties };
  if (a.required !== undefined && b.required !== undefined)
    result.required = [...new Set([...listOf(a.required), ...listOf(b.required)])];
  for (const key of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const) {
    const [x, y] = [numberOf(a[key]), numberOf(b[key])];
    if (x !== undefined && y !== undefined) result[key] = Math.max(x, y);
  }
  for (const key of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const) {
    const [x, y] = [numberOf(a[key]), numberOf(b[key])];
    if (x !== undefined && y !== undefined) result[key] = Math.min(x, y);
  }
  return result;
}

/** The alternatives of `anyOf` or `oneOf`, each with what stands beside them; the schema itself where there are none. */
export function alternatives(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, ...rest } = schema;
  const branches = [...listOf(anyOf), ...listOf(oneOf)];
  if (branches.length === 0) return [schema];
  return branches.map((branch) => merged(rest, resolved(branch, root)));
}

const ALL_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Types that a value may have; what says nothing is guessed from its keywords. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  const given = listOf(type).filter((each) => typeof each === 'string');
  if (given.length > 0) return given;
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  if (schema.pattern !== undefined || schema.minLength !== undefined || schema.format !== undefined)
    return ['string'];
  if (schema.minimum !== undefined || schema.maximum !== undefined) return ['number'];
  return ALL_TYPES;
}

/** The values that may be given as they stand: `const` and `enum`. */
export function fixedValues(schema: JsonObject): readonly Json[] {
  if (schema.const !== undefined) return [schema.const];
  return listOf(schema.enum);
}

export interface NumberRange {
  readonly low: number;
  readonly high: number;
  /** Distance of neighbouring values, where there is one. */
  readonly step: number | undefined;
}

const FAR = 1e9;

/** The range of a number, both ends included; where there is no bound, a far one. */
export function rangeOf(schema: JsonObject, integer: boolean): NumberRange {
  const step = numberOf(schema.multipleOf) ?? (integer ? 1 : undefined);
  const near = step ?? 1e-6;
  const above = numberOf(schema.exclusiveMinimum);
  const below = numberOf(schema.exclusiveMaximum);
  const low = Math.max(numberOf(schema.minimum) ?? -Infinity, above === undefined ? -Infinity : above + near);
  const high = Math.min(numberOf(schema.maximum) ?? Infinity, below === undefined ? Infinity : below - near);
  const from = low === -Infinity ? Math.min(-FAR, high === Infinity ? -FAR : high - FAR) : low;
  const to = high === Infinity ? Math.max(FAR, from + FAR) : high;
  return { low: onStep(from, step, Math.ceil), high: onStep(to, step, Math.floor), step };
}

/** The nearest multiple of the step. Divisions of decimals leave dust, which is taken off. */
export function onStep(value: number, step: number | undefined, round: (value: number) => number): number {
  if (step === undefined || step === 0) return value;
  const multiple = round(Number((value / step).toFixed(9)));
  return Number((multiple * step).toPrecision(15));
}

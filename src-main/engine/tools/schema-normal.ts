/**
 * The form of a schema that is advertised and checked: an object with properties, closed unless it says otherwise, arrays
 * with `items`. Authors write less; strict APIs of language models want all of it.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';

const COMBINERS = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  'dependentSchemas',
  'unevaluatedProperties',
] as const;

/** Keywords whose schemas say only part of what the value has to be. */
const BRANCHES: ReadonlySet<string> = new Set([
  ...[
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'contains',
    'propertyNames',
  ],
]);

/** Keywords whose values are maps of schemas, lists of schemas, and schemas. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMAS: ReadonlySet<string> = new Set([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);

/**
 * A schema of arguments in full. `null`, `undefined`, `true` and `{}` stand for no arguments. An object with properties is
 * closed, at the top and inside properties and elements, where it neither says something else nor combines alternatives.
 */
export function normalizeInputSchema(schema: unknown): JsonObject {
  const given = isJsonObject(schema) ? schema : {};
  const top: JsonObject = { ...given, type: 'object', properties: given.properties ?? {} };
  return normalizeObject(top, true);
}

/** The same for a result: an object with properties and arrays with `items`, open unless it says otherwise. */
export function normalizeOutputSchema(schema: JsonObject): JsonObject {
  return normalizeObject({ ...schema, type: 'object', properties: schema.properties ?? {} }, false);
}

function normalizeObject(schema: JsonObject, close: boolean): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    // Neither decides anything here, and an `$id` would be registered for all schemas at once.
    if (key === '$schema' || key === '$id') continue;
    result[key] = normalizePart(key, value, close);
  }
  const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  if (isArray && schema.items === undefined && schema.prefixItems === undefined) result.items = {};
  if (close && schema.additionalProperties === undefined && isPlainObjectSchema(schema)) {
    result.additionalProperties = false;
  }
  return result;
}

function normalizePart(key: string, value: Json, close: boolean): Json {
  // Closing a branch of a combination would refuse what the other branches allow.
  const inner = close && !BRANCHES.has(key);
  if (SCHEMAS.has(key)) return normalizeNested(value, inner);
  if (LISTS.has(key) && Array.isArray(value)) {
    return (value as readonly Json[]).map((item) => normalizeNested(item, inner));
  }
  if (MAPS.has(key) && isJsonObject(value)) {
    // What is under $defs may be used as one of several branches, so it is left as open as it is.
    const closeEach = inner && key !== '$defs' && key !== 'definitions';
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, normalizeNested(item, closeEach)]),
    );
  }
  return value;
}

function normalizeNested(value: Json, close: boolean): Json {
  return isJsonObject(value) ? normalizeObject(value, close) : value;
}

function isPlainObjectSchema(schema: JsonObject): boolean {
  return isJsonObject(schema.properties) && COMBINERS.every((key) => schema[key] === undefined);
}

/**
 * The form of a schema that is advertised and checked: an object with properties, closed unless it says otherwise, arrays
 * with `items`. Authors write less; strict APIs of language models want all of it.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { mapSubSchemas } from './schema-walk';

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

/**
 * Keywords whose schemas say only part of what the value has to be: closing one would refuse what the others allow. What is
 * under `$defs` may be used as one of several branches.
 */
const OPEN: ReadonlySet<string> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'contains'],
  ...['propertyNames', '$defs', 'definitions'],
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
  const result: Record<string, Json> = mapSubSchemas(
    schema,
    (inner, key) => (isJsonObject(inner) ? normalizeObject(inner, close && !OPEN.has(key)) : inner),
    // Neither decides anything here, and an `$id` would be registered for all schemas at once.
    ['$schema', '$id'],
  );
  const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'));
  if (isArray && schema.items === undefined && schema.prefixItems === undefined) result.items = {};
  if (close && schema.additionalProperties === undefined && isPlainObjectSchema(schema)) {
    result.additionalProperties = false;
  }
  return result;
}

function isPlainObjectSchema(schema: JsonObject): boolean {
  return isJsonObject(schema.properties) && COMBINERS.every((key) => schema[key] === undefined);
}

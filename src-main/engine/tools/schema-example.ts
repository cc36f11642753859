/** Makes a value of the right shape from a schema, for the hints of errors. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { resolvePointer } from './schema-walk';

/**
 * An example of a schema: its `examples`, `default`, `const` or `enum` where it has them, else the plainest value of its
 * type. Of an object, the required properties and those named in `also`.
 */
export function exampleOf(schema: Json, root: Json = schema, also: readonly string[] = []): Json {
  return example(schema, root, also, 0);
}

function example(schema: Json | undefined, root: Json, also: readonly string[], depth: number): Json {
  if (!isJsonObject(schema) || depth > 8) return {};
  if (typeof schema.$ref === 'string')
    return example(resolvePointer(root, schema.$ref), root, also, depth + 1);
  const given = listOf(schema.examples)[0] ?? schema.default ?? schema.const ?? listOf(schema.enum)[0];
  if (given !== undefined) return given;
  const branch = listOf(schema.anyOf)[0] ?? listOf(schema.oneOf)[0];
  if (branch !== undefined && schema.properties === undefined) return example(branch, root, also, depth + 1);
  switch (typeOf(schema)) {
    case 'object':
      return exampleObject(schema, root, also, depth);
    case 'array':
      return exampleArray(schema, root, depth);
    case 'number':
    case 'integer':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return exampleText(schema);
  }
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  const first = listOf(type)[0];
  if (typeof first === 'string') return first;
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined && schema.prefixItems === undefined ? 'string' : 'array';
}

function exampleObject(schema: JsonObject, root: Json, also: readonly string[], depth: number): Json {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = new Set([...listOf(schema.required), ...also].filter((name) => typeof name === 'string'));
  const entries = [...names].filter((name) => Object.hasOwn(properties, name)).slice(0, 12);
  return Object.fromEntries(entries.map((name) => [name, example(properties[name], root, [], depth + 1)]));
}

function exampleArray(schema: JsonObject, root: Json, depth: number): Json {
  const tuple = listOf(schema.prefixItems);
  if (tuple.length > 0) return tuple.map((item) => example(item, root, [], depth + 1));
  const least = typeof schema.minItems === 'number' ? Math.min(schema.minItems, 4) : 1;
  return Array.from({ length: Math.max(least, 1) }, () => example(schema.items, root, [], depth + 1));
}

function exampleNumber(schema: JsonObject): number {
  const low = numberOf(schema.minimum) ?? (numberOf(schema.exclusiveMinimum) ?? -1) + 1;
  const high = numberOf(schema.maximum) ?? Infinity;
  return Math.min(Math.max(low, 1), high);
}

function exampleText(schema: JsonObject): string {
  switch (schema.format) {
    case 'color':
      return '#ff8800';
    case 'date-time':
      return '2026-01-31T12:00:00Z';
    case 'date':
      return '2026-01-31';
    case 'uri':
      return 'https://example.org/';
    default:
      return '…';
  }
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

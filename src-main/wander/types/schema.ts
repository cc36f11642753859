/** The type of a tool's arguments, from their JSON Schema, as values arrive in a script. */
import type { JsonValue } from '../host';
import { KINDS } from '../kinds';
import {
  ANY,
  BOOL,
  COLOR,
  ENTITY,
  LIST,
  MAP,
  NEVER,
  NONE,
  NUMBER,
  STRING,
  VEC,
  isAny,
  listOf,
  mapWith,
  union,
  type Field,
  type Type,
} from './type';

type JsonMap = { readonly [key: string]: JsonValue };

function isMap(value: JsonValue | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(map: JsonMap, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * What a value that matches a schema is in Wander: an array of three numbers arrives as a vector, a string declared to be a
 * colour as one, an object with `$entity` as an entity. What can't be told is `any`.
 */
export function typeOfSchema(schema: JsonValue | undefined, depth = 0): Type {
  if (!isMap(schema) || depth > 4) return ANY;
  const values = own(schema, 'const') === undefined ? own(schema, 'enum') : [own(schema, 'const') ?? null];
  if (Array.isArray(values))
    return values.map((value: JsonValue) => typeOfJson(value, schema)).reduce(union, NEVER);
  for (const word of ['anyOf', 'oneOf']) {
    const choices = own(schema, word);
    if (Array.isArray(choices))
      return choices.map((choice: JsonValue) => typeOfSchema(choice, depth + 1)).reduce(union, NEVER);
  }
  const type = own(schema, 'type');
  const names: readonly JsonValue[] = Array.isArray(type) ? (type as readonly JsonValue[]) : [type ?? null];
  return names.map((name) => typeOfName(name, schema, depth)).reduce((a, b) => union(a, b), NEVER);
}

function typeOfName(name: JsonValue, schema: JsonMap, depth: number): Type {
  switch (name) {
    case 'number':
    case 'integer':
      return NUMBER;
    case 'boolean':
      return BOOL;
    case 'null':
      return NONE;
    case 'string':
      return own(schema, 'format') === 'color' ? union(STRING, COLOR) : STRING;
    case 'array':
      return arrayType(schema, depth);
    case 'object':
      return union(objectType(schema, depth), isMap(own(schema, 'properties')) ? NEVER : ENTITY);
    default:
      return ANY;
  }
}

/** An array of three numbers arrives as a vector, unless the schema speaks of integers that need not be three. */
function arrayType(schema: JsonMap, depth: number): Type {
  const items = own(schema, 'items');
  const item = isMap(items) ? typeOfSchema(items, depth + 1) : ANY;
  const list = isAny(item) ? LIST : listOf(item);
  const [least, most] = [own(schema, 'minItems'), own(schema, 'maxItems')];
  const isThree = least === 3 && most === 3;
  const isNumbers = item.kinds === KINDS.number;
  if (isThree && isNumbers) return VEC;
  const isWholes = isMap(items) && own(items, 'type') === 'integer';
  const mayBeNumbers = isAny(item) || (item.kinds & KINDS.number) !== 0;
  const mayBeThree = !(typeof least === 'number' && least > 3) && !(typeof most === 'number' && most < 3);
  return mayBeNumbers && mayBeThree && !isWholes ? union(list, VEC) : list;
}

function objectType(schema: JsonMap, depth: number): Type {
  const properties = own(schema, 'properties');
  if (!isMap(properties)) return MAP;
  const required = own(schema, 'required');
  const isRequired = (name: string): boolean =>
    Array.isArray(required) && (required as readonly JsonValue[]).includes(name);
  const fields = new Map<string, Field>();
  for (const name of Object.keys(properties)) {
    const property = own(properties, name);
    const isThere = isRequired(name) || (isMap(property) && own(property, 'default') !== undefined);
    const type = typeOfSchema(property, depth + 1);
    const doc = isMap(property) ? own(property, 'description') : undefined;
    fields.set(name, { type: isThere ? type : union(type, NONE), ...(typeof doc === 'string' && { doc }) });
  }
  // Objects are closed unless they say otherwise.
  const others = own(schema, 'additionalProperties');
  const closed = (others === undefined || others === false) && own(schema, 'patternProperties') === undefined;
  return mapWith(fields, closed);
}

/** The type of one JSON value in a script. */
function typeOfJson(value: JsonValue, schema: JsonMap): Type {
  if (value === null) return NONE;
  if (typeof value === 'boolean') return BOOL;
  if (typeof value === 'number') return NUMBER;
  if (typeof value !== 'string') return ANY;
  return own(schema, 'format') === 'color' ? union(STRING, COLOR) : STRING;
}

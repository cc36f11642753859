/** The form of a tool's schema that goes out to clients. */
import { isJsonObject, type Json, type JsonObject } from '../engine/json';

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['default', 'examples', 'const', 'enum']);

const known = new WeakMap<JsonObject, JsonObject>();

/**
 * The schema without the one format of ours, `color`: strict model interfaces refuse a tool for a format that they do not
 * know, and validators of clients complain about it on every connection. What it means is in the description and in the
 * error of a wrong value; the engine goes on checking it.
 */
export function advertisedSchema(schema: JsonObject): JsonObject {
  const before = known.get(schema);
  if (before) return before;
  const after = withoutColor(schema);
  known.set(schema, after);
  return after;
}

function withoutColor(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'format' && value === 'color'))
      .map(([key, value]) => [key, DATA.has(key) ? value : within(value)]),
  );
}

function within(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => within(item));
  return isJsonObject(value) ? withoutColor(value) : value;
}

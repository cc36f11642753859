/**
 * Arguments that hold calls of other tools, as those of a batch, a test or a definition do: which of the values in them are
 * secrets is told by the schema of the tool that they are for.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import type { ToolDefinition } from './definition';
import { mapArray, mapObject, redact } from './redact';

/** The input schema of a tool, by the name that a call gives it. */
export type SchemaOf = (tool: string) => JsonObject | undefined;

const MAX_DEPTH = 64;

/** Of the tools that are there; custom ones go without their prefix too. */
export function schemasOf(tools: { get(name: string): ToolDefinition | undefined }): SchemaOf {
  return (name) => (tools.get(name) ?? tools.get(`user_${name.replace(/^user[.:]/, '')}`))?.inputSchema;
}

/** A copy in which secrets of calls inside are masked; the same value where there are none. */
export function maskCalls(value: JsonObject, schemaOf: SchemaOf): JsonObject {
  const masked = walk(value, schemaOf, 0);
  return isJsonObject(masked) ? masked : value;
}

function walk(value: Json, schemaOf: SchemaOf, depth: number): Json {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return mapArray(value, (item) => walk(item, schemaOf, depth + 1));
  if (!isJsonObject(value)) return value;
  const schema = schemaIn(value, schemaOf);
  return mapObject(value, (key, item) => {
    const told = schema === undefined ? item : maskFor(key, item, schema);
    return walk(told, schemaOf, depth + 1);
  });
}

function schemaIn(call: JsonObject, schemaOf: SchemaOf): JsonObject | undefined {
  const { tool, name, input_schema: own } = call;
  if (isJsonObject(own)) return own;
  if (typeof tool === 'string') return schemaOf(tool);
  return typeof name === 'string' ? schemaOf(name) : undefined;
}

function maskFor(key: string, item: Json, schema: JsonObject): Json {
  if (key === 'args') return redact(item, schema);
  if (key !== 'inputs' && key !== 'tests') return item;
  if (!Array.isArray(item)) return item;
  return mapArray(item as readonly Json[], (each) => {
    if (key === 'inputs') return redact(each, schema);
    if (!isJsonObject(each)) return each;
    return mapObject(each, (part, given) => (part === 'args' ? redact(given, schema) : given));
  });
}

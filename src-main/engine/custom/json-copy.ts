/** Typed data as JSON for a tool's answer. */
import type { Json, JsonObject } from '../json';

/** A copy without properties that are undefined. The value has to be plain data. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

export function asJsonList(values: readonly object[]): Json {
  return values.map(asJson);
}

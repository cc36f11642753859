/** JSON values, as they stand in files, tool arguments and results. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path of names and positions; undefined where there is none. */
export function valueAt(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let current = value;
  for (const part of path) {
    if (Array.isArray(current))
      current = typeof part === 'number' ? (current as readonly Json[])[part] : undefined;
    else if (isJsonObject(current) && Object.hasOwn(current, String(part))) current = current[String(part)];
    else return undefined;
  }
  return current;
}

/** Reads values that were sent as JSON text (see validation.ts for the rule). */
import { isJsonObject, type Json } from '../json';
import type { ErrorObject } from './schema-compiler';

/** The value with such texts replaced, in place but for the value itself; undefined where there is none. */
export function coerceTexts(value: Json, errors: readonly ErrorObject[]): Json | undefined {
  const wanted = new Map<string, Set<string>>();
  const refused = new Set<string>();
  for (const error of errors) {
    const path = error.instancePath;
    if (error.keyword === 'type') {
      const types = wanted.get(path) ?? new Set<string>();
      for (const type of typeList(error.schema)) types.add(type);
      wanted.set(path, types);
    } else if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      // Another complaint at the same place means that a text may stand there, only not this one.
      refused.add(path);
    }
  }
  let result = value;
  let changed = false;
  for (const [path, types] of wanted) {
    if (refused.has(path) || types.has('string')) continue;
    const parts = path
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const text = valueAt(result, parts);
    if (typeof text !== 'string') continue;
    const parsed = parse(text);
    if (parsed === undefined || ![...types].some((type) => hasType(parsed, type))) continue;
    result = replaceAt(result, parts, parsed);
    changed = true;
  }
  return changed ? result : undefined;
}

function parse(text: string): Json | undefined {
  try {
    const parsed = JSON.parse(text) as Json;
    // 1e309 is valid JSON text for a number that does not exist.
    return typeof parsed === 'number' && !Number.isFinite(parsed) ? undefined : parsed;
  } catch {
    return undefined;
  }
}

function hasType(value: Json, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function typeList(schema: unknown): string[] {
  if (typeof schema === 'string') return [schema];
  return Array.isArray(schema) ? schema.filter((type) => typeof type === 'string') : [];
}

function valueAt(value: Json, parts: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const part of parts) {
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(part)];
    else current = isJsonObject(current) && Object.hasOwn(current, part) ? current[part] : undefined;
  }
  return current;
}

/** In place: a copy for each of many texts in one array would take time with the square of their number. */
function replaceAt(value: Json, parts: readonly string[], replacement: Json): Json {
  const last = parts.at(-1);
  if (last === undefined) return replacement;
  const parent = valueAt(value, parts.slice(0, -1));
  // Values that are checked are copies of our own.
  if (Array.isArray(parent)) (parent as Json[])[Number(last)] = replacement;
  else if (isJsonObject(parent)) (parent as Record<string, Json>)[last] = replacement;
  return value;
}

/** Keeps one event from filling the log: whoever appends should have cut long values; this is the last line of defence. */
import type { Json, JsonObject } from '../json';

/** Bytes (UTF-16 units of JSON) that the data of one event may have. */
export const MAX_EVENT_DATA = 32_768;

/** The data, or a shortened copy (with `cut: true`) where it is too large or no JSON at all. */
export function boundData(data: JsonObject): JsonObject {
  if (isSmall(data)) return data;
  let text: string;
  try {
    text = JSON.stringify(data);
  } catch {
    return { cut: true };
  }
  if (text.length <= MAX_EVENT_DATA) return data;
  for (const limits of [
    { text: 2_000, items: 100, depth: 6 },
    { text: 200, items: 20, depth: 4 },
    { text: 60, items: 8, depth: 2 },
  ]) {
    const short = { ...(shorten(data, limits, 0) as JsonObject), cut: true };
    if (JSON.stringify(short).length <= MAX_EVENT_DATA) return short;
  }
  return { cut: true };
}

/** Whether it is certain, without writing the JSON, that data is of a few short values. Most is. */
function isSmall(data: JsonObject): boolean {
  let left = MAX_EVENT_DATA;
  const count = (value: unknown, depth: number): void => {
    // A character takes six at most (a control character as JSON writes it), a number 25; deeper down there may be a circle.
    if (typeof value === 'string') left -= 6 * value.length + 3;
    else if (typeof value === 'bigint') left = 0;
    else if (typeof value !== 'object' || value === null) left -= 26;
    else if (depth === 0 || 'toJSON' in value) left = 0;
    else {
      left -= 3;
      for (const key of Object.keys(value)) {
        if (left <= 0) return;
        left -= 6 * key.length + 4;
        count((value as Readonly<Record<string, unknown>>)[key], depth - 1);
      }
    }
  };
  count(data, 8);
  return left > 0;
}

function shorten(value: Json, limits: { text: number; items: number; depth: number }, depth: number): Json {
  if (typeof value === 'string')
    return value.length > limits.text ? `${value.slice(0, limits.text)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return '…';
  const list = Array.isArray(value) ? (value as readonly Json[]) : undefined;
  if (list) {
    const kept = list.slice(0, limits.items).map((item) => shorten(item, limits, depth + 1));
    return list.length > limits.items ? [...kept, `… ${list.length - limits.items} more`] : kept;
  }
  const entries = Object.entries(value as JsonObject);
  const kept = entries
    .slice(0, limits.items)
    .map(([key, item]) => [key, shorten(item, limits, depth + 1)] as const);
  if (entries.length > limits.items) kept.push(['…', `${entries.length - limits.items} more`]);
  return Object.fromEntries(kept);
}

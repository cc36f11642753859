/** Keeps one event from filling the log: whoever appends should have cut long values; this is the last line of defence. */
import type { Json, JsonObject } from '../json';

/** Bytes (UTF-16 units of JSON) that the data of one event may have. */
const MAX_EVENT_DATA = 32_768;

/** The data, or a shortened copy (with `cut: true`) where it is too large or no JSON at all. */
export function boundData(data: JsonObject): JsonObject {
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

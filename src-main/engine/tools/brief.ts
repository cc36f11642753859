/** Cuts values for events and logs, which are kept by the thousand: enough to see what was there, secrets masked. */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { isHarmless, mapArray, mapObject, redact, redactText } from './redact';

/** Characters of one text that are kept. */
const MAX_TEXT = 400;
const MAX_ITEMS = 30;
const MAX_DEPTH = 6;
/** Characters of a whole value, roughly. */
const MAX_TOTAL = 6_000;

/** What is within these is within all bounds: 12 × (64 + 400) characters are no more than the whole may have. */
const SMALL = { items: 12, text: MAX_TEXT };

/** A short, redacted copy of a value. */
export function brief(value: Json, schema?: Json): Json {
  if (isJsonObject(value) && isHarmless(value, schema, SMALL)) return { ...value };
  const budget = { left: MAX_TOTAL };
  // Cut first, to a size that can be redacted on every call; texts are cut a second time, after it.
  return shorten(redact(cut(value, 0, budget), schema), MAX_TEXT);
}

export function briefObject(value: JsonObject, schema?: Json): JsonObject {
  const short = brief(value, schema);
  return isJsonObject(short) ? short : {};
}

/** One line of plain text, redacted. */
export function briefLine(text: string, limit = 160): string {
  // Control characters, line and paragraph separators.
  const line = redactText(text.slice(0, 2_000)).replace(BREAKS, ' ').trim();
  return line.length > limit ? `${startOf(line, limit - 1)}…` : line;
}

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function cut(value: Json, depth: number, budget: { left: number }): Json {
  if (typeof value === 'string') {
    budget.left -= Math.min(value.length, MAX_TEXT);
    // Longer than what is kept in the end, so that a secret that begins before the end is seen whole.
    return value.length > 2_000 ? value.slice(0, 2_000) : value;
  }
  if (value === null || typeof value !== 'object') {
    budget.left -= 8;
    return value;
  }
  if (depth >= MAX_DEPTH)
    return Array.isArray(value) ? [`… ${value.length} items`] : { '…': Object.keys(value).length };
  return Array.isArray(value)
    ? cutArray(value, depth, budget)
    : cutObject(value as JsonObject, depth, budget);
}

function cutArray(value: readonly Json[], depth: number, budget: { left: number }): Json {
  const kept: Json[] = [];
  for (const item of value) {
    if (kept.length >= MAX_ITEMS || budget.left <= 0) {
      kept.push(`… ${value.length - kept.length} more`);
      break;
    }
    kept.push(cut(item, depth + 1, budget));
  }
  return kept;
}

function cutObject(value: JsonObject, depth: number, budget: { left: number }): Json {
  const entries: [string, Json][] = [];
  let count = 0;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    count += 1;
    if (entries.length >= MAX_ITEMS || budget.left <= 0) continue;
    budget.left -= key.length;
    entries.push([key.slice(0, 200), cut(value[key] ?? null, depth + 1, budget)]);
  }
  if (count > entries.length) entries.push(['…', count - entries.length]);
  return Object.fromEntries(entries);
}

function shorten(value: Json, limit: number): Json {
  if (typeof value === 'string')
    return value.length > limit ? `${startOf(value, limit)}… (${value.length} characters)` : value;
  if (Array.isArray(value)) return mapArray(value, (item) => shorten(item, limit));
  return isJsonObject(value) ? mapObject(value, (_key, item) => shorten(item, limit)) : value;
}

/** The first `length` characters; one that is two halves is not cut in two. */
function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Finds the place of a value in a JSON text, so that a test or a problem can be shown at its line. Reads as far as the text is right. */

export type JsonStep = string | number;

export interface JsonPlace {
  /** Offset of the value, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The value at `path`, or undefined when the text has none there or is broken before it. Depth is bounded by the path's length. */
export function locate(text: string, path: readonly JsonStep[]): JsonPlace | undefined {
  let at = skipSpace(text, 0);
  for (const step of path) {
    const child = typeof step === 'number' ? elementOf(text, at, step) : memberOf(text, at, step);
    if (child === undefined) return undefined;
    at = child;
  }
  const end = skipValue(text, at);
  return end === undefined ? undefined : { start: at, end };
}

/** How many elements the array at `path` has; 0 where there is none. */
export function countElements(text: string, path: readonly JsonStep[]): number {
  let count = 0;
  while (locate(text, [...path, count]) !== undefined) count += 1;
  return count;
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function memberOf(text: string, start: number, key: string): number | undefined {
  if (text[start] !== '{') return undefined;
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = skipString(text, at);
    if (keyEnd === undefined) return undefined;
    const name = parsed(text.slice(at, keyEnd));
    at = skipSpace(text, keyEnd);
    if (text[at] !== ':') return undefined;
    at = skipSpace(text, at + 1);
    if (name === key) return at;
    const next = skipValue(text, at);
    if (next === undefined) return undefined;
    at = skipSpace(text, next);
    if (text[at] !== ',') return undefined;
    at = skipSpace(text, at + 1);
  }
  return undefined;
}

function elementOf(text: string, start: number, index: number): number | undefined {
  if (text[start] !== '[') return undefined;
  let at = skipSpace(text, start + 1);
  for (let count = 0; at < text.length && text[at] !== ']'; count += 1) {
    if (count === index) return at;
    const next = skipValue(text, at);
    if (next === undefined) return undefined;
    at = skipSpace(text, next);
    if (text[at] !== ',') return undefined;
    at = skipSpace(text, at + 1);
  }
  return undefined;
}

/** Past the value: brackets are counted, strings jumped over. */
function skipValue(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"') return skipString(text, start);
  if (first !== '{' && first !== '[') {
    const match = /[^\s,\]}]+/y;
    match.lastIndex = start;
    return match.test(text) ? match.lastIndex : undefined;
  }
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = skipString(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function skipString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return undefined;
  }
  return undefined;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

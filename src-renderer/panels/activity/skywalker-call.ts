/** A call as a person would make it again from a terminal. */
import type { Json, JsonObject } from '../../../src-preload/contract';

/** `skywalker call entity_update '{"entity":12}'`, quoted for a POSIX shell. */
export function skywalkerCall(tool: string, args: JsonObject): string {
  return `skywalker call ${shellQuote(tool)}${Object.keys(args).length === 0 ? '' : ` ${shellQuote(JSON.stringify(args))}`}`;
}

function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Whether the log kept less of a value than there was. It marks what it left out with `…`. */
export function isCutShort(value: unknown): boolean {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next === 'string') {
      if (/^… \d+ (more|items)$/.test(next) || /… \(\d+ characters\)$/.test(next)) return true;
    } else if (Array.isArray(next)) stack.push(...(next as Json[]));
    else if (typeof next === 'object' && next !== null) {
      if ('…' in next) return true;
      stack.push(...(Object.values(next) as Json[]));
    }
  }
  return false;
}

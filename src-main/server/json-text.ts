/** Reading JSON that strangers send: bounded in depth before anything recursive sees it. */

/** Deeper values are refused. No tool's arguments come near it; recursive code stands ten times as much. */
const MAX_JSON_DEPTH = 200;

/** How deep brackets are nested in a JSON text, counted without parsing it. Stops at `limit + 1`. */
function jsonDepth(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > limit) return deepest;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** `problem` says the same without the words of JSON-RPC. */
  | {
      readonly ok: false;
      readonly code: -32700 | -32600;
      readonly message: string;
      readonly problem: string;
    };

/** Parses a JSON text of a message; on failure, the JSON-RPC error to answer with. */
export function parseBoundedJson(text: string): ParsedJson {
  // A shorter text has no room for so many brackets.
  if (text.length > MAX_JSON_DEPTH && jsonDepth(text, MAX_JSON_DEPTH) > MAX_JSON_DEPTH) {
    const problem = `JSON is nested deeper than ${MAX_JSON_DEPTH}`;
    return { ok: false, code: -32600, message: `Invalid Request: ${problem}`, problem };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return {
      ok: false,
      code: -32700,
      message: 'Parse error: not valid JSON',
      problem: 'it is not valid JSON',
    };
  }
}

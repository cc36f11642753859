/**
 * Arguments that a client repeats in headers, for what stands between to route by (`x-mcp-header` in a tool's schema,
 * revision 2026-07-28): both have to say the same. The SDK checks it only for tools that are registered with it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, valueAt, type Json, type JsonObject } from '../../engine/json';
import type { EnginePort } from '../engine-port';

export const HEADER_MISMATCH = -32020;

interface Declared {
  readonly path: readonly string[];
  /** Lower case, with `mcp-param-`. */
  readonly header: string;
  readonly type: Json | undefined;
}

const known = new WeakMap<JsonObject, readonly Declared[]>();

/** What is wrong with the headers of a `tools/call`; undefined where nothing is, or the message is something else. */
export function paramHeaderProblem(
  registry: EnginePort['registry'],
  headers: IncomingHttpHeaders,
  body: unknown,
): string | undefined {
  if (!isJsonObject(body) || body['method'] !== 'tools/call' || !isJsonObject(body['params']))
    return undefined;
  const { name, arguments: args } = body['params'];
  const tool = typeof name === 'string' ? registry.get(name) : undefined;
  if (tool === undefined) return undefined;
  for (const { path, header, type } of declaredIn(tool.inputSchema)) {
    const value = valueAt(args, path);
    // Without a value nothing is expected; objects and lists can't be declared.
    if (value === undefined || value === null || typeof value === 'object') continue;
    const given = headers[header];
    if (typeof given !== 'string')
      return `the argument ${path.join('.')} is given, but the header ${header} is not`;
    const decoded = decode(given);
    if (decoded === undefined) return `the header ${header} is not proper Base64 of a text`;
    const same =
      type === 'integer' && typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(decoded)
        ? Number(decoded) === value
        : decoded === String(value);
    if (!same) return `the header ${header} and the argument ${path.join('.')} differ`;
  }
  return undefined;
}

/** Declarations of properties, and of properties of those; anywhere else they are void. */
function declaredIn(schema: JsonObject): readonly Declared[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const found: Declared[] = [];
  const visit = (node: JsonObject, path: readonly string[]): void => {
    const { properties } = node;
    if (!isJsonObject(properties)) return;
    for (const [name, property] of Object.entries(properties)) {
      if (!isJsonObject(property)) continue;
      const header = property['x-mcp-header'];
      const at = [...path, name];
      if (typeof header === 'string' && header !== '')
        found.push({ path: at, header: `mcp-param-${header.toLowerCase()}`, type: property['type'] });
      visit(property, at);
    }
  };
  visit(schema, []);
  known.set(schema, found);
  return found;
}

/** A header's text: itself, or what `=?base64?…?=` holds; undefined where that is no text. */
function decode(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

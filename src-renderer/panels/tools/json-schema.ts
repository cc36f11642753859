/** Reads JSON Schemas for showing them: local references, and what is declared at a place. Checking is the engine's work. */
import type { Json, JsonObject } from '../../../src-preload/contract';
import { isObject, stringOf, stringsOf } from '../../state/read-json';

/** References followed one after another before a schema counts as going round in a circle. */
const MAX_HOPS = 20;

/**
 * The schema with its `$ref`s resolved against the root; what stands beside a reference wins over what it refers to.
 * A reference that leads nowhere, outside or in a circle gives a schema that allows anything.
 */
export function resolveSchema(schema: Json | undefined, root: JsonObject): JsonObject {
  let current = isObject(schema) ? schema : {};
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const reference = stringOf(current['$ref']);
    if (reference === undefined) return current;
    const beside = without(current, '$ref');
    const target = lookUp(reference, root);
    if (!isObject(target)) return beside;
    current = { ...target, ...beside };
  }
  return {};
}

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([one]) => one !== key));
}

/** What a local JSON pointer reference (RFC 6901 in a fragment) names. */
function lookUp(reference: string, root: JsonObject): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    const key = decodePart(part);
    if (Array.isArray(at)) at = (at as readonly Json[])[Number(key)];
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** `type` as a list; empty where none is given. */
export function typesOf(schema: JsonObject): readonly string[] {
  const type = schema['type'];
  return typeof type === 'string' ? [type] : stringsOf(type);
}

/** The type in a few words: `number, 0 to 10`, `one of "a" and "b"`, `list of number`. */
export function typeWords(schema: JsonObject, root: JsonObject): string {
  const options = schema['enum'];
  if (Array.isArray(options)) return `one of ${options.map((option) => JSON.stringify(option)).join(', ')}`;
  if ('const' in schema) return `always ${JSON.stringify(schema['const'])}`;
  if (schema['format'] === 'color') return 'colour, #rrggbb';
  const types = typesOf(schema);
  const word = types.length === 0 ? 'any value' : types.join(' or ');
  const items = isObject(schema['items']) ? resolveSchema(schema['items'], root) : undefined;
  if (types.includes('array')) {
    const { minItems: least, maxItems: most } = schema;
    const of = items ? ` of ${typesOf(items).join(' or ') || 'any value'}` : '';
    const count = typeof least === 'number' && least === most ? `${least} items` : 'list';
    return `${count}${of}`;
  }
  return `${word}${rangeWords(schema)}`;
}

function rangeWords(schema: JsonObject): string {
  const least = schema['minimum'] ?? schema['exclusiveMinimum'];
  const most = schema['maximum'] ?? schema['exclusiveMaximum'];
  if (typeof least === 'number' && typeof most === 'number') return `, ${least} to ${most}`;
  if (typeof least === 'number')
    return 'exclusiveMinimum' in schema ? `, above ${least}` : `, at least ${least}`;
  if (typeof most === 'number') return 'exclusiveMaximum' in schema ? `, below ${most}` : `, at most ${most}`;
  return '';
}

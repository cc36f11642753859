/** The form in which definitions are kept in memory, compared and hashed. */
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json } from '../json';

export const MAX_DEPTH = 64;
export const MAX_NODES = 100_000;

/**
 * A copy with every text and key in Unicode normal form C, so that a file which was saved on another system is the same
 * definition. Refuses what no definition needs and later code could stumble over: nesting deeper than 64, more than
 * 100,000 values, keys called `__proto__`. Code: `invalid_definition`.
 */
export function normaliseJson(value: unknown): Outcome<Json> {
  let nodes = 0;
  let problem = '';
  const visit = (node: unknown, depth: number): Json => {
    nodes += 1;
    if (problem !== '') return null;
    if (depth > MAX_DEPTH) problem = `it is nested deeper than ${MAX_DEPTH} levels`;
    else if (nodes > MAX_NODES) problem = `it has more than ${MAX_NODES} values`;
    if (problem !== '') return null;
    if (typeof node === 'string') return node.normalize('NFC');
    if (node === null || typeof node === 'boolean') return node;
    if (typeof node === 'number') {
      if (!Number.isFinite(node)) problem = `${node} is no JSON number`;
      return node;
    }
    if (Array.isArray(node)) return node.map((element: unknown) => visit(element, depth + 1));
    if (typeof node !== 'object') {
      problem = `a ${typeof node} is no JSON value`;
      return null;
    }
    const entries: [string, Json][] = [];
    for (const [key, element] of Object.entries(node)) {
      if (key === '__proto__') problem = '"__proto__" can\'t be a key';
      if (element !== undefined) entries.push([key.normalize('NFC'), visit(element, depth + 1)]);
    }
    return Object.fromEntries(entries);
  };
  const copy = visit(value, 0);
  return problem === ''
    ? succeed(copy)
    : fail('invalid_definition', `The definition is refused: ${problem}.`);
}

/** JSON with sorted keys and without white space: equal for values that differ in the order of keys only. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (isJsonObject(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Source text as it is kept: `\n` line ends, no byte order mark, NFC, one line end at the end. */
export function normaliseCode(code: string): string {
  const text = code
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .normalize('NFC');
  // Not with an expression: those look again at every space of a long run.
  return `${text.trimEnd()}\n`;
}

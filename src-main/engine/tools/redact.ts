/**
 * Keeps secrets out of everything that is kept or shown: events, the audit, logs. A tool itself gets the real values.
 *
 * Masked are values whose schema says `writeOnly` or `"format": "password"`, values under keys that name a secret, and
 * secrets inside texts: bearer and basic credentials, user and password in addresses, private keys, and tokens of a
 * recognisable form.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { resolvePointer } from './schema-walk';

export const MASK = '[redacted]';

/** Key names, lowercase, without `_`, `-` and spaces. */
const SECRET_KEYS =
  /(?:password|passwd|passphrase|secret|apikey|accesskey|privatekey|signingkey|authorization|authtoken|accesstoken|refreshtoken|idtoken|bearertoken|sessiontoken|csrftoken|credentials?|cookies?|sessionid)$|^(?:tokens?|pwd|auth|jwt|bearer)$|^(?:x)?(?:api|auth|access|secret|bearer|github|npm|slack)token$/;

const MAX_DEPTH = 64;

/** Whether a key's name says that its value is a secret: `apiKey`, `API_KEY`, `x-auth-token`, `Set-Cookie`. */
export function isSecretKey(key: string): boolean {
  if (key.length > 64) return false;
  const known = judged.get(key);
  if (known !== undefined) return known;
  const secret = SECRET_KEYS.test(key.toLowerCase().replace(/[\s_-]/g, ''));
  if (judged.size < MAX_JUDGED) judged.set(key, secret);
  return secret;
}

/** The few keys that tools have are asked about with every call. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 2_000;

/** Whether an object holds nothing but a few short values under keys of no secret, so that nothing in it could be masked or cut. */
export function isHarmless(
  value: JsonObject,
  schema: Json | undefined,
  most: { items: number; text: number },
): boolean {
  if (isJsonObject(schema) && marksSecrets(schema)) return false;
  let count = 0;
  for (const key in value) {
    const item = value[key];
    count += 1;
    if (count > most.items || key.length > 64 || isSecretKey(key)) return false;
    if (typeof item === 'string') {
      if (item.length > most.text || HINTS.test(item)) return false;
    } else if (
      typeof item === 'object' ? item !== null : typeof item !== 'number' && typeof item !== 'boolean'
    )
      return false;
  }
  return true;
}

/** A copy with secrets masked; the same value where there are none. */
export function redact(value: Json, schema?: Json): Json {
  const told = isJsonObject(schema) && marksSecrets(schema) ? schema : undefined;
  return walk(value, told === undefined ? [] : [told], told, 0);
}

const marking = new WeakMap<JsonObject, boolean>();

/** Whether anything in a schema, wherever, says that a value is a secret. Asked of the same few schemas on every call. */
function marksSecrets(schema: JsonObject): boolean {
  const known = marking.get(schema);
  if (known !== undefined) return known;
  let found = false;
  const pending: Json[] = [schema];
  for (let next = pending.pop(); next !== undefined && !found; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...(next as readonly Json[]));
    else if (isJsonObject(next)) {
      found = next.writeOnly === true || next.format === 'password';
      pending.push(...Object.values(next));
    }
  }
  marking.set(schema, found);
  return found;
}

/** Masks secrets in a text: messages, logs, addresses. */
export function redactText(text: string): string {
  if (!HINTS.test(text)) return text;
  let result = text;
  for (const [pattern, replacement] of PATTERNS) result = result.replace(pattern, replacement);
  return result;
}

/** One cheap look before the patterns run: most texts hold nothing like it. */
const HINTS =
  /bearer|basic|:\/\/|private key|eyJ|sk-|gh[pousr]_|github_pat_|xox|AKIA|glpat-|npm_|api_?key|token|password|secret|cookie/i;

/** Each is anchored by a literal and has one unbounded run, so that it takes linear time. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g, MASK],
  [/\b(bearer|basic)\s{1,4}[\w.~+/=-]{8,}/gi, `$1 ${MASK}`],
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/:@]{0,256}:[^\s/@]{1,256}@/gi, `$1${MASK}@`],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}\.[\w-]{4,}/g, MASK],
  [/\b(?:sk-|gh[pousr]_|github_pat_|xox[abprs]-|glpat-|npm_)[\w-]{16,}/g, MASK],
  [/\bAKIA[0-9A-Z]{16}\b/g, MASK],
  [
    /\b(api[_-]?key|access[_-]?token|auth[_-]?token|password|passwd|set-cookie)(["']?\s{0,4}[=:]\s{0,4}["']?)(?!\[redacted\])[^\s"',;&})\]]{4,}/gi,
    `$1$2${MASK}`,
  ],
  // "unexpected token: end" is no secret, so these need a `=` or the quotes of JSON.
  [
    /\b(token|secret|cookie)(=["']?|["']\s{0,4}[=:]\s{0,4}["'])(?!\[redacted\])[^\s"',;&})\]]{4,}/gi,
    `$1$2${MASK}`,
  ],
];

/** `schemas`: all that may say something of the value, whichever of them it is that counts. */
function walk(value: Json, schemas: readonly Json[], root: Json | undefined, depth: number): Json {
  const known = schemas.length === 0 ? [] : applying(schemas, root);
  if (known === undefined || known.some(saysSecret)) return MASK;
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) {
    return mapArray(value, (item, index) => walk(item, elementSchemas(known, index), root, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  return mapObject(value, (key, item) => {
    if (isSecretKey(key) && couldBeSecret(key, item)) return MASK;
    return walk(item, propertySchemas(known, key), root, depth + 1);
  });
}

/** A flag under such a name tells nothing, nor does the number of a model's tokens; a text, a PIN or a list does. */
function couldBeSecret(key: string, item: Json): boolean {
  if (item === null || typeof item === 'boolean') return false;
  return typeof item !== 'number' || !/tokens$/i.test(key);
}

/** The same array where nothing in it changes. */
export function mapArray(values: readonly Json[], change: (item: Json, index: number) => Json): Json {
  let copy: Json[] | undefined;
  for (let index = 0; index < values.length; index += 1) {
    const before = values[index] ?? null;
    const after = change(before, index);
    if (after !== before) (copy ??= [...values])[index] = after;
  }
  return copy ?? values;
}

/** The same object where nothing in it changes. */
export function mapObject(value: JsonObject, change: (key: string, item: Json) => Json): JsonObject {
  let changed: Map<string, Json> | undefined;
  for (const key of Object.keys(value)) {
    const before = value[key] ?? null;
    const after = change(key, before);
    if (after !== before) (changed ??= new Map()).set(key, after);
  }
  if (changed === undefined) return value;
  const all = changed;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, all.has(key) ? (all.get(key) ?? null) : item]),
  );
}

/** More schemas of one value are not looked through: then the value counts as a secret. */
const MAX_APPLYING = 100;

/**
 * The schemas, with those that they refer to and all their alternatives: which of them a value matches is not looked at.
 * Undefined where that can't be told.
 */
function applying(schemas: readonly Json[], root: Json | undefined): readonly JsonObject[] | undefined {
  const found = new Set<JsonObject>();
  const pending = [...schemas];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isJsonObject(next) || found.has(next)) continue;
    found.add(next);
    if (found.size > MAX_APPLYING) return undefined;
    const { $ref } = next;
    if (typeof $ref === 'string') {
      const target = root !== undefined && $ref.startsWith('#') ? resolvePointer(root, $ref) : undefined;
      if (target === undefined) return undefined;
      pending.push(target);
    }
    for (const branches of [next.anyOf, next.oneOf, next.allOf])
      if (Array.isArray(branches)) pending.push(...(branches as readonly Json[]));
    for (const branch of [next.if, next.then, next.else]) if (branch !== undefined) pending.push(branch);
    pending.push(...valuesOf(next.dependentSchemas));
  }
  return [...found];
}

function saysSecret({ writeOnly, format }: JsonObject): boolean {
  return writeOnly === true || format === 'password';
}

function propertySchemas(schemas: readonly JsonObject[], key: string): readonly Json[] {
  return schemas.flatMap(({ properties, patternProperties, additionalProperties, unevaluatedProperties }) => {
    const own = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
    // Whether a stranger's pattern fits is not tried: a value too many is masked rather than one too few.
    const patterns = valuesOf(patternProperties);
    if (own !== undefined) return [own, ...patterns];
    return [...patterns, additionalProperties ?? true, unevaluatedProperties ?? true];
  });
}

function elementSchemas(schemas: readonly JsonObject[], index: number): readonly Json[] {
  return schemas.flatMap(({ prefixItems, items, contains, unevaluatedItems }) => {
    const own = Array.isArray(prefixItems) ? (prefixItems as readonly Json[])[index] : undefined;
    return [own ?? items ?? true, contains ?? true, unevaluatedItems ?? true];
  });
}

function valuesOf(schemas: Json | undefined): readonly Json[] {
  return isJsonObject(schemas) ? Object.values(schemas).map((schema) => schema ?? true) : [];
}

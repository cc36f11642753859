/**
 * Defaults are not filled in while alternatives are tried: one that does not match would leave its own in the value, and the
 * next be refused because of them. Ajv sees to that, but for what an alternative refers to, which is checked by itself.
 */
import { isJsonObject, type Json, type JsonObject } from '../json';
import { mapSubSchemas } from './schema-walk';

/** Keywords whose schemas a value may fail without being wrong. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains']);

/** The same schema, in which alternatives refer to a copy of what they refer to, without defaults. */
export function withoutDefaultsInAlternatives(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref"') || !text.includes('"default"')) return schema;
  const definitions = isJsonObject(schema.$defs) ? schema.$defs : {};
  let name = 'withoutDefaults';
  while (Object.hasOwn(definitions, name)) name += '_';
  const prefix = `#/$defs/${name}`;
  let referred = false;
  const redirected = redirect(schema, false, (reference) => {
    referred = true;
    return `${prefix}${reference.slice(1)}`;
  });
  if (!referred) return schema;
  const plain = withoutDefaults(schema, prefix);
  return {
    ...redirected,
    $defs: { ...(isJsonObject(redirected.$defs) ? redirected.$defs : {}), [name]: plain },
  };
}

/** References to places in the schema itself, as they stand below alternatives, changed. */
function redirect(schema: JsonObject, below: boolean, change: (reference: string) => string): JsonObject {
  const copy = mapSubSchemas(schema, (inner, key) =>
    isJsonObject(inner) ? redirect(inner, below || ALTERNATIVES.has(key), change) : inner,
  );
  return below && isPlace(schema.$ref) ? { ...copy, $ref: change(schema.$ref) } : copy;
}

/** A copy that is found at `prefix`, and refers to itself. */
function withoutDefaults(schema: JsonObject, prefix: string): JsonObject {
  const copy = mapSubSchemas(
    schema,
    (inner) => (isJsonObject(inner) ? withoutDefaults(inner, prefix) : inner),
    ['default', '$anchor', '$dynamicAnchor'],
  );
  return isPlace(schema.$ref) ? { ...copy, $ref: `${prefix}${schema.$ref.slice(1)}` } : copy;
}

/** `#` and `#/…`; an anchor is none. */
function isPlace(reference: Json | undefined): reference is string {
  return typeof reference === 'string' && (reference === '#' || reference.startsWith('#/'));
}

/** The parts of a JSON Schema (2020-12) that are schemas themselves, and how each is reached. */
import { isJsonObject, type Json, type JsonObject } from '../json';

export interface SubSchema {
  readonly schema: Json;
  /** JSON pointer from the schema it is in, such as `/properties/radius`. */
  readonly pointer: string;
  /**
   * Where in the value it applies: undefined to the value itself; `.name` a property, `.*` any property, `[]` the
   * elements, `[0]` one element, `~` the names of properties.
   */
  readonly place?: string;
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLE = ['not', 'if', 'then', 'else'] as const;

/** Direct sub-schemas, without following `$ref`; `$defs` are not among them (see `definitionsOf`). */
export function subSchemas(schema: JsonObject): SubSchema[] {
  const found: SubSchema[] = [];
  const add = (value: Json | undefined, pointer: string, place?: string): void => {
    if (isJsonObject(value) || typeof value === 'boolean') found.push({ schema: value, pointer, place });
  };
  const addEach = (key: string, place?: (name: string) => string | undefined): void => {
    const map = schema[key];
    if (!isJsonObject(map)) return;
    for (const [name, value] of Object.entries(map))
      add(value, `/${key}/${escapePointer(name)}`, place?.(name));
  };
  const addList = (key: string, place?: (index: number) => string): void => {
    const list = schema[key];
    if (Array.isArray(list))
      list.forEach((item: Json, index) => add(item, `/${key}/${index}`, place?.(index)));
  };
  for (const key of LISTS) addList(key);
  for (const key of SINGLE) add(schema[key], `/${key}`);
  addEach('dependentSchemas');
  addEach('properties', (name) => `.${name}`);
  addEach('patternProperties', () => '.*');
  add(schema.additionalProperties, '/additionalProperties', '.*');
  add(schema.unevaluatedProperties, '/unevaluatedProperties', '.*');
  add(schema.propertyNames, '/propertyNames', '~');
  add(schema.items, '/items', '[]');
  addList('prefixItems', (index) => `[${index}]`);
  add(schema.contains, '/contains', '[]');
  add(schema.unevaluatedItems, '/unevaluatedItems', '[]');
  return found;
}

/** The schemas under `$defs` and `definitions`. */
export function definitionsOf(schema: JsonObject): SubSchema[] {
  const found: SubSchema[] = [];
  for (const key of ['$defs', 'definitions']) {
    const map = schema[key];
    if (!isJsonObject(map)) continue;
    for (const [name, value] of Object.entries(map)) {
      if (isJsonObject(value) || typeof value === 'boolean') {
        found.push({ schema: value, pointer: `/${key}/${escapePointer(name)}` });
      }
    }
  }
  return found;
}

const MAPS: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'],
]);
const LIST_KEYS: ReadonlySet<string> = new Set([...LISTS, 'prefixItems']);
const SINGLE_KEYS: ReadonlySet<string> = new Set([
  ...SINGLE,
  ...['items', 'contains', 'additionalProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);

/**
 * A copy with `change` made of each direct sub-schema, those under `$defs` too; `key` is the keyword that holds it. The
 * keywords `without` are left out.
 */
export function mapSubSchemas(
  schema: JsonObject,
  change: (inner: Json, key: string) => Json,
  without: readonly string[] = [],
): JsonObject {
  const entries = Object.entries(schema).filter(([key]) => !without.includes(key));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (SINGLE_KEYS.has(key)) return [key, change(value, key)];
      if (LIST_KEYS.has(key) && Array.isArray(value))
        return [key, (value as readonly Json[]).map((item) => change(item, key))];
      if (!MAPS.has(key) || !isJsonObject(value)) return [key, value];
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, key)])),
      ];
    }),
  );
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** What a local `$ref` (`#`, `#/$defs/point`) points at; undefined where there is nothing. */
export function resolvePointer(root: Json, reference: string): Json | undefined {
  let current: Json | undefined = root;
  let path: string;
  try {
    path = decodeURIComponent(reference.replace(/^#/, ''));
  } catch {
    return undefined;
  }
  for (const raw of path.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = (current as readonly Json[])[Number(key)];
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return current;
}

/**
 * JSON that comes in; to-json.ts has the other way. Objects from outside are read by their own keys only, and `__proto__` is a
 * key like any other, both ways.
 */
import { BYTES, MAX_NESTING } from './budget';
import type { Run } from './context';
import type { JsonValue } from './host';
import { parseColor } from './text';
import { EntityRef, List, Vec, type Value } from './values';

export type JsonRecord = { readonly [key: string]: JsonValue };

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isJsonRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's own property: the only way in which text of a script selects a property of an object of the host. */
export function own<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Sets a property that becomes the object's own, whatever its name is. */
export function setOwn<T>(record: { [key: string]: T }, key: string, value: T): void {
  if (key === '__proto__') {
    Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  } else record[key] = value;
}

/** An object with one property. */
export function single<T>(key: string, value: T): { readonly [key: string]: T } {
  const record: { [key: string]: T } = {};
  setOwn(record, key, value);
  return record;
}

/**
 * Where JSON comes from. `boundary`: arguments and results of tools, `json_parse`; strings stay strings unless the schema
 * says that they are colours. `record`: vars and component fields of entities, where a colour was written as text.
 */
export type JsonSource = 'boundary' | 'record';

const RECORD_COLOR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;
const MAX_SCHEMA_HOPS = 20;
/** Longer texts are charged for. */
const PLAIN_TEXT = 256;
const HASH = 35;

class Reader {
  constructor(
    private readonly run: Run,
    private readonly source: JsonSource,
    private readonly wholeSchema: JsonValue | undefined,
  ) {}

  read(json: JsonValue, schema: JsonValue | undefined, depth: number): Value {
    if (typeof json === 'string') return this.readText(json, schema);
    if (typeof json === 'number') return Number.isFinite(json) ? json : null;
    if (typeof json !== 'object' || json === null) return json;
    const { run } = this;
    if (depth > MAX_NESTING)
      run.failWith('too_deep', `JSON nested more than ${MAX_NESTING} deep can't be read`);
    const resolved = this.resolve(schema);
    if (isJsonArray(json)) return this.readArray(json, resolved, depth);
    const keys = Object.keys(json);
    const id = keys.length === 1 ? own(json, '$entity') : undefined;
    if (typeof id === 'number') return new EntityRef(id);
    run.charge(1 + 3 * keys.length);
    run.allocate(BYTES.map + BYTES.entry * keys.length);
    const properties = resolved && own(resolved, 'properties');
    const others = resolved && own(resolved, 'additionalProperties');
    const map = run.emptyMap();
    for (const key of keys) {
      const known = isJsonRecord(properties) ? own(properties, key) : undefined;
      map.set(key, this.read(own(json, key) ?? null, known ?? others, depth + 1));
    }
    return map;
  }

  private readText(text: string, schema: JsonValue | undefined): Value {
    if (text.length > PLAIN_TEXT) this.run.allocate(text.length);
    if (!text.startsWith('#')) return text;
    if (this.source === 'record') return RECORD_COLOR.test(text) ? (parseColor(text) ?? text) : text;
    const resolved = this.resolve(schema);
    return resolved !== undefined && own(resolved, 'format') === 'color' ? (parseColor(text) ?? text) : text;
  }

  private readArray(json: readonly JsonValue[], schema: JsonRecord | undefined, depth: number): Value {
    const [x, y, z] = json;
    if (
      json.length === 3 &&
      typeof x === 'number' &&
      typeof y === 'number' &&
      typeof z === 'number' &&
      !isListOfWholes(schema)
    ) {
      return new Vec(x, y, z);
    }
    const { run } = this;
    run.checkListLength(json.length);
    run.charge(json.length);
    run.allocate(BYTES.list + BYTES.item * json.length);
    const items = schema && own(schema, 'items');
    const first = schema && own(schema, 'prefixItems');
    return new List(
      json.map((item, index) =>
        this.read(item, (isJsonArray(first) ? first[index] : undefined) ?? items, depth + 1),
      ),
    );
  }

  /** Follows `$ref`s within the schema. */
  private resolve(schema: JsonValue | undefined): JsonRecord | undefined {
    let found = schema;
    for (let hops = 0; hops < MAX_SCHEMA_HOPS && isJsonRecord(found); hops += 1) {
      const ref = own(found, '$ref');
      if (typeof ref !== 'string') return found;
      found = ref.startsWith('#/') ? this.lookUp(ref.slice(2).split('/')) : undefined;
    }
    return undefined;
  }

  private lookUp(path: readonly string[]): JsonValue | undefined {
    let found = this.wholeSchema;
    for (const step of path) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isJsonRecord(found) ? own(found, key) : undefined;
    }
    return found;
  }
}

/** An array of integers, such as ids, is a list even when it happens to have three; one of exactly three is a vector. */
function isListOfWholes(schema: JsonRecord | undefined): boolean {
  if (schema === undefined) return false;
  const items = own(schema, 'items');
  const whole = isJsonRecord(items) && own(items, 'type') === 'integer';
  return whole && !(own(schema, 'minItems') === 3 && own(schema, 'maxItems') === 3);
}

/** A value of its own, made from JSON. An array of exactly three numbers is a vector, `{"$entity": id}` an entity. */
export function fromJson(run: Run, json: JsonValue, source: JsonSource, schema?: JsonValue): Value {
  if (typeof json === 'number') return Number.isFinite(json) ? json : null;
  if (typeof json === 'string' && json.length <= PLAIN_TEXT && json.charCodeAt(0) !== HASH) return json;
  return new Reader(run, source, schema).read(json, schema, 0);
}

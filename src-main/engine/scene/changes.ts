/** What differs between records, in words and paths that people and agents read. */
import type { Json, JsonObject } from '../json';
import type { Entity, PropertyChange } from './entity';
import { DEFAULT_ENTITY, ENTITY_PROPERTIES, entityRecord, PLAIN_PROPERTIES } from './entity-values';
import { EMPTY_OBJECT, getOwn, sameJson, setOwn } from './json-values';
import type { EntityChanges } from './transaction';

/** Whether two records hold the same. */
export function sameEntity(a: Entity, b: Entity): boolean {
  return (
    a === b ||
    (a.id === b.id &&
      PLAIN_PROPERTIES.every((key) => sameJson(a[key], b[key])) &&
      sameJson(a.components, b.components) &&
      sameJson(a.vars, b.vars) &&
      sameJson(a.extra ?? EMPTY_OBJECT, b.extra ?? EMPTY_OBJECT))
  );
}

/** One property that differs. `path` has the parts that are joined by dots for display: names may have dots of their own. */
export interface PathChange {
  readonly path: readonly string[];
  /** Undefined where it did not exist. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Every property in which two records of an entity differ: plain ones, each var, each field of each component. */
export function diffEntities(before: Entity, after: Entity): PathChange[] {
  const found: PathChange[] = [];
  for (const key of PLAIN_PROPERTIES) {
    if (!sameJson(before[key], after[key]))
      found.push({ path: [key], before: before[key], after: after[key] });
  }
  for (const type of unionOfKeys(before.components, after.components)) {
    const a = getOwn(before.components, type);
    const b = getOwn(after.components, type);
    if (a && b) diffObjects(['components', type], a, b, found);
    else found.push({ path: ['components', type], before: a, after: b });
  }
  diffObjects(['vars'], before.vars, after.vars, found);
  diffObjects(['extra'], before.extra ?? EMPTY_OBJECT, after.extra ?? EMPTY_OBJECT, found);
  return found;
}

/**
 * The changes of a transaction as a list, by entity and property: `created` and `deleted` carry what the entity is or was
 * made of, without its defaults.
 */
export function describeChanges(changes: EntityChanges): PropertyChange[] {
  const list: PropertyChange[] = [];
  for (const [id, { before, after }] of [...changes].sort(([a], [b]) => a - b)) {
    if (!before) {
      if (after)
        list.push({ entity: id, name: after.name, property: 'created', before: null, after: essence(after) });
    } else if (!after) {
      list.push({ entity: id, name: before.name, property: 'deleted', before: essence(before), after: null });
    } else {
      for (const change of diffEntities(before, after)) {
        const property = change.path.join('.');
        list.push({
          entity: id,
          name: after.name,
          property,
          before: change.before ?? null,
          after: change.after ?? null,
        });
      }
    }
  }
  return list;
}

/** An entity's name, and its properties that differ from the defaults. */
export function essence(entity: Entity): JsonObject {
  const kept: Record<string, Json> = {};
  for (const key of ENTITY_PROPERTIES) {
    if (key === 'id') continue;
    if (key === 'name' || !sameJson(entity[key], DEFAULT_ENTITY[key])) kept[key] = entity[key];
  }
  return kept;
}

/** A copy of a record with some properties set back; undefined takes one away. */
export function withPaths(
  entity: Entity,
  values: readonly { path: readonly string[]; value: Json | undefined }[],
): Entity {
  let next: JsonObject = entity as unknown as JsonObject;
  for (const { path, value } of values) next = withPath(next, path, value);
  return entityRecord(next as unknown as Entity);
}

function withPath(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const copy: Record<string, Json> = { ...object };
  if (rest.length > 0)
    setOwn(copy, key, withPath((getOwn(object, key) ?? EMPTY_OBJECT) as JsonObject, rest, value));
  else if (value === undefined) delete copy[key];
  else setOwn(copy, key, value);
  return copy;
}

function diffObjects(
  path: readonly string[],
  before: JsonObject,
  after: JsonObject,
  into: PathChange[],
): void {
  if (before === after) return;
  for (const key of unionOfKeys(before, after)) {
    const a = getOwn(before, key);
    const b = getOwn(after, key);
    if (!sameJson(a, b)) into.push({ path: [...path, key], before: a, after: b });
  }
}

function unionOfKeys(a: object, b: object): Iterable<string> {
  return new Set([...Object.keys(a), ...Object.keys(b)]);
}

/** What several tools do with entities: find them, describe them, check what components are given. */
import { ToolFailure, toolError, type Outcome } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Entity, Vec3 } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { briefLine } from '../brief';
import type { EntityReference } from './args';

/** The value, or the failure thrown to the door. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new ToolFailure(outcome.error);
}

export function findEntity(scene: Scene, reference: EntityReference): Entity {
  return unwrap(scene.resolve(reference));
}

/** The entities without repeats, in the order given. */
export function findEntities(scene: Scene, references: readonly EntityReference[]): readonly Entity[] {
  const found = new Map<number, Entity>();
  for (const reference of references) {
    const entity = findEntity(scene, reference);
    found.set(entity.id, entity);
  }
  return [...found.values()];
}

/** Those of them that are not below another of them: what happens to a parent happens to its children. */
export function topmost(scene: Scene, entities: readonly Entity[]): readonly Entity[] {
  const ids = new Set(entities.map((entity) => entity.id));
  return entities.filter((entity) => {
    for (let parent = entity.parent; parent !== null; parent = scene.get(parent)?.parent ?? null) {
      if (ids.has(parent)) return false;
    }
    return true;
  });
}

/** A record as plain JSON. */
export function entityJson(entity: Entity): JsonObject {
  const known: Record<string, Json> = { ...entity };
  delete known.extra;
  return known;
}

/** `#12 Door`. */
export function nameOf(entity: Pick<Entity, 'id' | 'name'>): string {
  return `#${entity.id} ${entity.name}`;
}

/** One line: `#12 Door  cube #ff0000  at (1, 2, 3)  [locked]`. */
export function entityLine(entity: Entity): string {
  const parts = [nameOf(entity)];
  const kinds = Object.entries(entity.components).map(([type, fields]) => kindOf(type, fields));
  if (kinds.length > 0) parts.push(kinds.join(' + '));
  if (entity.components.mesh !== undefined || entity.components.light !== undefined) parts.push(entity.color);
  parts.push(`at ${vectorText(entity.position)}`);
  if (entity.tags.length > 0) parts.push(`[${entity.tags.join(', ')}]`);
  if (!entity.enabled) parts.push('(disabled)');
  return parts.join('  ');
}

function kindOf(type: string, fields: JsonObject): string {
  if (type === 'mesh' && typeof fields.mesh === 'string') return fields.mesh;
  if ((type === 'light' || type === 'body') && typeof fields.kind === 'string')
    return `${fields.kind} ${type}`;
  return type;
}

/** `(1, 2.5, 0)`, at most three decimals. */
export function vectorText(vector: Vec3): string {
  return `(${vector.map((part) => String(Math.round(part * 1_000) / 1_000)).join(', ')})`;
}

/** Vars with changes: null takes one away. */
export function mergeVars(before: JsonObject, changes: JsonObject): JsonObject {
  return withChanges(before, changes);
}

/**
 * Components with changes merged field by field; null takes a component away, or sets a field back to its default. A new
 * component starts with its defaults.
 */
export function mergeComponents(before: Entity['components'], changes: JsonObject): Entity['components'] {
  const merged = new Map<string, JsonObject>(Object.entries(before));
  for (const [type, fields] of Object.entries(changes)) {
    if (fields === null) {
      merged.delete(type);
    } else if (isJsonObject(fields)) {
      const kept = Object.hasOwn(before, type) ? (before[type] ?? {}) : {};
      merged.set(type, withChanges(kept, fields));
    } else {
      throw new ToolFailure(
        toolError(
          'invalid_arguments',
          `"components.${type}" has to be an object of fields, or null to remove it.`,
          'For example: {"light": {"intensity": 2}}',
        ),
      );
    }
  }
  return Object.fromEntries(merged);
}

function withChanges(before: JsonObject, changes: JsonObject): JsonObject {
  const entries = new Map<string, Json>(Object.entries(before));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
  }
  return Object.fromEntries(entries);
}

/** For the name of an undo step: `Lamp`, `Lamp and 2 more`. One line; secrets masked. */
export function whichEntities(entities: readonly { readonly name: string }[]): string {
  const [first] = entities;
  const name = briefLine(first?.name ?? '', 40) || 'an entity';
  return entities.length > 1 ? `${name} and ${entities.length - 1} more` : name;
}

/** `1 entity`, `3 entities`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

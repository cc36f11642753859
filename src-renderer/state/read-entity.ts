import type { Entity, JsonObject, Vec3 } from '../../src-preload/contract';
import { booleanOf, isObject, numberOf, objectOf, stringOf, stringsOf } from './read-json';

/** An entity as tools give it, or undefined where it is none. Fields that are missing get their defaults. */
export function entityOf(value: unknown): Entity | undefined {
  const data = objectOf(value);
  const id = numberOf(data['id']);
  if (id === undefined) return undefined;
  const components: Record<string, JsonObject> = {};
  for (const [type, fields] of Object.entries(objectOf(data['components']))) {
    if (isObject(fields)) components[type] = fields;
  }
  return {
    id,
    name: stringOf(data['name']) ?? '',
    parent: numberOf(data['parent']) ?? null,
    enabled: booleanOf(data['enabled']) ?? true,
    tags: stringsOf(data['tags']),
    position: vectorOf(data['position'], [0, 0, 0]),
    rotation: vectorOf(data['rotation'], [0, 0, 0]),
    scale: vectorOf(data['scale'], [1, 1, 1]),
    color: stringOf(data['color']) ?? '#ffffff',
    components,
    vars: objectOf(data['vars']),
  };
}

function vectorOf(value: unknown, fallback: Vec3): Vec3 {
  if (!Array.isArray(value) || value.length !== 3) return fallback;
  const [x, y, z] = value as unknown[];
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : fallback;
}

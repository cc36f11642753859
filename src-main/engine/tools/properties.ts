/** Properties of entities by their paths: `name`, `position`, `vars.hp`, `components.light.range`. */
import { fail, succeed, type Outcome } from '../errors';
import { isJsonObject, type Json } from '../json';
import type { Entity } from '../scene/entity';
import { ENTITY_PROPERTIES } from '../scene/entity-values';
import type { Scene } from '../scene/scene';
import { didYouMean } from '../text/suggest';

/** Not in the record, but told of it. */
const DERIVED = ['world_position', 'path', 'active', 'children'] as const;

/** The first part of each path that there is. */
const PROPERTY_NAMES: readonly string[] = [...ENTITY_PROPERTIES, ...DERIVED];

const AXES = new Map([
  ['x', 0],
  ['y', 1],
  ['z', 2],
]);

export type PropertyReader = (scene: Scene, entity: Entity) => Json | undefined;

/**
 * A reader of the property at a path; what it reads is undefined where an entity does not have it. `invalid_arguments` for a
 * path that no entity can have.
 */
export function propertyReader(path: string): Outcome<PropertyReader> {
  const [first = '', ...rest] = path.split('.');
  const read = baseReader(first);
  if (read === undefined) {
    return fail(
      'invalid_arguments',
      `"${path}" is not a property of entities.`,
      didYouMean(first, [...PROPERTY_NAMES]) ??
        `Properties are ${PROPERTY_NAMES.join(', ')}; inside: vars.hp, components.light.range, position.x.`,
    );
  }
  return succeed((scene, entity) => rest.reduce<Json | undefined>(into, read(scene, entity)));
}

function baseReader(name: string): PropertyReader | undefined {
  switch (name) {
    case 'world_position':
      return (scene, entity) => scene.worldPosition(entity.id);
    case 'path':
      return (scene, entity) => scene.path(entity.id);
    case 'active':
      return (scene, entity) => scene.isActive(entity.id);
    case 'children':
      return (scene, entity) => scene.childrenOf(entity.id);
    default: {
      const key = ENTITY_PROPERTIES.find((plain) => plain === name);
      return key === undefined ? undefined : (_scene, entity) => entity[key];
    }
  }
}

function into(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const axis = items.length === 3 ? AXES.get(key) : undefined;
    return items[axis ?? (/^\d{1,6}$/.test(key) ? Number(key) : -1)];
  }
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

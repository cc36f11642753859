/** What every window reads first. Preload asks for it while the page's scripts are on their way. */
import type { JsonObject } from './contract';

/** Entities that one page of the scene has at most. */
export const SCENE_PAGE = 1000;

/** What is read of an entity. */
export const ENTITY_FIELDS = [
  'id',
  'name',
  'parent',
  'enabled',
  'tags',
  'position',
  'rotation',
  'scale',
  'color',
  'components',
  'vars',
];

/** The arguments of `scene_query` for a page of the scene. */
export function scenePage(offset: number): JsonObject {
  return { limit: SCENE_PAGE, offset, fields: ENTITY_FIELDS };
}

/** The arguments of `scene_overview` for what is known of the scene as a whole. */
export const SCENE_INFO: JsonObject = { max_entities: 1 };

/** Which entities refer to which: by parent, in component fields, in the text of scripts. */
import { isJsonObject, type Json } from '../../json';
import type { Entity } from '../../scene/entity';
import type { FieldSchema } from '../../scene/field-schema';
import type { Scene } from '../../scene/scene';

export interface Link {
  readonly from: number;
  readonly from_name: string;
  /** Where in it, such as `components.door.target`. */
  readonly property: string;
  /** As it stands there. */
  readonly to: Json;
  readonly status: 'ok' | 'by_name' | 'dangling' | 'ambiguous';
  readonly fix?: string;
}

/** Functions of scripts that take an entity's name. */
const NAMING = /\bfind\s{0,4}\(\s{0,4}(?:"([^"\n{]{1,200})"|'([^'\n]{1,200})')\s{0,4}\)/g;

/** The links to one entity, or all links of the scene that are broken. In scene order. */
export function findLinks(scene: Scene, target: Entity | undefined): Link[] {
  const links: Link[] = [];
  for (const id of scene.ids()) {
    const entity = scene.get(id);
    if (entity === undefined) continue;
    for (const link of linksOf(scene, entity)) {
      const wanted =
        target === undefined
          ? link.status === 'dangling' || link.status === 'ambiguous'
          : link.target === target.id;
      if (!wanted) continue;
      const { from, from_name, property, to, status, fix } = link;
      links.push({ from, from_name, property, to, status, ...(fix === undefined ? {} : { fix }) });
    }
  }
  return links;
}

type Found = Link & { readonly target: number | undefined };

function linksOf(scene: Scene, entity: Entity): Found[] {
  const found: Found[] = [];
  const add = (property: string, to: Json, link: Pick<Found, 'status' | 'fix' | 'target'>): void => {
    found.push({ from: entity.id, from_name: entity.name, property, to, ...link });
  };
  if (entity.parent !== null) add('parent', entity.parent, { status: 'ok', target: entity.parent });
  for (const [type, fields] of Object.entries(entity.components)) {
    const schema = scene.components.schema(type);
    if (schema === undefined) continue;
    for (const [name, field] of Object.entries(schema.properties)) {
      for (const [path, value] of entityValues(field, fields[name], `components.${type}.${name}`)) {
        add(path, value, judge(scene, value));
      }
    }
  }
  const { script } = entity.components;
  const behaviors = Array.isArray(script?.behaviors) ? (script.behaviors as readonly Json[]) : [];
  for (const [index, behavior] of behaviors.entries()) {
    if (!isJsonObject(behavior) || typeof behavior.source !== 'string') continue;
    for (const match of behavior.source.matchAll(NAMING)) {
      const name = match[1] ?? match[2] ?? '';
      add(`components.script.behaviors[${index}].source`, name, judgeName(scene, name));
    }
  }
  return found;
}

/** The values of fields that hold entities, also inside lists and objects. */
function entityValues(field: FieldSchema, value: Json | undefined, path: string): [string, Json][] {
  if (value === undefined || value === null || value === '') return [];
  if (field.format === 'entity') return [[path, value]];
  if (Array.isArray(value) && field.items !== undefined) {
    const { items } = field;
    return (value as readonly Json[]).flatMap((item, index) =>
      entityValues(items, item, `${path}[${index}]`),
    );
  }
  if (!isJsonObject(value) || field.properties === undefined) return [];
  return Object.entries(field.properties).flatMap(([name, inner]) =>
    entityValues(inner, value[name], `${path}.${name}`),
  );
}

function judge(scene: Scene, value: Json): Pick<Found, 'status' | 'fix' | 'target'> {
  if (typeof value !== 'number' && typeof value !== 'string')
    return { status: 'dangling', target: undefined, fix: 'Give an id, name or path.' };
  if (typeof value === 'string' && !/^#?\d+$/.test(value)) return judgeName(scene, value);
  const resolved = scene.resolve(value);
  return resolved.ok
    ? { status: 'ok', target: resolved.value.id }
    : {
        status: 'dangling',
        target: undefined,
        fix: resolved.error.hint ?? 'Set it to an entity that exists.',
      };
}

function judgeName(scene: Scene, name: string): Pick<Found, 'status' | 'fix' | 'target'> {
  const resolved = scene.resolve(name);
  if (resolved.ok) return { status: 'by_name', target: resolved.value.id };
  return resolved.error.code === 'not_found'
    ? { status: 'dangling', target: undefined, fix: resolved.error.hint }
    : { status: 'ambiguous', target: undefined, fix: 'Rename one of them, or use the id.' };
}

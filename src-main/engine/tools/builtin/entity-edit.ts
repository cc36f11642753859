/** entity_get, entity_create, entity_update, entity_delete: one entity at a time. */
import { ToolFailure, toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import { PRIMITIVES } from '../../scene/component-schemas';
import type { Entity, EntityPatch } from '../../scene/entity';
import { PLAIN_PROPERTIES } from '../../scene/entity-values';
import type { Scene } from '../../scene/scene';
import { didYouMean } from '../../text/suggest';
import { briefLine } from '../brief';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import {
  optionalObject,
  optionalReference,
  optionalText,
  optionalTexts,
  optionalVec3,
  references,
  requiredText,
} from './args';
import {
  anyObject,
  COLOR,
  defineTool,
  entityRef,
  entityRefs,
  flag,
  integer,
  list,
  text,
  vec3,
} from './define';
import {
  count,
  entityJson,
  entityLine,
  findEntities,
  findEntity,
  mergeComponents,
  mergeVars,
  nameOf,
  topmost,
  whichEntities,
} from './entities';

export function entityEditTools(): ToolDefinition[] {
  return [entityGet(), entityCreate(), entityUpdate(), entityDelete()];
}

const MESH_DOC = `A primitive (${PRIMITIVES.join(', ')}), or "asset:" and the project path of a model.`;

function entityGet(): ToolDefinition {
  return defineTool({
    name: 'entity_get',
    title: 'Look at an entity',
    description:
      'Gives everything about one entity: all components with all fields, tags, vars, its parent, children, path, and its place in the world. ' +
      'Example: {"entity": "Room/Door"}.',
    category: 'entity',
    input: { entity: entityRef() },
    required: ['entity'],
    output: {
      id: integer('Its id.'),
      name: text('Its name.'),
      parent: { type: ['integer', 'null'], description: 'Id of its parent.' },
      path: text('Names from the root.'),
      enabled: flag('Its own switch.'),
      active: flag('Whether it and all above it are enabled.'),
      tags: list(text('A tag.'), 'Its tags.'),
      position: vec3('Metres, from its parent.'),
      rotation: vec3('Degrees.'),
      scale: vec3('Factors.', [1, 1, 1]),
      color: COLOR,
      world_position: vec3('Metres in the world.'),
      components: anyObject('Component type → all fields.'),
      vars: anyObject('Its variables.'),
      children: list(integer('An id.'), 'Its direct children.'),
    },
    run: (args, { scene }) => {
      const entity = findEntity(scene, optionalReference(args, 'entity') ?? '');
      const facts: JsonObject = {
        ...entityJson(entity),
        path: scene.path(entity.id),
        active: scene.isActive(entity.id),
        world_position: scene.worldPosition(entity.id),
        children: scene.childrenOf(entity.id),
      };
      return textResult(`${entityLine(entity)}\n${JSON.stringify(facts, null, 2)}`, facts);
    },
  });
}

function entityCreate(): ToolDefinition {
  return defineTool({
    name: 'entity_create',
    title: 'Create an entity',
    description:
      'Makes an entity. `mesh` gives it a shape in `color`; `components` gives it others, with only the fields that differ from their defaults (see component_schema). ' +
      'Position, rotation and scale are relative to `parent`. ' +
      'Example: {"name": "Lamp", "mesh": "sphere", "color": "#ffcc66", "position": [0, 2, 0], "scale": [0.3, 0.3, 0.3], "tags": ["light"], "components": {"light": {"intensity": 2}}}.',
    category: 'entity',
    input: {
      name: text('Its name; need not be unique.', { minLength: 1, maxLength: 200, examples: ['Lamp'] }),
      mesh: text(MESH_DOC, { examples: ['cube'] }),
      color: COLOR,
      position: vec3('Metres, from its parent.'),
      rotation: vec3('Degrees; about z first, then x, then y.', [0, 90, 0]),
      scale: vec3('Factors.', [1, 1, 1]),
      tags: list(text('A tag.'), 'Its tags.'),
      vars: anyObject('Its variables, such as {"hp": 100}.'),
      components: anyObject('Component type → fields, such as {"light": {"intensity": 2}}.'),
      parent: {
        type: ['integer', 'string', 'null'],
        description: 'Its parent: id, name or path; null or 0 for none.',
      },
      enabled: flag('Off: not drawn, runs nothing, with all below it.'),
    },
    required: ['name'],
    output: {
      id: integer('Id of the new entity.'),
      name: text('Its name.'),
      path: text('Names from the root.'),
      position: vec3('Metres, from its parent.'),
    },
    effect: 'scene',
    run: (args, context) => {
      const { scene, tx } = context;
      const patch = patchOf(args, scene);
      const components = componentsOf(args, {});
      const entity = tx.create({
        ...patch,
        name: requiredText(args, 'name'),
        ...(components === undefined ? {} : { components }),
      });
      context.relabel(`Create ${whichEntities([entity])}`);
      return textResult(`Created ${entityLine(entity)}`, {
        id: entity.id,
        name: entity.name,
        path: scene.path(entity.id),
        position: entity.position,
      });
    },
  });
}

function entityUpdate(): ToolDefinition {
  return defineTool({
    name: 'entity_update',
    title: 'Change an entity',
    description:
      'Changes an entity; only what is given changes. `tags` replaces all tags; `add_tags` and `remove_tags` leave the others. ' +
      '`vars` is merged; null removes one. ' +
      '`components` is merged field by field; null in place of the fields removes a component, null in place of a value sets it to its default. ' +
      'To move or turn relative to now, use transform. Example: {"entity": 12, "color": "#ff0000", "vars": {"hp": 50, "old": null}, "components": {"light": {"range": 20}}}.',
    category: 'entity',
    input: {
      entity: entityRef(),
      name: text('A new name.', { minLength: 1, maxLength: 200 }),
      parent: {
        type: ['integer', 'string', 'null'],
        description: 'A new parent: id, name or path; null or 0 for none.',
      },
      enabled: flag('Off: not drawn, runs nothing, with all below it.'),
      tags: list(text('A tag.'), 'All its tags, in place of those it has.'),
      add_tags: list(text('A tag.'), 'Tags to add to those it has.'),
      remove_tags: list(text('A tag.'), 'Tags to take from it.'),
      position: vec3('Metres, from its parent.'),
      rotation: vec3('Degrees.', [0, 90, 0]),
      scale: vec3('Factors.', [1, 1, 1]),
      color: COLOR,
      mesh: text(MESH_DOC, { examples: ['cube'] }),
      vars: anyObject('Variables to set; null removes one.'),
      components: anyObject('Component type → fields to set, or null to remove it.'),
    },
    required: ['entity'],
    output: {
      id: integer('Id of the entity.'),
      name: text('Its name.'),
      changed: list(text('A property.'), 'What differs from before; empty where nothing does.'),
    },
    effect: 'scene',
    idempotent: true,
    run: (args, context) => update(args, context),
  });
}

function update(args: JsonObject, context: ToolContext): ToolResult {
  const { scene, tx } = context;
  const before = findEntity(scene, optionalReference(args, 'entity') ?? '');
  const vars = optionalObject(args, 'vars');
  const components = componentsOf(args, before.components);
  const tags = tagsOf(args, before);
  const after = tx.update(before.id, {
    ...patchOf(args, scene),
    ...(tags === undefined ? {} : { tags }),
    ...(vars === undefined ? {} : { vars: mergeVars(before.vars, vars) }),
    ...(components === undefined ? {} : { components }),
  });
  const changed = changedKeys(before, after);
  if (Object.keys(args).length === 1) context.warn('Nothing was given to change.');
  const what = changed.length === 0 ? 'nothing differed' : changed.join(', ');
  context.relabel(
    briefLine(`Change ${whichEntities([before])}: ${what.replace(/\b(vars|components)\./g, '')}`, 80),
  );
  return textResult(`Changed ${nameOf(after)}: ${what}`, { id: after.id, name: after.name, changed });
}

/** Its tags with what is added and taken away; undefined where neither was asked for. */
function tagsOf(args: JsonObject, before: Entity): readonly string[] | undefined {
  const added = optionalTexts(args, 'add_tags');
  const removed = new Set(optionalTexts(args, 'remove_tags'));
  if (added === undefined && removed.size === 0) return undefined;
  const own = optionalTexts(args, 'tags') ?? before.tags;
  return [...new Set([...own, ...(added ?? [])])].filter((tag) => !removed.has(tag));
}

function changedKeys(before: Entity, after: Entity): string[] {
  const changed: string[] = PLAIN_PROPERTIES.filter((key) => before[key] !== after[key]);
  for (const [group, a, b] of [
    ['vars', before.vars, after.vars],
    ['components', before.components, after.components],
  ] as const) {
    if (a === b) continue;
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const name of names)
      if (JSON.stringify(a[name]) !== JSON.stringify(b[name])) changed.push(`${group}.${name}`);
  }
  return changed;
}

function entityDelete(): ToolDefinition {
  return defineTool({
    name: 'entity_delete',
    title: 'Delete entities',
    description:
      'Deletes one entity or several, with everything below them. Undo brings them back with the same ids. ' +
      'Example: {"entity": "Room/Door"} or {"entities": [12, 13]}.',
    category: 'entity',
    input: {
      entity: entityRef('One entity.'),
      entities: entityRefs('Several entities.'),
    },
    output: {
      deleted: list(integer('An id.'), 'Ids of all that is gone, ascending.'),
      count: integer('How many.'),
    },
    effect: 'scene',
    destructive: true,
    run: (args, context) => {
      const { scene, tx } = context;
      const entities = topmost(scene, givenEntities(args, scene));
      context.relabel(`Delete ${whichEntities(entities)}`);
      const deleted = entities.flatMap((entity) => tx.remove(entity.id)).sort((a, b) => a - b);
      const names = entities
        .slice(0, 5)
        .map((entity) => nameOf(entity))
        .join(', ');
      const more = entities.length > 5 ? ` and ${entities.length - 5} more` : '';
      const below =
        deleted.length > entities.length
          ? `, with ${count(deleted.length - entities.length, 'entity', 'entities')} below`
          : '';
      return textResult(`Deleted ${names}${more}${below}`, { deleted, count: deleted.length });
    },
  });
}

/** `entity` or `entities`, at least one. */
export function givenEntities(args: JsonObject, scene: Scene): readonly Entity[] {
  const one = optionalReference(args, 'entity');
  const all = [...(one === undefined ? [] : [one]), ...references(args, 'entities')];
  if (all.length === 0) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        'No entity was given.',
        'Give "entity" or "entities", such as {"entity": 12}.',
      ),
    );
  }
  return findEntities(scene, all);
}

/** The parent that is meant; undefined where none was given, null for the root. */
export function givenParent(args: JsonObject, scene: Scene): number | null | undefined {
  if (!Object.hasOwn(args, 'parent')) return undefined;
  const reference = optionalReference(args, 'parent');
  // 0 is how other engines write "no parent".
  return reference === undefined || reference === 0 || reference === ''
    ? null
    : findEntity(scene, reference).id;
}

function patchOf(args: JsonObject, scene: Scene): EntityPatch {
  const patch: { -readonly [K in keyof EntityPatch]: EntityPatch[K] } = {};
  const name = optionalText(args, 'name');
  if (name !== undefined) patch.name = name;
  const parent = givenParent(args, scene);
  if (parent !== undefined) patch.parent = parent;
  if (typeof args.enabled === 'boolean') patch.enabled = args.enabled;
  const tags = optionalTexts(args, 'tags');
  if (tags !== undefined) patch.tags = tags;
  for (const key of ['position', 'rotation', 'scale'] as const) {
    const vector = optionalVec3(args, key);
    if (vector !== undefined) patch[key] = vector;
  }
  const color = optionalText(args, 'color');
  if (color !== undefined) patch.color = color;
  if (!Object.hasOwn(args, 'entity')) {
    const vars = optionalObject(args, 'vars');
    if (vars !== undefined) patch.vars = vars;
  }
  return patch;
}

/** Components with what `components` and `mesh` change; undefined where they change nothing. */
function componentsOf(args: JsonObject, before: Entity['components']): Entity['components'] | undefined {
  const mesh = optionalText(args, 'mesh');
  const given = optionalObject(args, 'components');
  if (mesh === undefined && given === undefined) return undefined;
  if (
    mesh !== undefined &&
    !PRIMITIVES.some((primitive) => primitive === mesh) &&
    !mesh.startsWith('asset:')
  ) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        `"mesh" has to be a primitive or an asset, not ${JSON.stringify(mesh)}.`,
        didYouMean(mesh, PRIMITIVES) ?? MESH_DOC,
      ),
    );
  }
  if (mesh === undefined) return mergeComponents(before, given ?? {});
  const meshFields: Json = given?.mesh ?? {};
  return mergeComponents(before, {
    ...given,
    mesh: { ...(isJsonObject(meshFields) ? meshFields : {}), mesh },
  });
}

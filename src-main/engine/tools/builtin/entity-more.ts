/** transform, entity_refs, component_schema, tag_rename. */
import { ToolFailure, toolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import type { Entity, EntityPatch, Vec3 } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import { add, anglesOf, chain, compose, invert, transformPoint, type Mat4 } from '../../scene/transform';
import { didYouMean } from '../../text/suggest';
import { briefLine } from '../brief';
import type { ToolDefinition } from '../definition';
import { textResult } from '../result';
import { optionalNumber, optionalReference, optionalText, optionalVec3, requiredText } from './args';
import { anyObject, defineTool, entityRef, integer, list, text, vec3 } from './define';
import { count, findEntity, nameOf, unwrap, vectorText, whichEntities } from './entities';
import { findLinks } from './links';

export function entityMoreTools(): ToolDefinition[] {
  return [transformTool(), entityRefsTool(), componentSchema(), tagRename()];
}

function transformTool(): ToolDefinition {
  return defineTool({
    name: 'transform',
    title: 'Move, turn, scale',
    description:
      'Moves, turns and scales an entity. `position`, `rotation` and `scale` set new values; `translate` and `rotate` add to the present ones (or to those set in the same call). ' +
      'With `space` "world", `position` and `translate` are in the world and `rotate` turns about the world’s axes; otherwise all is relative to the parent. ' +
      'Example: {"entity": 12, "translate": [0, 1, 0], "rotate": [0, 90, 0]}.',
    category: 'entity',
    input: {
      entity: entityRef(),
      position: vec3('New position in metres.'),
      rotation: vec3('New rotation in degrees; about z first, then x, then y.', [0, 90, 0]),
      scale: vec3('New scale, factors.', [1, 1, 1]),
      translate: vec3('Metres to move by.'),
      rotate: vec3('Degrees to turn by.', [0, 90, 0]),
      space: text('What positions are relative to.', { enum: ['local', 'world'], default: 'local' }),
    },
    required: ['entity'],
    output: {
      id: integer('Id of the entity.'),
      position: vec3('Metres, from its parent.'),
      rotation: vec3('Degrees.'),
      scale: vec3('Factors.', [1, 1, 1]),
      world_position: vec3('Metres in the world.'),
    },
    effect: 'scene',
    run: (args, context) => {
      const { scene, tx } = context;
      const entity = findEntity(scene, optionalReference(args, 'entity') ?? '');
      const turns = args.rotation !== undefined || args.rotate !== undefined;
      const moves = args.position !== undefined || args.translate !== undefined;
      const verb = moves ? 'Move' : turns ? 'Turn' : 'Scale';
      context.relabel(`${verb} ${whichEntities([entity])}`);
      const after = tx.update(entity.id, transformed(args, scene, entity));
      const world = scene.worldPosition(entity.id);
      return textResult(
        `${nameOf(after)} is at ${vectorText(after.position)}, turned ${vectorText(after.rotation)}`,
        {
          id: after.id,
          position: after.position,
          rotation: after.rotation,
          scale: after.scale,
          world_position: world,
        },
      );
    },
  });
}

function transformed(args: JsonObject, scene: Scene, entity: Entity): EntityPatch {
  const world = args.space === 'world';
  const parent = entity.parent === null ? undefined : scene.worldMatrix(entity.parent);
  const given = optionalVec3(args, 'position');
  const translate = optionalVec3(args, 'translate');
  let position = given ?? (world ? scene.worldPosition(entity.id) : entity.position);
  if (translate !== undefined) position = add(position, translate);
  const moved = given !== undefined || translate !== undefined;
  const rotation = optionalVec3(args, 'rotation') ?? entity.rotation;
  const rotate = optionalVec3(args, 'rotate');
  const scale = optionalVec3(args, 'scale');
  return {
    ...(moved
      ? {
          position:
            world && parent !== undefined ? transformPoint(inverseOf(parent, entity), position) : position,
        }
      : {}),
    rotation: rotate === undefined ? rotation : turned(rotation, rotate, world ? parent : undefined),
    ...(scale === undefined ? {} : { scale }),
  };
}

/** A rotation with another one after it; in the world where the matrix of the parent is given. */
function turned(rotation: Vec3, by: Vec3, parent: Mat4 | undefined): Vec3 {
  const own = rotationMatrix(rotation);
  const turn = rotationMatrix(by);
  // In the world: parent · result = turn · parent · own, so result = parent⁻¹ · turn · parent · own.
  const axes = parent === undefined ? undefined : rotationPart(parent);
  const matrix =
    axes === undefined ? chain(turn, own) : chain(chain(transposed(axes), turn), chain(axes, own));
  const angles = anglesOf(
    [matrix[0], matrix[4], matrix[8]],
    [matrix[1], matrix[5], matrix[9]],
    [matrix[2], matrix[6], matrix[10]],
  );
  return [rounded(angles[0]), rounded(angles[1]), rounded(angles[2])];
}

/** Without the noise of sines and cosines: a quarter turn is 90, not 90.00000000000001. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9 + 0;
}

function rotationMatrix(rotation: Vec3): Mat4 {
  return compose({ position: [0, 0, 0], rotation, scale: [1, 1, 1] });
}

/** The rotation of a matrix without its scale. */
function rotationPart(matrix: Mat4): Mat4 {
  const columns = ([0, 1, 2] as const).map((column) => {
    const size = Math.hypot(matrix[column], matrix[column + 4] ?? 0, matrix[column + 8] ?? 0);
    const unit = size === 0 ? 0 : 1 / size;
    return [matrix[column] * unit, (matrix[column + 4] ?? 0) * unit, (matrix[column + 8] ?? 0) * unit];
  });
  const at = (row: number, column: number): number => columns[column]?.[row] ?? 0;
  return [at(0, 0), at(0, 1), at(0, 2), 0, at(1, 0), at(1, 1), at(1, 2), 0, at(2, 0), at(2, 1), at(2, 2), 0];
}

function transposed(m: Mat4): Mat4 {
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0];
}

function inverseOf(parent: Mat4, entity: Entity): Mat4 {
  const inverse = invert(parent);
  if (inverse !== undefined) return inverse;
  throw new ToolFailure(
    toolError(
      'invalid_arguments',
      `${nameOf(entity)} is below an entity with a scale of 0, so no place in the world can be given.`,
      'Use "space": "local", or mend the scale.',
    ),
  );
}

function entityRefsTool(): ToolDefinition {
  return defineTool({
    name: 'entity_refs',
    title: 'Links between entities',
    description:
      'Lists what refers to an entity, before it is renamed or deleted: children, component fields that hold entities, and scripts that name it. ' +
      'Each link is "ok" (by id), "by_name" (breaks when it is renamed) or "dangling" (points at nothing). Without `entity`: all dangling and ambiguous links of the scene. ' +
      'Example: {"entity": "Door"}.',
    category: 'entity',
    input: {
      entity: entityRef('Whose links; all broken ones where it is not given.'),
      limit: integer('Links to give at most.', { minimum: 1, maximum: 1_000, default: 50 }),
    },
    output: {
      links: list(anyObject('`from`, `from_name`, `property`, `to`, `status`, `fix`.'), 'The links.'),
      total: integer('How many there are in all.'),
    },
    run: (args, { scene }) => {
      const reference = optionalReference(args, 'entity');
      const target = reference === undefined ? undefined : findEntity(scene, reference);
      const links = findLinks(scene, target);
      const shown = links.slice(0, optionalNumber(args, 'limit') ?? 50);
      const lines = shown.map(
        (link) =>
          `#${link.from} ${link.from_name}  ${link.property}  → ${JSON.stringify(link.to)}  ${link.status}`,
      );
      const head =
        target === undefined
          ? `${count(links.length, 'broken link')}`
          : `${count(links.length, 'link')} to ${nameOf(target)}`;
      return textResult([head, ...lines].join('\n'), {
        links: shown.map((link) => ({ ...link })),
        total: links.length,
      });
    },
  });
}

function componentSchema(): ToolDefinition {
  return defineTool({
    name: 'component_schema',
    title: 'Component types',
    description:
      'Gives the JSON Schema of a component type: its fields with units, ranges, defaults and what they mean. Without `component`: of all types. Example: {"component": "light"}.',
    category: 'entity',
    input: { component: text('A component type.', { examples: ['light'] }) },
    output: { components: anyObject('Component type → JSON Schema.') },
    usesScene: false,
    run: (args, { scene }) => {
      const wanted = optionalText(args, 'component');
      const registry = scene.components;
      if (wanted !== undefined && !registry.has(wanted))
        throw new ToolFailure(registry.unknownType(wanted).error);
      const types = wanted === undefined ? registry.types() : [wanted];
      // A schema is plain JSON; its type says more than JSON's does.
      const schemas = Object.fromEntries(
        types.map((type) => [type, registry.schema(type) as unknown as Json]),
      );
      const lines = types.flatMap((type) => {
        const schema = registry.schema(type);
        if (schema === undefined) return [];
        const fields = Object.entries(schema.properties).map(([name, field]) => {
          const range =
            field.enum === undefined
              ? (field.type ?? 'any')
              : field.enum.map((value) => JSON.stringify(value)).join(' | ');
          return `  ${name}: ${range} = ${JSON.stringify(field.default)}  ${field.description ?? ''}`;
        });
        return [`${type}: ${schema.description}`, ...fields];
      });
      return textResult(lines.join('\n'), { components: schemas });
    },
  });
}

function tagRename(): ToolDefinition {
  return defineTool({
    name: 'tag_rename',
    title: 'Rename a tag',
    description:
      'Renames a tag on every entity that has it; where an entity has the new tag already, the two become one. Example: {"from": "enemy", "to": "monster"}.',
    category: 'entity',
    input: {
      from: text('The tag now.', { minLength: 1, maxLength: 100 }),
      to: text('The new tag.', { minLength: 1, maxLength: 100 }),
    },
    required: ['from', 'to'],
    output: {
      entities: list(integer('An id.'), 'Entities that changed, at most 1,000.'),
      count: integer('How many.'),
    },
    effect: 'scene',
    run: (args, context) => {
      const { scene, tx } = context;
      const from = requiredText(args, 'from');
      const to = requiredText(args, 'to');
      const ids = scene.withTag(from);
      if (ids.length === 0) {
        const tags = scene.tags().map(({ tag }) => tag);
        throw new ToolFailure(
          toolError(
            'not_found',
            `No entity has the tag "${from}".`,
            didYouMean(from, tags) ?? 'scene_overview lists the tags.',
          ),
        );
      }
      context.relabel(briefLine(`Rename tag ${from} to ${to}`, 80));
      for (const id of ids) {
        const { tags } = unwrap(scene.resolve(id));
        tx.update(id, { tags: tags.map((tag) => (tag === from ? to : tag)) });
      }
      return textResult(
        `Renamed the tag "${from}" to "${to}" on ${count(ids.length, 'entity', 'entities')}`,
        {
          entities: ids.slice(0, 1_000),
          count: ids.length,
        },
      );
    },
  });
}

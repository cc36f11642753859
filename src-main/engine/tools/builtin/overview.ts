/** engine_info and scene_overview: where am I, and what is there. */
import type { JsonObject } from '../../json';
import type { Project } from '../../project/project';
import type { Entity } from '../../scene/entity';
import type { Scene } from '../../scene/scene';
import type { ToolDefinition, ToolResult } from '../definition';
import type { ToolRegistry } from '../registry';
import { textResult } from '../result';
import type { Selection } from '../selection';
import { optionalNumber, optionalReference } from './args';
import { anyObject, defineTool, entityRef, flag, integer, list, text } from './define';
import { count, entityLine, findEntity, nameOf } from './entities';

export interface OverviewParts {
  readonly project: Pick<Project, 'settings' | 'folder'>;
  readonly registry: ToolRegistry;
  readonly selection: Selection;
  readonly version: string;
}

export function overviewTools(parts: OverviewParts): ToolDefinition[] {
  return [engineInfo(parts), sceneOverview(parts)];
}

const CONVENTIONS =
  'Metres and degrees; right-handed, y up, things face −z; rotations turn about z, then x, then y; colours are "#rrggbb" or "#rrggbbaa". ' +
  'An entity is given by id (12 or "#12"), unique name, or path ("Room/Door"). Each call is one undo step; a failing call changes nothing.';

function engineInfo(parts: OverviewParts): ToolDefinition {
  return defineTool({
    name: 'engine_info',
    title: 'About the engine',
    description:
      'Tells the engine’s version, the open project and scene, the component types and the categories of tools, with the conventions for units and references. ' +
      'Call it first in a new project. Example: {}.',
    category: 'scene',
    output: {
      version: text('Version of the engine.'),
      project: anyObject('`name`, `id`, `main_scene`, `policy` for custom tools.'),
      scene: anyObject('`name`, `file`, `entities`, `dirty`, `revision`.'),
      component_types: list(text('A component type.'), 'See component_schema.'),
      categories: anyObject('Category → number of tools.'),
      conventions: text('Units, axes, references.'),
    },
    run: (_args, { scene }) => {
      const { settings } = parts.project;
      const categories = new Map<string, number>();
      for (const { category } of parts.registry.active())
        categories.set(category, (categories.get(category) ?? 0) + 1);
      const types = scene.components.types();
      const sorted = [...categories].sort(([a], [b]) => (a < b ? -1 : 1));
      const lines = [
        `Skywalker ${parts.version}, project "${settings.name}" (custom tools: policy ${settings.customTools.policy})`,
        sceneLine(scene),
        `Component types: ${types.join(', ')}`,
        `Tools: ${sorted.map(([category, number]) => `${category} ${number}`).join(', ')}`,
        CONVENTIONS,
      ];
      return textResult(lines.join('\n'), {
        version: parts.version,
        project: {
          name: settings.name,
          id: settings.id,
          main_scene: settings.main_scene,
          policy: settings.customTools.policy,
        },
        scene: sceneFacts(scene),
        component_types: types,
        categories: Object.fromEntries(sorted),
        conventions: CONVENTIONS,
      });
    },
  });
}

function sceneOverview(parts: OverviewParts): ToolDefinition {
  return defineTool({
    name: 'scene_overview',
    title: 'Scene overview',
    description:
      'Shows the scene as an outline: one line for each entity with id, name, mesh or components, colour, position and tags, children below their parents, ' +
      'then the environment, the selection and the tags in use. Give `root` to see one branch only. ' +
      'Use scene_query to find particular entities in a large scene. Example: {"max_entities": 100}.',
    category: 'scene',
    input: {
      max_entities: integer('Lines to show at most.', { minimum: 1, maximum: 5_000, default: 300 }),
      root: entityRef('Only this entity and what is below it.'),
    },
    output: {
      name: text('The scene’s name.'),
      file: { type: ['string', 'null'], description: 'Its file; null before it is saved.' },
      count: integer('All entities of the scene.'),
      shown: integer('Entities in the outline.'),
      dirty: flag('Whether there are changes that no file holds.'),
      revision: integer('Rises with every change.'),
      environment: anyObject('Background, ambient light, fog.'),
      selection: list(integer('Id.'), 'Selected entities.'),
      tags: list(anyObject('`tag` and `count`.'), 'Tags in use.'),
      entities: list(anyObject('`id`, `name`, `parent`, `depth`.'), 'Those in the outline, in its order.'),
    },
    run: (args, { scene }) => overview(args, scene, parts),
  });
}

function overview(args: JsonObject, scene: Scene, parts: OverviewParts): ToolResult {
  const limit = optionalNumber(args, 'max_entities') ?? 300;
  const reference = optionalReference(args, 'root');
  const root = reference === undefined ? undefined : findEntity(scene, reference);
  const outline = outlineOf(scene, root, limit);
  const of = root === undefined ? scene.count : scene.descendantsOf(root.id).length + 1;
  const selection = parts.selection.get().filter((id) => scene.get(id) !== undefined);
  const tags = scene.tags();
  const lines = [
    sceneLine(scene),
    ...outline.map(({ entity, depth }) => `${'  '.repeat(depth)}${entityLine(entity)}`),
  ];
  if (outline.length < of)
    lines.push(
      `… ${count(of - outline.length, 'more entity', 'more entities')}: give root, or use scene_query.`,
    );
  lines.push(`Environment: ${JSON.stringify(scene.environment)}`);
  lines.push(
    selection.length === 0
      ? 'Nothing is selected.'
      : `Selected: ${selection
          .slice(0, 20)
          .map((id) => nameOf({ id, name: scene.get(id)?.name ?? '' }))
          .join(', ')}`,
  );
  if (tags.length > 0)
    lines.push(
      `Tags: ${tags
        .slice(0, 50)
        .map(({ tag, count: uses }) => `${tag} (${uses})`)
        .join(', ')}`,
    );
  return textResult(lines.join('\n'), {
    name: scene.name,
    file: scene.file,
    count: scene.count,
    shown: outline.length,
    dirty: scene.dirty,
    revision: scene.revision,
    environment: scene.environment,
    selection,
    tags: tags.map(({ tag, count: uses }) => ({ tag, count: uses })),
    entities: outline.map(({ entity, depth }) => ({
      id: entity.id,
      name: entity.name,
      parent: entity.parent,
      depth,
    })),
  });
}

/** Depth first, children in scene order; without recursion, for hierarchies may be deep. */
function outlineOf(
  scene: Scene,
  root: Entity | undefined,
  limit: number,
): { entity: Entity; depth: number }[] {
  const outline: { entity: Entity; depth: number }[] = [];
  const pending = (root === undefined ? scene.childrenOf(null) : [root.id])
    .toReversed()
    .map((id) => ({ id, depth: 0 }));
  for (let next = pending.pop(); next !== undefined && outline.length < limit; next = pending.pop()) {
    const entity = scene.get(next.id);
    if (entity === undefined) continue;
    outline.push({ entity, depth: next.depth });
    for (const id of scene.childrenOf(next.id).toReversed()) pending.push({ id, depth: next.depth + 1 });
  }
  return outline;
}

export function sceneFacts(scene: Scene): JsonObject {
  return {
    name: scene.name,
    file: scene.file,
    entities: scene.count,
    dirty: scene.dirty,
    revision: scene.revision,
    ...(scene.readOnlyReason === undefined ? {} : { read_only: scene.readOnlyReason }),
  };
}

function sceneLine(scene: Scene): string {
  const file = scene.file ?? 'not saved yet';
  return `Scene "${scene.name}" (${file}${scene.dirty ? ', unsaved changes' : ''}): ${count(scene.count, 'entity', 'entities')}`;
}

/** scene_diff and scene_validate: what differs from the file, and what is wrong. */
import { ToolFailure, toolError } from '../../errors';
import type { JsonObject } from '../../json';
import { lstatIfThere } from '../../project/files';
import type { Project } from '../../project/project';
import { describeChanges } from '../../scene/changes';
import type { Entity } from '../../scene/entity';
import { sameJson } from '../../scene/json-values';
import type { Scene } from '../../scene/scene';
import type { ToolDefinition } from '../definition';
import { textResult } from '../result';
import { optionalNumber, optionalText } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count, nameOf, unwrap } from './entities';
import { findLinks } from './links';
import { readScene } from './scene-files';

/** Something that is probably wrong in a scene. */
export interface SceneProblem {
  readonly severity: 'error' | 'warning';
  readonly entity?: number;
  readonly name?: string;
  readonly message: string;
  readonly hint: string;
}

/** What other parts of the engine look for in a scene. */
export type SceneCheck = (scene: Scene) => Iterable<SceneProblem>;

export function sceneCheckTools(parts: {
  readonly project: Project;
  /** Looked at on each call, so that parts can add theirs later. */
  readonly checks: readonly SceneCheck[];
}): ToolDefinition[] {
  return [sceneDiff(parts.project), sceneValidate(parts.project, parts.checks)];
}

function sceneDiff(project: Project): ToolDefinition {
  return defineTool({
    name: 'scene_diff',
    title: 'Differences from a scene file',
    description:
      'Compares the open scene with its file, or with another scene file: which entities are new, gone or changed, and each property before (in the file) and after (in the scene). Example: {} or {"path": "scenes/old.sky.json"}.',
    category: 'scene',
    input: {
      path: text('A scene file; the scene’s own where it is not given.'),
      limit: integer('Changes to give at most.', { minimum: 1, maximum: 5_000, default: 200 }),
    },
    output: {
      file: text('What it was compared with.'),
      changes: list(anyObject('`entity`, `name`, `property`, `before`, `after`.'), 'By entity.'),
      total: integer('Changes in all.'),
      created: integer('Entities that the file does not have.'),
      changed: integer('Entities that differ.'),
      deleted: integer('Entities that only the file has.'),
      environment_changed: flag('Whether the environment differs.'),
    },
    run: (args, context) => {
      const { scene } = context;
      const path = optionalText(args, 'path') ?? scene.file;
      if (path === null) {
        throw new ToolFailure(
          toolError(
            'invalid_arguments',
            'The scene has no file yet, so there is nothing to compare with.',
            'Give "path", or save it.',
          ),
        );
      }
      const { data, file } = unwrap(readScene(project, context, path));
      const changes = new Map<number, { before: Entity | null; after: Entity | null }>();
      for (const before of data.entities) {
        const after = scene.get(before.id) ?? null;
        changes.set(before.id, { before, after });
      }
      for (const id of scene.ids()) {
        if (!changes.has(id)) changes.set(id, { before: null, after: scene.get(id) ?? null });
      }
      const described = describeChanges(changes);
      const named = (property: string): number =>
        described.filter((change) => change.property === property).length;
      const created = named('created');
      const deleted = named('deleted');
      const touched = new Set(described.map((change) => change.entity)).size - created - deleted;
      const environment = !sameJson(data.environment, scene.environment);
      const limit = optionalNumber(args, 'limit') ?? 200;
      const shown = described.slice(0, limit);
      const lines = shown.map(({ entity, name, property, before, after }) =>
        property === 'created' || property === 'deleted'
          ? `#${entity} ${name} ${property}`
          : `#${entity} ${name}  ${property}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
      );
      const head = `Compared with ${file}: ${created} created, ${touched} changed, ${deleted} deleted${environment ? ', environment changed' : ''}`;
      return textResult([head, ...lines].join('\n'), {
        file,
        changes: shown.map((change) => ({ ...change })),
        total: described.length,
        created,
        changed: touched,
        deleted,
        environment_changed: environment,
      });
    },
  });
}

function sceneValidate(project: Project, checks: readonly SceneCheck[]): ToolDefinition {
  return defineTool({
    name: 'scene_validate',
    title: 'Check the scene',
    description:
      'Looks for what is probably wrong: links that point at nothing, models that are missing, scales of zero, behaviours that can’t run, no light, no camera or several that are primary, names that mean several entities among siblings. Changes nothing. Example: {}.',
    category: 'scene',
    input: { limit: integer('Problems to give at most.', { minimum: 1, maximum: 1_000, default: 100 }) },
    output: {
      ok: flag('No errors; there may be warnings.'),
      errors: integer('Number of errors.'),
      warnings: integer('Number of warnings.'),
      problems: list(anyObject('`severity`, `entity`, `name`, `message`, `hint`.'), 'Errors first.'),
    },
    run: (args, { scene }) => {
      const found = [...findProblems(scene, project), ...checks.flatMap((check) => [...check(scene)])];
      const problems = found.sort(
        (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
      );
      const errors = problems.filter((problem) => problem.severity === 'error').length;
      const shown = problems.slice(0, optionalNumber(args, 'limit') ?? 100);
      const lines = shown.map((problem) => `${problem.severity}: ${problem.message} ${problem.hint}`);
      const head =
        problems.length === 0
          ? 'Nothing is wrong.'
          : `${count(errors, 'error')}, ${count(problems.length - errors, 'warning')}`;
      return textResult([head, ...lines].join('\n'), {
        ok: errors === 0,
        errors,
        warnings: problems.length - errors,
        problems: shown.map((problem): JsonObject => ({ ...problem })),
      });
    },
  });
}

function* findProblems(scene: Scene, project: Project): Generator<SceneProblem> {
  for (const link of findLinks(scene, undefined)) {
    yield {
      severity: 'error',
      entity: link.from,
      name: link.from_name,
      message: `#${link.from} ${link.from_name}: ${link.property} refers to ${JSON.stringify(link.to)}, which is ${link.status === 'ambiguous' ? 'more than one entity' : 'no entity'}.`,
      hint: link.fix ?? 'Set it to an entity that exists.',
    };
  }
  const missing = new Map<string, boolean>();
  for (const id of scene.ids()) {
    const entity = scene.get(id);
    if (entity !== undefined) yield* entityProblems(entity, project, missing);
  }
  yield* siblingProblems(scene);
  if (scene.count === 0) return;
  if (scene.withComponent('light').length === 0) {
    yield {
      severity: 'warning',
      message: 'There is no light.',
      hint: 'Add a light component, or raise the ambient light of the environment.',
    };
  }
  const cameras = scene.withComponent('camera');
  const primary = cameras.filter((id) => scene.get(id)?.components.camera?.primary === true);
  if (cameras.length === 0) {
    yield {
      severity: 'warning',
      message: 'There is no camera, so the game would show nothing.',
      hint: 'Add an entity with a camera component.',
    };
  } else if (primary.length > 1) {
    yield {
      severity: 'warning',
      message: `${primary.length} cameras are primary: ${primary.map((id) => `#${id}`).join(', ')}.`,
      hint: 'Set "primary" of all but one to false.',
    };
  }
}

function* entityProblems(
  entity: Entity,
  project: Project,
  missing: Map<string, boolean>,
): Generator<SceneProblem> {
  const about = { entity: entity.id, name: entity.name };
  if (entity.scale.some((factor) => factor === 0)) {
    yield {
      severity: 'warning',
      ...about,
      message: `${nameOf(entity)} has a scale of 0.`,
      hint: 'It is flat or invisible; set a scale above 0.',
    };
  }
  const mesh = entity.components.mesh?.mesh;
  if (typeof mesh !== 'string' || !mesh.startsWith('asset:')) return;
  const path = mesh.slice('asset:'.length);
  const gone = missing.get(path) ?? isMissing(project, path);
  missing.set(path, gone);
  if (gone)
    yield {
      severity: 'error',
      ...about,
      message: `${nameOf(entity)} shows the model "${path}", which is not there.`,
      hint: 'asset_list shows the models; or choose a primitive.',
    };
}

function isMissing(project: Project, path: string): boolean {
  const located = project.locate(path);
  return !located.ok || lstatIfThere(located.value) === undefined;
}

/** A path such as Room/Door has to mean one entity. */
function* siblingProblems(scene: Scene): Generator<SceneProblem> {
  const seen = new Map<string, number>();
  const told = new Set<string>();
  for (const id of scene.ids()) {
    const entity = scene.get(id);
    if (entity === undefined || scene.named(entity.name).length < 2) continue;
    const key = `${entity.parent ?? 0}/${entity.name}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, id);
    } else if (!told.has(key)) {
      told.add(key);
      yield {
        severity: 'warning',
        entity: id,
        name: entity.name,
        message: `#${first} and #${id} are both named "${entity.name}" under the same parent, so that name means neither.`,
        hint: 'Rename one, or refer to them by id.',
      };
    }
  }
}

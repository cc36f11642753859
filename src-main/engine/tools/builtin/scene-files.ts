/** scene_new, scene_load, scene_save, scene_list: scenes as files of the project. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '../../events/event-log';
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../../errors';
import type { JsonObject } from '../../json';
import { readTextFile, writeFileAtomic } from '../../project/files';
import type { Project } from '../../project/project';
import { newSceneData } from '../../scene/default-scene';
import type { Scene } from '../../scene/scene';
import { formatScene, parseScene, type ParsedScene } from '../../scene/scene-file';
import { didYouMean } from '../../text/suggest';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import type { Selection } from '../selection';
import { uninterrupted, wait } from '../steps';
import type { Steps } from '../definition';
import { isOn, optionalText, requiredText } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count, unwrap } from './entities';

export interface SceneFileParts {
  readonly project: Project;
  readonly events: Pick<EventLog, 'append'>;
  readonly selection: Selection;
}

/** What a scene's file is called. */
export const SCENE_EXTENSION = '.sky.json';

/** Largest scene file that is read: 512 MiB, the longest text that Node holds. */
const MAX_SCENE_BYTES = 512 * 1_048_576;

export function sceneFileTools(parts: SceneFileParts): ToolDefinition[] {
  return [sceneNew(parts), sceneLoad(parts), sceneSave(parts), sceneList(parts)];
}

const DISCARD = flag(
  'Give up changes that no file holds. Without it they are kept, and the call is refused.',
  false,
);

function sceneNew(parts: SceneFileParts): ToolDefinition {
  return defineTool({
    name: 'scene_new',
    title: 'New scene',
    description:
      'Starts a new scene in place of the open one, with a ground, a cube, a light and a camera, or `empty`. The history starts anew, so undo can’t bring the old scene back. ' +
      'Refused while there are unsaved changes, unless `discard` is true. It has no file until scene_save. Example: {"name": "Harbour", "empty": true}.',
    category: 'scene',
    input: {
      name: text('Name of the scene.', { minLength: 1, maxLength: 200, examples: ['Harbour'] }),
      empty: flag('Without any entity.', false),
      discard: DISCARD,
    },
    required: ['name'],
    output: { name: text('Its name.'), count: integer('Its entities.') },
    effect: 'scene',
    destructive: true,
    run: (args, context) => {
      keepUnsaved(context.scene, isOn(args, 'discard'));
      const name = requiredText(args, 'name');
      const data = newSceneData({ name, seed: parts.project.settings.seed, empty: isOn(args, 'empty') });
      context.tx.replaceAll(data, { file: null });
      opened(parts, context, 'new', `New scene "${name}"`);
      return textResult(
        `New scene "${name}" with ${count(context.scene.count, 'entity', 'entities')}; it is not saved yet.`,
        {
          name,
          count: context.scene.count,
        },
      );
    },
  });
}

function sceneLoad(parts: SceneFileParts): ToolDefinition {
  return defineTool({
    name: 'scene_load',
    title: 'Load a scene',
    description:
      'Opens a scene file of the project in place of the open scene. The history starts anew, so undo can’t bring the old scene back. ' +
      'Refused while there are unsaved changes, unless `discard` is true. scene_list shows the files. Example: {"path": "scenes/harbour.sky.json"}.',
    category: 'scene',
    input: {
      path: text('The file, from the project folder.', { examples: ['scenes/main.sky.json'] }),
      discard: DISCARD,
    },
    required: ['path'],
    output: {
      name: text('The scene’s name.'),
      file: text('Its file.'),
      count: integer('Its entities.'),
      read_only: text('Why it can’t be saved, where that is so.'),
    },
    optional: ['read_only'],
    effect: 'scene',
    destructive: true,
    run: (args, context) => {
      keepUnsaved(context.scene, isOn(args, 'discard'));
      const path = requiredText(args, 'path');
      const { data, file } = unwrap(readScene(parts.project, context.scene, path));
      context.tx.replaceAll(data, { file, saved: true });
      opened(parts, context, 'loaded', `Loaded ${file}`);
      if (data.readOnlyReason !== undefined) context.warn(data.readOnlyReason);
      return textResult(
        `Loaded "${data.name}" from ${file}: ${count(context.scene.count, 'entity', 'entities')}`,
        {
          name: data.name,
          file,
          count: context.scene.count,
          ...(data.readOnlyReason === undefined ? {} : { read_only: data.readOnlyReason }),
        },
      );
    },
  });
}

function sceneSave(parts: SceneFileParts): ToolDefinition {
  return defineTool({
    name: 'scene_save',
    title: 'Save the scene',
    description:
      'Writes the scene to its file, or to `path`, which is its file from then on. The history stays. A file of another scene is replaced only with `overwrite`. ' +
      'Can’t be used inside a batch. Example: {} or {"path": "scenes/harbour.sky.json"}.',
    category: 'scene',
    input: {
      path: text(`A file in the project that ends in ${SCENE_EXTENSION}.`, {
        examples: ['scenes/main.sky.json'],
      }),
      overwrite: flag('Replace a file that is not the scene’s own.', false),
    },
    output: {
      file: text('Where it was saved.'),
      bytes: integer('Size of the file.'),
      revision: integer('The revision that the file holds.'),
    },
    effect: 'project',
    exclusive: true,
    idempotent: true,
    waits: true,
    run: (args, context) => save(args, context, parts),
  });
}

function* save(args: JsonObject, context: ToolContext, parts: SceneFileParts): Steps<ToolResult> {
  const { scene } = context;
  const path = optionalText(args, 'path') ?? scene.file;
  if (path === null) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        'The scene has no file yet, so "path" is needed.',
        `For example: {"path": "scenes/${fileName(scene.name)}${SCENE_EXTENSION}"}`,
      ),
    );
  }
  if (!path.endsWith(SCENE_EXTENSION)) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        `"${path}" does not end in ${SCENE_EXTENSION}.`,
        `For example: "scenes/main${SCENE_EXTENSION}".`,
      ),
    );
  }
  const target = unwrap(parts.project.writable(path));
  const own = target.relative === scene.file;
  if (scene.readOnlyReason !== undefined && own) {
    throw new ToolFailure(
      toolError(
        'permission_denied',
        scene.readOnlyReason,
        'Save it under another name, or update Skywalker.',
      ),
    );
  }
  if (
    !own &&
    !isOn(args, 'overwrite') &&
    statSync(target.absolute, { throwIfNoEntry: false }) !== undefined
  ) {
    throw new ToolFailure(
      toolError(
        'conflict',
        `There is a file ${target.relative} already, which is not this scene's.`,
        'Choose another path, or give "overwrite": true.',
      ),
    );
  }
  const { revision } = scene;
  const content = formatScene(scene);
  yield* wait(uninterrupted(writeFileAtomic(target.absolute, content)));
  scene.file = target.relative;
  scene.markSaved(revision);
  parts.events.append({
    type: 'scene',
    kind: 'saved',
    actor: context.caller.actor,
    call: context.callId,
    summary: `Saved ${target.relative}`,
    data: { file: target.relative, revision },
  });
  const bytes = Buffer.byteLength(content);
  return textResult(`Saved ${target.relative} (${bytes} bytes)`, { file: target.relative, bytes, revision });
}

function sceneList(parts: SceneFileParts): ToolDefinition {
  return defineTool({
    name: 'scene_list',
    title: 'Scene files',
    description:
      'Lists the scene files of the project, and says which is open and which is the main one. Example: {}.',
    category: 'scene',
    output: {
      scenes: list(
        anyObject('`path`, `bytes`, `modified` (ISO 8601), `open`, `main`.'),
        'The files, by path.',
      ),
    },
    usesScene: false,
    run: (_args, { scene }) => {
      const main = parts.project.settings.main_scene;
      const scenes = sceneFiles(parts.project).map((path) => {
        const facts = statSync(join(parts.project.folder, path), { throwIfNoEntry: false });
        return {
          path,
          bytes: facts?.size ?? 0,
          modified: (facts?.mtime ?? new Date(0)).toISOString(),
          open: path === scene.file,
          main: path === main,
        };
      });
      const lines = scenes.map(({ path, bytes, open, main: isMain }) => {
        const marks = [open ? 'open' : '', isMain ? 'main' : ''].filter((mark) => mark !== '');
        return `${path}  ${bytes} bytes${marks.length === 0 ? '' : `  (${marks.join(', ')})`}`;
      });
      return textResult([count(scenes.length, 'scene file'), ...lines].join('\n'), { scenes });
    },
  });
}

/** A scene file as data, with where it really is. Did-you-mean for a path that is not there. */
export function readScene(
  project: Project,
  scene: Scene,
  path: string,
): Outcome<{ data: ParsedScene; file: string }> {
  const located = project.locate(path);
  if (!located.ok) return located;
  const content = readTextFile(located.value.absolute, { maxBytes: MAX_SCENE_BYTES });
  if (!content.ok) {
    if (content.error.code !== 'not_found') return content;
    const files = sceneFiles(project);
    return fail(
      'not_found',
      `There is no scene file "${path}".`,
      didYouMean(path, files) ?? 'scene_list shows the scene files.',
    );
  }
  const parsed = parseScene(content.value, scene.components);
  return parsed.ok ? succeed({ data: parsed.value, file: located.value.relative }) : parsed;
}

/** Scene files below `scenes/`, and those in the project's own folder; by path. */
export function sceneFiles(project: Pick<Project, 'folder'>): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of listFolder(join(project.folder, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && entry.name.endsWith(SCENE_EXTENSION)) found.push(path);
      if (entry.isDirectory() && depth < 8 && (folder !== '' || entry.name === 'scenes'))
        visit(path, depth + 1);
    }
  };
  visit('', 0);
  return found.sort();
}

function listFolder(folder: string): ReturnType<typeof readFolder> {
  try {
    return readFolder(folder);
  } catch {
    // A folder that is not there, or is another's, has no scenes of ours.
    return [];
  }
}

function readFolder(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function keepUnsaved(scene: Scene, discard: boolean): void {
  if (!scene.dirty || discard) return;
  throw new ToolFailure(
    toolError(
      'conflict',
      `The scene "${scene.name}" has changes that no file holds.`,
      'Save it with scene_save first, or give "discard": true to lose them.',
    ),
  );
}

function opened(parts: SceneFileParts, context: ToolContext, kind: 'new' | 'loaded', summary: string): void {
  context.onRollback(parts.selection.replace([]));
  context.afterCommit(() => {
    const { scene, caller, callId } = context;
    parts.events.append({
      type: 'scene',
      kind,
      actor: caller.actor,
      call: callId,
      summary,
      data: { name: scene.name, file: scene.file, entities: scene.count, revision: scene.revision },
    });
  });
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'scene' : plain;
}

/** scene_new, scene_load, scene_list: scenes as files of the project. */
import type { EventLog } from '../../events/event-log';
import { fail, succeed, ToolFailure, toolError, type Outcome } from '../../errors';
import { contentHash } from '../../project/content-hash';
import { readTextFile, statIfThere } from '../../project/files';
import { entriesIn } from '../../project/folder-entries';
import { below } from '../../project/held-folder';
import { rootOf } from '../../project/paths';
import type { Project } from '../../project/project';
import { newSceneData } from '../../scene/default-scene';
import type { Scene } from '../../scene/scene';
import { parseScene, type ParsedScene } from '../../scene/scene-file';
import { didYouMean } from '../../text/suggest';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import type { Selection } from '../selection';
import { isOn, requiredText } from './args';
import { anyObject, defineTool, flag, integer, list, text } from './define';
import { count, unwrap } from './entities';
import { readable } from './file-access';

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
  return [sceneNew(parts), sceneLoad(parts), sceneList(parts)];
}

/** The argument of tools that would lose unsaved changes. */
export const DISCARD = flag(
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
      if_changed: flag(
        'Only where it is the file of the open scene and something else changed it; else nothing happens.',
        false,
      ),
    },
    required: ['path'],
    files: { read: 'path' },
    output: {
      name: text('The scene’s name.'),
      file: text('Its file.'),
      count: integer('Its entities.'),
      read_only: text('Why it can’t be saved, where that is so.'),
      unchanged: flag('With `if_changed`: true where nothing was loaded.'),
    },
    optional: ['read_only', 'unchanged'],
    effect: 'scene',
    destructive: true,
    run: (args, context) => {
      const { scene } = context;
      const discard = isOn(args, 'discard');
      const again = isOn(args, 'if_changed');
      if (!again) keepUnsaved(scene, discard);
      const { content, file, hash } = unwrap(
        readSceneText(parts.project, context, requiredText(args, 'path')),
      );
      if (again) {
        if (file !== scene.file || hash === scene.fileHash) return unchanged(scene, file);
        keepUnsaved(scene, discard);
      }
      const data = unwrap(parseScene(content, scene.components));
      const selected = again ? parts.selection.get() : [];
      context.tx.replaceAll(data, { file, fileHash: hash, saved: true });
      if (again)
        opened(parts, context, 'changed_on_disk', `${file} changed on disk and was loaded again`, selected);
      else opened(parts, context, 'loaded', `Loaded ${file}`);
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
      const root = rootOf(parts.project.folder);
      const scenes = sceneFiles(parts.project).map((path) => {
        const facts = statIfThere(below(root, path));
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

/**
 * A scene file as data, with where it really is. Did-you-mean for a path that is not there. Throws a `ToolFailure` where the
 * call may not read it.
 */
export function readScene(
  project: Project,
  context: ToolContext,
  path: string,
): Outcome<{ data: ParsedScene; file: string }> {
  const read = readSceneText(project, context, path);
  if (!read.ok) return read;
  const parsed = parseScene(read.value.content, context.scene.components);
  return parsed.ok ? succeed({ data: parsed.value, file: read.value.file }) : parsed;
}

function readSceneText(
  project: Project,
  context: ToolContext,
  path: string,
): Outcome<{ content: string; file: string; hash: string }> {
  const place = readable(project, path, context);
  const content = readTextFile(place, { maxBytes: MAX_SCENE_BYTES });
  if (content.ok) {
    return succeed({ content: content.value, file: place.relative, hash: contentHash(content.value) });
  }
  if (content.error.code !== 'not_found') return content;
  return fail(
    'not_found',
    `There is no scene file "${path}".`,
    didYouMean(path, sceneFiles(project)) ?? 'scene_list shows the scene files.',
  );
}

function unchanged(scene: Scene, file: string): ToolResult {
  return textResult(`${file} has not changed since the open scene was loaded or saved.`, {
    name: scene.name,
    file,
    count: scene.count,
    unchanged: true,
  });
}

/** Scene files below `scenes/`, and those in the project's own folder; by path. */
export function sceneFiles(project: Pick<Project, 'folder'>): readonly string[] {
  const found: string[] = [];
  const root = rootOf(project.folder);
  const visit = (folder: string, depth: number): void => {
    for (const entry of entriesIn(below(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && entry.name.endsWith(SCENE_EXTENSION)) found.push(path);
      if (entry.isDirectory() && depth < 8 && (folder !== '' || entry.name === 'scenes'))
        visit(path, depth + 1);
    }
  };
  visit('', 0);
  return found.sort();
}

/** Throws a `ToolFailure` (`conflict`) where the scene has unsaved changes, unless they are given up. */
export function keepUnsaved(scene: Scene, discard: boolean): void {
  if (!scene.dirty || discard) return;
  throw new ToolFailure(
    toolError(
      'conflict',
      `The scene "${scene.name}" has changes that no file holds.`,
      'Save it with scene_save first, or give "discard": true to lose them.',
    ),
  );
}

/** What follows where another scene has taken the place of the open one: of what was `selected`, what is there stays so. */
export function opened(
  parts: Pick<SceneFileParts, 'events' | 'selection'>,
  context: ToolContext,
  kind: 'new' | 'loaded' | 'changed_on_disk' | 'restored',
  summary: string,
  selected: readonly number[] = [],
): void {
  context.onRollback(parts.selection.replace(selected.filter((id) => context.scene.get(id) !== undefined)));
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

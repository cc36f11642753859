/** scene_save: the scene into its file, and never over what somebody else has written there unseen. */
import { ToolFailure, toolError } from '../../errors';
import type { JsonObject } from '../../json';
import { hashOfFile, Passage } from '../../project/content-hash';
import { fileStamp, statIfThere, writeFileAtomic } from '../../project/files';
import type { ResolvedPath } from '../../project/paths';
import { inSlices } from '../../project/slices';
import { sceneText } from '../../scene/scene-file';
import type { Steps, ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import { uninterrupted, wait } from '../steps';
import { isOn, optionalText } from './args';
import { defineTool, flag, integer, text } from './define';
import { unwrap } from './entities';
import { SCENE_EXTENSION, type SceneFileParts } from './scene-files';

interface SaveParts extends Pick<SceneFileParts, 'project' | 'events'> {
  /** Told just before a scene file is replaced by what the scene holds at a revision. */
  readonly saving?: (note: {
    readonly file: string;
    readonly hash: string;
    readonly revision: number;
  }) => void;
}

export function sceneSaveTool(parts: SaveParts): ToolDefinition {
  return defineTool({
    name: 'scene_save',
    title: 'Save the scene',
    description:
      'Writes the scene to its file, or to `path`, which is its file from then on. The history stays. ' +
      'A file of another scene, and a file that something else has changed since it was loaded or saved, is replaced only with `overwrite`. ' +
      'Can’t be used inside a batch. Example: {} or {"path": "scenes/harbour.sky.json"}.',
    category: 'scene',
    input: {
      path: text(`A file in the project that ends in ${SCENE_EXTENSION}.`, {
        examples: ['scenes/main.sky.json'],
      }),
      overwrite: flag(
        'Replace a file that is not the scene’s own, or that has changed on disk meanwhile.',
        false,
      ),
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

function* save(args: JsonObject, context: ToolContext, parts: SaveParts): Steps<ToolResult> {
  const { scene } = context;
  const target = unwrap(parts.project.writable(targetOf(args, context)));
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
  const overwrite = isOn(args, 'overwrite');
  const found = identityOf(target);
  if (!overwrite && found !== undefined) {
    if (!own) {
      throw new ToolFailure(
        toolError(
          'conflict',
          `There is a file ${target.relative} already, which is not this scene's.`,
          'Choose another path, or give "overwrite": true.',
        ),
      );
    }
    const disk = unwrap(yield* wait(hashOfFile(target)));
    if (disk !== null && disk !== scene.fileHash) throw new ToolFailure(changedError(target.relative));
  }
  const { revision, state } = scene;
  const passage = new Passage();
  const content = passage.through(inSlices(sceneText(scene.snapshot(), scene.components)));
  let hash = '';
  const beforeReplace = (): void => {
    // Somebody else may have written it while this was being written.
    if (!overwrite && identityOf(target) !== found) throw new ToolFailure(changedError(target.relative));
    hash = passage.digest();
    parts.saving?.({ file: target.relative, hash, revision });
  };
  yield* wait(uninterrupted(writeFileAtomic(target, content, { beforeReplace })));
  scene.file = target.relative;
  scene.fileHash = hash;
  scene.markSaved(state);
  parts.events.append({
    type: 'scene',
    kind: 'saved',
    actor: context.caller.actor,
    call: context.callId,
    summary: `Saved ${target.relative}`,
    data: { file: target.relative, revision },
  });
  const { bytes } = passage;
  return textResult(`Saved ${target.relative} (${bytes} bytes)`, { file: target.relative, bytes, revision });
}

function targetOf(args: JsonObject, { scene }: ToolContext): string {
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
  if (path.endsWith(SCENE_EXTENSION)) return path;
  throw new ToolFailure(
    toolError(
      'invalid_arguments',
      `"${path}" does not end in ${SCENE_EXTENSION}.`,
      `For example: "scenes/main${SCENE_EXTENSION}".`,
    ),
  );
}

function changedError(file: string): ReturnType<typeof toolError> {
  return toolError(
    'conflict',
    `${file} has changed on disk since it was loaded or saved here; nothing was written.`,
    `scene_diff shows the differences. To keep the open scene: scene_save {"overwrite": true}. ` +
      `To take what is on disk and give up unsaved changes here: scene_load {"path": ${JSON.stringify(file)}, "discard": true}. ` +
      'To keep both: scene_save with another "path".',
    { file, reason: 'changed_on_disk' },
  );
}

/** Tells one state of a file from another during a save; undefined where there is no file. */
function identityOf(path: ResolvedPath): string | undefined {
  return statIfThere(path) && fileStamp(path.absolute);
}

function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'scene' : plain;
}

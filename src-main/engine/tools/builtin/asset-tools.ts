/** asset_list, asset_import, asset_delete. */
import { isAbsolute } from 'node:path';
import type { EventLog } from '../../events/event-log';
import { ToolFailure, toolError } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { lstatIfThere, readBytes } from '../../project/files';
import type { Project } from '../../project/project';
import type { Scene } from '../../scene/scene';
import { didYouMean } from '../../text/suggest';
import { fileDeniedBy } from '../capabilities';
import type { ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import { isOn, optionalNumber, optionalText, optionalVec3, requiredText } from './args';
import { anyObject, defineTool, flag, integer, list, text, vec3 } from './define';
import { count, nameOf, unwrap } from './entities';
import { isPerson, readable, trashInCall, writable, writeInCall } from './file-access';
import { walkFiles } from './file-walk';

export interface AssetParts {
  readonly project: Project;
  readonly events: Pick<EventLog, 'append'>;
}

/** Largest file that is imported. */
const MAX_IMPORT_BYTES = 128 * 1_048_576;

/** Type of asset → ends of file names. */
const TYPES: readonly (readonly [string, readonly string[]])[] = [
  ['scene', ['.sky.json']],
  ['tool', ['.tool.json', '.tool.js']],
  ['material', ['.mat.json']],
  ['mesh', ['.glb', '.gltf', '.obj', '.stl', '.fbx']],
  ['texture', ['.png', '.jpg', '.jpeg', '.webp', '.ktx2', '.hdr', '.svg']],
  ['audio', ['.wav', '.ogg', '.mp3', '.flac']],
  ['video', ['.mp4', '.webm']],
  ['font', ['.ttf', '.otf', '.woff2']],
  ['script', ['.wander']],
  ['data', ['.json', '.csv', '.txt', '.md', '.yaml', '.yml']],
];

export function assetTools(parts: AssetParts): ToolDefinition[] {
  return [assetList(parts), assetImport(parts), assetDelete(parts)];
}

/** The type of asset that a file's name tells; `other` where it tells none. */
function assetType(path: string): string {
  const name = path.toLowerCase();
  return TYPES.find(([, ends]) => ends.some((end) => name.endsWith(end)))?.[0] ?? 'other';
}

function assetList({ project }: AssetParts): ToolDefinition {
  const types = [...TYPES.map(([type]) => type), 'other'];
  return defineTool({
    name: 'asset_list',
    title: 'List assets',
    description:
      'Lists the project’s assets with type, size and how many entities show each model. Filter by `type` and by a part of the path. ' +
      'A model is used as {"mesh": "asset:<path>"} in entity_create. Example: {"type": "mesh", "query": "tree"}.',
    category: 'project',
    input: {
      type: text('Only this type.', { enum: types }),
      query: text('Part of the path; case does not matter.', { minLength: 1 }),
      limit: integer('Assets to give at most.', { minimum: 1, maximum: 5_000, default: 60 }),
    },
    files: { read: true },
    output: {
      assets: list(anyObject('`path`, `type`, `bytes`, `used_by` (entities).'), 'By path.'),
      total: integer('How many in all.'),
    },
    run: (args, context) => {
      const { scene } = context;
      const type = optionalText(args, 'type');
      const query = optionalText(args, 'query')?.toLowerCase();
      const limit = optionalNumber(args, 'limit') ?? 60;
      const uses = modelUses(scene);
      const assets: Json[] = [];
      const lines: string[] = [];
      let total = 0;
      for (const file of walkFiles(project.folder, '', { recursive: true })) {
        if (file.kind !== 'file' || file.path === 'game.json') continue;
        if (fileDeniedBy(context.capabilities, 'read', file.path) !== undefined) continue;
        context.touched('read', file.path);
        const kind = assetType(file.path);
        if (type === undefined ? kind === 'other' || kind === 'tool' : kind !== type) continue;
        if (query !== undefined && !file.path.toLowerCase().includes(query)) continue;
        total += 1;
        if (assets.length >= limit) continue;
        const usedBy = uses.get(file.path)?.length ?? 0;
        assets.push({ path: file.path, type: kind, bytes: file.bytes, used_by: usedBy });
        lines.push(`${file.path}  ${kind}  ${file.bytes} bytes${usedBy === 0 ? '' : `  used by ${usedBy}`}`);
      }
      return textResult([count(total, 'asset'), ...lines].join('\n'), { assets, total });
    },
  });
}

/** Model's path → ids of the entities that show it. */
function modelUses(scene: Scene): ReadonlyMap<string, readonly number[]> {
  const uses = new Map<string, number[]>();
  for (const id of scene.withComponent('mesh')) {
    const mesh = scene.get(id)?.components.mesh?.mesh;
    if (typeof mesh !== 'string' || !mesh.startsWith('asset:')) continue;
    const path = mesh.slice('asset:'.length);
    uses.set(path, [...(uses.get(path) ?? []), id]);
  }
  return uses;
}

function assetImport(parts: AssetParts): ToolDefinition {
  return defineTool({
    name: 'asset_import',
    title: 'Import an asset',
    description:
      'Brings a file into the project: from base64 `data`, or from a `path` (anywhere on the disk for people; inside the project for agents). ' +
      'With `create_entity` a model is put into the scene at `position`. Example: {"data": "iVBORw0…", "to": "assets/logo.png"}.',
    category: 'project',
    input: {
      path: text('The file to copy.', { minLength: 1 }),
      data: text('The file’s content in base64.', { minLength: 1, contentEncoding: 'base64' }),
      to: text('Where it goes, from the project folder; assets/<name> where it is not given.', {
        minLength: 1,
        examples: ['assets/tree.glb'],
      }),
      overwrite: flag('Replace a file that is there.', false),
      create_entity: flag('Put the model into the scene.', false),
      position: vec3('Where, in metres.'),
    },
    output: {
      path: text('Where it is.'),
      type: text('Its type.'),
      bytes: integer('Its size.'),
      entity: integer('The entity that shows it.'),
    },
    optional: ['entity'],
    effect: 'scene',
    files: { read: 'path', write: 'to' },
    run: (args, context) => importAsset(args, context, parts),
  });
}

function importAsset(args: JsonObject, context: ToolContext, { project, events }: AssetParts): ToolResult {
  const { bytes, name } = importSource(args, context, project);
  const to = optionalText(args, 'to') ?? (name === undefined ? undefined : `assets/${name}`);
  if (to === undefined)
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        'With "data", "to" is needed.',
        'For example: {"to": "assets/logo.png"}',
      ),
    );
  const target = writable(project, to, context);
  if (lstatIfThere(target) !== undefined && !isOn(args, 'overwrite')) {
    throw new ToolFailure(
      toolError(
        'conflict',
        `There is a file "${to}" already.`,
        'Choose another place, or give "overwrite": true.',
      ),
    );
  }
  const type = assetType(target.relative);
  if (writeInCall(context, target, bytes)) {
    const { actor } = context.caller;
    context.afterCommit(() => {
      events.append({
        type: 'asset',
        kind: 'imported',
        actor,
        call: context.callId,
        summary: `Imported ${target.relative}`,
        data: { path: target.relative, type, bytes: bytes.length },
      });
    });
  }
  const facts = { path: target.relative, type, bytes: bytes.length };
  if (!isOn(args, 'create_entity'))
    return textResult(`Imported ${target.relative} (${type}, ${bytes.length} bytes)`, facts);
  if (type !== 'mesh')
    throw new ToolFailure(
      toolError('invalid_arguments', `${target.relative} is no model (${type}), so no entity can show it.`),
    );
  const entity = context.tx.create({
    name: (target.relative.split('/').at(-1) ?? 'Model').replace(/\.[^.]+$/, ''),
    position: optionalVec3(args, 'position') ?? [0, 0, 0],
    components: { mesh: { mesh: `asset:${target.relative}` } },
  });
  return textResult(`Imported ${target.relative} as ${nameOf(entity)}`, { ...facts, entity: entity.id });
}

function importSource(
  args: JsonObject,
  context: ToolContext,
  project: Project,
): { bytes: Buffer; name: string | undefined } {
  const path = optionalText(args, 'path');
  const data = optionalText(args, 'data');
  if ((path === undefined) === (data === undefined)) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        'Give either "path" or "data".',
        'For example: {"path": "downloads/tree.glb"}',
      ),
    );
  }
  if (data !== undefined) {
    const plain = data.replaceAll(/\s/g, '');
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.length % 4 === 1) {
      throw new ToolFailure(
        toolError(
          'invalid_arguments',
          '"data" is not base64.',
          'Encode the bytes of the file in base64, without a data: prefix.',
        ),
      );
    }
    return { bytes: Buffer.from(plain, 'base64'), name: undefined };
  }
  const given = path ?? '';
  if (!isAbsolute(given))
    return {
      bytes: unwrap(readBytes(readable(project, given, context), MAX_IMPORT_BYTES)),
      name: given.split('/').at(-1),
    };
  if (!isPerson(context)) {
    throw new ToolFailure(
      toolError(
        'permission_denied',
        'Only people import files from outside the project.',
        'Send the content as base64 in "data", or ask a person.',
      ),
    );
  }
  return { bytes: unwrap(readBytes(given, MAX_IMPORT_BYTES)), name: given.split(/[/\\]/).at(-1) };
}

function assetDelete({ project, events }: AssetParts): ToolDefinition {
  return defineTool({
    name: 'asset_delete',
    title: 'Delete an asset',
    description:
      'Moves a file of the project into its trash (.skywalker/trash), from where a person can take it back. Refused while entities show it, unless `force`. ' +
      'History undo does not bring it back. Example: {"asset": "assets/old.png"}.',
    category: 'project',
    input: {
      asset: text('The file, from the project folder.', { minLength: 1, examples: ['assets/old.png'] }),
      force: flag('Even while entities show it.', false),
    },
    required: ['asset'],
    output: {
      path: text('What was deleted.'),
      trash: text('Where it is now, from the project folder.'),
      used_by: list(integer('An id.'), 'Entities that showed it.'),
    },
    effect: 'scene',
    destructive: true,
    files: { write: 'asset' },
    run: (args, context) => {
      const path = requiredText(args, 'asset');
      const target = writable(project, path, context);
      if (lstatIfThere(target) === undefined) {
        const files = [...walkFiles(project.folder, '', { recursive: true })].map((file) => file.path);
        throw new ToolFailure(
          toolError(
            'not_found',
            `There is no file "${path}".`,
            didYouMean(path, files) ?? 'asset_list shows the assets.',
          ),
        );
      }
      if (lstatIfThere(target)?.isFile() !== true) {
        throw new ToolFailure(
          toolError('invalid_arguments', `"${path}" is not a file.`, 'Delete the files in it one by one.'),
        );
      }
      if (target.relative === context.scene.file) {
        throw new ToolFailure(
          toolError('conflict', `"${path}" is the file of the open scene.`, 'Load another scene first.'),
        );
      }
      const usedBy = modelUses(context.scene).get(target.relative) ?? [];
      if (usedBy.length > 0 && !isOn(args, 'force')) {
        const shown = usedBy
          .slice(0, 5)
          .map((id) => nameOf({ id, name: context.scene.get(id)?.name ?? '' }))
          .join(', ');
        throw new ToolFailure(
          toolError(
            'conflict',
            `${count(usedBy.length, 'entity shows', 'entities show')} "${path}": ${shown}${usedBy.length > 5 ? ' …' : ''}.`,
            'Give them another mesh first, or give "force": true.',
          ),
        );
      }
      const trash = `.skywalker/trash/${trashInCall(project, context, target)}`;
      const { actor } = context.caller;
      context.afterCommit(() => {
        events.append({
          type: 'asset',
          kind: 'deleted',
          actor,
          call: context.callId,
          summary: `Deleted ${target.relative}`,
          data: { path: target.relative, trash },
        });
      });
      return textResult(`Deleted ${target.relative}; it is in ${trash}`, {
        path: target.relative,
        trash,
        used_by: usedBy.slice(0, 100),
      });
    },
  });
}

/** project_info and game_settings. */
import { ToolFailure, toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Project } from '../../project/project';
import { didYouMean } from '../../text/suggest';
import type { Steps, ToolContext, ToolDefinition, ToolResult } from '../definition';
import { textResult } from '../result';
import type { ToolRegistry } from '../registry';
import { uninterrupted, wait } from '../steps';
import { optionalObject, optionalText } from './args';
import { anyObject, defineTool, list, text } from './define';
import { count, unwrap } from './entities';
import { walkFiles } from './file-walk';
import { sceneFiles } from './scene-files';
import { sceneFacts } from './overview';

export interface ProjectParts {
  readonly project: Project;
  readonly registry: ToolRegistry;
}

export function projectTools(parts: ProjectParts): ToolDefinition[] {
  return [projectInfo(parts), gameSettings(parts.project)];
}

function projectInfo({ project, registry }: ProjectParts): ToolDefinition {
  return defineTool({
    name: 'project_info',
    title: 'About the project',
    description:
      'Tells the project’s name, folder, scenes, open scene, policy for custom tools, and how many files and tools it has. Example: {}.',
    category: 'project',
    output: {
      name: text('Its name.'),
      id: text('Names it for ever.'),
      folder: text('Where it is on the disk.'),
      main_scene: text('The scene that the game starts with.'),
      scene: anyObject('The open scene: `name`, `file`, `entities`, `dirty`, `revision`.'),
      scenes: list(text('A path.'), 'Scene files.'),
      custom_tools: anyObject('`policy`, and the number of tools by status.'),
      files: anyObject('Folder at the top → number of files in it.'),
    },
    run: (_args, { scene }) => {
      const { settings } = project;
      const files = new Map<string, number>();
      for (const file of walkFiles(project.folder, '', { recursive: true })) {
        if (file.kind !== 'file') continue;
        const slash = file.path.indexOf('/');
        const folder = slash < 0 ? '.' : file.path.slice(0, slash);
        files.set(folder, (files.get(folder) ?? 0) + 1);
      }
      const statuses = new Map<string, number>();
      for (const { custom } of registry.all())
        if (custom !== undefined) statuses.set(custom.status, (statuses.get(custom.status) ?? 0) + 1);
      const scenes = sceneFiles(project);
      const lines = [
        `Project "${settings.name}" in ${project.folder}`,
        `Scenes: ${scenes.join(', ') || 'none yet'}; open: ${scene.file ?? `"${scene.name}", not saved yet`}${scene.dirty ? ' (unsaved changes)' : ''}`,
        `Custom tools: policy ${settings.customTools.policy}; ${[...statuses].map(([status, number]) => `${number} ${status}`).join(', ') || 'none yet'}`,
        `Files: ${[...files].map(([folder, number]) => `${folder} ${number}`).join(', ')}`,
      ];
      return textResult(lines.join('\n'), {
        name: settings.name,
        id: settings.id,
        folder: project.folder,
        main_scene: settings.main_scene,
        scene: sceneFacts(scene),
        scenes,
        custom_tools: { policy: settings.customTools.policy, ...Object.fromEntries(statuses) },
        files: Object.fromEntries(files),
      });
    },
  });
}

function gameSettings(project: Project): ToolDefinition {
  return defineTool({
    name: 'game_settings',
    title: 'Project settings',
    description:
      'Reads or changes game.json. `set` merges `settings` into it at every level; null removes a field; what is not valid is not written. ' +
      'Agents can’t change `customTools`, the policy for custom tools (see tool_policy), nor `agents`, `id` and `format`. ' +
      'Example: {"operation": "set", "settings": {"name": "Harbour", "seed": 7}}.',
    category: 'project',
    input: {
      operation: text('Read or change.', { enum: ['get', 'set'], default: 'get' }),
      settings: anyObject('For `set`: what to change.'),
    },
    output: {
      settings: anyObject('All settings, defaults filled in.'),
      changed: list(text('A field.'), 'Fields at the top that differ from before.'),
    },
    effect: 'project',
    idempotent: true,
    usesScene: false,
    reads: (args) => args.operation !== 'set',
    humanOnly: (args) => {
      const settings = isJsonObject(args.settings) ? args.settings : {};
      const field = ['customTools', 'agents', 'id', 'format'].find((name) => Object.hasOwn(settings, name));
      if (field === undefined) return undefined;
      return toolError(
        'permission_denied',
        `Only a person changes "${field}" of game.json.`,
        field === 'customTools'
          ? 'tool_policy makes the policy stricter; to loosen it, ask a person.'
          : 'Leave it out.',
      );
    },
    run: (args, context) => changeSettings(args, context, project),
  });
}

function* changeSettings(args: JsonObject, context: ToolContext, project: Project): Steps<ToolResult> {
  const given = optionalObject(args, 'settings');
  if (optionalText(args, 'operation') !== 'set') {
    if (given !== undefined) context.warn('"settings" is for the operation "set"; nothing was changed.');
    return settingsResult(project, []);
  }
  if (given === undefined || Object.keys(given).length === 0) {
    throw new ToolFailure(
      toolError(
        'invalid_arguments',
        '"set" needs "settings", the fields to change.',
        'For example: {"operation": "set", "settings": {"seed": 7}}',
      ),
    );
  }
  const known = Object.keys(project.settings);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const suggestion = didYouMean(name, known);
    if (suggestion !== undefined) context.warn(`"${name}" is a new field of game.json. ${suggestion}`);
  }
  const before = project.rawSettings;
  unwrap(yield* wait(uninterrupted(project.updateSettings((raw) => mergeSettings(raw, given)))));
  const after = project.rawSettings;
  const changed = Object.keys(given).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return settingsResult(project, changed);
}

function settingsResult(project: Project, changed: readonly string[]): ToolResult {
  // zod's type has `unknown` for fields it does not know; game.json holds nothing but JSON.
  const settings = project.settings as unknown as JsonObject;
  const head =
    changed.length === 0 ? '' : `Changed ${count(changed.length, 'setting')}: ${changed.join(', ')}\n`;
  return textResult(`${head}${JSON.stringify(settings, null, 2)}`, { settings, changed });
}

/** Objects are merged, null removes, anything else replaces. */
function mergeSettings(before: JsonObject, changes: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(before));
  for (const [key, value] of Object.entries(changes)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (value === null) merged.delete(key);
    else if (isJsonObject(value)) merged.set(key, mergeSettings(isJsonObject(old) ? old : {}, value));
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
